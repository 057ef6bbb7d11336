/**
 * The secrets of people: password and second factor. What replaces or removes one of them ends every session of the person. Only functions
 * with "Secrets" in their name return secrets.
 */
import type { Filter, UpdateFilter } from 'mongodb';
import type { Collections } from '../collections.js';
import { changesOf, personOf } from './people.js';
import type { Person, PersonRecord, PersonSecrets, Totp, UnseenCodes, WrongCode } from './person.js';

/** A person as a request read them. A change fails if the sessions have ended since. */
type AsRead = Pick<Person, 'personId' | 'generation'>;

interface NewPassword {
  readonly before: string;
  readonly passwordHash: string;
  readonly at: Date;
}

export function createPersonSecrets({ people, sessions }: Pick<Collections, 'people' | 'sessions'>) {
  const change = changesOf(people);

  /** The raised generation makes the sessions invalid. They are deleted only to save space. */
  const changeAndEndSessions = async (
    filter: Filter<PersonRecord> & { readonly _id: string },
    update: UpdateFilter<PersonRecord> = {},
  ) => {
    const changed = await change(filter, { ...update, $inc: { generation: 1 } });
    if (changed) await sessions.deleteMany({ 'session.personId': filter._id });
    return changed;
  };

  return {
    findPersonWithSecrets: async (
      by: { readonly email: string } | { readonly personId: string },
    ): Promise<{ readonly person: Person; readonly secrets: PersonSecrets } | undefined> => {
      const record = await people.findOne('email' in by ? { email: by.email } : { _id: by.personId });
      const person = personOf(record);
      if (record === null || person === undefined) return undefined;
      return { person, secrets: { passwordHash: record.passwordHash, totp: record.totp } };
    },

    /** False if there is no such person. */
    endSessions: (personId: string): Promise<boolean> => changeAndEndSessions({ _id: personId }),

    /** False if the person has a password. */
    setFirstPassword: (personId: string, name: string, passwordHash: string): Promise<boolean> =>
      change({ _id: personId, passwordHash: { $exists: false } }, { $set: { name, passwordHash } }),

    /** False if the password or the sessions have changed since the person was read. */
    changePassword: (
      { personId, generation }: AsRead,
      { before, passwordHash, at }: NewPassword,
    ): Promise<boolean> =>
      changeAndEndSessions(
        { _id: personId, generation, passwordHash: before },
        { $set: { passwordHash, passwordChangedAt: at } },
      ),

    /** Sets a forgotten password anew. The second factor stays. False if the sessions have ended since the link was made. */
    replaceForgottenPassword: (
      { personId, generation }: AsRead,
      passwordHash: string,
      at: Date,
    ): Promise<boolean> =>
      changeAndEndSessions(
        { _id: personId, generation, passwordHash: { $exists: true } },
        { $set: { passwordHash, passwordChangedAt: at } },
      ),

    /** Removes password and second factor. False if there is no such person. */
    resetPerson: (personId: string): Promise<boolean> =>
      changeAndEndSessions({ _id: personId }, { $unset: { passwordHash: 1, totp: 1 } }),

    /** False if the person already has a second factor. */
    enrolTotp: (personId: string, totp: Totp): Promise<boolean> =>
      change({ _id: personId, totp: { $exists: false } }, { $set: { totp } }),

    /** False if the person has no second factor, or the sessions have ended since. */
    replaceTotp: ({ personId, generation }: AsRead, totp: Totp): Promise<boolean> =>
      changeAndEndSessions({ _id: personId, generation, totp: { $exists: true } }, { $set: { totp } }),

    /** False if the person has no second factor, or the sessions have ended since. The sessions continue. */
    replaceRecoveryCodes: (
      { personId, generation }: AsRead,
      recoveryCodes: Totp['recoveryCodes'],
    ): Promise<boolean> =>
      change(
        { _id: personId, generation, totp: { $exists: true } },
        { $set: { 'totp.recoveryCodes': recoveryCodes } },
      ),

    /**
     * Counts a code as wrong before it is checked, so that a thousand tries at the same moment cannot all be the first one. False if another
     * try was counted since `known` was read, or the person has no second factor.
     */
    countCodeTry: (personId: string, known: readonly WrongCode[], tried: WrongCode): Promise<boolean> =>
      change(
        {
          _id: personId,
          totp: { $exists: true },
          ...(known.length === 0
            ? { 'totp.wrongCodes.0': { $exists: false } }
            : { 'totp.wrongCodes': { $size: known.length } }),
        },
        { $push: { 'totp.wrongCodes': tried } },
      ),

    /** Remembers a wrong code until the person sees it. @returns how many there are now */
    keepWrongCode: async (personId: string, at: Date): Promise<number> => {
      const person = await people.findOneAndUpdate(
        { _id: personId },
        {
          $inc: { 'unseenCodes.count': 1 },
          $min: { 'unseenCodes.firstAt': at },
          $max: { 'unseenCodes.lastAt': at },
        },
        { projection: { unseenCodes: 1 }, returnDocument: 'after' },
      );
      return person?.unseenCodes?.count ?? 0;
    },

    /**
     * Takes back the tries of a session that has now given a right code, and those from before the present password: who made them does not
     * know this one.
     * @returns the wrong codes of all sessions since the last call: the person sees them now. Undefined if there was none
     */
    takeBackCodeTries: async (
      { personId, passwordChangedAt }: Pick<Person, 'personId' | 'passwordChangedAt'>,
      session: string,
    ): Promise<UnseenCodes | undefined> => {
      const before = passwordChangedAt === undefined ? [] : [{ at: { $lt: passwordChangedAt } }];
      const person = await people.findOneAndUpdate(
        { _id: personId },
        { $pull: { 'totp.wrongCodes': { $or: [{ session }, ...before] } }, $unset: { unseenCodes: 1 } },
        { projection: { unseenCodes: 1 } },
      );
      return person?.unseenCodes;
    },

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
