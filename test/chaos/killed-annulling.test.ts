/** kill -9 of the worker while it asks DGII to void a number: the next worker completes the request and assumes nothing. */
import { request } from 'undici';
import { endLeases } from '../harness/leases.js';
import { startRoleProcess } from '../harness/processes/role-process.js';
import { encfs } from '../harness/samples/sample-ecf.js';
import { patient, startService, type Service } from '../harness/service.js';
import { until } from '../harness/until.js';

const path = '/api/v2/ecf-sequences/annulments';
const next = encfs(31);
let service: Service;

beforeAll(async () => {
  // An answer that a test holds back must stay held until the worker is killed, so these limits are long.
  const held = { DGII_SUBMIT_TIMEOUT_MS: '60000', DGII_AUTH_TIMEOUT_MS: '60000' };
  service = await startService({ workerless: true, env: { ...patient, ...held } });
}, 60_000);

/** Temporal notices after ten seconds that the worker is gone (`patient`). */
const withinMs = 60_000;
const ended = (id: string) => async () => {
  const record = await service.store.findRangeAnnulment(id);
  return record !== undefined && record.dueAt === undefined;
};

test.each([
  { name: 'before the first byte', held: 'semilla', estado: 'anulado' },
  { name: 'after DGII had the file', held: 'anulacion', estado: 'incierto' },
])(
  '$name: $estado',
  async ({ held, estado }) => {
    const killed = await startRoleProcess('worker', service.env);
    const before = await service.requestsTo(held);
    await service.simulate({ faults: [{ service: held, action: 'hold', times: 1 }] });
    const encf = next();
    const requested = service.post(path, { ranges: [{ desde: encf, hasta: encf }] });
    await until('the worker stands still', async () => (await service.requestsTo(held)) > before);
    await killed.kill();
    const { annulmentId } = (await requested).body.data;
    const stateOf = async () => (await service.get(`${path}/${String(annulmentId)}`)).body.data;
    expect(await stateOf()).toMatchObject({ estado: 'pendiente' });
    const number = await service.store.findNumber(service.companyId, 'pre-certification', encf);
    expect(number).toMatchObject({ annulled: true });
    await endLeases(service);
    await service.simulate({ faults: [] });
    await (await request(`${service.simulatorUrl}/_simulator/release`, { method: 'POST' })).body.dump();
    const later = await startRoleProcess('worker', service.env);
    await until('the annulment makes no more steps', ended(String(annulmentId)), { withinMs });
    expect(await stateOf()).toMatchObject({ estado });
    await later.kill();
  },
  180_000,
);
