/**
 * What an administrator made in a company and leaves behind: it may let the person in again after the removal. The links that nobody used yet
 * are withdrawn. The rest is at work, so the remaining administrators get a list and decide.
 */
import type { Company } from '../../ledger/companies/company.js';
import type { Person } from '../../ledger/people/person.js';
import { currentSecret, liveSecrets, shownKeyText } from '../../ledger/people/api-key.js';
import type { Ledger } from '../deps.js';

export interface LeftBehind {
  readonly invitationsWithdrawn: number;
  /** The integration users whose present password this person set. */
  readonly users: readonly { readonly usuario: string; readonly disabled: boolean }[];
  /** This person saw a secret of these API keys that still works. */
  readonly keys: readonly { readonly keyId: string; readonly name: string; readonly shown: string }[];
  /** Who joined the company by a link of this person. */
  readonly people: readonly Pick<Person, 'personId' | 'email' | 'name'>[];
  /** The fingerprints of certificates that this person imported, and whose file the person may have. */
  readonly certificates: readonly string[];
}

const usersMax = 1_000;
const keysMax = 1_000;
const peopleMax = 1_000;
const certificatesMax = 100;
const importsMax = 100;

type StockDeps = Ledger<
  | 'listActs'
  | 'listApiKeys'
  | 'listPeople'
  | 'listUsers'
  | 'listCertificates'
  | 'markPasswordsOf'
  | 'withdrawInvitationsBy'
>;

/**
 * Call it when the person's sessions have ended: a link that a request makes at the same moment is then either withdrawn here, or its request
 * finds that the session has ended (accept-invitation.ts).
 */
export async function takeStock(
  { store, clock }: StockDeps,
  { companyId, rnc }: Pick<Company, 'companyId' | 'rnc'>,
  personId: string,
): Promise<LeftBehind> {
  const invitationsWithdrawn = await store.withdrawInvitationsBy(personId, companyId);
  await store.markPasswordsOf(personId, [rnc]);
  const [users, keys, people, certificates, imports] = await Promise.all([
    store.listUsers(rnc, usersMax),
    store.listApiKeys(companyId, keysMax),
    store.listPeople(companyId, peopleMax),
    store.listCertificates(companyId, certificatesMax),
    store.listActs({ companyId, action: 'certificate.import', personId, limit: importsMax }),
  ]);
  const imported = new Set(imports.rows.map(({ result }) => result?.target));
  return {
    invitationsWithdrawn,
    users: users
      .filter(({ passwordBy }) => passwordBy?.personId === personId)
      .map(({ usuario, disabled }) => ({ usuario, disabled })),
    keys: keys
      .filter((key) => liveSecrets(key, clock()).some(({ shownTo }) => shownTo.personId === personId))
      .map((key) => ({ keyId: key.keyId, name: key.name, shown: shownKeyText(currentSecret(key)) })),
    people: people
      .filter(({ memberships }) =>
        memberships.some((one) => one.companyId === companyId && one.invitedBy?.personId === personId),
      )
      .map(({ personId: id, email, name }) => ({ personId: id, email, name })),
    certificates: certificates.map(({ fingerprint }) => fingerprint).filter((one) => imported.has(one)),
  };
}
