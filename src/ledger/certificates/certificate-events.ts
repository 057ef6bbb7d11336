/**
 * The events of certificates that end: 30, 7 and 1 days before, and afterwards. The write of an event also marks the record, so each event is added only
 * once, also by several workers.
 */
import { dayMs } from '../../ecf/durations.js';
import type { Collections } from '../collections.js';
import { withEvent } from '../events/event-writes.js';
import { expiredWatchedMs } from './certificates.js';
import type { StoredCertificate } from './stored-certificate.js';

/** The days left when a company hears of it, the fewest first. `expired`: none. */
export const endingStages = ['expired', '1', '7', '30'] as const;
export type EndingStage = (typeof endingStages)[number];

const queryLimitMs = 10_000;

export function createCertificateEvents({
  certificates,
  companies,
}: Pick<Collections, 'certificates' | 'companies'>) {
  return {
    /** Adds the missing events of the companies' current certificates. @returns whether there may be more */
    reportEndingCertificates: async (now: Date, limit: number): Promise<boolean> => {
      const found = await certificates
        .aggregate<StoredCertificate>(
          [
            { $sort: { companyId: 1, importedAt: -1 } },
            { $group: { _id: '$companyId', current: { $first: '$$ROOT' } } },
            { $replaceRoot: { newRoot: '$current' } },
            {
              $match: {
                $or: endingStages.map((stage) => ({ ...periodOf(stage, now), ends: { $ne: stage } })),
              },
            },
            { $sort: { notAfter: 1 } },
            { $limit: limit },
            { $project: { _id: 0, companyId: 1, fingerprint: 1, notAfter: 1 } },
          ],
          { maxTimeMS: queryLimitMs, allowDiskUse: true },
        )
        .toArray();
      for (const one of found) await report(one, now);
      return found.length === limit;
    },
  };

  async function report({ companyId, fingerprint, notAfter }: StoredCertificate, now: Date): Promise<void> {
    const stage = endingStages.find((one) => isIn(one, notAfter, now));
    // A certificate is the company's in each environment. The event goes to the one in which it issues.
    const company = await companies.findOne({ _id: companyId }, { projection: { environment: 1 } });
    if (stage === undefined || company === null) return;
    const { environment } = company;
    const type = stage === 'expired' ? 'certificate.expired' : 'certificate.expiring';
    await certificates.updateOne(
      { companyId, fingerprint, ends: { $ne: stage } },
      withEvent<StoredCertificate>(
        { $push: { ends: stage } },
        {
          companyId,
          environment,
          key: `${fingerprint}:${stage}`,
          type,
          at: now,
          data: {
            environment,
            fingerprint,
            vence: notAfter,
            ...(stage !== 'expired' && { dias: Number(stage) }),
          },
        },
      ),
    );
  }
}

/** Leaves out certificates that ended long ago, because their companies have probably left. */
function periodOf(stage: EndingStage, now: Date): { readonly notAfter: object } {
  const { after, until } = bounds(stage, now);
  return { notAfter: { $gt: after, $lte: until } };
}

function isIn(stage: EndingStage, notAfter: Date, now: Date): boolean {
  const { after, until } = bounds(stage, now);
  return notAfter > after && notAfter <= until;
}

function bounds(stage: EndingStage, now: Date): { readonly after: Date; readonly until: Date } {
  const shifted = (ms: number) => new Date(now.getTime() + ms);
  if (stage === 'expired') return { after: shifted(-expiredWatchedMs), until: now };
  const nearer = endingStages[endingStages.indexOf(stage) - 1];
  const nearerMs = nearer === undefined || nearer === 'expired' ? 0 : Number(nearer) * dayMs;
  return { after: shifted(nearerMs), until: shifted(Number(stage) * dayMs) };
}
