/** What a page says has to agree with what stands beside it, and with what the person is about to do. */
import type { CompanyDetails, Session, Summary } from '../../../src/web/api/answers.js';
import { expectSoon } from '../../harness/expect-soon.js';
import { company, receivedOne, session, summary } from '../fixture/data.js';
import { openSite } from '../open-site.js';
import { goLive } from '../../../src/web/texts/go-live.js';

const site = openSite();
const { visit } = site;
const here = '/empresas/1/certification';

const summaryWith = (change: Partial<Summary>) =>
  visit(`${here}/resumen`, 'operador', {}, (page) =>
    page.route(/\/summary$/, (route) => route.fulfill({ json: { ...summary, ...change } })),
  );

test.each([
  { codes: ['SEQUENCE_LOW_STOCK'], shown: 'Por agotarse' },
  { codes: ['RANGE_EXPIRING'], shown: 'Por vencer' },
  { codes: ['SEQUENCE_LOW_STOCK', 'SEQUENCE_EXPIRING'], shown: 'Por agotarse y vencer' },
] as const)('numbers that the service warns about are not called good: $shown', async ({ codes, shown }) => {
  const advertencias = codes.map((code) => ({ code, mensaje: `Aviso ${code}.`, quedan: 2 }));
  const range = summary.ranges[0]!;
  const { page, close } = await summaryWith({ ranges: [{ ...range, advertencias }] });
  const card = page.getByRole('region', { name: 'Rangos por agotarse o vencer' });
  await card.locator('.badge.warn').waitFor();
  await expectSoon(() => card.locator('.badge').allInnerTexts()).toEqual([
    expect.stringMatching(new RegExp(`${shown}$`)),
  ]);
  for (const { mensaje } of advertencias) await card.getByText(mensaje).waitFor();
  await expectSoon(() => card.getByText('Vigente').count()).toBe(0);
  await close();
});

test.each([
  { dgii: true, waits: 7, tone: 'warn', shown: '7 comprobantes no le llegan' },
  { dgii: true, waits: 0, tone: 'good', shown: 'Disponible' },
  { dgii: false, waits: 7, tone: 'bad', shown: 'No responde' },
])(
  'DGII is not called available while vouchers wait for it: $shown',
  async ({ dgii, waits, tone, shown }) => {
    const { page, close } = await summaryWith({
      dgii: { available: dgii, text: dgii ? 'Disponible' : 'No responde', at: '2026-11-20T14:05:00.000Z' },
      waiting: waits === 0 ? [] : [{ reason: 'DGII_UNAVAILABLE', count: waits, involved: null }],
    });
    const row = page.getByRole('region', { name: 'Para poder emitir' }).getByRole('listitem').filter({
      hasText: 'Servicios de la DGII',
    });
    await row.getByText(shown).waitFor();
    await expectSoon(() => row.locator('.badge').getAttribute('class')).toBe(`badge ${tone}`);
    await row.getByText('Preguntado: 20/11/2026 10:05').waitFor();
    await close();
  },
);

test('a step is not called missing before the service has said so', async () => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  let others: Promise<unknown> = Promise.resolve();
  const { page, close } = await visit('/empresas/1/puesta-en-marcha', 'consulta', {}, (opened) => {
    others = opened.waitForResponse(/\/production\/sequences$/);
    return opened.route(/\/summary$/, async (route) => {
      await held;
      await route.continue();
    });
  });
  await others;
  await page.getByText('Cargando…').waitFor();
  await expectSoon(() => page.getByText('falta, o venció').count()).toBe(0);
  answer();
  await page
    .getByRole('list', { name: goLive.steps })
    .getByText(/^vence en/)
    .waitFor();
  await close();
});

test.each(['pre-certification', 'production'] as const)(
  'no link of the menu changes the environment: %s',
  async (environment) => {
    const { page, close } = await visit(`/empresas/1/${environment}/resumen`, 'administrador');
    await page.getByRole('navigation', { name: 'Secciones' }).waitFor();
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.side a, a.brand')].map((link) => link.getAttribute('href'))`,
    );
    expect(links.length).toBeGreaterThan(9);
    const environments = links.flatMap(
      (href) => /\/(pre-certification|certification|production)\//.exec(href)?.[1] ?? [],
    );
    expect(new Set(environments)).toEqual(new Set([environment]));
    await page.getByRole('link', { name: 'Certificación', exact: true }).first().click();
    await page.getByText('Esta sección es del ambiente de certificación.').waitFor();
    await expectSoon(() => page.url()).toContain(`/${environment}/certificacion`);
    await page.getByRole('link', { name: 'Ver el ambiente de certificación' }).click();
    await page.waitForURL(/\/certification\/certificacion$/);
    await close();
  },
);

test.each(['pre-certification', 'production'] as const)(
  'the certificate is checked in the environment of the company: %s',
  async (environment) => {
    const other: Session = {
      ...session('administrador'),
      companies: session('administrador').companies.map((one) => ({ ...one, environment })),
    };
    const { page, close } = await visit('/empresas/1/certificados', 'administrador', {}, (opened) =>
      opened.route(/\/app\/api\/session$/, (route) => route.fulfill({ json: other })),
    );
    const check = page.getByRole('region', { name: 'Comprobar en la DGII' });
    await expectSoon(() => check.getByLabel('Ambiente').inputValue()).toBe(environment);
    await check.getByRole('button', { name: 'Comprobar' }).click();
    await check.getByText('La DGII acepta el certificado.').waitFor();
    expect(site.fixture.received.at(-1)).toMatchObject({ body: { environment } });
    // What was found in one environment says nothing about another.
    await check.getByLabel('Ambiente').selectOption('certification');
    await expectSoon(() => check.getByText('La DGII acepta el certificado.').count()).toBe(0);
    await close();
  },
);

test('the second factor is called active as soon as its recovery codes are shown', async () => {
  const { page, close } = await visit('/cuenta', 'operador', {}, async (opened) => {
    await opened.route(/\/session\/totp$/, (route) =>
      route.fulfill({ json: { uri: 'otpauth://totp/x?secret=ABCD', secret: 'ABCD' } }),
    );
    await opened.route(/\/session\/totp\/confirm$/, (route) =>
      route.fulfill({ json: { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] } }),
    );
  });
  const card = page.getByRole('region', { name: 'Segundo factor' });
  await card.getByText('Sin activar').waitFor();
  await card.getByRole('button', { name: 'Activar el segundo factor' }).click();
  await card.getByLabel('Su clave').fill('clave de prueba larga');
  await card.getByRole('button', { name: 'Continuar' }).click();
  await card.getByLabel('Código').fill('123456');
  await card.getByRole('button', { name: 'Comprobar' }).click();
  await card.getByText('aaaa-bbbb').waitFor();
  await card.locator('.badge.good').filter({ hasText: 'Activado' }).waitFor();
  await expectSoon(() => card.getByText('Sin activar').count()).toBe(0);
  await close();
});

test.each([
  { dgii: 'accepted', says: 'se comunica al suplidor y a la DGII', never: /no se comunica|cuando lo acepte/ },
  { dgii: 'rejected', says: 'no se comunica a nadie', never: /se comunica al suplidor/ },
  { dgii: 'not-confirmed', says: 'no se comunica a nadie', never: /se comunica al suplidor/ },
  {
    dgii: 'in-process',
    says: 'se comunica cuando lo acepte',
    never: /se comunica al suplidor|no se comunica/,
  },
  { dgii: null, says: 'se comunica cuando lo acepte', never: /se comunica al suplidor|no se comunica/ },
] as const)(
  'the dialog of a decision says one thing about what becomes of it: DGII $dgii',
  async ({ dgii, says, never }) => {
    const { page, close } = await visit(
      `${here}/recibidos/101000001/E310000000501`,
      'operador',
      {},
      (opened) =>
        opened.route(/\/received\/101000001\/E310000000501$/, (route) =>
          route.fulfill({ json: { ...receivedOne('E310000000501'), dgii: dgii && { state: dgii } } }),
        ),
    );
    for (const name of ['Aprobar', 'Rechazar']) {
      await page.getByRole('button', { name }).click();
      const dialog = page.getByRole('dialog', { name: `${name} E310000000501` });
      await dialog.getByText(says).waitFor();
      await expectSoon(() => dialog.innerText()).not.toMatch(never);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await close();
  },
);

const files = {
  pdf: { name: 'set.xlsx', start: '%PDF-1.7\n', is: 'un PDF' },
  zip: { name: 'set.p12', start: 'PK\u0003\u0004', is: 'un ZIP o un documento de Office' },
  xml: { name: 'set.json', start: '\ufeff <?xml version="1.0"?><a/>', is: 'un XML o una página web' },
  json: { name: 'set.xml', start: '{"ECF":{}}', is: 'un JSON' },
  image: { name: 'set.xlsx', start: 'GIF89a', is: 'una imagen' },
} as const;

const uploads = [
  {
    place: '/certificacion/corridas',
    field: 'Archivo de Excel (.xlsx)',
    wants: 'Elija el archivo de Excel (.xlsx)',
    not: ['pdf', 'xml', 'json', 'image'],
  },
  {
    place: '/certificacion',
    field: 'Archivo XML',
    wants: 'Elija el XML que generó el portal',
    not: ['pdf', 'zip', 'json', 'image'],
  },
  {
    place: '/certificacion',
    field: 'Abrir un archivo JSON',
    wants: 'Elija un archivo JSON',
    not: ['pdf', 'zip', 'xml', 'image'],
  },
] as const;

test.each(uploads)(
  'a file of another kind is called what it is: $field',
  async ({ place, field, wants, not }) => {
    const { page, close } = await visit(`${here}${place}`, 'administrador');
    const input = page.getByLabel(field);
    for (const kind of not) {
      const { name, start, is } = files[kind];
      await input.setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(start) });
      await page.getByRole('alert').getByText(`${name} es ${is}. ${wants}`).waitFor();
      // The browser sends no form without its file.
      await expectSoon(() => input.inputValue()).toBe('');
    }
    expect(site.fixture.received).toEqual([]);
    await close();
  },
);

test.each(['pdf', 'zip', 'xml', 'json', 'image'] as const)(
  'a certificate file that is %s is called so',
  async (kind) => {
    const { page, close } = await visit('/empresas/1/certificados', 'administrador');
    await page.getByRole('button', { name: 'Importar certificado' }).click();
    const { name, start, is } = files[kind];
    await page
      .getByLabel('Archivo .p12')
      .setInputFiles({ name, mimeType: 'application/x-pkcs12', buffer: Buffer.from(start) });
    await page.getByRole('alert').getByText(`${name} es ${is}. Elija el archivo .p12`).waitFor();
    await close();
  },
);

test('an administrator issues, uploads and decides in certification', async () => {
  const { page, close } = await visit(`${here}/certificacion`, 'administrador');
  await page.getByRole('button', { name: 'Emitir' }).waitFor();
  await page.getByRole('link', { name: 'Set de pruebas' }).click();
  await page.getByRole('button', { name: 'Subir y revisar' }).waitFor();
  await page.goto(`${site.fixture.address}${here}/recibidos/101000001/E310000000501`);
  await page.getByRole('button', { name: 'Aprobar' }).waitFor();
  await page.goto(`${site.fixture.address}/empresas/1/production/recibidos/101000001/E310000000501`);
  await page.getByRole('heading', { name: 'Firma del suplidor' }).waitFor();
  await expectSoon(() => page.getByRole('button', { name: 'Aprobar' }).count()).toBe(0);
  await close();
});

test('the count of open vouchers says in which environment they are', async () => {
  const production: CompanyDetails = { ...company, environment: 'production', pending: { production: 3 } };
  const { page, close } = await visit('/empresas/1/empresa', 'administrador', {}, (opened) =>
    opened.route(/\/companies\/1$/, (route) => route.fulfill({ json: production })),
  );
  await page.getByText('Sin resultado final: Producción').waitFor();
  await close();
});
