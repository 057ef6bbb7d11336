/** The client of DGII with the simulator, which makes its own checks: the client understands each of its answers. */
import { createDgiiClient, type Credentials, type DgiiClient } from '../../../src/dgii/client.js';
import { afterDelivery } from '../../../src/dgii/replies/next-step.js';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import type { RunningSimulator } from '../../../tools/simulator/start.js';
import { createAuthority } from '../../../tools/simulator/test-authority.js';
import {
  annulment,
  approval,
  call,
  certificateOf,
  makeWorld,
  put,
  rnc,
  seen,
  serialNumber,
  summary,
  voucher,
} from '../../tools/simulator/client.js';
import { own } from '../../harness/own.js';

/** A request that nobody cancels. */
const never = new AbortController().signal;

const buyer = '131880681';
const world = makeWorld();
let simulator: RunningSimulator;
let client: DgiiClient;
let defaults: object;
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
  // The signer may act for issuer and buyer.
  simulator = await world.start({ delegations: { [serialNumber]: [rnc, buyer] } });
  defaults = (await call(`${simulator.url}/_simulator/settings`)).json;
  client = createDgiiClient({
    hosts: { ecf: simulator.ecfUrl, fc: simulator.fcUrl, status: simulator.statusUrl },
    timeouts: { submitMs: 5_000, queryMs: 5_000, authMs: 5_000 },
    clock: () => new Date(),
  });
  own("DGII's client", () => client.close());
});

afterEach(async () => {
  expect((await put(simulator.url, defaults)).status).toBe(200);
});

test('a voucher is submitted, accepted and found by every question', async () => {
  const doc = signed();
  const answer = await client.submitEcf(company1, doc, never);
  if (answer.kind !== 'received') throw new Error(JSON.stringify(answer));
  const { trackId } = answer;
  expect(await client.result(company1, trackId, never)).toMatchObject({
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
  expect(await client.trackIds(company1, question, never)).toMatchObject({
    kind: 'found',
    trackIds: [{ trackId, state: 'accepted' }],
  });
  expect(await client.state(company1, { ...question, rncComprador: '131880681' }, never)).toMatchObject({
    kind: 'found',
    state: 'accepted',
    encf: doc.encf,
    montoTotal: expect.stringMatching(/^300000(\.0{1,2})?$/),
  });
});

test('the result of a voucher is pending while DGII processes it', async () => {
  await put(simulator.url, { resultDelayMs: 60_000 });
  const answer = await client.submitEcf(company1, signed(), never);
  expect(await client.result(company1, (answer as { trackId: string }).trackId, never)).toMatchObject({
    kind: 'pending',
    reason: 'in-process',
  });
});

test.each([
  {
    name: 'rejected, and its number is used',
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
  const answer = await client.submitEcf(company1, doc, never);
  expect(await client.result(company1, (answer as { trackId: string }).trackId, never)).toMatchObject({
    kind: 'final',
    ...is,
  });
});

test('changed bytes are rejected for their signature', async () => {
  const doc = signed();
  const answer = await client.submitEcf(
    company1,
    { ...doc, xml: doc.xml.replace('EMPRESA', 'EMPRESE') },
    never,
  );
  expect(await client.result(company1, (answer as { trackId: string }).trackId, never)).toMatchObject({
    kind: 'final',
    verdict: 'rejected',
    secuenciaUtilizada: false,
  });
});

test('a lost answer is found again by the e-NCF, and only one voucher arrived', async () => {
  const doc = signed();
  await faultOnce('recepcion', 'accept-then-drop');
  expect(await client.submitEcf(company1, doc, never)).toMatchObject({ kind: 'unknown', reply: null });
  expect(await client.trackIds(company1, { rncEmisor: rnc, encf: doc.encf }, never)).toMatchObject({
    kind: 'found',
    trackIds: [{ state: 'accepted' }],
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
  expect(await client.submitEcf(company1, doc, never)).toMatchObject({ kind });
  expect(await client.trackIds(company1, { rncEmisor: rnc, encf: doc.encf }, never)).toMatchObject({
    kind: 'not-found',
  });
});

test('a token refused once is renewed unnoticed', async () => {
  await faultOnce('recepcion', 'unauthorized');
  expect(await client.submitEcf(company1, signed(), never)).toMatchObject({ kind: 'received' });
});

test.each(['empty-array', 'no-encontrado'])(
  'an e-NCF that DGII does not know, answered as %s',
  async (unknownTrackIds) => {
    await put(simulator.url, { unknownTrackIds });
    const question = { rncEmisor: rnc, encf: 'E310000999999' };
    expect(await client.trackIds(company1, question, never)).toMatchObject({ kind: 'not-found' });
    expect(await client.state(company1, question, never)).toMatchObject({ kind: 'not-found' });
  },
);

test('a trackId DGII does not know', async () => {
  expect(await client.result(company1, '00000000-0000-4000-8000-000000000000', never)).toMatchObject({
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
  expect(await client.submitEcf(company1, sent, never)).toMatchObject(is);
});

test.each([
  {
    name: 'a certificate of an unknown authority',
    cause: 'certificate',
    make: () =>
      certificateOf(createAuthority('OTRA'), { commonName: 'OTRO', serialNumber: 'IDCDO-00199999996' }),
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
  expect(await client.submitEcf(auth, signed(), never)).toMatchObject({
    kind: 'not-sent',
    cause,
    reply: { httpStatus: 400 },
  });
});

describe('summaries', () => {
  const code = 'aB3/+z';
  const summarised = (change?: (xml: string) => string) => {
    const encf = `E32${String((serial += 1)).padStart(10, '0')}`;
    const xml = signXml(summary(encf, code, change), world.certificate);
    return { encf, fileName: `${rnc}${encf}.xml`, xml };
  };
  const question = (encf: string) => ({ rncEmisor: rnc, encf, codigoSeguridad: code });

  test('get their verdict at once and are found by their code, at the other host', async () => {
    const doc = summarised();
    expect(await client.queryRfce(company1, question(doc.encf), never)).toMatchObject({ kind: 'not-found' });
    expect(await client.sendRfce(company1, doc, never)).toMatchObject({
      kind: 'final',
      verdict: 'accepted',
      encf: doc.encf,
      secuenciaUtilizada: true,
      reply: { httpStatus: 200 },
    });
    expect(await client.queryRfce(company1, question(doc.encf), never)).toMatchObject({
      kind: 'final',
      verdict: 'accepted',
    });
    expect(
      await client.queryRfce(company1, { ...question(doc.encf), codigoSeguridad: 'xxxxxx' }, never),
    ).toMatchObject({ kind: 'not-found' });
    expect(await client.state(company1, { rncEmisor: rnc, encf: doc.encf }, never)).toMatchObject({
      kind: 'found',
      state: 'accepted',
    });
  });

  test.each([400, 200])('a rejection with status %s keeps code, text and body', async (rejectionStatus) => {
    await put(simulator.url, { rejectionStatus });
    const doc = summarised((xml) => xml.replace('1180.00', '1180.0'));
    expect(await client.sendRfce(company1, doc, never)).toMatchObject({
      kind: 'final',
      verdict: 'rejected',
      secuenciaUtilizada: false,
      mensajes: [{ codigo: '3', valor: expect.stringMatching(/MontoTotal/) }],
      reply: { httpStatus: rejectionStatus, raw: expect.stringMatching(/"codigo":2/) },
    });
  });

  test('a transient fault is recognised', async () => {
    const doc = summarised();
    await faultOnce('recepcionfc', 'transient-004');
    expect(await client.sendRfce(company1, doc, never)).toMatchObject({
      kind: 'transient',
      mensajes: [{ codigo: '004' }],
    });
    expect(await client.sendRfce(company1, doc, never)).toMatchObject({ kind: 'final', verdict: 'accepted' });
  });

  test.each(['accept-then-drop', 'accept-then-500', 'accept-then-504-html', 'accept-then-truncate'])(
    '%s: it arrived, the query finds it, a second delivery is answered as used',
    async (action) => {
      const doc = summarised();
      await faultOnce('recepcionfc', action);
      expect(await client.sendRfce(company1, doc, never)).toMatchObject({ kind: 'unknown' });
      expect(await client.queryRfce(company1, question(doc.encf), never)).toMatchObject({ kind: 'final' });
      const again = await client.sendRfce(company1, doc, never);
      expect(again).toMatchObject({ kind: 'final', verdict: 'rejected' });
      expect(afterDelivery(again)).toMatchObject({ step: 'ask-whether-received' });
      expect(await seen(simulator.url, doc.encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
    },
  );
});

describe('annulment', () => {
  const file = (xml: string) => ({ fileName: `${rnc}.xml`, xml: signXml(xml, world.certificate) });

  test('voids numbers, or says which were in use', async () => {
    expect(
      await client.annul(company1, file(annulment('E440000000101', 'E440000000103')), never),
    ).toMatchObject({
      kind: 'annulled',
      codigo: '15',
      rnc,
    });
    const used = signed();
    await client.submitEcf(company1, used, never);
    const next = `E31${String(Number(used.encf.slice(3)) + 1).padStart(10, '0')}`;
    serial += 1;
    expect(await client.annul(company1, file(annulment(used.encf, next)), never)).toMatchObject({
      kind: 'annulled',
    });
    expect(await client.annul(company1, file(annulment(used.encf, used.encf)), never)).toMatchObject({
      kind: 'refused',
      mensajes: [{ valor: 'Las secuencias que está intentando anular han sido utilizadas' }],
    });
  });

  test('is not offered in certification', async () => {
    const auth = { ...company1, environment: 'certification' } as const;
    expect(await client.annul(auth, file(annulment('E440000000101', 'E440000000103')), never)).toEqual({
      kind: 'not-offered',
    });
  });
});

describe('buyers', () => {
  const directory = [
    {
      rnc: buyer,
      nombre: 'COMPRADOR SRL',
      urlRecepcion: 'https://comprador.example/base',
      urlAceptacion: 'https://comprador.example/base',
      urlOpcional: null,
    },
  ];

  test.each(['array', 'object'])('the directory, answered as an %s', async (directoryForm) => {
    await put(simulator.url, { directoryForm, directory });
    expect(await client.directoryEntry(company1, '101000000', never)).toMatchObject({
      kind: 'found',
      entry: { urlRecepcion: expect.stringMatching(/\/testecf\/emisorreceptor$/) },
    });
    const inProduction = { ...company1, environment: 'production' } as const;
    expect(await client.directoryEntry(inProduction, buyer, never)).toMatchObject({
      kind: 'found',
      entry: { rnc: buyer, urlRecepcion: 'https://comprador.example/base', urlOpcional: null },
    });
    expect(await client.directoryEntry(inProduction, '101000000', never)).toMatchObject({
      kind: 'not-found',
    });
  });

  test('the directory is not offered in certification', async () => {
    const auth = { ...company1, environment: 'certification' } as const;
    expect(await client.directoryEntry(auth, buyer, never)).toEqual({ kind: 'not-offered' });
  });

  test('an approval of a voucher that DGII does not know, then of one that it accepted', async () => {
    const doc = signed();
    const xml = signXml(approval(doc.encf), world.certificate);
    const file = { encf: doc.encf, fileName: `${buyer}${doc.encf}.xml`, xml };
    expect(await client.sendApproval(company1, file, never)).toMatchObject({
      kind: 'rejected',
      cause: 'no-voucher',
    });
    await client.submitEcf(company1, doc, never);
    expect(await client.sendApproval(company1, file, never)).toMatchObject({
      kind: 'approved',
      codigo: '01',
    });
  });
});

describe('every form of a refusal at the door is read as one of the file', () => {
  test.each([
    ...['observed', 'string', 'mensaje', 'mensaje-list', 'mensajes', 'mensajes-text'],
    ...['problem-details', 'model-state', 'plain-text'],
  ])('%s', async (refusalForm) => {
    await put(simulator.url, { refusalForm });
    const doc = { ...signed(), xml: '<a' };
    expect(await client.submitEcf(company1, doc, never)).toMatchObject({ kind: 'refused', cause: 'file' });
    const certificate = certificateOf(world.authority, {
      commonName: 'NADIE',
      serialNumber: 'IDCDO-00199999988',
    });
    expect(await client.submitEcf({ ...company1, companyId: 7, certificate }, signed(), never)).toMatchObject(
      {
        kind: 'not-sent',
        cause: 'not-delegated',
      },
    );
  });
});

describe('open questions', () => {
  test.each([{ resultForm: 'documented' }, { trackIdsForm: 'object' }])('%o', async (settings) => {
    await put(simulator.url, settings);
    const doc = signed();
    const answer = await client.submitEcf(company1, doc, never);
    if (answer.kind !== 'received') throw new Error(JSON.stringify(answer));
    expect(await client.result(company1, answer.trackId, never)).toMatchObject({
      kind: 'final',
      verdict: 'accepted',
      encf: doc.encf,
    });
    expect(await client.trackIds(company1, { rncEmisor: rnc, encf: doc.encf }, never)).toMatchObject({
      kind: 'found',
      trackIds: [{ trackId: answer.trackId }],
    });
  });

  test('an unknown trackId as state 0', async () => {
    await put(simulator.url, { unknownTrackIdForm: 'codigo-0' });
    expect(await client.result(company1, 'x', never)).toMatchObject({ kind: 'not-found' });
  });

  test.each(['empty', 'text'])('a token revoked in mid-flight is replaced unnoticed: %s', async (body) => {
    await put(simulator.url, { unauthorizedBody: body });
    await client.trackIds(company1, { rncEmisor: rnc, encf: 'E310000999999' }, never);
    await call(`${simulator.url}/_simulator/revoke-tokens`, { method: 'POST' });
    expect(await client.submitEcf(company1, signed(), never)).toMatchObject({ kind: 'received' });
  });
});

describe('is DGII there', () => {
  const maintenance = [{ from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }];

  test('the status service and the seed say so', async () => {
    expect(await client.serviceStatus('production', 'clave', never)).toMatchObject({ available: true });
    expect(await client.probe('production', never)).toMatchObject({ kind: 'status', available: true });
    expect(await client.maintenanceWindows('production', 'clave', never)).toMatchObject({ windows: [] });
    await put(simulator.url, { maintenance });
    expect(await client.serviceStatus('production', 'clave', never)).toMatchObject({ available: false });
    expect(await client.probe('production', never)).toMatchObject({
      kind: 'unavailable',
      cause: 'server-fault',
    });
    const { windows } = (await client.maintenanceWindows('production', 'clave', never)) as {
      windows: readonly unknown[];
    };
    expect(windows).toHaveLength(3);
  });

  test('without a key it says nothing', async () => {
    expect(await client.serviceStatus('production', '', never)).toMatchObject({ kind: 'unavailable' });
  });

  test('a submission during maintenance leaves nothing behind', async () => {
    const doc = signed();
    await client.trackIds(company1, { rncEmisor: rnc, encf: doc.encf }, never);
    await put(simulator.url, { maintenance });
    expect(await client.submitEcf(company1, doc, never)).toMatchObject({ kind: 'unknown' });
    expect((await seen(simulator.url, doc.encf)).received).toEqual([]);
  });
});
