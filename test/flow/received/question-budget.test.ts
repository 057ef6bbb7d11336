/** Strangers may invent vouchers of any issuer. They cause a limited number of questions to DGII, and known signers do not wait. */
import { createQuestionRounds } from '../../../src/activities/received/question-rounds.js';
import type { SignerFacts } from '../../../src/ecf/codes/reception-states.js';
import type { ReceivedVoucher } from '../../../src/ledger/received/reception-record.js';
import { openLedger, type TestLedger } from '../../harness/ledger.js';
import { profiled } from '../../harness/profile.js';
import { sampleReceived } from '../../harness/samples/received-voucher.js';
import { signerFacts } from '../../harness/samples/signer-facts.js';

const hourMs = 3_600_000;
/** The beginning of the next hour: MongoDB deletes the counters of an hour that is over. */
const received = new Date(Math.ceil(Date.now() / hourMs) * hourMs);
const questionAt = new Date(received.getTime() + 60_000);
const unknownPerHourMax = 600;
const issuer = '131880681';
let ledger: TestLedger;
let serial = 0;
let company = 0;

beforeAll(async () => {
  ledger = await openLedger();
}, 60_000);
beforeEach(async () => {
  // The counters of the tests before are of other companies.
  company += 1;
  await ledger.db.collection('receptions').deleteMany({});
});

const signedBy = (fingerprint: string, chain: SignerFacts['chain'] = 'not-checked'): SignerFacts => ({
  ...signerFacts,
  fingerprint,
  chain,
});

/** @returns the number of the voucher */
async function receive(signer: SignerFacts, change: Partial<ReceivedVoucher> = {}, at = received) {
  const encf = `E31${String((serial += 1)).padStart(10, '0')}`;
  const place = { companyId: company, environment: 'production', rncEmisor: issuer } as const;
  const voucher = sampleReceived({ ...place, encf, signer, ...change });
  const { reception } = await ledger.store.claimReception(voucher, Buffer.from('<ECF/>'), at);
  const arecf = { file: '1/x', sha256: 'b'.repeat(64), signedAt: at, certificate: 'x' };
  await ledger.store.recordAcknowledgement(reception, arecf);
  return encf;
}

interface Rounds {
  /** What DGII has. It does not find the others. */
  readonly accepted?: readonly string[];
  readonly warnings?: string[];
}

/** Asks about everything that is due. @returns the numbers about which DGII was asked, in that order */
async function askedAt(now: Date, { accepted = [], warnings = [] }: Rounds = {}): Promise<string[]> {
  const asked: string[] = [];
  const found = { kind: 'found', state: 'accepted', encf: null, codigoSeguridad: null, montoTotal: null };
  const round = createQuestionRounds({
    store: ledger.store,
    clock: () => now,
    log: { debug: () => undefined, warn: (_about: object, text: string) => void warnings.push(text) },
    certificates: { current: () => Promise.resolve({ fingerprint: 'x' }) },
    dgii: {
      state: (_auth: object, { encf }: { encf: string }) => {
        asked.push(encf);
        return Promise.resolve(accepted.includes(encf) ? found : { kind: 'not-found' });
      },
    },
  } as unknown as Parameters<typeof createQuestionRounds>[0]);
  while (await round(new AbortController().signal));
  return asked;
}

/** As if so many questions about vouchers of unknown signers had been asked in this hour. */
async function use(questions: number) {
  const hour = Math.floor(received.getTime() / hourMs);
  await ledger.store.count(`questions:${company}:${hour}`, questions, new Date((hour + 1) * hourMs));
}

test('beyond the questions of an hour, vouchers of unknown signers wait for the next hour', async () => {
  await use(unknownPerHourMax - 2);
  const encfs = [];
  for (let n = 1; n <= 5; n += 1) encfs.push(await receive(signedBy(`stranger-${n}`)));
  const warnings: string[] = [];
  const asked = await askedAt(questionAt, { warnings });
  expect(asked).toHaveLength(2);
  expect(warnings).toEqual(['unknown signers caused too many questions to DGII in this hour']);
  expect(await askedAt(new Date(received.getTime() + hourMs - 1))).toEqual([]);
  // At random moments of the next hour. By its end each of the others was asked about.
  const later = await askedAt(new Date(received.getTime() + 2 * hourMs - 1));
  expect([...new Set([...asked, ...later])].sort()).toEqual(encfs);
});

test("the questions of one company do not use another one's budget", async () => {
  await use(unknownPerHourMax);
  const own = await receive(signedBy('stranger'));
  const other = await receive(signedBy('stranger'), { companyId: 1_000 });
  const asked = await askedAt(questionAt);
  expect([asked.includes(own), asked.includes(other)]).toEqual([false, true]);
});

test('while strangers use up the questions, DGII is asked about the vouchers of known signers', async () => {
  const confirming = await receive(signedBy('genuine'));
  await askedAt(questionAt, { accepted: [confirming] });
  await use(unknownPerHourMax);
  const at = new Date(received.getTime() + 120_000);
  await receive(signedBy('stranger'), {}, at);
  const genuine = await receive(signedBy('genuine'), {}, at);
  // A trusted certificate needs no earlier voucher.
  const trusted = await receive(signedBy('another', 'trusted'), {}, at);
  // What DGII accepted from one issuer says nothing about another one, nor about another environment.
  await receive(signedBy('genuine'), { rncEmisor: '101000001' }, at);
  await receive(signedBy('genuine'), { environment: 'pre-certification' }, at);
  const asked = await askedAt(new Date(at.getTime() + 60_000));
  expect(asked.sort()).toEqual([genuine, trusted]);
});

test('the first voucher of a signer that DGII accepts makes the others known that came before the answer', async () => {
  const minuteLater = new Date(received.getTime() + 60_000);
  const first = await receive(signedBy('genuine'));
  const others = [
    await receive(signedBy('genuine'), {}, minuteLater),
    await receive(signedBy('genuine'), {}, minuteLater),
  ];
  await use(unknownPerHourMax - 1);
  expect(await askedAt(questionAt, { accepted: [first] })).toEqual([first]);
  expect((await askedAt(new Date(questionAt.getTime() + 60_000))).sort()).toEqual(others);
});

test('what DGII does not have makes no signer known', async () => {
  await receive(signedBy('stranger'));
  await askedAt(questionAt);
  await use(unknownPerHourMax);
  await receive(signedBy('stranger'), {}, new Date(received.getTime() + 120_000));
  expect(await askedAt(new Date(received.getTime() + 180_000))).toEqual([]);
});

test('whether a signer is known takes one key, however many vouchers it signed', async () => {
  const vouchers = [];
  for (let n = 1; n <= 20; n += 1) vouchers.push(await receive(signedBy('genuine')));
  await askedAt(questionAt, { accepted: vouchers });
  const [read] = await profiled(ledger.db, 'receptions', () =>
    ledger.store.hasKnownSigner({
      companyId: company,
      environment: 'production',
      rncEmisor: issuer,
      signer: signedBy('genuine'),
    }),
  );
  expect(read).toMatchObject({ keysExamined: 1, docsExamined: 1 });
  const index = { companyId: company, signerUnknown: true };
  // The index has first vouchers only: what comes later comes from a known signer.
  await receive(signedBy('genuine'));
  expect(await ledger.db.collection('receptions').countDocuments(index)).toBe(20);
});
