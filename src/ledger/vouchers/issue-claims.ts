/**
 * The keys of `issue`. The insert of a claim decides which content a key issues, and the claim leads to the number: `next` gives the key's
 * reference one number, whichever process dies. **A claim is never removed:** a client may repeat its request years later, and without the
 * claim that would issue the sale a second time.
 */
import type { Collections } from '../collections.js';
import { isInserted } from '../mongo/guard.js';
import { encfOf, referenceOfIssue, sequenceKey } from '../numbers/numbers.js';
import { LedgerUnavailableError } from '../unavailable.js';
import type { IssueClaim, IssueKey } from './issue-claim.js';

export interface FoundClaim {
  readonly claim: IssueClaim;
  /** Undefined: `next` has not given the key a number. */
  readonly encf: string | undefined;
}

export function createIssueClaims({ issueClaims, reservations }: Collections) {
  return {
    findIssueClaim: async (issue: IssueKey): Promise<FoundClaim | undefined> => {
      const claim = await issueClaims.findOne({ _id: idOf(issue) });
      if (claim === null) return undefined;
      const key = sequenceKey(claim);
      // MongoDB uses the partial index only when the filter contains `$type`.
      const number = await reservations.findOne(
        { key, ref: { $eq: referenceOfIssue(claim.key), $type: 'string' } },
        { hint: 'ref' },
      );
      return { claim, encf: number === null ? undefined : encfOf(number) };
    },

    /** @returns the claim that has the key: this one, or the first one */
    claimIssue: async (
      issue: IssueKey,
      content: Pick<IssueClaim, 'ecfType' | 'contentHash'>,
      now: Date,
    ): Promise<IssueClaim> => {
      const { companyId, environment, key } = issue;
      const _id = idOf(issue);
      const record = { _id, companyId, environment, key, ...content, claimedAt: now };
      if (await isInserted(issueClaims.insertOne(record))) return record;
      const first = await issueClaims.findOne({ _id });
      // The record is on the primary, but no majority has it yet.
      if (first === null) throw new LedgerUnavailableError();
      return first;
    },

    /** The service refused the claim's content, so the key may take other content. No effect if the key has other content by now. */
    reopenIssueClaim: async (issue: IssueKey, contentHash: string, now: Date): Promise<void> => {
      await issueClaims.updateOne({ _id: idOf(issue), contentHash }, { $set: { refusedAt: now } });
    },

    /** Replaces content that the service refused. @returns false if another request replaced it first */
    keepNewIssueContent: async (
      issue: IssueKey,
      refusedHash: string,
      contentHash: string,
    ): Promise<boolean> => {
      const replaced = await issueClaims.updateOne(
        { _id: idOf(issue), contentHash: refusedHash, refusedAt: { $exists: true } },
        { $set: { contentHash }, $unset: { refusedAt: '' } },
      );
      return replaced.matchedCount === 1;
    },
  };
}

function idOf({ companyId, environment, key }: IssueKey): string {
  return `${companyId}:${environment}:${key}`;
}
