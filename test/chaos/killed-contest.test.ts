/** kill -9 of the worker while it asks DGII which of two vouchers under one number is the issuer's own. */
import { MongoClient } from 'mongodb';
import { openContest } from '../flow/received/contest.js';
import { own } from '../harness/own.js';
import { startRoleProcess } from '../harness/processes/role-process.js';
import { startService } from '../harness/service.js';
import { until } from '../harness/until.js';

test('kill -9 of the worker amid the question leaves the old voucher or the new one', async () => {
  const service = await startService({ workerless: true, env: { TRUST_PROXY: '127.0.0.1' } });
  const contest = await openContest(service);
  const killed = await startRoleProcess('worker', service.env);
  const client = await MongoClient.connect(service.env['MONGODB_URI']!);
  own('a connection', () => client.close());
  const inquiries = client.db(service.env['MONGODB_DATABASE']).collection('inquiries');
  const encf = contest.nextEncf();
  const squatter = contest.forged(encf);
  expect(await contest.verdict(squatter)).toBe('received');
  const bytes = await contest.genuine(encf);
  await service.simulate({ faults: [{ service: 'estado', action: 'slow', slowMs: 60_000, times: 10_000 }] });
  const answer = contest.verdict(bytes).catch(() => 'no answer');
  await until('the question is under way', async () => {
    return (await inquiries.countDocuments({ 'about.question.encf': encf })) >= 2;
  });
  await killed.kill();
  await service.simulate({ faults: [] });
  await service.startWorker();
  await answer;
  // Read once: the contest may end at any moment.
  const reception = await contest.receptionOf(encf);
  const sha256s = [reception.sha256, ...(reception.displaced ?? []).map((one) => one.sha256)];
  expect(new Set(sha256s).size).toBe(sha256s.length);
  await until(
    'the genuine voucher has its ARECF',
    async () => (await contest.verdict(bytes).catch(() => '')) === 'received',
    { withinMs: 60_000 },
  );
  expect((await contest.receptionOf(encf)).displaced).toHaveLength(1);
}, 120_000);
