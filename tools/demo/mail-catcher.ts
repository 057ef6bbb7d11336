/** The demo's mail server: it delivers none, and shows the newest mails, kept in memory, on a page of this machine. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { loopback } from '../../src/shared/free-port.js';

export interface MailCatcher {
  readonly url: string;
  readonly settings: Readonly<Record<'SMTP_URL' | 'MAIL_FROM', string>>;
  stop(): Promise<void>;
}

/** The demo sends few; the oldest ones go. */
const mailsMax = 200;
/** Far above the service's own limit. */
const mailBytesMax = 10 * 1024 * 1024;

/** @param port of the page; 0: any free one */
export async function startMailCatcher(port: number): Promise<MailCatcher> {
  const mails: ParsedMail[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: mailBytesMax,
    closeTimeout: 1_000,
    onData: (stream, _session, done) => {
      simpleParser(stream).then((mail) => {
        mails.unshift(mail);
        mails.length = Math.min(mails.length, mailsMax);
        done();
      }, done);
    },
  });
  // A client that goes away in the middle of a mail.
  smtp.on('error', () => undefined);
  const smtpListening = smtp.listen(0, loopback);
  const page = createServer((request, response) => answer(mails, request, response));
  await once(smtpListening, 'listening');
  page.listen(port, loopback);
  await once(page, 'listening');
  return {
    url: `http://${loopback}:${portOf(page)}`,
    settings: {
      SMTP_URL: `smtp://${loopback}:${portOf(smtpListening)}`,
      MAIL_FROM: 'Comprobantes e-CF <comprobantes@demo.example>',
    },
    stop: async () => {
      page.closeAllConnections();
      await Promise.all([
        new Promise((closed) => page.close(closed)),
        new Promise<void>((closed) => smtp.close(() => closed())),
      ]);
    },
  };
}

function portOf(server: { address(): AddressInfo | string | null }): number {
  return (server.address() as AddressInfo).port;
}

function answer(mails: readonly ParsedMail[], request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cache-Control', 'no-store');
  // Mails have links that let people in. A page of the Internet that gives its name this address must not read them.
  const { port } = request.socket.address() as AddressInfo;
  if (![`${loopback}:${port}`, `localhost:${port}`].includes(request.headers.host ?? '')) {
    response.writeHead(403).end();
    return;
  }
  if (request.method !== 'GET' || request.url !== '/') {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(pageOf(mails));
}

function pageOf(mails: readonly ParsedMail[]): string {
  const shown = mails.length === 0 ? '<p>Todavía no hay correos.</p>' : mails.map(articleOf).join('\n');
  return [
    '<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Correos de la demostración</title>',
    '<style>body{font-family:sans-serif;max-width:46em;margin:2em auto}article{border-top:1px solid #999}',
    'pre{white-space:pre-wrap;font-family:inherit}</style></head><body>',
    '<h1>Correos de la demostración</h1>',
    '<p>Ninguno sale de esta máquina. El más nuevo está arriba; recargue la página para ver los que llegaron.</p>',
    shown,
    '</body></html>',
  ].join('\n');
}

function articleOf({ subject = '', from, to, date, text = '' }: ParsedMail): string {
  const receivers =
    to === undefined
      ? ''
      : [to]
          .flat()
          .map((one) => one.text)
          .join(', ');
  return [
    `<article><h2>${escaped(subject)}</h2>`,
    `<p>De ${escaped(from?.text ?? '')} para ${escaped(receivers)}, ${escaped(date?.toISOString() ?? '')}</p>`,
    `<pre>${linked(escaped(text))}</pre></article>`,
  ].join('\n');
}

/** @param text escaped */
function linked(text: string): string {
  return text.replace(/\bhttps?:\/\/[\w.:/%-]+/g, (url) => `<a href="${url}">${url}</a>`);
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
