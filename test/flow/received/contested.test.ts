/** A stranger sends a voucher with an issuer's next number first. The genuine one takes the number when DGII shows it as the issuer's own. */
import { X509Certificate } from 'node:crypto';
import { withoutPending } from '../../../src/ledger/events/event-writes.js';
import { spareKeys, testAuthority } from '../../harness/samples/signers.js';
import { startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { issueCertificate } from '../../../tools/simulator/test-authority.js';
import { openContest, type Contest } from './contest.js';
import { acknowledged, codeOf, post } from './sender.js';

let service: Service;
let contest: Contest;
beforeAll(async () => {
  service = await startService({ env: { TRUST_PROXY: '127.0.0.1' } });
  contest = await openContest(service);
}, 60_000);

test('the genuine voucher takes the number; the ledger keeps the forged one with its bytes and its ARECF', async () => {
  const encf = contest.nextEncf();
  const squatter = contest.forged(encf);
  expect(await contest.verdict(squatter)).toBe('received');
  const before = await contest.receptionOf(encf);
  const bytes = await contest.genuine(encf);
  const answer = await contest.answerTo(bytes);
  expect(acknowledged(answer)).toMatchObject({ estado: '0', encf });
  const after = await contest.receptionOf(encf);
  expect(after).toMatchObject({
    _id: before._id,
    montoTotal: '1180.00',
    displaced: [{ sha256: before.sha256, montoTotal: before.montoTotal, dgii: { estado: 'not-found' } }],
  });
  const [displaced] = after.displaced!;
  expect(await service.store.getFileBytes(displaced!.file)).toEqual(squatter);
  expect(displaced!.arecf?.sha256).toBe(before.arecf!.sha256);
  expect(await service.store.getFileBytes(after.file)).toEqual(bytes);
  const path = `/api/v2/ecf-received/${contest.issuer.rnc}/${encf}`;
  expect((await service.get(path)).body.data['desplazados']).toMatchObject([
    { montoTotal: Number(before.montoTotal), acuse: {}, dgii: { estado: 'No encontrado' } },
  ]);
  const xml = await fetch(`${service.apiUrl}${path}/xml?xmlSha256=${before.sha256}`, {
    headers: { authorization: `Bearer ${await service.token()}` },
  });
  expect(Buffer.from(await xml.arrayBuffer())).toEqual(squatter);
  // A copy gets the same ARECF, and the forged voucher has lost the number.
  expect((await post(service, bytes)).body).toEqual(answer.body);
  expect(await contest.verdict(squatter)).toBe('code 3');
  // The worker asks at once, so the company sees DGII's state of the genuine voucher.
  await until(
    'DGII’s state is known',
    async () => (await contest.receptionOf(encf)).dgii?.estado === 'accepted',
  );
});

test('the genuine voucher with a line break at its end does not displace itself', async () => {
  const encf = contest.nextEncf();
  const bytes = await contest.genuine(encf);
  const first = await contest.answerTo(bytes);
  expect(acknowledged(first)).toMatchObject({ estado: '0', encf });
  expect((await contest.answerTo(Buffer.concat([bytes, Buffer.from('\n')]))).body).toEqual(first.body);
  expect(await contest.receptionOf(encf)).not.toHaveProperty('displaced');
});

test('a forged voucher that comes later, and a voucher that DGII does not have, change nothing', async () => {
  const encf = contest.nextEncf();
  const bytes = await contest.genuine(encf);
  expect(await contest.verdict(bytes)).toBe('received');
  expect(await contest.verdict(contest.forged(encf))).toBe('code 3');
  const unknown = contest.nextEncf();
  expect(await contest.verdict(contest.forged(unknown))).toBe('received');
  expect(await contest.verdict(contest.forged(unknown, 3_000))).toBe('code 3');
  expect(await contest.receptionOf(unknown)).not.toHaveProperty('displaced');
});

test('a rejection of the forged voucher does not shut out the genuine one, which waits for a decision of its own', async () => {
  const encf = contest.nextEncf();
  expect(await contest.verdict(contest.forged(encf))).toBe('received');
  const decision = { estado: 'rechazado', motivo: 'Ajena', by: 'prueba', at: new Date() } as const;
  await service.store.decideReception(await contest.receptionOf(encf), decision);
  expect(await contest.verdict(await contest.genuine(encf))).toBe('received');
  const { decision: left, displaced } = await contest.receptionOf(encf);
  expect([left, displaced?.map((one) => one.decision)]).toEqual([undefined, [decision]]);
  const path = `/api/v2/ecf-received/${contest.issuer.rnc}/${encf}`;
  expect((await service.get(path)).body.data).toMatchObject({
    decision: null,
    desplazados: [{ decision: { estado: 'rechazado', motivo: 'Ajena', por: 'prueba' } }],
  });
});

test('of two vouchers at the same moment, the one that DGII has gets the number in the end', async () => {
  const encf = contest.nextEncf();
  const bytes = await contest.genuine(encf);
  const answers = await Promise.all(
    [contest.forged(encf), bytes, contest.forged(encf, 3_000), bytes].map(contest.verdict),
  );
  expect([answers[1], answers[3]]).toEqual(['received', 'received']);
  expect(await service.store.getFileBytes((await contest.receptionOf(encf)).file)).toEqual(bytes);
});

test('while DGII does not answer nobody gets code 3; later the genuine voucher takes the number', async () => {
  const encf = contest.nextEncf();
  expect(await contest.verdict(contest.forged(encf))).toBe('received');
  const bytes = await contest.genuine(encf);
  await service.simulate({ faults: [{ service: 'estado', action: 'status-500', times: 10_000 }] });
  // Its events may go to the feed meanwhile.
  const record = async () => withoutPending(await contest.receptionOf(encf));
  const squatter = await record();
  const answer = await post(service, bytes);
  expect([answer.status, codeOf(answer), answer.headers['retry-after']]).toEqual([
    ...[503, 'RECEPTION_UNDECIDED', '300'],
  ]);
  expect(await record()).toEqual(squatter);
  await service.simulate({ faults: [] });
  expect(await contest.verdict(bytes)).toBe('received');
  expect(await contest.verdict(contest.forged(encf))).toBe('code 3');
});

/** The genuine voucher with a stranger's certificate for the issuer's key: both have the same code and the same values. */
function signedByAnother(genuine: Buffer): Buffer {
  const text = genuine.toString();
  const [, base64 = ''] = /<X509Certificate>([^<]*)</.exec(text) ?? [];
  const { publicKey } = new X509Certificate(Buffer.from(base64, 'base64'));
  const { certificatePem } = issueCertificate(testAuthority(), {
    commonName: 'EL MISMO FIRMANTE',
    serialNumber: 'IDCDO-1',
    keys: { ...spareKeys(), publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string },
  });
  return Buffer.from(text.replace(base64, certificatePem.replace(/-----[^-]+-----|\s/g, '')));
}

test('a copy with another certificate of the genuine key is the genuine voucher, whatever DGII says', async () => {
  const encf = contest.nextEncf();
  const genuine = await contest.genuine(encf);
  const copy = await post(service, signedByAnother(genuine), contest.newNetwork());
  const again = async () => (await post(service, genuine, contest.newNetwork())).body;
  expect(await again()).toEqual(copy.body);
  await service.store.recordDgiiState(await contest.receptionOf(encf), 'accepted', new Date());
  expect(await again()).toEqual(copy.body);
  expect(await contest.receptionOf(encf)).not.toHaveProperty('displaced');
});

test('if DGII’s answer fits two vouchers with different signers, nobody gets code 3', async () => {
  const encf = contest.nextEncf();
  const genuine = await contest.genuine(encf);
  const forged = signedByAnother(genuine);
  expect(await contest.verdict(forged)).toBe('received');
  const reception = await contest.receptionOf(encf);
  // As if a stranger had computed a key whose signature begins with the same code.
  const signer = { ...reception.signer, publicKeyHash: 'another', fingerprint: 'another' };
  await service.store.trustSigner(reception, signer);
  const undecided = async () => codeOf(await post(service, genuine, contest.newNetwork()));
  expect(await undecided()).toBe('RECEPTION_UNDECIDED');
  await service.store.recordDgiiState(await contest.receptionOf(encf), 'accepted', new Date());
  expect(await undecided()).toBe('RECEPTION_UNDECIDED');
  expect(await service.store.getFileBytes((await contest.receptionOf(encf)).file)).toEqual(forged);
});

test('a network that contests many numbers does not block the contests of others', async () => {
  const bait = contest.nextEncf();
  expect(await contest.verdict(contest.forged(bait))).toBe('received');
  const stranger = contest.newNetwork();
  let price = 3_000;
  await until('the stranger gets no more answers', async () => {
    const answer = await post(service, contest.forged(bait, (price += 1)), stranger);
    return answer.status === 503;
  });
  const encf = contest.nextEncf();
  expect(await contest.verdict(contest.forged(encf))).toBe('received');
  const genuine = await contest.genuine(encf);
  expect((await post(service, genuine, stranger)).status).toBe(503);
  expect(await contest.verdict(genuine)).toBe('received');
});
