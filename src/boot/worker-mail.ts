/** What a worker needs to send mails, from the configuration. Only a worker reads the relay's password and connects to the relay. */
import type { Client } from '@temporalio/client';
import { createMailActivities, type MailActivities } from '../activities/mail/mail-activities.js';
import { mailAccepted } from '../activities/mail/mail-accepted.js';
import { mailNotices, startMails } from '../activities/mail/mail-rounds.js';
import { mailAboutWebhooks } from '../activities/mail/webhook-mails.js';
import { createSmtpClient, sendLimitMs } from '../activities/mail/smtp.js';
import type { Checker } from '../documents/threads/checker.js';
import { startRounds, type Rounds } from '../activities/rounds/rounds.js';
import type { Store } from '../ledger/ledger.js';
import type { Log } from '../shared/log.js';
import type { WorkerMetrics } from '../shared/metrics/worker-metrics.js';
import type { MailTimings } from '../workflows/contract/mail.js';
import type { Config } from './config.js';
import type { mailSenderOf } from './settings/mail.js';

/** People wait for an invitation, so it leaves soon. A round without a due mail reads one key of an index for each company that has one. */
const mailIntervalMs = 2_000;
const noticeIntervalMs = 3_600_000;
/** An endpoint that fails is mailed about an hour after it began. A round that finds none costs one query. */
const webhookNoticeIntervalMs = 5 * 60_000;

const acceptedIntervalMs = 5_000;

/** A start that failed is tried again after this time. A run that waits for a slot is joined as often. */
const claimMs = 60_000;

type Wanted = ReturnType<typeof mailSenderOf>;

interface MailParts {
  readonly store: Store;
  readonly clock: () => Date;
  readonly log: Log;
}

/** @param wanted undefined: this worker sends no mail */
export function mailActivitiesOf(
  config: Config,
  wanted: Wanted,
  {
    metrics,
    ...parts
  }: MailParts & { readonly checker: Checker; readonly metrics: Pick<WorkerMetrics, 'mailTried'> },
): MailActivities {
  const [masterKey] = config.masterKeys;
  if (wanted === undefined || masterKey === undefined) return createMailActivities(undefined);
  const { sender, relay, replyTo, publicUrl } = wanted;
  const smtp = createSmtpClient({ relay, replyTo });
  const observe = metrics.mailTried;
  const { giveUpMs } = config.mail;
  return createMailActivities({ ...parts, smtp, sender, publicUrl, masterKey, giveUpMs, observe });
}

export function startMailRounds(
  config: Config,
  wanted: Wanted,
  client: Client,
  { store, clock, log }: MailParts,
): () => Promise<void> {
  if (wanted === undefined) return () => Promise.resolve();
  const { taskQueue } = config.temporal;
  const due = { store, client, clock, log, taskQueue, claimMs, timings: mailTimingsOf(config) };
  const notices = { store, clock, mailEnabled: true, numbering: config.numbering };
  const customers = { store, clock, log, customerMailsPerDay: config.mail.customersPerDay };
  const start = (name: string, intervalMs: number, round: Rounds['round']) =>
    startRounds({ name, intervalMs, log, round });
  const stops = [
    start('mails', mailIntervalMs, (stopping) => startMails(due, stopping)),
    start('warnings for administrators', noticeIntervalMs, (stopping) => mailNotices(notices, stopping)),
    start('accepted vouchers for customers', acceptedIntervalMs, (stopping) =>
      mailAccepted(customers, stopping),
    ),
    start('mails about webhooks', webhookNoticeIntervalMs, (stopping) =>
      mailAboutWebhooks(notices, stopping),
    ),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Reading and printing the longest voucher, and a wait for a thread before. */
const fileMs = 60_000;

/** The run outlives the moment at which the activity gives up. */
const runMarginMs = 2 * 3_600_000;

function mailTimingsOf({ mail, issuing }: Config): MailTimings {
  const { retryFirstMs, retryMaxMs, giveUpMs } = mail;
  return {
    tryMs: sendLimitMs + fileMs,
    heartbeatMs: issuing.heartbeatMs,
    retryFirstMs,
    retryMaxMs,
    runMaxMs: giveUpMs + runMarginMs,
  };
}
