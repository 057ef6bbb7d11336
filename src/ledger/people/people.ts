/**
 * People and their memberships; person-secrets.ts has passwords and second factors. A person's record holds everything that must change
 * together, so each change is one compare-and-set.
 */
import type { Filter, UpdateFilter } from 'mongodb';
import type { Collections } from '../collections.js';
import { isInserted } from '../mongo/guard.js';
import { pageLimitMs } from '../mongo/pages.js';
import type { Membership, Person, PersonRecord } from './person.js';

const withoutSecrets = {
  projection: {
    passwordHash: 0,
    'totp.sealedSecret': 0,
    'totp.recoveryCodes': 0,
    'totp.wrongCodes': 0,
    unseenCodes: 0,
  },
};

export function createPeople({ people }: Pick<Collections, 'people'>) {
  const change = changesOf(people);

  return {
    findPerson: async (personId: string): Promise<Person | undefined> =>
      personOf(await people.findOne({ _id: personId }, withoutSecrets)),

    /** In no order, without those that do not exist. */
    findPeople: async (personIds: readonly string[]): Promise<Person[]> => {
      const found = people.find(
        { _id: { $in: [...personIds] } },
        { ...withoutSecrets, maxTimeMS: pageLimitMs },
      );
      return (await found.toArray()).flatMap((record) => personOf(record) ?? []);
    },

    findPersonByEmail: async (email: string): Promise<Person | undefined> =>
      personOf(await people.findOne({ email }, withoutSecrets)),

    /** False if the id or the e-mail address is taken. */
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

    /** Sorted by e-mail. @param companyId absent: the people of all companies */
    listPeople: async (companyId: number | undefined, limit: number): Promise<Person[]> => {
      const filter = companyId === undefined ? {} : { 'memberships.companyId': companyId };
      const found = await people
        .find(filter, { ...withoutSecrets, maxTimeMS: pageLimitMs })
        .sort({ email: 1 })
        .limit(limit)
        .toArray();
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

    /** Gives a lower role, and ends every session of the person. False if the person is not in the company. */
    lowerMembership: (personId: string, { companyId, role }: Membership): Promise<boolean> =>
      change(
        { _id: personId, 'memberships.companyId': companyId },
        { $set: { 'memberships.$.role': role }, $inc: { generation: 1 } },
      ),

    /** Ends every session of the person. False if the person is not in the company. */
    removeMembership: (personId: string, companyId: number): Promise<boolean> =>
      change(
        { _id: personId, 'memberships.companyId': companyId },
        { $pull: { memberships: { companyId } }, $inc: { generation: 1 } },
      ),

    setSupport: (personId: string): Promise<boolean> =>
      change({ _id: personId }, { $set: { support: true } }),
  };
}

/** One change of a person. False if no person matches the filter. */
export function changesOf(people: Collections['people']) {
  return async (filter: Filter<PersonRecord>, update: UpdateFilter<PersonRecord>): Promise<boolean> =>
    (await people.updateOne(filter, update)).matchedCount === 1;
}

export function personOf(record: PersonRecord | null): Person | undefined {
  if (record === null) return undefined;
  const { _id, passwordHash: _hash, unseenCodes: _unseen, totp, ...person } = record;
  return { ...person, secondFactor: totp !== undefined };
}
