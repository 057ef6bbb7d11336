/** A month of a company as a browser sees it: totals by rate, what is unfinished, and the closing. */
import type { AdmitInput } from '../../../../src/ledger/vouchers/document-record.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import type { DocumentState } from '../../../../src/ecf/model/document-states.js';
import { normalise } from '../../../../src/ecf/json/normalise.js';
import { validate } from '../../../../src/ecf/validate.js';
import { unsignedEcf } from '../../../harness/samples/received.js';
import { exampleFacts, exampleJson } from '../../../unit/ecf/samples.js';
import { admitInput, attemptOf } from '../../../harness/ledger.js';
import { startWeb, type Web, type WebAnswer } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

let web: Web;
let company: Company;
let operador: SignedIn;
const now = new Date('2026-11-03T16:00:00Z');

beforeAll(async () => {
  web = await startWeb();
});

beforeEach(async () => {
  company = await web.addCompany();
  operador = await signedIn(web, 'operador', company);
  web.aheadMs = now.getTime() - Date.now();
});

afterEach(() => {
  web.aheadMs = 0;
});

const refusalOf = ({ status, body }: WebAnswer) => ({ status, code: body['code'] });

const pathOf = (month: string) => `/companies/${company.companyId}/pre-certification/months/${month}`;
const read = async (month = '2026-10') => {
  const { status, body } = await operador.browser.call('GET', pathOf(month));
  expect(status).toBe(200);
  return body as Record<string, never>;
};
const close = (body: object, month = '2026-10') =>
  operador.browser.call('PUT', `${pathOf(month)}/closing`, { body });

async function issue(change: Partial<AdmitInput>, state: DocumentState = 'accepted'): Promise<void> {
  const input = admitInput({ companyId: company.companyId, now, fechaEmision: '20-10-2026', ...change });
  await web.store.admit(input);
  const verdict = { trackId: null, codigoDgii: '1', estado: '', mensajes: [], secuenciaUtilizada: true };
  await web.store.recordVerdict(attemptOf(input), { state, verdict: { ...verdict, replyFile: null } }, now);
}

test('the totals are exact, by type and rate; a late note gives no ITBIS back; purchases count apart', async () => {
  await issue({ tipoeCF: 31, montoTotal: '118.10', totalITBIS: '18.00', montoGravadoI1: '100.10' });
  await issue({
    tipoeCF: 31,
    montoTotal: '176.20',
    totalITBIS: '16.00',
    montoGravadoI2: '100.20',
    montoExento: '60.00',
    fechaEmision: '01-10-2026',
  });
  await issue({ tipoeCF: 46, montoTotal: '50.00', montoGravadoI3: '50.00', fechaEmision: '30-10-2026' });
  await issue({ tipoeCF: 34, montoTotal: '11.80', totalITBIS: '1.80', montoGravadoI1: '10.00' });
  await issue({
    tipoeCF: 34,
    montoTotal: '10.00',
    totalITBIS: '1.80',
    montoGravadoI1: '10.00',
    lateNote: true,
  });
  await issue({ tipoeCF: 43, montoTotal: '7.00', montoExento: '7.00' }, 'conditionally-accepted');
  await issue({ tipoeCF: 31, montoTotal: '900.00', montoGravadoI1: '900.00' }, 'rejected');
  await issue({ tipoeCF: 31, montoTotal: '80.00' }, 'refused');
  // Other months.
  await issue({ tipoeCF: 31, montoTotal: '1.00', fechaEmision: '30-09-2026' });
  await issue({ tipoeCF: 31, montoTotal: '1.00', fechaEmision: '01-11-2026' });
  await web.store.admit(admitInput({ companyId: company.companyId, now, fechaEmision: '30-10-2026' }));
  const none = {
    montoGravadoI1: '0.00',
    montoGravadoI2: '0.00',
    montoGravadoI3: '0.00',
    montoExento: '0.00',
  };
  expect(await read()).toMatchObject({
    month: '2026-10',
    from: '01-10-2026',
    to: '31-10-2026',
    isOver: true,
    types: [
      {
        tipoeCF: 31,
        count: 2,
        montoGravadoI1: '100.10',
        montoGravadoI2: '100.20',
        montoGravadoI3: '0.00',
        montoExento: '60.00',
        itbis: '34.00',
        total: '294.30',
      },
      { tipoeCF: 34, count: 2, ...none, montoGravadoI1: '-20.00', itbis: '-1.80', total: '-21.80' },
      { tipoeCF: 43, count: 1, ...none, montoExento: '7.00', itbis: '0.00', total: '7.00' },
      { tipoeCF: 46, count: 1, ...none, montoGravadoI3: '50.00', itbis: '0.00', total: '50.00' },
    ],
    sales: { count: 5, itbis: '32.20', total: '322.50' },
    purchases: { count: 1, itbis: '0.00', total: '7.00' },
    days: [
      { day: '01-10-2026', total: '176.20' },
      { day: '20-10-2026', total: '96.30' },
      { day: '30-10-2026', total: '50.00' },
    ],
    rejected: { count: 1, total: '900.00' },
    refused: { count: 1, total: '80.00' },
    unfinished: 1,
    undecided: 0,
    unused: 0,
    outdated: 0,
    closing: null,
  });
});

test('a closed month keeps its totals, and a voucher that comes later shows in the difference', async () => {
  await issue({ montoTotal: '118.00', totalITBIS: '18.00', montoGravadoI1: '100.00' });
  const seen = { sales: '118.00', purchases: '0.00' };
  const by = operador.person.email;
  expect(await close(seen)).toMatchObject({ status: 200 });
  await issue({ montoTotal: '236.00', totalITBIS: '36.00', montoGravadoI1: '200.00' });
  expect(await read()).toMatchObject({
    sales: { total: '354.00' },
    closing: { by, sales: { count: 1, montoGravadoI1: '100.00', total: '118.00' } },
  });
  expect(await close({ ...seen, sales: '354.00' })).toMatchObject({ status: 200 });
  expect(await read()).toMatchObject({ closing: { sales: { count: 2, total: '354.00' } } });
  // Another month of the same company stays open.
  expect(await read('2026-09')).toMatchObject({ closing: null });
});

test('a month is not closed before its end, nor with totals that the person has not seen', async () => {
  const none = { sales: '0.00', purchases: '0.00' };
  expect(refusalOf(await close(none, '2026-11'))).toEqual({ status: 409, code: 'MONTH_NOT_OVER' });
  await issue({ tipoeCF: 41, montoTotal: '5.00' });
  expect(refusalOf(await close(none))).toEqual({ status: 409, code: 'MONTH_CHANGED' });
  expect(await read()).toMatchObject({ closing: null });
});

describe('the customers of a month', () => {
  const none = { count: 0, net: '0.00', itbis: '0.00', total: '0.00' };
  const customers = async () => {
    const { status, body } = await operador.browser.call('GET', `${pathOf('2026-10')}/customers`);
    expect(status).toBe(200);
    return body;
  };
  const bought = (rncComprador: string, montoGravadoI1: string, change: Partial<AdmitInput> = {}) => {
    const net = Number(montoGravadoI1);
    return issue({
      rncComprador,
      montoGravadoI1,
      totalITBIS: (net * 0.18).toFixed(2),
      montoTotal: (net * 1.18).toFixed(2),
      ...change,
    });
  };

  test('are by what was billed: notes subtract, vouchers without a buyer are one sum, purchases are no sales', async () => {
    const [large, small] = ['131880681', '00113918205'];
    const name = { razonSocialComprador: 'GRANDE DE PRUEBA SRL' };
    await bought(large, '1000.00', name);
    await bought(large, '500.00', { montoExento: '20.00', montoTotal: '610.00' });
    await bought(large, '100.00', { tipoeCF: 34, ...name });
    await bought(large, '10.00', { tipoeCF: 34, lateNote: true, montoTotal: '10.00', ...name });
    await bought(small, '900.00');
    // Digits as an RNC has them are no RNC.
    await bought('', '300.00', { tipoeCF: 46, identificadorExtranjero: small, razonSocialComprador: 'INC' });
    await bought('', '50.00', { tipoeCF: 32 });
    await bought('', '60.00', { tipoeCF: 32 });
    await bought(large, '7.00', { tipoeCF: 41 });
    await bought(large, '8.00', { fechaEmision: '01-11-2026' });
    await web.store.admit(admitInput({ companyId: company.companyId, now, fechaEmision: '30-10-2026' }));
    expect(await customers()).toEqual({
      customers: [
        {
          rncComprador: large,
          ...name,
          count: 4,
          net: '1410.00',
          itbis: '252.00',
          total: '1662.00',
        },
        { rncComprador: small, count: 1, net: '900.00', itbis: '162.00', total: '1062.00' },
        {
          rncComprador: '',
          identificadorExtranjero: small,
          razonSocialComprador: 'INC',
          count: 1,
          net: '300.00',
          itbis: '54.00',
          total: '354.00',
        },
      ],
      others: { customers: 0, ...none },
      unidentified: { count: 2, net: '110.00', itbis: '19.80', total: '129.80' },
    });
    expect(await read()).toMatchObject({ sales: { count: 8, itbis: '487.80', total: '3207.80' } });
  });

  test('after the fifty largest are one sum', async () => {
    for (let n = 1; n <= 53; n += 1) await bought(String(101_000_000 + n), `${n}.00`);
    const found = (await customers()) as unknown as { customers: { rncComprador: string }[]; others: object };
    expect(found.customers.map(({ rncComprador }) => rncComprador)).toEqual(
      Array.from({ length: 50 }, (_, at) => String(101_000_053 - at)),
    );
    expect(found).toMatchObject({
      others: { customers: 3, count: 3, net: '6.00', itbis: '1.08', total: '7.08' },
      unidentified: none,
    });
  });

  test('without any sale are an empty list', async () => {
    expect(await customers()).toEqual({
      customers: [],
      others: { customers: 0, ...none },
      unidentified: none,
    });
  });
});

describe('form 606', () => {
  const issuer = '101000001';
  const purchases = async (query: string) => {
    const { status, body } = await operador.browser.call('GET', `${pathOf('2026-10')}/purchases?${query}`);
    expect(status).toBe(200);
    return body as { items: { ncf: string }[]; next: string | null };
  };

  async function receive(serial: number, decided: 'aprobado' | 'rechazado' | undefined, change = {}) {
    const encf = `E31${String(serial).padStart(10, '0')}`;
    const sent = unsignedEcf({ encf, rncEmisor: issuer, rncComprador: company.rnc, price: 1_000 });
    const voucher = {
      companyId: company.companyId,
      environment: 'pre-certification',
      rncEmisor: issuer,
      razonSocialEmisor: 'PROVEEDOR DE PRUEBA SRL',
      ecfType: 31,
      encf,
      fechaEmision: '20-10-2026',
      montoTotal: '1180.00',
      rncComprador: company.rnc,
      securityCode: 'aB3+x9',
      fechaFirma: '20-10-2026 10:15:00',
      signer: {
        subject: 'CN=PRUEBA',
        name: '',
        serialNumber: '',
        fingerprint: 'F',
        chain: 'not-checked',
        period: 'usable',
      },
      ...change,
    } as const;
    const { reception } = await web.store.claimReception(voucher, Buffer.from(sent), now);
    if (decided === undefined) return;
    const motivo = decided === 'rechazado' ? { motivo: 'No se pidió' } : {};
    await web.store.decideReception(reception, { estado: decided, ...motivo, by: 'prueba', at: now });
  }

  test('has what the company received in the month and approved, page by page', async () => {
    for (const serial of [1, 2, 3]) await receive(serial, 'aprobado');
    await receive(4, undefined);
    await receive(5, 'rechazado');
    await receive(6, 'aprobado', { fechaEmision: '01-11-2026' });
    await receive(7, 'aprobado', { ecfType: 32 });
    const first = await purchases('source=received&limit=2');
    const second = await purchases(`source=received&limit=100&cursor=${String(first.next)}`);
    const items = [...first.items, ...second.items];
    expect(items.map(({ ncf }) => ncf).sort()).toEqual(
      [1, 2, 3].map((serial) => `E31${String(serial).padStart(10, '0')}`),
    );
    expect(items[0]).toMatchObject({ supplier: issuer, idKind: '1', total: '1000.00', itbis: '180.00' });
  });

  test('has the accepted vouchers of the type that the company issued as a buyer', async () => {
    const [accepted, rejected] = ['E430000000001', 'E430000000002'];
    const content = (encf: string) => {
      const voucher = exampleJson('43-small');
      voucher.ECF.Encabezado.IdDoc.eNCF = encf;
      voucher.ECF.Encabezado.Emisor.RNCEmisor = company.rnc;
      return normalise(validate(voucher, { ...exampleFacts, company: { rnc: company.rnc } }).ecf!);
    };
    await issue({ tipoeCF: 43, encf: accepted, content: content(accepted) });
    await issue({ tipoeCF: 43, encf: rejected, content: content(rejected) }, 'rejected');
    expect(await purchases('source=43')).toMatchObject({
      items: [{ ncf: 'E430000000001', supplier: company.rnc, total: '350.00' }],
      next: null,
    });
    expect(await purchases('source=41')).toEqual({ items: [], next: null });
  });

  const expenseOf = (rnc: string) => `/companies/${company.companyId}/suppliers/${rnc}/expense`;
  const choose = (rnc: string, expense: string | null) =>
    operador.browser.call('PUT', expenseOf(rnc), { body: { expense } });
  const suppliers = async (month = '2026-10') => {
    const { status, body } = await operador.browser.call('GET', `${pathOf(month)}/suppliers`);
    expect(status).toBe(200);
    return body;
  };

  test('has the suppliers of its lines, each with what was bought from it', async () => {
    const seller = '00113918205';
    await receive(1, 'aprobado');
    await receive(2, 'aprobado', { ecfType: 34, encf: 'E340000000002', montoTotal: '80.00' });
    await receive(3, undefined);
    await receive(4, 'rechazado');
    await receive(5, 'aprobado', { fechaEmision: '01-11-2026' });
    await receive(6, 'aprobado', { ecfType: 32, encf: 'E320000000006' });
    const named = { rncComprador: seller, razonSocialComprador: 'VENDEDOR DE PRUEBA' };
    await issue({ tipoeCF: 41, montoTotal: '3000.00', ...named });
    await issue({ tipoeCF: 41, montoTotal: '9.00', ...named }, 'rejected');
    await issue({ tipoeCF: 43, montoTotal: '50.00', rncComprador: '' });
    await issue({ tipoeCF: 47, montoTotal: '70.00', rncComprador: '' });
    const named43 = { rnc: company.rnc, razonSocial: company.razonSocial };
    expect(await suppliers()).toEqual({
      suppliers: [
        { rnc: seller, razonSocial: 'VENDEDOR DE PRUEBA', count: 1, total: '3000.00', expense: null },
        { rnc: issuer, razonSocial: 'PROVEEDOR DE PRUEBA SRL', count: 2, total: '1100.00', expense: null },
        { ...named43, count: 1, total: '50.00', expense: null },
      ],
      count: 3,
      open: 3,
    });
  });

  test('keeps the kind of expense of a supplier, in the audit log too, for every month of that company alone', async () => {
    await receive(1, 'aprobado');
    await receive(2, 'aprobado', { fechaEmision: '05-11-2026' });
    expect(await choose(issuer, '02')).toMatchObject({ status: 200, body: { expense: '02' } });
    expect(await choose(issuer, '11')).toMatchObject({ status: 200 });
    for (const month of ['2026-10', '2026-11'])
      expect(await suppliers(month)).toMatchObject({
        suppliers: [{ rnc: issuer, expense: '11' }],
        count: 1,
        open: 0,
      });
    expect(await purchases('source=received')).toMatchObject({
      items: [{ supplier: issuer, expense: '11' }],
    });
    const asked = { companyId: company.companyId, action: 'supplier.expense', limit: 10 };
    const { rows } = await web.store.listActs(asked);
    expect(rows.map(({ result }) => result?.target)).toEqual([`${issuer} 11`, `${issuer} 02`]);
    expect(await choose(issuer, null)).toMatchObject({ status: 200, body: { expense: null } });
    expect(await purchases('source=received')).toMatchObject({ items: [{ expense: '' }] });
    company = await web.addCompany();
    operador = await signedIn(web, 'operador', company);
    await receive(1, 'aprobado');
    expect(await suppliers()).toMatchObject({ suppliers: [{ rnc: issuer, expense: null }], open: 1 });
  });

  test.each(['12', '2', '', 'x'])('has no kind %j', async (expense) => {
    expect(refusalOf(await choose(issuer, expense))).toMatchObject({ status: 400 });
  });
});

test.each(['2026-13', '2026-1', '1999-12'])('%s is no month', async (month) => {
  expect(refusalOf(await operador.browser.call('GET', pathOf(month)))).toMatchObject({ status: 404 });
});
