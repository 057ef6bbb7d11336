/** Recibidos in a real browser: vouchers arrive at the receiver, a person decides, and the issuer and DGII get the decision. */
import { readFile } from 'node:fs/promises';
import { testBrowser, type Opened, type TestBrowser } from '../../web/harness.js';
import { sentEcf } from '../../harness/samples/received.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService, unlimited, type OtherCompany, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { approvalsSeenBy } from '../buyers/decided-reception.js';
import { acknowledged, post } from '../received/sender.js';
import { addPersonOf, logInAt } from './person.js';

const email = 'operadora@prueba.example';
const environment = 'pre-certification';
const next = encfs(31);
let service: Service;
let browser: TestBrowser;
let issuer: OtherCompany;

beforeAll(async () => {
  [service, browser] = await Promise.all([
    startService({ env: { ...unlimited, ECF_WEB: 'on' } }),
    testBrowser(),
  ]);
  issuer = await service.addCompany();
  await service.simulate({ buyers: [{ rnc: issuer.rnc, authentication: true }] });
  await addPersonOf(service, service.companyId, email);
}, 240_000);

afterAll(() => browser.close());

/** The issuer's own voucher to our company. DGII accepted it. */
async function genuine(encf: string): Promise<Buffer> {
  const ecf = sampleEcf({ encf, rncEmisor: issuer.rnc });
  Object.assign(ecf.ECF.Encabezado.Comprador, { RNCComprador: service.rnc });
  const sent = await issuer.post('/api/v2/dgii-ecf/send?waitForFinal=60s', ecf);
  expect(sent.body.data).toMatchObject({ accepted: 1 });
  const document = await service.store.findDocument(issuer.companyId, environment, encf);
  return service.store.getFileBytes(document!.signed!.file);
}

async function arrives(bytes: Buffer): Promise<void> {
  expect(acknowledged(await post(service, bytes))).toMatchObject({ estado: '0' });
}

const receptionOf = async (encf: string) => {
  const { companyId } = service;
  return (await service.store.findReception({ companyId, environment, rncEmisor: issuer.rnc, encf }))!;
};

async function loggedIn(path = ''): Promise<Opened> {
  const opened = await browser.open();
  const { page } = opened;
  await logInAt(
    page,
    `${service.apiUrl}/app/empresas/${service.companyId}/${environment}/recibidos${path}`,
    email,
  );
  return opened;
}

/** Both deliveries of the decision have ended, and the page shows it. */
async function expectDelivered({ page }: Pick<Opened, 'page'>, encf: string): Promise<void> {
  const ended = async () => {
    const reception = await receptionOf(encf);
    return reception.approvalDueAt === undefined ? reception.approval : undefined;
  };
  const approval = await until('both deliveries have ended', ended, { withinMs: 60_000 });
  expect(approval).toMatchObject({ issuer: { state: 'delivered' }, dgii: { state: 'delivered' } });
  // The page asks by itself each half minute.
  await page.reload();
  const history = page.getByRole('region', { name: 'Qué pasó' });
  for (const to of ['al suplidor', 'a la DGII'])
    await history
      .getByRole('listitem')
      .filter({ hasText: `La decisión ${to}: Entregada` })
      .waitFor();
}

test('a person approves one voucher and rejects another, and issuer and DGII get both decisions', async () => {
  const [approved, rejected] = [next(), next()];
  for (const encf of [approved, rejected]) await arrives(await genuine(encf));
  const opened = await loggedIn();
  const { page, context, faults } = opened;

  await page.getByRole('link', { name: approved }).click();
  // The list that the person leaves has such a button in each row, with a longer name.
  await page.getByRole('button', { name: 'Aprobar', exact: true }).click();
  const approval = page.getByRole('dialog', { name: `Aprobar ${approved}` });
  await approval.getByRole('button', { name: 'Aprobar' }).dblclick();
  await page.getByRole('status').getByText('Aprobado').waitFor();
  await expectDelivered(opened, approved);

  await page.getByRole('link', { name: 'Recibidos', exact: true }).click();
  await page.getByRole('link', { name: rejected }).click();
  await page.getByRole('button', { name: 'Rechazar', exact: true }).click();
  const rejection = page.getByRole('dialog', { name: `Rechazar ${rejected}` });
  await rejection.getByLabel('Motivo').fill('No se pidió');
  await rejection.getByRole('button', { name: 'Rechazar' }).click();
  await page.getByRole('status').getByText('Rechazado').waitFor();
  await expectDelivered(opened, rejected);
  await page.getByText('No se pidió').waitFor();

  expect(await approvalsSeenBy(service, 'approved', approved)).toMatchObject([{ estado: '1' }]);
  expect(await approvalsSeenBy(service, 'approved', rejected)).toMatchObject([{ estado: '2' }]);
  for (const encf of [approved, rejected])
    expect(await approvalsSeenBy(service, 'to-buyer', encf)).toHaveLength(1);
  expect(faults).toEqual([]);
  await context.close();
}, 120_000);

test('another voucher takes the number while a person decides: nothing is recorded until the person has checked it', async () => {
  const encf = next();
  const forged = sentEcf({ encf, rncEmisor: issuer.rnc, rncComprador: service.rnc, price: 2_000 });
  await arrives(forged);
  const bytes = await genuine(encf);
  const { page, context, faults } = await loggedIn(`/${issuer.rnc}/${encf}`);
  await page.getByText('RD$ 2,360.00').waitFor();
  await page.getByRole('button', { name: 'Aprobar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Aprobar ${encf}` });
  await dialog.waitFor();
  // The page asks every half minute. Here it asks after the person has confirmed.
  let confirmed = () => {};
  const confirming = new Promise<void>((resolve) => (confirmed = resolve));
  await page.route(`**/received/${issuer.rnc}/${encf}`, async (route) => {
    await confirming;
    await route.continue();
  });
  await arrives(bytes);
  await dialog.getByRole('button', { name: 'Aprobar' }).click();
  confirmed();
  await page.getByRole('alert').getByText('Este comprobante cambió').waitFor();
  await page.getByText('RD$ 1,180.00').waitFor();
  expect((await receptionOf(encf)).decision).toBeUndefined();

  const displaced = page.getByRole('region', { name: 'Tuvieron antes este número' });
  await displaced.getByText('RD$ 2,360.00').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    displaced.getByRole('link', { name: /^XML/ }).click(),
  ]);
  expect(await readFile(await file.path())).toEqual(forged);

  await page.getByRole('button', { name: 'Ya lo revisé' }).click();
  await page.getByRole('button', { name: 'Aprobar', exact: true }).click();
  await dialog.getByRole('button', { name: 'Aprobar' }).click();
  await page.getByRole('status').getByText('Aprobado').waitFor();
  const { decision, file: kept } = await receptionOf(encf);
  expect(decision).toMatchObject({ estado: 'aprobado', by: email });
  expect(await service.store.getFileBytes(kept)).toEqual(bytes);
  expect(faults).toEqual([]);
  await context.close();
}, 120_000);
