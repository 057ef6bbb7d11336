/** kill -9 of the worker after the relay took a mail and before that is recorded: the mail goes out again, under the same Message-ID, once. */
import { startRoleProcess } from '../../harness/processes/role-process.js';
import { relayLogin } from '../../harness/mail/relay.js';
import { newAddress, startServiceWithMail, untilMail } from '../../harness/mail/service-with-mail.js';
import { queueMail } from '../../../src/services/mail/queue-mail.js';
import { until } from '../../harness/until.js';

test('killed after the relay took the mail: it goes out twice at most, both times with one Message-ID, and is then sent', async () => {
  const { service, relay } = await startServiceWithMail({ workerless: true });
  const worker = await startRoleProcess('worker', service.env);
  const to = newAddress();
  relay.onMail(() => worker.kill());
  // The relay has the mail and its answer does not reach anybody.
  relay.answers(to, 'hold');
  const deps = { store: service.store, clock: () => new Date(), mailEnabled: true };
  const mail = await queueMail(deps, 'password-changed', { to, data: { at: new Date() } });
  if (mail.outcome !== 'queued') throw new Error(mail.refusal);
  await until('the relay has it', async () => relay.mails.length === 1);
  await worker.exited;
  expect(await service.store.findMail(mail.mailId)).toMatchObject({ state: 'sending', attempts: 1 });
  for (const secret of [to, relayLogin.pass, encodeURIComponent(relayLogin.pass)])
    expect(worker.output()).not.toContain(secret);

  relay.onMail(() => undefined);
  await service.startWorker();
  expect(await untilMail(service, mail.mailId, 'sent')).toMatchObject({ attempts: 2 });
  expect(relay.mails.map(({ mail: { messageId } }) => messageId)).toEqual(
    Array.from({ length: 2 }, () => `<${mail.mailId}@empresa.example>`),
  );
}, 120_000);
