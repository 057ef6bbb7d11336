/** Certification runs in a browser, with handwritten answers: what a person sees and sends in each state of a run. */
import type { Locator } from 'playwright-core';
import { expectSoon } from '../../harness/expect-soon.js';
import { until } from '../../harness/until.js';
import { idOf, runNames, type RunName } from '../fixture/runs.js';
import { openSite } from '../open-site.js';
import { axeFaults, lookFaults, overflow } from '../page-checks.js';

const site = openSite();
const { visit } = site;

const list = '/empresas/1/certification/certificacion/corridas';
const api = '/companies/1/certification-runs';
const pathOf = (name: RunName) => `${list}/${idOf(name)}`;
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('the list', () => {
  test('is a tab of the certification, and a row leads to its run', async () => {
    const { page, close, faults } = await visit('/empresas/1/certification/certificacion');
    await page.getByRole('link', { name: 'Set de pruebas' }).click();
    const rows = page.getByRole('region', { name: 'Corridas' }).locator('tbody tr');
    await rows.nth(runNames.length - 1).waitFor();
    await rows.filter({ hasText: 'Detenida' }).getByRole('link').click();
    await page.getByText('La DGII rechazó E320000000051').waitFor();
    const tab = page.getByRole('navigation', { name: 'Certificación' }).getByText('Set de pruebas');
    await expectSoon(() => tab.getAttribute('aria-current')).toBe('page');
    await page
      .getByRole('navigation', { name: 'Certificación' })
      .getByRole('link', { name: 'Emitir' })
      .click();
    await page.getByRole('button', { name: 'Llenar con un ejemplo' }).waitFor();
    expect(faults).toEqual([]);
    await close();
  });

  test('a person who may only read sees the page without form and actions', async () => {
    const { page, close } = await visit('/empresas/1/production/resumen', 'consulta');
    await page.getByRole('navigation', { name: 'Secciones' }).getByText('Certificación').click();
    const main = page.getByRole('main');
    // The menu changes no environment: the page says where the certification is, and leads there.
    await main.getByText('El set de pruebas existe solo en el ambiente de certificación.').waitFor();
    await expectSoon(() => page.url()).toContain('/production/');
    await main.getByRole('link', { name: 'Ver el ambiente de certificación' }).click();
    await main.getByRole('heading', { name: 'Corridas' }).waitFor();
    await expectSoon(() => page.url()).toContain('/certification/');
    await expectSoon(() => main.getByRole('button').count()).toBe(0);
    for (const name of ['ready', 'faulty', 'running', 'paused', 'rejected', 'done'] as const) {
      await page.goto(`${site.fixture.address}${pathOf(name)}`);
      await main.getByRole('heading', { name: 'Filas' }).waitFor();
      await expectSoon(() => main.getByRole('button').allTextContents()).toEqual(['Informe (CSV)']);
    }
    await close();
  });

  test.each(['certificacion/corridas', `certificacion/corridas/${idOf('ready')}`])(
    '%s of another environment has a notice only',
    async (path) => {
      const { page, close } = await visit(`/empresas/1/production/${path}`);
      await page.getByText('existe solo en el ambiente de certificación').waitFor();
      await expectSoon(() => page.getByRole('main').getByRole('button').count()).toBe(0);
      await close();
    },
  );
});

describe('the upload', () => {
  test('sends the file once, although the button is pressed twice, and opens the run', async () => {
    const { page, close, faults } = await visit(list);
    await page.getByLabel('Pruebas', { exact: true }).selectOption('approvals');
    const buffer = Buffer.from([80, 75, 3, 4, 0, 255, 254, 10]);
    await page
      .getByLabel('Archivo de Excel')
      .setInputFiles({ name: 'libro (1).xlsx', mimeType: xlsx, buffer });
    await page.getByRole('button', { name: 'Subir y revisar' }).dblclick();
    await page.waitForURL(/corridas\/0/);
    await page.getByRole('button', { name: 'Iniciar' }).waitFor();
    const query = { kind: 'approvals', fileName: 'libro (1).xlsx' };
    const body = buffer.toString('base64');
    expect(site.fixture.received).toEqual([{ method: 'POST', path: api, query, body }]);
    expect(faults).toEqual([]);
    await close();
  });

  test('a wrong file shows its cells, and the file has to be chosen again', async () => {
    const { page, close, faults } = await visit(list);
    const file = page.getByLabel('Archivo de Excel');
    const buffer = Buffer.from('PK');
    await file.setInputFiles({ name: 'otra-empresa.xlsx', mimeType: xlsx, buffer });
    await page.getByRole('button', { name: 'Subir y revisar' }).click();
    await page.getByText('El archivo no es el de pruebas de la DGII').waitFor();
    const cells = page.getByRole('region', { name: '30 errores en otra-empresa.xlsx' });
    await cells.getByText('ECF!AB31').waitFor();
    await until('the file is gone', async () => (await file.inputValue()) === '');
    await expectSoon(() => file.getAttribute('aria-invalid')).toBe('true');
    expect(await axeFaults(page)).toEqual([]);
    // The keyboard scrolls the cells.
    await cells.focus();
    await until('the cells have scrolled', async () => {
      await page.keyboard.press('End');
      return cells.evaluate((element) => element.scrollTop > 0);
    });
    await page.setViewportSize({ width: 320, height: 640 });
    await expectSoon(() => overflow(page)).toBe(0);
    await file.setInputFiles({ name: 'libro.xlsx', mimeType: xlsx, buffer });
    await page.getByText('El archivo no es el de pruebas').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Subir y revisar' }).click();
    await page.waitForURL(/corridas\/0/);
    expect(faults).toEqual([]);
    await close();
  });

  test.each([
    { size: 5 * 1024 * 1024 + 1, text: 'El archivo pasa de 5 MB' },
    { size: 0, text: 'El archivo está vacío.' },
  ])('a file of $size bytes is not sent', async ({ size, text }) => {
    const { page, close } = await visit(list);
    const buffer = Buffer.alloc(size);
    await page.getByLabel('Archivo de Excel').setInputFiles({ name: 'x.xlsx', mimeType: xlsx, buffer });
    await page.getByText(text).waitFor();
    await expectSoon(() => page.getByRole('button', { name: 'Subir y revisar' }).isDisabled()).toBe(true);
    expect(site.fixture.received).toEqual([]);
    await close();
  });
});

/** The second click of a double click, on a button that appeared under the pointer after the first one. */
async function secondClick(button: Locator): Promise<void> {
  await button.hover();
  const { mouse } = button.page();
  await mouse.down({ clickCount: 2 });
  await mouse.up({ clickCount: 2 });
}

describe('the start', () => {
  test('a run without remarks starts once with two clicks, and the focus stays with the run', async () => {
    const { page, close, faults } = await visit(pathOf('ready'));
    await page.getByRole('button', { name: 'Iniciar' }).click();
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-labelledby') === 'state');
    await secondClick(page.getByRole('button', { name: 'Pausar' }));
    await page.reload();
    await page.getByRole('status').getByText('En curso').waitFor();
    const start = { method: 'POST', path: `${api}/${idOf('ready')}/start`, body: {} };
    expect(site.fixture.received).toEqual([start]);
    expect(faults).toEqual([]);
    await close();
  });

  test('conditional faults are confirmed, and spent numbers need a choice and a note', async () => {
    const { page, close } = await visit(pathOf('warnings'));
    const start = page.getByRole('button', { name: 'Iniciar' });
    await page.getByText('Estos números ya tienen un comprobante enviado: E320000000051.').waitFor();
    await expectSoon(() => start.isDisabled()).toBe(true);
    // With the keyboard alone.
    await page.getByRole('radio', { name: 'Solo los comprobantes que la DGII no aceptó' }).focus();
    await page.keyboard.press('ArrowUp');
    await expectSoon(() => page.getByRole('radio', { name: /reinició todo/ }).isChecked()).toBe(true);
    await page.getByRole('radio', { name: /reinició todo/ }).press('Tab');
    await page.keyboard.type('El portal reinició el set.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Pausar' }).waitFor();
    expect(site.fixture.received.map(({ body }) => body)).toEqual([
      { conditionalConfirmed: true, again: { which: 'all', note: 'El portal reinició el set.' } },
    ]);
    await close();
  });

  test('after a set whose numbers are all accepted, the usual choice is to send only the missing rows', async () => {
    const { page, close } = await visit(pathOf('accepted'));
    await expectSoon(() => page.getByRole('radio', { name: 'Solo las filas que faltan' }).isChecked()).toBe(
      true,
    );
    await expectSoon(() => page.getByRole('radio', { name: /no aceptó/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Iniciar' }).click();
    await page.getByRole('button', { name: 'Pausar' }).waitFor();
    expect(site.fixture.received.map(({ body }) => body)).toEqual([{}]);
    await close();
  });

  test.each([
    { name: 'faulty', text: '1 fila tiene errores que la DGII rechazaría' },
    { name: 'annulled', text: 'Estos números se anularon y no se pueden enviar: E320000000051.' },
    { name: 'open', text: 'todavía no tienen resultado: E440000000051.' },
  ] as const)('a run that is $name cannot start, but can be checked again', async ({ name, text }) => {
    const { page, close } = await visit(pathOf(name));
    await page.getByText(text).waitFor();
    await expectSoon(() => page.getByRole('button', { name: 'Iniciar' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Revisar otra vez' }).click();
    await page.waitForURL(new RegExp(idOf('ready')));
    await close();
  });
});

describe('a run under way', () => {
  test('marks the row on turn, says why it waits, asks again, and is paused', async () => {
    const { page, close } = await visit(pathOf('running'));
    await page.getByRole('status').getByText('1 de 6 aceptados').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'E320000000051' });
    await row.getByText('En turno').waitFor();
    await page.getByText('E320000000051: DGII no disponible').waitFor();
    await page.waitForResponse((response) => response.url().endsWith(`${api}/${idOf('running')}`));
    await page.getByRole('button', { name: 'Pausar' }).dblclick();
    await page.getByRole('button', { name: 'Continuar' }).waitFor();
    // The service takes no call without JSON.
    const pause = { method: 'POST', path: `${api}/${idOf('running')}/pause`, body: {} };
    expect(site.fixture.received).toEqual([pause]);
    await close();
  });

  test('an issued row leads to the attempt of its voucher', async () => {
    const { page, close } = await visit(pathOf('rejected'));
    await page.getByText('intento 2').waitFor();
    const link = page.getByRole('link', { name: 'E310000000051' });
    await expectSoon(() => link.getAttribute('href')).toBe(
      '/app/empresas/1/certification/comprobantes/E310000000051?intento=2',
    );
    await expectSoon(() => page.getByRole('link', { name: 'E440000000051' }).count()).toBe(0);
    await close();
  });

  test.each([
    {
      name: 'conditional',
      title: 'La DGII aceptó E310000000051 condicionalmente',
      said: 'El correo del emisor',
    },
    { name: 'notSent', title: 'E320000000051 no se pudo enviar', said: 'La empresa no tiene certificado.' },
  ] as const)('a pause ($name) says why, and goes on', async ({ name, title, said }) => {
    const { page, close } = await visit(pathOf(name));
    const notice = page.locator('.notice').filter({ hasText: title });
    await notice.getByText(said).waitFor();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Pausar' }).waitFor();
    await close();
  });

  test('with conditional faults names the row that the person saw, and is read again if no answer comes', async () => {
    const { page, close } = await visit(pathOf('withFaults'));
    const resumePath = `${api}/${idOf('withFaults')}/resume`;
    await page.route(`**${resumePath}`, (route) => route.abort());
    const resume = page.getByRole('button', { name: 'Continuar y enviarla así' });
    const again = page.waitForResponse((response) => response.url().endsWith(`${api}/${idOf('withFaults')}`));
    await resume.click();
    await page.getByRole('alert').getByText('El servicio no respondió.').waitFor();
    await again;
    await page.unroute(`**${resumePath}`);
    await resume.click();
    await page.getByRole('button', { name: 'Pausar' }).waitFor();
    const body = { conditionalConfirmed: { encf: 'E320000000051', tries: 2 } };
    expect(site.fixture.received).toEqual([{ method: 'POST', path: resumePath, body }]);
    await close();
  });

  test.each([
    { name: 'approvalRefusedAgain', choice: 'La DGII la tiene', found: 'accepted', alsoAgain: 0 },
    { name: 'approvalUnread', choice: 'La DGII no la tiene', found: 'not-received', alsoAgain: 1 },
  ] as const)('what the portal shows about an approval is noted once ($name)', async (given) => {
    const { page, close, faults } = await visit(pathOf(given.name));
    await page.getByText('No se sabe si la DGII tiene la aprobación de E320000000051').waitFor();
    const note = page.getByRole('button', { name: 'Anotar y continuar' });
    await expectSoon(() => page.getByRole('button', { name: 'Continuar', exact: true }).count()).toBe(0);
    await expectSoon(() => page.getByRole('button', { name: 'Enviarla otra vez' }).count()).toBe(
      given.alsoAgain,
    );
    await page.getByLabel('Nota').fill(' El contador muestra 2. ');
    await expectSoon(() => note.isDisabled()).toBe(true);
    await page.getByRole('radio', { name: given.choice }).check();
    await note.click();
    await secondClick(page.getByRole('button', { name: 'Pausar' }));
    await page.reload();
    await page.getByRole('button', { name: 'Pausar' }).waitFor();
    const path = `${api}/${idOf(given.name)}/confirm`;
    const body = { encf: 'E320000000051', tries: 1, found: given.found, note: 'El contador muestra 2.' };
    expect(site.fixture.received).toEqual([{ method: 'POST', path, body }]);
    expect(faults).toEqual([]);
    await close();
  });

  test('a refusal is shown, and the run can be tried again', async () => {
    const { page, close } = await visit(pathOf('otherEnvironment'));
    await page.getByText('Devuélvala a ese ambiente y continúe.').waitFor();
    for (const _ of ['refused', 'tried again']) {
      const answer = page.waitForResponse((response) => response.url().endsWith('/resume'));
      await page.getByRole('button', { name: 'Continuar' }).click();
      expect((await answer).status()).toBe(409);
      await page.getByRole('alert').getByText('Otra corrida de la empresa está en curso.').waitFor();
    }
    await close();
  });
});

describe('a run that is over', () => {
  test('after a rejection it says so, and repeats as another run', async () => {
    const { page, close } = await visit(pathOf('rejected'));
    await page.locator('.notice').getByText('El monto del ITBIS no es válido').waitFor();
    await page.getByText('La DGII reinicia el set de pruebas.').waitFor();
    await page.getByRole('button', { name: 'Repetir' }).click();
    await page.waitForURL(new RegExp(idOf('ready')));
    // The answers keep their state, so an earlier test may have started that run.
    const next = page.getByRole('button', { name: /^(Iniciar|Pausar)$/ });
    await secondClick(next);
    await page.reload();
    await next.waitFor();
    expect(site.fixture.received.map(({ path }) => path)).toEqual([`${api}/${idOf('rejected')}/repeat`]);
    await close();
  });

  test('a repetition that ends after the person has left leads there by a link only', async () => {
    const { page, close } = await visit(pathOf('rejected'));
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/repeat', async (route) => {
      await answered;
      await route.fallback();
    });
    await page.getByRole('button', { name: 'Repetir' }).click();
    await page.getByRole('link', { name: 'Inicio' }).click();
    await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor();
    answer();
    await page.getByRole('alert').getByText('La corrida está lista · EMPRESA DE PRUEBA SRL').waitFor();
    await expectSoon(() => page.url()).toMatch(/resumen$/);
    await page.getByRole('link', { name: 'Ver la corrida' }).click();
    await page.waitForURL(new RegExp(idOf('ready')));
    await close();
  });

  test('a finished one offers each full consumption invoice, the ZIP and the report', async () => {
    const { page, close } = await visit(pathOf('done'));
    await page.getByText('suba las 2 facturas de consumo completas, una por una').waitFor();
    const files = page.locator('.notice').getByRole('link');
    await expectSoon(() => files.allTextContents()).toEqual([
      'E320000000053 · XML completo',
      'E320000000054 · XML completo',
    ]);
    await expectSoon(() => files.first().getAttribute('href')).toBe(
      '/app/api/companies/1/certification/vouchers/E320000000053/xml?attempt=1',
    );
    const zip = page.getByRole('link', { name: 'Archivos XML (ZIP)' });
    await expectSoon(() => zip.getAttribute('href')).toBe(`/app/api${api}/${idOf('done')}/files`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Informe (CSV)' }).click();
    expect((await saved).suggestedFilename()).toBe('certificacion.csv');
    await close();
  });

  test('approvals have no vouchers and no files', async () => {
    const { page, close } = await visit(pathOf('approvalsDone'));
    await page.getByText('La DGII aceptó todas las aprobaciones.').waitFor();
    await page.getByText('Según el portal, la DGII la tiene (operador@demo.example): El contador').waitFor();
    await expectSoon(() => page.getByRole('link', { name: /E\d{12}|ZIP/ }).count()).toBe(0);
    await expectSoon(() => page.getByRole('columnheader', { name: 'TrackId' }).count()).toBe(0);
    await close();
  });
});

test.each(runNames)('the run "%s" is accessible, keeps the policy, and fits', async (name) => {
  const { page, close, faults } = await visit(pathOf(name), 'soporte');
  await page.getByRole('heading', { name: 'Filas' }).waitFor();
  expect(await lookFaults(page)).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});
