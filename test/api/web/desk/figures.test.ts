/** What a company issued in this month, as a browser sees it: sums of the ledger by day and by type. */
import { monthsTo } from '../../../../src/api/months/figures.js';
import type { EcfType } from '../../../../src/ecf/model/ecf-types.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import type { DocumentState } from '../../../../src/ecf/model/document-states.js';
import { admitInput, attemptOf } from '../../../harness/ledger.js';
import { startWeb, type Web } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

let web: Web;
let company: Company;
let consulta: SignedIn;
/** The middle of a month, at noon. */
const now = new Date('2026-11-20T16:00:00Z');

beforeAll(async () => {
  web = await startWeb();
});

beforeEach(async () => {
  company = await web.addCompany();
  consulta = await signedIn(web, 'consulta', company);
  web.aheadMs = now.getTime() - Date.now();
});

afterEach(() => {
  web.aheadMs = 0;
});

const figures = async () => {
  const path = `/companies/${company.companyId}/pre-certification/figures`;
  const { status, body } = await consulta.browser.call('GET', path);
  expect(status).toBe(200);
  return body;
};

interface Issued {
  readonly tipoeCF: EcfType;
  readonly montoTotal: string;
  readonly totalITBIS?: string;
  readonly fechaEmision?: string;
  readonly state?: DocumentState;
}

async function issue({ state = 'accepted', ...change }: Issued): Promise<void> {
  const input = admitInput({ companyId: company.companyId, now, ...change });
  await web.store.admit(input);
  const verdict = { trackId: null, codigoDgii: '1', estado: '', mensajes: [], secuenciaUtilizada: true };
  await web.store.recordVerdict(attemptOf(input), { state, verdict: { ...verdict, replyFile: null } }, now);
}

test('the figures of a company that issued nothing are zero', async () => {
  expect(await figures()).toEqual({
    from: '01-11-2026',
    to: '20-11-2026',
    invoiced: '0.00',
    itbis: '0.00',
    types: [],
    days: [],
    earlier: { from: '01-10-2026', to: '20-10-2026', invoiced: '0.00' },
  });
});

test('the figures add sales and debit notes exactly, subtract credit notes, and leave out purchases', async () => {
  await issue({ tipoeCF: 31, montoTotal: '0.10', totalITBIS: '0.02' });
  await issue({ tipoeCF: 31, montoTotal: '0.20', totalITBIS: '0.03', fechaEmision: '19-11-2026' });
  await issue({ tipoeCF: 33, montoTotal: '1.00', state: 'conditionally-accepted' });
  await issue({ tipoeCF: 34, montoTotal: '0.05', totalITBIS: '0.01' });
  await issue({ tipoeCF: 41, montoTotal: '500.00' });
  await issue({ tipoeCF: 31, montoTotal: '900.00', state: 'rejected' });
  await issue({ tipoeCF: 32, montoTotal: '7.00', fechaEmision: '20-10-2026' });
  // After the same day of the month before.
  await issue({ tipoeCF: 32, montoTotal: '8.00', fechaEmision: '21-10-2026' });
  // Open: it has no result yet.
  await web.store.admit(admitInput({ companyId: company.companyId, now, montoTotal: '1000.00' }));
  expect(await figures()).toMatchObject({
    invoiced: '1.25',
    itbis: '0.04',
    types: [
      { tipoeCF: 31, count: 2, total: '0.30' },
      { tipoeCF: 33, count: 1, total: '1.00' },
      { tipoeCF: 34, count: 1, total: '0.05' },
      { tipoeCF: 41, count: 1, total: '500.00' },
    ],
    days: [
      { day: '19-11-2026', accepted: 1, rejected: 0 },
      { day: '20-11-2026', accepted: 4, rejected: 1 },
    ],
    earlier: { invoiced: '7.00' },
  });
});

test('the figures of another company are no part of it', async () => {
  const other = await web.addCompany();
  await web.store.admit(admitInput({ companyId: other.companyId, now }));
  expect(await figures()).toMatchObject({ invoiced: '0.00', types: [] });
});

test.each([
  { today: '20-11-2026', from: '01-11-2026', earlier: { from: '01-10-2026', to: '20-10-2026' } },
  { today: '31-03-2027', from: '01-03-2027', earlier: { from: '01-02-2027', to: '28-02-2027' } },
  { today: '01-01-2027', from: '01-01-2027', earlier: { from: '01-12-2026', to: '01-12-2026' } },
])('the month of $today is compared with the same days of the month before', ({ today, from, earlier }) => {
  expect(monthsTo(today)).toEqual({ now: { from, to: today }, earlier });
});
