/** Settings of a company: its environment, its consent to production, and what conditional faults do. */
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import type { Company } from '../store.js';

export type EnvironmentOutcome =
  | { readonly outcome: 'changed' }
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
  const set = async (companyId: number, change: Partial<Company>) =>
    (await companies.updateOne({ _id: companyId }, { $set: change })).matchedCount === 1;

  return {
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
}
