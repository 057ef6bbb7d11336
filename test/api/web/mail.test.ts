/** Which mails the web application queues: invitations beside their link, and warnings about a person's own account. */
import { randomInt } from 'node:crypto';
import type { Company } from '../../../src/ledger/companies/company.js';
import type { MailRecord } from '../../../src/ledger/mail/mail-record.js';
import { codeOf, enrol, nextCode, nextStep, wrongCode } from './authenticator.js';
import { clave, startWeb, type Browser, type Web } from './harness.js';

let web: Web;
let company: Company;
let admin: Browser;
beforeAll(async () => {
  web = await startWeb({ mailEnabled: true });
  ({ company, admin } = await companyWithAdmin(web));
});

async function companyWithAdmin(site: Web) {
  const added = await site.addCompany();
  const memberships = [{ companyId: added.companyId, role: 'administrador' as const }];
  return { company: added, admin: await site.loggedIn(await site.addPerson({ memberships })) };
}

const newEmail = () => `nueva-${randomInt(1_000_000_000)}@prueba.example`;
const invite = (email: string, by = admin, to = company) =>
  by.call('POST', `/companies/${to.companyId}/people`, { body: { email, role: 'operador' } });
const mailAgain = (invitationId: string, by = admin, to = company) =>
  by.call('POST', `/companies/${to.companyId}/invitations/${invitationId}/mail`, { body: {} });

async function mailsTo(email: string): Promise<readonly MailRecord[]> {
  return (await web.store.listMails({ limit: 500 })).rows.filter(({ to }) => to === email);
}

async function invitationOf(email: string, by = admin, to = company) {
  const { body } = await by.call('GET', `/companies/${to.companyId}/people`);
  const { invitations } = body as {
    invitations: readonly { email: string; invitationId: string; mail: object }[];
  };
  return invitations.find((one) => one.email === email)!;
}

describe('an invitation', () => {
  test('is queued beside its link, and its mail has nothing of the link', async () => {
    const email = newEmail();
    const answer = await invite(email);
    expect(answer.body).toMatchObject({ mail: 'queued' });
    const { invitationId, mail } = await invitationOf(email);
    expect(mail).toMatchObject({ state: 'queued', code: null });
    const [queued, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(queued).toMatchObject({
      kind: 'invitation',
      companyId: company.companyId,
      data: { invitationId },
    });
    const token = String(answer.body['invitationUrl']).split('/').at(-1)!;
    expect(JSON.stringify(queued)).not.toContain(token.slice(0, 12));
  });

  test('shows the relay’s answer when its mail failed', async () => {
    const email = newEmail();
    await invite(email);
    const [{ _id } = { _id: '' }] = await mailsTo(email);
    const tried = (await web.store.beginMail(_id, new Date(), new Date()))!;
    await web.store.recordFailed(tried, '550', new Date());
    expect((await invitationOf(email)).mail).toMatchObject({ state: 'failed', code: '550' });
  });

  test('may be mailed again, in a mail of its own, and the act is in the audit log', async () => {
    const email = newEmail();
    await invite(email);
    const { invitationId } = await invitationOf(email);
    expect((await mailAgain(invitationId)).status).toBe(200);
    expect(new Set((await mailsTo(email)).map(({ _id }) => _id)).size).toBe(2);
    const path = `/companies/${company.companyId}/audit?action=invitation.mail`;
    expect((await admin.call('GET', path)).body).toMatchObject({
      items: [{ target: email, outcome: 'done' }],
    });
  });

  test('bombs nobody: five in an hour to one address, whichever company sends them', async () => {
    const email = newEmail();
    const other = await companyWithAdmin(web);
    await invite(email);
    const { invitationId } = await invitationOf(email);
    for (let n = 0; n < 3; n += 1) expect((await mailAgain(invitationId)).status).toBe(200);
    expect((await invite(email, other.admin, other.company)).body).toMatchObject({ mail: 'queued' });
    const refused = await mailAgain(invitationId);
    expect({ status: refused.status, code: refused.body['code'] }).toEqual({
      status: 429,
      code: 'MAIL_TOO_MANY',
    });
    // The link is shown all the same.
    const answer = await invite(email, other.admin, other.company);
    expect(answer.body).toMatchObject({
      mail: 'MAIL_TOO_MANY',
      invitationUrl: expect.stringContaining('/app/'),
    });
    expect(await mailsTo(email)).toHaveLength(5);
    web.aheadMs += 3_600_000;
    const later = await web.loggedIn(
      await web.addPerson({ memberships: [{ companyId: company.companyId, role: 'administrador' }] }),
    );
    expect((await mailAgain(invitationId, later)).status).toBe(200);
    web.aheadMs = 0;
  });

  test('of another company cannot be mailed', async () => {
    const email = newEmail();
    await invite(email);
    const { invitationId } = await invitationOf(email);
    const other = await companyWithAdmin(web);
    const refused = await mailAgain(invitationId, other.admin, other.company);
    expect({ status: refused.status, code: refused.body['code'] }).toEqual({
      status: 404,
      code: 'INVITATION_NOT_FOUND',
    });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test.each([
    'a@x.example\r\nBcc: b@y.example',
    'a@x.example, b@y.example',
    'Ana <a@x.example>',
    'a@x.example>',
  ])('to %j is refused, and nothing is queued', async (email) => {
    const before = (await web.store.listMails({ limit: 500 })).rows.length;
    expect((await invite(email)).body).toMatchObject({ code: 'EMAIL_INVALID' });
    expect((await web.store.listMails({ limit: 500 })).rows).toHaveLength(before);
  });

  test('has only its link where the service sends no mail', async () => {
    const quiet = await startWeb();
    const { company: without, admin: by } = await companyWithAdmin(quiet);
    const email = newEmail();
    expect((await invite(email, by, without)).body).toMatchObject({ mail: 'MAIL_OFF' });
    const { invitationId, mail } = await invitationOf(email, by, without);
    expect(mail).toBeNull();
    const refused = await mailAgain(invitationId, by, without);
    expect({ status: refused.status, code: refused.body['code'] }).toEqual({ status: 409, code: 'MAIL_OFF' });
  });
});

describe('a person is warned by mail', () => {
  const kinds = async (email: string) => (await mailsTo(email)).map(({ kind, data }) => ({ kind, data }));
  const post = (browser: Browser, path: string, body: object) => browser.call('POST', path, { body });

  test('of a login from a new address, once a day', async () => {
    const person = await web.addPerson();
    for (let n = 0; n < 2; n += 1) await web.loggedIn(person);
    expect(await kinds(person.email)).toMatchObject([{ kind: 'new-device', data: { network: '127.0.0.1' } }]);
  });

  test('of no login with a wrong password', async () => {
    const person = await web.addPerson();
    expect((await web.logIn(web.browser(), person, 'otra')).status).toBe(401);
    expect(await kinds(person.email)).toEqual([]);
  });

  test('of a new password', async () => {
    const person = await web.addPerson();
    const browser = await web.loggedIn(person);
    const body = { password: clave, newPassword: 'otra-clave-de-prueba' };
    expect((await post(browser, '/session/password', body)).status).toBe(200);
    expect(await kinds(person.email)).toContainEqual({
      kind: 'password-changed',
      data: { at: expect.any(Date) },
    });
  });

  test('of a first and of another authenticator, of new recovery codes, and of one that was used', async () => {
    const person = await web.addPerson();
    const browser = await web.loggedIn(person);
    const { secret, recoveryCodes } = await enrol(web, browser);
    const renewed = await post(browser, '/session/recovery-codes', { code: nextCode(web, secret) });
    expect(renewed.status).toBe(200);
    const [code = ''] = renewed.body['recoveryCodes'] as readonly string[];
    expect(recoveryCodes).not.toContain(code);
    const other = web.browser();
    await web.logIn(other, person);
    expect((await post(other, '/session/code', { code })).status).toBe(200);
    const begun = await post(browser, '/session/totp/replace', { code: nextCode(web, secret) });
    nextStep(web);
    const confirm = { code: codeOf(web, String(begun.body['secret'])) };
    expect((await post(browser, '/session/totp/replace/confirm', confirm)).status).toBe(200);
    expect((await kinds(person.email)).filter(({ kind }) => kind !== 'new-device').reverse()).toMatchObject([
      { kind: 'factor-changed', data: { what: 'enrolled' } },
      { kind: 'factor-changed', data: { what: 'recovery-codes' } },
      { kind: 'recovery-code-used', data: { left: 9 } },
      { kind: 'factor-changed', data: { what: 'replaced' } },
    ]);
  });

  test('of the third wrong code in a row', async () => {
    const person = await web.addPerson();
    const { secret } = await enrol(web, await web.loggedIn(person));
    const browser = web.browser();
    await web.logIn(browser, person);
    const failed = async () => (await kinds(person.email)).filter(({ kind }) => kind === 'failed-codes');
    for (let n = 1; n <= 4; n += 1) {
      expect((await post(browser, '/session/code', { code: wrongCode(web, secret) })).status).toBe(400);
      expect(await failed()).toHaveLength(n < 3 ? 0 : 1);
    }
    expect(await failed()).toMatchObject([{ data: { count: 3 } }]);
  });
});
