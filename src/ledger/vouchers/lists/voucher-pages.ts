/**
 * A company's vouchers for people and clients: newest first, page by page, with filters. Each page reads one index in its order, so it
 * costs the same in a ledger of a million vouchers. There are no totals, because counting would read everything.
 */
import type { Filter } from 'mongodb';
import {
  documentStates,
  waitingReasonList,
  type DocumentState,
  type WaitingReason,
} from '../../../ecf/model/document-states.js';
import { startOfDay } from '../../../ecf/model/dates.js';
import { ecfTypeList, type EcfType } from '../../../ecf/model/ecf-types.js';
import type { Environment } from '../../../ecf/model/environments.js';
import type { BuyerDelivery } from '../../buyers/buyer-delivery.js';
import type { Collections } from '../../collections.js';
import { orTooSlow } from '../../mongo/guard.js';
import { ledgerTime } from '../../mongo/ledger-time.js';
import { between, pageLimitMs, readPage } from '../../mongo/pages.js';
import { encfOf, referenceOfIssue, sequenceKey } from '../../numbers/numbers.js';
import type { Page, PageCursor } from '../../pages.js';
import type { Sought } from '../../../ecf/search-words.js';
import type { SignerFacts } from '../../../ecf/codes/reception-states.js';
import { earlierAttemptIds, type DocumentRecord, type SignedXml, type Verdict } from '../document-record.js';
import { amountFilter, areAmountsRare, rarestWord, wordsFilter, type AmountRange } from './voucher-search.js';

/**
 * What went wrong at the buyer of an accepted voucher. `rejected`: the buyer sent a rejection. `not-received`: the buyer refused to receive
 * it. `given-up`: it could not be delivered. `undelivered`: one of the last two.
 */
export type BuyerTrouble = 'rejected' | 'not-received' | 'given-up' | 'undelivered';

export interface VoucherQuery {
  readonly companyId: number;
  readonly environment: Environment;
  /** An e-NCF, or how it begins. Then the pages are in the order of the e-NCFs, because only that order has an index. */
  readonly encf?: string;
  readonly correlationId?: string;
  /** A reference reserves at most one number of each type. */
  readonly externalReference?: string;
  readonly rncComprador?: string;
  readonly state?: DocumentState;
  readonly waiting?: WaitingReason | 'any';
  readonly pending?: boolean;
  readonly type?: EcfType;
  readonly atBuyer?: BuyerTrouble;
  readonly sought?: Sought;
  readonly amount?: AmountRange;
  /** Received at this moment or later, and before the other one. */
  readonly from?: Date;
  readonly before?: Date;
  /** Issued on a day that starts at `from` or later, and before the other one. Then the pages may be in the order of the days of issue. */
  readonly issued?: { readonly from?: Date; readonly before?: Date };
  /** Changed at this moment or later. Then the pages are in the order of the changes, the oldest first. */
  readonly changedFrom?: Date;
  /** The moment by which the list is sorted, and the e-NCF, of the previous page's last voucher. */
  readonly cursor?: PageCursor;
  readonly limit: number;
}

const shown = {
  _id: 0,
  environment: 1,
  encf: 1,
  tipoeCF: 1,
  attempt: 1,
  rncComprador: 1,
  montoTotal: 1,
  fechaEmision: 1,
  correlationId: 1,
  externalReference: 1,
  state: 1,
  final: 1,
  waiting: 1,
  trackIds: 1,
  modifies: 1,
  receivedAt: 1,
  submittedAt: 1,
  finalAt: 1,
  changedAt: 1,
  razonSocialComprador: 1,
  correoComprador: 1,
  totalITBIS: 1,
  numeroFacturaInterna: 1,
  tipoMoneda: 1,
  montoTotalOtraMoneda: 1,
} as const;
const shownOfBuyer = { 'buyerApproval.estado': 1, 'buyerApproval.signer.chain': 1, 'buyerDelivery.state': 1 };
const shownOfSignature = { 'signed.securityCode': 1, 'signed.signedAt': 1, 'signed.sha256': 1 };
const projection = { ...shown, ...shownOfSignature, 'verdict.trackId': 1, ...shownOfBuyer };

export interface VoucherRow extends Pick<DocumentRecord, Exclude<keyof typeof shown, '_id'>> {
  readonly signed?: Pick<SignedXml, 'securityCode' | 'signedAt' | 'sha256'>;
  readonly verdict?: Pick<Verdict, 'trackId'>;
  readonly buyerApproval?: Pick<NonNullable<DocumentRecord['buyerApproval']>, 'estado'> & {
    readonly signer: Pick<SignerFacts, 'chain'>;
  };
  readonly buyerDelivery?: Pick<BuyerDelivery, 'state'>;
}

/** A voucher has a few notes. A page that lists more would tell a person nothing more. */
const notesMax = 50;
const attemptsMax = 50;

export const voucherOrder = { receivedAt: -1, encf: -1 } as const;
const encfOrder = { encf: -1 } as const;
const issueOrder = { issuedDay: -1, encf: -1 } as const;
const changeOrder = { changedAt: 1, encf: 1 } as const;
type Order = typeof voucherOrder | typeof encfOrder | typeof issueOrder | typeof changeOrder;

/**
 * A change takes its time from the ledger's clock and is seen a moment later, after another one with a later time. A reader who follows the
 * changes would miss it. So a list of changes ends this long ago: longer than such a write takes, and than the clocks of the ledger's
 * servers differ when another one takes over.
 */
export const changesSettleMs = 3_000;

interface Known {
  /** The vouchers with the numbers of the reference. Undefined: the query has no reference. */
  readonly encfs?: readonly string[] | undefined;
  /** Only vouchers that changed before this moment. Undefined: the query is not about changes. */
  readonly changedBefore?: Date | undefined;
  /** The word that the index starts from. Undefined: the query looks for no words, or another index serves it. */
  readonly firstWord?: string | undefined;
  /** An index that leaves fewer vouchers than the usual one. */
  readonly betterIndex?: string | undefined;
}

export function createVoucherPages(collections: Collections) {
  const { documents, attempts } = collections;
  return {
    /** `too-slow`: too few of too many vouchers match the filter. A shorter period helps. */
    findVouchers: async (query: VoucherQuery): Promise<Page<VoucherRow> | 'too-slow'> => {
      const found = await planWith(collections, query);
      if (found === 'none') return { rows: [], next: undefined };
      if (found === 'too-slow') return found;
      const { order, ...plan } = found;
      const wanted = { ...plan, order, projection, limit: query.limit };
      return orTooSlow(
        readPage<VoucherRow, DocumentRecord>(documents, wanted, (last) => ({
          at: momentIn(order, last),
          id: last.encf,
        })),
      );
    },

    /** The notes that modify the voucher `encf`, and invoices that refer to it: at most `notesMax`, newest first. `more`: there are others. */
    notesOn: async (
      companyId: number,
      environment: Environment,
      encf: string,
    ): Promise<{ readonly rows: readonly VoucherRow[]; readonly more: boolean }> => {
      const found = await documents
        .find<VoucherRow>(
          { companyId, environment, 'modifies.encf': encf },
          { projection, hint: 'notes', maxTimeMS: pageLimitMs },
        )
        .limit(notesMax + 1)
        .toArray();
      const rows = found.slice(0, notesMax);
      // The index has no order by time, so the few that were read are sorted here.
      rows.sort((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime());
      return { rows, more: found.length > notesMax };
    },

    /** The attempts that later ones replaced, latest first. */
    earlierAttempts: async (document: DocumentRecord): Promise<DocumentRecord[]> => {
      const earlier = earlierAttemptIds(document, attemptsMax);
      if (earlier.length === 0) return [];
      const found = await attempts.find({ _id: { $in: earlier } }, { maxTimeMS: pageLimitMs }).toArray();
      return found.map(({ document }) => document).sort((a, b) => b.attempt - a.attempt);
    },
  };
}

/** The plan of a query, after the reads that it needs. `none`: no voucher can match. */
export async function planWith(
  { documents, reservations }: Pick<Collections, 'documents' | 'reservations'>,
  query: VoucherQuery,
): Promise<Plan | 'none' | 'too-slow'> {
  const { externalReference, changedFrom, sought, amount } = query;
  const encfs =
    externalReference === undefined
      ? undefined
      : await encfsReserved({ reservations }, query, externalReference);
  if (encfs?.length === 0) return 'none';
  const changedBefore = changedFrom && new Date((await ledgerTime(documents.db)).getTime() - changesSettleMs);
  const index = indexFor(query);
  return orTooSlow(
    (async () => {
      if (index === 'search' && sought !== undefined) {
        const betterIndex = fewerThanWords(query);
        const { word, isUsual } = await rarestWord(documents, query, sought, betterIndex !== undefined);
        const start = isUsual && betterIndex !== undefined ? { betterIndex } : { firstWord: word };
        return planOf(query, { encfs, changedBefore, ...start });
      }
      const amountsRare =
        broadIndexes.has(index) && amount !== undefined && (await areAmountsRare(documents, query, amount));
      return planOf(query, { encfs, changedBefore, ...(amountsRare && { betterIndex: 'amount' }) });
    })(),
  );
}

/** A reference reserves at most one number of each type. */
export async function encfsReserved(
  { reservations }: Pick<Collections, 'reservations'>,
  { companyId, environment }: Pick<VoucherQuery, 'companyId' | 'environment'>,
  ref: string,
): Promise<string[]> {
  const keys = ecfTypeList.map((ecfType) => sequenceKey({ companyId, environment, ecfType }));
  const found = await reservations
    // MongoDB uses the partial index only when the filter contains `$type`.
    .find(
      { key: { $in: keys }, ref: { $in: [ref, referenceOfIssue(ref)], $type: 'string' } },
      { hint: 'ref', maxTimeMS: pageLimitMs },
    )
    .limit(2 * keys.length)
    .toArray();
  return found.map(encfOf);
}

function momentIn(order: Order, { receivedAt, fechaEmision, changedAt = receivedAt }: VoucherRow): Date {
  if (order === issueOrder) return issuedDayOf(fechaEmision);
  return order === changeOrder ? changedAt : receivedAt;
}

/** The start of the day of issue, which lists are sorted by. @param fechaEmision DD-MM-YYYY */
export function issuedDayOf(fechaEmision: string): Date {
  return new Date(startOfDay(fechaEmision));
}

interface Plan {
  readonly filter: Filter<DocumentRecord>;
  readonly hint: string;
  readonly order: Order;
}

/** The filter of one page, the order of its vouchers, and the index that has them in it. Exported for the explain test. */
export function planOf(
  query: VoucherQuery,
  { encfs, changedBefore, firstWord, betterIndex }: Known = {},
): Plan {
  const { companyId, environment, encf, correlationId, rncComprador, state, waiting, type, atBuyer } = query;
  const { sought, amount } = query;
  const index = indexFor(query);
  const hint = betterIndex ?? index;
  // Of one list all pages have one order, also if another index serves the next page.
  const order = query.changedFrom === undefined ? (orders[index] ?? voucherOrder) : changeOrder;
  const filter: Filter<DocumentRecord> = {
    companyId,
    environment,
    ...between('receivedAt', query),
    ...between('issuedDay', query.issued),
    ...between('changedAt', {
      ...(query.changedFrom && { from: query.changedFrom }),
      ...(changedBefore && { before: changedBefore }),
    }),
    ...(correlationId === undefined ? {} : { correlationId }),
    ...(rncComprador === undefined ? {} : { rncComprador }),
    ...(state === undefined ? {} : { state }),
    ...finality(query),
    ...(atBuyer === undefined ? {} : troubles[atBuyer].filter),
    ...(sought === undefined ? {} : wordsFilter(sought, firstWord)),
    ...(amount === undefined ? {} : amountFilter(amount)),
    // With every reason, MongoDB merges the reasons' parts of the index in the order of the list.
    ...(waiting === undefined
      ? {}
      : { 'waiting.reason': waiting === 'any' ? { $in: waitingReasonList } : waiting }),
    $and: [
      ...(encf === undefined ? [] : [encfsFrom(encf)]),
      ...(sought?.encfs ?? []).map(encfsFrom),
      ...(encfs === undefined ? [] : [{ encf: { $in: encfs } }]),
      ...(type === undefined ? [] : [hint === 'type' ? { tipoeCF: type } : encfsFrom(`E${type}`)]),
      ...afterCursor(query.cursor, order),
      // MongoDB refuses an empty list. This one matches everything.
      {},
    ],
  };
  return { filter, hint, order };
}

interface Trouble {
  readonly filter: Filter<DocumentRecord>;
  readonly hint: string;
}

export const troubles = {
  rejected: { filter: { 'buyerApproval.estado': 'rechazado' }, hint: 'buyerRejected' },
  'not-received': { filter: { 'buyerDelivery.state': 'refused' }, hint: 'undelivered' },
  'given-up': { filter: { 'buyerDelivery.state': 'given-up' }, hint: 'undelivered' },
  undelivered: { filter: { 'buyerDelivery.state': { $in: ['refused', 'given-up'] } }, hint: 'undelivered' },
} as const satisfies Readonly<Record<BuyerTrouble, Trouble>>;

/** The filter that leaves the fewest vouchers decides. */
function indexFor(query: VoucherQuery): string {
  const { encf, correlationId, rncComprador, waiting, state, type, atBuyer, sought } = query;
  // These leave so few vouchers that MongoDB sorts them when the list is one of changes.
  if (isWholeEncf(encf) || sought?.encfs.some(isWholeEncf) || query.externalReference !== undefined)
    return 'encf';
  if (query.changedFrom !== undefined) return 'changed';
  if (correlationId !== undefined) return 'correlation';
  if (atBuyer !== undefined) return troubles[atBuyer].hint;
  if (waiting !== undefined) return 'waiting';
  if (finality(query).final === false) return 'open';
  if (sought !== undefined && sought.words.length > 0) return 'search';
  if (rncComprador !== undefined) return 'buyer';
  if (query.issued !== undefined) return 'issued';
  if (encf !== undefined || sought !== undefined) return 'encf';
  if (state !== undefined) return 'ended';
  return type === undefined ? 'received' : 'type';
}

/** Nearly all vouchers are accepted, so one buyer or any other state leaves fewer than a usual word. The words are compared in the records. */
function fewerThanWords({ rncComprador, state }: VoucherQuery): string | undefined {
  if (rncComprador !== undefined) return 'buyer';
  return state === undefined || state === 'accepted' ? undefined : 'ended';
}

/** The other indexes have the vouchers in the order of their reception. */
const orders: Readonly<Record<string, Order>> = { encf: encfOrder, issued: issueOrder };

/** These leave so many vouchers that a range of amounts may leave fewer. */
const broadIndexes: ReadonlySet<string> = new Set(['received', 'issued', 'ended', 'type']);

const encfLength = 13;
const isWholeEncf = (text: string | undefined) => text?.length === encfLength;

/**
 * Also for a type: most indexes have no type, but they have the e-NCF. e-NCFs sort as text: those that begin with `E31` lie between
 * `E31` and `E31:`, because `:` follows `9`.
 */
function encfsFrom(beginning: string): Filter<DocumentRecord> {
  if (beginning.length === encfLength) return { encf: beginning };
  return { encf: { $gte: beginning, $lt: `${beginning}:` } };
}

/** The indexes of open and of ended vouchers each leave out the others, so the filter must say which ones it wants. */
function finality({ state, waiting, pending }: VoucherQuery): { readonly final?: boolean } {
  if (pending === true || waiting !== undefined) return { final: false };
  return state === undefined ? {} : { final: documentStates[state].final };
}

function afterCursor(cursor: PageCursor | undefined, order: Order): Filter<DocumentRecord>[] {
  if (cursor === undefined) return [];
  const { at, id: encf } = cursor;
  if (order === encfOrder) return [{ encf: { $lt: encf } }];
  // The first condition says where to start in the index.
  if (order === changeOrder)
    return [{ changedAt: { $gte: at } }, { $or: [{ changedAt: { $gt: at } }, { encf: { $gt: encf } }] }];
  // MongoDB merges the two parts in this order, and so skips the earlier pages of a day with many vouchers.
  if (order === issueOrder)
    return [{ $or: [{ issuedDay: at, encf: { $lt: encf } }, { issuedDay: { $lt: at } }] }];
  // The first condition says where to start in the index. Hardly any vouchers arrive in the same moment.
  return [{ receivedAt: { $lte: at } }, { $or: [{ receivedAt: { $lt: at } }, { encf: { $lt: encf } }] }];
}
