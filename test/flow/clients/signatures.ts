/** Webhooks as the foreign library `standardwebhooks` signs them, and as it would not: what each client must say of them. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

export interface WebhookToPlay {
  /** Base64. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string | readonly string[];
}

const secretOf = () => `whsec_${randomBytes(32).toString('base64')}`;
const id = 'evt_7_test_1';
/** With letters beyond ASCII: the signature is of bytes. */
const event = { type: 'ecf.accepted', timestamp: '2026-07-01T14:15:01.000Z', data: { nota: 'Señal ✓' } };
const minuteMs = 60_000;

/** What the library makes of an event for one secret, or for several as during a rotation. */
export function signed(content: object | string, ...secrets: readonly string[]) {
  return signedAt(Date.now(), content, secrets);
}

function signedAt(atMs: number, content: object | string, secrets: readonly string[]) {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const at = new Date(atMs);
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  const headers: Record<string, string> = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
  return { body, headers };
}

function play(
  { body, headers }: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
  secret: string | readonly string[],
): WebhookToPlay {
  return { body: Buffer.from(body).toString('base64'), headers, secret };
}

interface Verification {
  readonly name: string;
  /** Made when it is played: the time limit is of minutes. */
  readonly webhook: () => WebhookToPlay;
  /** The event's type, or the error's code. */
  readonly outcome: string;
}

const valid = 'ecf.accepted';
const [own, other] = [secretOf(), secretOf()];
const changed = (change: object) => {
  const { body, headers } = signed(event, own);
  return play({ body, headers: { ...headers, ...change } }, own);
};

export const verifications: readonly Verification[] = [
  { name: 'with its secret', webhook: () => play(signed(event, own), own), outcome: valid },
  {
    name: 'with the secret without its prefix',
    webhook: () => play(signed(event, own), own.slice('whsec_'.length)),
    outcome: valid,
  },
  {
    name: 'signed with two secrets, for one who knows the second',
    webhook: () => play(signed(event, other, own), own),
    outcome: valid,
  },
  {
    name: 'for one who has two secrets',
    webhook: () => play(signed(event, own), [other, own]),
    outcome: valid,
  },
  {
    name: 'with a signature of another form beside ours',
    webhook: () => {
      const { body, headers } = signed(event, own);
      const signatures = `v1a,${randomBytes(64).toString('base64')} ${headers['webhook-signature'] ?? ''}`;
      return play({ body, headers: { ...headers, 'webhook-signature': signatures } }, own);
    },
    outcome: valid,
  },
  {
    name: 'of four minutes ago',
    webhook: () => play(signedAt(Date.now() - 4 * minuteMs, event, [own]), own),
    outcome: valid,
  },
  {
    name: 'of six minutes ago',
    webhook: () => play(signedAt(Date.now() - 6 * minuteMs, event, [own]), own),
    outcome: 'WEBHOOK_TIMESTAMP_INVALID',
  },
  {
    name: 'of six minutes from now',
    webhook: () => play(signedAt(Date.now() + 6 * minuteMs, event, [own]), own),
    outcome: 'WEBHOOK_TIMESTAMP_INVALID',
  },
  {
    name: 'with a time that is no number',
    webhook: () => changed({ 'webhook-timestamp': 'ayer' }),
    outcome: 'WEBHOOK_TIMESTAMP_INVALID',
  },
  {
    name: 'with another secret',
    webhook: () => play(signed(event, other), own),
    outcome: 'WEBHOOK_SIGNATURE_INVALID',
  },
  {
    name: 'with another body',
    webhook: () => {
      const { headers } = signed(event, own);
      return play({ body: JSON.stringify({ ...event, data: { nota: 'Señal ✗' } }), headers }, own);
    },
    outcome: 'WEBHOOK_SIGNATURE_INVALID',
  },
  {
    name: 'with the id of another event',
    webhook: () => changed({ 'webhook-id': 'evt_7_test_2' }),
    outcome: 'WEBHOOK_SIGNATURE_INVALID',
  },
  {
    name: 'with an empty signature',
    webhook: () => changed({ 'webhook-signature': 'v1,' }),
    outcome: 'WEBHOOK_SIGNATURE_INVALID',
  },
  {
    name: 'with a signature that is no Base64',
    webhook: () => changed({ 'webhook-signature': 'v1,%%%%' }),
    outcome: 'WEBHOOK_SIGNATURE_INVALID',
  },
  {
    name: 'without headers',
    webhook: () => play({ body: JSON.stringify(event), headers: {} }, own),
    outcome: 'WEBHOOK_HEADERS_MISSING',
  },
  {
    name: 'whose body is no event',
    webhook: () => play(signed('[]', own), own),
    outcome: 'WEBHOOK_BODY_INVALID',
  },
];
