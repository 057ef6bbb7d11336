/** Mails leave once the relay takes them, whatever it does before that: a real SMTP server, a real worker, a real Temporal. */
import { invite } from '../../../src/services/people/invite-person.js';
import { mailInvitation } from '../../../src/services/mail/mail-invitation.js';
import { queueMail, type MailDeps } from '../../../src/services/mail/queue-mail.js';
import { acceptInvitation, findInvitation } from '../../../src/services/people/accept-invitation.js';
import { noProcesses } from '../../harness/mail/no-processes.js';
import {
  newAddress,
  publicUrl,
  sender,
  startServiceWithMail,
  untilMail,
  type ServiceWithMail,
} from '../../harness/mail/service-with-mail.js';
import { until } from '../../harness/until.js';

let flow: ServiceWithMail;
beforeAll(async () => {
  flow = await startServiceWithMail();
}, 120_000);

const clock = () => new Date();
const deps = (): MailDeps => ({ store: flow.service.store, clock, mailEnabled: true });

/** @returns its id */
async function queued(to: string): Promise<string> {
  const mail = await queueMail(deps(), 'password-changed', { to, data: { at: clock() } });
  if (mail.outcome !== 'queued') throw new Error(mail.refusal);
  return mail.mailId;
}

const mailsTo = (to: string) => flow.relay.mails.filter((mail) => mail.to.includes(to));

test('an invitation reaches its person with a link that works, and the ledger and Temporal have no part of the link', async () => {
  const { service } = flow;
  const to = newAddress();
  const membership = { companyId: service.companyId, role: 'operador' as const };
  const operator = { ...deps(), ...noProcesses, store: service.store, allowProduction: false };
  const invited = await invite(operator, { email: to, membership, invitedBy: { operator: 'ana@servidor' } });
  if (invited.outcome !== 'invited') throw new Error(invited.refusal);
  const mail = await mailInvitation(deps(), invited.invitation);
  if (mail.outcome !== 'queued') throw new Error(mail.refusal);
  expect(await untilMail(service, mail.mailId, 'sent')).toMatchObject({
    attempts: 1,
    companyId: service.companyId,
  });

  const [caught, ...more] = mailsTo(to);
  expect(more).toEqual([]);
  expect(caught).toMatchObject({ to: [to], from: sender });
  const { from, subject, text = '', html, headers, messageId, replyTo } = caught!.mail;
  expect(from?.value).toEqual([{ name: 'EMPRESA DE PRUEBA SRL', address: sender }]);
  expect(replyTo?.value).toEqual([{ name: '', address: 'soporte@empresa.example' }]);
  expect(subject).toBe('Invitación a los comprobantes de EMPRESA DE PRUEBA SRL');
  expect(messageId).toBe(`<${mail.mailId}@empresa.example>`);
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  const [, token = ''] = new RegExp(`${publicUrl}/app/invitacion/([\\w-]{43})`).exec(text) ?? [];
  expect(html).toContain(`${publicUrl}/app/invitacion/${token}`);

  // Both links work, and neither is the other.
  expect(token).not.toBe(invited.token);
  for (const link of [token, invited.token])
    expect(await findInvitation(operator, link)).toMatchObject({ outcome: 'found', email: to });

  const { events } = await service.temporal.workflow.getHandle(`mail-${mail.mailId}`).fetchHistory();
  const kept = [JSON.stringify(await service.store.findMail(mail.mailId)), JSON.stringify(events)];
  const decoded = kept.map((one) =>
    one.replace(/"data":"([^"]*)"/g, (_, data: string) => Buffer.from(data, 'base64').toString()),
  );
  for (const one of decoded) {
    expect(one).not.toContain(token);
    expect(one).not.toContain(token.slice(0, 12));
  }
  // History has no address either.
  expect(decoded[1]).not.toContain(to);

  const account = { name: 'Nueva Persona', password: 'una-clave-de-prueba' };
  expect(await acceptInvitation(operator, token, account)).toMatchObject({ outcome: 'accepted' });
  for (const link of [token, invited.token])
    expect(await findInvitation(operator, link)).toMatchObject({ refusal: 'INVITATION_NOT_FOUND' });
});

test('a mail for which the relay asks for patience is sent when the relay takes it', async () => {
  const to = newAddress();
  flow.relay.answers(to, 451, { data: 452 });
  const mailId = await queued(to);
  expect(await untilMail(flow.service, mailId, 'sent')).toMatchObject({ attempts: 3 });
  expect((await flow.service.store.findMail(mailId))?.code).toBeUndefined();
});

test.each([
  { name: 'its address', answers: [550], code: '550' },
  { name: 'its contents', answers: [{ data: 554 }], code: '554' },
])('a mail fails at once if the relay refuses $name for good', async ({ answers, code }) => {
  const to = newAddress();
  flow.relay.answers(to, ...answers);
  const mailId = await queued(to);
  expect(await untilMail(flow.service, mailId, 'failed')).toMatchObject({ attempts: 1, code });
});

test('a mail whose answer is lost goes out again under the same Message-ID', async () => {
  const to = newAddress();
  flow.relay.answers(to, 'drop');
  const mailId = await queued(to);
  expect(await untilMail(flow.service, mailId, 'sent')).toMatchObject({ attempts: 2 });
  const sent = mailsTo(to);
  expect(sent.map(({ answer }) => answer)).toEqual(['drop', 'take']);
  expect(new Set(sent.map(({ mail }) => mail.messageId))).toEqual(new Set([`<${mailId}@empresa.example>`]));
  expect(new Set(sent.map(({ mail }) => mail.date?.getTime())).size).toBe(1);
});

test('a mail that failed is sent after somebody tries again', async () => {
  const to = newAddress();
  flow.relay.answers(to, 550);
  const mailId = await queued(to);
  await untilMail(flow.service, mailId, 'failed');
  expect(await flow.service.store.retryMail(mailId, clock())).toMatchObject({ state: 'queued' });
  expect(await untilMail(flow.service, mailId, 'sent')).toMatchObject({ attempts: 2 });
  expect(await flow.service.store.retryMail(mailId, clock())).toBeUndefined();
});

test('the link of an invitation that was withdrawn meanwhile is not sent', async () => {
  const to = newAddress();
  const mail = await queueMail(deps(), 'invitation', { to, data: { invitationId: 'gone' } });
  if (mail.outcome !== 'queued') throw new Error(mail.refusal);
  expect(await untilMail(flow.service, mail.mailId, 'failed')).toMatchObject({ code: 'WITHDRAWN' });
  expect(mailsTo(to)).toEqual([]);
});

test("a person's link is never sent to another address than the invitation's", async () => {
  const { service } = flow;
  const operator = { ...deps(), ...noProcesses, store: service.store, allowProduction: false };
  const invited = await invite(operator, {
    email: newAddress(),
    support: true,
    invitedBy: { operator: 'ana@servidor' },
  });
  if (invited.outcome !== 'invited') throw new Error(invited.refusal);
  const { invitationId } = invited.invitation;
  const to = newAddress();
  const mail = await queueMail(deps(), 'invitation', { to, data: { invitationId } });
  if (mail.outcome !== 'queued') throw new Error(mail.refusal);
  expect(await untilMail(service, mail.mailId, 'failed')).toMatchObject({ code: 'WITHDRAWN' });
  expect(mailsTo(to)).toEqual([]);
});

test('a mail that waits longer than the limit is given up with the last answer', async () => {
  const relayed = await startServiceWithMail({ env: { MAIL_GIVE_UP_MS: '1500' } });
  const to = newAddress();
  relayed.relay.answers(to, ...Array.from({ length: 100 }, () => 421));
  const mail = await queueMail({ ...deps(), store: relayed.service.store }, 'password-changed', {
    to,
    data: { at: clock() },
  });
  if (mail.outcome !== 'queued') throw new Error(mail.refusal);
  expect(await untilMail(relayed.service, mail.mailId, 'failed')).toMatchObject({ code: '421' });
}, 120_000);

test('a worker whose password the relay refuses keeps the mail, and sends it with the right one', async () => {
  const { service, relay } = flow;
  await service.stopWorker();
  await service.startWorker({ SMTP_URL: `smtp://servicio:otra@127.0.0.1:${relay.port}` });
  const to = newAddress();
  const mailId = await queued(to);
  await until('the relay refused the password', async () => {
    const mail = await service.store.findMail(mailId);
    return mail?.code === '535' && mail.attempts > 1;
  });
  // The failure that Temporal shows is the relay's code, and no defect of ours.
  await until('Temporal shows the code', async () => {
    const { raw } = await service.temporal.workflow.getHandle(`mail-${mailId}`).describe();
    return raw.pendingActivities?.[0]?.lastFailure?.message === 'MAIL_535';
  });
  expect(mailsTo(to)).toEqual([]);
  await service.stopWorker();
  await service.startWorker();
  await untilMail(service, mailId, 'sent');
}, 120_000);

test('the mails of several companies leave four at a time, and none waits for a company with many', async () => {
  const { service, relay } = flow;
  const many = Array.from({ length: 30 }, (_, index) =>
    queueMail(deps(), 'numbers-low', {
      to: newAddress(),
      companyId: service.companyId + 500,
      data: { environment: 'pre-certification', ecfType: 31, left: index },
    }),
  );
  const ofOne = await Promise.all(many);
  const small = await queueMail(deps(), 'numbers-low', {
    to: newAddress(),
    companyId: service.companyId + 501,
    data: { environment: 'pre-certification', ecfType: 31, left: 1 },
  });
  if (small.outcome !== 'queued') throw new Error(small.refusal);
  const { endedAt } = await untilMail(service, small.mailId, 'sent');
  const ended = await until(
    'all were sent',
    async () => {
      const found = await Promise.all(
        ofOne.map((one) => service.store.findMail(one.outcome === 'queued' ? one.mailId : '')),
      );
      return found.every((mail) => mail?.state === 'sent') && found;
    },
    // Each mail is a workflow, and there are thirty.
    { withinMs: 90_000 },
  );
  const later = ended.filter((mail) => mail!.endedAt! > endedAt!);
  expect(later.length).toBeGreaterThan(10);
  expect(relay.openMost()).toBeLessThanOrEqual(4);
}, 120_000);
