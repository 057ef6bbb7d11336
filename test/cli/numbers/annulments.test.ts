/** `annulment …` and `company annul-rejected`: what an operator asks, sees and records about numbers that DGII voids. */
import { openCli, type Cli } from '../harness.js';

let cli: Cli;
let rnc: string;
beforeAll(async () => {
  cli = await openCli();
  rnc = await cli.company({ origin: 'service' });
});

const run = (...args: string[]) => cli.json(['annulment', ...args, '--company', rnc]);
const record = async () => {
  const { companyId } = (await cli.store.findCompanyByRnc(rnc))!;
  const query = { companyId, environment: 'pre-certification', limit: 1 } as const;
  return (await cli.store.listRangeAnnulments(query)).rows[0]!;
};

test('candidates are the numbers left in each range', async () => {
  const grant = ['--company', rnc, '--type', '32', '--from', '1', '--to', '9', '--number', 'A-1'];
  await cli.json(['authorization', 'add', ...grant]);
  expect((await run('candidates')).data).toMatchObject({
    unused: [],
    more: false,
    remaining: [{ desde: 'E320000000001', hasta: 'E320000000009' }],
  });
});

test('candidates leave out numbers that were voided or locked and never handed out', async () => {
  const { companyId } = (await cli.store.findCompanyByRnc(rnc))!;
  const [environment, now, note] = ['pre-certification', new Date(), 'prueba'] as const;
  const grant = ['--company', rnc, '--type', '34', '--from', '1', '--to', '9', '--number', 'A-2'];
  await cli.json(['authorization', 'add', ...grant]);
  const annulled = ['E340000000001', 'E340000000005', 'E340000000006'];
  for (const encf of annulled)
    await cli.store.annulReservation({ companyId, environment, encf, note, by: 'ana', now });
  await cli.store.lockNumbers({ id: 'x', companyId, environment, note, now }, ['E340000000009']);
  const { remaining } = (await run('candidates')).data as unknown as { remaining: { desde: string }[] };
  expect(remaining.filter(({ desde }) => desde.startsWith('E34'))).toEqual([
    { desde: 'E340000000002', hasta: 'E340000000004' },
    { desde: 'E340000000007', hasta: 'E340000000008' },
  ]);
});

test('a request is kept for a worker, shown and listed', async () => {
  const ranges = ['--range', 'E320000000001-E320000000003', '--range', 'E320000000005'];
  const { data } = await run('request', ...ranges, '--note', 'Cambio de sistema', '--yes');
  expect(data).toMatchObject({ estado: 'pendiente', solicitados: 4, nota: 'Cambio de sistema' });
  const { _id } = await record();
  expect((await run('show', _id)).data.numbers).toEqual([
    { desde: 'E320000000001', hasta: 'E320000000003', outcome: 'locked' },
    { desde: 'E320000000005', hasta: 'E320000000005', outcome: 'locked' },
  ]);
  expect((await run('list')).data).toMatchObject([{ annulmentId: _id }]);
  const text = await cli.run(['annulment', 'show', _id, '--company', rnc]);
  expect(text.stdout).toContain('E320000000003');
});

test('a company has at most 20,000 numbers under way', async () => {
  const busy = await cli.company({ origin: 'service' });
  const ask = (range: string) =>
    cli.json(['annulment', 'request', '--company', busy, '--range', range, '--yes']);
  await ask('E320000000001-E320000010000');
  await ask('E320000010001-E320000020000');
  expect(await ask('E320000020001')).toMatchObject({ code: 1, error: 'TOO_MANY_ANNULMENTS' });
});

test('a request whose numbers an earlier one voided: says so, and names the earlier one', async () => {
  const range = ['--range', 'E320000000006', '--yes'];
  const first = await run('request', ...range);
  expect(first.data).toMatchObject({ estado: 'pendiente', reused: false });
  await cli.store.changeRangeAnnulment(await record(), { state: 'annulled' }, { now: new Date() });
  const { data } = await run('request', ...range);
  expect(data).toMatchObject({ annulmentId: (await record())._id, estado: 'anulado', reused: true });
  const text = await cli.run(['annulment', 'request', ...range, '--company', rnc]);
  expect(text.stdout).toContain('ya estaban anulados desde una solicitud anterior');
});

test('a request that was never sent is cancelled; one that was sent is not', async () => {
  await run('request', '--range', 'E320000000007', '--yes');
  const asked = await record();
  expect((await run('cancel', asked._id, '--note', 'Se va a usar')).data).toMatchObject({
    estado: 'rechazado',
  });
  const { data } = await run('show', asked._id);
  expect(data.numbers).toMatchObject([{ desde: 'E320000000007', outcome: 'refused', reason: 'CANCELLED' }]);
  expect(await record()).toMatchObject({
    cancelled: { note: 'Se va a usar' },
    state: 'refused',
    final: false,
  });

  await run('request', '--range', 'E320000000008', '--yes');
  const sent = await record();
  await cli.store.changeRangeAnnulment(sent, { state: 'sending' }, { now: new Date() });
  expect((await run('cancel', sent._id)).error).toBe('ANNULMENT_SENT');
  expect((await run('cancel', 'x')).error).toBe('ANNULMENT_NOT_FOUND');
});

test.each([
  {
    args: ['request', '--range', 'E320000000003-E320000000001', '--yes'],
    error: 'ANNULMENT_RANGE_INVALID',
    says: 'E320000000003-E320000000001 no es válido: termina antes',
  },
  {
    args: ['request', '--range', 'E320000000007', '--range', 'E320000000001-X', '--yes'],
    error: 'ANNULMENT_RANGE_INVALID',
    says: '«X» no es un e-NCF',
  },
  {
    args: ['request', '--range', 'E320000000001', '--range', 'E320000000001', '--yes'],
    error: 'ANNULMENT_RANGES_OVERLAP',
    says: 'El rango 2 (E320000000001 a E320000000001) repite',
  },
  {
    args: ['request', '--range', 'E320000000001-E320000010001', '--yes'],
    error: 'ANNULMENT_TOO_LARGE',
    says: 'Son 10,001 números',
  },
  {
    args: ['request', '--range', 'E320000000001', '--environment', 'production', '--yes'],
    error: 'USAGE',
    says: 'La empresa está en pre-certification',
  },
  { args: ['show', 'x'], error: 'ANNULMENT_NOT_FOUND', says: '«annulment list»' },
])('$args: $error', async ({ args, error, says }) => {
  const { error: code, stdout } = await run(...args);
  expect(code).toBe(error);
  expect(stdout).toContain(says);
});

test('only an uncertain annulment is confirmed, and the numbers take that result', async () => {
  const word = ['--note', 'Consulta de Anulaciones', '--yes'];
  const free = (deliveries: number) => ['not-annulled', '--deliveries', String(deliveries), ...word];
  await run('request', '--range', 'E320000000001-E320000000003', '--yes');
  const before = await record();
  expect((await run('confirm', before._id, 'annulled', ...word)).error).toBe('ANNULMENT_NOT_UNCERTAIN');
  const results = [{ desde: 'E320000000001', hasta: 'E320000000003', outcome: 'uncertain' as const }];
  const change = { state: 'uncertain', deliveryCount: 2, results } as const;
  await cli.store.changeRangeAnnulment(before, change, { now: new Date() });
  const { data: shown } = await run('show', before._id);
  expect(shown).toMatchObject({ estado: 'incierto', deliveries: 2 });
  expect((await run('confirm', before._id, 'not-annulled', ...word)).stdout).toContain('falta --deliveries');
  // The operator saw what the first delivery did, and there was a second one.
  const late = await run('confirm', before._id, ...free(1));
  expect(late).toMatchObject({ code: 1, error: 'CHANGED_MEANWHILE' });
  expect(late.stdout).toContain('mire otra vez la Oficina Virtual');
  expect((await run('confirm', before._id, ...free(2))).data).toMatchObject({ estado: 'rechazado' });
  expect(await record()).toMatchObject({ state: 'refused', final: false, confirmed: { note: word[1] } });
});

test('the company’s setting for numbers of rejected vouchers', async () => {
  await cli.json(['company', 'annul-rejected', rnc, 'allow']);
  expect(await cli.store.findCompanyByRnc(rnc)).toMatchObject({ annulRejected: 'allow' });
});
