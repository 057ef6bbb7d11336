/** The demo's mail server takes mails and shows them to this machine alone, and nothing in a mail can act on its page. */
import { request } from 'undici';
import { createSmtpClient } from '../../../src/activities/mail/smtp.js';
import { readConfig } from '../../../src/boot/config.js';
import { startMailCatcher } from '../../../tools/demo/mail-catcher.js';
import { own } from '../../harness/own.js';

const link = 'http://127.0.0.1:21580/app/invitacion/abc-_09';
const mail = {
  from: { name: 'EMPRESA <script>', address: 'comprobantes@demo.example' },
  to: 'nueva@demo.example',
  subject: '<b>Invitación</b>',
  text: `Aceptar la invitación: ${link}\n<script>alert(1)</script>`,
  html: '<p>x</p>',
  messageId: '<1@demo.example>',
  date: new Date('2026-11-29T12:00:00Z'),
};

test('a mail appears on the page with a link to follow, and its text stays text', async () => {
  const catcher = await startMailCatcher(0);
  own('the catcher', () => catcher.stop());
  const { mail: settings } = readConfig(catcher.settings);
  const smtp = createSmtpClient({ relay: settings.relay!, replyTo: '' });
  expect(await smtp.send(mail)).toEqual({ kind: 'taken' });
  const { body, headers } = await request(catcher.url);
  const page = await body.text();
  expect(page).toContain(`<a href="${link}">${link}</a>`);
  expect(page).toContain('&lt;b&gt;Invitación&lt;/b&gt;');
  expect(page).not.toContain('<script>');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

test('a page of the Internet under another name cannot read the mails', async () => {
  const catcher = await startMailCatcher(0);
  own('the catcher', () => catcher.stop());
  const { statusCode, body } = await request(catcher.url, { headers: { host: 'evil.example' } });
  await body.dump();
  expect(statusCode).toBe(403);
});
