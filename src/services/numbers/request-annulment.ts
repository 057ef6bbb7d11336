/** Asks DGII to void numbers. A worker sends the request. */
import { randomUUID } from 'node:crypto';
import { checkRanges, type RangesFault } from '../../ecf/annulment/check-ranges.js';
import { type EncfRange } from '../../ecf/annulment/encf-ranges.js';
import { annulmentsUnderWayMax, type NewRangeAnnulment } from '../../ledger/numbers/range-annulments.js';
import { isNote } from '../../ledger/numbers/numbers.js';
import type { RangeAnnulmentRecord } from '../../ledger/numbers/range-annulment-record.js';
import type { Company } from '../../ledger/companies/company.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { Ledger } from '../deps.js';

/**
 * Numbers of one company's annulments under way: two of the largest requests. A worker writes a lock for each number, so without a limit one
 * company could keep the ledger busy for minutes.
 */
const numbersUnderWayMax = 20_000;

export interface AnnulmentOrder {
  readonly company: Pick<Company, 'companyId' | 'environment' | 'rnc'>;
  readonly ranges: readonly EncfRange[];
  readonly by: string;
  readonly note: string;
  /** After this time a worker starts the annulment, if nothing else has started it. */
  readonly firstCheckMs: number;
}

export type AnnulmentRequested =
  /** `reused`: an earlier request for exactly these numbers is open or voided some or all of them, and `record` is that request. */
  | { readonly outcome: 'requested'; readonly record: RangeAnnulmentRecord; readonly reused: boolean }
  | Refused<'ANNULMENT_NOT_OFFERED' | 'NOTE_INVALID'>
  /** The company has too many annulments under way. Nothing was stored; it may ask again when some of them have ended. */
  | Refused<'TOO_MANY_ANNULMENTS'>
  /** `mensaje` names the range and says what is wrong with it. */
  | Refused<RangesFault['code'], Omit<RangesFault, 'code'>>;

/**
 * Requests the annulment. Each process must handle a company's requests one after the other: two at once would both find the same room
 * under the limit.
 */
export async function requestAnnulment(
  { store, clock }: Ledger<'putRangeAnnulment' | 'findSameRequest' | 'annulmentsUnderWay'>,
  { company, ranges, by, note, firstCheckMs }: AnnulmentOrder,
): Promise<AnnulmentRequested> {
  const { companyId, environment, rnc } = company;
  if (environment === 'certification') return refused('ANNULMENT_NOT_OFFERED');
  if (!isNote(note)) return refused('NOTE_INVALID');
  const checked = checkRanges(ranges);
  if (!checked.ok) {
    const { code, ...facts } = checked.fault;
    return refused(code, facts);
  }
  const wanted: NewRangeAnnulment = {
    _id: randomUUID(),
    companyId,
    environment,
    rnc,
    by,
    note: note.trim() || 'Anulación pedida a la DGII',
    requestedAt: clock(),
    count: checked.count,
    ranges: checked.ranges,
    firstCheckMs,
  };
  // A client that did not get its answer asks again. The first request is still the right answer, unless it voided nothing.
  const before = await store.findSameRequest(wanted);
  if (before !== undefined) return { outcome: 'requested', record: before, reused: true };
  const { requests, numbers } = await store.annulmentsUnderWay(companyId);
  if (requests >= annulmentsUnderWayMax || numbers + checked.count > numbersUnderWayMax)
    return refused('TOO_MANY_ANNULMENTS');
  return { outcome: 'requested', record: await store.putRangeAnnulment(wanted), reused: false };
}
