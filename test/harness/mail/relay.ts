/**
 * A real SMTP server that does what a test says: takes mails, refuses them, asks to try later, or breaks the connection after it has a mail.
 * It keeps what it was given, also where it gave no answer.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { own } from '../own.js';

/**
 * `take`. A number: the answer with this code, to RCPT TO, or with `data` to the whole mail. `drop`: it has the whole mail, and breaks the
 * connection without an answer. `hold`: the same without breaking it.
 */
type Answer = 'take' | 'drop' | 'hold' | number | { readonly data: number };

export interface CaughtMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly raw: string;
  readonly mail: ParsedMail;
  readonly answer: Answer;
}

export interface Relay {
  readonly port: number;
  /** The whole mails that it was given. */
  readonly mails: readonly CaughtMail[];
  /** How many connections asked to deliver something. */
  readonly tries: () => number;
  /** The connections open at the same moment, at most. */
  readonly openMost: () => number;
  /** The answers to the next mails for this address, in order; after them `take`. */
  answers(address: string, ...answers: readonly Answer[]): void;
  /** Called when it has a whole mail, before its answer. */
  onMail(act: (mail: CaughtMail) => Promise<void> | void): void;
}

export const relayLogin = { user: 'servicio@correo.example', pass: 'clave:con/signos@y%' } as const;

export async function startRelay(options: SMTPServerOptions = {}): Promise<Relay> {
  const mails: CaughtMail[] = [];
  const script = new Map<string, Answer[]>();
  let act: (mail: CaughtMail) => Promise<void> | void = () => undefined;
  let tries = 0;
  let openMost = 0;
  const next = new WeakMap<SMTPServerSession, Answer>();
  const server: SMTPServer = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    // Only this machine reaches it.
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === relayLogin.user && password === relayLogin.pass;
      done(isRight ? null : coded(535), isRight ? { user: username } : undefined);
    },
    onMailFrom: (_address, _session, done) => {
      tries += 1;
      openMost = Math.max(openMost, server.connections.size);
      done();
    },
    onRcptTo: ({ address }, session, done) => {
      const answer = script.get(address)?.shift() ?? 'take';
      next.set(session, answer);
      done(typeof answer === 'number' ? coded(answer) : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void keep(Buffer.concat(chunks), session).then(({ answer }) => {
          if (answer === 'hold') return;
          if (answer === 'drop') breakConnection(server, session);
          else done(typeof answer === 'object' ? coded(answer.data) : null);
        });
      });
    },
    ...options,
  });
  // A client that goes away in the middle is what some tests want.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  own('the relay', () => new Promise<void>((closed) => server.close(() => closed())));

  async function keep(bytes: Buffer, session: SMTPServerSession): Promise<CaughtMail> {
    const { mailFrom, rcptTo } = session.envelope;
    const caught = {
      to: rcptTo.map(({ address }) => address),
      from: mailFrom === false ? '' : mailFrom.address,
      raw: bytes.toString('utf8'),
      mail: await simpleParser(bytes),
      answer: next.get(session) ?? 'take',
    };
    mails.push(caught);
    await act(caught);
    return caught;
  }

  return {
    port: (listening.address() as AddressInfo).port,
    mails,
    tries: () => tries,
    openMost: () => openMost,
    answers: (address, ...answers) => void script.set(address, [...answers]),
    onMail: (wanted) => void (act = wanted),
  };
}

function coded(responseCode: number): Error {
  return Object.assign(new Error('Answer of the test'), { responseCode });
}

function breakConnection({ connections }: SMTPServer, { id }: SMTPServerSession): void {
  for (const connection of connections) if (connection.id === id) connection._socket.destroy();
}
