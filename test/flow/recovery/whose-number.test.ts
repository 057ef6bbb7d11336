/** A number that another system, or this service before a restore, has already issued: what we report is about our own voucher. */
import { MongoClient } from 'mongodb';
import { encfs, sampleEcf } from '../../harness/samples/sample-ecf.js';
import { noResult, startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

let service: Service;
const next = encfs(31);
const nextConsumer = encfs(32);

beforeAll(async () => {
  service = await startService();
}, 60_000);

const sendPath = '/api/v2/dgii-ecf/send?waitForFinal=30s';
const noWait = '/api/v2/dgii-ecf/send?waitForFinal=0s';
const environment = 'pre-certification' as const;
const word = () => ({ by: 'operador', note: 'Visto en la oficina virtual', now: new Date() });

/** Issues the number and removes it from this ledger, as if another system had issued it. @returns its trackId */
async function issuedElsewhere(encf: string): Promise<string> {
  const { body } = await service.post(sendPath, sampleEcf({ encf, price: 1_000 }));
  expect(body.data).toMatchObject({ accepted: 1 });
  const { uri, database } = service.config.mongo;
  const client = await MongoClient.connect(uri);
  await client.db(database).collection('documents').deleteMany({ encf });
  await client.close();
  return String(body.data['trackId']);
}

async function status(encf: string) {
  return (await service.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body.data;
}

function waitsForPerson(encf: string) {
  return until(
    `${encf} waits for a person`,
    async () => (await status(encf))['reason'] === 'CONFIRM_BY_HAND',
    {
      withinMs: 60_000,
    },
  );
}

test('DGII rejects ours because another system used the number: rejected, with the trackId of ours', async () => {
  const encf = next();
  const other = await issuedElsewhere(encf);
  await service.post(noWait, sampleEcf({ encf, price: 90_000 }));
  const ours = await until('it has a result', async () => {
    const data = await status(encf);
    return data['accepted'] !== null && data;
  });
  expect(ours).toMatchObject({ accepted: 0, status: 'Rechazado', secuenciaUtilizada: true });
  expect(ours['trackId']).not.toBe(other);
  expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 2 });
}, 90_000);

test('ours never reaches DGII, which lists only the voucher of another system: a person decides', async () => {
  const encf = next();
  await issuedElsewhere(encf);
  await service.simulate({
    faults: [{ service: 'recepcion', action: 'status-503-html', encf, times: 1_000 }],
  });
  await service.post(noWait, sampleEcf({ encf, price: 90_000 }));
  await waitsForPerson(encf);
  const document = await service.store.findDocument(service.companyId, environment, encf);
  expect(document).toMatchObject({ state: 'submitting', trackIds: [] });
  await service.simulate({ faults: [] });
}, 90_000);

test('a consumer sale that DGII has under another security code, as after a restore, is not reported as rejected', async () => {
  const encf = nextConsumer();
  await issuedElsewhere(encf);
  await service.post(noWait, sampleEcf({ encf, price: 90_000 }));
  await waitsForPerson(encf);
  const nextTryMs = async () => {
    const document = await service.store.findDocument(service.companyId, environment, encf);
    return document?.waiting?.nextTryAt.getTime();
  };
  const firstMs = await nextTryMs();
  await until('the worker has asked DGII', async () => (await nextTryMs()) !== firstMs);
  expect(await status(encf)).toMatchObject({ accepted: null, reason: 'CONFIRM_BY_HAND' });
  expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 2 });
}, 90_000);

test('a person confirms the trackId of another voucher: a rejected one stays rejected', async () => {
  const [accepted, rejected] = [next(), next()];
  const trackId = await issuedElsewhere(accepted);
  await service.simulate({
    faults: [noResult(rejected)],
    rejectEncfs: [{ encf: rejected, codigo: 3, valor: 'Estructura', secuenciaUtilizada: true }],
  });
  await service.post(noWait, sampleEcf({ encf: rejected }));
  const document = await until('DGII has it', async () => {
    const found = await service.store.findDocument(service.companyId, environment, rejected);
    return found?.state === 'submitted' && found;
  });
  const seen = { found: 'received', trackId, deliveries: document.submissionCount } as const;
  const confirmed = await service.store.confirmDocument(document, seen, word());
  expect(confirmed.outcome).toBe('done');
  await service.simulate({ faults: [], rejectEncfs: [] });
  const { body } = await service.post(sendPath, sampleEcf({ encf: rejected }));
  expect(body.data).toMatchObject({ accepted: 0, status: 'Rechazado', trackId: document.trackIds[0] });
}, 90_000);
