/** Settings of the mails that the service sends. */
import { isMailAddress, parseMailAddress, type MailAddress } from '../../services/mail/mail-address.js';
import type { SmtpRelay } from '../../services/mail/smtp-relay.js';
import { chapter, ConfigError, givenOrOff, integer, milliseconds, yesOrNo, type Setting } from './setting.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const retryFirstMs = milliseconds('MAIL_RETRY_FIRST_MS', minuteMs, [10, hourMs], {
  text: 'The first pause before the worker offers a mail to the relay again; each next one is longer.',
  readers: ['worker'],
});

export const mail = chapter('Mail', {
  enabled: yesOrNo('ECF_MAIL', 'on', ['on', 'off'], {
    text: '`off`: the service sends no mail, whatever the other settings say. Links are shown as without mail.',
    readers: ['api', 'worker', 'cli', 'start'],
  }),
  from: {
    name: 'MAIL_FROM',
    text: 'The sender of all mails. It switches mail on, in each role that has it: [mail](mail.md).',
    allowed: 'an address, or `name <address>`',
    fallback: '',
    readers: ['api', 'worker', 'cli', 'start'],
    unset: 'no mail; people pass links on',
    read: (env) => {
      const value = givenOrOff(env, 'MAIL_FROM');
      if (value === '') return undefined;
      const address = parseMailAddress(value);
      if (address === undefined) throw new ConfigError('MAIL_FROM is not an address, or name <address>');
      return address;
    },
  } satisfies Setting<MailAddress | undefined>,
  replyTo: {
    name: 'MAIL_REPLY_TO',
    text: 'Where answers to the mails go.',
    allowed: 'an address',
    fallback: '',
    readers: ['worker'],
    unset: 'to the sender',
    read: (env) => {
      const value = givenOrOff(env, 'MAIL_REPLY_TO');
      if (value !== '' && !isMailAddress(value)) throw new ConfigError('MAIL_REPLY_TO is not an address');
      return value;
    },
  } satisfies Setting<string>,
  relay: {
    name: 'SMTP_URL',
    text: 'The relay that takes the mails. With `smtps` the connection is encrypted from its start. With `smtp` the relay must offer STARTTLS, except on this machine.',
    allowed:
      '`smtps://user:password@host:465` or `smtp://user:password@host:587`; user and password percent-encoded',
    fallback: '',
    secret: true,
    readers: ['worker', 'start'],
    unset: 'required if the worker has `MAIL_FROM`',
    read: (env) => readRelay('SMTP_URL', givenOrOff(env, 'SMTP_URL')),
  } satisfies Setting<SmtpRelay | undefined>,
  customersPerDay: integer('MAIL_CUSTOMERS_PER_DAY', 1_000, [0, 100_000], {
    text: 'How many mails with a voucher a company may send to its customers in a day, in production; elsewhere at most 50. `0`: none.',
    readers: ['api', 'worker'],
  }),
  retryFirstMs,
  retryMaxMs: milliseconds('MAIL_RETRY_MAX_MS', hourMs, [10, hourMs], {
    text: 'The longest pause before a mail is offered again.',
    readers: ['worker'],
    atLeast: retryFirstMs,
  }),
  giveUpMs: milliseconds('MAIL_GIVE_UP_MS', 72 * hourMs, [100, 72 * hourMs], {
    text: 'A mail that the relay did not take for this long is given up.',
    readers: ['worker'],
  }),
});

const schemes = {
  'smtps:': { port: 465, secure: true },
  'smtp:': { port: 587, secure: false },
} as const;

/** The errors never contain the value, which has a password. */
function readRelay(name: string, value: string): SmtpRelay | undefined {
  if (value === '') return undefined;
  const refuse = (what: string) => new ConfigError(`${name} ${what}`);
  if (!URL.canParse(value)) throw refuse('is not an address such as smtps://user:password@host:465');
  const { protocol, username, password, hostname, port, pathname, search, hash } = new URL(value);
  if (protocol !== 'smtps:' && protocol !== 'smtp:') throw refuse('must use smtps or smtp');
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (!/^[\w.:-]+$/.test(host)) throw refuse('has no host');
  if (!['', '/'].includes(pathname) || search !== '' || hash !== '')
    throw refuse('must not carry a path, a query or a fragment');
  if ((username === '') !== (password === '')) throw refuse('has a user without a password, or the reverse');
  const scheme = schemes[protocol];
  const isLocal = ['127.0.0.1', 'localhost', '::1'].includes(host);
  return {
    host,
    port: port === '' ? scheme.port : Number(port),
    secure: scheme.secure,
    requireTLS: !scheme.secure && !isLocal,
    ignoreTLS: !scheme.secure && isLocal,
    ...(username !== '' && {
      auth: { user: decoded(refuse, username), pass: decoded(refuse, password) },
    }),
  };
}

function decoded(refuse: (what: string) => ConfigError, text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refuse('has a user or password that is not percent-encoded');
  }
}

/** Whether the role sends, or queues, mails. */
export function isMailOn({ enabled, from }: { readonly enabled: boolean; readonly from: unknown }): boolean {
  return enabled && from !== undefined;
}

/** In production, of one company. 0: no voucher goes to a customer. */
export function customerMailsPerDay({
  customersPerDay,
  ...mail
}: Parameters<typeof isMailOn>[0] & { readonly customersPerDay: number }): number {
  return isMailOn(mail) ? customersPerDay : 0;
}

/** What a worker sends with; undefined: it sends no mail. @throws ConfigError */
export function mailSenderOf({
  mail: { enabled, from, relay, replyTo },
  publicUrl,
}: {
  readonly mail: {
    readonly enabled: boolean;
    readonly from: MailAddress | undefined;
    readonly relay: SmtpRelay | undefined;
    readonly replyTo: string;
  };
  readonly publicUrl: string;
}) {
  if (!enabled || (from === undefined && relay === undefined)) return undefined;
  if (from === undefined) throw new ConfigError('SMTP_URL needs MAIL_FROM: the sender of the mails');
  if (relay === undefined) throw new ConfigError('MAIL_FROM needs SMTP_URL: the relay that takes the mails');
  if (publicUrl === '')
    throw new ConfigError('MAIL_FROM needs ECF_PUBLIC_URL: where the links in mails lead');
  return { sender: from, relay, replyTo, publicUrl };
}
