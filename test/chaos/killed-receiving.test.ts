/** kill -9 of the worker and of the api in the middle of receptions: each is completed once, and its first ARECF stays. */
import { issuerRnc, sentEcf } from '../harness/samples/received.js';
import { startRoleProcess, type RoleProcess } from '../harness/processes/role-process.js';
import { startService, type Service } from '../harness/service.js';
import { until } from '../harness/until.js';
import { acknowledged, post, type Posted } from '../flow/received/sender.js';

const vouchers = 40;

let service: Service;
let worker: RoleProcess;
let serial = 0;
beforeAll(async () => {
  service = await startService({ workerless: true });
  worker = await startRoleProcess('worker', service.env);
}, 60_000);

const nextEncf = () => `E31${String((serial += 1)).padStart(10, '0')}`;
const receptionOf = (encf: string) =>
  service.store.findReception({
    companyId: service.companyId,
    environment: 'pre-certification',
    rncEmisor: issuerRnc,
    encf,
  });
const countOf = async (encfs: readonly string[], has: 'claim' | 'arecf') => {
  const found = await Promise.all(encfs.map(receptionOf));
  return found.filter((one) => (has === 'claim' ? one : one?.arecf) !== undefined).length;
};

/** Sends all vouchers at once, kills in the middle, and sends each again until it has its ARECF. */
async function killAmid(url: () => string, has: 'claim' | 'arecf', kill: () => Promise<void>): Promise<void> {
  const sent = Array.from({ length: vouchers }, () => {
    const encf = nextEncf();
    return { encf, bytes: sentEcf({ encf, rncComprador: service.rnc }) };
  });
  const encfs = sent.map(({ encf }) => encf);
  const send = (bytes: Buffer) => post(service, bytes, { url: url() }).catch(() => undefined);
  const first = Promise.all(sent.map(({ bytes }) => send(bytes)));
  await until('some receptions are under way', async () => (await countOf(encfs, has)) > 0);
  await kill();
  const answers = await first;
  for (const [index, { encf, bytes }] of sent.entries()) {
    const again = await until(
      `${encf} has its ARECF`,
      async () => {
        const answer: Posted | undefined = await send(bytes);
        return answer?.status === 200 ? answer : undefined;
      },
      { withinMs: 60_000 },
    );
    expect(acknowledged(again)).toMatchObject({ estado: '0', encf });
    // An answer from before the kill is the same one.
    if (answers[index]?.status === 200) expect(again.body).toEqual(answers[index].body);
  }
  expect(await countOf(encfs, 'arecf')).toBe(vouchers);
}

test('kill -9 of the worker', async () => {
  await killAmid(
    () => service.apiUrl,
    'arecf',
    async () => {
      await worker.kill();
      worker = await startRoleProcess('worker', service.env);
    },
  );
}, 120_000);

test('kill -9 of the api', async () => {
  let api = await startRoleProcess('api', service.env);
  await killAmid(
    () => api.url,
    'claim',
    async () => {
      await api.kill();
      api = await startRoleProcess('api', service.env);
    },
  );
}, 120_000);
