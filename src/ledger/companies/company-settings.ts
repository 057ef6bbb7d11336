/** The settings of a company: environment and consent to production, and those that need no condition. */
import type { Environment } from '../../ecf/model/environments.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { Collections } from '../collections.js';
import type { Company } from './company.js';
import { countOpen } from '../vouchers/lists/company-summary.js';

export type CompanySettings = Partial<
  Pick<
    Company,
    | 'annulRejected'
    | 'approvals'
    | 'buyerDelivery'
    | 'buyerDelivery45'
    | 'conditional'
    | 'deferredSending'
    | 'mailAccepted'
    | 'mailCursor'
    | 'mailReplyTo'
    | 'razonSocial'
    | 'repeatedReception'
  >
>;

export interface NewEnvironment {
  readonly environment: Environment;
  /** The company's own consent to production. If absent, the consent stays as it is. */
  readonly productionAllowed?: boolean;
  /** Changes the environment even while vouchers are not final. */
  readonly force: boolean;
}

/** The consents that are missing: the setting ECF_ALLOW_PRODUCTION, and the company's. */
export type NotAllowed = Refused<
  'PRODUCTION_NOT_ALLOWED',
  { readonly missing: readonly ('service' | 'company')[] }
>;

/** `neededConsent`: some vouchers or annulments are in production, and without the consent they would not finish. */
export type NotFinal = Refused<
  'DOCUMENTS_NOT_FINAL',
  { readonly count: number; readonly neededConsent: boolean }
>;

export type EnvironmentOutcome =
  | { readonly outcome: 'changed'; readonly productionAllowed: boolean }
  | NotAllowed
  | NotFinal
  /** `ORIGIN_CHANGING`: the first numbers of the change were given for the ranges of the present environment. */
  | Refused<'COMPANY_NOT_FOUND' | 'ENVIRONMENT_CHANGED_MEANWHILE' | 'ORIGIN_CHANGING'>;

export function createCompanySettings({
  companies,
  documents,
}: Pick<Collections, 'companies' | 'documents'>) {
  return {
    /**
     * Numbers and vouchers stay in the environment that created them. The tokens of the company's users end for good: they stay invalid
     * even if the company returns. One write changes environment and consent, and only if both are still as they were read.
     */
    setEnvironment: async (
      companyId: number,
      { environment, productionAllowed: consent, force }: NewEnvironment,
    ): Promise<EnvironmentOutcome> => {
      const company = await companies.findOne({ _id: companyId });
      if (company === null) return refused('COMPANY_NOT_FOUND');
      const read = { environment: company.environment, productionAllowed: company.productionAllowed };
      const productionAllowed = consent ?? read.productionAllowed;
      if (environment === 'production' && !productionAllowed)
        return refused('PRODUCTION_NOT_ALLOWED', { missing: ['company'] });
      const moves = read.environment !== environment;
      if (moves && company.originChange !== undefined) return refused('ORIGIN_CHANGING');
      const open = moves && !force ? await countOpen({ documents }, companyId) : {};
      const count = Object.values(open).reduce((sum, ofOne) => sum + ofOne, 0);
      if (count > 0) return refused('DOCUMENTS_NOT_FINAL', { count, neededConsent: false });
      const changed = await companies.updateOne(
        { _id: companyId, ...read, ...(moves && { originChange: { $exists: false } }) },
        { $set: { environment, productionAllowed }, ...(moves && { $inc: { tokenGeneration: 1 } }) },
      );
      return changed.matchedCount === 1
        ? { outcome: 'changed', productionAllowed }
        : refused('ENVIRONMENT_CHANGED_MEANWHILE');
    },

    /** Sets the given settings and leaves the others. False if there is no such company. */
    changeSettings: async (companyId: number, settings: CompanySettings) =>
      (await companies.updateOne({ _id: companyId }, { $set: settings })).matchedCount === 1,
  };
}
