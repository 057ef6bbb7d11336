/** MongoDB's clock: the one clock that all processes share. */
import type { Db, Document } from 'mongodb';

export async function ledgerTime(db: Db): Promise<Date> {
  const { localTime } = await db.command({ hello: 1 });
  return localTime as Date;
}

/**
 * The part of an update that makes a record due now, by the ledger's clock. A time of our own could be hours ahead, and the workers' rounds
 * would not see the record before.
 */
export function dueNow<Member extends string>(member: Member): { $currentDate: Record<Member, true> } {
  return { $currentDate: { [member]: true } as Record<Member, true> };
}

/** The same for a record that is due in a while. */
export function dueIn(member: string, forMs: number): Document[] {
  return [{ $set: { [member]: { $add: ['$$NOW', forMs] } } }];
}
