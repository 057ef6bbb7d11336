/**
 * Invitations: links that work once, for a limited time. The ledger has only a hash of the token, so nobody can use a link from a copy of
 * the ledger.
 */
import type { Collections } from '../collections.js';
import { pageLimitMs } from '../mongo/pages.js';
import type { Invitation } from './person.js';

const withoutTokens = { _id: 0, mailTokens: 0 } as const;

export function createInvitations({ invitations }: Pick<Collections, 'invitations'>) {
  return {
    /**
     * Stores an invitation. It replaces the one that this company made for this address before, or an earlier reset of this person. A link
     * that somebody asked for at the login page never replaces one that an operator made.
     */
    putInvitation: async (tokenHash: string, invitation: Invitation): Promise<void> => {
      const { email, membership, personId, forgotten } = invitation;
      await invitations.deleteMany({
        email,
        'membership.companyId': membership?.companyId ?? { $exists: false },
        personId: personId ?? { $exists: false },
        forgotten: { $exists: forgotten !== undefined },
      });
      await invitations.insertOne({ _id: tokenHash, ...invitation });
    },

    /** Undefined if it has expired; MongoDB removes it some time later. */
    findInvitation: async (tokenHash: string, now: Date): Promise<Invitation | undefined> =>
      (await invitations.findOne(
        { ...withToken(tokenHash), expiresAt: { $gt: now } },
        { projection: withoutTokens },
      )) ?? undefined,

    /** False if it was already removed. */
    removeInvitation: async (tokenHash: string): Promise<boolean> =>
      (await invitations.deleteOne(withToken(tokenHash))).deletedCount === 1,

    /** Returns undefined if the company has no such invitation. */
    withdrawInvitation: async (companyId: number, invitationId: string): Promise<Invitation | undefined> =>
      (await invitations.findOneAndDelete(
        { 'membership.companyId': companyId, invitationId },
        { projection: withoutTokens },
      )) ?? undefined,

    withdrawInvitations: async (companyId: number, email: string): Promise<void> => {
      await invitations.deleteMany({ email, 'membership.companyId': companyId });
    },

    /**
     * @param companyId absent: all companies and the platform
     * @returns how many it removed
     */
    withdrawInvitationsBy: async (personId: string, companyId?: number): Promise<number> => {
      const ofCompany = companyId === undefined ? {} : { 'membership.companyId': companyId };
      return (await invitations.deleteMany({ 'invitedBy.personId': personId, ...ofCompany })).deletedCount;
    },

    listInvitations: (companyId: number, now: Date, limit: number): Promise<Invitation[]> =>
      invitations
        .find(
          { 'membership.companyId': companyId, expiresAt: { $gt: now } },
          { projection: withoutTokens, maxTimeMS: pageLimitMs },
        )
        .sort({ email: 1 })
        .limit(limit)
        .toArray(),

    findInvitationById: async (invitationId: string, now: Date): Promise<Invitation | undefined> =>
      (await invitations.findOne({ invitationId, expiresAt: { $gt: now } }, { projection: withoutTokens })) ??
      undefined,

    /** Makes the token of a mailed link work. False if the invitation is gone: used, replaced, withdrawn or expired. */
    addMailToken: async (invitationId: string, tokenHash: string, now: Date): Promise<boolean> => {
      const open = { invitationId, expiresAt: { $gt: now } };
      const change = { $addToSet: { mailTokens: tokenHash } };
      return (await invitations.updateOne(open, change)).matchedCount === 1;
    },
  };
}

function withToken(tokenHash: string) {
  return { $or: [{ _id: tokenHash }, { mailTokens: tokenHash }] };
}
