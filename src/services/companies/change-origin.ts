/**
 * Changes who assigns a company's e-NCFs. The change has two parts, because issuing must stop for a minute in between: first
 * `startOriginChange`, and from `readyAt` on `finishOriginChange`. The change completes as a whole or not at all.
 */
import type { Encf } from '../../ecf/model/encf.js';
import { compareDates, localDate } from '../../ecf/model/dates.js';
import type { Origin, OriginEnd, OriginStart } from '../../ledger/companies/origin-change.js';
import type { NextNeeded, ReservedLeft } from '../../ledger/companies/origin-change-numbers.js';
import type { Company } from '../../ledger/companies/company.js';
import type { OperatorDeps } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';

export interface OriginChange {
  readonly to: Origin;
  /** For a change to `client`: abandons the numbers that were handed out and never sent. */
  readonly abandonReserved?: boolean;
  /** For a change to `service`: the first number to hand out from each authorization that has not expired. */
  readonly next?: readonly Encf[];
}

export type NextRefusal =
  /** This e-NCF is in no range that still needs a first number. */
  Refused<'NEXT_OUTSIDE_RANGE', { readonly encf: string }> | NextNeeded;

type OriginStarted = OriginStart | NextRefusal | ReservedLeft;

type OriginFinished =
  | Exclude<OriginEnd, Refused<'ORIGIN_NOT_CHANGING'>>
  /** Another person cancelled or finished the change. */
  | Refused<'ORIGIN_CHANGED_MEANWHILE'>;

const reservedShown = 20;

/** Checks what can be checked before issuing stops. A second start of the same change joins the first one. */
export async function startOriginChange(
  deps: OperatorDeps,
  company: Company,
  change: OriginChange,
): Promise<OriginStarted> {
  const { store } = deps;
  if (company.origin !== change.to) {
    const refusal =
      change.to === 'client'
        ? await reservedLeft(deps, company, change)
        : (await firstNumbers(deps, company, change)).refusal;
    if (refusal !== undefined) return refusal;
  }
  const { companyId, environment } = company;
  return store.beginOriginChange(companyId, { to: change.to, environment });
}

/** If the change is refused because an operator must do something or repeat it, issuing continues as before. */
export async function finishOriginChange(
  deps: OperatorDeps,
  company: Company,
  change: OriginChange,
): Promise<OriginFinished> {
  const { store } = deps;
  const { companyId, environment } = company;
  const { to, abandonReserved = false } = change;
  // The refusal is ignored: the ledger itself refuses a missing number, and so never cancels a change that another person started.
  const { next } = await firstNumbers(deps, company, change);
  const end = await store.finishOriginChange({ companyId, environment, to, abandonReserved, next });
  if (end.outcome === 'changed' || end.refusal === 'TOO_EARLY') return end;
  if (end.refusal === 'ORIGIN_NOT_CHANGING') return refused('ORIGIN_CHANGED_MEANWHILE');
  const { outcome } = await store.cancelOriginChange(companyId);
  // If nothing is left to cancel, it was another person who finished this change.
  if (end.refusal === 'RANGES_CHANGED_MEANWHILE' && outcome !== 'cancelled')
    return refused('ORIGIN_CHANGED_MEANWHILE');
  return end;
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
    // The number after the end means that the range has no numbers left.
    const authorization =
      open.find((one) => one.from <= serial && serial <= one.to) ?? open.find((one) => serial === one.to + 1);
    if (authorization === undefined) return { next, refusal: refused('NEXT_OUTSIDE_RANGE', { encf: text }) };
    next.set(authorization.id, serial);
  }
  const missing = authorizations.filter(
    ({ id, expiresOn }) => !next.has(id) && (expiresOn === null || compareDates(expiresOn, today) >= 0),
  );
  if (missing.length === 0) return { next };
  const needed = missing.map(({ id, ecfType, from, to }) => ({ id, ecfType, from, to, lowest: null }));
  return { next, refusal: refused('NEXT_NEEDED', { authorizations: needed }) };
}
