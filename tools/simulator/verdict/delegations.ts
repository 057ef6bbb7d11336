/** Who may sign for which RNC. A table of certificate serial numbers → RNCs imitates DGII's Oficina Virtual. */
import { readFileSync, statSync } from 'node:fs';

/** SN of the certificate, with or without its prefix (`IDCDO-00199999996` or `00199999996`) → RNCs that it may sign for. */
export type DelegationTable = Readonly<Record<string, readonly string[]>>;

export interface Delegations {
  of(serialNumber: string): readonly string[];
}

export function createDelegations(source: DelegationTable | string): Delegations {
  let table = new Map<string, readonly string[]>();
  let readAt = -1;
  if (typeof source !== 'string') table = index(source);

  return {
    of(serialNumber) {
      if (typeof source === 'string') refresh(source);
      return table.get(identityOf(serialNumber)) ?? [];
    },
  };

  function refresh(path: string): void {
    const { mtimeMs } = statSync(path);
    if (mtimeMs === readAt) return;
    table = index(JSON.parse(readFileSync(path, 'utf8')) as DelegationTable);
    readAt = mtimeMs;
  }
}

/** The number in a certificate's SN: cédula, RNC or passport, without the prefix that names its kind. */
export function identityOf(serialNumber: string): string {
  return serialNumber.replace(/^[A-Z]+-/, '');
}

function index(table: DelegationTable): Map<string, readonly string[]> {
  return new Map(Object.entries(table).map(([serialNumber, rncs]) => [identityOf(serialNumber), rncs]));
}
