/** `received list | decide`, and the company's settings for what it receives. */
import { openCli, type Cli } from './harness.js';
import { publishAll } from '../flow/events/feeds.js';

let cli: Cli;
const key = { rncEmisor: '101000001', encf: 'E310000000001' };
beforeAll(async () => {
  cli = await openCli();
  await cli.run(['company', 'add', '999999992', '--name', 'EMPRESA DE PRUEBA SRL']);
  const signer = {
    subject: 'x',
    name: '',
    serialNumber: '',
    fingerprint: 'x',
    chain: 'not-checked',
    period: 'usable',
  } as const;
  const amounts = { fechaEmision: '20-11-2026', montoTotal: '1180.00', rncComprador: '999999992' };
  const voucher = {
    ...key,
    ...amounts,
    razonSocialEmisor: 'PROVEEDOR',
    ecfType: 31,
    securityCode: 'abcdef',
  } as const;
  await cli.store.claimReception(
    { companyId: 1, environment: 'pre-certification', ...voucher, fechaFirma: '20-11-2026 09:30:00', signer },
    Buffer.from('<ECF/>'),
    new Date(),
  );
});

const decide = (estado: string, ...more: string[]) =>
  cli.json(['received', 'decide', key.rncEmisor, key.encf, estado, '--company', '1', ...more]);

test('list shows the received vouchers, and decide keeps the first decision', async () => {
  const listed = await cli.run(['received', 'list', '--company', '999999992', '--estado', 'pendiente']);
  expect(listed.stdout).toMatch(/101000001 +E310000000001 +1180\.00 +sin firmar/);
  const undelivered = await cli.run(['received', 'list', '--company', '999999992', '--estado', 'no-llego']);
  expect(undelivered.stdout).toMatch('No hay comprobantes recibidos.');
  expect(await decide('rechazado')).toMatchObject({ error: 'MOTIVO_MISSING' });
  expect(await decide('aprobado', '--sha256', 'abc')).toMatchObject({ error: 'USAGE' });
  expect(await decide('aprobado', '--sha256', 'f'.repeat(64))).toMatchObject({ error: 'RECEIVED_CHANGED' });
  expect(await decide('aprobado', '--environment', 'production')).toMatchObject({
    error: 'RECEPTION_NOT_FOUND',
  });
  const [sha256 = ''] = /[0-9a-f]{64}/.exec(listed.stdout) ?? [];
  expect(await decide('rechazado', '--motivo', 'No recibida', '--sha256', sha256)).toMatchObject({ code: 0 });
  expect(await decide('aprobado')).toMatchObject({ error: 'APPROVAL_DECIDED' });
  const reception = await cli.store.findReception({ companyId: 1, environment: 'pre-certification', ...key });
  expect(reception?.decision).toMatchObject({ estado: 'rechazado', motivo: 'No recibida' });
});

test('refused lists the refused vouchers, page by page', async () => {
  const refusal = {
    companyId: 1,
    environment: 'pre-certification',
    ...key,
    rncComprador: '999999992',
  } as const;
  for (const [n, code] of ([1, 2, 3] as const).entries()) {
    const about = {
      detail: 'content-altered',
      sha256: `sha-${code}`,
      bytes: 10,
      receivedAt: new Date(Date.UTC(2026, 10, n + 1)),
    };
    await cli.store.refuseReception({ ...refusal, ...about, code });
  }
  const first = await cli.run(['received', 'refused', '--company', '1', '--limit', '2']);
  expect(first.stdout).toMatch(
    /3: Envío duplicado[^]*2: Error de firma digital +El contenido no es el que se firmó/,
  );
  const [, cursor = ''] = /Hay más: --cursor (\S+)/.exec(first.stdout) ?? [];
  expect(await cli.json(['received', 'refused', '--company', '1', '--cursor', cursor])).toMatchObject({
    data: { refused: [{ code: 1, reason: 'Error de especificación' }], cursor: null },
  });
  expect(await cli.json(['received', 'refused', '--company', '1', '--cursor', 'x'])).toMatchObject({
    error: 'USAGE',
  });
});

test('remove-refused removes the old ones of one company and environment, and asks first', async () => {
  const refusal = { ...key, rncComprador: '999999992', detail: 'x', bytes: 10, code: 2 } as const;
  const hourMs = 3_600_000;
  const keep = (sha256: string, environment: 'certification' | 'production', ageHours: number) =>
    cli.store.refuseReception({
      ...refusal,
      companyId: 1,
      environment,
      sha256,
      receivedAt: new Date(Date.now() - ageHours * hourMs),
    });
  // More than one write takes.
  for (let n = 0; n < 1_001; n += 1) await keep(`old ${n}`, 'certification', 30);
  await keep('new', 'certification', 1);
  await keep('other', 'production', 30);
  // A refusal whose event is not published yet would stay.
  await publishAll(cli.store);
  const left = async (environment: 'certification' | 'production') =>
    (await cli.store.findRefused({ companyId: 1, environment, limit: 10 })).rows.map(({ sha256 }) => sha256);
  const remove = ['received', 'remove-refused', '--company', '1', '--environment', 'certification'];
  expect(await cli.json(remove)).toMatchObject({ error: 'CONFIRMATION_MISSING' });
  expect(await cli.json([...remove, '--yes'])).toMatchObject({ data: { removed: 1_001, more: false } });
  expect([await left('certification'), await left('production')]).toEqual([['new'], ['other']]);
  expect(await cli.json([...remove, '--older-than-days', '0', '--yes'])).toMatchObject({
    data: { removed: 1 },
  });
  expect([await left('certification'), await left('production')]).toEqual([[], ['other']]);
});

test('the settings of the company', async () => {
  const shown = async () => (await cli.run(['company', 'show', '1'])).stdout;
  expect(await shown()).toMatch(/Aprobaciones +decide una persona\n/);
  expect(await shown()).toMatch(/Recepción repetida +el mismo acuse/);
  expect(await cli.json(['company', 'approvals', 'set', '1', 'reminder', '--days', '3'])).toMatchObject({
    code: 0,
  });
  expect(await cli.json(['company', 'approvals', 'set', '1', 'reminder'])).toMatchObject({ error: 'USAGE' });
  expect(await cli.json(['company', 'repeated-reception', 'set', '1', 'duplicate'])).toMatchObject({
    code: 0,
  });
  expect(await cli.store.findCompany(1)).toMatchObject({
    approvals: { mode: 'reminder', days: 3 },
    repeatedReception: 'duplicate',
  });
  expect(await shown()).toMatch(/Aprobaciones +decide una persona, con recordatorio a los 3 días/);
  expect(await shown()).toMatch(/Recepción repetida +código 3/);
});

test('delivery to buyers and the numbers of rejected vouchers', async () => {
  const shown = async () => (await cli.run(['company', 'show', '1'])).stdout;
  expect(await shown()).toMatch(/Números de rechazados +no se anulan/);
  expect(await shown()).toMatch(/Entrega a compradores +sí\n/);
  expect(await cli.json(['company', 'annul-rejected', '1', 'allow'])).toMatchObject({ code: 0 });
  expect(await cli.json(['company', 'delivery', 'set', '1', 'on', '--type-45', 'on'])).toMatchObject({
    code: 0,
    data: { companyId: 1, buyerDelivery: 'on', buyerDelivery45: 'on' },
  });
  expect(await shown()).toMatch(/Números de rechazados +se pueden anular/);
  expect(await shown()).toMatch(/Entrega a compradores +sí, también tipo 45/);
  expect(await cli.json(['company', 'delivery', 'set', '1', 'off'])).toMatchObject({ code: 0 });
  expect(await shown()).toMatch(/Entrega a compradores +no\n/);
  expect(await cli.json(['company', 'delivery', 'set', '1', 'quizás'])).toMatchObject({ error: 'USAGE' });
});
