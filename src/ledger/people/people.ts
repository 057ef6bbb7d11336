/**
 * People. A person's record holds everything that must change together, so each change is one compare-and-set. Only functions with
 * "Secrets" in their name return secrets.
 */
import type { Filter, UpdateFilter } from 'mongodb';
import type { Collections } from '../mongo/collections.js';
import { isInserted } from '../mongo/guard.js';
import type { Membership, Person, PersonRecord, PersonSecrets, Totp } from './person.js';

const withoutSecrets = { projection: { passwordHash: 0, 'totp.sealedSecret': 0, 'totp.recoveryCodes': 0 } };

/** A person as a request read them: a change after that read fails. */
type Known = Pick<Person, 'personId' | 'generation'>;

export function createPeople({ people, sessions }: Pick<Collections, 'people' | 'sessions'>) {
  /** False if no person matches the filter. */
  const change = async (filter: Filter<PersonRecord>, update: UpdateFilter<PersonRecord>) =>
    (await people.updateOne(filter, update)).matchedCount === 1;

  /** Changes the person as the caller knows them, and ends every session. False if somebody ended the sessions before. */
  const changeAndEnd = async (
    { personId, generation }: Known,
    filter: Filter<PersonRecord>,
    $set: Partial<PersonRecord>,
  ) => {
    const changed = await change({ ...filter, _id: personId, generation }, { $set, $inc: { generation: 1 } });
    if (changed) await sessions.deleteMany({ 'session.personId': personId });
    return changed;
  };

  return {
    findPerson: async (personId: string): Promise<Person | undefined> =>
      personOf(await people.findOne({ _id: personId }, withoutSecrets)),

    findPersonByEmail: async (email: string): Promise<Person | undefined> =>
      personOf(await people.findOne({ email }, withoutSecrets)),

    findPersonWithSecrets: async (
      by: { readonly email: string } | { readonly personId: string },
    ): Promise<{ readonly person: Person; readonly secrets: PersonSecrets } | undefined> => {
      const record = await people.findOne('email' in by ? { email: by.email } : { _id: by.personId });
      const person = personOf(record);
      if (record === null || person === undefined) return undefined;
      return { person, secrets: { passwordHash: record.passwordHash, totp: record.totp } };
    },

    /** Adds a person. False if the id or the e-mail address is taken; then nothing was written. */
    addPerson: async (
      { secondFactor: _none, ...person }: Person,
      passwordHash?: string,
    ): Promise<boolean> => {
      const record = {
        _id: person.personId,
        ...person,
        ...(passwordHash === undefined ? {} : { passwordHash }),
      };
      return isInserted(people.insertOne(record));
    },

    /** People, sorted by e-mail. @param companyId absent for the people of all companies */
    listPeople: async (companyId: number | undefined, limit: number): Promise<Person[]> => {
      const filter = companyId === undefined ? {} : { 'memberships.companyId': companyId };
      const found = await people.find(filter, withoutSecrets).sort({ email: 1 }).limit(limit).toArray();
      return found.flatMap((record) => personOf(record) ?? []);
    },

    hasDemoPeople: async () => (await people.findOne({ demo: true }, { projection: { _id: 1 } })) !== null,

    /** False if the person already belongs to the company, or does not exist. */
    addMembership: (personId: string, membership: Membership): Promise<boolean> =>
      change(
        { _id: personId, 'memberships.companyId': { $ne: membership.companyId } },
        { $push: { memberships: membership } },
      ),

    /** Changes a role from the next request on; the person's sessions continue. False if the person is not in the company. */
    changeMembership: (personId: string, { companyId, role }: Membership): Promise<boolean> =>
      change({ _id: personId, 'memberships.companyId': companyId }, { $set: { 'memberships.$.role': role } }),

    removeMembership: (personId: string, companyId: number): Promise<boolean> =>
      change(
        { _id: personId, 'memberships.companyId': companyId },
        { $pull: { memberships: { companyId } }, $inc: { generation: 1 } },
      ),

    /** Ends every session of the person. The raised generation makes them invalid; they are deleted only to save space. */
    endSessions: async (personId: string): Promise<boolean> => {
      const ended = await change({ _id: personId }, { $inc: { generation: 1 } });
      await sessions.deleteMany({ 'session.personId': personId });
      return ended;
    },

    /** Replaces the password and ends every session. False if the password or the sessions have changed since the person was read. */
    changePassword: (person: Known, before: string, passwordHash: string): Promise<boolean> =>
      changeAndEnd(person, { passwordHash: before }, { passwordHash }),

    /** Replaces the second factor and ends every session. False if the person has no second factor, or the sessions have ended since. */
    replaceTotp: (person: Known, totp: Totp): Promise<boolean> =>
      changeAndEnd(person, { totp: { $exists: true } }, { totp }),

    /** Replaces the recovery codes. False if the person has no second factor, or the sessions have ended since. */
    replaceRecoveryCodes: (
      { personId, generation }: Known,
      recoveryCodes: Totp['recoveryCodes'],
    ): Promise<boolean> =>
      change(
        { _id: personId, generation, totp: { $exists: true } },
        { $set: { 'totp.recoveryCodes': recoveryCodes } },
      ),

    /** Removes password and second factor, and ends every session. False if there is no such person. */
    resetPerson: async (personId: string): Promise<boolean> => {
      const reset = await change(
        { _id: personId },
        { $unset: { passwordHash: 1, totp: 1 }, $inc: { generation: 1 } },
      );
      await sessions.deleteMany({ 'session.personId': personId });
      return reset;
    },

    /** False if the person has a password: it has been set since, or the person was never reset. */
    setFirstPassword: (personId: string, name: string, passwordHash: string): Promise<boolean> =>
      change({ _id: personId, passwordHash: { $exists: false } }, { $set: { name, passwordHash } }),

    setSupport: (personId: string): Promise<boolean> =>
      change({ _id: personId }, { $set: { support: true } }),

    /** False if the person already has a second factor. */
    enrolTotp: (personId: string, totp: Totp): Promise<boolean> =>
      change({ _id: personId, totp: { $exists: false } }, { $set: { totp } }),

    /** False if a code of this time step or of a later one was accepted before. */
    useTotpStep: (personId: string, step: number): Promise<boolean> =>
      change({ _id: personId, 'totp.lastStep': { $lt: step } }, { $set: { 'totp.lastStep': step } }),

    /** False if there is no such code or it was used before. */
    useRecoveryCode: (personId: string, codeHash: string): Promise<boolean> =>
      change(
        { _id: personId, 'totp.recoveryCodes': codeHash },
        { $pull: { 'totp.recoveryCodes': codeHash } },
      ),

    /** Seals the second factor anew after a change of the web application's key. */
    resealTotp: (personId: string, before: string, sealedSecret: string): Promise<boolean> =>
      change({ _id: personId, 'totp.sealedSecret': before }, { $set: { 'totp.sealedSecret': sealedSecret } }),
  };
}

function personOf(record: PersonRecord | null): Person | undefined {
  if (record === null) return undefined;
  const { _id, passwordHash: _hash, totp, ...person } = record;
  return { ...person, secondFactor: totp !== undefined };
}
