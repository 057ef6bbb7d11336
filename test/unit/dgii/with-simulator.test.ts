/** The client against the simulator, which judges on its own: every answer it gives is understood. */
import { createDgiiClient, type Credentials, type DgiiClient } from '../../../src/dgii/client.js';
import { signXml } from '../../../src/signing/sign-xml.js';
import type { RunningSimulator } from '../../../src/simulator/start.js';
import { certificateOf, makeWorld, put, rnc, seen, voucher } from '../../simulator/client.js';

const world = makeWorld();
let simulator: RunningSimulator;
let client: DgiiClient;
let serial = 0;

const company1: Credentials = {
  companyId: 1,
  environment: 'pre-certification',
  certificate: world.certificate,
};

function signed(change?: (xml: string) => string, number = (serial += 1)) {
  const encf = `E31${String(number).padStart(10, '0')}`;
  return { encf, fileName: `${rnc}${encf}.xml`, xml: signXml(voucher(encf, change), world.certificate) };
}

const faultOnce = (service: string, action: string, more: object = {}) =>
  put(simulator.url, { faults: [{ service, action, times: 1, ...more }] });

beforeAll(async () => {
  simulator = await world.start();
  client = createDgiiClient({
    hosts: () => ({ ecf: simulator.url, fc: simulator.url }),
    requireHttps: false,
    timeouts: { submitMs: 5_000, queryMs: 5_000, authMs: 5_000 },
    clock: () => new Date(),
  });
});

afterEach(() =>
  put(simulator.url, { faults: [], resultDelayMs: 0, rejectEncfs: [], unknownTrackIds: 'empty-array' }),
);

afterAll(async () => {
  await client.close();
  await simulator.close();
});

test('a voucher is submitted, accepted and found by every question', async () => {
  const doc = signed();
  const answer = await client.submitEcf(company1, doc);
  if (answer.kind !== 'received') throw new Error(JSON.stringify(answer));
  const { trackId } = answer;
  expect(await client.result(company1, trackId)).toMatchObject({
    kind: 'final',
    verdict: 'accepted',
    codigo: '1',
    estado: 'Aceptado',
    mensajes: [],
    secuenciaUtilizada: true,
    trackId,
    rnc,
    encf: doc.encf,
  });
  const question = { rncEmisor: rnc, encf: doc.encf };
  expect(await client.trackIds(company1, question)).toMatchObject({
    kind: 'found',
    trackIds: [{ trackId, standing: 'accepted' }],
  });
  expect(await client.state(company1, { ...question, rncComprador: '131880681' })).toMatchObject({
    kind: 'found',
    standing: 'accepted',
    encf: doc.encf,
    montoTotal: expect.stringMatching(/^300000(\.0{1,2})?$/),
  });
});

test('a voucher that is still being judged is pending', async () => {
  await put(simulator.url, { resultDelayMs: 60_000 });
  const answer = await client.submitEcf(company1, signed());
  expect(await client.result(company1, (answer as { trackId: string }).trackId)).toMatchObject({
    kind: 'pending',
    reason: 'in-process',
  });
});

test.each([
  {
    name: 'rejected, its number spent',
    order: { outcome: 'rejected', codigo: 1934, valor: 'no cuadra', secuenciaUtilizada: true },
    is: { verdict: 'rejected', secuenciaUtilizada: true, mensajes: [{ codigo: '1934', valor: 'no cuadra' }] },
  },
  {
    name: 'rejected, its number free',
    order: { outcome: 'rejected', secuenciaUtilizada: false },
    is: { verdict: 'rejected', secuenciaUtilizada: false },
  },
  {
    name: 'conditionally accepted',
    order: { outcome: 'conditionally-accepted', codigo: 1934, valor: 'no cuadra' },
    is: { verdict: 'conditionally-accepted', codigo: '4' },
  },
])('a voucher $name', async ({ order, is }) => {
  const doc = signed();
  await put(simulator.url, { rejectEncfs: [{ encf: doc.encf, ...order }] });
  const answer = await client.submitEcf(company1, doc);
  expect(await client.result(company1, (answer as { trackId: string }).trackId)).toMatchObject({
    kind: 'final',
    ...is,
  });
});

test('changed bytes are rejected for their signature', async () => {
  const doc = signed();
  const answer = await client.submitEcf(company1, { ...doc, xml: doc.xml.replace('EMPRESA', 'EMPRESE') });
  expect(await client.result(company1, (answer as { trackId: string }).trackId)).toMatchObject({
    kind: 'final',
    verdict: 'rejected',
    secuenciaUtilizada: false,
  });
});

test('a lost answer is found again by the e-NCF, and only one voucher arrived', async () => {
  const doc = signed();
  await faultOnce('recepcion', 'accept-then-drop');
  expect(await client.submitEcf(company1, doc)).toMatchObject({ kind: 'unknown', reply: null });
  expect(await client.trackIds(company1, { rncEmisor: rnc, encf: doc.encf })).toMatchObject({
    kind: 'found',
    trackIds: [{ standing: 'accepted' }],
  });
  expect(await seen(simulator.url, doc.encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
});

test.each([
  { action: 'drop-before-reading', kind: 'unknown' },
  { action: 'status-500', kind: 'unknown' },
  { action: 'status-503-html', kind: 'unknown' },
  { action: 'bare-400-html', kind: 'unknown' },
])('$action at the reception leaves it unknown', async ({ action, kind }) => {
  const doc = signed();
  await faultOnce('recepcion', action);
  expect(await client.submitEcf(company1, doc)).toMatchObject({ kind });
  expect(await client.trackIds(company1, { rncEmisor: rnc, encf: doc.encf })).toMatchObject({
    kind: 'not-found',
  });
});

test('a token refused once is renewed unnoticed', async () => {
  await faultOnce('recepcion', 'unauthorized');
  expect(await client.submitEcf(company1, signed())).toMatchObject({ kind: 'received' });
});

test.each(['empty-array', 'no-encontrado'])(
  'an e-NCF DGII does not know, told as %s',
  async (unknownTrackIds) => {
    await put(simulator.url, { unknownTrackIds });
    const question = { rncEmisor: rnc, encf: 'E310000999999' };
    expect(await client.trackIds(company1, question)).toMatchObject({ kind: 'not-found' });
    expect(await client.state(company1, question)).toMatchObject({ kind: 'not-found' });
  },
);

test('a trackId DGII does not know', async () => {
  expect(await client.result(company1, '00000000-0000-4000-8000-000000000000')).toMatchObject({
    kind: 'not-found',
  });
});

test.each([
  { name: 'what is no XML', xml: '<a', is: { kind: 'refused' } },
  { name: 'a voucher under another e-NCF', xml: undefined, is: { kind: 'refused', cause: 'file' } },
])('$name', async ({ xml, is }) => {
  const doc = signed();
  const other = signed().encf;
  const sent = xml === undefined ? { ...doc, encf: other, fileName: `${rnc}${other}.xml` } : { ...doc, xml };
  expect(await client.submitEcf(company1, sent)).toMatchObject(is);
});

test.each([
  {
    name: 'a certificate of an unknown authority',
    cause: 'certificate',
    make: () =>
      certificateOf(makeWorld().authority, { commonName: 'OTRO', serialNumber: 'IDCDO-00199999996' }),
  },
  {
    name: 'an expired certificate',
    cause: 'certificate',
    make: () =>
      certificateOf(world.authority, {
        commonName: 'VENCIDO',
        serialNumber: 'IDCDO-00199999996',
        notBefore: new Date('2020-01-01'),
        notAfter: new Date('2021-01-01'),
      }),
  },
  {
    name: 'a signer without any delegation',
    cause: 'not-delegated',
    make: () => certificateOf(world.authority, { commonName: 'NADIE', serialNumber: 'IDCDO-00199999988' }),
  },
])('$name shows before anything is sent', async ({ cause, make }) => {
  const auth = { ...company1, companyId: 9, certificate: make() };
  expect(await client.submitEcf(auth, signed())).toMatchObject({
    kind: 'not-sent',
    cause,
    reply: { httpStatus: 400 },
  });
});
