/**
 * Changes of a company that affect its numbers: who assigns them (the origin), and in which environment. The two origins must
 * never mix. So a change of origin first stops numbers and new vouchers for longer than any request lives. Then it reads the
 * ledger, and then it decides.
 */
import { formatEncf } from '../../ecf/model/encf.js';
import type { Environment } from '../../ecf/model/environments.js';
import { localDate } from '../../ecf/model/dates.js';
import { expired, readSequences } from '../numbering/authorizations.js';
import type { Collections } from '../mongo/collections.js';
import { serialOf, type Authorization } from '../numbering/numbering.js';
import type { Company } from '../store.js';

/**
 * A request reads the company's origin after its body has arrived. Then it makes at most three ledger calls of at most 15 s
 * each. After 60 s every request has seen the change or has ended.
 */
export const originHoldMs = 60_000;

export type Origin = Company['origin'];

export type OriginStart =
  /** The change can finish from `readyAt` on. A second start of the same change joins the first. */
  | { readonly outcome: 'started'; readonly readyAt: Date }
  | {
      readonly outcome: 'refused';
      readonly refusal: 'COMPANY_UNKNOWN' | 'ORIGIN_UNCHANGED' | 'ORIGIN_CHANGING';
    };

export interface OriginFinish {
  readonly companyId: number;
  readonly to: Origin;
  readonly now: Date;
  /** service → client: abandon the numbers that were handed out and never sent. */
  readonly abandonReserved?: boolean;
  /**
   * client → service: the first number to hand out, by authorization id. Needed for each authorization that has not expired.
   * Must be above every e-NCF that the ledger has in that range.
   */
  readonly next?: ReadonlyMap<string, number>;
}

/** An authorization whose first number is missing or too low. */
export interface NextNeeded {
  readonly authorization: Authorization;
  /** The lowest valid first number: one above the highest e-NCF in the ledger. Above `authorization.to`: no number is left. */
  readonly lowest: number;
}

export type OriginEnd =
  | { readonly outcome: 'changed'; readonly abandoned: number }
  | { readonly outcome: 'refused'; readonly refusal: 'ORIGIN_NOT_CHANGING' }
  | { readonly outcome: 'too-early'; readonly readyAt: Date }
  /** service → client: numbers are still reserved, and `abandonReserved` was not set. */
  | { readonly outcome: 'reserved-left'; readonly count: number; readonly encfs: readonly string[] }
  | { readonly outcome: 'next-needed'; readonly authorizations: readonly NextNeeded[] };

export type EnvironmentOutcome =
  | { readonly outcome: 'changed' }
  | {
      readonly outcome: 'refused';
      readonly refusal: 'COMPANY_UNKNOWN' | 'PRODUCTION_NOT_ALLOWED' | 'ENVIRONMENT_CHANGED_MEANWHILE';
    }
  /** Some vouchers are not final. They finish in the environment that admitted them. */
  | { readonly outcome: 'not-final'; readonly count: number };

/** e-NCFs shown to an operator. */
const encfsShownMax = 20;
/** Counting stops here. The operator needs to know that some exist, not how many thousands. */
const countMax = 100_000;

export function createCompanyChanges(collections: Collections) {
  const { companies, documents, reservations, sequences } = collections;
  const readyAtOf = (since: Date) => new Date(since.getTime() + originHoldMs);

  const set = async (companyId: number, change: Partial<Company>) =>
    (await companies.updateOne({ _id: companyId }, { $set: change })).matchedCount === 1;

  return {
    /** Stops numbers and new vouchers. Requests get 503 ORIGIN_CHANGING until the change is finished or cancelled. */
    beginOriginChange: async (companyId: number, to: Origin, now: Date): Promise<OriginStart> => {
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
    },

    /** Finishes the change if the ledger permits it. After a refusal the change is still under way. */
    finishOriginChange: async (input: OriginFinish): Promise<OriginEnd> => {
      const { companyId, to, now } = input;
      const company = await companies.findOne({ _id: companyId });
      const change = company?.originChange;
      if (company === null || change?.to !== to)
        return { outcome: 'refused', refusal: 'ORIGIN_NOT_CHANGING' };
      if (now < readyAtOf(change.since)) return { outcome: 'too-early', readyAt: readyAtOf(change.since) };
      const abandoned = to === 'client' ? await leaveReserved(input) : await setFirstNumbers(company, input);
      if (typeof abandoned !== 'number') return abandoned;
      const changed = await companies.updateOne(
        { _id: companyId, 'originChange.to': to, 'originChange.since': change.since },
        { $set: { origin: to }, $unset: { originChange: '' } },
      );
      return changed.matchedCount === 1
        ? { outcome: 'changed', abandoned: abandoned }
        : { outcome: 'refused', refusal: 'ORIGIN_NOT_CHANGING' };
    },

    /** The company keeps its old origin. False: no change was under way. */
    cancelOriginChange: async (companyId: number) => {
      const underWay = { _id: companyId, originChange: { $exists: true } };
      return (await companies.updateOne(underWay, { $unset: { originChange: '' } })).matchedCount === 1;
    },

    /**
     * Numbers and vouchers stay in the environment that created them. `force` permits the change while vouchers are not final.
     * The company's tokens end for good: they stay invalid when the company returns to the old environment.
     */
    setEnvironment: async (
      companyId: number,
      environment: Environment,
      force: boolean,
    ): Promise<EnvironmentOutcome> => {
      const company = await companies.findOne({ _id: companyId });
      if (company === null) return { outcome: 'refused', refusal: 'COMPANY_UNKNOWN' };
      if (environment === 'production' && !company.productionAllowed)
        return { outcome: 'refused', refusal: 'PRODUCTION_NOT_ALLOWED' };
      if (company.environment === environment) return { outcome: 'changed' };
      // Uses the partial index of documents that are not final. Every such document has a next check.
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
    },

    /** Sets the company's own consent to production. False: there is no such company. */
    setProductionAllowed: (companyId: number, allowed: boolean) =>
      set(companyId, { productionAllowed: allowed }),

    /** Sets whether conditional faults block the company's vouchers. False: there is no such company. */
    setConditional: (companyId: number, conditional: NonNullable<Company['conditional']>) =>
      set(companyId, { conditional }),
  };

  /** @returns how many numbers were abandoned */
  async function leaveReserved({
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

  /** No process takes numbers during a change of origin, so it is safe to set each authorization's first number. */
  async function setFirstNumbers(
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
