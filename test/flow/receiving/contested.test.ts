/** A stranger sends a voucher with an issuer's next number first. The genuine one takes the number when DGII shows it as the issuer's own. */
import { MongoClient } from 'mongodb';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { sentEcf } from '../../harness/samples/received.js';
import { startRoleProcess, type RoleProcess } from '../../harness/processes/role-process.js';
import { startService, type OtherCompany, type Service } from '../../harness/service.js';
import { own } from '../../harness/own.js';
import { until } from '../../harness/until.js';
import { acknowledged, codeOf, post } from './sender.js';

let service: Service;
let issuer: OtherCompany;
let worker: RoleProcess;
let serial = 0;
beforeAll(async () => {
  service = await startService({ workerless: true });
  issuer = await service.addCompany();
  worker = await startRoleProcess('worker', service.env);
}, 60_000);

const environment = 'pre-certification';
const nextEncf = () => `E31${String((serial += 1)).padStart(10, '0')}`;
const forged = (encf: string, price = 2_000) =>
  sentEcf({ encf, rncEmisor: issuer.rnc, rncComprador: service.rnc, price });

/** The issuer's own voucher, which DGII accepted. */
async function genuine(encf: string): Promise<Buffer> {
  const ecf = sampleEcf({ encf, rncEmisor: issuer.rnc });
  Object.assign(ecf.ECF.Encabezado.Comprador, { RNCComprador: service.rnc });
  const sent = await issuer.post('/api/v2/dgii-ecf/send?waitForFinal=20s', ecf);
  expect(sent.body.data).toMatchObject({ accepted: 1 });
  const document = (await service.store.findDocument(issuer.companyId, environment, encf))!;
  return service.store.getFileBytes(document.signed!.file);
}
const receptionOf = async (encf: string) =>
  (await service.store.findReception({
    ...{ companyId: service.companyId, environment, rncEmisor: issuer.rnc, encf },
  }))!;
/** Sent again, as the receiver asks, until DGII has said which voucher is the issuer's. */
const answerTo = (bytes: Buffer) =>
  until('there is a verdict', async () => {
    const answer = await post(service, bytes);
    return answer.status === 503 ? undefined : answer;
  });
const verdict = async (bytes: Buffer) => {
  const { estado, motivo } = acknowledged(await answerTo(bytes));
  return estado === '0' ? 'received' : `code ${motivo}`;
};

test('the genuine voucher takes the number; the forged one is kept with its bytes and its ARECF', async () => {
  const encf = nextEncf();
  const squatter = forged(encf);
  expect(await verdict(squatter)).toBe('received');
  const before = await receptionOf(encf);
  const bytes = await genuine(encf);
  const answer = await answerTo(bytes);
  expect(acknowledged(answer)).toMatchObject({ estado: '0', encf });
  const after = await receptionOf(encf);
  expect(after).toMatchObject({
    ...{ _id: before._id, montoTotal: '1180.00' },
    displaced: [{ sha256: before.sha256, montoTotal: before.montoTotal, dgii: { estado: 'not-found' } }],
  });
  const [displaced] = after.displaced!;
  expect(await service.store.getFileBytes(displaced!.file)).toEqual(squatter);
  expect(displaced!.arecf?.sha256).toBe(before.arecf!.sha256);
  expect(await service.store.getFileBytes(after.file)).toEqual(bytes);
  const path = `/api/v2/ecf-received/${issuer.rnc}/${encf}`;
  expect((await service.get(path)).body.data['desplazados']).toMatchObject([
    { montoTotal: Number(before.montoTotal), acuse: {}, dgii: { estado: 'No encontrado' } },
  ]);
  const xml = await fetch(`${service.apiUrl}${path}/xml?xmlSha256=${before.sha256}`, {
    headers: { authorization: `Bearer ${await service.token()}` },
  });
  expect(Buffer.from(await xml.arrayBuffer())).toEqual(squatter);
  // A copy gets the same ARECF, and the forged one has no number any more.
  expect((await post(service, bytes)).body).toEqual(answer.body);
  expect(await verdict(squatter)).toBe('code 3');
  // The worker asks at once, so the company sees what DGII says of the genuine one.
  await until('DGII’s state is known', async () => (await receptionOf(encf)).dgii?.estado === 'accepted');
});

test('a forged voucher that comes later, and one that DGII has not, change nothing', async () => {
  const encf = nextEncf();
  const bytes = await genuine(encf);
  expect(await verdict(bytes)).toBe('received');
  expect(await verdict(forged(encf))).toBe('code 3');
  const unknown = nextEncf();
  expect(await verdict(forged(unknown))).toBe('received');
  expect(await verdict(forged(unknown, 3_000))).toBe('code 3');
  expect(await receptionOf(unknown)).not.toHaveProperty('displaced');
});

test('what the company decided stays', async () => {
  const encf = nextEncf();
  expect(await verdict(forged(encf))).toBe('received');
  const { companyId, rncEmisor } = await receptionOf(encf);
  const decision = { estado: 'rechazado', motivo: 'Ajena', by: 'prueba', at: new Date() } as const;
  await service.store.decideReception({ companyId, environment, rncEmisor, encf }, decision);
  expect(await verdict(await genuine(encf))).toBe('code 3');
});

test('of two vouchers that race, DGII’s own has the number in the end', async () => {
  const encf = nextEncf();
  const bytes = await genuine(encf);
  const answers = await Promise.all([forged(encf), bytes, forged(encf, 3_000), bytes].map(verdict));
  expect([answers[1], answers[3]]).toEqual(['received', 'received']);
  expect(await service.store.getFileBytes((await receptionOf(encf)).file)).toEqual(bytes);
});

test('while DGII does not answer nobody gets code 3; later the genuine one takes the number', async () => {
  const encf = nextEncf();
  expect(await verdict(forged(encf))).toBe('received');
  const bytes = await genuine(encf);
  await service.simulate({ faults: [{ service: 'estado', action: 'status-500', times: 10_000 }] });
  const squatter = await receptionOf(encf);
  const answer = await post(service, bytes);
  expect([answer.status, codeOf(answer), answer.headers['retry-after']]).toEqual([
    ...[503, 'RECEPTION_UNDECIDED', '300'],
  ]);
  expect(await receptionOf(encf)).toEqual(squatter);
  await service.simulate({ faults: [] });
  expect(await verdict(bytes)).toBe('received');
  expect(await verdict(forged(encf))).toBe('code 3');
});

test('kill -9 of the worker amid the question leaves the old voucher or the new one', async () => {
  const client = await MongoClient.connect(service.env['MONGODB_URI']!);
  own('a connection', () => client.close());
  const inquiries = client.db(service.env['MONGODB_DATABASE']).collection('inquiries');
  const encf = nextEncf();
  const squatter = forged(encf);
  expect(await verdict(squatter)).toBe('received');
  const bytes = await genuine(encf);
  await service.simulate({ faults: [{ service: 'estado', action: 'slow', slowMs: 60_000, times: 10_000 }] });
  const answer = verdict(bytes).catch(() => 'no answer');
  await until('the question is under way', async () => {
    return (await inquiries.countDocuments({ 'about.question.encf': encf })) >= 2;
  });
  await worker.kill();
  await service.simulate({ faults: [] });
  worker = await startRoleProcess('worker', service.env);
  await answer;
  const sha256s = [
    (await receptionOf(encf)).sha256,
    ...((await receptionOf(encf)).displaced ?? []).map((one) => one.sha256),
  ];
  expect(new Set(sha256s).size).toBe(sha256s.length);
  await until(
    'the genuine voucher has its ARECF',
    async () => (await verdict(bytes).catch(() => '')) === 'received',
    { withinMs: 60_000 },
  );
  expect((await receptionOf(encf)).displaced).toHaveLength(1);
}, 120_000);
