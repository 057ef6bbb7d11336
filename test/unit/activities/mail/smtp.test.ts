/** What follows from each thing that a relay does, and that nothing leaves without TLS. Real connections to a real SMTP server. */
import { createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import forge from 'node-forge';
import type { SMTPServerOptions } from 'smtp-server';
import type { MailMessage } from '../../../../src/activities/mail/compose-mail.js';
import { createSmtpClient } from '../../../../src/activities/mail/smtp.js';
import { own } from '../../../harness/own.js';
import { relayLogin, startRelay } from '../../../harness/mail/relay.js';
import { spareKeys } from '../../../harness/samples/signers.js';

const message: MailMessage = {
  from: { name: 'EMPRESA SRL', address: 'comprobantes@empresa.example' },
  to: 'ana@prueba.example',
  subject: 'Prueba',
  text: 'Texto',
  html: '<p>Texto</p>',
  messageId: '<1@empresa.example>',
  date: new Date('2026-11-29T12:00:00Z'),
};
const quick = { connectMs: 2_000, silentMs: 2_000, sendMs: 2_000 };
const plain = (port: number) => ({
  host: '127.0.0.1',
  port,
  secure: false,
  requireTLS: false,
  ignoreTLS: true,
  auth: relayLogin,
});
const tls = tlsFiles();

test('a message arrives as it was made, encoded where it must be', async () => {
  const relay = await startRelay();
  const smtp = createSmtpClient({ relay: plain(relay.port), replyTo: 'soporte@empresa.example' });
  const name = 'Ñandú "S, R" <x@y.example>, otro';
  expect(await smtp.send({ ...message, from: { ...message.from, name } })).toEqual({ kind: 'taken' });
  const [caught] = relay.mails;
  expect(caught!.mail.from?.value).toEqual([{ name, address: message.from.address }]);
  expect(caught!.mail.to).toMatchObject({ value: [{ address: message.to, name: '' }] });
  expect(caught!.mail.date).toEqual(message.date);
});

test.each([
  { field: 'subject', change: { subject: 'a\r\nBcc: b@y.example' } },
  { field: 'name of the sender', change: { from: { ...message.from, name: 'a\r\nBcc: b@y.example' } } },
  { field: 'text', change: { text: 'a\r\n.\r\nRCPT TO:<b@y.example>\r\n' } },
])('a line break in the $field adds neither a recipient nor a header', async ({ change }) => {
  const relay = await startRelay();
  const smtp = createSmtpClient({ relay: plain(relay.port), replyTo: '' });
  expect(await smtp.send({ ...message, ...change })).toEqual({ kind: 'taken' });
  expect(relay.mails.map(({ to }) => to)).toEqual([[message.to]]);
  expect(relay.mails[0]!.mail.headers.has('bcc')).toBe(false);
});

test.each([
  { answer: 550, outcome: { kind: 'refused', code: '550' } },
  { answer: { data: 552 }, outcome: { kind: 'refused', code: '552' } },
  { answer: 450, outcome: { kind: 'later', code: '450' } },
  { answer: { data: 451 }, outcome: { kind: 'later', code: '451' } },
  // The relay wants a login: the mail is not at fault.
  { answer: 530, outcome: { kind: 'later', code: '530' } },
])('the answer $answer means $outcome.kind', async ({ answer, outcome }) => {
  const relay = await startRelay();
  relay.answers(message.to, answer);
  const smtp = createSmtpClient({ relay: plain(relay.port), replyTo: '' });
  expect(await smtp.send(message)).toEqual(outcome);
});

test('a lost answer is no refusal', async () => {
  const relay = await startRelay();
  relay.answers(message.to, 'drop');
  const smtp = createSmtpClient({ relay: plain(relay.port), replyTo: '' });
  expect(await smtp.send(message)).toMatchObject({ kind: 'later' });
  expect(relay.mails).toHaveLength(1);
});

test('a relay that never answers the mail keeps it no longer than the limit', async () => {
  const relay = await startRelay();
  relay.answers(message.to, 'hold');
  const limits = { ...quick, silentMs: 60_000, sendMs: 500 };
  const smtp = createSmtpClient({ relay: plain(relay.port), replyTo: '', limits });
  expect(await smtp.send(message)).toEqual({ kind: 'later', code: 'TIMEOUT' });
});

test('a server that says nothing, and one that is not there, are tried again', async () => {
  const silent = await listen(() => undefined);
  const limits = { ...quick, connectMs: 300 };
  const toSilent = createSmtpClient({ relay: plain(silent.port), replyTo: '', limits });
  expect(await toSilent.send(message)).toEqual({ kind: 'later', code: 'TIMEOUT' });
  await silent.close();
  const toNobody = createSmtpClient({ relay: plain(silent.port), replyTo: '', limits });
  expect(await toNobody.send(message)).toEqual({ kind: 'later', code: 'CONNECTION' });
});

test('a server that refuses the service at its greeting is tried again', async () => {
  const busy = await listen((socket) => socket.end('554 no service here\r\n'));
  const smtp = createSmtpClient({ relay: plain(busy.port), replyTo: '', limits: quick });
  expect(await smtp.send(message)).toMatchObject({ kind: 'later' });
});

test('a wrong password is tried again, and does not appear in the outcome', async () => {
  const relay = await startRelay();
  const auth = { user: relayLogin.user, pass: 'otra' };
  const smtp = createSmtpClient({ relay: { ...plain(relay.port), auth }, replyTo: '' });
  expect(await smtp.send(message)).toEqual({ kind: 'later', code: '535' });
  expect(relay.mails).toEqual([]);
});

describe('TLS', () => {
  const auths: string[] = [];
  const watched: SMTPServerOptions = {
    onAuth: ({ password }, _session, done) => {
      auths.push(password ?? '');
      done(null, { user: 'x' });
    },
  };
  const strict = (port: number) => ({
    ...plain(port),
    host: 'localhost',
    requireTLS: true,
    ignoreTLS: false,
  });

  test('a relay without STARTTLS gets no password and no mail', async () => {
    const relay = await startRelay(watched);
    const smtp = createSmtpClient({ relay: strict(relay.port), replyTo: '' });
    expect(await smtp.send(message)).toMatchObject({ kind: 'later' });
    expect({ mails: relay.mails, auths }).toEqual({ mails: [], auths: [] });
  });

  test('a relay with a certificate of a stranger gets no password and no mail', async () => {
    const relay = await startRelay({ ...watched, ...tls, disabledCommands: [] });
    const smtp = createSmtpClient({ relay: strict(relay.port), replyTo: '' });
    expect(await smtp.send(message)).toEqual({ kind: 'later', code: 'CONNECTION' });
    expect({ mails: relay.mails, auths }).toEqual({ mails: [], auths: [] });
  });

  test.each([
    { how: 'STARTTLS', server: { disabledCommands: [] }, client: { requireTLS: true, ignoreTLS: false } },
    { how: 'TLS from the start', server: { secure: true }, client: { secure: true, ignoreTLS: false } },
  ])('a mail goes over $how to a relay with a trusted certificate', async ({ server, client }) => {
    const relay = await startRelay({ ...tls, ...server });
    const trusted = { ...plain(relay.port), host: 'localhost', ...client };
    const smtp = createSmtpClient({ relay: trusted, replyTo: '', ca: tls.cert });
    expect(await smtp.send(message)).toEqual({ kind: 'taken' });
    expect(relay.mails).toHaveLength(1);
  });
});

async function listen(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = own('a server', async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  });
  return { port, close };
}

/** A certificate of localhost, which nobody else trusts. */
function tlsFiles(): { readonly key: string; readonly cert: string } {
  const { privateKey: privateKeyPem } = spareKeys();
  const privateKey = forge.pki.privateKeyFromPem(privateKeyPem);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.setRsaPublicKey(privateKey.n, privateKey.e);
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(Date.now() - 60_000);
  certificate.validity.notAfter = new Date(Date.now() + 3_600_000);
  const name = [{ name: 'commonName', value: 'localhost' }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
  ]);
  certificate.sign(privateKey, forge.md.sha256.create());
  return { key: privateKeyPem, cert: forge.pki.certificateToPem(certificate) };
}
