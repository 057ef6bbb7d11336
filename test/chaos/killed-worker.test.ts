/** kill -9 of the worker at every step of a voucher: it is still issued exactly once, with one set of bytes. */
import { request } from 'undici';
import { workflowIdOf } from '../../src/workflows/contract/vouchers.js';
import { startRoleProcess, type RoleProcess } from '../harness/processes/role-process.js';
import { endLeases } from '../harness/leases.js';
import { largeVoucher } from '../harness/samples/large-voucher.js';
import { encfs, sampleEcf } from '../harness/samples/sample-ecf.js';
import { noResult, patient, startService, type Service } from '../harness/service.js';
import { until } from '../harness/until.js';

let service: Service;
let worker: RoleProcess | undefined;
const next = encfs(31);
/** An answer that a test holds back must stay held until the worker is killed, so these limits are long. */
const held = { DGII_SUBMIT_TIMEOUT_MS: '60000', DGII_AUTH_TIMEOUT_MS: '60000' };

beforeAll(async () => {
  service = await startService({ workerless: true, env: { ...patient, ...held } });
}, 60_000);

/** A start costs two seconds of processor time, so a test goes on with the worker of the one before. */
const running = async () => (worker ??= await startRoleProcess('worker', service.env));
/** Leases outlive the worker; they end at once here. */
async function kill(): Promise<void> {
  await worker?.kill();
  worker = undefined;
  await endLeases(service);
}

async function release(): Promise<void> {
  await service.simulate({ faults: [] });
  const response = await request(`${service.simulatorUrl}/_simulator/release`, { method: 'POST' });
  await response.body.dump();
}

type Issuer = Pick<Service, 'companyId' | 'rnc' | 'post'>;
const documentOf = (encf: string, { companyId }: Issuer = service) =>
  service.store.findDocument(companyId, 'pre-certification', encf);

const send = async (encf: string, wait: string, by: Issuer = service) =>
  (await by.post(`/api/v2/dgii-ecf/send?waitForFinal=${wait}`, sampleEcf({ encf, rncEmisor: by.rnc }))).body
    .data;

const regularActivities = async (encf: string, { companyId }: Issuer = service) => {
  const ref = { companyId, environment: 'pre-certification', encf, attempt: 1 } as const;
  const { events } = await service.temporal.workflow.getHandle(workflowIdOf(ref)).fetchHistory();
  return events!.filter((event) => event.activityTaskScheduledEventAttributes != null).length;
};

test('in a step that is a regular activity: each voucher is issued once, with the bytes of its one signature', async () => {
  const [received, submitted, unsent] = [next(), next(), next()];
  // Its first token is still to come.
  const other = await service.addCompany();
  let seeds = 0;
  await running();
  const vouchers = [
    {
      name: 'after DGII received it, before its answer is stored',
      encf: received,
      by: service,
      faults: [{ service: 'recepcion', action: 'hold', times: 1, encf: received }],
      reached: async () => (await service.seenByDgii(received)).received.length === 1,
      recorded: 'submitting',
    },
    {
      name: 'between submission and result',
      encf: submitted,
      by: service,
      faults: [
        noResult(submitted),
        // Too slow for a quick delivery of the next one.
        { service: 'recepcion', action: 'slow', slowMs: 1_200, times: 1, encf: submitted },
      ],
      reached: async () =>
        (await documentOf(submitted))?.state === 'submitted' && (await service.requestsTo('resultado')) > 0,
      recorded: 'submitted',
    },
    {
      name: 'after the write-ahead, before the first byte',
      encf: unsent,
      by: other,
      faults: [noResult(submitted), { service: 'semilla', action: 'hold', times: 1 }],
      reached: async () => (await service.requestsTo('semilla')) > seeds,
      recorded: 'submitting',
    },
  ];
  // A worker that has just started does not know yet how quick DGII is, and delivers by a regular activity.
  for (const { name, encf, by, faults, reached } of vouchers) {
    seeds = await service.requestsTo('semilla');
    await service.simulate({ faults });
    expect(await send(encf, '0s', by)).toMatchObject({ accepted: null, alreadyProcessed: false });
    await until(`${name}: it stands still`, reached);
    expect({ name, regular: await regularActivities(encf, by) }).not.toMatchObject({ regular: 0 });
  }
  await kill();

  const before = await Promise.all(vouchers.map(({ encf, by }) => documentOf(encf, by)));
  expect(before.map((document) => document?.state)).toEqual(vouchers.map(({ recorded }) => recorded));
  await release();
  await running();
  await Promise.all(
    vouchers.map(async ({ name, encf, by }, index) => {
      const again = await send(encf, '60s', by);
      expect({ name, ...again }).toMatchObject({ name, status: 'Aceptado', alreadyProcessed: true });
      const seen = await service.seenByDgii(encf, by.rnc);
      expect({ name, ...seen }).toMatchObject({ name, accepted: 1, distinctBytes: 1 });
      const bytes = before[index]?.signed?.sha256;
      expect({ name, bytes: seen.received.map(({ sha256 }) => sha256) }).toEqual({ name, bytes: [bytes] });
    }),
  );
}, 180_000);

describe('in each step of one workflow task', () => {
  /** Writes of a voucher to the ledger, in order. */
  const [signed, writtenAhead, handedOver, verdict] = [1, 2, 3, 4];
  const places = [
    { name: 'prepare: before the signature is stored', write: signed, when: 'before', recorded: 'admitted' },
    { name: 'prepare: after it', write: signed, when: 'after', recorded: 'signed' },
    { name: 'submit: before the write-ahead', write: writtenAhead, when: 'before', recorded: 'signed' },
    { name: 'submit: before the first byte', write: writtenAhead, when: 'after', recorded: 'submitting' },
    { name: 'submit: DGII has it', write: handedOver, when: 'before', recorded: 'submitting' },
    { name: 'submit: its trackId is stored', write: handedOver, when: 'after', recorded: 'submitted' },
    { name: 'query: DGII gave its verdict', write: verdict, when: 'before', recorded: 'submitted' },
    { name: 'query: the verdict is stored', write: verdict, when: 'after', recorded: 'accepted' },
  ] as const;
  const triesMax = 20;

  /** A voucher that stops at this moment of its first workflow task. */
  async function standStill({ write, when, name }: (typeof places)[number]): Promise<string> {
    for (let tries = 0; tries < triesMax; tries += 1) {
      expect(await send(next(), '60s')).toMatchObject({ accepted: 1 });
      const encf = next();
      const role = await running();
      await role.hold([encf], write, when);
      await send(encf, '0s');
      await until(`${name}: it stands still`, async () => (await role.held()).includes(encf), {
        withinMs: 60_000,
      });
      // If there is one, the worker had found DGII slow and ran a step as a regular activity: take another voucher.
      if ((await regularActivities(encf)) === 0) return encf;
    }
    throw new Error(`${name}: no voucher kept to its workflow task in ${triesMax} tries`);
  }

  test('each voucher is issued once, and so is one that was sent while no worker ran', async () => {
    const vouchers: { readonly place: (typeof places)[number]; readonly encf: string }[] = [];
    for (const place of places) vouchers.push({ place, encf: await standStill(place) });
    await kill();

    const before = await Promise.all(vouchers.map(({ encf }) => documentOf(encf)));
    expect(before.map((document) => document?.state)).toEqual(places.map(({ recorded }) => recorded));
    const later = next();
    expect(await send(later, '500ms')).toMatchObject({
      accepted: null,
      status: 'Recibido',
      securityCode: '',
      trackId: '',
    });
    await running();
    await Promise.all(
      vouchers.map(async ({ place: { name }, encf }, index) => {
        const again = await send(encf, '120s');
        const seen = await service.seenByDgii(encf);
        const outcome = { name, ...again, accepted: seen.accepted, received: seen.received.length };
        expect(outcome).toMatchObject({ name, status: 'Aceptado', accepted: 1, received: 1 });
        const bytes = (await documentOf(encf))?.signed?.sha256;
        expect({ name, bytes: seen.received.map(({ sha256 }) => sha256) }).toEqual({ name, bytes: [bytes] });
        if (before[index]?.signed !== undefined) expect(bytes).toBe(before[index].signed.sha256);
      }),
    );
    // Nobody asked for this one again.
    await until('it is accepted', async () => (await documentOf(later))?.state === 'accepted');
    expect(await service.seenByDgii(later)).toMatchObject({ accepted: 1, distinctBytes: 1 });
  }, 300_000);
});

test('with a large voucher, which a thread builds: it is issued once', async () => {
  await running();
  const encf = next();
  const body = largeVoucher({ lines: 1_000, encf, rnc: service.rnc, issuedOn: '20-11-2026' });
  const { status } = await service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', body);
  expect(status).toBe(200);
  await kill();
  await running();
  // Temporal notices after ten seconds that the worker is gone (`patient`).
  const isFinal = async () => (await documentOf(encf))?.final === true;
  await until('it has its result', isFinal, { withinMs: 60_000 });
  expect((await documentOf(encf))?.state).toBe('accepted');
  expect((await service.seenByDgii(encf)).received).toHaveLength(1);
}, 180_000);
