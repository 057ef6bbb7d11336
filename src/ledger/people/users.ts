/** The accounts of the companies' integrations. */
import type { Document } from 'mongodb';
import { withoutId, type Collections } from '../collections.js';
import { isInserted } from '../mongo/guard.js';
import { inOne, union } from '../mongo/union.js';
import { pageLimitMs } from '../mongo/pages.js';
import type { Maker } from './person.js';
import type {
  AcceptedCaller,
  Caller,
  FoundCaller,
  KeyCaller,
  User,
  UserCaller,
  UserOfCompany,
} from './user.js';
import type { Company } from '../companies/company.js';

export function userIn(filter: Document): Document[] {
  return [
    { $match: filter },
    { $project: { _id: 0, user: '$$ROOT' } },
    { $unset: ['user._id', 'user.passwordHash'] },
  ];
}

export function companyIn(filter: Document): Document[] {
  return [{ $match: filter }, { $project: { _id: 0, company: '$$ROOT' } }, { $unset: 'company._id' }];
}

/** Undefined: there is no such user in the company. */
export function userOfCompany(
  user: UserOfCompany['user'] | undefined,
  company: Company | undefined,
): UserOfCompany | undefined {
  if (user === undefined || company?.companyId !== user.companyId) return undefined;
  return { user, company };
}

/** Whether the caller's token or key still holds for the company, and for its user or key, as they are now. */
export function mayCall(caller: Caller, found: FoundCaller | undefined): found is AcceptedCaller {
  const { company } = found ?? {};
  if (company === undefined) return false;
  const isSame =
    company.companyId === caller.companyId &&
    company.rnc === caller.rnc &&
    company.environment === caller.environment;
  if (!isSame) return false;
  return caller.keyHash === undefined
    ? mayUserCall(caller, found?.user, company)
    : mayKeyCall(caller, found?.key, company);
}

function mayUserCall(
  { userGeneration, companyGeneration }: UserCaller,
  user: FoundCaller['user'],
  company: Company,
): boolean {
  return (
    user?.disabled === false &&
    user.companyId === company.companyId &&
    (user.tokenGeneration ?? 0) === userGeneration &&
    (company.tokenGeneration ?? 0) === companyGeneration
  );
}

/** A key that expires during a request still serves that request: its time was checked at the beginning. */
function mayKeyCall({ keyHash, environment }: KeyCaller, key: FoundCaller['key'], company: Company): boolean {
  return (
    key !== undefined &&
    key.revokedAt === undefined &&
    key.companyId === company.companyId &&
    key.environment === environment &&
    key.secrets.some(({ hash }) => hash === keyHash) &&
    (environment !== 'production' || company.productionAllowed)
  );
}

export function createUsers({ companies, users }: Pick<Collections, 'companies' | 'users'>) {
  return {
    findUser: async (usuario: string, rnc: string): Promise<User | undefined> =>
      (await users.findOne({ rnc, usuario }, withoutId)) ?? undefined,

    /** A user has the RNC of its company. */
    findUserOfCompany: async (usuario: string, rnc: string): Promise<UserOfCompany | undefined> => {
      const query = users.aggregate<Partial<UserOfCompany>>([
        ...userIn({ rnc, usuario }),
        union(companies, companyIn({ rnc })),
      ]);
      const { user, company } = await inOne(query);
      return userOfCompany(user, company);
    },

    /** Creates the user or updates its record. The user's tokens end. */
    putUser: async (user: Omit<User, 'tokenGeneration'>) => {
      const { rnc, usuario } = user;
      const change = { $set: user, $inc: { tokenGeneration: 1 } };
      await users.updateOne({ rnc, usuario }, change, { upsert: true });
    },

    hasDemoUsers: async () => (await users.findOne({ demo: true }, { projection: { _id: 1 } })) !== null,

    /** False if the company already has a user of this name. */
    addUser: (user: User): Promise<boolean> => isInserted(users.insertOne({ ...user })),

    /** Sets the password and ends the user's tokens. False if there is no such user. */
    setUserPassword: async (rnc: string, usuario: string, passwordHash: string, passwordBy: Maker) => {
      const change = { $set: { passwordHash, passwordBy }, $inc: { tokenGeneration: 1 } };
      return (await users.updateOne({ rnc, usuario }, change)).matchedCount === 1;
    },

    /**
     * Marks the users whose password this person set, because the person may still know it. A new password removes the mark.
     * @param rncs of the companies in which the person loses access
     */
    markPasswordsOf: async (personId: string, rncs: readonly string[]): Promise<void> => {
      await users.updateMany(
        { rnc: { $in: [...rncs] }, 'passwordBy.personId': personId },
        { $set: { 'passwordBy.left': true } },
      );
    },

    /**
     * Enables or disables the user. Disabling ends the user's tokens for good: they stay invalid when the user is enabled again. False if
     * there is no such user.
     */
    setUserDisabled: async (rnc: string, usuario: string, disabled: boolean) => {
      const change = { $set: { disabled }, ...(disabled && { $inc: { tokenGeneration: 1 } }) };
      return (await users.updateOne({ rnc, usuario }, change)).matchedCount === 1;
    },

    listUsers: (rnc: string, limit: number): Promise<User[]> =>
      users
        .find({ rnc }, { ...withoutId, maxTimeMS: pageLimitMs })
        .sort({ usuario: 1 })
        .limit(limit)
        .toArray(),
  };
}
