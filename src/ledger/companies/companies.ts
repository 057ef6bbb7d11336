/** Companies and the users of their integrations. */
import type { Collections } from '../mongo/collections.js';
import { guard, isDuplicateKeyOf } from '../mongo/guard.js';
import type { ApiStore, Company, User } from '../store.js';

export interface Companies extends Pick<ApiStore, 'findUser' | 'findCompany' | 'findUserOfCompany'> {
  /** Creates the company or updates its record. */
  putCompany(company: Company): Promise<void>;
  /** Creates the user or updates its record. Its tokens end. */
  putUser(user: Omit<User, 'tokenGeneration'>): Promise<void>;
  /** Whether the demo created any user of any company. */
  hasDemoUsers(): Promise<boolean>;
  /**
   * Inserts the company under this id, or under the next free id when none is given. The unique indexes on id and RNC
   * decide. If the id or the RNC is taken, nothing is written.
   */
  addCompany(company: Omit<Company, 'companyId'>, companyId?: number): Promise<AddedCompany>;
  findCompanyByRnc(rnc: string): Promise<Company | undefined>;
  /** Companies after `afterId`, in ascending order of id. */
  listCompanies(afterId: number, limit: number): Promise<Company[]>;
  /** False: the company already has a user of this name. Nothing was written. */
  addUser(user: User): Promise<boolean>;
  /** The user's tokens end. False: there is no such user. */
  setUserPassword(rnc: string, usuario: string, passwordHash: string): Promise<boolean>;
  /** Disabling ends the user's tokens for good: they stay invalid when the user is enabled again. False: no such user. */
  setUserDisabled(rnc: string, usuario: string, disabled: boolean): Promise<boolean>;
  /** Sorted by name. */
  listUsers(rnc: string, limit: number): Promise<User[]>;
}

export type AddedCompany =
  | { readonly outcome: 'added'; readonly company: Company }
  | { readonly outcome: 'rnc-taken' }
  | { readonly outcome: 'id-taken' };

/** A try fails only when somebody adds a company at the same moment. People add companies, so this is rare. */
const freeIdTriesMax = 50;

const withoutId = { projection: { _id: 0 } } as const;

export function createCompanies({ companies, users }: Collections): Companies {
  return {
    findCompany: (companyId) =>
      guard(async () => (await companies.findOne({ _id: companyId }, withoutId)) ?? undefined),
    findUser: (usuario, rnc) =>
      guard(async () => (await users.findOne({ rnc, usuario }, withoutId)) ?? undefined),
    findUserOfCompany: (usuario, rnc) =>
      guard(async () => {
        const [found] = await users
          .aggregate<{ user: User; company?: Company }>([
            { $match: { rnc, usuario } },
            {
              $lookup: {
                from: companies.collectionName,
                localField: 'companyId',
                foreignField: '_id',
                as: 'company',
              },
            },
            { $project: { _id: 0, user: '$$ROOT', company: { $first: '$company' } } },
            { $unset: ['user._id', 'user.passwordHash', 'user.company', 'company._id'] },
          ])
          .toArray();
        return found?.company === undefined ? undefined : { user: found.user, company: found.company };
      }),
    putCompany: (company) =>
      guard(async () => {
        await companies.updateOne({ _id: company.companyId }, { $set: company }, { upsert: true });
      }),
    putUser: (user) =>
      guard(async () => {
        await users.updateOne(
          { rnc: user.rnc, usuario: user.usuario },
          { $set: user, $inc: { tokenGeneration: 1 } },
          { upsert: true },
        );
      }),
    hasDemoUsers: () =>
      guard(async () => (await users.findOne({ demo: true }, { projection: { _id: 1 } })) !== null),

    addCompany: (company, companyId) =>
      guard(async () => {
        if (companyId !== undefined) return insertCompany({ ...company, companyId });
        for (let tries = 0; tries < freeIdTriesMax; tries++) {
          const last = await companies.findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } });
          const added = await insertCompany({ ...company, companyId: (last?._id ?? 0) + 1 });
          if (added.outcome !== 'id-taken') return added;
        }
        throw new Error(`No free company id after ${freeIdTriesMax} tries`);
      }),
    findCompanyByRnc: (rnc) => guard(async () => (await companies.findOne({ rnc }, withoutId)) ?? undefined),
    listCompanies: (afterId, limit) =>
      guard(() =>
        companies
          .find({ _id: { $gt: afterId } }, withoutId)
          .sort({ _id: 1 })
          .limit(limit)
          .toArray(),
      ),

    addUser: (user) =>
      guard(async () => {
        try {
          await users.insertOne({ ...user });
          return true;
        } catch (error) {
          if (!isDuplicateKeyOf(error, 'usuario')) throw error;
          return false;
        }
      }),
    setUserPassword: (rnc, usuario, passwordHash) =>
      guard(async () => {
        const change = { $set: { passwordHash }, $inc: { tokenGeneration: 1 } };
        return (await users.updateOne({ rnc, usuario }, change)).matchedCount === 1;
      }),
    setUserDisabled: (rnc, usuario, disabled) =>
      guard(async () => {
        const change = { $set: { disabled }, ...(disabled && { $inc: { tokenGeneration: 1 } }) };
        return (await users.updateOne({ rnc, usuario }, change)).matchedCount === 1;
      }),
    listUsers: (rnc, limit) =>
      guard(() => users.find({ rnc }, withoutId).sort({ usuario: 1 }).limit(limit).toArray()),
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
