/** Companies and the users of their integrations. */
import type { Collections } from '../mongo/collections.js';
import { isDuplicateKeyOf } from '../mongo/guard.js';
import type { Company, User, UserOfCompany } from '../store.js';

export type AddedCompany =
  | { readonly outcome: 'added'; readonly company: Company }
  | { readonly outcome: 'rnc-taken' }
  | { readonly outcome: 'id-taken' };

/** A try fails only when somebody adds a company at the same moment. People add companies, so this is rare. */
const freeIdTriesMax = 50;

const withoutId = { projection: { _id: 0 } } as const;

export function createCompanies({ companies, users }: Collections) {
  return {
    findCompany: async (companyId: number): Promise<Company | undefined> =>
      (await companies.findOne({ _id: companyId }, withoutId)) ?? undefined,

    findCompanyByRnc: async (rnc: string): Promise<Company | undefined> =>
      (await companies.findOne({ rnc }, withoutId)) ?? undefined,

    findUser: async (usuario: string, rnc: string): Promise<User | undefined> =>
      (await users.findOne({ rnc, usuario }, withoutId)) ?? undefined,

    /** Reads both in one query. */
    findUserOfCompany: async (usuario: string, rnc: string): Promise<UserOfCompany | undefined> => {
      const company = { from: companies.collectionName, localField: 'companyId', foreignField: '_id' };
      const [found] = await users
        .aggregate<{ user: User; company?: Company }>([
          { $match: { rnc, usuario } },
          { $lookup: { ...company, as: 'company' } },
          { $project: { _id: 0, user: '$$ROOT', company: { $first: '$company' } } },
          { $unset: ['user._id', 'user.passwordHash', 'user.company', 'company._id'] },
        ])
        .toArray();
      return found?.company === undefined ? undefined : { user: found.user, company: found.company };
    },

    /** Creates the company or updates its record. */
    putCompany: async (company: Company) => {
      await companies.updateOne({ _id: company.companyId }, { $set: company }, { upsert: true });
    },

    /** Creates the user or updates its record. Its tokens end. */
    putUser: async (user: Omit<User, 'tokenGeneration'>) => {
      const { rnc, usuario } = user;
      const change = { $set: user, $inc: { tokenGeneration: 1 } };
      await users.updateOne({ rnc, usuario }, change, { upsert: true });
    },

    /** Whether the demo created any user of any company. */
    hasDemoUsers: async () => (await users.findOne({ demo: true }, { projection: { _id: 1 } })) !== null,

    /**
     * Inserts the company under this id, or under the next free id when none is given. The unique indexes on id and RNC
     * decide. If the id or the RNC is taken, nothing is written.
     */
    addCompany: async (company: Omit<Company, 'companyId'>, companyId?: number): Promise<AddedCompany> => {
      if (companyId !== undefined) return insertCompany({ ...company, companyId });
      for (let tries = 0; tries < freeIdTriesMax; tries++) {
        const last = await companies.findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } });
        const added = await insertCompany({ ...company, companyId: (last?._id ?? 0) + 1 });
        if (added.outcome !== 'id-taken') return added;
      }
      throw new Error(`No free company id after ${freeIdTriesMax} tries`);
    },

    /** Companies after `afterId`, in ascending order of id. */
    listCompanies: (afterId: number, limit: number): Promise<Company[]> => {
      const after = companies.find({ _id: { $gt: afterId } }, withoutId);
      return after.sort({ _id: 1 }).limit(limit).toArray();
    },

    /** False: the company already has a user of this name. Nothing was written. */
    addUser: async (user: User): Promise<boolean> => {
      try {
        await users.insertOne({ ...user });
        return true;
      } catch (error) {
        if (!isDuplicateKeyOf(error, 'usuario')) throw error;
        return false;
      }
    },

    /** The user's tokens end. False: there is no such user. */
    setUserPassword: async (rnc: string, usuario: string, passwordHash: string) => {
      const change = { $set: { passwordHash }, $inc: { tokenGeneration: 1 } };
      return (await users.updateOne({ rnc, usuario }, change)).matchedCount === 1;
    },

    /** Disabling ends the user's tokens for good: they stay invalid when the user is enabled again. False: no such user. */
    setUserDisabled: async (rnc: string, usuario: string, disabled: boolean) => {
      const change = { $set: { disabled }, ...(disabled && { $inc: { tokenGeneration: 1 } }) };
      return (await users.updateOne({ rnc, usuario }, change)).matchedCount === 1;
    },

    /** Sorted by name. */
    listUsers: (rnc: string, limit: number): Promise<User[]> =>
      users.find({ rnc }, withoutId).sort({ usuario: 1 }).limit(limit).toArray(),
  };

  async function insertCompany(company: Company): Promise<AddedCompany> {
    try {
      await companies.insertOne({ _id: company.companyId, ...company });
      return { outcome: 'added', company };
    } catch (error) {
      if (isDuplicateKeyOf(error, 'rnc')) return { outcome: 'rnc-taken' };
      if (isDuplicateKeyOf(error, '_id')) return { outcome: 'id-taken' };
      throw error;
    }
  }
}
