/** The claim that all notes on one voucher share, at the critical moments: on a real ledger, without the workflow. */
import { randomUUID } from 'node:crypto';
import type { ActivityDeps } from '../../../src/activities/deps.js';
import { holdNote } from '../../../src/activities/vouchers/hold-note.js';
import { recordOwnVerdict } from '../../../src/activities/vouchers/record-verdict.js';
import { createChecker } from '../../../src/documents/threads/checker.js';
import { normalise } from '../../../src/ecf/json/normalise.js';
import { amountOf, sum } from '../../../src/ecf/model/amounts.js';
import type { DocumentState } from '../../../src/ecf/model/document-states.js';
import { formatEncf } from '../../../src/ecf/model/encf.js';
import type { Environment } from '../../../src/ecf/model/environments.js';
import type { Ecf } from '../../../src/ecf/model/ecf.js';
import type { EcfType } from '../../../src/ecf/model/ecf-types.js';
import { usedAtDgiiNote } from '../../../src/ledger/numbers/numbers.js';
import { createLog } from '../../../src/shared/log.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import type { Company } from '../../../src/ledger/companies/company.js';
import { addNumberedCompany } from '../../harness/numbers.js';
import { admitInput, attemptOf, openLedger, signedXml, type TestLedger } from '../../harness/ledger.js';
import { profiled } from '../../harness/profile.js';
import { until } from '../../harness/until.js';

const environment = 'pre-certification' as const;
const startMs = Date.parse('2026-11-20T15:00:00Z');
const dayMs = 86_400_000;
/** More than the notes of any test: in each round one of them wins. */
const roundsMax = 100;
/** One for each simulated process that shares the ledger. */
let stores: readonly Store[];
let store: Store;
let ledger: TestLedger;

beforeAll(async () => {
  ledger = await openLedger({ processes: 3 });
  ({ store, stores } = ledger);
});

async function admit(
  type: EcfType,
  montoTotal: string,
  on?: string,
  change: Partial<Pick<DocumentRecord, 'encf' | 'conditionalAllowed'>> = {},
): Promise<DocumentRecord> {
  const input = admitInput({
    ...change,
    tipoeCF: type,
    montoTotal,
    contentHash: randomUUID(),
    now: new Date(startMs),
    ...(on === undefined ? {} : { modifies: { encf: on, codigo: '3' } }),
  });
  const { document } = await store.admit(input);
  return document;
}

async function endAs(
  document: DocumentRecord,
  state: DocumentState,
  mensajes: readonly { codigo: string; valor: string }[] = [],
): Promise<void> {
  const verdict = {
    trackId: null,
    codigoDgii: '',
    estado: '',
    mensajes,
    secuenciaUtilizada: state === 'rejected' ? false : null,
    replyFile: null,
  };
  await store.recordVerdict(refOf(document), { state, verdict }, new Date(startMs));
}

async function sign(document: DocumentRecord): Promise<void> {
  const signed = {
    file: 'f',
    sha256: 'a'.repeat(64),
    securityCode: 'AbC123',
    fechaFirma: '',
    certificate: 'c',
  };
  await store.recordSigned(refOf(document), { ...signed, signedAt: new Date(startMs) }, new Date(startMs));
}

const refOf = ({ companyId, encf, attempt }: DocumentRecord) => ({ companyId, environment, encf, attempt });
/** Checks the balance only; the rules have their own tests. */
async function claim(note: DocumentRecord, on: string, from = store): Promise<'go-on' | 'exceeds'> {
  for (let round = 0; round < roundsMax; round += 1) {
    const { referenced, seen } = await from.readForClaim(refOf(note), on);
    if (referenced === undefined) return 'go-on';
    const { montoTotal, credited, debited } = referenced;
    if (amountOf(montoTotal).plus(debited).minus(credited).lt(note.montoTotal)) return 'exceeds';
    if ((await from.claimReferenced(refOf(note), seen)) === 'claimed') return 'go-on';
  }
  throw new Error(`${note.encf} lost ${roundsMax} rounds`);
}

test('notes that claim at the same time in several processes never exceed the voucher in total', async () => {
  const { encf: invoice } = await admit(31, '1000.00');
  const notes = await Promise.all(Array.from({ length: 18 }, () => admit(34, '90.01', invoice)));
  const outcomes = await Promise.all(
    notes.map((note, index) => claim(note, invoice, stores[index % stores.length])),
  );
  const passed = notes.filter((_, index) => outcomes[index] === 'go-on');
  expect(sum(passed.map(({ montoTotal }) => amountOf(montoTotal))).toFixed(2)).toBe('990.11');
  expect(outcomes.filter((one) => one === 'exceeds')).toHaveLength(notes.length - passed.length);
}, 60_000);

test('accepted debit notes make room for credit notes; those without a result or without success do not', async () => {
  const { encf: invoice } = await admit(31, '100.00');
  const [taken, conditional] = [await admit(33, '20.10', invoice), await admit(33, '0.20', invoice)];
  const [open, rejected] = [await admit(33, '40.00', invoice), await admit(33, '50.00', invoice)];
  const note = await admit(34, '120.30', invoice);
  expect(await claim(note, invoice)).toBe('exceeds');
  for (const one of [taken, conditional, open, rejected]) await sign(one);
  await endAs(taken, 'accepted');
  await endAs(conditional, 'conditionally-accepted');
  await endAs(rejected, 'rejected');
  expect(await store.findReferenced(1, environment, invoice, note.encf)).toMatchObject({
    debited: '20.30',
    credited: '0',
  });
  expect(await claim(await admit(34, '120.31', invoice), invoice)).toBe('exceeds');
  expect(await claim(note, invoice)).toBe('go-on');
  expect(await claim(await admit(34, '0.01', invoice), invoice)).toBe('exceeds');
});

test('a note whose worker died after its claim keeps its part, and claims it only once', async () => {
  const { encf: invoice } = await admit(31, '100.00');
  const [died, other] = [await admit(34, '60.00', invoice), await admit(34, '60.00', invoice)];
  expect(await claim(died, invoice)).toBe('go-on');
  expect(await claim(other, invoice)).toBe('exceeds');
  // The next worker repeats the step, before and after the signature.
  expect(await claim(died, invoice)).toBe('go-on');
  await sign(died);
  expect(await claim(other, invoice)).toBe('exceeds');
  expect(await claim(await admit(34, '40.00', invoice), invoice)).toBe('go-on');
});

test.each(['rejected', 'refused', 'annulled'] as const)('a note that is %s returns its part', async (end) => {
  const { encf: invoice } = await admit(31, '100.00');
  const [first, second] = [await admit(34, '60.00', invoice), await admit(34, '60.00', invoice)];
  expect(await claim(first, invoice)).toBe('go-on');
  if (end === 'rejected') await sign(first);
  await endAs(first, end);
  expect(await claim(second, invoice)).toBe('go-on');
});

test('a new attempt of a note claims again', async () => {
  const { encf: invoice } = await admit(31, '100.00');
  const first = await admit(34, '60.00', invoice);
  expect(await claim(first, invoice)).toBe('go-on');
  await endAs(first, 'refused');
  const again = await admit(34, '60.00', invoice, { encf: first.encf });
  expect(again.attempt).toBe(2);
  const rival = await admit(34, '60.00', invoice);
  expect(await claim(rival, invoice)).toBe('go-on');
  expect(await claim(again, invoice)).toBe('exceeds');
  await endAs(rival, 'refused');
  expect(await claim(again, invoice)).toBe('go-on');
});

test('the balance shown before a claim includes the notes that still wait, but not the note that asks', async () => {
  const { encf: invoice } = await admit(31, '100.00');
  const [one, other] = [await admit(34, '60.00', invoice), await admit(34, '30.10', invoice)];
  await admit(33, '500.00', invoice);
  const seen = await store.findReferenced(1, environment, invoice, one.encf);
  expect(seen).toMatchObject({ encf: invoice, state: 'admitted', credited: '30.10', annulled: false });
  await endAs(other, 'rejected');
  expect(await store.findReferenced(1, environment, invoice, one.encf)).toMatchObject({ credited: '0' });
  expect(await store.findReferenced(1, environment, 'E319999999999', one.encf)).toBeUndefined();
});

test('the same e-NCF in another environment is another voucher, with notes of its own', async () => {
  const [invoice, note, asking] = [formatEncf(31, 880_001), formatEncf(34, 880_001), formatEncf(34, 880_002)];
  const vouchers = [
    { environment: 'certification', montoTotal: '100.00', credited: '10.00' },
    { environment, montoTotal: '200.00', credited: '20.00' },
  ] as const;
  for (const { environment: at, montoTotal, credited } of vouchers) {
    await store.admit(admitInput({ environment: at, encf: invoice, montoTotal }));
    const modifies = { encf: invoice, codigo: '3' };
    const one = admitInput({ environment: at, encf: note, tipoeCF: 34, montoTotal: credited, modifies });
    await store.admit(one);
    await store.recordSigned(attemptOf(one), signedXml(), new Date(startMs));
  }
  for (const { environment: at, ...own } of vouchers) {
    const ref = { companyId: 1, environment: at, encf: asking, attempt: 1 };
    expect(await store.findReferenced(1, at, invoice, asking)).toMatchObject(own);
    expect((await store.readForClaim(ref, invoice)).referenced).toMatchObject(own);
  }
});

describe('a voucher with ten thousand credit notes', () => {
  let invoice: string;
  let last: DocumentRecord;

  beforeAll(async () => {
    ({ encf: invoice } = await admit(31, '1000.00'));
    last = await admit(34, '0.01', invoice);
    const documents = ledger.db.collection('documents');
    const { _id: _own, ...record } = (await documents.findOne({ encf: last.encf }))!;
    const many = Array.from({ length: 9_999 }, (_, n) => ({ ...record, encf: formatEncf(34, 900_000 + n) }));
    await documents.insertMany(many);
  });

  test.each([
    {
      name: 'before the note is taken',
      read: () => store.findReferenced(1, environment, invoice, last.encf),
    },
    {
      name: 'before the note is signed',
      // The notes are not signed, so they count only with a claim.
      read: async () => {
        await ledger.db
          .collection('documents')
          .updateMany({ encf: /^E3400009/ }, { $set: { state: 'signed' } });
        return (await store.readForClaim(attemptOf(last), invoice)).referenced;
      },
    },
  ])('is summed from the keys of one index: $name', async ({ read }) => {
    const plans = await profiled(ledger.db, 'documents', async () =>
      expect(await read()).toMatchObject({ credited: '99.99' }),
    );
    const sums = plans.filter(({ keysExamined }) => keysExamined > 1_000);
    expect(sums).toEqual([expect.objectContaining({ docsExamined: 0 })]);
  });

  test('is full for a further note', async () => {
    expect(await store.findReferenced(1, environment, invoice, last.encf)).not.toHaveProperty('full');
    const one = await admit(34, '0.01', invoice);
    expect(await store.findReferenced(1, environment, invoice, one.encf)).toMatchObject({ full: true });
  });
});

test('a number that was voided without a voucher counts as annulled; one that is only locked is unknown', async () => {
  const encf = 'E310000777001';
  const note = await admit(34, '10.00', encf);
  const _id = `1:${environment}:31:0000777001`;
  const voided = { _id, companyId: 1, environment, encf, note: 'No se usó', annulledAt: new Date(startMs) };
  const annulments = ledger.db.collection<{ _id: string }>('annulments');
  await annulments.insertOne({ ...voided, lock: 'a' } as never);
  expect(await store.findReferenced(1, environment, encf, note.encf)).toBeUndefined();
  await annulments.replaceOne({ _id }, voided);
  expect(await store.findReferenced(1, environment, encf, note.encf)).toMatchObject({
    encf,
    state: 'annulled',
  });
});

test('a number that was not voided because DGII has a voucher with it is unknown: a note may modify that voucher', async () => {
  const encf = 'E310000777002';
  const annulment = { companyId: 1, environment, encf, note: 'Cambio de sistema', now: new Date(startMs) };
  const note = await admit(34, '10.00', encf);
  const found = () => store.findReferenced(1, environment, encf, note.encf);
  await addNumberedCompany(store, { companyId: 1, origin: 'client', now: new Date(startMs) });
  expect(await store.lockNumbers({ ...annulment, id: 'b' }, [encf])).toEqual(new Map([[encf, 'locked']]));
  await store.closeLocked({ ...annulment, id: 'b', note: usedAtDgiiNote }, [encf]);
  expect(await found()).toBeUndefined();
  // It stays unknown if this service had a refused voucher with the number.
  await endAs(await admit(31, '100.00', undefined, { encf }), 'annulled', [
    { codigo: 'ENCF_ANNULLED', valor: usedAtDgiiNote },
  ]);
  expect(await found()).toBeUndefined();
});

describe('a number without a voucher, of a company whose numbers the service assigns', () => {
  const companyId = 7;
  const numbered = (change: Partial<Company>) =>
    addNumberedCompany(store, { companyId, now: new Date(startMs), ...change });
  const found = (serial: number, at: Environment = environment) =>
    store.findReferenced(companyId, at, formatEncf(31, serial), formatEncf(34, 1));

  beforeAll(async () => {
    await numbered({});
    for (const at of [environment, 'certification'] as const)
      await store.addAuthorization({
        companyId,
        environment: at,
        ecfType: 31,
        from: 100,
        to: 200,
        next: 150,
        expiresOn: '31-12-2028',
        authorizationNumber: 'A-1',
        now: new Date(startMs),
      });
    const change = { companyId, environment, ecfType: 31, id: formatEncf(31, 100) } as const;
    await store.changeAuthorization(change, { last: 190 }, new Date(startMs));
  });
  beforeEach(() => numbered({}));

  test.each([150, 151, 190])('%i was never handed out', async (serial) => {
    expect(await found(serial)).toMatchObject({
      encf: formatEncf(31, serial),
      tipoeCF: 31,
      state: 'refused',
      neverHandedOut: { since: '20-11-2026', expiresOn: '31-12-2028' },
    });
  });

  test.each([
    { name: 'before the first number to hand out: another system may have issued it', serial: 149 },
    { name: 'after the last one: the range was closed early', serial: 191 },
    { name: 'outside every range', serial: 201 },
    { name: 'of a company that assigns its own numbers', serial: 151, change: { origin: 'client' } },
    { name: 'of another environment', serial: 151, change: { environment: 'production' } },
  ] as const)('$name: unknown', async ({ serial, ...company }) => {
    await numbered('change' in company ? company.change : {});
    expect(await found(serial)).toBeUndefined();
  });

  test('while the origin changes: unknown', async () => {
    await store.beginOriginChange(companyId, { to: 'client', environment: 'pre-certification' });
    expect(await found(151)).toBeUndefined();
    await store.cancelOriginChange(companyId);
    expect(await found(151)).toBeDefined();
  });

  test('in certification, where DGII gives numbers too: unknown', async () => {
    await numbered({ environment: 'certification' });
    expect(await found(151, 'certification')).toBeUndefined();
  });

  test('once it is handed out it is unknown: its voucher may come', async () => {
    const taken = await store.nextNumber({
      companyId,
      environment,
      ecfType: 31,
      clock: () => new Date(startMs),
    });
    expect(taken).toMatchObject({ encf: formatEncf(31, 150) });
    expect(await found(150)).toBeUndefined();
    expect(await found(151)).toBeDefined();
  });
});

test('a number that DGII has from another system is unknown to the ledger', async () => {
  const invoice = await admit(31, '100.00');
  const note = await admit(34, '500.00', invoice.encf);
  await endAs(invoice, 'rejected', [{ codigo: '1209', valor: 'Secuencia ya utilizada' }]);
  expect(await store.findReferenced(1, environment, invoice.encf, note.encf)).toBeUndefined();
  expect(await claim(note, invoice.encf)).toBe('go-on');
});

describe('a note waits for its voucher', () => {
  const ecf: Ecf = {
    type: 34,
    root: {
      Encabezado: {
        IdDoc: { TipoeCF: '34' },
        Totales: { MontoTotal: '10' },
        Comprador: { RNCComprador: '131880681' },
      },
    },
  };
  const contentOf = (one: Ecf) => Buffer.from(normalise(one));
  const content = contentOf(ecf);
  const checker = createChecker({ threadsMax: 1 });
  let nowMs = startMs;
  const woken: string[] = [];
  const deps = () =>
    ({
      store,
      checker,
      clock: () => new Date(nowMs),
      log: createLog({ role: 'test', level: 'silent' }),
      wake: (notes: readonly DocumentRecord[]) => {
        woken.push(...notes.map(({ encf }) => encf));
        return Promise.resolve();
      },
      settings: { checkMarginMs: 30_000, referenceWaitMaxMs: 3 * dayMs },
    }) as unknown as ActivityDeps;
  const hold = (note: DocumentRecord, pauseMs = 60_000) =>
    holdNote(deps(), refOf(note), { document: note, content }, pauseMs);
  const read = (note: DocumentRecord) => store.findDocument(1, environment, note.encf);

  beforeEach(() => {
    nowMs = startMs;
    woken.length = 0;
  });

  test('for 72 hours, however long its pauses are: the last try comes right after them and refuses it', async () => {
    const invoice = await admit(31, '100.00');
    const note = await admit(34, '10.00', invoice.encf);
    const endMs = startMs + 3 * dayMs;
    nowMs = endMs - 1;
    expect(await hold(note, 15 * 60_000)).toMatchObject({
      state: 'admitted',
      final: false,
      waiting: { reason: 'REFERENCE_PENDING', nextTryAt: new Date(endMs) },
      nextCheckAt: new Date(endMs + 30_000),
    });
    nowMs = endMs;
    expect(await hold(note, 15 * 60_000)).toMatchObject({ state: 'refused', final: true });
    const { verdict, waiting } = (await read(note))!;
    expect(verdict?.mensajes).toMatchObject([{ codigo: 'REFERENCE_NOT_FINAL' }]);
    expect(waiting).toBeUndefined();
  });

  describe('and is checked soon, however many wait, after', () => {
    const laterMs = startMs + 60_000;
    const dueAfter = async (end: (invoice: DocumentRecord) => Promise<unknown>) => {
      const invoice = await admit(31, '100.00');
      const note = await admit(34, '10.00', invoice.encf);
      const untried = await admit(34, '10.00', invoice.encf);
      const other = await admit(34, '10.00', (await admit(31, '100.00')).encf);
      // They would be tried again after a quarter of an hour.
      for (const one of [note, other]) await hold(one, 15 * 60_000);
      nowMs = laterMs;
      await end(invoice);
      const checkOf = async (one: DocumentRecord) => (await read(one))?.nextCheckAt?.getTime() ?? 0;
      await until('the note is due', async () =>
        (await checkOf(note)) <= laterMs + 30_000 ? true : undefined,
      );
      expect(await checkOf(other)).toBe(startMs + 15 * 60_000 + 30_000);
      expect((await read(untried))?.waiting).toBeUndefined();
    };

    test('the verdict', () =>
      dueAfter((invoice) =>
        recordOwnVerdict(deps(), refOf(invoice), 'refused', { codigo: 'X', valor: 'x' }),
      ));

    test('the decision of a person', () =>
      dueAfter((invoice) =>
        store.annulDocument(refOf(invoice), { by: 'p', note: 'voided', now: new Date(nowMs) }),
      ));
  });

  describe('that an outage keeps from DGII', () => {
    const at = (ms: number) => ({ now: new Date(ms), nextTryAt: new Date(ms), nextCheckAt: new Date(ms) });
    const delivery = {
      n: 1,
      startedAt: new Date(startMs),
      leaseUntil: new Date(startMs),
      host: 'h',
      to: 'dgii',
    };
    const stateAfter = async (note: DocumentRecord, ms: number) => {
      nowMs = startMs + ms;
      const held = await hold(note);
      return typeof held === 'object' ? held.state : held;
    };
    const inContingency = async () => {
      const invoice = await admit(31, '100.00');
      const ref = refOf(invoice);
      await store.recordSigned(ref, signedXml(), new Date(startMs));
      await store.beginDelivery(ref, delivery, new Date(startMs), {});
      await store.recordWaiting(ref, 'DGII_UNAVAILABLE', at(startMs));
      return { ref, note: await admit(34, '10.00', invoice.encf) };
    };

    test('until 72 hours after DGII has it', async () => {
      const { ref, note } = await inContingency();
      expect(await stateAfter(note, 5 * dayMs)).toBe('admitted');
      // Its certificate expired meanwhile, so it waits for something else.
      await store.recordWaiting(ref, 'CERTIFICATE_UNUSABLE', at(nowMs));
      expect(await stateAfter(note, 6 * dayMs)).toBe('admitted');
      // Signed anew with another one, it still had no chance of a result.
      await store.updateDelivery(ref, delivery, { outcome: 'refused', endedAt: new Date(nowMs) });
      await store.signAnew(
        (await store.findDocument(ref.companyId, ref.environment, ref.encf))!,
        new Date(nowMs),
      );
      const anew = { ...ref, attempt: 2 };
      await store.recordSigned(anew, signedXml(), new Date(nowMs));
      await store.beginDelivery(anew, delivery, new Date(nowMs), {});
      const patch = { outcome: 'received', trackId: 't' } as const;
      await store.recordSubmitted(anew, ['t'], { delivery, patch }, at(nowMs));
      expect(await stateAfter(note, 9 * dayMs - 60_000)).toBe('admitted');
      expect(await stateAfter(note, 9 * dayMs)).toBe('refused');
    });

    test('for 30 days at most', async () => {
      const { note } = await inContingency();
      expect(await stateAfter(note, 30 * dayMs - 60_000)).toBe('admitted');
      expect(await stateAfter(note, 30 * dayMs)).toBe('refused');
    });
  });

  test.each(['rejected', 'refused', 'annulled'] as const)('that ends %s', async (end) => {
    const invoice = await admit(31, '100.00');
    const note = await admit(34, '10.00', invoice.encf);
    const onTheNote = await admit(34, '10.00', note.encf);
    expect(await hold(note)).toMatchObject({ waiting: { reason: 'REFERENCE_PENDING' } });
    await endAs(invoice, end);
    expect(await hold(note)).toMatchObject({ state: 'refused', final: true });
    expect((await read(note))?.verdict?.mensajes[0]?.codigo).toBe('REFERENCE_REJECTED');
    // Notes that wait for this note can stop waiting too.
    await until('they are woken', async () => woken.length > 0);
    expect(woken).toEqual([onTheNote.encf]);
  });

  describe('that DGII accepted with another date than the note gives', () => {
    const root = {
      ...ecf.root,
      InformacionReferencia: { NCFModificado: 'E310000000001', FechaNCFModificado: '19-11-2026' },
    };

    test.each([
      { name: 'whose request did not permit it is refused', conditionalAllowed: false, refused: true },
      { name: 'whose request permitted it may be signed', conditionalAllowed: true, refused: false },
    ])('a note $name', async ({ refused, conditionalAllowed }) => {
      const invoice = await admit(31, '100.00');
      const note = await admit(34, '10.00', invoice.encf, { conditionalAllowed });
      const held = () =>
        holdNote(deps(), refOf(note), { document: note, content: contentOf({ type: 34, root }) }, 60_000);
      expect(await held()).toMatchObject({ waiting: { reason: 'REFERENCE_PENDING' } });
      await endAs(invoice, 'accepted');
      const record = await held();
      if (!refused) {
        expect(record).toBeUndefined();
        return;
      }
      expect(record).toMatchObject({ state: 'refused', final: true });
      expect((await read(note))?.verdict?.mensajes).toEqual([
        { codigo: 'REFERENCE_MISMATCH', valor: expect.stringContaining('19-11-2026') as string },
      ]);
    });
  });

  test('that is accepted when the note already exceeds the balance', async () => {
    const invoice = await admit(31, '15.00');
    const [first, second] = [await admit(34, '10.00', invoice.encf), await admit(34, '10.00', invoice.encf)];
    await endAs(invoice, 'accepted');
    expect(await hold(first)).toBeUndefined();
    expect(await hold(second)).toMatchObject({ state: 'refused' });
    expect((await read(second))?.verdict?.mensajes[0]).toMatchObject({
      codigo: 'REFERENCE_BALANCE_EXCEEDED',
    });
  });

  test('with others in several processes: together they never exceed it', async () => {
    const invoice = await admit(31, '100.00');
    const notes = await Promise.all(Array.from({ length: 15 }, () => admit(34, '10.00', invoice.encf)));
    await endAs(invoice, 'accepted');
    const held = await Promise.all(
      notes.map((note, index) => {
        const one = { ...deps(), store: stores[index % stores.length] } as unknown as ActivityDeps;
        return holdNote(one, refOf(note), { document: note, content }, 60_000);
      }),
    );
    expect(held.filter((one) => one === undefined)).toHaveLength(10);
    expect(held.filter((one) => one !== undefined)).toEqual(
      Array.from({ length: 5 }, () => expect.objectContaining({ state: 'refused' }) as unknown),
    );
  });

  describe('as does a type 31 that refers to a consumption voucher', () => {
    const referring: Ecf = { ...ecf, type: 31 };
    const holdInvoice = (invoice: DocumentRecord) =>
      holdNote(deps(), refOf(invoice), { document: invoice, content: contentOf(referring) }, 60_000);

    test('until that one is accepted; it takes nothing of the balance, and claims nothing', async () => {
      const consumption = await admit(32, '100.00');
      const invoice = await admit(31, '100.00', consumption.encf);
      expect(await holdInvoice(invoice)).toMatchObject({ waiting: { reason: 'REFERENCE_PENDING' } });
      const waiting = await store.notesWaitingFor(1, environment, consumption.encf);
      expect(waiting.map(({ encf }) => encf)).toEqual([invoice.encf]);
      await endAs(consumption, 'accepted');
      expect(await holdInvoice(invoice)).toBeUndefined();
      const claims = ledger.db.collection<{ _id: string }>('noteClaims');
      expect(await claims.findOne({ _id: `1:${environment}:${consumption.encf}` })).toBeNull();
      expect(await hold(await admit(34, '100.00', consumption.encf))).toBeUndefined();
    });

    test('and is refused when that one is rejected', async () => {
      const consumption = await admit(32, '100.00');
      const invoice = await admit(31, '100.00', consumption.encf);
      await endAs(consumption, 'rejected');
      expect(await holdInvoice(invoice)).toMatchObject({ state: 'refused', final: true });
      expect((await read(invoice))?.verdict?.mensajes[0]?.codigo).toBe('REFERENCE_REJECTED');
    });
  });

  test.each(['lost', 'crowded'])(
    'but too many claim at the same moment (%s): it is checked soon, however long it paused before',
    async (claimed) => {
      const invoice = await admit(31, '100.00');
      const note = await admit(34, '10.00', invoice.encf);
      expect(await hold(note)).toMatchObject({ waiting: { reason: 'REFERENCE_PENDING' } });
      await endAs(invoice, 'accepted');
      const one = { ...deps(), store: { ...store, claimReferenced: () => Promise.resolve(claimed) } };
      const last = { document: note, content };
      const held = await holdNote(one as unknown as ActivityDeps, refOf(note), last, 15 * 60_000);
      expect(held).toMatchObject({ state: 'admitted', nextCheckAt: new Date(nowMs + 30_000) });
      // It waits for no other voucher any more, so its next pauses are short too.
      expect(held).not.toHaveProperty('waiting');
    },
  );

  test('the number of a note that was refused is free again', async () => {
    const invoice = await admit(31, '100.00');
    await endAs(invoice, 'rejected');
    const note = await admit(34, '10.00', invoice.encf, { encf: 'E340009000001' });
    const used: string[] = [];
    const counting = {
      ...deps(),
      store: {
        ...store,
        giveBack: (ref: { encf: string }) => {
          used.push(ref.encf);
          return Promise.resolve();
        },
      },
    } as unknown as ActivityDeps;
    expect(await holdNote(counting, refOf(note), { document: note, content }, 1_000)).toMatchObject({
      state: 'refused',
    });
    expect(used).toEqual([note.encf]);
  });
});
