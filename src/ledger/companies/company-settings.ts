/** Settings of a company: its environment, its consent to production, and those that depend on nothing. */
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import type { Company } from '../store.js';

/** What one write changes, without a condition. */
export type CompanySettings = Pick<
  Company,
  'annulRejected' | 'approvals' | 'buyerDelivery' | 'buyerDelivery45' | 'conditional' | 'repeatedReception'
>;

export interface NewEnvironment {
  readonly environment: Environment;
  /** The company's own consent to production. Absent: it stays as it is. */
  readonly productionAllowed?: boolean;
  /** Also while vouchers are not final. */
  readonly force: boolean;
}

export type EnvironmentOutcome =
  | { readonly outcome: 'changed'; readonly productionAllowed: boolean }
  | {
      readonly outcome: 'refused';
      readonly refusal: 'COMPANY_UNKNOWN' | 'PRODUCTION_NOT_ALLOWED' | 'ENVIRONMENT_CHANGED_MEANWHILE';
    }
  /** Some vouchers are not final. They finish in the environment that admitted them. */
  | { readonly outcome: 'not-final'; readonly count: number };

/** Counting stops here. The operator needs to know that some exist, not how many thousands. */
const countMax = 100_000;

export function createCompanySettings({
  companies,
  documents,
}: Pick<Collections, 'companies' | 'documents'>) {
  // Uses the partial index of documents that are not final. Every such document has a next check.
  const countNotFinal = (companyId: number) =>
    documents.countDocuments(
      { final: false, companyId, nextCheckAt: { $gte: new Date(0) } },
      { hint: 'nextCheck', limit: countMax },
    );

  return {
    /**
     * Numbers and vouchers stay in the environment that created them. A company that moves to another environment loses its
     * tokens for good: they stay invalid when it returns. One write changes environment and consent, and only while both are as
     * they were read.
     */
    setEnvironment: async (
      companyId: number,
      { environment, productionAllowed: consent, force }: NewEnvironment,
    ): Promise<EnvironmentOutcome> => {
      const company = await companies.findOne({ _id: companyId });
      if (company === null) return { outcome: 'refused', refusal: 'COMPANY_UNKNOWN' };
      const read = { environment: company.environment, productionAllowed: company.productionAllowed };
      const productionAllowed = consent ?? read.productionAllowed;
      if (environment === 'production' && !productionAllowed)
        return { outcome: 'refused', refusal: 'PRODUCTION_NOT_ALLOWED' };
      const moves = read.environment !== environment;
      const count = moves && !force ? await countNotFinal(companyId) : 0;
      if (count > 0) return { outcome: 'not-final', count };
      const changed = await companies.updateOne(
        { _id: companyId, ...read },
        { $set: { environment, productionAllowed }, ...(moves && { $inc: { tokenGeneration: 1 } }) },
      );
      return changed.matchedCount === 1
        ? { outcome: 'changed', productionAllowed }
        : { outcome: 'refused', refusal: 'ENVIRONMENT_CHANGED_MEANWHILE' };
    },

    /** Sets the given ones. False: there is no such company. */
    changeSettings: async (companyId: number, settings: CompanySettings) =>
      (await companies.updateOne({ _id: companyId }, { $set: settings })).matchedCount === 1,
  };
}
