/**
 * Compares numbering with a model of it. Operators and clients act in any order and from several processes; each request must
 * get exactly what the model says. Runs are random and seeded; a failure prints its seed and the commands.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { MongoClient } from 'mongodb';
import { createAnnulments } from '../../../src/ledger/numbers/annulments.js';
import { createAuthorizations } from '../../../src/ledger/numbers/authorizations.js';
import { createCertificates } from '../../../src/ledger/certificates/certificates.js';
import { collectionsOf, type Collections } from '../../../src/ledger/collections.js';
import { ensureIndexes } from '../../../src/ledger/indexes.js';
import { createCompanies } from '../../../src/ledger/companies/companies.js';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import type { NextNumber } from '../../../src/ledger/numbers/numbers.js';
import { createReservations } from '../../../src/ledger/numbers/reservations.js';
import { given } from '../../harness/given.js';
import { own } from '../../harness/own.js';
import { addNumberedCompany, expectSound, readNumbering } from '../../harness/numbers.js';

const database = `ecf_model_${randomUUID().slice(0, 8)}`;
const uri = given('TEST_MONGODB_URI');
const environment = 'pre-certification' as const;
const startMs = Date.parse('2026-11-20T16:00:00Z');
const dayMs = 86_400_000;
const runs = 25;
const processes = 3;

let collections: Collections;
let lastCompany = 0;

beforeAll(async () => {
  const client = await MongoClient.connect(uri, {
    writeConcern: { w: 'majority', journal: true },
    readConcernLevel: 'majority',
  });
  own('the client', async () => {
    await client.db(database).dropDatabase();
    await client.close();
  });
  collections = collectionsOf(client.db(database));
  await ensureIndexes(collections);
}, 60_000);

interface Range {
  readonly from: number;
  to: number;
  readonly first: number;
  last: number;
  /** Days after the start; valid to the end of that day. */
  expires: number;
}

interface Taken {
  readonly ref: string | undefined;
  state: 'reserved' | 'used' | 'annulled';
}

/** What must be true. Ranges are in the order in which they were registered. */
interface Model {
  day: number;
  readonly ranges: Range[];
  readonly taken: Map<number, Taken>;
  /** Numbers with a live document, or annulled, whether handed out or not. */
  readonly documents: Set<number>;
  readonly annulled: Set<number>;
}

interface Real {
  readonly companyId: number;
  /** Each service has a cache of its own, as each process has. */
  services: ReturnType<typeof createReservations>[];
  nowMs: number;
  readonly handedOut: string[];
}

const encf = (n: number) => `E31${String(n).padStart(10, '0')}`;
const dateOf = (day: number) => {
  const [year, month, date] = new Date(startMs + day * dayMs).toISOString().slice(0, 10).split('-');
  return `${date}-${month}-${year}`;
};
const newServices = () => Array.from({ length: processes }, () => createReservations(collections));
const place = (real: Real) => ({ companyId: real.companyId, environment, ecfType: 31 as const });

type Expected =
  { readonly n: number; readonly reused: boolean; readonly expires: number } | { reason: string };

/** All rules of `next`. */
function modelNext(model: Model, ref: string | undefined): Expected {
  const rangeOf = (n: number) =>
    model.ranges.find(({ first, last, to }) => first <= n && n <= Math.max(last, to))!;
  for (const [n, taken] of model.taken) {
    if (ref !== undefined && taken.ref === ref) return { n, reused: true, expires: rangeOf(n).expires };
  }
  if (model.ranges.length === 0) return { reason: 'SIN_RANGO' };
  const current = model.ranges
    .map((range, order) => ({ range, order }))
    .filter(({ range }) => range.expires >= model.day)
    .sort((a, b) => a.range.expires - b.range.expires || a.order - b.order);
  if (current.length === 0) return { reason: 'VENCIDA' };
  for (const { range } of current) {
    let found: Expected | undefined;
    for (let n = range.first; n <= range.last; n += 1) {
      if (model.taken.has(n)) continue;
      const state = model.annulled.has(n) ? 'annulled' : model.documents.has(n) ? 'used' : 'reserved';
      // A number that cannot be handed out is recorded together with the number before it.
      if (state === 'reserved' && found !== undefined) return found;
      model.taken.set(n, { ref: state === 'reserved' ? ref : undefined, state });
      if (state === 'reserved') found = { n, reused: false, expires: range.expires };
    }
    if (found !== undefined) return found;
  }
  return { reason: 'AGOTADA' };
}

const shown = (number: NextNumber): unknown =>
  number.outcome === 'handed-out'
    ? { encf: number.encf, reused: number.reused, expiresOn: number.expiresOn }
    : number;
const wanted = (expected: Expected): unknown =>
  'reason' in expected
    ? { outcome: 'not-available', reason: expected.reason }
    : { encf: encf(expected.n), reused: expected.reused, expiresOn: dateOf(expected.expires) };

type Command = fc.AsyncCommand<Model, Real>;
const always = { check: () => true };

const next = (ref: string | undefined, through: number): Command => ({
  ...always,
  toString: () => `next(${ref ?? ''}) through ${through}`,
  run: async (model, real) => {
    const number = await ask(real, ref, through);
    expect(shown(number)).toEqual(wanted(modelNext(model, ref)));
  },
});

async function ask(real: Real, ref: string | undefined, through: number): Promise<NextNumber> {
  const clock = () => new Date(real.nowMs);
  const request = { ...place(real), clock, ...(ref === undefined ? {} : { ref }) };
  const number = await real.services[through]!.nextNumber(request);
  if (number.outcome === 'handed-out' && !number.reused) real.handedOut.push(number.encf);
  return number;
}

/** Several requests at once. The model does not say who gets which number, but it says which numbers are handed out. */
const burst = (refs: readonly (string | undefined)[]): Command => ({
  ...always,
  toString: () => `burst(${refs.map((ref) => ref ?? '').join()})`,
  run: async (model, real) => {
    const numbers = await Promise.all(refs.map((ref, index) => ask(real, ref, index % processes)));
    const before = new Map([...model.taken].flatMap(([n, { ref }]) => (ref === undefined ? [] : [[ref, n]])));
    const expected = refs.map((ref) => modelNext(model, ref));
    const fresh = (all: readonly unknown[]) =>
      all.filter((one) => (one as { reused?: boolean }).reused === false);
    const encfsOf = (all: readonly unknown[]) => fresh(all).map((one) => (one as { encf: string }).encf);
    expect(encfsOf(numbers.map(shown)).sort()).toEqual(encfsOf(expected.map(wanted)).sort());
    for (const [index, ref] of refs.entries()) {
      if (ref === undefined) continue;
      const same = numbers.filter((_, other) => refs[other] === ref).map(shown) as { encf?: string }[];
      expect(new Set(same.map((one) => one.encf)).size).toBe(1);
      const earlier = before.get(ref);
      if (earlier !== undefined)
        expect(shown(numbers[index]!)).toMatchObject({ encf: encf(earlier), reused: true });
    }
    // The service chooses which reference gets which number; the model copies that choice.
    for (const [n, taken] of model.taken) {
      const got = numbers.findIndex(
        (one) => one.outcome === 'handed-out' && one.encf === encf(n) && !one.reused,
      );
      if (got >= 0) model.taken.set(n, { ...taken, ref: refs[got] });
    }
    // A request that lost its number to another one may still have recorded numbers that cannot be handed out.
    const { reservations } = await readNumbering(uri, database, real.companyId);
    for (const n of reservations.map((reservation) => reservation.n).filter((one) => !model.taken.has(one))) {
      if (model.annulled.has(n)) model.taken.set(n, { ref: undefined, state: 'annulled' });
      else if (model.documents.has(n)) model.taken.set(n, { ref: undefined, state: 'used' });
    }
  },
});

const add = (from: number, size: number, skip: number, days: number): Command => ({
  ...always,
  toString: () => `add(${from}-${from + size - 1}, next ${from + skip}, ${days} days)`,
  run: async (model, real) => {
    const to = from + size - 1;
    const first = from + Math.min(skip, size - 1);
    const range = { from, to, first, last: to, expires: model.day + days };
    const outcome = await createAuthorizations(collections).addAuthorization({
      ...place(real),
      from,
      to,
      next: first,
      expiresOn: dateOf(range.expires),
      authorizationNumber: 'A',
      now: new Date(real.nowMs),
    });
    // Registered one after the other, because of two ranges that expire on the same day the first one is used first.
    real.nowMs += 1;
    const other = model.ranges.find((one) => one.from <= to && from <= one.to);
    const twin =
      other?.from === from && other.to === to && other.first === first && other.expires === range.expires;
    if (other !== undefined && !(twin && other.last === to)) {
      expect(outcome).toMatchObject(twin ? {} : { outcome: 'refused', refusal: 'RANGE_OVERLAPS' });
      return;
    }
    const highest = Math.max(0, ...[...model.documents].filter((n) => from <= n && n <= to));
    if (other === undefined && first <= highest) {
      expect(outcome).toMatchObject({ refusal: 'NEXT_TOO_LOW', facts: { lowest: highest + 1 } });
      return;
    }
    expect(outcome.outcome).toBe('done');
    if (other === undefined) model.ranges.push(range);
    // A process caches the ranges for a quarter of a second.
    real.services = newServices();
  },
});

const close = (index: number, last: number): Command => ({
  check: ({ ranges }) => ranges.length > 0,
  toString: () => `close(${index}, ${last})`,
  run: async (model, real) => {
    const range = model.ranges[index % model.ranges.length]!;
    const wantedLast = range.from + last;
    const highest = Math.max(0, ...[...model.taken.keys()].filter((n) => range.from <= n && n <= range.to));
    const outcome = await createAuthorizations(collections).changeAuthorization(
      { ...place(real), id: encf(range.from) },
      { last: wantedLast },
      new Date(real.nowMs),
    );
    const refusal =
      wantedLast < highest ? 'WOULD_ORPHAN' : wantedLast > range.to ? 'NEXT_OUTSIDE_RANGE' : undefined;
    if (refusal !== undefined) {
      expect(outcome).toMatchObject({ outcome: 'refused', refusal });
      return;
    }
    expect(outcome.outcome).toBe('done');
    range.last = wantedLast;
    real.services = newServices();
  },
});

const use = (index: number): Command => ({
  check: ({ taken }) => [...taken.values()].some(({ state }) => state === 'reserved'),
  toString: () => `use(${index})`,
  run: async (model, real) => {
    const reserved = [...model.taken].filter(([, { state }]) => state === 'reserved');
    const [n, taken] = reserved[index % reserved.length]!;
    const ref = { companyId: real.companyId, environment, encf: encf(n), attempt: 1 };
    await putDocument(real.companyId, n);
    expect(await real.services[0]!.markUsed(ref)).toBe('used');
    taken.state = 'used';
    model.documents.add(n);
  },
});

const annul = (n: number): Command => ({
  ...always,
  toString: () => `annul(${n})`,
  run: async (model, real) => {
    const outcome = await createAnnulments(collections).annulReservation({
      companyId: real.companyId,
      environment,
      encf: encf(n),
      note: 'prueba',
      by: 'ana',
      now: new Date(real.nowMs),
    });
    if (model.documents.has(n)) {
      expect(outcome).toEqual({ outcome: 'refused', refusal: 'ENCF_HAS_DOCUMENT', facts: {} });
      return;
    }
    expect(outcome.outcome).toBe('annulled');
    model.annulled.add(n);
    const taken = model.taken.get(n);
    if (taken !== undefined) taken.state = 'annulled';
    // A number that was read a moment ago may still be handed out; a send with it is refused.
    real.services = newServices();
  },
});

/** A document from the time when the company assigned its own numbers. */
const documentBefore = (n: number): Command => ({
  check: ({ taken, annulled }) => !taken.has(n) && !annulled.has(n),
  toString: () => `documentBefore(${n})`,
  run: async (model, real) => {
    await putDocument(real.companyId, n);
    model.documents.add(n);
    real.services = newServices();
  },
});

async function putDocument(companyId: number, n: number): Promise<void> {
  const document = { companyId, environment, encf: encf(n), state: 'accepted', final: true };
  await collections.documents.updateOne(
    { companyId, environment, encf: encf(n) },
    { $set: document as unknown as Partial<DocumentRecord> },
    { upsert: true },
  );
}

const nextDay: Command = {
  ...always,
  toString: () => 'nextDay',
  run: (model, real) => {
    model.day += 1;
    real.nowMs += dayMs;
    return Promise.resolve();
  },
};

const restart: Command = {
  ...always,
  toString: () => 'restart',
  run: (_model, real) => {
    real.services = newServices();
    return Promise.resolve();
  },
};

const refs = fc.constantFrom(...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
const maybeRef = fc.option(refs, { nil: undefined, freq: 2 });
const serial = fc.integer({ min: 1, max: 60 });
const commands = [
  fc.tuple(maybeRef, fc.nat(processes - 1)).map(([ref, through]) => next(ref, through)),
  fc.tuple(maybeRef, fc.nat(processes - 1)).map(([ref, through]) => next(ref, through)),
  fc.array(maybeRef, { minLength: 2, maxLength: 12 }).map(burst),
  fc.tuple(serial, fc.integer({ min: 1, max: 15 }), fc.nat(3), fc.nat(3)).map((args) => add(...args)),
  fc.tuple(serial, fc.integer({ min: 1, max: 15 }), fc.nat(3), fc.nat(3)).map((args) => add(...args)),
  fc.tuple(fc.nat(5), fc.nat(16)).map((args) => close(...args)),
  fc.nat(20).map(use),
  serial.map(annul),
  serial.map(documentBefore),
  fc.constant(nextDay),
  fc.constant(restart),
];

test(`${runs} random lives of a company: every answer matches the model, and the numbers are sound`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 30, size: 'max' }), async (life) => {
      const model: Model = {
        day: 0,
        ranges: [],
        taken: new Map(),
        documents: new Set(),
        annulled: new Set(),
      };
      lastCompany += 1;
      const real: Real = { companyId: lastCompany, services: newServices(), nowMs: startMs, handedOut: [] };
      await addNumberedCompany(
        { ...createCompanies(collections), ...createCertificates(collections) },
        { companyId: real.companyId, now: new Date(startMs) },
      );
      await fc.asyncModelRun(() => ({ model, real }), life);

      const view = await readNumbering(uri, database, real.companyId);
      expectSound(view, real.handedOut);
      const standing = view.reservations.map(({ n, state, ref }) => [n, state, ref]);
      const expected = [...model.taken].map(([n, { state, ref }]) => [n, state, ref]);
      expect(standing).toEqual(expected.sort(([a], [b]) => Number(a) - Number(b)));
    }),
    { numRuns: runs },
  );
}, 240_000);
