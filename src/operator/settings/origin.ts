/**
 * Changes who assigns a company's e-NCF. The change has two parts, because the ledger must hold issuing for a minute in between:
 * `startOriginChange`, and from `readyAt` on `finishOriginChange`. Either the change completes or nothing changes.
 */
import type { Encf } from '../../ecf/model/encf.js';
import { compareDates, localDate } from '../../ecf/model/dates.js';
import type { Origin } from '../../ledger/companies/origin-change.js';
import type { Authorization } from '../../ledger/numbering/numbering.js';
import type { Company } from '../../ledger/store.js';
import type { OperatorDeps } from '../deps.js';
import { refused, type Refused } from '../refused.js';

export interface OriginChange {
  readonly to: Origin;
  /** To `client`: abandon the numbers that were handed out and never sent. */
  readonly abandonReserved?: boolean;
  /** To `service`: the first number to hand out of each authorization that has not expired. */
  readonly next?: readonly Encf[];
}

export type NextRefusal =
  /** This e-NCF is in no range that still needs a first number. */
  | Refused<'NEXT_OUTSIDE_RANGE', { readonly encf: string }>
  | Refused<'NEXT_NEEDED', { readonly authorizations: readonly RangeInNeed[] }>;

export interface RangeInNeed extends Pick<Authorization, 'id' | 'ecfType' | 'from' | 'to'> {
  /** The lowest valid first number; null where only the ledger can say it, when the change finishes. */
  readonly lowest: number | null;
}

/** Up to twenty of the numbers. */
export type ReservedLeft = Refused<
  'RESERVED_LEFT',
  { readonly encfs: readonly string[]; readonly count: number }
>;

export type OriginStarted =
  /** Issuing is stopped. The change can finish from this moment on. */
  | { readonly outcome: 'started'; readonly readyAt: Date }
  | NextRefusal
  | ReservedLeft
  | Refused<'COMPANY_NOT_FOUND' | 'ORIGIN_UNCHANGED' | 'ORIGIN_CHANGING'>;

export type OriginFinished =
  | { readonly outcome: 'changed'; readonly abandoned: number }
  | Refused<'TOO_EARLY', { readonly readyAt: Date }>
  | Extract<NextRefusal, { readonly refusal: 'NEXT_NEEDED' }>
  | ReservedLeft
  /** Another person cancelled or finished the change. */
  | Refused<'ORIGIN_CHANGED_MEANWHILE'>;

const reservedShown = 20;

/** Checks what can be checked before issuing stops. A second start of the same change joins the first. */
export async function startOriginChange(
  deps: OperatorDeps,
  company: Company,
  change: OriginChange,
): Promise<OriginStarted> {
  const { store, clock } = deps;
  if (company.origin !== change.to) {
    const refusal =
      change.to === 'client'
        ? await reservedLeft(deps, company, change)
        : (await firstNumbers(deps, company, change)).refusal;
    if (refusal !== undefined) return refusal;
  }
  const start = await store.beginOriginChange(company.companyId, change.to, clock());
  if (start.outcome === 'started') return start;
  return refused(start.refusal === 'COMPANY_UNKNOWN' ? 'COMPANY_NOT_FOUND' : start.refusal);
}

/** After a refusal that the operator must act on, issuing continues as before the change. */
export async function finishOriginChange(
  deps: OperatorDeps,
  company: Company,
  change: OriginChange,
): Promise<OriginFinished> {
  const { store, clock } = deps;
  const { companyId } = company;
  const { to, abandonReserved = false } = change;
  // The ledger itself refuses a missing number, so that a refusal never cancels another person's change.
  const { next } = await firstNumbers(deps, company, change);
  const end = await store.finishOriginChange({ companyId, to, now: clock(), abandonReserved, next });
  switch (end.outcome) {
    case 'changed':
      return end;
    case 'too-early':
      return refused('TOO_EARLY', { readyAt: end.readyAt });
    case 'reserved-left':
      await store.cancelOriginChange(companyId);
      return refused('RESERVED_LEFT', { encfs: end.encfs, count: end.count });
    case 'next-needed':
      await store.cancelOriginChange(companyId);
      return nextNeeded(end.authorizations);
    case 'refused':
      return refused('ORIGIN_CHANGED_MEANWHILE');
  }
}

/** The company keeps its origin, and issuing continues. */
export async function cancelOriginChange(
  { store }: OperatorDeps,
  companyId: number,
): Promise<{ readonly outcome: 'cancelled' } | Refused<'ORIGIN_NOT_CHANGING'>> {
  const cancelled = await store.cancelOriginChange(companyId);
  return cancelled ? { outcome: 'cancelled' } : refused('ORIGIN_NOT_CHANGING');
}

async function reservedLeft(
  { store, clock }: OperatorDeps,
  { companyId, environment }: Company,
  { abandonReserved = false }: OriginChange,
): Promise<ReservedLeft | undefined> {
  if (abandonReserved) return undefined;
  const page = { companyId, environment, reservedBefore: clock(), limit: reservedShown };
  const encfs = (await store.unused(page)).numbers.map(({ encf }) => encf);
  return encfs.length === 0 ? undefined : refused('RESERVED_LEFT', { encfs, count: encfs.length });
}

/** Maps each given number to its authorization's id. Every authorization that has not expired needs one. */
async function firstNumbers(
  { store, clock }: OperatorDeps,
  { companyId, environment }: Company,
  { to, next: given = [] }: OriginChange,
): Promise<{ readonly next: ReadonlyMap<string, number>; readonly refusal?: NextRefusal }> {
  const next = new Map<string, number>();
  if (to === 'client') return { next };
  const today = localDate(clock().getTime());
  const authorizations = await store.listAuthorizations(companyId, environment);
  for (const { text, type, serial } of given) {
    const open = authorizations.filter(({ id, ecfType }) => ecfType === type && !next.has(id));
    // One past the end means that the range has no numbers left.
    const authorization =
      open.find((one) => one.from <= serial && serial <= one.to) ?? open.find((one) => serial === one.to + 1);
    if (authorization === undefined) return { next, refusal: refused('NEXT_OUTSIDE_RANGE', { encf: text }) };
    next.set(authorization.id, serial);
  }
  const missing = authorizations.filter(
    ({ id, expiresOn }) => !next.has(id) && (expiresOn === null || compareDates(expiresOn, today) >= 0),
  );
  if (missing.length === 0) return { next };
  return { next, refusal: nextNeeded(missing.map((authorization) => ({ authorization }))) };
}

function nextNeeded(needed: readonly { readonly authorization: Authorization; readonly lowest?: number }[]) {
  return refused('NEXT_NEEDED', {
    authorizations: needed.map(({ authorization: { id, ecfType, from, to }, lowest = null }) => {
      return { id, ecfType, from, to, lowest };
    }),
  });
}
