/** DGII does not answer for a while, and then the waiting vouchers continue. */
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { patient, startService } from '../../harness/service.js';
import { until } from '../../harness/until.js';

const next = encfs(31);

test('the first voucher that gets through wakes those that wait for it', async () => {
  const minute = { ECF_RETRY_FIRST_MS: '60000', ECF_RETRY_MAX_MS: '60000', ECF_CHECK_MARGIN_MS: '60000' };
  const service = await startService({ env: { ...patient, ...minute } });
  const find = (encf: string) => service.store.findDocument(service.companyId, 'pre-certification', encf);
  const waiting = [next(), next()];
  const nextTries = new Map<string, Date>();
  await service.simulate({ faults: [{ service: 'semilla', action: 'status-500', times: 1_000 }] });
  for (const encf of waiting) {
    await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf }));
    const document = await until(`${encf} waits`, async () => {
      const found = await find(encf);
      return found?.waiting?.reason === 'DGII_UNAVAILABLE' && found;
    });
    const { since, nextTryAt } = document.waiting ?? {};
    nextTries.set(encf, nextTryAt!);
    expect(nextTryAt!.getTime() - since!.getTime()).toBe(60_000);
    expect(document.submissions).toMatchObject([{ n: 1, to: new URL(service.simulatorUrl).host }]);
  }

  await service.simulate({ faults: [] });
  const through = await until(
    'a voucher gets through at once',
    async () => {
      const encf = next();
      const sent = await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', sampleEcf({ encf }));
      return sent.body.data['accepted'] === 1 && encf;
    },
    { withinMs: 40_000 },
  );
  for (const encf of [through, ...waiting]) {
    await until(`${encf} is accepted`, async () => (await find(encf))?.state === 'accepted', {
      withinMs: 200_000,
    });
    expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
  }
  // They went out before their own pause ended.
  for (const [encf, nextTryAt] of nextTries)
    expect((await find(encf))!.submissions[0]!.startedAt.getTime()).toBeLessThan(nextTryAt.getTime());
}, 300_000);
