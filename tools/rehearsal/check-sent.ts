/** All vouchers of every-type.ts and the bench were accepted, so the ledger and DGII must each have them once. */
import type { OwnStack } from '../own-stack/own-stack.js';
import type { DemoCompany } from '../demo/demo-data.js';
import { evidenceOf } from '../torture/check/evidence.js';
import { groupedBy } from '../torture/check/grouped-by.js';

export async function checkSent(stack: OwnStack, company: DemoCompany): Promise<string[]> {
  const { documents, received } = await evidenceOf(stack, [company]);
  const accepted = received.filter(({ verdict }) => verdict.outcome === 'accepted');
  const byEncf = groupedBy(accepted, ({ encf }) => encf);
  const known = new Set(documents.map(({ encf }) => encf));
  return [
    ...(documents.length === 0 ? ['NOTHING-SENT: the ledger has no voucher of the demo'] : []),
    ...documents
      .filter(({ state }) => state !== 'accepted')
      .map(({ encf, state }) => `NOT-ACCEPTED: ${encf} is ${state}, and its client read that it is accepted`),
    ...documents
      .map(({ encf }) => ({ encf, times: byEncf.get(encf)?.length ?? 0 }))
      .filter(({ times }) => times !== 1)
      .map(({ encf, times }) => `TIMES: DGII accepted ${encf} ${times} times`),
    ...[...byEncf.keys()]
      .filter((encf) => !known.has(encf))
      .map((encf) => `UNKNOWN-VOUCHER: DGII has ${encf}, which the ledger does not have`),
  ];
}
