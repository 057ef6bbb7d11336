/** The search for vouchers in a ledger of many (`--vouchers N`), each beside a raw indexed find of as many rows. */
import { parseArgs } from 'node:util';
import { MongoClient, type Collection, type Document } from 'mongodb';
import { soughtIn } from '../../../src/ecf/search-words.js';
import { connectStore, type Store } from '../../../src/ledger/ledger.js';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { voucherOrder, type VoucherQuery } from '../../../src/ledger/vouchers/lists/voucher-pages.js';
import { voucherSearchOf } from '../../../src/ledger/vouchers/lists/voucher-search.js';
import { progress, withinLimit, type Measured } from '../bench.js';
import { alternately, mapEach, median, timed } from '../measure.js';
import { withMongod } from '../mongod.js';
import { place, recordOf, seed } from './web/seed.js';

const usualVouchers = 1_000_000;
const goalRatio = 3;
/** Seeding and building the indexes take most of it. */
const limitMs = 60 * 60_000;
const rowsOfPage = 50;
const warmUpRounds = 10;
const rounds = 60;
const database = 'bench';
/** Vouchers that lose their words, to measure the round that gives them back. */
const earlierVouchers = 2_000;
const inserts = 300;

/** Of 5,000 customers: a fifth has the first word, half of them are a company of this kind, and each has a name of its own. */
const kinds = ['comercial', 'ferretería', 'farmacia', 'hoteles', 'distribuidora'];
const forms = ['SRL', 'SA', 'EIRL', 'SRL'];
const ownNames = 5_000;
const nameOf = (n: number) => `${syllable(n)}${syllable(n / 7)}${syllable(n / 49)}${syllable(n / 343)}`;
const syllables = ['ba', 'ce', 'di', 'fo', 'gu', 'la', 'me', 'ni', 'po', 'ru', 'sa', 'te', 'vi', 'xo', 'yu'];
const syllable = (n: number) => syllables[Math.floor(n) % syllables.length] ?? '';

function searchableRecord(n: number, receivedMs: number): DocumentRecord {
  const customer = (n * 7_919) % ownNames;
  const record: DocumentRecord = {
    ...recordOf(n, receivedMs),
    rncComprador: String(101_000_000 + customer * 131),
    razonSocialComprador: `${kinds[customer % kinds.length]} ${nameOf(customer)} del Este ${forms[customer % forms.length]}`,
    montoTotal: `${(n * 37) % 250_000}.${String(n % 100).padStart(2, '0')}`,
    numeroFacturaInterna: `FV-${n}`,
    externalReference: `pedido-${n}`,
  };
  return { ...record, search: voucherSearchOf(record) };
}

type Filters = Omit<VoucherQuery, 'companyId' | 'environment' | 'limit'>;

function lists(vouchers: number): readonly (readonly [string, Filters])[] {
  const middle = searchableRecord(Math.floor(vouchers / 2), 0);
  const words = (text: string): Filters => {
    const sought = soughtIn(text);
    if (typeof sought === 'string') throw new Error(`${text}: ${sought}`);
    return { sought };
  };
  const [, own = ''] = middle.razonSocialComprador?.split(' ') ?? [];
  return [
    ['a word that all have', words('este')],
    ['the beginning of a usual word', words('far')],
    ['one letter', words('h')],
    ['a long usual word', words('distribuidora')],
    ['a rare name', words(own)],
    ['a usual and a rare word', words(`comercial ${own}`)],
    ['three usual words', words('farmacia este srl')],
    ['an RNC', words(middle.rncComprador)],
    ['an amount', words(middle.montoTotal)],
    ['an internal number', words(middle.numeroFacturaInterna ?? '')],
    ['the last digits of an e-NCF', words(middle.encf.slice(-6))],
    ['a word and a state', { ...words('farmacia'), state: 'rejected' }],
    ['a narrow range of amounts', { amount: { from: '1000', to: '1010' } }],
    ['a wide range of amounts', { amount: { from: '1000' } }],
  ];
}

export function search(): Promise<Measured> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { vouchers: { type: 'string' } },
    strict: false,
  });
  const vouchers = Number(values['vouchers'] ?? usualVouchers);
  return withinLimit(limitMs, () =>
    withMongod(async (uri) => {
      const client = await MongoClient.connect(uri, { readConcernLevel: 'majority' });
      const documents = client.db(database).collection('documents');
      try {
        progress(`seeding ${vouchers} vouchers`);
        await seed(documents, vouchers, searchableRecord);
        progress('building the indexes');
        const store = await connectStore(uri, database);
        try {
          return await measure(store, documents, vouchers);
        } finally {
          await store.close();
        }
      } finally {
        await client.close();
      }
    }),
  );
}

async function measure(store: Store, documents: Collection, vouchers: number): Promise<Measured> {
  const figures: { name: string; rows: number; raw: number; page: number }[] = [];
  for (const [name, filters] of lists(vouchers)) {
    const found = await pageOf(store, name, filters);
    const rows = found.rows.length;
    const works = { raw: () => rawFind(documents, rows), page: () => pageOf(store, name, filters) };
    await alternately(works, warmUpRounds);
    figures.push({ name, rows, ...mapEach(await alternately(works, rounds), median) });
  }
  const [sizes] = await sizesOf(documents);
  const { searchBytes, allBytes } = sizes ?? { searchBytes: 0, allBytes: 0 };
  const insert = await measureInserts(documents, vouchers);
  const perSecond = await measureIndexing(store, documents);
  const worst = Math.max(...figures.map(({ raw, page }) => page / raw));
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  return {
    table: [
      ['p50 of one page', 'rows', 'raw find', 'search', 'ratio'],
      ...figures.map(({ name, rows, raw, page }) => [
        name,
        String(rows),
        ms(raw),
        ms(page),
        (page / raw).toFixed(2),
      ]),
      [
        'an admission: without words, with them',
        '',
        ms(insert.without),
        ms(insert.with),
        (insert.with / insert.without).toFixed(2),
      ],
    ],
    notes: [
      `${vouchers} vouchers; the index of words takes ${(searchBytes / vouchers).toFixed(0)} bytes for each, all indexes ${(allBytes / vouchers).toFixed(0)}`,
      `a worker indexes ${perSecond.toFixed(0)} earlier vouchers in a second`,
    ],
    goals: [
      { name: 'the slowest search / a raw indexed find of as many rows', figure: worst, atMost: goalRatio },
    ],
  };
}

async function pageOf(store: Store, name: string, filters: Filters) {
  const page = await store.findVouchers({ ...place, ...filters, limit: rowsOfPage });
  if (page === 'too-slow') throw new Error(`The search for ${name} is too slow`);
  return page;
}

/** As in the bench `web`: whole records, one more than a page has. */
function rawFind(documents: Collection, rows: number): Promise<unknown> {
  return documents.find({ ...place }, { hint: 'received', sort: voucherOrder, limit: rows + 1 }).toArray();
}

function sizesOf(documents: Collection) {
  return documents
    .aggregate<{ searchBytes: number; allBytes: number }>([
      { $collStats: { storageStats: {} } },
      {
        $project: {
          searchBytes: '$storageStats.indexSizes.search',
          allBytes: '$storageStats.totalIndexSize',
        },
      },
    ])
    .toArray();
}

/** The write alone: the rest of an admission is the same. */
async function measureInserts(documents: Collection, vouchers: number) {
  let next = vouchers;
  const record = () => {
    next += 1;
    return searchableRecord(next, Date.now()) as Document;
  };
  const works = {
    without: () => documents.insertOne({ ...record(), search: { version: 1 } }, durable),
    with: () => documents.insertOne(record(), durable),
  };
  await alternately(works, warmUpRounds);
  return mapEach(await alternately(works, inserts), median);
}

const durable = { writeConcern: { w: 'majority', journal: true } } as const;

async function measureIndexing(store: Store, documents: Collection): Promise<number> {
  const ids = await documents
    .find({}, { projection: { _id: 1 } })
    .limit(earlierVouchers)
    .toArray();
  await documents.updateMany({ _id: { $in: ids.map(({ _id }) => _id) } }, { $unset: { search: 1 } });
  const tookMs = await timed(async () => {
    while ((await store.indexVouchers(0, 200)) !== undefined);
  });
  return (earlierVouchers / tookMs) * 1_000;
}
