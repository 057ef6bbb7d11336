/** The mails. A worker that dies in a try leaves `sending`, and the next try sends the mail again under the same Message-ID. */
import type { Filter, IndexDescription, UpdateFilter } from 'mongodb';
import { dayMs } from '../../ecf/durations.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../collections.js';
import { createDueClaims } from '../mongo/claim-due.js';
import { isInserted } from '../mongo/guard.js';
import { pageLimitMs, readLatest } from '../mongo/pages.js';
import type { Page, PageCursor } from '../pages.js';
import type { MailKind, MailRecord, MailState, NewMail, VoucherMailRecord } from './mail-record.js';

/** Longer than a warning stays true, because its record is what keeps it from being sent twice. */
const keptMs = 400 * dayMs;

/** The indexes of the mails. */
export const mailIndexes: IndexDescription[] = [
  // Serves the background round, and the limit on what one company has waiting. It leaves out mails that have ended.
  {
    name: 'dueInTurn',
    key: { companyId: 1, dueAt: 1 },
    partialFilterExpression: { dueAt: { $exists: true } },
  },
  // The lists for operators, newest first.
  { name: 'company', key: { companyId: 1, createdAt: -1, _id: -1 } },
  { name: 'state', key: { state: 1, createdAt: -1, _id: -1 } },
  { name: 'latest', key: { createdAt: -1, _id: -1 } },
  {
    name: 'invitation',
    key: { 'data.invitationId': 1, createdAt: 1 },
    partialFilterExpression: { 'data.invitationId': { $exists: true } },
  },
  // What a person sees of the mails of one voucher, and where the last voucher of a customer went.
  {
    name: 'voucher',
    key: { companyId: 1, 'data.environment': 1, 'data.encf': 1, createdAt: -1 },
    partialFilterExpression: { 'data.encf': { $exists: true } },
  },
  {
    name: 'customer',
    key: { companyId: 1, 'data.environment': 1, 'data.rncComprador': 1, createdAt: -1 },
    partialFilterExpression: { 'data.rncComprador': { $exists: true } },
  },
  { name: 'expiry', key: { expireAt: 1 }, expireAfterSeconds: 0 },
];

export interface MailQuery {
  readonly companyId?: number;
  readonly state?: MailState;
  readonly kind?: MailKind;
  readonly cursor?: PageCursor;
  readonly limit: number;
}

interface MailedVoucher {
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf: string;
}

/** A voucher goes to its customer a few times. A page that shows more would tell a person nothing more. */
const mailsOfVoucherMax = 50;

type Try = Pick<MailRecord, '_id' | 'attempts'>;

const afterwards = { returnDocument: 'after' } as const;

export function createMails({ mails }: Pick<Collections, 'mails'>) {
  const changeTry = async ({ _id, attempts }: Try, update: UpdateFilter<MailRecord>): Promise<boolean> =>
    (await mails.updateOne({ _id, attempts, state: 'sending' }, update)).matchedCount === 1;

  return {
    /** False if there is a mail with this id. */
    putMail: (mailId: string, mail: NewMail): Promise<boolean> => {
      const { createdAt } = mail;
      const expireAt = new Date(createdAt.getTime() + keptMs);
      const begun = { state: 'queued' as const, attempts: 0, since: createdAt, dueAt: createdAt };
      return isInserted(mails.insertOne({ _id: mailId, ...mail, ...begun, expireAt }));
    },

    findMail: async (mailId: string): Promise<MailRecord | undefined> =>
      (await mails.findOne({ _id: mailId })) ?? undefined,

    countOpenMails: (companyId: number, max: number): Promise<number> =>
      mails.countDocuments({ companyId, dueAt: { $exists: true } }, { limit: max, maxTimeMS: pageLimitMs }),

    claimDueMails: createDueClaims(mails, { member: 'dueAt' }),

    /** Writes the next try ahead. Undefined if the mail has ended, or does not exist. */
    beginMail: async (mailId: string, triedAt: Date, dueAt: Date): Promise<MailRecord | undefined> => {
      const open: MailState[] = ['queued', 'sending'];
      const change = { $set: { state: 'sending' as const, triedAt, dueAt }, $inc: { attempts: 1 } };
      return (
        (await mails.findOneAndUpdate({ _id: mailId, state: { $in: open } }, change, afterwards)) ?? undefined
      );
    },

    /** The relay has it. That is true whatever another try has recorded meanwhile. */
    recordSent: async (mailId: string, endedAt: Date): Promise<void> => {
      await mails.updateOne(
        { _id: mailId, state: { $ne: 'sent' } },
        { $set: { state: 'sent', endedAt }, $unset: { dueAt: 1, code: 1 } },
      );
    },

    /** False if another try has begun or ended meanwhile. */
    recordFailed: (tried: Try, code: string, endedAt: Date): Promise<boolean> =>
      changeTry(tried, { $set: { state: 'failed', code, endedAt }, $unset: { dueAt: 1 } }),

    postponeMail: (tried: Try, code: string): Promise<boolean> =>
      changeTry(tried, { $set: { state: 'queued', code } }),

    /** Queues a mail that failed once more. Undefined if it has not failed. */
    retryMail: async (mailId: string, now: Date): Promise<MailRecord | undefined> => {
      const change = {
        $set: { state: 'queued' as const, since: now, dueAt: now },
        $unset: { endedAt: 1 as const },
      };
      return (
        (await mails.findOneAndUpdate({ _id: mailId, state: 'failed' }, change, afterwards)) ?? undefined
      );
    },

    /** Newest first. */
    listMails: ({ cursor, limit, ...wanted }: MailQuery): Promise<Page<MailRecord>> =>
      readLatest<MailRecord>(mails, 'createdAt', { ...planOf(wanted), cursor, limit }),

    /** The last mails of a voucher to its customer, newest first. */
    mailsOfVoucher: async ({ companyId, environment, encf }: MailedVoucher) => {
      const filter = { companyId, 'data.environment': environment, 'data.encf': encf };
      const newest = { sort: { createdAt: -1 }, limit: mailsOfVoucherMax } as const;
      const found = await mails
        .find(filter, { ...newest, hint: 'voucher', maxTimeMS: pageLimitMs })
        .toArray();
      return found as VoucherMailRecord[];
    },

    /** Where the last mail to this customer went that did not fail. */
    lastAddressOf: async (
      { companyId, environment }: Pick<MailedVoucher, 'companyId' | 'environment'>,
      rncComprador: string,
    ): Promise<string | undefined> => {
      const ofCustomer = { companyId, 'data.environment': environment, 'data.rncComprador': rncComprador };
      const newest = { sort: { createdAt: -1 }, projection: { to: 1 } } as const;
      const last = await mails.findOne(
        { ...ofCustomer, state: { $ne: 'failed' } },
        { ...newest, hint: 'customer', maxTimeMS: pageLimitMs },
      );
      return last?.to;
    },

    /** The newest mail of each of these invitations, by invitation. */
    mailsOfInvitations: async (invitationIds: readonly string[]): Promise<Map<string, MailRecord>> => {
      const found = await mails
        .find({ 'data.invitationId': { $in: [...invitationIds] } }, { maxTimeMS: pageLimitMs })
        .sort({ createdAt: 1 })
        .toArray();
      return new Map(
        found.flatMap((mail) => ('invitationId' in mail.data ? [[mail.data.invitationId, mail]] : [])),
      );
    },
  };
}

/** The filter, and the index that has its mails, newest first. */
function planOf({ companyId, state, kind }: Omit<MailQuery, 'cursor' | 'limit'>) {
  const filter: Filter<MailRecord> = {
    ...(companyId !== undefined && { companyId }),
    ...(state !== undefined && { state }),
    ...(kind !== undefined && { kind }),
  };
  if (companyId !== undefined) return { filter, hint: 'company' };
  return { filter, hint: state === undefined ? 'latest' : 'state' };
}
