/** Checks docs/develop/recovery.md row by row on a real ledger: the page says what the code does, and omits nothing. */
import { setMaxListeners } from 'node:events';
import type { ActivityDeps } from '../../../src/activities/deps.js';
import type { Checker } from '../../../src/documents/threads/checker.js';
import { createDgiiSpeed } from '../../../src/activities/vouchers/dgii-speed.js';
import { prepare } from '../../../src/activities/vouchers/prepare.js';
import { query } from '../../../src/activities/vouchers/query.js';
import { submit } from '../../../src/activities/vouchers/submit.js';
import { isInContingency } from '../../../src/ecf/model/contingency.js';
import { waitingReasons } from '../../../src/ecf/model/document-states.js';
import type { Modified } from '../../../src/ecf/model/document-facts.js';
import type { Obstacle, RefusalCause, Unavailable } from '../../../src/dgii/replies/answers.js';
import { createLog } from '../../../src/shared/log.js';
import { endedDeliveries, type Confirmation } from '../../../src/ledger/vouchers/operator-decisions.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { AttemptRef } from '../../../src/ecf/model/encf.js';
import type { DocumentRecord, Delivery, Verdict } from '../../../src/ledger/vouchers/document-record.js';
import { admitInput, openLedger, readDocument, signedXml, type TestLedger } from '../../harness/ledger.js';
import {
  answersOf,
  environmentOf,
  environmentsOf,
  listOf,
  rowsUnder,
  type Amb,
  type Row,
} from './recovery-doc.js';
import { stepSettings } from './step-settings.js';

const log = createLog({ role: 'test', level: 'silent' });
const never = new AbortController().signal;
// Hundreds of cases listen to it at the same time.
setMaxListeners(0, never);
const startMs = Date.parse('2026-11-20T15:00:00Z');
/** Every sequence has expired at this time. */
const yearsLaterMs = Date.parse('2029-01-01T12:00:00Z');
/** When the certificate expires with which vouchers are signed here. */
const certAEndsMs = Date.parse('2027-06-01T00:00:00Z');
const certAValidity = { notBefore: new Date(0), notAfter: new Date(certAEndsMs) };
const minuteMs = 60_000;
const settings = { ...stepSettings, allowProduction: true };
let ledger: TestLedger;
let store: Store;
let serial = 0;

beforeAll(async () => {
  ledger = await openLedger();
  ({ store } = ledger);
});

const reply = { httpStatus: 200, contentType: 'application/json', raw: '{}', rawCut: false };

/** Every kind of answer, as docs/develop/recovery.md names them. Each table is checked against a type, so a new cause fails here first. */
const obstacles = Object.keys({
  unreachable: 0,
  tls: 0,
  'auth-unavailable': 0,
  'seed-invalid': 0,
  'seed-refused': 0,
  certificate: 0,
  'not-delegated': 0,
  'token-refused': 0,
  unauthorized: 0,
  throttled: 0,
  overloaded: 0,
  cancelled: 0,
} satisfies Record<Obstacle, 0>);
const refusals = Object.keys({
  'not-delegated': 0,
  certificate: 0,
  file: 0,
  transient: 0,
  'already-used': 0,
  other: 0,
} satisfies Record<RefusalCause, 0>);
const unavailables = Object.keys({
  timeout: 0,
  broken: 0,
  'server-fault': 0,
  unreadable: 0,
  contradictory: 0,
  refused: 0,
  'not-allowed-to-ask': 0,
} satisfies Record<Exclude<Unavailable['cause'], Obstacle>, 0>);

const verdicts: Record<string, object> = {
  accepted: { verdict: 'accepted', codigo: '1', estado: 'Aceptado', secuenciaUtilizada: true },
  'conditionally-accepted': { verdict: 'conditionally-accepted', codigo: '4', secuenciaUtilizada: true },
  'rejected-used': { verdict: 'rejected', codigo: '2', secuenciaUtilizada: true },
  'rejected-free': { verdict: 'rejected', codigo: '2', secuenciaUtilizada: false },
  'rejected-not-delegated': {
    verdict: 'rejected',
    codigo: '2',
    secuenciaUtilizada: false,
    mensajes: [{ codigo: '0', valor: 'El firmante no está delegado por el emisor' }],
  },
  'rejected-certificate': {
    verdict: 'rejected',
    codigo: '2',
    secuenciaUtilizada: false,
    mensajes: [{ codigo: '0', valor: 'Tipo de certificado no admitido' }],
  },
  'rejected-already-used': {
    verdict: 'rejected',
    codigo: '2',
    secuenciaUtilizada: true,
    mensajes: [{ codigo: '1209', valor: 'secuencia ya utilizada' }],
  },
};
/** DGII's state of the number, by whose voucher it is about. */
const states = {
  'ours, accepted': { kind: 'found', state: 'accepted', codigoSeguridad: 'AbC123' },
  'ours, rejected': { kind: 'found', state: 'rejected', codigoSeguridad: 'AbC123' },
  'another, accepted': { kind: 'found', state: 'accepted', codigoSeguridad: 'XyZ789' },
  'the same sale, accepted': {
    kind: 'found',
    state: 'accepted',
    codigoSeguridad: 'XyZ789',
    montoTotal: admitInput().montoTotal,
  },
  'another, rejected': { kind: 'found', state: 'rejected', codigoSeguridad: 'XyZ789' },
  'in process': { kind: 'found', state: 'in-process', codigoSeguridad: 'AbC123' },
  'not-found': { kind: 'not-found' },
  'not-offered': { kind: 'not-offered' },
} as const;

const finals = Object.keys(verdicts).map((name) => `final: ${name}`);
/** The number is used, and DGII has accepted another voucher with it. */
const usedByAccepted = 'final: rejected-already-used-by-accepted';
verdicts['rejected-already-used-by-accepted'] = verdicts['rejected-already-used']!;
/** The number is used, and DGII's state of it is of another voucher, which it rejected. */
const usedByRejected = 'final: rejected-already-used-by-rejected';
verdicts['rejected-already-used-by-rejected'] = verdicts['rejected-already-used']!;
const pendings = ['pending: in-process', 'pending: transient-fault'];
const notSent = obstacles.map((cause) => `not-sent: ${cause}`);
const refused = refusals.map((cause) => `refused: ${cause}`);
const unavailable = [...obstacles, ...unavailables].map((cause) => `unavailable: ${cause}`);

function answerOf(name: string): Record<string, unknown> {
  const [kind = '', cause = ''] = name.split(': ');
  const plain = { kind, cause, detail: '', mensajes: [], reply };
  switch (kind) {
    case 'received':
      return { kind, trackId: 'T1', mensajes: [], reply };
    case 'final':
      return { kind, mensajes: [], estado: cause, trackId: null, encf: null, reply, ...verdicts[cause] };
    case 'pending':
      return { kind, reason: cause, mensajes: [], reply };
    case 'found':
    case 'found-of-another':
    case 'found-undecided':
    case 'found-rejected':
    case 'found-copy-rejected':
    case 'found-copy-in-process':
    case 'found-in-process':
    case 'found-earlier': {
      const trackId = kind === 'found-earlier' ? 'T0' : 'T1';
      const state = kind.endsWith('-rejected') ? 'rejected' : null;
      return listed(trackId, state);
    }
    case 'not-offered':
      return { kind };
    default:
      return kind === 'unknown' || kind === 'not-sent' ? { ...plain, reply: null } : plain;
  }
}

function listed(trackId: string, state: string | null = null) {
  return { kind: 'found', trackIds: [{ trackId, state }], reply };
}

/** One voucher with its own ledger, clock and DGII, so that many rows run at the same time. */
class Case {
  nowMs = startMs;
  delivered = 0;
  asked = 0;
  readonly beside: string[] = [];
  readonly ref: AttemptRef;
  certificate: { fingerprint: string } | { unusable: string } = { fingerprint: 'cert-a' };
  submitAnswer = answerOf('unknown');
  trackIdsAnswer = answerOf('not-found');
  numberState: object = states['ours, accepted'];
  result: (trackId: string) => object = () => answerOf('pending: in-process');
  /** Newest first. */
  certificates = [{ fingerprint: 'cert-a', importedAt: new Date(0), ...certAValidity }];
  readonly deps: ActivityDeps;

  constructor(
    amb: Amb,
    readonly summary = false,
    change: Partial<typeof settings> = {},
    company: object = {},
  ) {
    serial += 1;
    const encf = `E${summary ? 32 : 31}${String(serial).padStart(10, '0')}`;
    this.ref = { companyId: 1, environment: environmentOf(amb), encf, attempt: 1 };
    const ask = () => {
      this.asked += 1;
      return Promise.resolve(this.trackIdsAnswer);
    };
    const deliver = () => {
      this.delivered += 1;
      return Promise.resolve(this.submitAnswer);
    };
    this.deps = {
      store: {
        ...store,
        findCompany: () => Promise.resolve({ companyId: 1, productionAllowed: true, ...company }),
        findCertificate: (_companyId: number, wanted: string) =>
          Promise.resolve(this.certificates.find(({ fingerprint }) => fingerprint === wanted)),
        giveBack: () => this.note('gives back'),
        suspendIssuing: () => this.note('suspends'),
      },
      dgii: {
        submitEcf: deliver,
        sendRfce: deliver,
        trackIds: ask,
        queryRfce: ask,
        state: () => Promise.resolve({ encf, montoTotal: '1', reply, ...this.numberState }),
        result: (_auth: unknown, trackId: string) => {
          this.asked += 1;
          return Promise.resolve(this.result(trackId));
        },
      },
      certificates: { current: () => Promise.resolve(this.certificate) },
      dgiiSpeed: createDgiiSpeed(),
      outages: { observe: () => undefined },
      clock: () => new Date(this.nowMs),
      log,
      settings: { ...settings, ...change },
    } as unknown as ActivityDeps;
  }

  private note(what: string): Promise<void> {
    this.beside.push(what);
    return Promise.resolve();
  }

  async admit(expiry = '31-12-2028', modifies?: Modified): Promise<this> {
    const { companyId, environment, encf } = this.ref;
    const what = this.summary
      ? { tipoeCF: 32 as const }
      : { tipoeCF: 31 as const, fechaVencimientoSecuencia: expiry };
    const note = modifies === undefined ? {} : { modifies };
    const input = admitInput({ companyId, environment, encf, ...what, ...note, now: new Date(this.nowMs) });
    await store.admit(input);
    return this;
  }

  async sign(): Promise<this> {
    const at = new Date(this.nowMs);
    const file = (text: string) =>
      store.keepContent({ companyId: 1, kind: 'signed-xml', content: text, now: at, roomBytes: 1_000 });
    const { ref, sha256 } = await file('<ECF/>');
    const signed = signedXml({ file: ref, sha256, signedAt: at, certificate: 'cert-a' });
    const summary = this.summary ? { summary: { file: (await file('<RFCE/>')).ref, sha256 } } : {};
    await store.recordSigned(this.ref, { ...signed, ...summary }, at);
    return this;
  }

  async begin(n = 1): Promise<Delivery> {
    const startedAt = new Date(this.nowMs);
    const leaseUntil = new Date(this.nowMs + 25_000);
    const delivery = { n, startedAt, leaseUntil, host: 'x', to: 'ecf.dgii.gov.do' };
    await store.beginDelivery(this.ref, delivery, startedAt, {});
    return delivery;
  }

  async end(delivery: Delivery, patch: Partial<Delivery>): Promise<void> {
    await store.updateDelivery(this.ref, delivery, patch);
  }

  async verdict(state: DocumentRecord['state'], change: Partial<Verdict> = {}): Promise<void> {
    const verdict = { trackId: null, codigoDgii: '', estado: '', mensajes: [], replyFile: null };
    const now = new Date(this.nowMs);
    await store.recordVerdict(
      this.ref,
      { state, verdict: { ...verdict, secuenciaUtilizada: true, ...change } },
      now,
    );
  }

  replaceCertificate(): void {
    const imported = {
      importedAt: new Date(this.nowMs),
      notBefore: new Date(0),
      notAfter: new Date(yearsLaterMs),
    };
    this.certificate = { fingerprint: 'cert-b' };
    this.certificates.unshift({ fingerprint: 'cert-b', ...imported });
  }

  /** An operator's order. */
  orderedBy() {
    return { by: 'prueba', note: 'orden', now: new Date(this.nowMs) };
  }

  /** What the person who decides has seen: every delivery that has ended. */
  async ended(): Promise<number> {
    return endedDeliveries(await this.read(), new Date(this.nowMs));
  }

  /** Admits a voucher that can be built, with a certificate that signs. */
  async admitReal(modifies?: Modified): Promise<this> {
    await this.admit(undefined, modifies);
    const { checkerWith, signable } = await import('./signable.js');
    const real = signable(this.ref.encf);
    const { deps } = this as unknown as { deps: { checker: Checker; store: Store } };
    deps.checker = checkerWith();
    deps.store.getFileBytes = () => Promise.resolve(real.content);
    this.certificate = real.certificate;
    return this;
  }

  read(): Promise<DocumentRecord> {
    return readDocument(store, this.ref);
  }
}

/** How to produce each recorded state of the page. */
const recorded: Record<string, (one: Case) => Promise<unknown>> = {
  admitted: (one) => one.admit(),
  signed: async (one) => (await one.admit()).sign(),
  'nothing sent': (one) => ended(one, 'not-sent'),
  refused: (one) => ended(one, 'refused'),
  'refused for its signer': (one) => ended(one, 'refused', { signerRefused: true }),
  lost: (one) => ended(one, 'lost'),
  'lease running': async (one) => {
    await open(one);
    one.nowMs += 1_000;
  },
  'lease over': async (one) => {
    await open(one);
    one.nowMs += minuteMs;
  },
  'not found once': async (one) => {
    const delivery = await open(one);
    one.nowMs += minuteMs;
    await one.end(delivery, { notFoundAt: new Date(one.nowMs) });
    one.nowMs += settings.askAgainMs;
  },
  'not found just now': async (one) => {
    const delivery = await open(one);
    one.nowMs += minuteMs;
    await one.end(delivery, { notFoundAt: new Date(one.nowMs) });
    one.nowMs += settings.askAgainMs - 1;
  },
  'already used': async (one) => {
    await one.end(await open(one), { codes: ['1209'] });
    one.nowMs += minuteMs;
  },
  'already used twice': async (one) => {
    await ended(one, 'lost');
    await calledUsed(one);
  },
  'already used after a refusal': async (one) => {
    await ended(one, 'refused');
    await calledUsed(one);
  },
  'already used after its signer': async (one) => {
    await ended(one, 'refused', { signerRefused: true });
    await calledUsed(one);
  },
  submitted: (one) => handedOver(one),
  'delivered twice': (one) => handedOver(one, { outcome: 'lost' }),
  silent: async (one) => {
    await handedOver(one);
    one.nowMs += settings.silentAfterMs + 1;
  },
  final: async (one) => {
    await handedOver(one);
    await one.verdict('accepted');
  },
  'rejected, number free, not settled': async (one) => {
    await handedOver(one);
    await one.verdict('rejected', { secuenciaUtilizada: false });
  },
  'rejected for its signer, not settled': async (one) => {
    await handedOver(one);
    await one.verdict('rejected', { configuration: 'NOT_DELEGATED' });
  },
};

async function calledUsed(one: Case): Promise<void> {
  await one.end(await one.begin(2), { codes: ['1209'] });
  one.nowMs += minuteMs;
}
async function open(one: Case): Promise<Delivery> {
  await (await one.admit()).sign();
  return one.begin();
}
async function ended(
  one: Case,
  outcome: 'not-sent' | 'refused' | 'lost',
  patch: Partial<Delivery> = {},
): Promise<void> {
  await one.end(await open(one), { outcome, ...patch });
  one.nowMs += minuteMs;
}
/** @param earlier what became of a delivery before it */
async function handedOver(one: Case, earlier?: Partial<Delivery>): Promise<void> {
  let delivery = await open(one);
  if (earlier !== undefined) {
    await one.end(delivery, earlier);
    one.nowMs += minuteMs;
    delivery = await one.begin(2);
  }
  const at = new Date(one.nowMs);
  await store.recordSubmitted(
    one.ref,
    ['T1'],
    { delivery, patch: { outcome: 'received', trackId: 'T1' } },
    { now: at, nextCheckAt: at },
  );
}

interface Combination {
  readonly from: string;
  readonly answer: string;
  readonly amb: Amb;
}

function combinationsOf(row: Row): Combination[] {
  return listOf(row['Recorded']!).flatMap((from) =>
    answersOf(row['Answer']!).flatMap((answer) =>
      environmentsOf(row['Environment']!).map((amb) => ({ from, answer, amb })),
    ),
  );
}

/** What runs: the row's cases take turns in its environments, so that each environment has its turn in each row. */
function casesOf(row: Row): Combination[] {
  const ambs = environmentsOf(row['Environment']!);
  const cases = combinationsOf(row).filter(({ amb }) => amb === ambs[0]);
  if (cases.length < ambs.length) return combinationsOf(row);
  return cases.map((one, i) => ({ ...one, amb: ambs[i % ambs.length]! }));
}

function product(froms: readonly string[], answers: readonly string[], ambs: readonly Amb[]): Combination[] {
  return froms.flatMap((from) => answers.flatMap((answer) => ambs.map((amb) => ({ from, answer, amb }))));
}

const name = ({ from, answer, amb }: Combination) => `${from} | ${answer} | ${amb}`;
const everywhere: Amb[] = ['testecf', 'certecf', 'ecf'];
const deliverable = ['signed', 'nothing sent', 'refused', 'lost'];
const askable = ['lease running', 'lease over', 'not found once', 'not found just now', 'already used'];
const copies = ['found-copy-rejected', 'found-copy-in-process'];
const founds = [
  'found',
  'found-of-another',
  'found-undecided',
  'found-rejected',
  'found-in-process',
  'found-earlier',
  ...copies,
];
/** Verdicts on a summary that do not say who used its number. */
const unexplained = ['already-used', 'free', 'not-delegated', 'certificate'].map(
  (why) => `final: rejected-${why}`,
);
const queryable = ['submitted', 'delivered twice', 'silent'];

const tables = [
  {
    heading: 'After a delivery of an e-CF',
    summary: false,
    act: 'deliver',
    all: product(
      deliverable,
      ['received', ...refused, ...notSent, 'unknown', 'unknown: answered'],
      everywhere,
    ),
  },
  {
    heading: 'After a delivery of a summary',
    summary: true,
    act: 'deliver',
    all: product(
      deliverable,
      [...finals, 'transient', ...refused, ...notSent, 'unknown', 'unknown: answered'],
      everywhere,
    ),
  },
  {
    heading: 'After the question whether an open delivery of an e-CF arrived',
    summary: false,
    act: 'ask',
    all: [
      ...product(askable, [...founds, 'not-found', ...unavailable], ['testecf', 'ecf']),
      ...product(askable, ['not-offered'], ['certecf']),
    ],
  },
  {
    heading: 'After the question whether an open delivery of a summary arrived',
    summary: true,
    act: 'ask',
    all: [
      ...product(askable, [...finals, ...pendings, 'not-found', ...unavailable], everywhere),
      ...product(askable, [usedByAccepted, usedByRejected], ['testecf', 'ecf']),
      ...product(['already used twice', 'already used after a refusal'], unexplained, everywhere),
      ...product(['already used after its signer'], ['final: rejected-already-used'], everywhere),
      ...product(
        ['already used twice', 'already used after a refusal', 'already used after its signer'],
        [usedByRejected],
        ['testecf', 'ecf'],
      ),
    ],
  },
  {
    heading: 'Asked for the result',
    summary: false,
    act: 'query',
    all: product(queryable, [...finals, ...pendings, 'not-found', ...unavailable], everywhere),
  },
] as const;

describe.each(tables)('$heading', ({ heading, summary, act, all }) => {
  const rows = rowsUnder(heading);

  test('the page has every combination exactly once', () => {
    const written = rows.flatMap(combinationsOf).map(name);
    expect([...written].sort()).toEqual(all.map(name).sort());
  });

  test.each(
    rows.map((row) => ({ row, title: `${row['Recorded']} | ${row['Answer']} | ${row['Environment']}` })),
  )(
    '$title',
    async ({ row }) => {
      const wrong = await eachAtOnce(casesOf(row), async (combination) => {
        const reported = await outcomeOf(combination, act, summary, row['Beside']!);
        const want = Object.fromEntries(
          ['State', 'Delivery', 'Waits for', 'Beside'].map((column) => [column, row[column]]),
        );
        return JSON.stringify(reported) === JSON.stringify(want)
          ? []
          : [{ at: name(combination), reported, want }];
      });
      expect(wrong.flat()).toEqual([]);
    },
    60_000,
  );
});

/** A batch small enough that no case waits long for a connection. */
const atOnce = 25;

async function eachAtOnce<T, R>(all: readonly T[], one: (of: T) => Promise<R>): Promise<R[]> {
  const found: R[] = [];
  for (let from = 0; from < all.length; from += atOnce)
    found.push(...(await Promise.all(all.slice(from, from + atOnce).map(one))));
  return found;
}

async function outcomeOf({ from, answer, amb }: Combination, act: string, summary: boolean, beside: string) {
  const one = new Case(amb, summary);
  await recorded[from]!(one);
  if (act === 'deliver') one.submitAnswer = answerOf(answer);
  // The delivery made earlier under this e-NCF belongs to an attempt before this one.
  if (answer === 'found-earlier') await earlier(one);
  if (copies.includes(answer)) await isSecondAttempt(one);
  if (act === 'ask') {
    one.trackIdsAnswer = answerOf(answer);
    one.numberState = numberStateOf(answer, amb);
  }
  if (act === 'query') {
    one.result = () => answerOf(answer);
    one.numberState = states[amb === 'certecf' ? 'not-offered' : 'not-found'];
    // DGII's list has the delivery that DGII answered, and not the lost one.
    if (from === 'delivered twice') one.trackIdsAnswer = answerOf('found');
    if (amb === 'certecf') one.trackIdsAnswer = answerOf('not-offered');
  }
  const before = await one.read();
  if (act === 'query') await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
  else await submit(one.deps, one.ref, { pauseMs: 500 }, never);
  const after = await one.read();
  expect(one.delivered).toBe(act === 'deliver' || beside === 'goes out again' ? 1 : 0);

  // If the step sent again, check the delivery before the new one.
  const again = act === 'ask' && one.delivered === 1;
  const delivery = again ? after.submissions.at(-2) : after.submissions.at(-1);
  const noted = delivery?.notFoundAt !== undefined && before.submissions.at(-1)?.notFoundAt === undefined;
  const done = [...one.beside, ...(noted ? ['notes it'] : []), ...(again ? ['goes out again'] : [])];
  return {
    State: after.state,
    Delivery: delivery?.outcome ?? 'open',
    'Waits for': again ? '–' : (after.waiting?.reason ?? '–'),
    Beside: done.length === 0 ? '–' : done.join(', '),
  };
}

function numberStateOf(answer: string, amb: Amb): object {
  if (amb === 'certecf') return states['not-offered'];
  if (answer === 'found-of-another' || answer === usedByAccepted) return states['another, accepted'];
  if (answer === 'found-copy-rejected' || answer === usedByRejected) return states['another, rejected'];
  if (answer === 'found-in-process') return states['in process'];
  if (['found-undecided', 'found-rejected', 'found-copy-in-process'].includes(answer))
    return states['not-found'];
  return answer.startsWith('final: rejected') ? states['ours, rejected'] : states['ours, accepted'];
}

async function earlier({ ref }: Case): Promise<void> {
  await ledger.db.collection('documents').updateOne({ ...ref }, { $set: { earlierTrackIds: ['T0'] } });
}

async function isSecondAttempt({ ref }: Case): Promise<void> {
  await ledger.db.collection('documents').updateOne({ ...ref }, { $set: { attempt: 2 } });
  Object.assign(ref, { attempt: 2 });
}

describe('Before DGII is asked', () => {
  const rows = rowsUnder('Before DGII is asked');
  // The name of one step contains a comma; it is not a list.
  const stepsOf = (cell: string) => (cell in recorded ? [cell] : listOf(cell));
  const cases = rows.flatMap((row) => stepsOf(row['Recorded']!).map((from) => ({ row, from })));
  const title = (one: { from: string; row: Row }) => `${one.from} | ${one.row['Circumstance']}`;

  test('every circumstance is listed for every step where it can occur, and no combination twice', () => {
    const known = [
      [
        '–',
        ['admitted', 'final', 'rejected, number free, not settled', 'rejected for its signer, not settled'],
      ],
      [
        'certificate unusable',
        ['admitted', 'signed', 'nothing sent', 'refused', 'lost', 'lease over', 'submitted', 'final'],
      ],
      ['number annulled', ['admitted']],
      ['number locked', ['admitted']],
      ['certificate replaced', [...deliverable, 'refused for its signer']],
      ['certificate expired, replaced', ['signed', 'nothing sent']],
      ['token refused, replaced', ['signed', 'nothing sent']],
      ['replaced, token refused', ['signed', 'nothing sent']],
      ['replaced, token refused, imported again', ['signed', 'nothing sent']],
      ['sequence expired', deliverable],
      ['expired, but forced', ['signed', 'nothing sent']],
      ['forced', ['refused', 'refused for its signer', 'lost']],
      ['company suspended', [...deliverable, 'refused for its signer']],
      ['production not allowed', deliverable],
    ] as const;
    const all = known.flatMap(([circumstance, froms]) => froms.map((from) => `${from} | ${circumstance}`));
    expect(cases.map(title).sort()).toEqual([...all].sort());
  });

  test.each(cases.map((one) => ({ ...one, title: title(one) })))('$title', async ({ from, row }) => {
    const circumstance = row['Circumstance'];
    const production = circumstance === 'production not allowed';
    const suspended = { environment: 'pre-certification', reason: 'NOT_DELEGATED', since: new Date(0) };
    const one = new Case(
      production ? 'ecf' : 'testecf',
      false,
      production ? { allowProduction: false } : {},
      circumstance === 'company suspended' ? { suspended } : {},
    );
    if (from === 'admitted') await one.admitReal();
    else await recorded[from]!(one);
    one.submitAnswer = answerOf('received');
    if (circumstance === 'certificate unusable') one.certificate = { unusable: 'expired' };
    if (circumstance === 'token refused, replaced') await refuseToken(one);
    if (/replaced/.test(circumstance!)) one.replaceCertificate();
    if (/^replaced, token refused/.test(circumstance!)) await refuseToken(one);
    if (/imported again/.test(circumstance!)) one.replaceCertificate();
    if (circumstance === 'certificate expired, replaced') one.nowMs = certAEndsMs + 1;
    const mark = ({ 'number annulled': 'annulled', 'number locked': 'annulling' } as const)[circumstance!];
    if (mark !== undefined)
      one.deps.store.readDocumentAndMark = async (ref) => ({
        ...(await store.readDocumentAndMark(ref)),
        mark,
      });
    if (/sequence expired|expired, but/.test(circumstance!)) one.nowMs = yearsLaterMs;
    if (/forced/.test(circumstance!)) await store.forceDocument(one.ref, one.orderedBy());

    const before = await one.read();
    if (from === 'admitted') await prepare(one.deps, one.ref, 500);
    else if (from === 'submitted') await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
    else await submit(one.deps, one.ref, { pauseMs: 500 }, never);
    const after = await one.read();

    const signedAnew = after.attempt === 2;
    const out = from === 'signed' || from === 'nothing sent' ? 'goes out' : 'goes out again';
    const beside = [
      ...one.beside,
      ...(signedAnew ? ['signed anew'] : []),
      ...(one.delivered > 0 ? [out] : []),
    ];
    expect({
      State: after.state === before.state && row['State'] === 'unchanged' ? 'unchanged' : after.state,
      'Waits for': after.waiting?.reason ?? '–',
      Beside: beside.length === 0 ? '–' : beside.join(', '),
    }).toEqual({ State: row['State'], 'Waits for': row['Waits for'], Beside: row['Beside'] });
    expect(one.asked).toBe(0);
    if (from.endsWith('not settled')) expect(after.settleAt).toBeUndefined();
  });
});

/** DGII gives the signer no token, so the delivery does not go out. */
async function refuseToken(one: Case): Promise<void> {
  const { submitAnswer } = one;
  one.submitAnswer = answerOf('not-sent: not-delegated');
  await submit(one.deps, one.ref, { pauseMs: 500 }, never);
  expect((await one.read()).waiting?.reason).toBe('NOT_DELEGATED');
  Object.assign(one, { submitAnswer, delivered: 0, nowMs: one.nowMs + minuteMs });
  one.beside.length = 0;
}

describe('Several trackIds', () => {
  const rows = rowsUnder('Several trackIds');
  const answers: Record<string, object> = {
    accepted: answerOf('final: accepted'),
    rejected: answerOf('final: rejected-used'),
    pending: answerOf('pending: in-process'),
    unavailable: answerOf('unavailable: timeout'),
  };

  test.each(
    rows.flatMap((row) => [
      [row['One']!, row['Another']!, row['State']!],
      [row['Another']!, row['One']!, row['State']!],
    ]),
  )('%s and %s: %s', async (first, second, state) => {
    const one = new Case('testecf');
    await givenTwo(one);
    one.result = (trackId) => answers[trackId === 'T1' ? first : second]!;
    await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
    expect((await one.read()).state).toBe(state);
  });

  test.each(['T1', 'T2'])(
    'the rejection that says only that the number is used does not hide the other one, of %s',
    async (why) => {
      const one = new Case('testecf');
      await givenTwo(one);
      const alreadyUsed = { ...answerOf('final: rejected-already-used'), secuenciaUtilizada: false };
      one.result = (trackId) => (trackId === why ? answerOf('final: rejected-used') : alreadyUsed);
      await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
      expect((await one.read()).verdict).toMatchObject({ trackId: why, secuenciaUtilizada: true });
    },
  );

  test('a number that one delivery used is used, although DGII says of the other one that it is free', async () => {
    const one = new Case('testecf');
    await givenTwo(one);
    one.result = (trackId) => answerOf(trackId === 'T1' ? 'final: rejected-used' : 'final: rejected-free');
    await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
    expect((await one.read()).verdict?.secuenciaUtilizada).toBe(true);
  });

  const free = { secuenciaUtilizada: false };
  test.each(['another, accepted', 'not-found'] as const)(
    'a number that DGII called used is not given back, whatever its answer says beside that: %s',
    async (number) => {
      const one = new Case('testecf');
      await recorded['submitted']!(one);
      one.nowMs += minuteMs;
      one.result = () => ({ ...answerOf('final: rejected-already-used'), ...free });
      one.trackIdsAnswer = answerOf('found');
      one.numberState = states[number];
      await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
      expect((await one.read()).verdict?.secuenciaUtilizada).toBe(true);
      expect(one.beside).toEqual([]);
    },
  );

  test('nor is the number of a summary', async () => {
    const one = new Case('testecf', true);
    await recorded['lease over']!(one);
    one.trackIdsAnswer = { ...answerOf('final: rejected-already-used'), ...free };
    one.numberState = states['not-found'];
    await submit(one.deps, one.ref, { pauseMs: 500 }, never);
    expect(await one.read()).toMatchObject({ state: 'rejected', verdict: { secuenciaUtilizada: true } });
    expect(one.beside).toEqual([]);
  });

  test('nor is a number that DGII called used when it took the voucher', async () => {
    const one = new Case('testecf');
    await recorded['already used']!(one);
    one.trackIdsAnswer = answerOf('found');
    one.numberState = states['not-found'];
    await submit(one.deps, one.ref, { pauseMs: 500 }, never);
    one.result = () => answerOf('final: rejected-free');
    await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
    expect((await one.read()).verdict?.secuenciaUtilizada).toBe(true);
    expect(one.beside).toEqual([]);
  });

  test('a number that DGII called used when it took the voucher is not explained by a rejection that left it free', async () => {
    const one = new Case('testecf');
    await recorded['already used twice']!(one);
    one.trackIdsAnswer = listed('T1', 'rejected');
    one.numberState = states['not-found'];
    await submit(one.deps, one.ref, { pauseMs: 500 }, never);
    one.result = () => answerOf('final: rejected-free');
    await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
    expect(await one.read()).toMatchObject({ state: 'submitted', waiting: { reason: 'CONFIRM_BY_HAND' } });
  });

  test.each([
    { by: 'a person lets the voucher go out again', summary: false, force: true },
    { by: 'a person lets the voucher go out again', summary: true, force: true },
    { by: 'a person says that DGII does not have it', summary: false, force: false },
    { by: 'a person says that DGII does not have it', summary: true, force: false },
  ])('nor is it given back after $by (summary: $summary)', async ({ summary, force }) => {
    const one = new Case('testecf', summary);
    await recorded['already used']!(one);
    const decided = force
      ? await store.forceDocument(one.ref, one.orderedBy())
      : await store.confirmDocument(
          one.ref,
          { found: 'not-received', deliveries: await one.ended() },
          one.orderedBy(),
        );
    expect(decided.outcome).toBe('done');
    one.submitAnswer = answerOf(summary ? 'final: rejected-free' : 'received');
    await submit(one.deps, one.ref, { pauseMs: 500 }, never);
    if (!summary) {
      one.trackIdsAnswer = answerOf('found');
      one.result = () => answerOf('final: rejected-free');
      await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
    }
    expect(await one.read()).toMatchObject({ state: 'rejected', verdict: { secuenciaUtilizada: true } });
    expect(one.beside).toEqual([]);
  });

  test('a rejection that does not say whether it used the number does not explain who did', async () => {
    const one = new Case('testecf', true);
    await recorded['already used']!(one);
    one.trackIdsAnswer = { ...answerOf('final: rejected-free'), secuenciaUtilizada: null };
    one.numberState = states['the same sale, accepted'];
    await submit(one.deps, one.ref, { pauseMs: 500 }, never);
    expect(await one.read()).toMatchObject({ state: 'submitting', waiting: { reason: 'CONFIRM_BY_HAND' } });
  });

  test.each([
    { earlier: 'refused its signer', patch: { signerRefused: true }, used: 'submitted', other: 'rejected' },
    { earlier: 'refused it', patch: {}, used: 'CONFIRM_BY_HAND', other: 'submitted' },
  ] as const)(
    'while the list is late, an earlier delivery counts unless DGII $earlier',
    async ({ patch, used, other }) => {
      const after = async (result: string) => {
        const one = new Case('testecf');
        await handedOver(one, { outcome: 'refused', ...patch });
        one.trackIdsAnswer = answerOf('not-found');
        one.result = () => answerOf(result);
        await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
        const { state, waiting } = await one.read();
        return waiting?.reason ?? state;
      };
      expect({
        used: await after('final: rejected-already-used'),
        other: await after('final: rejected-free'),
      }).toEqual({ used, other });
    },
  );

  test('after a delivery whose signer DGII refused, its answer to the second one decides', async () => {
    const one = new Case('testecf');
    await handedOver(one, { outcome: 'refused', signerRefused: true });
    await store.addTrackIds(one.ref, ['T2']);
    one.trackIdsAnswer = listed('T1');
    one.numberState = states['not-found'];
    one.result = (trackId) => answerOf(`final: rejected-${trackId === 'T1' ? 'already-used' : 'used'}`);
    await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
    expect(await one.read()).toMatchObject({ state: 'rejected', verdict: { trackId: 'T1' } });
  });

  test('after two deliveries a list without the trackId that DGII gave proves nothing either', async () => {
    const one = new Case('testecf');
    await recorded['delivered twice']!(one);
    one.result = () => answerOf('final: rejected-used');
    await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
    expect((await one.read()).state).toBe('submitted');
  });
});

/** DGII answered two deliveries, each with its trackId, and lists both. */
async function givenTwo(one: Case): Promise<void> {
  await one.end(await open(one), { outcome: 'received', trackId: 'T1' });
  const at = new Date(one.nowMs);
  await store.recordSubmitted(
    one.ref,
    ['T1', 'T2'],
    { delivery: await one.begin(2), patch: { outcome: 'received', trackId: 'T2' } },
    { now: at, nextCheckAt: at },
  );
  one.trackIdsAnswer = answerOf('found');
}

describe('Whose trackId', () => {
  const rows = rowsUnder('Whose trackId').flatMap((row) =>
    row['DGII has']!.split('; ').map((number) => ({
      given: row['Given']!,
      other: row['Not given']!,
      number,
      State: row['State']!,
      'Waits for': row['Waits for']!,
      Of: row['Verdict of']!,
    })),
  );
  const answers: Record<string, object> = {
    accepted: answerOf('final: accepted'),
    rejected: answerOf('final: rejected-used'),
    'number free': answerOf('final: rejected-free'),
    'already used': answerOf('final: rejected-already-used'),
    'in process': answerOf('pending: in-process'),
    'another e-NCF': { ...answerOf('final: accepted'), encf: 'E310000000000' },
    'another RNC': { ...answerOf('final: accepted'), rnc: '131880681' },
  };

  test.each(rows)('$given | $other | $number: $State', async ({ given, other, number, ...want }) => {
    const one = new Case(number === 'not-offered' ? 'certecf' : 'testecf');
    if (given === '–') await withoutGiven(one);
    else await recorded[given.includes('twice') ? 'delivered twice' : 'submitted']!(one);
    await store.addTrackIds(one.ref, ['T2']);
    one.trackIdsAnswer = listed(given === '–' ? 'T2' : 'T1');
    one.numberState = number === '–' ? {} : states[number as keyof typeof states];
    one.result = (trackId) => answers[trackId === 'T1' ? given.replace(' twice', '') : other]!;
    await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
    const { state, waiting, verdict } = await one.read();
    const of = { T1: 'given', T2: 'not given' }[verdict?.trackId ?? ''] ?? '–';
    expect({ State: state, 'Waits for': waiting?.reason ?? '–', Of: of }).toEqual(want);
  });

  /** The delivery has no trackId: DGII or a person named one later. */
  async function withoutGiven(one: Case): Promise<void> {
    const at = new Date(one.nowMs);
    const delivery = await open(one);
    await store.recordSubmitted(
      one.ref,
      ['T2'],
      { delivery, patch: { outcome: 'found' } },
      { now: at, nextCheckAt: at },
    );
  }
});

describe('Who used the number', () => {
  const cases = rowsUnder('Who used the number').flatMap((row) =>
    listOf(row['Deliveries']!).flatMap((deliveries) =>
      row['DGII has']!.split('; ').flatMap((number) =>
        listOf(row['Lease']!).map((lease) => ({
          deliveries,
          number,
          lease,
          State: row['State']!,
          'Waits for': row['Waits for']!,
        })),
      ),
    ),
  );

  test('the page has every combination exactly once', () => {
    const all = ['one', 'two'].flatMap((deliveries) =>
      Object.keys(states).flatMap((number) =>
        ['running', 'over'].map((lease) => `${deliveries} | ${number} | ${lease}`),
      ),
    );
    const written = cases.map(({ deliveries, number, lease }) => `${deliveries} | ${number} | ${lease}`);
    expect(written.sort()).toEqual(all.sort());
  });

  test('a delivery whose signer DGII refused does not count, any other refused one does', async () => {
    const asked = async (patch: Partial<Delivery>) => {
      const one = new Case('testecf');
      await handedOver(one, { outcome: 'refused', ...patch });
      one.nowMs += minuteMs;
      one.trackIdsAnswer = answerOf('found');
      one.numberState = states['not-found'];
      one.result = () => answerOf('final: rejected-already-used');
      await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
      return one.read();
    };
    expect((await asked({ signerRefused: true })).state).toBe('rejected');
    expect(await asked({})).toMatchObject({ state: 'submitted', waiting: { reason: 'CONFIRM_BY_HAND' } });
  });

  test.each(cases)(
    '$deliveries | $number | $lease: $State',
    async ({ deliveries, number, lease, ...want }) => {
      const one = new Case(number === 'not-offered' ? 'certecf' : 'testecf');
      await recorded[deliveries === 'two' ? 'delivered twice' : 'submitted']!(one);
      if (lease === 'over') one.nowMs += minuteMs;
      // DGII lists only the trackId that it gave us.
      one.trackIdsAnswer = answerOf(number === 'not-offered' ? 'not-offered' : 'found');
      one.numberState = states[number as keyof typeof states];
      one.result = () => answerOf('final: rejected-already-used');
      await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
      const { state, waiting } = await one.read();
      expect({ State: state, 'Waits for': waiting?.reason ?? '–' }).toEqual(want);
    },
  );
});

describe('Ways out', () => {
  const rows = rowsUnder('Ways out').flatMap((row) =>
    listOf(row['Recorded']!).map((from) => ({
      from,
      reason: row['Waits for']!,
      way: row['Way out']!,
      State: row['State']!,
      Beside: row['Beside']!,
    })),
  );

  test('every reason to wait has a way out that keeps the number, and each way out is listed once', () => {
    const free = rows.filter(({ Beside }) => Beside !== 'costs it').map(({ reason }) => reason);
    expect([...new Set(free)].sort()).toEqual(Object.keys(waitingReasons).sort());
    const names = rows.map(({ from, reason, way }) => `${reason} | ${from} | ${way}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(rows)('$reason | $from | $way: $State', async ({ from, reason, way, State, Beside }) => {
    const one = new Case(way === 'allowed' ? 'ecf' : 'testecf');
    if (from !== 'admitted') await recorded[from]!(one);
    else
      await one.admitReal(
        reason === 'REFERENCE_PENDING' ? { encf: 'E310000009999', codigo: '3' } : undefined,
      );
    const calm = await inTrouble(one, reason, from, way);
    await step(one);
    expect((await one.read()).waiting?.reason).toBe(reason);

    await calm();
    one.nowMs += minuteMs;
    const before = one.delivered;
    await ways[way]!(one);
    // The voucher may need two steps: one delivers it, the next one gets its result.
    for (let steps = 0; steps < 2 && (await one.read()).state !== State; steps += 1) await step(one);
    const after = await one.read();
    const lost = after.state === 'annulled' || after.state === 'rejected';
    const beside = [
      ...(after.attempt === 2 ? ['signed anew'] : []),
      ...(one.delivered > before ? ['goes out'] : []),
      ...(lost ? ['costs it'] : []),
    ];
    expect({ State: after.state, Beside: beside.length === 0 ? '–' : beside.join(', ') }).toEqual({
      State,
      Beside,
    });
    expect(after.waiting).toBeUndefined();
  });

  async function step(one: Case): Promise<void> {
    const { state } = await one.read();
    if (state === 'admitted') await prepare(one.deps, one.ref, 500);
    else if (state === 'submitted') await query(one.deps, one.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
    else await submit(one.deps, one.ref, { pauseMs: 500 }, never);
  }

  /** Makes the voucher wait for `reason`. @returns a function that removes the cause */
  async function inTrouble(
    one: Case,
    reason: string,
    from: string,
    way: string,
  ): Promise<() => Promise<void> | void> {
    const world = one.deps as unknown as {
      store: Record<string, unknown>;
      checker: Checker;
      settings: Record<string, unknown>;
    };
    const { certificate } = one;
    const well = () => {
      one.submitAnswer = answerOf('received');
      one.trackIdsAnswer = answerOf('found');
      one.result = () => answerOf('final: accepted');
    };
    switch (reason) {
      case 'CERTIFICATE_UNUSABLE':
        one.certificate = { unusable: 'expired' };
        return () => {
          one.certificate = certificate;
          well();
        };
      case 'NOT_DELEGATED': {
        // DGII takes the voucher from this signer and does not let it ask about it.
        if (from === 'lease over' || from === 'submitted') {
          one.trackIdsAnswer = answerOf('unavailable: not-allowed-to-ask');
          one.result = () => answerOf('unavailable: not-allowed-to-ask');
          return well;
        }
        const company = { companyId: 1, productionAllowed: true };
        const suspended = { environment: 'pre-certification', reason, since: new Date(0) };
        world.store['findCompany'] = () => Promise.resolve({ ...company, suspended });
        return () => {
          world.store['findCompany'] = () => Promise.resolve(company);
          well();
        };
      }
      case 'DGII_UNAVAILABLE':
        one.submitAnswer = answerOf('not-sent: unreachable');
        one.trackIdsAnswer = answerOf('unavailable: timeout');
        one.result = () => answerOf('unavailable: timeout');
        return well;
      case 'REQUEST_DELAYED':
        one.submitAnswer = answerOf('not-sent: throttled');
        one.trackIdsAnswer = answerOf('unavailable: token-refused');
        one.result = () => answerOf('unavailable: refused');
        return well;
      case 'DGII_SILENT':
        return well;
      case 'REFERENCE_PENDING':
        world.settings['referenceWaitMaxMs'] = 72 * 60 * minuteMs;
        world.store['readForClaim'] = () => Promise.resolve({ referenced: { state: 'submitted' } });
        return () => {
          world.store['readForClaim'] = () => Promise.resolve({ referenced: undefined });
        };
      case 'SEQUENCE_EXPIRED':
        one.nowMs = yearsLaterMs;
        return well;
      case 'CONFIRM_BY_HAND':
        one.trackIdsAnswer = answerOf(from === 'delivered twice' ? 'found' : 'not-found');
        one.result = () => answerOf('final: rejected-already-used');
        one.numberState = states['not-found'];
        return () => {
          one.submitAnswer = answerOf('received');
        };
      case 'INTERNAL_FAULT':
        if (from === 'admitted') {
          const { checkerWith } = await import('./signable.js');
          world.checker = checkerWith({ message: 'cvc-type.3.1.3', line: 1, path: '' });
          return () => {
            world.checker = checkerWith();
          };
        }
        if (way === 'allowed') {
          world.settings['allowProduction'] = false;
          return () => {
            world.settings['allowProduction'] = true;
            well();
          };
        }
        one.submitAnswer = answerOf(from === 'nothing sent' ? 'not-sent: seed-refused' : 'refused: other');
        return well;
      default:
        throw new Error(`How does a voucher come to wait for ${reason}?`);
    }
  }

  const nothing = () => Promise.resolve();
  const confirm = (confirmationOf: (deliveries: number) => Confirmation) => async (one: Case) =>
    store.confirmDocument(one.ref, confirmationOf(await one.ended()), one.orderedBy());
  const ways: Readonly<Record<string, (one: Case) => Promise<unknown>>> = {
    'by itself': nothing,
    delegated: nothing,
    allowed: nothing,
    mended: nothing,
    'another certificate': (one) => {
      one.replaceCertificate();
      return Promise.resolve();
    },
    force: (one) => store.forceDocument(one.ref, one.orderedBy()),
    annul: (one) => store.annulDocument(one.ref, one.orderedBy()),
    'confirm received': confirm((deliveries) => {
      return { found: 'received', trackId: '9d0c1a52-7f3e-4b8a-9c6d-2e5f8a1b3c4d', deliveries };
    }),
    'confirm not-received': confirm((deliveries) => ({ found: 'not-received', deliveries })),
    'confirm accepted': confirm(() => ({ found: 'accepted' })),
    'confirm rejected': confirm((deliveries) => ({ found: 'rejected', deliveries })),
  };
});

test('a delivery without an answer waits as DGII_UNAVAILABLE from the first missing answer until its outcome is known', async () => {
  const one = new Case('testecf');
  await recorded['signed']!(one);
  const since = new Date(one.nowMs);
  const steps = [];
  // One step within the lease, two after it, and two after the voucher was delivered again.
  for (const passesMs of [0, 1_000, minuteMs, settings.askAgainMs, minuteMs]) {
    one.nowMs += passesMs;
    await submit(one.deps, one.ref, { pauseMs: 500 }, never);
    const { nextTryAt, ...waiting } = (await one.read()).waiting!;
    steps.push({ waiting, pauseMs: nextTryAt.getTime() - one.nowMs, delivered: one.delivered });
  }
  const waiting = { reason: 'DGII_UNAVAILABLE', since };
  expect(steps).toEqual([1, 1, 1, 2, 2].map((delivered) => ({ waiting, pauseMs: 500, delivered })));

  one.trackIdsAnswer = answerOf('found');
  await submit(one.deps, one.ref, { pauseMs: 500 }, never);
  expect(await one.read()).not.toHaveProperty('waiting');
});

test('a later attempt whose answer was lost waits only for its result while DGII has it in process', async () => {
  const one = new Case('testecf');
  await recorded['signed']!(one);
  await isSecondAttempt(one);
  const reasonAfter = async (answer: string, passesMs: number) => {
    one.nowMs += passesMs;
    one.trackIdsAnswer = answerOf(answer);
    one.numberState = numberStateOf(answer, 'testecf');
    await submit(one.deps, one.ref, { pauseMs: 500 }, never);
    const { state, waiting } = await one.read();
    return [state, waiting?.reason];
  };
  expect(await reasonAfter('not-found', 0)).toEqual(['submitting', 'DGII_UNAVAILABLE']);
  expect(await reasonAfter('found-copy-in-process', 1_000)).toEqual(['submitting', undefined]);
  const silent = ['submitting', 'DGII_SILENT'];
  expect(await reasonAfter('found-copy-in-process', stepSettings.silentAfterMs)).toEqual(silent);
  expect(await reasonAfter('found-in-process', 0)).toEqual(silent);
  expect(await reasonAfter('found', 0)).toEqual(['submitted', undefined]);
});

test.each(['already used', 'already used twice'])(
  'a summary that DGII accepted is accepted, although DGII says that its number is free: %s',
  async (from) => {
    const one = new Case('testecf', true);
    await recorded[from]!(one);
    one.trackIdsAnswer = { ...answerOf('final: accepted'), secuenciaUtilizada: false };
    await submit(one.deps, one.ref, { pauseMs: 500 }, never);
    expect((await one.read()).state).toBe('accepted');
  },
);

test.each(['ours, accepted', 'in process'] as const)(
  'a summary whose accepted copy DGII does not show yet says after a while that DGII is silent: %s',
  async (number) => {
    const one = new Case('testecf', true);
    await recorded['already used']!(one);
    one.trackIdsAnswer = answerOf('final: rejected-already-used');
    one.numberState = states[number];
    const reasons = [];
    for (const passesMs of [0, stepSettings.silentAfterMs]) {
      one.nowMs += passesMs;
      await submit(one.deps, one.ref, { pauseMs: 500 }, never);
      reasons.push((await one.read()).waiting?.reason);
    }
    expect(reasons).toEqual([undefined, 'DGII_SILENT']);
  },
);

test('a voucher of an outage stays in contingency, whatever it waits for, until DGII has it; signed anew, it is not', async () => {
  const one = new Case('testecf');
  await recorded['signed']!(one);
  const facts = async () => {
    await submit(one.deps, one.ref, { pauseMs: 500 }, never);
    const document = await one.read();
    one.nowMs += minuteMs;
    const { waiting, contingencySince } = document;
    return [waiting?.reason, contingencySince?.getTime(), isInContingency(document)];
  };
  // DGII limits the rate: it is there, so this is no contingency.
  one.submitAnswer = answerOf('not-sent: throttled');
  expect(await facts()).toEqual(['REQUEST_DELAYED', undefined, false]);
  const since = one.nowMs;
  one.submitAnswer = answerOf('not-sent: unreachable');
  expect(await facts()).toEqual(['DGII_UNAVAILABLE', since, true]);
  one.submitAnswer = answerOf('refused: certificate');
  expect(await facts()).toEqual(['CERTIFICATE_UNUSABLE', since, true]);
  one.submitAnswer = answerOf('not-sent: unreachable');
  expect(await facts()).toEqual(['DGII_UNAVAILABLE', since, true]);

  one.certificate = { fingerprint: 'cert-b' };
  expect(await facts()).toEqual([undefined, since, false]);
  const other = new Case('testecf');
  await recorded['submitted']!(other);
  other.result = () => answerOf('unavailable: timeout');
  await query(other.deps, other.ref, { timeoutMs: 1_000, pauseMs: 500 }, never);
  const { waiting, contingencySince } = await other.read();
  expect([waiting?.reason, contingencySince]).toEqual(['DGII_UNAVAILABLE', undefined]);
});

test.each([
  { answer: 'unknown: answered', outage: [], waits: 'REQUEST_DELAYED', contingency: false },
  { answer: 'unknown', outage: [false], waits: 'DGII_UNAVAILABLE', contingency: true },
])('whether a doubt is an outage: $answer', async ({ answer, outage, waits, contingency }) => {
  const one = new Case('testecf');
  await recorded['signed']!(one);
  const observed: boolean[] = [];
  const { outages } = one.deps as { outages: ActivityDeps['outages'] };
  outages.observe = (_host, takesVouchers) => observed.push(takesVouchers);
  one.submitAnswer = { ...answerOf(answer), mensajes: [{ codigo: '7', valor: 'Algo' }] };
  await submit(one.deps, one.ref, { pauseMs: 500 }, never);
  const document = await one.read();
  expect([observed, document.waiting?.reason, isInContingency(document)]).toEqual([
    outage,
    waits,
    contingency,
  ]);
  // The codes of an open delivery would mean that DGII called the number used.
  expect(document.submissions).toHaveLength(1);
  expect(document.submissions[0]).not.toHaveProperty('codes');
  expect(document.submissions[0]).not.toHaveProperty('outcome');
});

test('a question that was held back keeps its reason while nothing new is known', async () => {
  const one = new Case('testecf');
  await recorded['signed']!(one);
  const reasonAfter = async (answer: string) => {
    one.trackIdsAnswer = answerOf(answer);
    await submit(one.deps, one.ref, { pauseMs: 500 }, never);
    one.nowMs += minuteMs;
    return (await one.read()).waiting?.reason;
  };
  expect(await reasonAfter('not-found')).toBe('DGII_UNAVAILABLE');
  expect(await reasonAfter('unavailable: token-refused')).toBe('REQUEST_DELAYED');
  // DGII must say twice that it does not know the voucher.
  expect(await reasonAfter('not-found')).toBe('REQUEST_DELAYED');
});

test('an order to deliver stays valid until one delivery was sent', async () => {
  const one = new Case('testecf');
  await recorded['nothing sent']!(one);
  one.nowMs = yearsLaterMs;
  const step = async (answer: string) => {
    one.submitAnswer = answerOf(answer);
    await submit(one.deps, one.ref, { pauseMs: 500 }, never);
    one.nowMs += minuteMs;
    const { forced, waiting } = await one.read();
    return [one.delivered, forced !== undefined, waiting?.reason];
  };
  expect(await step('received')).toEqual([0, false, 'SEQUENCE_EXPIRED']);
  await store.forceDocument(one.ref, one.orderedBy());
  expect(await step('not-sent: unreachable')).toEqual([1, true, 'DGII_UNAVAILABLE']);
  expect(await step('not-sent: unreachable')).toEqual([2, true, 'DGII_UNAVAILABLE']);
  expect(await step('refused: file')).toEqual([3, false, 'INTERNAL_FAULT']);
});

test('a refusal of bytes that a replaced certificate signed does not suspend the company', async () => {
  const one = new Case('testecf');
  await recorded['lost']!(one);
  one.certificate = { fingerprint: 'cert-b' };
  one.submitAnswer = answerOf('refused: certificate');
  await submit(one.deps, one.ref, { pauseMs: 500 }, never);
  expect(one.delivered).toBe(1);
  expect((await one.read()).waiting?.reason).toBe('CERTIFICATE_UNUSABLE');
  expect(one.beside).toEqual([]);
});

test('older deliveries were trimmed and may have arrived, so the bytes are not signed again', async () => {
  const one = new Case('testecf');
  await recorded['lost']!(one);
  for (let n = 2; n <= 14; n += 1)
    await one.end(await one.begin(n), { outcome: 'refused', signerRefused: true });
  expect((await one.read()).submissions.every(({ outcome }) => outcome === 'refused')).toBe(true);
  one.certificate = { fingerprint: 'cert-b' };
  one.submitAnswer = answerOf('received');
  await submit(one.deps, one.ref, { pauseMs: 500 }, never);
  expect([(await one.read()).attempt, one.delivered]).toEqual([1, 1]);
});
