/**
 * Changes of a company that touch its numbers: who assigns them, and in which environment. The origins are never mixed, so
 * a change of origin first stops numbers and new vouchers for longer than any request lives, then looks, then decides.
 */
import { formatEncf } from '../../ecf/model/encf.js';
import type { Environment } from '../../ecf/model/environments.js';
import { localDate } from '../../ecf/model/dates.js';
import { expired, readSequences } from '../numbering/authorizations.js';
import type { Collections } from '../mongo/collections.js';
import { guard } from '../mongo/guard.js';
import { serialOf, type Authorization, type SignerRefusal } from '../numbering/numbering.js';
import type { Company } from '../store.js';

/**
 * A request reads the company's origin after its body arrived, and writes within its calls to the ledger: three, of at most
 * 15 s each. After this long every one of them has seen the change, or is over.
 */
export const originHoldMs = 60_000;

export type Origin = Company['origin'];

export type OriginStart =
  /** From `readyAt` on the change can be finished. A second start of the same change joins the first. */
  | { readonly outcome: 'started'; readonly readyAt: Date }
  | {
      readonly outcome: 'refused';
      readonly refusal: 'COMPANY_UNKNOWN' | 'ORIGIN_UNCHANGED' | 'ORIGIN_CHANGING';
    };

export interface OriginFinish {
  readonly companyId: number;
  readonly to: Origin;
  readonly now: Date;
  /** service → client: give up the numbers that were handed out and never sent. */
  readonly abandonReserved?: boolean;
  /**
   * client → service: the first number to hand out of each authorization that has not expired, by its id, above every
   * e-NCF the ledger has there.
   */
  readonly next?: ReadonlyMap<string, number>;
}

/** An authorization whose first number is missing or too low. */
export interface NextNeeded {
  readonly authorization: Authorization;
  /** The lowest that is good: above every e-NCF in the ledger. Beyond `authorization.to`: none is left. */
  readonly lowest: number;
}

export type OriginEnd =
  | { readonly outcome: 'changed'; readonly abandoned: number }
  | { readonly outcome: 'refused'; readonly refusal: 'ORIGIN_NOT_CHANGING' }
  | { readonly outcome: 'too-early'; readonly readyAt: Date }
  /** service → client: numbers that are neither used, annulled nor to be abandoned. */
  | { readonly outcome: 'reserved-left'; readonly count: number; readonly encfs: readonly string[] }
  | { readonly outcome: 'next-needed'; readonly authorizations: readonly NextNeeded[] };

export type EnvironmentOutcome =
  | { readonly outcome: 'changed' }
  | {
      readonly outcome: 'refused';
      readonly refusal: 'COMPANY_UNKNOWN' | 'PRODUCTION_NOT_ALLOWED' | 'ENVIRONMENT_CHANGED_MEANWHILE';
    }
  /** Vouchers that are not final; they finish where they were admitted. */
  | { readonly outcome: 'not-final'; readonly count: number };

export interface CompanyChanges {
  /** Stops numbers and new vouchers: requests are answered 503 ORIGIN_CHANGING until the change is finished or cancelled. */
  beginOriginChange(companyId: number, to: Origin, now: Date): Promise<OriginStart>;
  /** Looks and decides; what it refuses leaves the company as it is, still changing. */
  finishOriginChange(input: OriginFinish): Promise<OriginEnd>;
  /** Back to the origin it had. False: nothing was under way. */
  cancelOriginChange(companyId: number): Promise<boolean>;
  /**
   * Numbers and vouchers belong to the environment they came from. `force` goes on although some are not final. The company's
   * tokens end, also for the time after it comes back to the environment.
   */
  setEnvironment(companyId: number, environment: Environment, force: boolean): Promise<EnvironmentOutcome>;
  /** The company's own consent to production. False: there is no such company. */
  setProductionAllowed(companyId: number, allowed: boolean): Promise<boolean>;
  /** Whether conditional faults stop the company's vouchers. False: there is no such company. */
  setConditional(companyId: number, conditional: NonNullable<Company['conditional']>): Promise<boolean>;
  /**
   * DGII refused the company's signer: no more numbers, so that none is burnt. The reason of the latest question is kept: a new
   * certificate may be refused for another one. `since` stays.
   * What DGII says of something that began (`askedAt`) before the token that ended a suspension says nothing any more: a verdict
   * may come long after.
   */
  suspendIssuing(
    companyId: number,
    environment: Environment,
    refusal: { readonly reason: SignerRefusal; readonly askedAt: Date; readonly since: Date },
  ): Promise<void>;
  /** DGII gave the company a token there, which was asked for then. */
  resumeIssuing(companyId: number, environment: Environment, askedAt: Date): Promise<void>;
  /**
   * Companies suspended since `before` or longer, whose turn it is to ask DGII for a token: claimed until `until`, so that of
   * many workers one asks.
   */
  claimSuspended(before: Date, now: Date, until: Date, limit: number): Promise<Company[]>;
}

/** Shown to an operator. */
const encfsShownMax = 20;
/** Counting ends here: the operator needs to know that there are, not how many thousands. */
const countMax = 100_000;

export function createCompanyChanges(collections: Collections, holdMs = originHoldMs): CompanyChanges {
  const { companies, documents, reservations, sequences } = collections;
  const readyAtOf = (since: Date) => new Date(since.getTime() + holdMs);

  return {
    beginOriginChange: (companyId, to, now) =>
      guard(async (): Promise<OriginStart> => {
        await companies.updateOne(
          { _id: companyId, origin: { $ne: to }, originChange: { $exists: false } },
          { $set: { originChange: { to, since: now } } },
        );
        const company = await companies.findOne({ _id: companyId });
        if (company === null) return { outcome: 'refused', refusal: 'COMPANY_UNKNOWN' };
        if (company.originChange?.to === to)
          return { outcome: 'started', readyAt: readyAtOf(company.originChange.since) };
        const refusal = company.originChange === undefined ? 'ORIGIN_UNCHANGED' : 'ORIGIN_CHANGING';
        return { outcome: 'refused', refusal };
      }),

    finishOriginChange: (input) =>
      guard(async (): Promise<OriginEnd> => {
        const { companyId, to, now } = input;
        const company = await companies.findOne({ _id: companyId });
        const change = company?.originChange;
        if (company === null || change?.to !== to)
          return { outcome: 'refused', refusal: 'ORIGIN_NOT_CHANGING' };
        if (now < readyAtOf(change.since)) return { outcome: 'too-early', readyAt: readyAtOf(change.since) };
        const settled = to === 'client' ? await settleReserved(input) : await settleNext(company, input);
        if (typeof settled !== 'number') return settled;
        const changed = await companies.updateOne(
          { _id: companyId, 'originChange.to': to, 'originChange.since': change.since },
          { $set: { origin: to }, $unset: { originChange: '' } },
        );
        return changed.matchedCount === 1
          ? { outcome: 'changed', abandoned: settled }
          : { outcome: 'refused', refusal: 'ORIGIN_NOT_CHANGING' };
      }),

    cancelOriginChange: (companyId) =>
      guard(async () => {
        const underWay = { _id: companyId, originChange: { $exists: true } };
        return (await companies.updateOne(underWay, { $unset: { originChange: '' } })).matchedCount === 1;
      }),

    setEnvironment: (companyId, environment, force) =>
      guard(async (): Promise<EnvironmentOutcome> => {
        const company = await companies.findOne({ _id: companyId });
        if (company === null) return { outcome: 'refused', refusal: 'COMPANY_UNKNOWN' };
        if (environment === 'production' && !company.productionAllowed)
          return { outcome: 'refused', refusal: 'PRODUCTION_NOT_ALLOWED' };
        if (company.environment === environment) return { outcome: 'changed' };
        // Through the index of documents that are not final, which holds all that have a next check.
        const notFinal = { final: false, companyId, nextCheckAt: { $gte: new Date(0) } };
        const count = force
          ? 0
          : await documents.countDocuments(notFinal, { hint: 'nextCheck', limit: countMax });
        if (count > 0) return { outcome: 'not-final', count };
        const consent = environment === 'production' ? { productionAllowed: true } : {};
        const changed = await companies.updateOne(
          { _id: companyId, environment: company.environment, ...consent },
          { $set: { environment }, $inc: { tokenGeneration: 1 } },
        );
        return changed.matchedCount === 1
          ? { outcome: 'changed' }
          : { outcome: 'refused', refusal: 'ENVIRONMENT_CHANGED_MEANWHILE' };
      }),

    setProductionAllowed: (companyId, allowed) =>
      guard(
        async () =>
          (await companies.updateOne({ _id: companyId }, { $set: { productionAllowed: allowed } }))
            .matchedCount === 1,
      ),

    setConditional: (companyId, conditional) =>
      guard(
        async () =>
          (await companies.updateOne({ _id: companyId }, { $set: { conditional } })).matchedCount === 1,
      ),

    suspendIssuing: (companyId, environment, { reason, askedAt, since }) =>
      guard(async () => {
        const latest = { reason, askedAt };
        await companies.updateOne(
          {
            _id: companyId,
            $nor: [
              { 'resumed.environment': environment, 'resumed.askedAt': { $gte: askedAt } },
              // The answer to an earlier question may arrive later.
              { 'suspended.environment': environment, 'suspended.askedAt': { $gte: askedAt } },
            ],
          },
          // One update, so that no token slips in between: what is suspended there already keeps `since`.
          [
            {
              $set: {
                suspended: {
                  $cond: [
                    { $eq: ['$suspended.environment', environment] },
                    { $mergeObjects: ['$suspended', { $literal: latest }] },
                    { $literal: { environment, since, ...latest } },
                  ],
                },
              },
            },
          ],
        );
      }),

    resumeIssuing: (companyId, environment, askedAt) =>
      guard(async () => {
        await companies.updateOne(
          { _id: companyId, 'suspended.environment': environment },
          { $unset: { suspended: '' }, $set: { resumed: { environment, askedAt } } },
        );
      }),

    claimSuspended: (before, now, until, limit) =>
      guard(async () => {
        const claimed: Company[] = [];
        while (claimed.length < limit) {
          const company = await companies.findOneAndUpdate(
            {
              'suspended.since': { $lte: before },
              $or: [
                { 'suspended.probedUntil': { $exists: false } },
                { 'suspended.probedUntil': { $lte: now } },
              ],
            },
            { $set: { 'suspended.probedUntil': until } },
            { projection: { _id: 0 } },
          );
          if (company === null) break;
          claimed.push(company);
        }
        return claimed;
      }),
  };

  /** @returns how many numbers were abandoned */
  async function settleReserved({
    companyId,
    abandonReserved = false,
  }: OriginFinish): Promise<number | OriginEnd> {
    const left = { companyId, environment: { $exists: true }, state: 'reserved' as const };
    if (abandonReserved) {
      return (await reservations.updateMany(left, { $set: { state: 'abandoned' } })).modifiedCount;
    }
    const some = await reservations.find(left).sort({ _id: 1 }).limit(encfsShownMax).toArray();
    if (some.length === 0) return 0;
    const count = await reservations.countDocuments(left, { limit: countMax });
    return { outcome: 'reserved-left', count, encfs: some.map(({ ecfType, n }) => formatEncf(ecfType, n)) };
  }

  /** Nobody takes numbers meanwhile: the first one of each authorization can be set without looking over a shoulder. */
  async function settleNext(
    { companyId, environment }: Company,
    { next = new Map(), now }: OriginFinish,
  ): Promise<number | OriginEnd> {
    const today = localDate(now.getTime());
    const records = await readSequences(collections, companyId, environment);
    const needed: NextNeeded[] = [];
    for (const record of records) {
      for (const authorization of record.authorizations) {
        if (expired(authorization, today)) continue;
        const lowest = await lowestFree(companyId, environment, authorization);
        const wanted = next.get(authorization.id);
        if (wanted === undefined || wanted < lowest || wanted > authorization.to + 1)
          needed.push({ authorization, lowest });
      }
    }
    if (needed.length > 0) return { outcome: 'next-needed', authorizations: needed };
    for (const { _id, version, authorizations } of records) {
      const changed = authorizations.map((authorization) => {
        return { ...authorization, first: next.get(authorization.id) ?? authorization.first };
      });
      const written = await sequences.updateOne(
        { _id, version },
        { $set: { authorizations: changed, version: version + 1 } },
      );
      if (written.matchedCount === 0) return { outcome: 'refused', refusal: 'ORIGIN_NOT_CHANGING' };
    }
    return 0;
  }

  async function lowestFree(
    companyId: number,
    environment: Environment,
    { ecfType, from, to }: Authorization,
  ): Promise<number> {
    const range = { $gte: formatEncf(ecfType, from), $lte: formatEncf(ecfType, to) };
    const [highest] = await documents
      .find({ companyId, environment, encf: range }, { projection: { _id: 0, encf: 1 } })
      .sort({ encf: -1 })
      .limit(1)
      .toArray();
    return highest === undefined ? from : serialOf(highest.encf) + 1;
  }
}
