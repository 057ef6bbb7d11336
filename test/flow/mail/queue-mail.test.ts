/** What the service queues: one mail for each key, within its limits, and warnings once for each threshold. A real ledger. */
import { mailNotices } from '../../../src/activities/mail/mail-rounds.js';
import { dayMs, hourMs } from '../../../src/ecf/durations.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { MailRecord } from '../../../src/ledger/mail/mail-record.js';
import type { CompanyRole } from '../../../src/ledger/people/person.js';
import { mailInvitation } from '../../../src/services/mail/mail-invitation.js';
import { mailToCustomer } from '../../../src/services/mail/mail-customer.js';
import { queueMail } from '../../../src/services/mail/queue-mail.js';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { openLedger } from '../../harness/ledger.js';
import { newAddress } from '../../harness/mail/service-with-mail.js';

let store: Store;
let now = new Date('2026-11-29T15:00:00Z');
beforeAll(async () => {
  ({ store } = await openLedger());
}, 60_000);

const deps = () => ({ store, clock: () => now, mailEnabled: true });
const data = () => ({ at: now });
const nextHour = () => (now = new Date(now.getTime() + hourMs));

async function mailsOf(companyId: number): Promise<readonly MailRecord[]> {
  return (await store.listMails({ companyId, limit: 500 })).rows;
}

test('the same key queues one mail, however many ask at the same moment', async () => {
  const ask = () =>
    queueMail(deps(), 'password-changed', { to: 'uno@prueba.example', data: data(), key: 'k' });
  const answers = await Promise.all(Array.from({ length: 4 }, ask));
  expect(answers.filter(({ outcome }) => outcome === 'queued')).toHaveLength(1);
  expect(await ask()).toMatchObject({ refusal: 'MAIL_REPEATED' });
  const { rows } = await store.listMails({ limit: 500 });
  expect(rows.filter(({ to }) => to === 'uno@prueba.example')).toHaveLength(1);
});

test('an address gets five mails of a kind in an hour; a warning of another kind still reaches it', async () => {
  const to = newAddress();
  const changed = () => queueMail(deps(), 'password-changed', { to, data: data() });
  for (let n = 0; n < 5; n += 1) expect(await changed()).toMatchObject({ outcome: 'queued' });
  expect(await changed()).toMatchObject({ refusal: 'MAIL_TOO_MANY' });
  expect(
    await queueMail(deps(), 'new-device', { to, data: { at: now, network: '192.0.2.1' } }),
  ).toMatchObject({
    outcome: 'queued',
  });
  nextHour();
  expect(await changed()).toMatchObject({ outcome: 'queued' });
});

test('a company causes a hundred mails in an hour, and leaves another company alone', async () => {
  const low = (companyId: number) =>
    queueMail(deps(), 'numbers-low', {
      to: newAddress(),
      companyId,
      data: { environment: 'production', ecfType: 31, left: 1 },
    });
  const answers = await Promise.all(Array.from({ length: 104 }, () => low(71)));
  expect(answers.filter(({ outcome }) => outcome === 'queued')).toHaveLength(100);
  expect(await low(72)).toMatchObject({ outcome: 'queued' });
});

test('a company has at most five hundred mails that have not ended', async () => {
  const put = (id: number) =>
    store.putMail(`full-${id}`, {
      kind: 'password-changed',
      companyId: 73,
      to: 'x@prueba.example',
      language: 'es',
      data: data(),
      createdAt: now,
    });
  await Promise.all(Array.from({ length: 500 }, (_, id) => put(id)));
  const about = { to: newAddress(), companyId: 73, data: data() };
  expect(await queueMail(deps(), 'password-changed', about)).toMatchObject({ refusal: 'MAIL_QUEUE_FULL' });
  await store.beginMail('full-0', now, now);
  await store.recordSent('full-0', now);
  expect(await queueMail(deps(), 'password-changed', about)).toMatchObject({ outcome: 'queued' });
});

test.each(['a@x.example\r\nBcc: b@y.example', 'a@x.example, b@y.example', 'Ana <a@x.example>', ''])(
  'a mail to %j is refused',
  async (to) => {
    const refused = await queueMail(deps(), 'password-changed', { to, data: data() });
    expect(refused).toMatchObject({ refusal: 'MAIL_ADDRESS_INVALID' });
  },
);

test('the mail of an invitation holds its id and nothing that lets anybody in', async () => {
  const to = newAddress();
  const invitation = {
    invitationId: 'inv-1',
    email: to,
    membership: { companyId: 75, role: 'consulta' as const },
    invitedBy: { operator: 'ana@servidor' },
    createdAt: now,
    expiresAt: new Date(now.getTime() + dayMs),
  };
  await store.putInvitation('hash-of-its-token', invitation);
  await mailInvitation(deps(), invitation);
  const [mail] = await mailsOf(75);
  expect(mail).toMatchObject({ kind: 'invitation', to, data: { invitationId: 'inv-1' } });
  expect(JSON.stringify(mail)).not.toContain('hash-of-its-token');
});

describe('administrators are warned once for each threshold', () => {
  const companyId = 81;
  const numbering = { lowNumbers: 10, expiryDays: 30 };
  const round = () => mailNotices({ ...deps(), numbering }, new AbortController().signal);
  const sent = async () =>
    (await mailsOf(companyId))
      .map(({ kind, to, data: about }) => ({ kind, to, about }))
      .sort((one, other) => one.to.localeCompare(other.to));

  async function addPerson(name: string, role: CompanyRole) {
    await store.addPerson({
      personId: name,
      email: `${name}@prueba.example`,
      name,
      support: false,
      memberships: [{ companyId, role }],
      generation: 0,
      secondFactor: false,
    });
  }

  beforeAll(async () => {
    await store.putCompany({
      companyId,
      rnc: '131880681',
      razonSocial: 'EMPRESA',
      origin: 'service',
      environment: 'production',
      productionAllowed: true,
    });
    await addPerson('ana', 'administrador');
    await addPerson('beto', 'administrador');
    await addPerson('caro', 'operador');
  });

  test('of few numbers, and again when a new range runs out too', async () => {
    await store.addAuthorization({
      companyId,
      environment: 'production',
      ecfType: 31,
      from: 1,
      to: 8,
      expiresOn: '31-12-2028',
      authorizationNumber: 'A-1',
      now,
    });
    const first = { kind: 'numbers-low', about: { environment: 'production', ecfType: 31, left: 8 } };
    for (let n = 0; n < 2; n += 1) {
      await round();
      expect(await sent()).toEqual([
        { ...first, to: 'ana@prueba.example' },
        { ...first, to: 'beto@prueba.example' },
      ]);
    }
    await addPerson('dora', 'administrador');
    nextHour();
    await round();
    expect((await sent()).map(({ to }) => to.split('@')[0])).toEqual(['ana', 'beto', 'dora']);
  });

  test('of a certificate: 30, 7 and 1 days before its end, and then', async () => {
    const notAfter = new Date(now.getTime() + 29 * dayMs);
    const valid = { notBefore: new Date(now.getTime() - 300 * dayMs), notAfter };
    const sealed = { certificatePem: 'x', sealedKey: 'x', importedAt: now };
    await store.putCertificate({ companyId, fingerprint: 'f'.repeat(64), ...sealed, ...valid });
    const counts: number[] = [];
    for (const daysLeft of [29, 28, 6, 5, 0.5, -1]) {
      now = new Date(notAfter.getTime() - daysLeft * dayMs);
      await round();
      counts.push(
        (await sent()).filter(({ kind, to }) => kind === 'certificate-expiring' && to.startsWith('ana'))
          .length,
      );
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 4]);
  });
});

test('a company mails its customers up to its limit of a day; what was refused does not count, and no order is cut in half', async () => {
  const customers = { ...deps(), clock: () => now, customerMailsPerDay: 4 };
  const voucher = {
    companyId: 74,
    environment: 'production',
    encf: 'E310000000001',
    attempt: 1,
    state: 'accepted',
    rncComprador: '131880681',
  } as DocumentRecord;
  const send = (key: string, count: number) => {
    const to = Array.from({ length: count }, newAddress);
    return mailToCustomer(customers, voucher, { key, to, by: 'ana@prueba.example' });
  };
  expect(await send('three', 3)).toMatchObject({ outcome: 'queued' });
  expect(await send('two', 2)).toMatchObject({ refusal: 'CUSTOMER_MAIL_LIMIT', facts: { of: 'company' } });
  expect(await send('one', 1)).toMatchObject({ outcome: 'queued' });
  expect(await mailsOf(74)).toHaveLength(4);
  now = new Date(now.getTime() + dayMs);
  expect(await send('two', 2)).toMatchObject({ outcome: 'queued' });
  expect(
    await mailToCustomer({ ...customers, customerMailsPerDay: 0 }, voucher, { key: 'off', by: '' }),
  ).toMatchObject({ refusal: 'CUSTOMER_MAIL_OFF' });
});
