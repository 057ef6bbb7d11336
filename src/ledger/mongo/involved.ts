/** What some vouchers are about, for one line that a person reads at a glance: how much money, with whom, and since when. */
import type { Collection, Document, Filter } from 'mongodb';
import { amountOf, roundMoney, sum } from '../../ecf/model/amounts.js';
import { pageLimitMs } from './pages.js';

/** A person attends to fewer. Each one is a record that MongoDB reads. */
const readMax = 100;
const namesMax = 3;

export interface Involved {
  /** A decimal, in pesos. Undefined: there are more vouchers than were read. */
  readonly amount?: string;
  /** The other parties of the oldest ones, each once. */
  readonly names: readonly string[];
  /** Whether there are other parties, or some without a name. */
  readonly others: boolean;
  readonly since: Date;
  /** The voucher, if it is the only one. */
  readonly only?: Pick<Read, 'rncEmisor' | 'encf'>;
}

interface Asked<Stored> {
  readonly filter: Filter<Stored>;
  /** An index that has the vouchers in this order, the oldest first. */
  readonly hint: string;
  readonly order: Readonly<Record<string, 1>>;
  /** The members of the record with the other party's name, and with the time. */
  readonly name: string;
  readonly since: string;
}

interface Read {
  readonly rncEmisor: string;
  readonly encf: string;
  readonly montoTotal: string;
  readonly name?: string;
  readonly since: Date;
}

/** Undefined: there is no such voucher. */
export async function readInvolved<Stored extends Document>(
  collection: Collection<Stored>,
  { filter, hint, order, name, since }: Asked<Stored>,
): Promise<Involved | undefined> {
  const projection = { _id: 0, rncEmisor: 1, encf: 1, montoTotal: 1, name: `$${name}`, since: `$${since}` };
  const found = await collection
    .find<Read>(filter, { projection, hint, maxTimeMS: pageLimitMs })
    .sort(order)
    .limit(readMax + 1)
    .toArray();
  const [first, ...rest] = found;
  if (first === undefined) return undefined;
  const names = [...new Set(found.map((one) => one.name))];
  const named = names.filter((one) => one !== undefined).slice(0, namesMax);
  return {
    ...(found.length <= readMax && {
      amount: roundMoney(sum(found.map(({ montoTotal }) => amountOf(montoTotal)))).toFixed(2),
    }),
    names: named,
    others: names.length > named.length || found.length > readMax,
    since: new Date(Math.min(...found.map((one) => one.since.getTime()))),
    ...(rest.length === 0 && { only: { rncEmisor: first.rncEmisor, encf: first.encf } }),
  };
}
