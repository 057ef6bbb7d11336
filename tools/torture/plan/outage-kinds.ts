/** What can break during a run. The plan plays each kind at least once; in addition, workers are killed all the time. */

/** `mongod` is the primary where there are several. PostgreSQL and secondaries exist only in the rehearsal. */
export type OutagePart =
  | ('api' | 'worker' | 'temporal' | 'mongod' | 'simulator' | 'delegation' | 'certificate')
  | ('postgres' | 'mongod-secondary');

/** `freeze` leaves its connections open; `forget` deletes Temporal's database; the last two trouble one company. */
export type OutageHow = 'kill' | 'stop' | 'freeze' | 'forget' | 'revoke-tokens' | 'lose' | 'replace';

export interface OutageKind {
  readonly part: OutagePart;
  readonly how: OutageHow;
}

export interface OutageKinds {
  readonly repeatable: readonly OutageKind[];
  readonly once: readonly OutageKind[];
  /** A round lasts as long as its outage and the recovery. This many vouchers keep the service busy during that time. */
  readonly vouchersPerRound: number;
}

const repeatable: readonly OutageKind[] = [
  { part: 'api', how: 'kill' },
  { part: 'api', how: 'freeze' },
  { part: 'temporal', how: 'kill' },
  { part: 'temporal', how: 'stop' },
  { part: 'temporal', how: 'freeze' },
  { part: 'mongod', how: 'kill' },
  { part: 'mongod', how: 'stop' },
  { part: 'mongod', how: 'freeze' },
  { part: 'worker', how: 'freeze' },
  { part: 'simulator', how: 'kill' },
  { part: 'simulator', how: 'freeze' },
  { part: 'simulator', how: 'revoke-tokens' },
  { part: 'delegation', how: 'lose' },
  { part: 'certificate', how: 'replace' },
];

export const tortureKinds: OutageKinds = {
  repeatable,
  once: [{ part: 'temporal', how: 'forget' }],
  vouchersPerRound: 10,
};
export const outageKinds: readonly OutageKind[] = [...repeatable, ...tortureKinds.once];

export function troublesCompany({ part }: OutageKind): boolean {
  return part === 'delegation' || part === 'certificate';
}

export function nameOf({ part, how }: OutageKind): string {
  return `${part} ${how}`;
}
