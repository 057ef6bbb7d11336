/** The search for vouchers in the ledger: what it finds, in which order, at what cost, its sums, and the indexing of earlier vouchers. */
import { Binary, type Document } from 'mongodb';
import { createIndexingRound } from '../../../src/activities/rounds/index-vouchers.js';
import { soughtIn, type Sought } from '../../../src/ecf/search-words.js';
import type { AdmitInput } from '../../../src/ledger/vouchers/document-record.js';
import { planWith, type VoucherQuery } from '../../../src/ledger/vouchers/lists/voucher-pages.js';
import { listedVersion } from '../../../src/ledger/vouchers/lists/voucher-search.js';
import { collectionsOf } from '../../../src/ledger/collections.js';
import { voucher31 } from '../../unit/ecf/samples.js';
import { admitInput, openLedger, type TestLedger } from '../../harness/ledger.js';
import { profiled } from '../../harness/profile.js';

const companyId = 7;
const environment = 'pre-certification';
const first = Date.UTC(2026, 10, 20, 12);

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openLedger({ processes: 2 });
  for (const [n, change] of vouchers.entries())
    await ledger.store.admit(input({ now: new Date(first + n * 1_000), ...change }));
  await ledger.store.admit(input({ companyId: 8, razonSocialComprador: 'Hoteles del Este SA' }));
  await ledger.store.admit(input({ environment: 'production', razonSocialComprador: 'Hoteles del Este SA' }));
  const accepted = { companyId, encf: { $ne: encfs.rejected } };
  await ledger.db.collection('documents').updateMany(accepted, { $set: { state: 'accepted', final: true } });
  await ledger.db
    .collection('documents')
    .updateOne({ companyId, encf: encfs.rejected }, { $set: { state: 'rejected', final: true } });
});

const encfs = {
  hotel: 'E310000002318',
  note: 'E340000000086',
  purchase: 'E410000000007',
  dollars: 'E310000002320',
  rejected: 'E310000002321',
};

const vouchers: readonly Partial<AdmitInput>[] = [
  {
    encf: encfs.hotel,
    razonSocialComprador: 'Hoteles del Este SA',
    rncComprador: '999000162',
    montoTotal: '54876.60',
    totalITBIS: '8371.01',
    numeroFacturaInterna: 'FV-20108',
    externalReference: 'pedido-77',
  },
  {
    encf: encfs.note,
    tipoeCF: 34,
    razonSocialComprador: 'Hotelería Peña SRL',
    montoTotal: '4130.00',
    totalITBIS: '630.00',
  },
  { encf: encfs.purchase, tipoeCF: 41, razonSocialComprador: 'Hotel de un Suplidor', montoTotal: '1000.00' },
  {
    encf: encfs.dollars,
    razonSocialComprador: 'Zona Franca del Este',
    montoTotal: '60000.00',
    tipoMoneda: 'USD',
    montoTotalOtraMoneda: '1000.00',
  },
  { encf: encfs.rejected, razonSocialComprador: 'Hoteles Peña SA', montoTotal: '99.00' },
];

const input = (change: Partial<AdmitInput>) => admitInput({ companyId, environment, ...change });

function sought(text: string): Sought {
  const found = soughtIn(text);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

const of = (filters: Partial<VoucherQuery>): VoucherQuery => ({
  companyId,
  environment,
  limit: 50,
  ...filters,
});

async function found(filters: Partial<VoucherQuery>): Promise<string[]> {
  const page = await ledger.store.findVouchers(of(filters));
  if (page === 'too-slow') throw new Error(page);
  return page.rows.map(({ encf }) => encf);
}

test.each<{ text: string; filters?: Partial<VoucherQuery>; encfs: readonly string[] }>([
  // Newest first.
  { text: 'hotel', encfs: [encfs.rejected, encfs.purchase, encfs.note, encfs.hotel] },
  { text: 'HOTELES', encfs: [encfs.rejected, encfs.hotel] },
  { text: 'hoteles este', encfs: [encfs.hotel] },
  { text: 'este hoteles del sa', encfs: [encfs.hotel] },
  { text: 'hoteles pena', encfs: [encfs.rejected] },
  { text: 'hotelerias', encfs: [] },
  { text: '999000162', encfs: [encfs.hotel] },
  { text: '54,876.60', encfs: [encfs.hotel] },
  { text: '54876.6', encfs: [encfs.hotel] },
  { text: '1,000.00', encfs: [encfs.dollars, encfs.purchase] },
  { text: '2318', encfs: [encfs.hotel] },
  { text: encfs.hotel, encfs: [encfs.hotel] },
  { text: 'E34', encfs: [encfs.note] },
  { text: `${encfs.hotel} hoteles`, encfs: [encfs.hotel] },
  { text: `${encfs.hotel} franca`, encfs: [] },
  { text: 'E31 este', encfs: [encfs.dollars, encfs.hotel] },
  { text: 'FV-20108', encfs: [encfs.hotel] },
  { text: 'pedido 77', encfs: [encfs.hotel] },
  { text: 'hotel', filters: { state: 'rejected' }, encfs: [encfs.rejected] },
  { text: 'hotel', filters: { type: 34 }, encfs: [encfs.note] },
  { text: 'hotel', filters: { rncComprador: '999000162' }, encfs: [encfs.hotel] },
  { text: 'hotel', filters: { amount: { from: '1000', to: '4130' } }, encfs: [encfs.purchase, encfs.note] },
  { text: 'hotel', filters: { before: new Date(first + 1_000) }, encfs: [encfs.hotel] },
  { text: 'hoteles', filters: { changedFrom: new Date(first) }, encfs: [encfs.hotel, encfs.rejected] },
])('a search for $text with $filters finds these vouchers', async ({ text, filters, encfs }) => {
  expect(await found({ sought: sought(text), ...filters })).toEqual(encfs);
});

test.each<{ name: string; amount: { from?: string; to?: string }; encfs: readonly string[] }>([
  { name: 'both ends', amount: { from: '99.00', to: '1000.00' }, encfs: [encfs.rejected, encfs.purchase] },
  { name: 'the least', amount: { from: '54876.60' }, encfs: [encfs.dollars, encfs.hotel] },
  { name: 'the greatest', amount: { to: '98.99' }, encfs: [] },
])('a range of amounts includes its ends: $name', async ({ amount, encfs }) => {
  expect(await found({ amount })).toEqual(encfs);
});

test('the pages of a search together have each voucher once', async () => {
  const query = of({ sought: sought('hotel'), limit: 1 });
  const seen: string[] = [];
  let cursor: VoucherQuery['cursor'];
  do {
    const page = await ledger.store.findVouchers({ ...query, ...(cursor && { cursor }) });
    if (page === 'too-slow') throw new Error(page);
    seen.push(...page.rows.map(({ encf }) => encf));
    cursor = page.next;
  } while (cursor !== undefined);
  expect(seen).toEqual([encfs.rejected, encfs.purchase, encfs.note, encfs.hotel]);
});

test('sums are of accepted vouchers: notes subtract, purchases and other currencies are apart', async () => {
  const sums = await ledger.store.sumVouchers(of({}));
  expect(sums).toEqual({
    count: 5,
    isCut: false,
    sums: [
      { of: 'sales', count: 3, total: '110746.60', itbis: '7741.01' },
      { of: 'sales', currency: 'USD', count: 1, total: '1000.00' },
      { of: 'purchases', count: 1, total: '1000.00', itbis: '0.00' },
    ],
  });
});

test('the sums count only vouchers that the search finds', async () => {
  const sums = await ledger.store.sumVouchers(of({ sought: sought('hoteles') }));
  expect(sums).toEqual({
    count: 2,
    isCut: false,
    sums: [{ of: 'sales', count: 1, total: '54876.60', itbis: '8371.01' }],
  });
});

test('a new attempt is found by the content of the new attempt only', async () => {
  const refused = input({ razonSocialComprador: 'Nombre Equivocado', montoTotal: '10.00' });
  await ledger.store.admit(refused);
  await ledger.db
    .collection('documents')
    .updateOne({ companyId, encf: refused.encf }, { $set: { state: 'refused', final: true } });
  const next = {
    ...refused,
    requestId: 'next',
    contentHash: 'b'.repeat(64),
    razonSocialComprador: 'Nombre Bueno',
  };
  expect((await ledger.store.admit(next)).outcome).toBe('created');
  expect(await found({ sought: sought('equivocado') })).toEqual([]);
  expect(await found({ sought: sought('bueno') })).toEqual([refused.encf]);
});

test('no step of issuing reads the words of a voucher', async () => {
  const admitted = input({ razonSocialComprador: 'Sin Palabras' });
  const { document } = await ledger.store.admit(admitted);
  expect(document).not.toHaveProperty('search');
  const ref = { companyId, environment, encf: admitted.encf } as const;
  expect(await ledger.store.findDocument(companyId, environment, admitted.encf)).not.toHaveProperty('search');
  const marked = await ledger.store.readDocumentAndMark({ ...ref, attempt: 1 });
  expect(marked.document).toMatchObject(ref);
  expect(marked.document).not.toHaveProperty('search');
});

test('the admission of a voucher is one command', async () => {
  const seen = await profiled(ledger.db, 'documents', () =>
    ledger.store.admit(input({ razonSocialComprador: 'Una Sola' })),
  );
  expect(seen.map(({ op }) => op)).toEqual(['insert']);
});

describe('many vouchers', () => {
  const many = 3_000;
  const place = { companyId: 9, environment } as const;

  beforeAll(async () => {
    const one = await ledger.store.admit(input({ ...place, razonSocialComprador: 'x' }));
    const records = Array.from({ length: many }, (_, n) => {
      const name = n % 3 === 0 ? 'ventas' : 'tienda';
      return {
        ...one.document,
        encf: `E32${String(n).padStart(10, '0')}`,
        receivedAt: new Date(first + n),
        final: true,
        // No rejected one is about a shop.
        state: n % 300 === 0 ? 'rejected' : 'accepted',
        rncComprador: n % 1_500 === 0 ? '999000179' : '999000187',
        search: { version: listedVersion, words: n % 600 === 0 ? [name, 'pena'] : [name], amount: n },
      };
    });
    await ledger.db.collection('documents').insertMany(records);
  });

  test.each<{ name: string; text: string; filters?: Partial<VoucherQuery>; rows: number; most: number }>([
    { name: 'a usual word', text: 'tienda', rows: 51, most: 51 },
    // MongoDB starts from the rare word, wherever it stands.
    { name: 'a usual and a rare word', text: 'ventas pena', rows: 5, most: 5 },
    { name: 'a rare and a usual word', text: 'pena ventas', rows: 5, most: 5 },
    { name: 'no word', text: 'nadie', rows: 0, most: 0 },
    // MongoDB starts from what leaves fewer vouchers than the word.
    { name: 'a usual word and a state', text: 'ventas', filters: { state: 'rejected' }, rows: 10, most: 10 },
    {
      name: 'none with a word and a state',
      text: 'tienda',
      filters: { state: 'rejected' },
      rows: 0,
      most: 10,
    },
    {
      name: 'a usual word and a buyer',
      text: 'ventas',
      filters: { rncComprador: '999000179' },
      rows: 2,
      most: 2,
    },
  ])('a page of a search reads no more than it must: $name', async ({ text, filters, rows, most }) => {
    const query = { ...place, limit: 50, sought: sought(text), ...filters };
    const plan = await planWith(collectionsOf(ledger.db), query);
    if (typeof plan === 'string') throw new Error(plan);
    const { executionStats, queryPlanner } = (await ledger.db
      .collection('documents')
      .find(plan.filter as Document, { hint: plan.hint })
      .sort(plan.order)
      .limit(51)
      .explain('executionStats')) as {
      executionStats: { nReturned: number; totalKeysExamined: number; totalDocsExamined: number };
      queryPlanner: object;
    };
    expect(JSON.stringify(queryPlanner)).not.toContain('"SORT"');
    expect(executionStats.nReturned).toBe(rows);
    expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(most);
    expect(executionStats.totalKeysExamined).toBeLessThanOrEqual(most + 1);
  });
});

describe('vouchers of an earlier version', () => {
  const place = { companyId: 11, environment } as const;
  const count = 7;
  const content = JSON.stringify(withFacts());

  beforeAll(async () => {
    for (let n = 0; n < count; n += 1)
      await ledger.store.admit(
        input({ ...place, razonSocialComprador: 'Cliente Antiguo', content: n === 3 ? 'damaged' : content }),
      );
    const documents = ledger.db.collection('documents');
    await documents.updateMany({ companyId: { $in: [8, 11] } }, { $unset: { search: 1 } });
    // Its content does not decompress.
    await documents.updateOne({ companyId: 8 }, { $set: { contentFile: new Binary(Buffer.from('x')) } });
  });

  /** What an earlier version did not keep beside the content. */
  function withFacts() {
    const { ECF } = voucher31();
    ECF.Encabezado.Emisor.NumeroFacturaInterna = 'VIEJA-15';
    return { ECF };
  }

  const cliente = { ...place, limit: 50, sought: sought('cliente antiguo') };
  const rows = async (query: VoucherQuery) => {
    const page = await ledger.store.findVouchers(query);
    return page === 'too-slow' ? page : page.rows.length;
  };

  test('other lists have them, the search has not, and the count says how many are missing', async () => {
    expect(await rows({ ...place, limit: 50 })).toBe(count);
    expect(await rows(cliente)).toBe(0);
    expect(await ledger.store.countUnindexed(place.companyId)).toBe(count);
    expect((await ledger.store.ledgerOverview(new Date())).unindexed).toBe(count + 1);
  });

  test('companies take turns, and a worker continues where another one stopped', async () => {
    const before = await ledger.db.collection('documents').find({ companyId: 11 }).sort({ _id: 1 }).toArray();
    const [one, other] = ledger.stores as unknown as readonly [TestLedger['store'], TestLedger['store']];
    // A worker that died after its first batches.
    expect(await one.indexVouchers(0, 2)).toBe(8);
    expect(await one.indexVouchers(8, 2)).toBe(11);
    expect(await ledger.store.countUnindexed(place.companyId)).toBe(count - 2);
    const { signal } = new AbortController();
    const toTheEnd = async (store: TestLedger['store']) => {
      const round = createIndexingRound(store.indexVouchers);
      for (let batch = 0; batch < 100; batch += 1) if (!(await round(signal))) return;
      throw new Error('the rounds do not end');
    };
    await Promise.all([toTheEnd(one), toTheEnd(other)]);
    expect(await ledger.store.countUnindexed(place.companyId)).toBe(0);
    expect(await rows(cliente)).toBe(count);
    // The damaged content gave no number of the invoice.
    expect(await rows({ ...cliente, sought: sought('vieja-15') })).toBe(count - 1);
    const after = await ledger.db.collection('documents').find({ companyId: 11 }).sort({ _id: 1 }).toArray();
    const added = ['search', 'numeroFacturaInterna', 'montoGravadoI1'];
    const rest = (record: Document) =>
      Object.fromEntries(Object.entries(record).filter(([name]) => !added.includes(name)));
    expect(after.map(rest)).toEqual(before.map(rest));
  });

  test('vouchers whose amounts by rate are missing are found all the time, and get them', async () => {
    const earlier = { companyId: 12, environment } as const;
    await ledger.store.admit(input({ ...earlier, razonSocialComprador: 'Cliente Nuevo', content }));
    const documents = ledger.db.collection('documents');
    await documents.updateOne(
      { companyId: 12 },
      { $set: { 'search.version': 1 }, $unset: { montoGravadoI1: 1 } },
    );
    const nuevo = { ...earlier, limit: 50, sought: sought('cliente nuevo') };
    const counts = async () => [
      await rows(nuevo),
      await ledger.store.countUnindexed(12),
      await ledger.store.countOutdated(12),
    ];
    expect(await counts()).toEqual([1, 0, 1]);
    expect(await ledger.store.indexVouchers(11, 2)).toBe(12);
    expect(await counts()).toEqual([1, 0, 0]);
    expect(await documents.findOne({ companyId: 12 })).toMatchObject({
      montoGravadoI1: '1000.00',
      search: { version: listedVersion },
    });
  });
});
