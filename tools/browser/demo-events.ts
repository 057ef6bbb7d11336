/** Adds to the running demo what the pictures show beside its vouchers; adds nothing that it already has. */
import type { Page } from 'playwright-core';
import { until } from '../stack/processes/wait.js';

/** DGII's answers about received vouchers take a minute or two. */
const limitMs = 240_000;
const voided: Wish = {
  desde: 'E470000000901',
  hasta: 'E470000000950',
  count: '50',
  note: 'La empresa no hará pagos al exterior este año.',
};

interface Wish {
  readonly desde: string;
  readonly hasta: string;
  readonly count: string;
  readonly note: string;
}

export interface Place {
  readonly companyId: number;
  readonly environment: string;
  readonly delivered: string;
  readonly approved: ReceivedRow;
}

interface Company {
  readonly companyId: number;
  readonly environment: string;
}

interface ReceivedRow {
  readonly rncEmisor: string;
  readonly encf: string;
  readonly dgii: { readonly state: string } | null;
  readonly decision: object | null;
  /** Absent while there is no decision. */
  readonly comunicacion?: { readonly emisor: { readonly state: string } };
}

/** @param page a page with a person logged in */
export async function prepareDemo(page: Page, address: string): Promise<Place> {
  const api = callsOf(page, address);
  const company = await companyWithRanges(api);
  const { companyId, environment } = company;
  const path = `/companies/${companyId}/${environment}`;
  const received = () => api.get<{ items: ReceivedRow[] }>(`${path}/received`).then(({ items }) => items);
  const settled = async () => (await received()).every(({ dgii }) => dgii?.state === 'accepted');
  if (!(await until(settled, { everyMs: 2_000, limitMs }))) throw new Error('DGII shows no received voucher');
  const [first] = await received();
  if (first === undefined) throw new Error('the demo has received no voucher');
  const one = `${path}/received/${first.rncEmisor}/${first.encf}`;
  if (first.decision === null) {
    const { xmlSha256 } = await api.get<{ xmlSha256: string }>(one);
    await api.post(`${one}/approval`, { estado: 'aprobado', xmlSha256 });
  }
  const told = async () => (await api.get<ReceivedRow>(one)).comunicacion?.emisor.state === 'delivered';
  if (!(await until(told, { everyMs: 2_000, limitMs }))) throw new Error('the supplier took no approval');
  await voidNumbers(page, `${address}/app/empresas/${companyId}/${environment}/maestro/anulaciones`);
  const vouchers = await api.get<{ items: { ecf: string }[] }>(`${path}/vouchers?type=31&state=accepted`);
  const [delivered] = vouchers.items;
  if (delivered === undefined) throw new Error('the demo has no accepted voucher');
  return { companyId, environment, delivered: delivered.ecf, approved: first };
}

interface Calls {
  get<Answer>(path: string): Promise<Answer>;
  post(path: string, data: object): Promise<void>;
}

function callsOf(page: Page, address: string): Calls {
  const api = `${address}/app/api`;
  return {
    get: async <Answer>(path: string) => (await (await page.request.get(api + path)).json()) as Answer,
    post: async (path, data) => {
      const headers = { 'sec-fetch-site': 'same-origin' };
      const answer = await page.request.post(api + path, { data, headers });
      if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    },
  };
}

async function companyWithRanges(api: Calls): Promise<Company> {
  const { companies } = await api.get<{ companies: Company[] }>('/session');
  for (const company of companies) {
    const path = `/companies/${company.companyId}/${company.environment}/sequences`;
    const sequences = await api.get<{ authorizations: unknown[] }[]>(path);
    if (sequences.some(({ authorizations }) => authorizations.length > 0)) return company;
  }
  throw new Error('no company of the demo has a range');
}

export async function fillAnnulment(page: Page, { desde, hasta, count, note }: Wish): Promise<void> {
  await page.getByRole('button', { name: 'Añadir rango' }).click();
  await page.getByLabel('Desde').fill(desde);
  await page.getByLabel('Hasta').fill(hasta);
  await page.getByLabel('Nota').fill(note);
  await page.getByLabel('Cuántos números se anulan').fill(count);
}

async function voidNumbers(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { name: 'Anulaciones pedidas' }).waitFor();
  await untilLoaded(page);
  if (await page.getByText('Anulados').first().isVisible()) return;
  await fillAnnulment(page, voided);
  await page.getByRole('button', { name: 'Anular en la DGII' }).click();
  await page.getByText('Anulados').first().waitFor();
}

/** The network of a page of a company is never idle: a request waits for the next event. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.getByText('Cargando…').first().waitFor({ state: 'hidden' });
}
