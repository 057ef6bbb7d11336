/**
 * What company 2 of the demo sold in the last weeks, so that its pages have something to show: customers, one rejected voucher, and vouchers
 * that suppliers sent. Every party is fictitious.
 */
import { localDate } from '../../src/ecf/model/dates.js';
import { dayMs } from '../../src/ecf/durations.js';
import type { Company } from '../../src/ledger/companies/company.js';
import { call } from './demo-http.js';

const customers = {
  hotel: ['999000162', 'HOTELES DEL ESTE SA'],
  clinic: ['999000179', 'CLINICA DENTAL SONRISA SRL'],
  grocery: ['999000187', 'COLMADO DOÑA MARIA'],
  printer: ['999000195', 'IMPRENTA MODELO SRL'],
  town: ['999000209', 'AYUNTAMIENTO DE VILLA PRUEBA'],
  school: ['999000217', 'COLEGIO LOS FLAMBOYANES'],
} as const;

const items = {
  cement: ['CEMENTO GRIS 42.5 KG', 603.2, 1],
  rebar: ['VARILLA CORRUGADA 3/8', 289.5, 1],
  paint: ['PINTURA ACRILICA, CUBETA', 4_150, 1],
  transport: ['TRANSPORTE A LA OBRA', 2_967.67, 2],
  visit: ['VISITA TECNICA', 3_500, 2],
} as const;

interface Sold {
  readonly daysAgo: number;
  readonly type: 31 | 32 | 45;
  /** Absent: a consumer. */
  readonly to?: readonly [rnc: string, name: string];
  readonly lines: readonly (readonly [item: keyof typeof items, quantity: number])[];
}

const sales: readonly Sold[] = [
  {
    daysAgo: 27,
    type: 31,
    to: customers.hotel,
    lines: [
      ['cement', 28],
      ['transport', 1],
    ],
  },
  { daysAgo: 26, type: 32, lines: [['paint', 1]] },
  { daysAgo: 24, type: 31, to: customers.printer, lines: [['visit', 2]] },
  {
    daysAgo: 23,
    type: 31,
    to: customers.grocery,
    lines: [
      ['cement', 10],
      ['rebar', 40],
    ],
  },
  {
    daysAgo: 20,
    type: 45,
    to: customers.town,
    lines: [
      ['cement', 60],
      ['transport', 2],
    ],
  },
  { daysAgo: 19, type: 32, lines: [['rebar', 12]] },
  {
    daysAgo: 17,
    type: 31,
    to: customers.clinic,
    lines: [
      ['paint', 3],
      ['visit', 1],
    ],
  },
  { daysAgo: 16, type: 31, to: customers.hotel, lines: [['paint', 12]] },
  {
    daysAgo: 13,
    type: 32,
    lines: [
      ['cement', 4],
      ['transport', 1],
    ],
  },
  {
    daysAgo: 12,
    type: 31,
    to: customers.school,
    lines: [
      ['paint', 6],
      ['transport', 1],
    ],
  },
  { daysAgo: 10, type: 31, to: customers.grocery, lines: [['rebar', 85]] },
  {
    daysAgo: 9,
    type: 31,
    to: customers.hotel,
    lines: [
      ['cement', 40],
      ['rebar', 120],
    ],
  },
  { daysAgo: 6, type: 32, lines: [['visit', 1]] },
  { daysAgo: 5, type: 31, to: customers.clinic, lines: [['visit', 1]] },
  {
    daysAgo: 3,
    type: 45,
    to: customers.town,
    lines: [
      ['rebar', 200],
      ['transport', 2],
    ],
  },
  { daysAgo: 2, type: 31, to: customers.printer, lines: [['cement', 15]] },
  { daysAgo: 1, type: 32, lines: [['paint', 2]] },
];

/** DGII does not take this one, so that somebody can correct it. */
const rejected: Sold = {
  daysAgo: 1,
  type: 31,
  to: customers.school,
  lines: [
    ['paint', 4],
    ['transport', 1],
  ],
};

/** The types that suppliers sent. */
const received = [44, 33, 31, 31] as const;
const firstInvoice = 20_101;
const lastInvoice = firstInvoice + sales.length;

interface DemoAddresses {
  readonly apiUrl: string;
  readonly simulatorUrl: string;
}

/** @param token of company 2 */
export async function sellBefore(at: DemoAddresses, company: Company, token: string): Promise<void> {
  const isOver = await hasSold(at.apiUrl, token, lastInvoice);
  if (isOver) return;
  for (const [index, sale] of sales.entries())
    await sell(at.apiUrl, token, voucherOf(company, sale, firstInvoice + index));
  await orderRejections(at, [{ encf: await nextEncf(at, token), secuenciaUtilizada: false }]);
  await sell(at.apiUrl, token, voucherOf(company, rejected, lastInvoice));
  // Corrected, DGII takes it.
  await orderRejections(at, []);
  await receive(at, company, token);
}

async function hasSold(apiUrl: string, token: string, invoice: number): Promise<boolean> {
  const url = `${apiUrl}/api/v2/dgii-ecf/documents?externalReference=${nameOf(invoice)}`;
  const { data } = await call(url, { method: 'GET', headers: bearer(token) });
  return (data as readonly unknown[]).length > 0;
}

/** The number that the rejected one gets. */
async function nextEncf({ apiUrl }: DemoAddresses, token: string): Promise<string | undefined> {
  const { data } = await call(`${apiUrl}/api/v2/ecf-sequences`, { method: 'GET', headers: bearer(token) });
  const sequences = data as readonly { readonly ecfType: number; readonly next: string }[];
  return sequences.find(({ ecfType }) => ecfType === rejected.type)?.next;
}

async function orderRejections(
  { simulatorUrl }: DemoAddresses,
  rejectEncfs: readonly object[],
): Promise<void> {
  await call(`${simulatorUrl}/_simulator/settings`, { method: 'PUT', body: { rejectEncfs } });
}

/** After a demo that was killed: what it sold is not sold again, because its key has been used, though on another day (409). */
async function sell(apiUrl: string, token: string, body: ReturnType<typeof voucherOf>): Promise<void> {
  const url = `${apiUrl}/api/v2/dgii-ecf/issue?totales=calcular&waitForFinal=10s`;
  const key = body.ECF.Encabezado.Emisor.NumeroFacturaInterna;
  const answer = await call(url, { body, headers: { ...bearer(token), 'idempotency-key': key } });
  const { code } = (answer['data'] ?? {}) as { readonly code?: string };
  if (answer['procesado'] !== true && code !== 'IDEMPOTENCY_KEY_REUSED')
    throw new Error(`issue ${key}: ${JSON.stringify(answer)}`);
}

function voucherOf(company: Company, { daysAgo, type, to, lines }: Sold, invoice: number) {
  const [rnc, name] = to ?? [];
  return {
    ECF: {
      Encabezado: {
        Version: '1.0',
        IdDoc: { TipoeCF: type, IndicadorMontoGravado: 0, TipoIngreso: '01', TipoPago: 1 },
        Emisor: {
          RNCEmisor: company.rnc,
          RazonSocialEmisor: company.razonSocial,
          DireccionEmisor: 'CALLE PRIMERA NO. 1, SANTO DOMINGO',
          NumeroFacturaInterna: nameOf(invoice),
          FechaEmision: localDate(Date.now() - daysAgo * dayMs),
        },
        ...(rnc !== undefined && { Comprador: { RNCComprador: rnc, RazonSocialComprador: name } }),
      },
      DetallesItems: {
        Item: lines.map(([item, quantity], index) => {
          const [name, price, kind] = items[item];
          return {
            NumeroLinea: index + 1,
            IndicadorFacturacion: 1,
            NombreItem: name,
            IndicadorBienoServicio: kind,
            CantidadItem: quantity,
            PrecioUnitarioItem: price,
          };
        }),
      },
    },
  };
}

async function receive({ apiUrl, simulatorUrl }: DemoAddresses, company: Company, token: string) {
  const { data } = await call(`${apiUrl}/api/v2/ecf-received`, { method: 'GET', headers: bearer(token) });
  if ((data as readonly unknown[]).length > 0) return;
  for (const type of received) {
    const body = { rnc: company.rnc, tipoEncf: String(type), urlRecepcion: apiUrl, urlAutenticacion: '' };
    const url = `${simulatorUrl}/_simulator/emission?environment=${company.environment}`;
    const answer = await call(url, { body });
    if (answer['status'] !== 200) throw new Error(`The receiver answered ${JSON.stringify(answer)}`);
  }
}

const nameOf = (invoice: number) => `FV-${invoice}`;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
