/** Logging in and out, and sessions that end while a page is open, with handwritten answers. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expectSoon } from '../harness/expect-soon.js';
import { openSite } from './open-site.js';

const site = openSite();
const { visit } = site;

const here = '/empresas/1/certification';
/** The service's answer when a person starts to activate the second factor. */
const newAuthenticator = {
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/e-CF?secret=JBSWY3DPEHPK3PXP',
};

/** Gives the password with which the activation of a second factor begins. */
async function beginEnrolment(page: Page): Promise<void> {
  await page.getByLabel('Su clave').fill('demo-2026');
  await page.keyboard.press('Enter');
}

/** Opens the form of a new range in the voucher master and fills it. */
async function fillRange(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Añadir rango', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Añadir rango' });
  await form.getByLabel('Desde').fill('1');
  await form.getByLabel('Hasta').fill('9');
  await form.getByLabel('Número de autorización').fill('A-1');
  await form.getByLabel('Vence').fill('2028-12-31');
  return form;
}

/** Fills the form of a range and ends the session, which the page finds when it sends the form. */
async function loseSession(page: Page, context: BrowserContext): Promise<Locator> {
  const form = await fillRange(page);
  await context.clearCookies();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Su sesión terminó' }).waitFor();
  return form;
}

/** Logs in in another tab, which tells this one. */
async function logInElsewhere(context: BrowserContext, name: string): Promise<void> {
  const other = await context.newPage();
  await other.goto(`${site.fixture.address}${here}/resumen`);
  await other.getByLabel('Correo electrónico').fill(`${name}@demo.example`);
  await other.getByLabel('Clave').fill('demo-2026');
  await other.keyboard.press('Enter');
  await other.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor();
}

/** Logs in with the dialog that a lost session shows above the page. */
async function logInAbove(page: Page, name: string): Promise<void> {
  const login = page.getByRole('dialog', { name: 'Su sesión terminó' });
  await login.getByLabel('Clave').fill('demo-2026');
  await login.getByLabel('Correo electrónico').fill(`${name}@demo.example`);
  await page.keyboard.press('Enter');
  await login.waitFor({ state: 'hidden' });
}

test('the first visit asks for the login and logs no error', async () => {
  const { page, close } = await site.browser.open();
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  await page.goto(`${site.fixture.address}${here}/resumen`);
  await page.getByRole('heading', { level: 1, name: 'Entrar' }).waitFor();
  expect(logged).toEqual([]);
  await close();
});

test('a browser of another language says in Spanish what is missing, and takes the field when it is there', async () => {
  const { page, close } = await site.browser.open({ locale: 'en-US' });
  await page.goto(`${site.fixture.address}${here}/resumen`);
  const email = page.getByLabel('Correo electrónico');
  const message = () => email.evaluate((field) => (field as HTMLInputElement).validationMessage);
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expectSoon(message).toBe('Complete este campo.');
  await email.fill('operador');
  await page.keyboard.press('Enter');
  await expectSoon(message).toBe('Escriba un correo completo, como nombre@empresa.do.');
  await email.fill('operador@demo.example');
  await page.getByLabel('Clave').fill('demo-2026');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor();
  await close();
});

test('the keyboard alone goes from the login to a voucher', async () => {
  const { page, close } = await site.browser.open();
  await page.goto(`${site.fixture.address}${here}/resumen`);
  await page.getByLabel('Correo electrónico').waitFor();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()');
  const tabTo = async (name: string) => {
    for (let n = 0; n < 60 && (await focused()) !== name; n++) await press('Tab');
    await expectSoon(() => focused()).toBe(name);
  };
  await press('Tab');
  await page.keyboard.type('consulta@demo.example');
  await press('Tab');
  await page.keyboard.type('demo-2026');
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor();
  await press('Tab');
  await expectSoon(() => focused()).toBe('Saltar al contenido');
  await tabTo('Comprobantes');
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Comprobantes' }).waitFor();
  await page.getByRole('link', { name: 'E310000001000' }).waitFor();
  await tabTo('COMPRADOR DE PRUEBA SRL');
  await press('Enter');
  await page.getByRole('complementary', { name: 'Detalle de E310000001000' }).waitFor();
  // The drawer has the focus, and Enter opens the page of what it shows.
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: 'E310000001000' }).waitFor();
  await close();
});

test('a session that ended is renewed above the page, and the form keeps what was typed', async () => {
  const { page, context, close } = await visit(`${here}/maestro`);
  const form = await fillRange(page);
  await context.clearCookies();
  await page.keyboard.press('Enter');
  await logInAbove(page, 'operador');
  await expectSoon(() => form.getByLabel('Número de autorización').inputValue()).toBe('A-1');
  // The service refused the first press. The person must know that nothing was sent.
  await form.getByText('Ya entró. La acción no se hizo: repítala.').waitFor();
  await expectSoon(() => page.getByText('Entre para continuar.').count()).toBe(0);
  await form.getByRole('button', { name: 'Añadir rango' }).click();
  await form.waitFor({ state: 'hidden' });
  await close();
});

test('a person who returns after the session ended finds the page as it was, below the login', async () => {
  const { page, context, close } = await site.browser.open();
  await page.clock.install();
  await context.addCookies([{ name: 'role', value: 'operador', url: site.fixture.address }]);
  await page.goto(`${site.fixture.address}${here}/maestro`);
  await page.getByRole('button', { name: 'Añadir rango', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Añadir rango' });
  await form.getByLabel('Número de autorización').fill('A-1');
  // The browser deletes a cookie whose time is over, so the service only sees a visitor.
  await context.clearCookies();
  await page.clock.fastForward('02:00');
  await page.evaluate(`globalThis.dispatchEvent(new Event('visibilitychange'))`);
  await logInAbove(page, 'operador');
  await expectSoon(() => form.getByLabel('Número de autorización').inputValue()).toBe('A-1');
  await close();
});

test('a page whose session ended sends no more requests until the login', async () => {
  const { page, context, close } = await site.browser.open();
  await page.clock.install();
  await context.addCookies([{ name: 'role', value: 'operador', url: site.fixture.address }]);
  await page.goto(`${site.fixture.address}${here}/comprobantes/E330000000998`);
  await page.getByText('Qué hacer').waitFor();
  await context.clearCookies();
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 401) refused.push(response.url());
  });
  await page.clock.fastForward('00:31');
  await page.getByRole('dialog', { name: 'Su sesión terminó' }).waitFor();
  const before = refused.length;
  await page.clock.fastForward('10:00');
  await logInAbove(page, 'operador');
  expect(refused.length).toBe(before);
  // After the login it asks again.
  const asked = page.waitForResponse(/E330000000998$/);
  await page.clock.fastForward('00:31');
  expect((await asked).status()).toBe(200);
  await close();
});

const ofNobody = { email: 'nueva@demo.example', known: false, razonSocial: null, role: null, support: false };

test.each([
  { known: true, links: 1 },
  { known: false, links: 0 },
])(
  'an invitation leads to the page for a lost password: $links times if the person is known: $known',
  async (invited) => {
    const { page, close } = await site.browser.open();
    await page.route('**/invitations/*', (route) =>
      route.fulfill({ json: { ...ofNobody, known: invited.known } }),
    );
    await page.goto(`${site.fixture.address}/invitacion/abc`);
    await page.getByRole('button', { name: 'Aceptar' }).waitFor();
    await expectSoon(() => page.getByRole('link', { name: 'Olvidé mi clave' }).count()).toBe(invited.links);
    await close();
  },
);

test('a person who forgot the password gets from the login to a link by mail, and nothing says whether the address is known', async () => {
  const { page, close, faults } = await site.browser.open();
  await page.goto(site.fixture.address);
  await page.getByRole('link', { name: 'Olvidé mi clave' }).click();
  await page.getByRole('heading', { name: 'Olvidé mi clave' }).waitFor();
  const asked = page.waitForRequest((one) => one.method() === 'POST');
  await page.getByLabel('Correo electrónico').fill(' ana@demo.example ');
  await page.getByRole('button', { name: 'Enviar el enlace' }).click();
  expect((await asked).postDataJSON()).toEqual({ email: 'ana@demo.example' });
  await page.getByText('Si esa dirección tiene una cuenta').waitFor();
  await page.getByRole('link', { name: 'Volver a entrar' }).click();
  await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('without mail the page for a forgotten password says whom to ask, and has no form', async () => {
  const { page, close } = await site.browser.open();
  await page.route('**/session/forgotten-password', (route) => route.fulfill({ json: { mail: false } }));
  await page.goto(`${site.fixture.address}/olvide-mi-clave`);
  await page.getByText('Pida a quien opera el servicio un enlace nuevo').waitFor();
  await expectSoon(() => page.getByRole('button').count()).toBe(0);
  await close();
});

test('the mailed link sets a new password, or offers another link', async () => {
  const { page, close, faults } = await site.browser.open();
  await page.goto(`${site.fixture.address}/clave-nueva/abc`);
  await page.getByText('ana@demo.example').waitFor();
  const sent = page.waitForRequest((one) => one.method() === 'POST');
  await page.getByLabel('Elija una clave').fill('otra-clave-de-prueba');
  await page.getByRole('button', { name: 'Cambiar la clave' }).click();
  expect((await sent).postDataJSON()).toEqual({ password: 'otra-clave-de-prueba' });
  await page.getByText('Listo: entre con su clave nueva.').waitFor();
  expect(faults).toEqual([]);
  await page.route('**/session/forgotten-password/*', (route) =>
    route.fulfill({ status: 404, json: { code: 'INVITATION_NOT_FOUND', mensaje: 'El enlace no existe.' } }),
  );
  await page.reload();
  await page.getByText('El enlace no existe.').waitFor();
  await page.getByRole('link', { name: 'Pedir otro enlace' }).click();
  await page.getByRole('heading', { name: 'Olvidé mi clave' }).waitFor();
  await close();
});

test('in the dialog of a lost session the page for a forgotten password opens beside what the person typed', async () => {
  const { page, context, close } = await visit(`${here}/maestro`, 'administrador');
  await loseSession(page, context);
  const login = page.getByRole('dialog', { name: 'Su sesión terminó' });
  const link = login.getByRole('link', { name: 'Olvidé mi clave' });
  await expectSoon(() => link.getAttribute('target')).toBe('_blank');
  await close();
});

test.each([
  {
    offer: { razonSocial: 'EMPRESA DE PRUEBA SRL', role: 'operador' },
    shown: ['EMPRESA DE PRUEBA SRL', 'Operador', 'aprobar o rechazar los recibidos'],
  },
  {
    offer: { razonSocial: 'EMPRESA DE PRUEBA SRL', role: 'consulta' },
    shown: ['EMPRESA DE PRUEBA SRL', 'Consulta', 'No puede cambiar nada'],
  },
  { offer: { support: true }, shown: ['Todas, como soporte de la plataforma', 'Soporte', 'crearlas'] },
  { offer: {}, shown: ['Este enlace es para elegir una clave nueva.'] },
])('an invitation names what it offers: $shown', async ({ offer, shown }) => {
  const { page, close, faults } = await site.browser.open();
  await page.route('**/invitations/*', (route) => route.fulfill({ json: { ...ofNobody, ...offer } }));
  await page.goto(`${site.fixture.address}/invitacion/abc`);
  for (const text of ['nueva@demo.example', ...shown]) await page.getByText(text).first().waitFor();
  await expectSoon(() => page.getByText('Rol', { exact: true }).count()).toBe(
    Object.keys(offer).length === 0 ? 0 : 1,
  );
  expect(faults).toEqual([]);
  await close();
});

test('a person who does not need the second factor yet can leave its activation', async () => {
  const { page, close, faults } = await visit('/cuenta');
  await page.route('**/session/totp', (route) => route.fulfill({ json: newAuthenticator }));
  const card = page.getByRole('region', { name: 'Segundo factor' });
  const activate = card.getByRole('button', { name: 'Activar el segundo factor' });
  await activate.click();
  await card.getByLabel('Su clave').waitFor();
  await card.getByRole('button', { name: 'Cancelar' }).click();
  await activate.click();
  await beginEnrolment(page);
  await card.getByLabel('Código').waitFor();
  await card.getByRole('button', { name: 'Cancelar' }).click();
  await activate.waitFor();
  await expectSoon(() => card.getByLabel('Código').count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
});

test('the code of the second factor can be left for another account', async () => {
  const { page, close, faults } = await site.browser.open();
  await page.route('**/session', async (route) => {
    const asked = route.request().method();
    await route.fulfill({ json: asked === 'GET' ? { next: 'code' } : {} });
  });
  await page.goto(`${site.fixture.address}${here}/resumen`);
  await page.getByLabel('Código').waitFor();
  const ended = page.waitForRequest((request) => request.method() === 'DELETE');
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await ended;
  await page.getByLabel('Correo electrónico').waitFor();
  expect(faults).toEqual([]);
  await close();
});

test('the recovery codes stay until the person has kept them, whatever the session says meanwhile', async () => {
  const { page, context, close } = await site.browser.open();
  await page.clock.install();
  let next: object = { next: 'enrol' };
  await page.route('**/session', (route) =>
    next === person ? route.continue() : route.fulfill({ json: next }),
  );
  await page.route('**/session/totp', (route) => route.fulfill({ json: newAuthenticator }));
  await page.route('**/session/totp/confirm', (route) =>
    route.fulfill({ json: { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] } }),
  );
  await page.goto(`${site.fixture.address}${here}/resumen`);
  await beginEnrolment(page);
  await page.getByLabel('Código').fill('123456');
  await page.getByRole('button', { name: 'Comprobar' }).click();
  await page.getByText('aaaa-bbbb').waitFor();
  // The login is complete now, and the person goes to another tab for a while.
  next = person;
  await context.addCookies([{ name: 'role', value: 'operador', url: site.fixture.address }]);
  await page.clock.fastForward('02:00');
  await page.evaluate(`globalThis.dispatchEvent(new Event('visibilitychange'))`);
  await page.evaluate(`globalThis.dispatchEvent(new Event('online'))`);
  await page.clock.runFor(1_000);
  await expectSoon(() => page.getByText('cccc-dddd').count()).toBe(1);
  await page.getByRole('button', { name: 'Ya los guardé' }).click();
  await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor();
  await close();
});

/** Stands for the fixture's own answer. */
const person = {};

test('another person who logs in above the page finds nothing of the first one', async () => {
  const { page, context, close } = await visit(`${here}/certificacion`, 'operador');
  await page.getByLabel('Precio unitario').fill('7');
  await page.waitForFunction(() => Object.keys(sessionStorage).length > 0);
  await page.getByRole('link', { name: 'Numeración' }).click();
  const form = await fillRange(page);
  await context.clearCookies();
  await page.keyboard.press('Enter');
  await logInAbove(page, 'administrador');
  await page.getByRole('heading', { level: 1, name: 'Numeración' }).waitFor();
  await expectSoon(() => form.count()).toBe(0);
  await expectSoon(() => page.evaluate<number>('Object.keys(sessionStorage).length')).toBe(0);
  await close();
});

test('a logout that failed says so', async () => {
  const { page, close } = await visit(`${here}/resumen`);
  await page.route('**/session', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Salir' }).click();
  await page.getByRole('alert').getByText('El servicio no respondió.').waitFor();
  await close();
});

test('a page that nobody touches stops asking, so that the session can end; a touch repeats the queries', async () => {
  const { page, context, close } = await site.browser.open();
  await page.clock.install();
  await context.addCookies([{ name: 'role', value: 'operador', url: site.fixture.address }]);
  await page.goto(`${site.fixture.address}${here}/resumen`);
  await page.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor();
  let asked = 0;
  page.on('request', (request) => (asked += request.url().includes('/app/api/') ? 1 : 0));
  const polled = page.waitForResponse(/\/summary$/);
  await page.clock.runFor(31_000);
  await polled;
  await page.clock.runFor(6 * 60_000);
  await page.waitForLoadState('networkidle');
  asked = 0;
  await page.clock.runFor(30 * 60_000);
  expect(asked).toBe(0);
  const again = page.waitForResponse(/\/summary$/);
  await page.mouse.move(10, 10);
  await again;
  await close();
});

describe('another person who logs in in another tab', () => {
  const first = 'Persona operador';
  const second = 'Persona administrador';

  test('replaces the first one in every tab', async () => {
    const { page, context, close } = await visit(`${here}/maestro`);
    await page.getByRole('link', { name: first }).waitFor();
    await context.clearCookies();
    await logInElsewhere(context, 'administrador');
    await page.getByRole('link', { name: second }).waitFor();
    await close();
  });

  test('replaces the first one in a tab whose session ended', async () => {
    const { page, context, close } = await visit(`${here}/maestro`);
    await loseSession(page, context);
    await logInElsewhere(context, 'administrador');
    await page.getByRole('link', { name: second }).waitFor();
    await expectSoon(() => page.getByRole('dialog').count()).toBe(0);
    await close();
  });

  test('and logs out there is missed by every tab', async () => {
    const { page, context, close } = await visit(`${here}/maestro`);
    const other = await context.newPage();
    await other.goto(`${site.fixture.address}${here}/resumen`);
    await other.getByRole('heading', { level: 1, name: 'Inicio' }).waitFor();
    // A call that is still under way would lose the session before the person leaves.
    await other.waitForLoadState('networkidle');
    await context.clearCookies();
    await other.getByRole('button', { name: 'Salir' }).click();
    await other.getByLabel('Correo electrónico').waitFor();
    await page.getByRole('dialog', { name: 'Su sesión terminó' }).waitFor();
    await close();
  });

  test('does not act from the page of the first one, which then shows the second', async () => {
    const { page, context, close } = await visit(`${here}/maestro`);
    const named: (string | undefined)[] = [];
    await page.route(/\/authorizations$/, (route) => {
      named.push(route.request().headers()['x-shown-person']);
      return route.fulfill({ status: 409, json: { code: 'PERSON_CHANGED', mensaje: 'Entró otra persona.' } });
    });
    await fillRange(page);
    await context.addCookies([{ name: 'role', value: 'administrador', url: site.fixture.address }]);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: second }).waitFor();
    expect(named).toEqual(['p-operador']);
    await expectSoon(() => page.getByRole('dialog').count()).toBe(0);
    await close();
  });
});

test('the same person who logs in in another tab goes on in a tab whose session ended, with what was typed', async () => {
  const { page, context, close, faults } = await visit(`${here}/maestro`);
  const form = await loseSession(page, context);
  await logInElsewhere(context, 'operador');
  await page.getByRole('dialog', { name: 'Su sesión terminó' }).waitFor({ state: 'hidden' });
  await expectSoon(() => form.getByLabel('Número de autorización').inputValue()).toBe('A-1');
  await form.getByRole('button', { name: 'Añadir rango' }).click();
  await form.waitFor({ state: 'hidden' });
  expect(faults).toEqual([]);
  await close();
});

test('recovery codes above a page whose session ended stay, although the person logs in in another tab', async () => {
  const { page, context, close } = await visit(`${here}/maestro`);
  await loseSession(page, context);
  await page.route('**/session', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: { next: 'enrol' } }) : route.continue(),
  );
  await page.route('**/session/totp', (route) => route.fulfill({ json: newAuthenticator }));
  await page.route('**/session/totp/confirm', (route) =>
    route.fulfill({ json: { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] } }),
  );
  await page.getByRole('dialog', { name: 'Su sesión terminó' }).getByLabel('Clave').fill('demo-2026');
  await page.keyboard.press('Enter');
  await beginEnrolment(page);
  await page.getByLabel('Código').fill('123456');
  await page.getByRole('button', { name: 'Comprobar' }).click();
  await page.getByText('aaaa-bbbb').waitFor();
  const read = page.waitForResponse(/\/session$/);
  await logInElsewhere(context, 'operador');
  await read;
  await page.waitForLoadState('networkidle');
  await expectSoon(() => page.getByText('aaaa-bbbb').count()).toBe(1);
  await page.getByRole('button', { name: 'Ya los guardé' }).click();
  await page.getByRole('dialog', { name: 'Su sesión terminó' }).waitFor({ state: 'hidden' });
  await close();
});

test('the secret of a new authenticator stays the same while the person is away to scan it', async () => {
  const { page, context, close } = await site.browser.open();
  await page.clock.install();
  await context.addCookies([{ name: 'role', value: 'operador', url: site.fixture.address }]);
  let begun = 0;
  await page.route('**/session/totp', (route) => {
    begun += 1;
    return route.fulfill({ json: newAuthenticator });
  });
  await page.goto(`${site.fixture.address}/cuenta`);
  await page.getByRole('button', { name: 'Activar el segundo factor' }).click();
  await beginEnrolment(page);
  await page.getByText(newAuthenticator.secret).waitFor();
  const before = begun;
  await page.clock.fastForward('06:00');
  const again = page.waitForResponse(/\/session$/);
  await page.mouse.move(10, 10);
  await again;
  await page.waitForLoadState('networkidle');
  expect(begun).toBe(before);
  await close();
});

test.each([
  { where: 'above the page', name: 'Comprobar' },
  { where: 'in another tab', name: undefined },
])(
  'after a login $where the page gets another secret, because the new session knows none',
  async ({ name }) => {
    const { page, context, close, faults } = await visit('/cuenta');
    const secrets = ['FIRSTSECRET', 'SECONDSECRET'];
    await page.route('**/session/totp', (route) => {
      const secret = secrets.length > 1 ? secrets.shift() : secrets[0];
      return route.fulfill({ json: { secret, uri: `otpauth://totp/e-CF?secret=${secret}` } });
    });
    await page.getByRole('button', { name: 'Activar el segundo factor' }).click();
    await beginEnrolment(page);
    await page.getByText('FIRSTSECRET').waitFor();
    await expectSoon(() => page.getByText('la imagen será otra').count()).toBe(0);
    await page.getByLabel('Código').fill('123456');
    await context.clearCookies();
    if (name === undefined) await logInElsewhere(context, 'operador');
    else {
      await page.getByRole('button', { name }).click();
      await logInAbove(page, 'operador');
    }
    await page.getByRole('alert').getByText('la imagen será otra').waitFor();
    await beginEnrolment(page);
    await page.getByText('SECONDSECRET').waitFor();
    await expectSoon(() => page.getByText('FIRSTSECRET').count()).toBe(0);
    await expectSoon(() => page.getByLabel('Código').inputValue()).toBe('');
    expect(faults).toEqual([]);
    await close();
  },
);
