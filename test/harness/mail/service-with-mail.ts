/** The service of a flow test with mail: its relay, and people who get mails. */
import { randomInt } from 'node:crypto';
import type { MailRecord } from '../../../src/ledger/mail/mail-record.js';
import type { Service, ServiceOptions } from '../service.js';
import { startService } from '../service.js';
import { until } from '../until.js';
import { relayLogin, startRelay, type Relay } from './relay.js';

export const sender = 'comprobantes@empresa.example';
export const publicUrl = 'https://ecf.example';

export interface ServiceWithMail {
  readonly service: Service;
  readonly relay: Relay;
}

/** Pauses are short, so that a mail is tried again within the test. */
export function mailEnv({ port }: Pick<Relay, 'port'>): Record<string, string> {
  const { user, pass } = relayLogin;
  return {
    SMTP_URL: `smtp://${encodeURIComponent(user)}:${encodeURIComponent(pass)}@127.0.0.1:${port}`,
    MAIL_FROM: `Comprobantes <${sender}>`,
    MAIL_REPLY_TO: 'soporte@empresa.example',
    ECF_PUBLIC_URL: publicUrl,
    MAIL_RETRY_FIRST_MS: '100',
    MAIL_RETRY_MAX_MS: '200',
  };
}

export async function startServiceWithMail(options: ServiceOptions = {}): Promise<ServiceWithMail> {
  const relay = await startRelay();
  const service = await startService({
    apiless: true,
    ...options,
    env: { ...mailEnv(relay), ...options.env },
  });
  return { service, relay };
}

export function newAddress(): string {
  return `persona-${randomInt(1_000_000_000)}@prueba.example`;
}

/** Waits until the mail has this state. */
export function untilMail(
  { store }: Pick<Service, 'store'>,
  mailId: string,
  state: MailRecord['state'],
): Promise<MailRecord> {
  return until(`the mail is ${state}`, async () => {
    const mail = await store.findMail(mailId);
    return mail?.state === state ? mail : undefined;
  });
}
