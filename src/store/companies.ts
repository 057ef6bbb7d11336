/** Companies and the users of their integrations. */
import type { Collections } from './collections.js';
import { guard } from './guard.js';
import type { ApiStore, Company, User } from './store.js';

export interface Companies extends Pick<ApiStore, 'findUser' | 'findCompany'> {
  /** Creates the company or replaces what is recorded of it. */
  putCompany(company: Company): Promise<void>;
  putUser(user: User): Promise<void>;
  /** Number of users with this name, over all companies. */
  countUsers(usuario: string): Promise<number>;
}

export function createCompanies({ companies, users }: Collections): Companies {
  return {
    findCompany: (companyId) =>
      guard(
        async () => (await companies.findOne({ _id: companyId }, { projection: { _id: 0 } })) ?? undefined,
      ),
    findUser: (usuario, rnc) =>
      guard(async () => (await users.findOne({ rnc, usuario }, { projection: { _id: 0 } })) ?? undefined),
    putCompany: (company) =>
      guard(async () => {
        await companies.updateOne({ _id: company.companyId }, { $set: company }, { upsert: true });
      }),
    putUser: (user) =>
      guard(async () => {
        await users.updateOne({ rnc: user.rnc, usuario: user.usuario }, { $set: user }, { upsert: true });
      }),
    countUsers: (usuario) => guard(() => users.countDocuments({ usuario }, { limit: 1_000 })),
  };
}
