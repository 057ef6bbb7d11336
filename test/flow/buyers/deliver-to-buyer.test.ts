/**
 * Accepted vouchers go to their electronic buyers: with real MongoDB and Temporal, and the simulator's buyers. Each buyer answers in its
 * own way, and at the end the ledger says who has which voucher.
 */
import { createHash } from 'node:crypto';
import { deliverWorkflowIdOf } from '../../../src/workflows/contract/buyers.js';
import { deliverAgain } from '../../../src/services/buyers/deliver-again.js';
import type { DocumentState } from '../../../src/ecf/model/document-states.js';
import type { BuyerDelivery } from '../../../src/ledger/buyers/buyer-delivery.js';
import { encfs, sampleEcf, sampleNote } from '../../harness/samples/sample-ecf.js';
import { startService, unlimited, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { takenBy } from './decided-reception.js';
import { finalDocument } from './final-document.js';

let service: Service;
const next = { 31: encfs(31), 32: encfs(32), 33: encfs(33) };
let buyers = 101_000_000;

/** How long a test waits for one thing. */
const withinMs = 60_000;

beforeAll(async () => {
  service = await startService({ env: unlimited });
}, 150_000);

const documentOf = (encf: string, companyId = service.companyId) =>
  service.store.findDocument(companyId, 'pre-certification', encf);

const entregaOf = async (encf: string) =>
  (await service.get(`/api/v2/dgii-ecf/document-status/${encf}`)).body.data['entrega'];

async function isFinal(encf: string, state: DocumentState): Promise<void> {
  expect((await finalDocument(service, encf)).state).toBe(state);
}

/** Sends a voucher to a buyer that the simulator plays for this voucher alone. @returns its e-NCF and the buyer's RNC */
async function send(buyer: object = {}, encf = next[31]()) {
  buyers += 1;
  const rnc = String(buyers);
  await service.simulate({ buyers: [{ rnc, ...buyer }] });
  const ecf = sampleEcf({ encf });
  Object.assign(ecf.ECF.Encabezado.Comprador, { RNCComprador: rnc });
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', ecf);
  await isFinal(encf, 'accepted');
  return { encf, rnc };
}

function deliveryOf(encf: string, state: BuyerDelivery['state']): Promise<BuyerDelivery> {
  return until(
    `${encf} is ${state}`,
    async () => {
      const delivery = (await documentOf(encf))?.buyerDelivery;
      return delivery?.state === state ? delivery : undefined;
    },
    { withinMs },
  );
}

test('an accepted voucher gets to its buyer, and the acknowledgement is kept', async () => {
  const { encf } = await send();
  const delivery = await deliveryOf(encf, 'delivered');
  expect(delivery).toMatchObject({
    attempts: 1,
    last: { n: 1, outcome: 'answered', httpStatus: 200 },
    acknowledgement: { signature: 'valid', signer: expect.any(String) as string },
  });
  const document = await documentOf(encf);
  expect(document).not.toHaveProperty('deliverAt');
  const arecf = await service.store.getFileBytes(delivery.acknowledgement!.file);
  expect(arecf.toString()).toContain(`<eNCF>${encf}</eNCF>`);
  expect(createHash('sha256').update(arecf).digest('hex')).toBe(delivery.acknowledgement!.sha256);
  expect(await takenBy(service, 'to-buyer', encf)).toMatchObject([
    { sha256: document!.signed!.sha256, motivo: '' },
  ]);
}, 150_000);

test.each([
  ...['late', 'in-pieces', 'indented', 'empty-reason', 'lower-case', 'status-400'],
  ...['unsigned', 'altered'],
])(
  'a buyer that answers %s still gets the voucher',
  async (answer) => {
    const { encf } = await send({ answers: [answer], lateMs: 300 });
    const { acknowledgement, attempts } = await deliveryOf(encf, 'delivered');
    expect(attempts).toBe(1);
    const signature = { unsigned: 'signature-missing', altered: 'content-altered' }[answer] ?? 'valid';
    expect(acknowledgement).toMatchObject({ signature });
    const firma = { unsigned: 'sin-firma', altered: 'alterada' }[answer] ?? 'valida';
    expect(await entregaOf(encf)).toMatchObject({ estado: 'entregado', acuse: { firma } });
  },
  150_000,
);

test.each(['slash', 'prefixed', 'full'])(
  'a buyer whose address is %s gets the voucher, with authentication',
  async (address) => {
    const { encf } = await send({ address, authentication: true, form: 'object', missing: ['nombre'] });
    await deliveryOf(encf, 'delivered');
    expect(await takenBy(service, 'to-buyer', encf)).toHaveLength(1);
  },
  150_000,
);

test.each(['close-after-reading', 'garbage', 'endless', 'answered-twice', 'other-voucher'])(
  'the answer is lost (%s): the same bytes are sent again, and “duplicate” means delivered',
  async (first) => {
    const { encf } = await send({ answers: [first, 'acknowledge'] });
    expect(await deliveryOf(encf, 'delivered')).toMatchObject({
      code: '3',
      mayHaveArrived: true,
      attempts: 2,
    });
    const taken = await takenBy(service, 'to-buyer', encf);
    expect(taken.filter(({ motivo }) => motivo === '')).toHaveLength(1);
    expect(new Set(taken.map(({ sha256 }) => sha256)).size).toBe(1);
  },
  150_000,
);

test.each(['unavailable', 'redirect', 'close-untaken'])(
  'a buyer that did not take it (%s) gets it later',
  async (first) => {
    const { encf } = await send({ answers: [first, first, 'acknowledge'] });
    expect(await deliveryOf(encf, 'delivered')).toMatchObject({ attempts: 3 });
    expect((await takenBy(service, 'to-buyer', encf)).filter(({ motivo }) => motivo === '')).toHaveLength(1);
  },
  150_000,
);

test.each(['1', '2', '4'])(
  'reason %s ends the delivery without another try',
  async (code) => {
    const { encf } = await send({ answers: [`reason-${code}`] });
    expect(await deliveryOf(encf, 'refused')).toMatchObject({ code, attempts: 1 });
    expect(await documentOf(encf)).not.toHaveProperty('deliverAt');
    expect((await documentOf(encf))?.state).toBe('accepted');
  },
  150_000,
);

test('“duplicate” as the first answer is a refusal: the buyer may have another voucher under this number', async () => {
  // A proxy repeats the request, and the second answer is the one that arrives.
  const { encf } = await send({ answers: ['received-twice'] });
  expect(await deliveryOf(encf, 'refused')).toMatchObject({ code: '3', attempts: 1 });
}, 150_000);

test('a rejected voucher and one for a consumer are never marked for delivery', async () => {
  const consumer = next[32]();
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', sampleEcf({ encf: consumer }));
  const rejected = next[31]();
  await service.simulate({ rejectEncfs: [{ encf: rejected, secuenciaUtilizada: true }] });
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', sampleEcf({ encf: rejected }));
  await isFinal(consumer, 'accepted');
  await isFinal(rejected, 'rejected');
  for (const encf of [consumer, rejected]) {
    const document = await documentOf(encf);
    expect(document).not.toHaveProperty('deliverAt');
    expect(document).not.toHaveProperty('buyerDelivery');
  }
}, 150_000);

test('a note on a voucher goes to the buyer too', async () => {
  const { encf: on, rnc } = await send();
  const encf = next[33]();
  const note = sampleNote({ encf, on });
  Object.assign(note.ECF.Encabezado.Comprador, { RNCComprador: rnc });
  await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', note);
  await isFinal(encf, 'accepted');
  await deliveryOf(encf, 'delivered');
}, 150_000);

describe('document-status and a person’s order', () => {
  const again = async (encf: string) =>
    deliverAgain({ store: service.store, clock: () => new Date() }, (await documentOf(encf))!);
  const set = (buyerDelivery: 'on' | 'off') =>
    service.store.changeSettings(service.companyId, { buyerDelivery });

  test('refused, then delivered by order', async () => {
    const { encf } = await send({ answers: ['reason-2', 'acknowledge'], repeated: 'acknowledge-again' });
    const { acknowledgement: refusal } = await deliveryOf(encf, 'refused');
    expect(await entregaOf(encf)).toMatchObject({ estado: 'rechazado', codigo: '2' });
    expect(await again(encf)).toEqual({ outcome: 'due' });
    const delivered = await deliveryOf(encf, 'delivered');
    expect(delivered.earlierAcknowledgement).toEqual(refusal);
    expect(delivered.acknowledgement?.sha256).not.toBe(refusal?.sha256);
    const text = expect.any(String) as string;
    const acuse = { firma: 'valida', firmante: { sujeto: text }, fechaHora: text };
    expect(await entregaOf(encf)).toEqual({ estado: 'entregado', fecha: text, acuse });
    expect(await again(encf)).toMatchObject({ refusal: 'ALREADY_DELIVERED' });
  }, 150_000);

  test('for a company that does not deliver, nothing is sent until it turns deliveries on', async () => {
    await set('off');
    const { encf } = await send();
    await until('the mark is gone', async () => (await documentOf(encf))?.deliverAt === undefined, {
      withinMs,
    });
    expect(await entregaOf(encf)).toBeUndefined();
    expect(await takenBy(service, 'to-buyer', encf)).toEqual([]);
    expect(await again(encf)).toMatchObject({ refusal: 'BUYER_DELIVERY_OFF' });
    await set('on');
    expect(await again(encf)).toEqual({ outcome: 'due' });
    await deliveryOf(encf, 'delivered');
  }, 150_000);

  test('switched off in the middle of a delivery: the delivery ends visibly, and continues when a person orders it', async () => {
    const { encf, rnc } = await send({ answers: ['unavailable'] });
    await until('it was tried', async () => (await documentOf(encf))?.buyerDelivery?.last?.outcome, {
      withinMs,
    });
    await set('off');
    const stopped = await deliveryOf(encf, 'stopped');
    expect(stopped).not.toHaveProperty('nextTryAt');
    expect(await documentOf(encf)).not.toHaveProperty('deliverAt');
    expect(await entregaOf(encf)).toMatchObject({
      estado: 'sin-entregar',
      fecha: stopped.endedAt?.toISOString(),
    });
    await set('on');
    await service.simulate({ buyers: [{ rnc }] });
    expect(await again(encf)).toEqual({ outcome: 'due' });
    await deliveryOf(encf, 'delivered');
  }, 150_000);

  test('a delivery that is given up after its time shows it, and is tried again when a person orders it', async () => {
    await service.stopWorker();
    await service.startWorker({ BUYERS_GIVE_UP_MS: '500' });
    const { encf } = await send({
      answers: ['unavailable', 'unavailable', 'unavailable', 'unavailable', 'acknowledge'],
    });
    expect(await deliveryOf(encf, 'given-up')).not.toHaveProperty('nextTryAt');
    expect(await entregaOf(encf)).toMatchObject({
      estado: 'sin-entregar',
      motivo: 'el comprador no respondió con un acuse de recibo válido',
    });
    await service.stopWorker();
    await service.startWorker();
    await again(encf);
    expect(await deliveryOf(encf, 'delivered')).not.toHaveProperty('reason');
  }, 150_000);
});

test('the run shows its steps in codes and Spanish, and ends', async () => {
  const { encf } = await send({ answers: ['unavailable', 'acknowledge'] });
  await deliveryOf(encf, 'delivered');
  const { companyId } = service;
  const workflowId = deliverWorkflowIdOf({ companyId, environment: 'pre-certification', encf, attempt: 1 });
  const handle = service.temporal.workflow.getHandle(workflowId);
  expect(await handle.result()).toBe('delivered');
  const text = JSON.stringify(await handle.fetchHistory());
  expect(text).not.toContain('ARECF');
}, 150_000);
