/** MongoDB's clock: the one clock that all processes share. */
import type { Db } from 'mongodb';

export async function ledgerTime(db: Db): Promise<Date> {
  const { localTime } = await db.command({ hello: 1 });
  return localTime as Date;
}
