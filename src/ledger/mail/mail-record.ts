/**
 * The record of one e-mail. It holds no link and no secret: a worker makes the link when it sends the mail. Of a voucher it holds only the
 * name: the worker reads the files when it sends the mail.
 */
import type { Environment } from '../../ecf/model/environments.js';

export interface MailKinds {
  readonly invitation: { readonly invitationId: string };
  readonly 'password-reset': { readonly invitationId: string };
  /** The person asked for it at the login page. */
  readonly 'password-forgotten': { readonly invitationId: string };
  /** `network`: the address, as the audit log has it. */
  readonly 'new-device': { readonly at: Date; readonly network: string };
  readonly 'failed-codes': { readonly at: Date; readonly count: number };
  readonly 'factor-changed': { readonly at: Date; readonly what: FactorChange };
  readonly 'password-changed': { readonly at: Date };
  readonly 'recovery-code-used': { readonly at: Date; readonly left: number };
  readonly 'numbers-low': NumbersOf & { readonly left: number };
  readonly 'numbers-expiring': NumbersOf & { readonly days: number };
  readonly 'certificate-expiring': {
    readonly fingerprint: string;
    readonly notAfter: Date;
    readonly daysLeft: number;
  };
  /** `host`: of the endpoint's address. The address itself may have a secret in its path. */
  readonly 'webhook-failing': WebhookOf & { readonly since: Date };
  readonly 'webhook-disabled': WebhookOf & { readonly since: Date };
  /** A voucher for the company's customer. */
  readonly voucher: VoucherMail;
}

export interface VoucherMail {
  readonly environment: Environment;
  readonly encf: string;
  readonly attempt: number;
  /** Absent: the voucher names no customer. By it the next voucher finds where the last one went. */
  readonly rncComprador?: string;
  /** What the company writes to its customer. */
  readonly message?: string;
  /** Who sent it, for the history of the voucher: a person, a program, or the company's setting. */
  readonly by: string;
  /** The hash of the whole order. The same key with another order is refused. */
  readonly order: string;
}

export type FactorChange = 'enrolled' | 'replaced' | 'recovery-codes';

interface NumbersOf {
  readonly environment: Environment;
  readonly ecfType: number;
}

interface WebhookOf {
  readonly environment: Environment;
  readonly webhookId: string;
  readonly host: string;
}

export type MailKind = keyof MailKinds;

export const mailKinds = [
  ...['invitation', 'password-reset', 'password-forgotten', 'new-device', 'failed-codes', 'factor-changed'],
  ...[
    'password-changed',
    'recovery-code-used',
    'numbers-low',
    'numbers-expiring',
    'certificate-expiring',
    'webhook-failing',
  ],
  ...['webhook-disabled', 'voucher'],
] as readonly MailKind[];

/**
 * `sending`: a worker has a try under way, or died in one. `sent`: the relay has taken it. Whether it reached the person, only the relay
 * knows.
 */
export type MailState = 'queued' | 'sending' | 'sent' | 'failed';

export const mailStates = ['queued', 'sending', 'sent', 'failed'] as const satisfies MailState[];

/** A mail about no company, such as one about a person's own account. No company has this id. */
export const noCompanyId = 0;

interface MailOf<Kind extends MailKind> {
  readonly kind: Kind;
  readonly companyId: number;
  /** One address, in its normal form. */
  readonly to: string;
  readonly language: 'es';
  readonly data: MailKinds[Kind];
  readonly createdAt: Date;
}

export type VoucherMailRecord = MailRecord & MailOf<'voucher'>;

export type NewMail = { readonly [Kind in MailKind]: MailOf<Kind> }[MailKind];

export type MailRecord = NewMail & {
  /** It names the mail in its Message-ID too, so it is random or a hash. */
  readonly _id: string;
  readonly state: MailState;
  readonly attempts: number;
  /** The mail is given up some time after this: its creation, or the moment at which somebody tried again. */
  readonly since: Date;
  /** When a worker starts its workflow, unless it runs. Absent: the mail has ended. */
  readonly dueAt?: Date;
  readonly triedAt?: Date;
  readonly endedAt?: Date;
  /** The last answer: the relay's code, such as `451`, or a word of ours (docs/operate/mail.md). */
  readonly code?: string;
  readonly expireAt: Date;
};
