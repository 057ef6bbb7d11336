/** An approval that cannot go out says why, and ends after the time to give up. */
import { createReceiverSlots } from '../../../../src/activities/buyers/receiver-slots.js';
import { sendApproval } from '../../../../src/activities/buyers/send-approval.js';
import type { HeldApproval } from '../../../../src/ledger/buyers/sent-approval.js';

const now = new Date('2026-11-23T12:00:00Z');
const giveUpMs = 1_000;

/** @returns what is written down, and when a worker checks again */
async function held(
  before: Partial<HeldApproval> | undefined,
  state: object,
  environment = 'pre-certification',
) {
  const written: { held?: HeldApproval; until?: Date | null; counted: string[] } = { counted: [] };
  const reception = {
    _id: 'r',
    companyId: 1,
    environment,
    rncEmisor: '131880681',
    encf: 'E310000000001',
    securityCode: 'abcdef',
    decision: { estado: 'aprobado' },
    approvalDueAt: now,
    ...(before && { heldApproval: before }),
  };
  const store = {
    findReceptionById: () => Promise.resolve(reception),
    findCompany: () => Promise.resolve({}),
    holdApproval: (_reception: object, one: HeldApproval, until: Date | null) => {
      Object.assign(written, { held: one, until });
      return Promise.resolve(true);
    },
  };
  const deps = {
    store,
    clock: () => now,
    log: { error: () => undefined },
    settings: { buyerGiveUpMs: giveUpMs, checkMarginMs: 0 },
    certificates: { current: () => Promise.resolve({ fingerprint: 'x' }) },
    dgii: { state: () => Promise.resolve(state) },
    approvalEnded: (to: string, end: string) => written.counted.push(`${to} ${end}`),
  } as unknown as Parameters<typeof sendApproval>[0];
  const options = { pauseMs: 500, slots: createReceiverSlots(), cancelled: new AbortController().signal };
  await sendApproval(deps, 'r', options);
  return written;
}

const reason = 'VOUCHER_NOT_ACCEPTED';
/** For metrics, when it ends. */
const counted = ['issuer given-up', 'dgii given-up'];

test('it waits, and keeps since when', async () => {
  const first = await held(undefined, { kind: 'not-found' });
  const until = new Date(now.getTime() + 500);
  expect(first).toEqual({ held: { state: 'waiting', reason, since: now }, until, counted: [] });
  const since = new Date(now.getTime() - giveUpMs + 1);
  expect(await held({ since }, { kind: 'not-found' })).toEqual({
    held: { state: 'waiting', reason, since },
    until,
    counted: [],
  });
});

test('it ends after the time to give up', async () => {
  const since = new Date(now.getTime() - giveUpMs);
  const end = { held: { state: 'given-up', reason, since }, until: null, counted };
  expect(await held({ since }, { kind: 'not-found' })).toEqual(end);
});

test('it ends at once when DGII rejected the voucher', async () => {
  const end = { held: { state: 'given-up', reason: 'VOUCHER_REJECTED', since: now }, until: null, counted };
  expect(await held(undefined, { kind: 'found', encf: null, state: 'rejected' })).toEqual(end);
});

test('it waits while DGII has another voucher with the number, accepted or rejected', async () => {
  for (const state of ['accepted', 'rejected']) {
    const { held: shown } = await held(undefined, {
      kind: 'found',
      encf: null,
      state,
      codigoSeguridad: 'genuin',
    });
    expect(shown).toEqual({ state: 'waiting', reason, since: now });
  }
});

test('it waits in production without the consents', async () => {
  const { held: shown } = await held(undefined, { kind: 'not-found' }, 'production');
  expect(shown).toEqual({ state: 'waiting', reason: 'PRODUCTION_NOT_ALLOWED', since: now });
});
