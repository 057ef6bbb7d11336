/** The inbox of a company: what it received, newest first, and what it decided about it. */
import type { Filter } from 'mongodb';
import type { Environment } from '../../ecf/model/environments.js';
import { approvalLegs, undeliveredStates, type UndeliveredState } from '../../ecf/codes/buyer-delivery.js';
import { shownLegs } from '../buyers/sent-approval.js';
import { tryAgain } from '../buyers/sent-approvals.js';
import type { Collections } from '../collections.js';
import { orTooSlow } from '../mongo/guard.js';
import { readInvolved, type Involved } from '../mongo/involved.js';
import { between, olderThan, pageLimitMs, readPage } from '../mongo/pages.js';
import type { Page, PageCursor } from '../pages.js';
import type { Sought } from '../../ecf/search-words.js';
import { rarestWord, wordsFilter } from '../vouchers/lists/voucher-search.js';
import { dgiiStates, type DgiiState } from '../../ecf/codes/reception-states.js';
import { pendingWithDecision } from './reception-events.js';
import { decisionStates, type Decision, type ReceptionRecord } from './reception-record.js';
import type { ReceptionKey } from './receptions.js';

const inboxPageMax = 1_000;

export interface InboxQuery {
  readonly companyId: number;
  readonly environment: Environment;
  readonly rncEmisor?: string;
  /** An e-NCF or its beginning. With a beginning, the pages follow the order of the e-NCFs. */
  readonly encf?: string;
  /** `pendiente` means without a decision. `no-llego`: the decision did not arrive, as `undeliveredOf` says. */
  readonly estado?: 'pendiente' | Decision['estado'] | 'no-llego';
  /** Only vouchers in one of these states at DGII. Null is the state of a voucher about which DGII has not answered. */
  readonly dgii?: readonly (DgiiState | null)[];
  /** Only vouchers received at `from` or later, and earlier than `before`. */
  readonly from?: Date;
  readonly before?: Date;
  /** Issued on a day that starts at `from` or later, and before the other one. Then the pages may be in the order of the days of issue. */
  readonly issued?: { readonly from?: Date; readonly before?: Date };
  readonly sought?: Sought;
  /** The voucher that was received first leads. Lists by number or by day of issue have their own order. */
  readonly oldestFirst?: boolean;
  readonly cursor?: PageCursor;
  readonly limit: number;
}

export type UndecidedQuery = Required<Pick<InboxQuery, 'companyId' | 'environment' | 'dgii'>> &
  Pick<InboxQuery, 'before'>;

export type UndeliveredQuery = Required<Pick<InboxQuery, 'companyId' | 'environment' | 'from'>>;

export type InboxRow = Omit<ReceptionRecord, 'file'>;

export type Decided =
  | { readonly outcome: 'decided'; readonly reception: ReceptionRecord }
  /** `same`: the earlier decision is equal to this one. */
  | { readonly outcome: 'decided-before'; readonly same: boolean; readonly reception: ReceptionRecord }
  /** Another voucher has the number now. */
  | { readonly outcome: 'changed' }
  | { readonly outcome: 'unknown' };

/** If the decision did not reach the issuer or DGII: the worse of the two states. Undefined otherwise, and while a delivery still waits. */
export function undeliveredOf(reception: InboxRow): UndeliveredState | undefined {
  if (reception.decision === undefined) return undefined;
  const legs = shownLegs(reception);
  const ended = approvalLegs.map((name) => legs[name].state);
  return undeliveredStates(reception.environment).find((state) => ended.includes(state));
}

export function createInbox({ receptions }: Pick<Collections, 'receptions'>) {
  return {
    findReceptions: async (query: InboxQuery): Promise<Page<InboxRow> | 'too-slow'> => {
      const word = await orTooSlow(firstWordOf(receptions, query));
      if (word === 'too-slow') return word;
      const plan = planOf(query, word.first);
      const { order } = plan;
      const contents = { file: 0, 'arecf.file': 0, 'approval.file': 0, 'approval.dgii.copies.file': 0 };
      const projection = { ...contents, search: 0 };
      const wanted = { ...plan, projection, limit: Math.min(query.limit, inboxPageMax) };
      return orTooSlow(
        readPage<InboxRow, ReceptionRecord>(receptions, wanted, ({ receivedAt, issuedDay, _id, encf }) => ({
          at: order === issueOrder ? issuedDay : receivedAt,
          id: _id,
          encf,
        })),
      );
    },

    countUndecided: (query: UndecidedQuery, max: number): Promise<number> =>
      receptions.countDocuments(filterOf({ ...query, estado: 'pendiente' }), {
        limit: max,
        hint: stateIndex,
        maxTimeMS: pageLimitMs,
      }),

    countUndelivered: (query: UndeliveredQuery, max: number): Promise<number> =>
      receptions.countDocuments(undeliveredFilter(query, []), {
        limit: max,
        hint: undeliveredIndex,
        maxTimeMS: pageLimitMs,
      }),

    /** What the undecided vouchers amount to, and whose the oldest ones are. */
    findUndecidedInvolved: (query: UndecidedQuery): Promise<Involved | undefined> =>
      readInvolved(receptions, {
        ...ofIssuers,
        filter: filterOf({ ...query, estado: 'pendiente' }),
        hint: stateIndex,
      }),

    findUndeliveredInvolved: (query: UndeliveredQuery): Promise<Involved | undefined> =>
      readInvolved(receptions, {
        ...ofIssuers,
        filter: undeliveredFilter(query, []),
        hint: undeliveredIndex,
      }),

    /**
     * Records the first decision about a voucher, and makes our approval due. The first decision stays, because the issuer and DGII may
     * already have it. If the same decision comes again and the approval was given up, the approval is due again.
     * @param sha256 the hash of the voucher that the decision is about; without it, the decision is about the voucher that has the number
     */
    decideReception: async (key: ReceptionKey, decision: Decision, sha256?: string): Promise<Decided> => {
      const { companyId, environment, rncEmisor, encf } = key;
      const voucher = { companyId, environment, rncEmisor, encf };
      const reception = await receptions.findOneAndUpdate(
        { ...voucher, ...(sha256 !== undefined && { sha256 }), decision: { $exists: false } },
        [
          {
            $set: {
              decision: { $literal: decision },
              approvalDueAt: '$$NOW',
              pending: pendingWithDecision(decision),
            },
          },
        ],
        { returnDocument: 'after' },
      );
      if (reception !== null) return { outcome: 'decided', reception };
      const earlier = await receptions.findOne(voucher);
      if (earlier === null) return { outcome: 'unknown' };
      if (sha256 !== undefined && earlier.sha256 !== sha256) return { outcome: 'changed' };
      // A voucher without a decision is there now, so it arrived or changed between the two reads.
      if (earlier.decision === undefined) return { outcome: sha256 === undefined ? 'unknown' : 'changed' };
      const { estado, motivo } = earlier.decision;
      const same = estado === decision.estado && motivo === decision.motivo;
      const again = same ? tryAgain(earlier, decision.at) : undefined;
      const changed =
        again && (await receptions.findOneAndUpdate(again.filter, again.update, { returnDocument: 'after' }));
      return { outcome: 'decided-before', same, reception: changed ?? earlier };
    },
  };
}

const encfLength = 13;
const stateIndex = 'decisionAtDgii';
const undeliveredIndex = 'undelivered';
const everyDecision = [null, ...decisionStates];
const everyDgiiState = [null, ...dgiiStates];
const ofIssuers = {
  order: { receivedAt: 1, _id: 1 },
  name: 'razonSocialEmisor',
  since: 'receivedAt',
} as const;
const latestFirst = { receivedAt: -1, _id: -1 } as const;
const oldestFirst = { receivedAt: 1, _id: 1 } as const;
const issueOrder = { issuedDay: -1, _id: -1 } as const;

interface Plan {
  readonly filter: Filter<ReceptionRecord>;
  readonly hint: string;
  readonly order: Readonly<Record<string, 1 | -1>>;
}

/** Chooses the index of the filter that leaves the fewest receptions. Each of these indexes has them in the order of the list. */
function planOf(asked: InboxQuery, firstWord: string | undefined): Plan {
  const query = withSoughtNumber(asked);
  const { encf, estado, dgii, issued, cursor } = query;
  const isBeginning = encf !== undefined && encf.length < encfLength;
  if (isBeginning && issued === undefined && firstWord === undefined) return planOfBeginning(query, encf);
  const hint = indexFor(query);
  const order = orderOf(query, hint);
  const others: Filter<ReceptionRecord>[] = [];
  if (hint === stateIndex) {
    // MongoDB merges the parts of the index that have these states, in the order of the list.
    if (estado === undefined) others.push({ 'decision.estado': { $in: everyDecision } });
    if (dgii === undefined) others.push({ 'dgii.estado': { $in: everyDgiiState } });
  }
  if (encf !== undefined) others.push(numbersFrom(encf));
  if (query.sought !== undefined)
    others.push(wordsFilter(query.sought, firstWord), ...query.sought.encfs.map(numbersFrom));
  if (cursor !== undefined) others.push(afterCursor(cursor, order));
  if (hint === undeliveredIndex) return { filter: undeliveredFilter(query, others), hint, order };
  return { filter: { $and: [filterOf(query), ...others] }, hint, order };
}

/** The word that the index of words starts from. Undefined: another index serves the query. */
async function firstWordOf(
  receptions: Collections['receptions'],
  asked: InboxQuery,
): Promise<{ readonly first: string | undefined }> {
  const query = withSoughtNumber(asked);
  if (query.sought === undefined || indexFor(query) !== 'search') return { first: undefined };
  return { first: (await rarestWord(receptions, query, query.sought)).word };
}

/** A number that is searched for is the filter of numbers, which has an index of its own. */
function withSoughtNumber(query: InboxQuery): InboxQuery {
  const { encf, sought } = query;
  const [number, ...others] = sought?.encfs ?? [];
  if (sought === undefined || number === undefined || encf !== undefined) return query;
  return { ...query, encf: number, sought: { words: sought.words, encfs: others } };
}

function numbersFrom(beginning: string): Filter<ReceptionRecord> {
  return { encf: beginning.length === encfLength ? beginning : { $gte: beginning, $lt: `${beginning}:` } };
}

function orderOf({ oldestFirst: isReversed }: InboxQuery, hint: string): Plan['order'] {
  if (hint === 'issued') return issueOrder;
  return isReversed === true ? oldestFirst : latestFirst;
}

function afterCursor(cursor: PageCursor, order: Plan['order']): Filter<ReceptionRecord> {
  if (order === issueOrder) return issuedBefore(cursor);
  if (order === latestFirst) return olderThan('receivedAt', cursor);
  const { at, id } = cursor;
  return { receivedAt: { $gte: at }, $or: [{ receivedAt: { $gt: at } }, { _id: { $gt: id } }] };
}

function indexFor({ encf, rncEmisor, estado, dgii, issued, sought }: InboxQuery): string {
  if (encf?.length === encfLength) return 'number';
  if (estado === 'no-llego') return undeliveredIndex;
  if (sought !== undefined && sought.words.length > 0) return 'search';
  if (rncEmisor !== undefined) return 'issuer';
  if (issued !== undefined) return 'issued';
  return estado === undefined && dgii === undefined ? 'received' : stateIndex;
}

/** MongoDB merges the two parts in the order of the list, and so skips the earlier pages of a day with many vouchers. */
function issuedBefore({ at, id }: PageCursor): Filter<ReceptionRecord> {
  return { $or: [{ issuedDay: at, _id: { $lt: id } }, { issuedDay: { $lt: at } }] };
}

/**
 * Lists the numbers with this beginning, highest first, because only that order has an index. Several issuers use the same numbers. e-NCFs
 * are sorted as text: those that begin with `E31` lie between `E31` and `E31:`, because `:` follows `9`.
 */
function planOfBeginning(query: InboxQuery, beginning: string): Plan {
  const { rncEmisor, cursor: { encf, at, id } = {} } = query;
  // A cursor of another list has no meaning here.
  const last = encf?.startsWith(beginning) === true ? encf : undefined;
  const others = {
    ...filterOf(query),
    ...(query.sought !== undefined && {
      ...wordsFilter(query.sought, undefined),
      // MongoDB refuses an empty list. The last one matches everything.
      $and: [...query.sought.encfs.map(numbersFrom), {}],
    }),
  };
  const numbers = { $gte: beginning, $lt: last ?? `${beginning}:` };
  const lower = { ...others, encf: numbers };
  // One issuer has each number only once, so the number alone is the order.
  if (rncEmisor !== undefined) return { filter: lower, hint: 'voucher', order: { encf: -1 } };
  const order = { encf: -1, receivedAt: 1, _id: 1 } as const;
  if (last === undefined || at === undefined || id === undefined)
    return { filter: lower, hint: 'number', order };
  // MongoDB merges the two parts in this order, and so skips the earlier pages of vouchers with the last number.
  const sameNumber = {
    $and: [
      { ...others, encf: last },
      { receivedAt: { $gte: at } },
      { $or: [{ receivedAt: { $gt: at } }, { _id: { $gt: id } }] },
    ],
  };
  return { filter: { $or: [sameNumber, lower] }, hint: 'number', order };
}

/** Each alternative is a whole filter. Otherwise MongoDB reads the partial index from end to end, with all companies. */
function undeliveredFilter(
  query: Omit<InboxQuery, 'limit'>,
  others: readonly Filter<ReceptionRecord>[],
): Filter<ReceptionRecord> {
  const { $or = [], ...own }: Filter<ReceptionRecord> = filterOf({ ...query, estado: 'no-llego' });
  return { $or: $or.map((one) => ({ $and: [own, one, ...others] })) };
}

function filterOfDecision(
  estado: NonNullable<InboxQuery['estado']>,
  environment: Environment,
): Filter<ReceptionRecord> {
  switch (estado) {
    case 'pendiente':
      // Null lets the index find the vouchers without a decision.
      return { 'decision.estado': null };
    case 'no-llego': {
      const ended = { $in: [...undeliveredStates(environment)] };
      const legs = [{ 'approval.issuer.state': ended }, { 'approval.dgii.state': ended }];
      return { $or: [...legs, { 'heldApproval.state': 'given-up' }] };
    }
    default:
      return { 'decision.estado': estado };
  }
}

function filterOf(query: Omit<InboxQuery, 'limit'>) {
  const { companyId, environment, rncEmisor, estado, dgii } = query;
  return {
    companyId,
    environment,
    ...between('receivedAt', query),
    ...between('issuedDay', query.issued),
    ...(rncEmisor !== undefined && { rncEmisor }),
    ...(estado !== undefined && filterOfDecision(estado, environment)),
    ...(dgii !== undefined && { 'dgii.estado': { $in: [...dgii] } }),
  };
}
