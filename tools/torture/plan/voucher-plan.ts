/** Which vouchers the companies send in a run, and how their programs behave. */
import type { EcfType } from '../../../src/ecf/model/ecf-types.js';
import type { Dice } from '../../bench/dice.js';
import type { DemoCompany } from '../../demo/demo-data.js';
import { emittedTypes } from '../../simulator/emission/documents.js';
import { troublesCompany, type OutageKind } from './outage-kinds.js';

export interface PlannedVoucher {
  readonly id: number;
  readonly round: number;
  readonly company: DemoCompany;
  /** Sent at the moment of the round's outage, so that the outage always meets at least this voucher. */
  readonly strike: boolean;
  readonly type: EcfType;
  /** A type 32 that goes to DGII as its summary (RFCE). */
  readonly summary: boolean;
  /** A note in a hurry is sent before that voucher has a result, so it must wait. */
  readonly modifies?: { readonly id: number; readonly hurry: boolean };
  readonly number: { readonly serial: number } | { readonly reference: string };
  /** How many numbers are requested without a reference and never sent. They must be listed as unused and not be lost. */
  readonly gaps: number;
  readonly startMs: number;
  /** `waitForFinal` of its sends; null for the service's default. */
  readonly waits: readonly (number | null)[];
  readonly together: number;
  /** The share of queries made by a send instead of document-status. */
  readonly resendShare: number;
  readonly otherContent: boolean;
  readonly order: OrderedOutcome | null;
  /** RNC of the buyer; undefined: that of the example. A note has its invoice's buyer. */
  readonly buyer: string | undefined;
  /** What the buyer says once the voucher is accepted: ACECF's state, and whether its signature is wrong. */
  readonly buyerSays: BuyerSays | null;
}

export interface BuyerSays {
  readonly estado: '1' | '2';
  readonly flaw: 'none' | 'altered';
}

const sayings: readonly (BuyerSays | null)[] = [
  null,
  ...(['1', '1', '2'] as const).map((estado) => ({ estado, flaw: 'none' }) as const),
  { estado: '1', flaw: 'altered' },
];

/** A verdict on content that DGII is ordered to give: rejected with the number free or used, or accepted conditionally. */
export type OrderedOutcome = 'rejected-free' | 'rejected-spent' | 'conditional';

const orders: readonly (OrderedOutcome | null)[] = [
  ...Array.from({ length: 12 }, () => null),
  ...(['rejected-free', 'rejected-free', 'rejected-spent', 'conditional'] as const),
];
const drawnTypes = [31, 31, 31, 32, 32, 'rfce', 'rfce', 33, 34, 41, 43, 44, 45, 46, 47] as const;
type DrawnType = (typeof drawnTypes)[number];

interface Planning {
  readonly dice: Dice;
  readonly companies: readonly DemoCompany[];
  readonly buyers: readonly string[];
  /** Invoices that will be accepted, by company. A credited one stays for debit notes. */
  readonly invoices: Map<
    DemoCompany,
    { readonly all: PlannedVoucher[]; readonly notCredited: PlannedVoucher[] }
  >;
  /** The last serial that each company used, by company and type. */
  readonly serials: Map<string, number>;
}

interface Place {
  readonly id: number;
  readonly round: number;
  readonly strike: boolean;
  readonly company: DemoCompany;
}

export function planVouchers(
  dice: Dice,
  count: number,
  order: readonly OutageKind[],
  { companies, buyers }: { readonly companies: readonly DemoCompany[]; readonly buyers: readonly string[] },
): PlannedVoucher[] {
  const planning: Planning = { dice, companies, buyers, invoices: new Map(), serials: new Map() };
  const planned: PlannedVoucher[] = [];
  const roundOf = (id: number) => Math.floor((id * order.length) / count);
  for (let id = 0; id < count; id += 1) {
    const round = roundOf(id);
    const strike = round !== roundOf(id + 1);
    const outage = order[round];
    const troubled = strike && outage !== undefined && troublesCompany(outage);
    const voucher = planVoucher(planning, { id, round, strike, company: companyOf(planning, id, troubled) });
    planned.push(voucher);
    keepInvoice(planning, voucher);
  }
  return planned;
}

/** An outage that troubles a company must hit one that asks for numbers, because we check that the service refuses them. */
function companyOf({ dice, companies }: Planning, id: number, troubled: boolean): DemoCompany {
  const able = troubled ? companies.filter(({ origin }) => origin === 'service') : companies;
  const inTurn = able[id % able.length];
  return troubled || inTurn === undefined ? dice.pick(able) : inTurn;
}

function planVoucher(planning: Planning, place: Place): PlannedVoucher {
  const { dice } = planning;
  const { id, strike, company } = place;
  const drawn: DrawnType = dice.pick(drawnTypes);
  const isNote = drawn === 33 || drawn === 34;
  const invoice = isNote && !strike ? invoiceFor(planning, company, drawn) : undefined;
  // A note that finds no invoice becomes an invoice.
  const kind = isNote && invoice === undefined ? 31 : drawn;
  const type = kind === 'rfce' ? 32 : kind;
  return {
    ...place,
    type,
    summary: kind === 'rfce',
    ...(invoice === undefined ? {} : { modifies: { id: invoice.id, hurry: dice.chance(0.7) } }),
    number:
      company.origin === 'client'
        ? { serial: nextSerial(planning, company, type) }
        : { reference: `TORTURA-${id}` },
    gaps: company.origin === 'service' && dice.chance(0.15) ? dice.between(1, 2) : 0,
    startMs: strike ? 0 : dice.between(0, 3_000),
    waits: Array.from({ length: 4 }, () => dice.pick([null, 0, 500, 2_000, 5_000])),
    together: dice.pick([1, 1, 1, 2, 4]),
    resendShare: dice.pick([0.2, 0.5, 0.8]),
    otherContent: dice.chance(0.1),
    order: invoice === undefined ? dice.pick(orders) : null,
    buyer: invoice === undefined ? buyerFor(planning, type) : invoice.buyer,
    buyerSays: emittedTypes.some((one) => one === String(type)) ? dice.pick(sayings) : null,
  };
}

/** Some vouchers keep the example's buyer, which is the one that DGII imitates. */
function buyerFor({ dice, buyers }: Planning, type: EcfType): string | undefined {
  const goesToBuyer = type === 31 || type === 44 || type === 45;
  return goesToBuyer && dice.chance(0.85) ? dice.pick(buyers) : undefined;
}

function nextSerial({ serials }: Planning, { companyId }: DemoCompany, type: EcfType): number {
  const key = `${companyId}:${type}`;
  const serial = (serials.get(key) ?? 0) + 1;
  serials.set(key, serial);
  return serial;
}

function keepInvoice({ invoices }: Planning, voucher: PlannedVoucher): void {
  if (voucher.type !== 31 || !(voucher.order === null || voucher.order === 'conditional')) return;
  const { all, notCredited } = invoices.get(voucher.company) ?? { all: [], notCredited: [] };
  all.push(voucher);
  notCredited.push(voucher);
  invoices.set(voucher.company, { all, notCredited });
}

/** An invoice of this company. It gets one credit note at most, so that its balance is enough. */
function invoiceFor(
  { dice, invoices }: Planning,
  company: DemoCompany,
  type: 33 | 34,
): PlannedVoucher | undefined {
  const { all, notCredited } = invoices.get(company) ?? { all: [], notCredited: [] };
  const possible = type === 33 ? all : notCredited;
  if (possible.length === 0) return undefined;
  const invoice = dice.pick(possible);
  if (type === 34) notCredited.splice(notCredited.indexOf(invoice), 1);
  return invoice;
}
