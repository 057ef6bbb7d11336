/** The list of vouchers: the store's page, and the page over HTTP, each beside a raw indexed find of as many rows. */
import type { Collection } from 'mongodb';
import { request } from 'undici';
import { dayMs } from '../../../../src/ecf/durations.js';
import { demoUser } from '../../../../src/boot/demo-users.js';
import type { Store } from '../../../../src/ledger/ledger.js';
import { voucherOrder, type VoucherQuery } from '../../../../src/ledger/vouchers/lists/voucher-pages.js';
import { alternately, mapEach, median } from '../../measure.js';
import { processorMs } from '../../processor-time.js';
import { encfOf, place } from './seed.js';

const rowsOfPage = 50;
const warmUpRounds = 10;
const rounds = 60;
/** With this many pages, processor time in ticks of 10 ms is exact enough. */
const processorPages = 300;

type Filters = Omit<VoucherQuery, 'companyId' | 'environment' | 'limit'>;

interface List {
  readonly name: string;
  readonly filters: Filters;
  readonly query: string;
}

const now = Date.now();
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10).split('-').reverse().join('-');

const lists: readonly List[] = [
  { name: 'no filter', filters: {}, query: '' },
  { name: 'state accepted', filters: { state: 'accepted' }, query: 'state=accepted' },
  { name: 'state rejected', filters: { state: 'rejected' }, query: 'state=rejected' },
  { name: 'no final result', filters: { pending: true }, query: 'pending=true' },
  { name: 'any waiting reason', filters: { waiting: 'any' }, query: 'reason=any' },
  { name: 'waiting for DGII', filters: { waiting: 'DGII_UNAVAILABLE' }, query: 'reason=DGII_UNAVAILABLE' },
  { name: 'usual type', filters: { type: 32 }, query: 'type=32' },
  { name: 'rare type', filters: { type: 47 }, query: 'type=47' },
  { name: 'absent type', filters: { type: 45 }, query: 'type=45' },
  {
    name: 'ten days',
    filters: { from: new Date(now - 30 * dayMs), before: new Date(now - 20 * dayMs) },
    query: `from=${day(now - 30 * dayMs)}&to=${day(now - 20 * dayMs)}`,
  },
  { name: 'one e-NCF', filters: { encf: encfOf(4, 31) }, query: `encf=${encfOf(4, 31)}` },
  { name: 'correlation id', filters: { correlationId: 'c-77' }, query: 'correlationId=c-77' },
];

export interface ListFigures {
  readonly name: string;
  readonly rows: number;
  readonly rawMs: number;
  readonly storeMs: number;
  readonly httpMs: number;
}

export interface HttpFloor {
  /** An answer that reads nothing: /healthz. */
  readonly bareMs: number;
  /** Session, person and company are read and checked; the page is empty. */
  readonly emptyPageMs: number;
  /** Processor time of the api for each full page. Undefined: this system does not report it. */
  readonly processorMs: number | undefined;
}

export interface Ledger {
  readonly store: Pick<Store, 'findVouchers'>;
  readonly documents: Collection;
  readonly apiUrl: string;
  readonly apiPid: number | undefined;
}

export async function measureLists(
  ledger: Ledger,
): Promise<{ readonly lists: readonly ListFigures[]; readonly floor: HttpFloor }> {
  const get = await loggedIn(ledger.apiUrl);
  const figures: ListFigures[] = [];
  for (const { name, filters, query } of lists) {
    const page = await ledger.store.findVouchers({ ...place, ...filters, limit: rowsOfPage });
    if (page === 'too-slow') throw new Error(`${name}: ${page}`);
    const rows = page.rows.length;
    const works = {
      raw: () => rawFind(ledger.documents, rows),
      store: () => ledger.store.findVouchers({ ...place, ...filters, limit: rowsOfPage }),
      http: () => get(`/companies/${place.companyId}/${place.environment}/vouchers?${query}`, rows),
    };
    await alternately(works, warmUpRounds);
    const { raw, store, http } = mapEach(await alternately(works, rounds), median);
    figures.push({ name, rows, rawMs: raw, storeMs: store, httpMs: http });
  }
  return { lists: figures, floor: await measureFloor(ledger, get) };
}

type Get = (path: string, rows: number) => Promise<void>;

async function measureFloor({ apiUrl, apiPid }: Ledger, get: Get): Promise<HttpFloor> {
  const list = `/companies/${place.companyId}/${place.environment}/vouchers`;
  const works = {
    bare: async () => (await request(`${apiUrl}/healthz`)).body.dump(),
    // The company has no voucher of this day.
    empty: () => get(`${list}?from=01-01-2020&to=01-01-2020`, 0),
  };
  await alternately(works, warmUpRounds);
  const { bare, empty } = mapEach(await alternately(works, rounds), median);
  const used = () => processorMs({ api: apiPid })['api'];
  const before = used();
  for (let page = 0; page < processorPages; page += 1) await get(list, rowsOfPage);
  const after = used();
  const each = before === undefined || after === undefined ? undefined : (after - before) / processorPages;
  return { bareMs: bare, emptyPageMs: empty, processorMs: each };
}

/** Whole records, as a find without a projection gives them. One more, as a page needs it. */
function rawFind(documents: Collection, rows: number): Promise<unknown> {
  return documents.find({ ...place }, { hint: 'received', sort: voucherOrder, limit: rows + 1 }).toArray();
}

/** @returns asks as a person's browser does. @throws when the answer has other rows than expected */
async function loggedIn(apiUrl: string): Promise<Get> {
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'consulta@demo.example', password: demoUser.clave });
  const login = await request(`${apiUrl}/app/api/session`, { method: 'POST', headers, body });
  const [cookie = ''] = [login.headers['set-cookie'] ?? []].flat();
  const answered = await login.body.text();
  if (login.statusCode !== 200) throw new Error(`login: ${answered}`);
  return async (path, rows) => {
    const asked = { ...headers, cookie: cookie.split(';', 1).join('') };
    const { statusCode, body: answer } = await request(`${apiUrl}/app/api${path}`, { headers: asked });
    const text = await answer.text();
    const items = statusCode === 200 ? (JSON.parse(text) as { items: unknown[] }).items.length : undefined;
    if (items !== rows) throw new Error(`${path}: HTTP ${statusCode}, ${items ?? 0} of ${rows} rows`);
  };
}
