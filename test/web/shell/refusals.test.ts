/**
 * What another person or another tab did meanwhile: a refusal is always seen, also when the page takes away the form that waits for it, and
 * a dialog never goes away in silence.
 */
import type { Page } from 'playwright-core';
import { expectSoon } from '../../harness/expect-soon.js';
import { filesIn } from '../../tidy/project-files.js';
import { idOf, runOf } from '../fixture/runs.js';
import { receivedOne, voucher } from '../fixture/data.js';
import { openSite } from '../open-site.js';
import { axeFaults } from '../page-checks.js';

const site = openSite();
const here = '/empresas/1/certification';
const mensaje = 'Otra persona decidió primero.';

interface Conflict {
  readonly name: string;
  readonly path: string;
  /** The call that is refused. */
  readonly refused: RegExp;
  /** The query that shows what the other person did, and its answer from then on. */
  readonly read: RegExp;
  readonly then: object;
  readonly act: (page: Page) => Promise<void>;
}

const pressIn = async (page: Page, dialog: RegExp, button: string) =>
  page.getByRole('dialog', { name: dialog }).getByRole('button', { name: button, exact: true }).click();

const force = async (page: Page) => {
  await page.getByRole('button', { name: 'Forzar el envío' }).click();
  const dialog = page.getByRole('dialog', { name: /^Forzar/ });
  await dialog.getByLabel('Nota').fill('No está.');
  await dialog.getByLabel('Escriba el e-NCF de nuevo').fill('E330000000998');
};

const conflicts: readonly Conflict[] = [
  {
    name: 'a decision about a received voucher',
    path: `${here}/recibidos/101000001/E310000000501`,
    refused: /\/approval$/,
    read: /\/received\/101000001\/E310000000501$/,
    then: {
      ...receivedOne('E310000000501'),
      decided: 'aprobado',
      decision: { estado: 'aprobado', motivo: null, by: 'otra@demo.example', at: '2026-11-20T15:00:00.000Z' },
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Rechazar' }).click();
      await page.getByLabel('Motivo').fill('Precio equivocado');
      await pressIn(page, /^Rechazar/, 'Rechazar');
    },
  },
  {
    name: 'a decision about an issued voucher',
    path: `${here}/comprobantes/E330000000998`,
    refused: /\/force$/,
    read: /\/vouchers\/E330000000998$/,
    then: { ...voucher('E330000000998'), final: true, possible: [] },
    act: async (page) => {
      await force(page);
      await pressIn(page, /^Forzar/, 'Forzar el envío');
    },
  },
  {
    name: 'a delivery to the buyer that is ordered again',
    path: `${here}/comprobantes/E410000000996`,
    refused: /\/deliver$/,
    read: /\/vouchers\/E410000000996$/,
    then: { ...voucher('E410000000996'), entrega: undefined, aprobacionComercial: undefined },
    act: (page) => page.getByRole('button', { name: 'Enviar otra vez' }).click(),
  },
  {
    name: 'a run that another person continued',
    path: `${here}/certificacion/corridas/${idOf('paused')}`,
    refused: /\/resume$/,
    read: /\/certification-runs\/[-\w]{36}$/,
    then: { ...runOf(idOf('paused')), state: 'running', reason: null },
    act: (page) => page.getByRole('button', { name: 'Continuar' }).click(),
  },
];

test.each(conflicts)('a refusal is seen after the page took away the form: $name', async (conflict) => {
  const { page, close, faults } = await site.visit(conflict.path);
  let isOver = false;
  await page.route(conflict.read, async (route) =>
    isOver ? route.fulfill({ json: conflict.then }) : route.fallback(),
  );
  await page.route(conflict.refused, async (route) => {
    isOver = true;
    await route.fulfill({ status: 409, json: { code: 'CHANGED_MEANWHILE', mensaje } });
  });
  await conflict.act(page);
  const alert = page.getByRole('alert').filter({ hasText: mensaje });
  await alert.getByText('No se pudo').waitFor();
  // The form is gone, and the message is in sight.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectSoon(() => alert.count()).toBe(1);
  await expectSoon(() => alert.isVisible()).toBe(true);
  await expectSoon(() => page.getByText('Se cerró').count()).toBe(0);
  expect(await axeFaults(page, 'main')).toEqual([]);
  expect(faults).toEqual([]);
  await alert.getByRole('button', { name: 'Cerrar' }).click();
  await alert.waitFor({ state: 'detached' });
  await close();
});

test('a dialog whose matter is over says that it closed, and that nothing was sent', async () => {
  const { page, close } = await site.visit(`${here}/comprobantes/E330000000998`);
  await force(page);
  await page.route(/\/vouchers\/E330000000998$/, (route) =>
    route.fulfill({ json: { ...voucher('E330000000998'), final: true, possible: [] } }),
  );
  // As a person who comes back from the other tab.
  await page.evaluate(`dispatchEvent(new Event('online')); dispatchEvent(new Event('visibilitychange'))`);
  const alert = page.getByRole('alert').filter({ hasText: 'Se cerró «Forzar el envío · E330000000998»' });
  await alert.getByText('no se envió nada').waitFor();
  expect(site.fixture.received).toEqual([]);
  await close();
});

test('a dialog that the person closes, sends or leaves says nothing more', async () => {
  const { page, close } = await site.visit(`${here}/comprobantes/E330000000998`);
  await force(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await force(page);
  await pressIn(page, /^Forzar/, 'Forzar el envío');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Numeración' }).click();
  await page.getByRole('button', { name: 'Añadir rango', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'E330000000998' }).waitFor();
  await expectSoon(() => page.getByText(/Se cerró|No se pudo/).count()).toBe(0);
  await close();
});

test('a refusal that the person has read is not shown again when the dialog closes', async () => {
  const { page, close } = await site.open(`${here}/comprobantes/E330000000998`, 'operador');
  await page.clock.install();
  await force(page);
  await page.route(/\/force$/, (route) =>
    route.fulfill({ status: 409, json: { code: 'IN_FLIGHT', mensaje } }),
  );
  await pressIn(page, /^Forzar/, 'Forzar el envío');
  await page.getByRole('dialog').getByText(mensaje).waitFor();
  await page.clock.fastForward(2_000);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectSoon(() => page.getByText(mensaje).count()).toBe(0);
  await close();
});

test('every change goes through a hook that shows refusals', () => {
  const files = filesIn('src/web', '.ts', '.tsx').filter(({ path }) => !path.includes('/generated/'));
  const change = /service\.(?:POST|PUT|PATCH|DELETE)\(/;
  const api = files.filter(({ text }) => change.test(text));
  expect(api.map(({ path }) => path).filter((path) => !path.startsWith('src/web/api/'))).toEqual([]);
  // The exported function in which each change is.
  const changes = api.flatMap(({ text }) =>
    text
      .split(/^export (?=(?:const|function|async function) )/m)
      .filter((part) => change.test(part))
      .map((part) => /^(?:const|function|async function) (\w+)/.exec(part)?.[1] ?? ''),
  );
  expect(changes.length).toBeGreaterThan(40);
  // `useBatch` keeps the refusal of each row, and `BatchDialog` shows it beside the row.
  const hooks = /\b(?:useForm|useAction|useBatch|RunAction|CodeForm|Setting)\b/;
  const imports = /^import (?!type)\{([^}]+)\} from '[^']+\/api\/[^']+';$/gm;
  const unseen = files.flatMap(({ path, text }) => {
    if (path.startsWith('src/web/api/') || hooks.test(text)) return [];
    const names = [...text.matchAll(imports)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim()),
    );
    return names.filter((name) => changes.includes(name)).map((name) => `${path}: ${name}`);
  });
  expect(unseen).toEqual([]);
});
