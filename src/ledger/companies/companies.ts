/** The companies for which the service issues. */
import { refused, type Refused } from '../../shared/refused.js';
import type { Collections } from '../collections.js';
import { isDuplicateKeyOf } from '../mongo/guard.js';
import { pageLimitMs } from '../mongo/pages.js';
import type { Company } from './company.js';

export type AddedCompany =
  { readonly outcome: 'added'; readonly company: Company } | Refused<'COMPANY_EXISTS' | 'COMPANY_ID_TAKEN'>;

/** A try fails only if somebody else adds a company at the same moment. People add companies, so this is rare. */
const freeIdTriesMax = 50;

/** Events that no feed has yet are no part of a company. */
const shownOnly = { projection: { _id: 0, pending: 0 } } as const;

export function createCompanies({ companies }: Pick<Collections, 'companies'>) {
  return {
    findCompany: async (companyId: number): Promise<Company | undefined> =>
      (await companies.findOne({ _id: companyId }, shownOnly)) ?? undefined,

    /** In ascending order of id, without those that do not exist. */
    findCompanies: (companyIds: readonly number[]): Promise<Company[]> =>
      companies
        .find({ _id: { $in: [...companyIds] } }, { ...shownOnly, maxTimeMS: pageLimitMs })
        .sort({ _id: 1 })
        .toArray(),

    findCompanyByRnc: async (rnc: string): Promise<Company | undefined> =>
      (await companies.findOne({ rnc }, shownOnly)) ?? undefined,

    putCompany: async (company: Company) => {
      await companies.updateOne({ _id: company.companyId }, { $set: company }, { upsert: true });
    },

    /**
     * Without an id, the company gets the next free one. The unique indexes on id and RNC decide: if one of the two is taken, nothing is
     * written.
     */
    addCompany: async (company: Omit<Company, 'companyId'>, companyId?: number): Promise<AddedCompany> => {
      if (companyId !== undefined) return insertCompany({ ...company, companyId });
      for (let tries = 0; tries < freeIdTriesMax; tries++) {
        const last = await companies.findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } });
        const added = await insertCompany({ ...company, companyId: (last?._id ?? 0) + 1 });
        if (added.outcome === 'added' || added.refusal === 'COMPANY_EXISTS') return added;
      }
      throw new Error(`No free company id after ${freeIdTriesMax} tries`);
    },

    /** The companies that a vendor's key added, after `afterId`, in ascending order of id. */
    listCompaniesAddedBy: (addedByKey: string, afterId: number, limit: number): Promise<Company[]> => {
      const filter = { addedByKey, _id: { $gt: afterId } };
      const after = companies.find(filter, { ...shownOnly, maxTimeMS: pageLimitMs });
      return after.sort({ _id: 1 }).limit(limit).toArray();
    },

    /** The companies whose accepted vouchers are mailed by themselves. */
    companiesMailing: (limit: number): Promise<Company[]> =>
      companies
        .find({ mailAccepted: 'on' }, { ...shownOnly, hint: 'mailing', maxTimeMS: pageLimitMs })
        .limit(limit)
        .toArray(),

    /** Only from where the company's record had it: another worker may have gone on meanwhile. */
    moveMailCursor: async (
      { companyId, mailCursor }: Company,
      to: NonNullable<Company['mailCursor']>,
    ): Promise<void> => {
      const before =
        mailCursor === undefined
          ? { mailCursor: { $exists: false } }
          : { 'mailCursor.environment': mailCursor.environment, 'mailCursor.seq': mailCursor.seq };
      await companies.updateOne({ _id: companyId, ...before }, { $set: { mailCursor: to } });
    },

    /** Companies after `afterId`, in ascending order of id. */
    listCompanies: (afterId: number, limit: number): Promise<Company[]> => {
      const after = companies.find({ _id: { $gt: afterId } }, { ...shownOnly, maxTimeMS: pageLimitMs });
      return after.sort({ _id: 1 }).limit(limit).toArray();
    },
  };

  async function insertCompany(company: Company): Promise<AddedCompany> {
    try {
      await companies.insertOne({ _id: company.companyId, ...company });
      return { outcome: 'added', company };
    } catch (error) {
      if (isDuplicateKeyOf(error, 'rnc')) return refused('COMPANY_EXISTS');
      if (isDuplicateKeyOf(error, '_id')) return refused('COMPANY_ID_TAKEN');
      throw error;
    }
  }
}
