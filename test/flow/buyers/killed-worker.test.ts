/** kill -9 of the worker while a buyer reads our voucher: the next worker sends the same bytes, and the buyer has it once. */
import { startRoleProcess } from '../../harness/processes/role-process.js';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { patient, startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

const buyer = '101000777';
const lateMs = 3_000;

let service: Service;

beforeAll(async () => {
  const limits = {
    ...patient,
    ECF_HEARTBEAT_MS: '1000',
    BUYERS_TIMEOUT_MS: '4000',
    ECF_LEASE_MARGIN_MS: '1000',
  };
  service = await startService({ workerless: true, env: limits });
}, 60_000);

interface Taken {
  readonly encf: string;
  readonly sha256: string;
  readonly motivo: string;
}

async function takenBy(encf: string): Promise<readonly Taken[]> {
  const response = await fetch(`${service.simulatorUrl}/_simulator/others?kind=to-buyer`);
  const { others } = (await response.json()) as { others: Taken[] };
  return others.filter((one) => one.encf === encf);
}

test('after the buyer took it, before its answer is stored', async () => {
  await service.simulate({ buyers: [{ rnc: buyer, answers: ['late', 'acknowledge'], lateMs }] });
  const encf = encfs(31)();
  const worker = await startRoleProcess('worker', service.env);
  const ecf = sampleEcf({ encf });
  Object.assign(ecf.ECF.Encabezado.Comprador, { RNCComprador: buyer });
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', ecf);
  await until('the buyer has it', async () => (await takenBy(encf)).length === 1);
  await worker.kill();
  const document = () => service.store.findDocument(service.companyId, 'pre-certification', encf);
  const open = (await document())?.buyerDelivery;
  expect(open).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(open?.last).not.toHaveProperty('outcome');

  await startRoleProcess('worker', service.env);
  const ended = await until(
    'the delivery ends',
    async () => {
      const delivery = (await document())?.buyerDelivery;
      return delivery !== undefined && delivery.state !== 'waiting' ? delivery : undefined;
    },
    { withinMs: 40_000 },
  );
  expect(ended).toMatchObject({ state: 'delivered', code: '3', attempts: 2, mayHaveArrived: true });
  const taken = await takenBy(encf);
  expect(taken.filter(({ motivo }) => motivo === '')).toHaveLength(1);
  expect(new Set(taken.map(({ sha256 }) => sha256)).size).toBe(1);
}, 90_000);
