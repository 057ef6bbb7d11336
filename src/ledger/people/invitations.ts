/** Invitations: links that work once, for a limited time. The ledger knows a hash of the token, so a copy of it opens nothing. */
import type { Collections } from '../mongo/collections.js';
import type { Invitation } from './person.js';

export function createInvitations({ invitations }: Pick<Collections, 'invitations'>) {
  return {
    /** Replaces what this company sent to this address before, or what a reset of this person sent. */
    putInvitation: async (tokenHash: string, invitation: Invitation): Promise<void> => {
      const { email, membership, personId } = invitation;
      await invitations.deleteMany({
        email,
        'membership.companyId': membership?.companyId ?? { $exists: false },
        personId: personId ?? { $exists: false },
      });
      await invitations.insertOne({ _id: tokenHash, ...invitation });
    },

    /** Undefined when it expired: MongoDB removes it some time later. */
    findInvitation: async (tokenHash: string, now: Date): Promise<Invitation | undefined> =>
      (await invitations.findOne({ _id: tokenHash, expiresAt: { $gt: now } }, { projection: { _id: 0 } })) ??
      undefined,

    /** False: it is gone already. */
    removeInvitation: async (tokenHash: string): Promise<boolean> =>
      (await invitations.deleteOne({ _id: tokenHash })).deletedCount === 1,

    /** False: the company has no such invitation. */
    withdrawInvitation: async (companyId: number, invitationId: string): Promise<boolean> => {
      const found = { 'membership.companyId': companyId, invitationId };
      return (await invitations.deleteOne(found)).deletedCount === 1;
    },

    /** Those that still work, sorted by e-mail. */
    listInvitations: (companyId: number, now: Date, limit: number): Promise<Invitation[]> =>
      invitations
        .find(
          { 'membership.companyId': companyId, expiresAt: { $gt: now } },
          { projection: { _id: 0 as const } },
        )
        .sort({ email: 1 })
        .limit(limit)
        .toArray(),
  };
}
