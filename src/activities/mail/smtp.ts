/**
 * Hands messages to the operator's relay over SMTP. Each message has a connection of its own. A refusal of the message ends it; whatever else
 * goes wrong is tried again: no answer, a refusal for now (4xx), and what only the operator can mend, such as a wrong password.
 */
import { createTransport } from 'nodemailer';
import type { SmtpRelay } from '../../services/mail/smtp-relay.js';
import type { MailMessage } from './compose-mail.js';

export type SmtpOutcome =
  | { readonly kind: 'taken' }
  /** The relay refused this message for good. `code`: its answer, such as `550`. */
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'later'; readonly code: string };

export interface SmtpClient {
  /** Ends within `sendLimitMs`. Never rejects. */
  send(message: MailMessage): Promise<SmtpOutcome>;
}

interface SmtpOptions {
  readonly relay: SmtpRelay;
  readonly replyTo: string;
  /** The relays of tests have a certificate that no public authority issued. */
  readonly ca?: string;
  readonly limits?: SmtpLimits;
}

interface SmtpLimits {
  readonly connectMs: number;
  /** Between two answers of the relay. Some check a message for half a minute before they take it. */
  readonly silentMs: number;
  /** A relay that answers, but slowly, must not keep one of the few slots. */
  readonly sendMs: number;
}

const usualLimits: SmtpLimits = { connectMs: 10_000, silentMs: 60_000, sendMs: 90_000 };

export const sendLimitMs = usualLimits.sendMs;

/** Base64 adds 37 %, and many relays take 10 MB. voucher-mail.ts leaves out files that do not fit; the other mails have a few KB. */
export const messageBytesMax = 5 * 1024 * 1024;

/** The commands whose refusal is about this message. Before them, the relay refuses the service. */
const messageCommands = ['MAIL FROM', 'RCPT TO', 'DATA'];
/** RFC 4954 §4 and §6: the relay wants a login, or another one. It may answer so to MAIL FROM too. */
const loginCodes = [530, 534, 535, 538];

export function createSmtpClient({ relay, replyTo, ca, limits = usualLimits }: SmtpOptions): SmtpClient {
  const { connectMs, silentMs, sendMs } = limits;
  const transport = createTransport({
    ...relay,
    pool: false,
    connectionTimeout: connectMs,
    dnsTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silentMs,
    tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ from, to, replyTo: own, attachments = [], ...message }) => {
      const files = attachments.reduce((sum, { content }) => sum + content.length, 0);
      const bytes = Buffer.byteLength(message.text) + Buffer.byteLength(message.html) + files;
      const answersTo = own ?? replyTo;
      if (bytes > messageBytesMax) return { kind: 'refused', code: 'TOO_LARGE' };
      try {
        await transport.sendMail({
          ...message,
          from,
          to: { name: '', address: to },
          // Otherwise the library finds the recipients by reading the headers.
          envelope: { from: from.address, to: [to] },
          ...(answersTo !== '' && { replyTo: { name: '', address: answersTo } }),
          attachments: [...attachments],
          // RFC 3834 §5: no program answers this mail.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(sendMs),
        });
        return { kind: 'taken' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

/** The error's text may have the address, and the relay's words. Only its codes leave this file. */
function outcomeOf(error: unknown): SmtpOutcome {
  const { responseCode, command, code } = error as Partial<
    Record<'responseCode' | 'command' | 'code', unknown>
  >;
  if (typeof responseCode !== 'number') return { kind: 'later', code: wordOf(code) };
  const isAboutMessage = typeof command === 'string' && messageCommands.includes(command);
  const isFinal = responseCode >= 500 && isAboutMessage && !loginCodes.includes(responseCode);
  return { kind: isFinal ? 'refused' : 'later', code: String(responseCode) };
}

const words: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'TIMEOUT',
  EABORT: 'TIMEOUT',
  ETLS: 'TLS',
  EDNS: 'CONNECTION',
  // Also a certificate that nobody here trusts.
  ESOCKET: 'CONNECTION',
  ECONNECTION: 'CONNECTION',
  EAUTH: 'LOGIN',
  ENOAUTH: 'LOGIN',
};

function wordOf(code: unknown): string {
  return (typeof code === 'string' ? words[code] : undefined) ?? 'UNKNOWN';
}
