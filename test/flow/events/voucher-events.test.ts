/** What a client reads in the feed after real sends: each event of a voucher once and in order, with the names of document-status. */
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { sentApproval } from '../../harness/samples/received.js';
import { startService, unlimited, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { paths, post } from '../received/sender.js';
import { openLedgerOf } from './feeds.js';

let service: Service;
const next = encfs(31);
let buyers = 102_000_000;

interface ShownEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Record<string, unknown>;
}

beforeAll(async () => {
  service = await startService({ env: unlimited });
}, 150_000);

/** Reads the feed from its beginning, as a client does, until it has these events of the voucher. */
async function eventsOf(
  encf: string,
  count: number,
  company: Pick<Service, 'get'> = service,
): Promise<ShownEvent[]> {
  const found: ShownEvent[] = [];
  let after = '';
  await until(
    `the feed has ${count} events of ${encf}`,
    async () => {
      const { headers, body } = await company.get(`/api/v2/events?wait=1&limit=3${after}`);
      const events = body.data as unknown as ShownEvent[];
      found.push(...events.filter(({ data }) => data['ecf'] === encf));
      after = `&after=${String(headers['x-next-cursor'])}`;
      return found.length >= count || undefined;
    },
    { withinMs: 60_000 },
  );
  return found;
}

/** To a buyer that the simulator plays for this voucher alone. */
async function send({ buyer = {}, encf = next() }: { buyer?: object; encf?: string } = {}) {
  buyers += 1;
  const rnc = String(buyers);
  await service.simulate({ buyers: [{ rnc, ...buyer }] });
  const ecf = sampleEcf({ encf });
  Object.assign(ecf.ECF.Encabezado.Comprador, { RNCComprador: rnc });
  const { body } = await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', ecf);
  return { encf, rnc, data: body.data };
}

const about = (encf: string) => ({ ecf: encf, tipoeCF: 31, environment: 'pre-certification', attempt: 1 });

test('an accepted voucher: ecf.accepted with what document-status says, then ecf.delivered, and nothing about the buyer', async () => {
  const { encf, rnc } = await send();
  const events = await eventsOf(encf, 2);
  const { data: status } = (await service.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body;
  expect(events.map(({ type }) => type)).toEqual(['ecf.accepted', 'ecf.delivered']);
  const [accepted, delivered] = events;
  const members = ['ecf', 'tipoeCF', 'environment', 'attempt', 'correlationId', 'status', 'accepted'];
  const named = Object.fromEntries(members.map((name) => [name, status[name]]));
  expect(accepted).toEqual({
    id: expect.stringMatching(new RegExp(`^evt_${service.companyId}_pre-certification_\\d+$`)) as string,
    type: 'ecf.accepted',
    timestamp: status['finalAt'],
    data: { ...named, trackId: status['trackId'], codigoDgii: '1', codigos: [] },
  });
  expect(delivered!.data).toEqual({ ...named, entrega: 'entregado' });
  expect(JSON.stringify(events)).not.toContain(rnc);
});

test.each([
  { outcome: 'conditionally-accepted', type: 'ecf.accepted_conditionally', more: { accepted: 1 } },
  {
    outcome: 'rejected',
    type: 'ecf.rejected',
    more: { accepted: 0, secuenciaUtilizada: true, code: 'DGII_COMPRADOR_INVALIDO' },
  },
])('a voucher that DGII gives the result $outcome: $type', async ({ outcome, type, more }) => {
  const encf = next();
  const valor = 'El RNC del comprador no es válido.';
  await service.simulate({
    rejectEncfs: [{ encf, outcome, codigo: '1381', valor, secuenciaUtilizada: true }],
  });
  await send({ encf });
  const [event] = await eventsOf(encf, 1);
  expect(event).toMatchObject({ type, data: { ...about(encf), codigos: ['1381'], ...more } });
  expect(JSON.stringify(event)).not.toContain(valor);
});

test('a buyer that does not take the voucher: ecf.undelivered with its code', async () => {
  const { encf } = await send({ buyer: { answers: ['reason-4'] } });
  const events = await eventsOf(encf, 2);
  expect(events.map(({ type }) => type)).toEqual(['ecf.accepted', 'ecf.undelivered']);
  expect(events[1]!.data).toMatchObject({ ...about(encf), entrega: 'rechazado', codigo: '4' });
});

test('a buyer that approves and then rejects: ecf.approved and ecf.disapproved, each once, also if it repeats one', async () => {
  const encf = next();
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', sampleEcf({ encf }));
  const said = (Estado: 1 | 2) =>
    sentApproval({
      RNCEmisor: service.rnc,
      eNCF: encf,
      FechaEmision: '20-11-2026',
      MontoTotal: '1180.00',
      RNCComprador: '131880681',
      Estado,
      ...(Estado === 2 && { DetalleMotivoRechazo: 'No la pedí' }),
    });
  const approval = said(1);
  for (const bytes of [approval, approval, said(2), approval])
    expect((await post(service, bytes, { path: paths.aprobacion })).status).toBe(200);
  const events = (await eventsOf(encf, 4)).filter(({ type }) => !type.endsWith('delivered'));
  expect(events.map(({ type }) => type)).toEqual(['ecf.accepted', 'ecf.approved', 'ecf.disapproved']);
  expect(events[2]!.data).toMatchObject({
    ...about(encf),
    status: 'Aceptado',
    aprobacionComercial: 'rechazado',
    cadena: 'no verificada',
  });
  expect(JSON.stringify(events)).not.toContain('No la pedí');
});

test('DGII cannot be reached, and then answers: ecf.contingency with the last moment to send, then the result', async () => {
  // No token of it is known yet.
  const other = await service.addCompany();
  const encf = next();
  await service.simulate({ faults: [{ service: 'semilla', action: 'status-500', times: 10_000 }] });
  await other.post('/api/v2/dgii-ecf/send', sampleEcf({ encf, rncEmisor: other.rnc }));
  const [event] = await eventsOf(encf, 1, other);
  const { data: status } = (await other.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body;
  expect(event).toMatchObject({
    type: 'ecf.contingency',
    data: {
      ...about(encf),
      status: 'En Espera',
      accepted: null,
      reason: 'DGII_UNAVAILABLE',
      enviarAntesDe: (status['contingencia'] as { enviarAntesDe: string }).enviarAntesDe,
    },
  });
  await service.simulate({ faults: [] });
  const events = await eventsOf(encf, 2, other);
  expect(events.map(({ type }) => type).slice(0, 2)).toEqual(['ecf.contingency', 'ecf.accepted']);
}, 120_000);

test('a company without a certificate: ecf.waiting once for its reason, then what a person or an annulment decides', async () => {
  const other = await service.addCompany();
  const { certificates } = await openLedgerOf(service.config.mongo.database);
  await certificates.deleteMany({ companyId: other.companyId });
  const { store } = service;
  const { companyId } = other;
  const environment = 'pre-certification';
  const [decided, annulled] = [next(), next()];
  const now = new Date();
  const times = { now, nextTryAt: now, nextCheckAt: new Date(now.getTime() + 3_600_000) };
  for (const encf of [decided, annulled]) {
    await other.post('/api/v2/dgii-ecf/send', sampleEcf({ encf, rncEmisor: other.rnc }));
    await until('it waits', async () => {
      const found = await store.findDocument(companyId, environment, encf);
      return found?.waiting?.reason === 'CERTIFICATE_UNUSABLE';
    });
    // The same wait again, after another one.
    for (const reason of ['DGII_UNAVAILABLE', 'CERTIFICATE_UNUSABLE'] as const)
      await store.recordWaiting({ companyId, environment, encf, attempt: 1 }, reason, times);
  }
  await store.annulDocument(
    { companyId, environment, encf: decided, attempt: 1 },
    { by: 'soporte', note: 'Anulado en la oficina virtual', now },
  );
  const locker = { id: 'prueba', companyId, environment, note: 'No se usará', now } as const;
  await store.lockNumbers(locker, [annulled]);
  await store.closeLocked(locker, [annulled]);

  const ofDecided = await eventsOf(decided, 2, other);
  expect(ofDecided.map(({ type }) => type)).toEqual(['ecf.waiting', 'ecf.annulled']);
  expect(ofDecided[0]!.data).toMatchObject({ ...about(decided), reason: 'CERTIFICATE_UNUSABLE' });
  expect(ofDecided[1]!.data).toMatchObject({ ...about(decided), status: 'Anulado', code: 'ENCF_ANNULLED' });
  const ofAnnulled = await eventsOf(annulled, 3, other);
  expect(ofAnnulled.map(({ type }) => type)).toEqual(['ecf.waiting', 'ecf.refused', 'ecf.annulled']);
  expect(ofAnnulled[1]!.data).toMatchObject({ ...about(annulled), code: 'ENCF_BEING_ANNULLED', accepted: 0 });
  expect(ofAnnulled[2]!.data).toMatchObject({ ...about(annulled), status: 'Anulado', accepted: 0 });
}, 120_000);
