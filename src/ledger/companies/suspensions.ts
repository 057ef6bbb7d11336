/** The suspension of a company whose signer DGII refuses: it gets no numbers until DGII issues a token again. */
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../mongo/collections.js';
import type { SignerRefusal } from '../numbering/numbering.js';
import type { Company } from '../store.js';

export interface SignerRefused {
  readonly reason: SignerRefusal;
  /** When we sent the request that DGII refused. */
  readonly askedAt: Date;
  readonly since: Date;
}

export function createSuspensions({ companies }: Collections) {
  return {
    /**
     * DGII refused the company's signer: hand out no more numbers, because DGII would refuse them too. Keeps the reason of the
     * latest request, because DGII may refuse a new certificate for another reason. Keeps the first `since`.
     * Ignores a refusal of a request sent (`askedAt`) before the token that ended a suspension: a verdict may arrive much later.
     */
    suspendIssuing: async (
      companyId: number,
      environment: Environment,
      { reason, askedAt, since }: SignerRefused,
    ) => {
      const latest = { reason, askedAt };
      // One update, so that no `resumeIssuing` can come in between. A company already suspended there keeps its `since`.
      const suspended = {
        $cond: [
          { $eq: ['$suspended.environment', environment] },
          { $mergeObjects: ['$suspended', { $literal: latest }] },
          { $literal: { environment, since, ...latest } },
        ],
      };
      await companies.updateOne(
        {
          _id: companyId,
          $nor: [
            { 'resumed.environment': environment, 'resumed.askedAt': { $gte: askedAt } },
            // The answer to an earlier request may arrive after the answer to a later one.
            { 'suspended.environment': environment, 'suspended.askedAt': { $gte: askedAt } },
          ],
        },
        [{ $set: { suspended } }],
      );
    },

    /** DGII issued a token to the company in this environment. We asked for it at `askedAt`. */
    resumeIssuing: async (companyId: number, environment: Environment, askedAt: Date) => {
      await companies.updateOne(
        { _id: companyId, 'suspended.environment': environment },
        { $unset: { suspended: '' }, $set: { resumed: { environment, askedAt } } },
      );
    },

    /**
     * Claims companies suspended at `before` or earlier, to ask DGII for a token. The claim lasts until `until`, so only one
     * worker asks for each company.
     */
    claimSuspended: async (before: Date, now: Date, until: Date, limit: number): Promise<Company[]> => {
      const probedUntil = 'suspended.probedUntil';
      const unclaimed = [{ [probedUntil]: { $exists: false } }, { [probedUntil]: { $lte: now } }];
      const claimed: Company[] = [];
      while (claimed.length < limit) {
        const company = await companies.findOneAndUpdate(
          { 'suspended.since': { $lte: before }, $or: unclaimed },
          { $set: { [probedUntil]: until } },
          { projection: { _id: 0 } },
        );
        if (company === null) break;
        claimed.push(company);
      }
      return claimed;
    },
  };
}
