/** Requested faults, late results and faults drawn from a seed; and every posted byte stays on record. */
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import { drawn, faultActions, faultTable, type Plan } from '../../../tools/simulator/faults.js';
import type { RunningSimulator } from '../../../tools/simulator/start.js';
import { until } from '../../harness/until.js';
import { createDgiiFaults } from '../../../tools/torture/outages/dgii-faults.js';
import {
  call,
  get,
  login,
  makeWorld,
  put,
  result,
  rnc,
  seen,
  submit,
  voucher,
  type World,
} from './client.js';

let world: World;
let simulator: RunningSimulator;
let token: string;
let serial = 0;

beforeAll(async () => {
  world = makeWorld();
  simulator = await world.start();
  token = await login(simulator.url, world.certificate);
});
afterEach(() =>
  put(simulator.url, { faults: [], plan: null, resultPolls: 0, resultDelays: [], maintenance: [] }),
);

const nextEncf = () => `E31${String(++serial).padStart(10, '0')}`;
const send = (encf: string) => submit(simulator.url, token, signXml(voucher(encf), world.certificate));
const attempt = (encf: string) =>
  send(encf).then(
    ({ status }) => String(status),
    () => 'no answer',
  );
const trackIds = async (encf: string) =>
  (await get(simulator.url, token, `consultatrackids/api/trackids/consulta?rncemisor=${rnc}&encf=${encf}`))
    .json as unknown as { trackId: string; estado: string }[];
const metBy = async (action: string) => {
  const { faults } = (await call(`${simulator.url}/_simulator/counts`)).json as unknown as {
    faults: Record<string, number>;
  };
  return faults[action] ?? 0;
};
const refusedReasons = async () =>
  (
    (await call(`${simulator.url}/_simulator/others?kind=refused`)).json as unknown as {
      others: { reason: string; sha256: string }[];
    }
  ).others;

test.each([
  { action: 'drop-before-reading', answer: 'no answer', received: 0 },
  { action: 'accept-then-drop', answer: 'no answer', received: 1 },
  { action: 'accept-then-500', answer: '500', received: 1 },
  { action: 'accept-then-504-html', answer: '504', received: 1 },
  { action: 'accept-then-truncate', answer: 'no answer', received: 1 },
  { action: 'status-400-problem', answer: '400', received: 0 },
  { action: 'status-429', answer: '429', received: 0 },
  { action: 'status-500', answer: '500', received: 0 },
  { action: 'status-503-html', answer: '503', received: 0 },
  { action: 'bare-400-html', answer: '400', received: 0 },
  { action: 'unauthorized', answer: '401', received: 0 },
  { action: 'slow', answer: '200', received: 1 },
])('$action, once', async ({ action, answer, received }) => {
  const encf = nextEncf();
  await put(simulator.url, { faults: [{ service: 'recepcion', action, times: 1, slowMs: 20 }] });
  const before = await metBy(action);
  expect(await attempt(encf)).toBe(answer);
  expect((await seen(simulator.url, encf)).received).toHaveLength(received);
  expect(await metBy(action)).toBe(before + 1);
  expect(await attempt(nextEncf())).toBe('200');
});

test('only for one e-NCF', async () => {
  const [other, meant] = [nextEncf(), nextEncf()];
  await put(simulator.url, {
    faults: [{ service: 'recepcion', action: 'status-500', times: 1, encf: meant }],
  });
  expect([await attempt(other), await attempt(meant), await attempt(meant)]).toEqual(['200', '500', '200']);
});

test('hold keeps the answer until it is released', async () => {
  const encf = nextEncf();
  await put(simulator.url, { faults: [{ service: 'recepcion', action: 'hold', times: 1 }] });
  let answered = false;
  const waiting = attempt(encf).finally(() => (answered = true));
  await until('it is accepted', async () => (await seen(simulator.url, encf)).accepted > 0);
  expect(answered).toBe(false);
  // The record counts it as accepted before the answer is held: the record is on disk first.
  const release = () => call(`${simulator.url}/_simulator/release`, { method: 'POST' });
  await until('it is released', async () => (await release()).json.released > 0);
  expect(await waiting).toBe('200');
});

test.each([
  { action: 'receive-twice', reported: 0 },
  { action: 'receive-twice-answer-second', reported: 1 },
])('$action: two trackIds, and the answer carries number $reported', async ({ action, reported }) => {
  const encf = nextEncf();
  await put(simulator.url, { faults: [{ service: 'recepcion', action, times: 1 }] });
  const { trackId } = (await send(encf)).json;
  const listed = await trackIds(encf);
  expect(listed.map(({ estado }) => estado)).toEqual(['Aceptado', 'Rechazado']);
  expect(listed[reported]?.trackId).toBe(trackId);
  expect(await seen(simulator.url, encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
});

test('answers En Proceso to a number of queries, even if much time passes', async () => {
  await put(simulator.url, { resultPolls: 2 });
  const { trackId } = (await send(nextEncf())).json;
  const looks = [];
  for (let n = 0; n < 4; n++) looks.push(await result(simulator.url, token, trackId));
  expect(looks).toMatchObject([{ codigo: '3' }, { codigo: '3' }, { codigo: '1' }, { codigo: '1' }]);
});

test('counts a question for the state as a query too: a service that asks for it first gets an answer', async () => {
  await put(simulator.url, { resultPolls: 2 });
  const encf = nextEncf();
  await send(encf);
  const path = `consultaestado/api/consultas/estado?rncemisor=${rnc}&ncfelectronico=${encf}`;
  const states = [];
  for (let n = 0; n < 3; n++) states.push((await get(simulator.url, token, path)).json);
  expect(states).toMatchObject([{ codigo: 0 }, { codigo: 0 }, { codigo: 1, estado: 'Aceptado' }]);
});

test('a result that was final stays final after a restart', async () => {
  const own = makeWorld();
  const first = await own.start();
  await put(first.url, { resultPolls: 1 });
  const ownToken = await login(first.url, own.certificate);
  const xml = signXml(voucher(nextEncf()), own.certificate);
  const { trackId } = (await submit(first.url, ownToken, xml)).json;
  await result(first.url, ownToken, trackId);
  expect(await result(first.url, ownToken, trackId)).toMatchObject({ codigo: '1' });
  await first.close();
  const second = await own.start();
  expect(await result(second.url, ownToken, trackId)).toMatchObject({ codigo: '1' });
});

test.each([
  { service: 'resultado', setting: {}, is: { status: 404, json: { estado: 'TrackId no encontrado.' } } },
  {
    service: 'resultado',
    setting: { unknownTrackIdForm: 'codigo-0' },
    is: { status: 200, json: { codigo: '0', estado: 'No encontrado', mensajes: [] } },
  },
  { service: 'trackids', setting: {}, is: { status: 200, json: [] } },
  {
    service: 'trackids',
    setting: { unknownTrackIds: 'no-encontrado' },
    is: { status: 200, json: [{ trackId: null, estado: 'No encontrado' }] },
  },
  {
    service: 'estado',
    setting: {},
    is: { status: 200, json: { codigo: 0, estado: 'No encontrado', rncEmisor: rnc, montoTotal: 0 } },
  },
])('$service: not-found has the form of the settings, $setting', async ({ service, setting, is }) => {
  const encf = nextEncf();
  const { trackId } = (await send(encf)).json;
  const faults = [{ service, action: 'not-found', times: 1 }];
  await put(simulator.url, { faults, ...setting });
  const paths: Record<string, string> = {
    resultado: `consultaresultado/api/consultas/estado?trackid=${trackId}`,
    trackids: `consultatrackids/api/trackids/consulta?rncemisor=${rnc}&encf=${encf}`,
    estado: `consultaestado/api/consultas/estado?rncemisor=${rnc}&ncfelectronico=${encf}`,
  };
  expect(await get(simulator.url, token, paths[service]!)).toMatchObject(is);
  expect(await metBy('not-found')).toBeGreaterThan(0);
  await put(simulator.url, { unknownTrackIdForm: 'error-404', unknownTrackIds: 'empty-array' });
});

test.each(['status-500', 'drop-before-reading'])('%s is not used up during maintenance', async (action) => {
  const window = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
  const faults = [{ service: 'recepcion', action, times: 1 }];
  await put(simulator.url, { faults, maintenance: [window] });
  const before = await metBy(action);
  expect(await attempt(nextEncf())).toBe('503');
  expect(await metBy(action)).toBe(before);
  await put(simulator.url, { maintenance: [] });
  expect(await attempt(nextEncf())).not.toBe('200');
  expect(await metBy(action)).toBe(before + 1);
});

test('a fault that a round did not meet is given to a busy service too in the next one', async () => {
  // Of its own, because no fault may have met a request before.
  const { url } = await makeWorld().start();
  const dgii = createDgiiFaults(url);
  const quiet = { seed: 1, perMille: 0 };
  const round = { plan: quiet, resultDelayMs: 0, resultPolls: 0, maintenanceMs: 0, tokenSeconds: 3_600 };
  const fault = { service: 'consultarfce', action: 'not-found', times: 1 } as const;
  await dgii.begin({ ...round, faults: [fault] });
  await dgii.begin({ ...round, faults: [] });
  const { text } = await call(`${url}/_simulator/settings`);
  expect(JSON.parse(text)).toMatchObject({ faults: [fault, { ...fault, service: 'resultado' }] });
});

test('a late final result for one e-NCF', async () => {
  const [late, other] = [nextEncf(), nextEncf()];
  await put(simulator.url, { resultDelays: [{ encf: late, delayMs: 3_600_000 }] });
  const codigoOf = async (encf: string) =>
    result(simulator.url, token, (await send(encf)).json.trackId) as Promise<{ codigo: string }>;
  expect((await codigoOf(late)).codigo).toBe('3');
  expect((await codigoOf(other)).codigo).toBe('1');
});

test('the result can be a transient fault, which is no verdict', async () => {
  const { trackId } = (await send(nextEncf())).json;
  await put(simulator.url, { faults: [{ service: 'resultado', action: 'transient-004', times: 1 }] });
  const transient = { estado: 'Rechazado', mensajes: [{ codigo: '004' }] };
  expect(await result(simulator.url, token, trackId)).toMatchObject(transient);
  expect(await result(simulator.url, token, trackId)).toMatchObject({ codigo: '1' });
});

describe('a plan', () => {
  const plan: Plan = { seed: 7, perMille: 300, slowMs: 0 };
  const draw = (from: Plan, count = 1000) =>
    Array.from({ length: count }, (_, n) => drawn(from, 'recepcion', n));

  test('draws the same faults for the same seed and different ones for another seed', () => {
    expect(draw(plan)).toEqual(draw({ ...plan }));
    expect(draw(plan)).not.toEqual(draw({ ...plan, seed: 8 }));
  });

  test('causes about the planned share of faults, and every action that is possible for the service', () => {
    const faults = draw(plan).filter((fault) => fault !== undefined);
    expect(faults.length).toBeGreaterThan(240);
    expect(faults.length).toBeLessThan(360);
    const fitting = faultActions.filter((action) => {
      const { services }: { moment: string; services?: readonly string[] } = faultTable[action];
      return action !== 'hold' && services?.includes('recepcion') !== false;
    });
    expect(new Set(faults.map(({ action }) => action))).toEqual(new Set(fitting));
  });

  test('uses only its services and actions', () => {
    expect(draw({ ...plan, services: ['semilla'] }).every((fault) => fault === undefined)).toBe(true);
    const only = draw({ ...plan, perMille: 1000, actions: ['status-500'] });
    expect(only.every((fault) => fault?.action === 'status-500')).toBe(true);
  });

  test('repeats the same faults when it is set again', async () => {
    const run = async () => {
      await put(simulator.url, { plan: { ...plan, perMille: 500, services: ['recepcion'] } });
      const answers = [];
      for (let n = 0; n < 12; n++) answers.push(await attempt(nextEncf()));
      return answers;
    };
    const first = await run();
    expect(new Set(first).size).toBeGreaterThan(1);
    expect(await run()).toEqual(first);
  });
});

describe('every posted byte is on record', () => {
  test.each([
    {
      name: 'a fault that handles nothing',
      setting: { faults: [{ service: 'recepcion', action: 'status-500', times: 1 }] },
      reason: 'HTTP 500',
    },
    {
      name: 'maintenance',
      setting: { maintenance: [{ from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }] },
      reason: 'HTTP 503',
    },
  ])('$name', async ({ setting, reason }) => {
    await put(simulator.url, setting);
    const encf = nextEncf();
    const xml = signXml(voucher(encf), world.certificate);
    await submit(simulator.url, token, xml);
    const kept = (await refusedReasons()).at(-1)!;
    expect(kept.reason).toBe(reason);
    expect((await call(`${simulator.url}/_simulator/files/${kept.sha256}`)).text).toBe(xml);
  });

  test('a post without a token', async () => {
    await submit(simulator.url, 'none', '<a/>', { fileName: 'x.xml' });
    expect((await refusedReasons()).at(-1)).toMatchObject({ reason: 'sin token válido' });
  });

  test('an unknown file', async () => {
    expect((await call(`${simulator.url}/_simulator/files/${'0'.repeat(64)}`)).status).toBe(404);
  });
});
