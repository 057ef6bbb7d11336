/** Decides which content a key of `issue` issues (ledger/vouchers/issue-claims.ts). */
import type { Store } from '../../ledger/ledger.js';
import type { IssueClaim, IssueKey } from '../../ledger/vouchers/issue-claim.js';

type Content = Pick<IssueClaim, 'ecfType' | 'contentHash'>;

interface ClaimDeps {
  readonly store: Pick<Store, 'findIssueClaim' | 'claimIssue' | 'keepNewIssueContent'>;
  readonly clock: () => Date;
}

/**
 * @param known the key's claim; undefined: it has none
 * @returns false if the key has other content, which the service did not refuse
 */
export async function claimContent(
  { store, clock }: ClaimDeps,
  issue: IssueKey,
  content: Content,
  known: IssueClaim | undefined,
): Promise<boolean> {
  const claim = known ?? (await store.claimIssue(issue, content, clock()));
  if (isClaimed(claim, content)) return true;
  if (claim.ecfType !== content.ecfType || claim.refusedAt === undefined) return false;
  if (await store.keepNewIssueContent(issue, claim.contentHash, content.contentHash)) return true;
  // Another request was first. It may be the same one, sent twice.
  const now = await store.findIssueClaim(issue);
  return now !== undefined && isClaimed(now.claim, content);
}

function isClaimed(claim: IssueClaim, { ecfType, contentHash }: Content): boolean {
  return claim.ecfType === ecfType && claim.contentHash === contentHash;
}
