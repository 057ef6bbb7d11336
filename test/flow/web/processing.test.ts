/** What a person sees while no worker runs: the service says so, nothing is lost, and it goes on by itself. */
import { createProcesses } from '../../../src/services/processes.js';
import { inquiryTimingsOf, timingsOf } from '../../../src/boot/config.js';
import { LedgerUnavailableError } from '../../../src/ledger/unavailable.js';
import { own } from '../../harness/own.js';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { patient, startService, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';
import { logIn } from './person.js';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: { ...patient, ECF_WEB: 'on' }, workerless: true });
}, 60_000);

interface ProcessesChange {
  readonly address?: string;
  readonly aheadMs?: number;
  readonly store?: Parameters<typeof createProcesses>[0]['store'];
  readonly inquiryTimings?: Parameters<typeof createProcesses>[0]['inquiryTimings'];
}

function processesOf(change: ProcessesChange) {
  const { config } = service;
  const { address, namespace, taskQueue } = config.temporal;
  const processes = createProcesses({
    address: change.address ?? address,
    namespace,
    taskQueue,
    store: change.store ?? service.store,
    timings: timingsOf(config),
    inquiryTimings: change.inquiryTimings ?? inquiryTimingsOf(config),
    clock: () => new Date(Date.now() + (change.aheadMs ?? 0)),
  });
  own('the processes', () => processes.close());
  return processes;
}

const polling = (change: ProcessesChange = {}) => processesOf(change).areWorkersPolling();

test('a change that no worker began is refused and stays refused; one that a worker began is unconfirmed', async () => {
  const { companyId, store } = service;
  const asking = async (begun: (id: string) => Promise<unknown>) => {
    let inquiryId = '';
    const putInquiry: typeof store.putInquiry = async (inquiry, now) => {
      inquiryId = inquiry.id;
      await store.putInquiry(inquiry, now);
      await begun(inquiryId);
    };
    const inquiryTimings = { answerTimeoutMs: 100, giveUpMs: 100 };
    const processes = processesOf({ store: { ...store, putInquiry }, inquiryTimings });
    const asked = await processes.ask('certificate-use', { companyId, fingerprint: 'a' });
    return { asked, mayBegin: await store.claimInquiry(inquiryId) };
  };
  const [silent, unconfirmed] = await Promise.all([
    asking(() => Promise.resolve()),
    asking((id) => store.claimInquiry(id)),
  ]);
  expect(silent).toMatchObject({ asked: { refusal: 'WORKER_SILENT' }, mayBegin: false });
  expect(unconfirmed).toMatchObject({ asked: { refusal: 'CHANGE_UNCONFIRMED' }, mayBegin: false });
}, 60_000);

test.each(['findInquiry', 'claimInquiry'] as const)(
  'a change stays unconfirmed when the ledger is away: %s',
  async (away) => {
    const { companyId, store } = service;
    let inquiryId = '';
    const processes = processesOf({
      store: {
        ...store,
        putInquiry: async (inquiry, now) => {
          inquiryId = inquiry.id;
          await store.putInquiry(inquiry, now);
        },
        [away]: () => Promise.reject(new LedgerUnavailableError()),
      },
      inquiryTimings: { answerTimeoutMs: 100, giveUpMs: 100 },
    });
    const asked = await processes.ask('certificate-use', { companyId, fingerprint: 'a' });
    expect(asked).toMatchObject({ refusal: 'CHANGE_UNCONFIRMED' });
    // A worker may still make the change, so the answer must not say that nothing happened.
    expect(await store.claimInquiry(inquiryId)).toBe(true);
  },
  60_000,
);

test('a question that changes nothing fails when the ledger is away', async () => {
  const { companyId, store } = service;
  const processes = processesOf({
    store: { ...store, findInquiry: () => Promise.reject(new LedgerUnavailableError()) },
    inquiryTimings: { answerTimeoutMs: 100, giveUpMs: 100 },
  });
  const about = { companyId, environment: 'pre-certification' } as const;
  await expect(processes.ask('certificate-check', about)).rejects.toThrow(LedgerUnavailableError);
}, 60_000);

test('summary and voucher say that the service processes nothing, until a worker runs', async () => {
  const { companyId } = service;
  const encf = 'E310000000001';
  const person = await logIn(service, companyId, 'operador');
  const here = `/companies/${companyId}/pre-certification`;
  const look = async (path: string) => (await person.call('GET', here + path)).body;
  expect(await polling()).toBe(false);
  await service.post('/api/v2/dgii-ecf/send', sampleEcf({ encf, rncEmisor: service.rnc }));
  expect(await look('/summary')).toMatchObject({ open: 1, waiting: [], processing: false });
  expect(await look(`/vouchers/${encf}`)).toMatchObject({
    state: 'admitted',
    processing: false,
    possible: ['retry', 'annul'],
  });
  await service.startWorker();
  const shown = await until(
    'the voucher is final',
    async () => {
      const body = await look(`/vouchers/${encf}`);
      return body['final'] === true && body;
    },
    { withinMs: 50_000 },
  );
  expect(shown).toMatchObject({ status: 'Aceptado', processing: null });
  await until('the summary knows the worker', async () => (await look('/summary'))['processing'] === true);
  expect(await polling()).toBe(true);
  // A worker that has been gone for minutes may still be in Temporal's list.
  expect(await polling({ aheadMs: 10 * 60_000 })).toBe(false);
  expect(await polling({ address: '127.0.0.1:1' })).toBe(false);
}, 120_000);
