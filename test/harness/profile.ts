/** What MongoDB did for the queries of a piece of work: its own profiler saw them, so the test does not repeat the filters. */
import type { Db } from 'mongodb';

export interface Profiled {
  readonly op: string;
  readonly planSummary: string;
  readonly keysExamined: number;
  readonly docsExamined: number;
  /** Bytes of the answer. */
  readonly responseLength: number;
  /** It sorted in memory. */
  readonly hasSortStage?: boolean;
}

const profiles = 'system.profile';

/** @param collection only its queries are returned */
export async function profiled(
  db: Db,
  collection: string,
  work: () => Promise<unknown>,
): Promise<Profiled[]> {
  await db.command({ profile: 0 });
  await db.dropCollection(profiles).catch(() => undefined);
  await db.command({ profile: 2 });
  await work();
  await db.command({ profile: 0 });
  const ns = `${db.databaseName}.${collection}`;
  return db.collection<Profiled & { ns: string }>(profiles).find({ ns }).sort({ ts: 1 }).toArray();
}
