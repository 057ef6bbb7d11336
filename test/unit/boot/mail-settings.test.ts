/** Which settings of mail are refused at the start, and what the relay's address means. No error shows the password. */
import { readConfig } from '../../../src/boot/config.js';
import { isMailOn, mailSenderOf } from '../../../src/boot/settings/mail.js';

const relayOf = (url: string) => readConfig({ SMTP_URL: url }).mail.relay;

test.each([
  [
    'smtps://u:p@relay.example',
    { host: 'relay.example', port: 465, secure: true, requireTLS: false, ignoreTLS: false },
  ],
  ['smtp://u:p@relay.example:2525', { port: 2525, secure: false, requireTLS: true, ignoreTLS: false }],
  ['smtp://u:p@relay.example', { port: 587, requireTLS: true }],
  ['smtp://127.0.0.1:1025', { host: '127.0.0.1', requireTLS: false, ignoreTLS: true }],
  ['smtp://[::1]:1025', { host: '::1', requireTLS: false, ignoreTLS: true }],
  ['smtps://us%40er:p%3A%2F%40@relay.example', { auth: { user: 'us@er', pass: 'p:/@' } }],
])('%s is a relay', (url, relay) => {
  expect(relayOf(url)).toMatchObject(relay);
});

test('a relay without a user has no login', () => {
  expect(relayOf('smtps://relay.example')).not.toHaveProperty('auth');
});

test.each([
  ['relay.example:587', 'SMTP_URL must use smtps or smtp'],
  ['secreta', 'SMTP_URL is not an address such as smtps://user:password@host:465'],
  ['https://u:secreta@relay.example', 'SMTP_URL must use smtps or smtp'],
  ['smtp://u:secreta@', 'SMTP_URL is not an address such as smtps://user:password@host:465'],
  ['smtps://secreta@relay.example', 'SMTP_URL has a user without a password, or the reverse'],
  ['smtps://:secreta@relay.example', 'SMTP_URL has a user without a password, or the reverse'],
  ['smtps://u:secreta%zz@relay.example', 'SMTP_URL has a user or password that is not percent-encoded'],
  ['smtps://u:secreta@relay.example/x', 'SMTP_URL must not carry a path, a query or a fragment'],
  ['smtps://u:secreta@relay.example?pool=true', 'SMTP_URL must not carry a path, a query or a fragment'],
  ['smtps://u:secreta@a,b', 'SMTP_URL has no host'],
])('SMTP_URL=%s is refused', (url, message) => {
  expect(() => relayOf(url)).toThrow(message);
  try {
    relayOf(url);
  } catch (error) {
    expect(String(error)).not.toContain('secreta');
  }
});

test.each([
  [{ MAIL_FROM: 'nadie' }, 'MAIL_FROM is not an address, or name <address>'],
  [{ MAIL_FROM: 'a@x.example\r\nBcc: b@y.example' }, 'MAIL_FROM is not an address, or name <address>'],
  [{ MAIL_REPLY_TO: 'Ana <a@x.example>' }, 'MAIL_REPLY_TO is not an address'],
  [{ ECF_MAIL: 'si' }, 'ECF_MAIL=si is not one of on, off'],
  [
    { MAIL_RETRY_FIRST_MS: '200', MAIL_RETRY_MAX_MS: '100' },
    'MAIL_RETRY_MAX_MS is less than MAIL_RETRY_FIRST_MS',
  ],
])('%j is refused', (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
});

const whole = {
  MAIL_FROM: 'Comprobantes <c@empresa.example>',
  SMTP_URL: 'smtps://u:p@relay.example',
  ECF_PUBLIC_URL: 'https://ecf.example',
};

test('a worker with all settings sends mail', () => {
  expect(mailSenderOf(readConfig(whole))).toMatchObject({
    sender: { name: 'Comprobantes', address: 'c@empresa.example' },
    publicUrl: 'https://ecf.example',
  });
});

test.each([
  { without: 'MAIL_FROM', says: 'SMTP_URL needs MAIL_FROM' },
  { without: 'SMTP_URL', says: 'MAIL_FROM needs SMTP_URL' },
  { without: 'ECF_PUBLIC_URL', says: 'MAIL_FROM needs ECF_PUBLIC_URL' },
])('a worker without $without does not start', ({ without, says }) => {
  expect(() => mailSenderOf(readConfig({ ...whole, [without]: '' }))).toThrow(says);
});

test('ECF_MAIL=off sends nothing, whatever else is set', () => {
  const config = readConfig({ ...whole, SMTP_URL: '', ECF_MAIL: 'off' });
  expect([mailSenderOf(config), isMailOn(config.mail)]).toEqual([undefined, false]);
});

test('a role with a sender queues mail, and one without any setting does not', () => {
  expect([readConfig(whole), readConfig({})].map(({ mail }) => isMailOn(mail))).toEqual([true, false]);
});
