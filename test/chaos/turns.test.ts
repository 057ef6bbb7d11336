/** Companies take turns: a worker that starts finds many vouchers of one company, and one voucher that another company sent after them. */
import { sampleEcf } from '../harness/samples/sample-ecf.js';
import { startService, unlimited, type OtherCompany } from '../harness/service.js';
import { until } from '../harness/until.js';

const encfOf = (index: number) => `E31${String(index + 1).padStart(10, '0')}`;

test('a voucher does not wait for all vouchers that another company sent before', async () => {
  const service = await startService({ env: unlimited });
  const [busy, other] = [await service.addCompany(), await service.addCompany()];
  // Three times what a worker takes at once. Without turns at least two thirds of them would be final before.
  const takenAtOnce = 40;
  const sentBefore = 3 * takenAtOnce;
  const send = (company: OtherCompany, index: number) => {
    const ecf = sampleEcf({ encf: encfOf(index), rncEmisor: company.rnc });
    return company.post('/api/v2/dgii-ecf/send?waitForFinal=0s', ecf);
  };
  await service.stopWorker();
  const earlier = await Promise.all(Array.from({ length: sentBefore }, (_, index) => send(busy, index)));
  expect(earlier.map(({ status }) => status)).toEqual(Array(sentBefore).fill(200));
  expect((await send(other, 0)).status).toBe(200);
  await service.startWorker();

  const verdictOf = async ({ companyId }: OtherCompany, index: number) =>
    (await service.store.findDocument(companyId, 'pre-certification', encfOf(index)))?.finalAt;
  const finalAt = async (company: OtherCompany, index: number) =>
    until(`the verdict on ${encfOf(index)}`, () => verdictOf(company, index), { withinMs: 100_000 });
  const own = await finalAt(other, 0);
  const before: Date[] = [];
  // One after the other, because so many readers at once would slow each other down.
  for (let index = 0; index < sentBefore; index += 1) before.push(await finalAt(busy, index));
  expect(before.filter((at) => at < own).length).toBeLessThan(2 * takenAtOnce);
}, 180_000);
