/**
 * The commands that need a worker, over a real ledger and Temporal: `certificate check`, `certificate sign-xml`, `dgii status`, and the commands with
 * which an operator ends a voucher's wait.
 */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/boot/config.js';
import { normalise } from '../../src/ecf/json/normalise.js';
import { validate } from '../../src/ecf/validate.js';
import { startWorker } from '../../src/boot/worker-role.js';
import type { DocumentRecord } from '../../src/ledger/vouchers/document-record.js';
import { freePort } from '../../src/shared/free-port.js';
import { verifyXml } from '../../src/signing/verify/verify.js';
import { workflowIdOf } from '../../src/workflows/contract/vouchers.js';
import { givenBundle } from '../harness/given.js';
import { endLeases } from '../harness/leases.js';
import { own } from '../harness/own.js';
import { postulacion } from '../harness/samples/portal-xml.js';
import { encfs, sampleEcf } from '../harness/samples/sample-ecf.js';
import { patient, startService, type Service } from '../harness/service.js';
import { until } from '../harness/until.js';
import { contentsIn } from '../replay/contents.js';
import type { HistoryJson } from '../replay/histories.js';
import { runCli, type Ran, type RunOptions } from './harness.js';

/** Pauses that are longer than any test: only an operator's request ends one. */
const endless = {
  ...patient,
  ECF_RETRY_FIRST_MS: '60000',
  ECF_RETRY_MAX_MS: '60000',
  ECF_CHECK_MARGIN_MS: '60000',
  // A timeout would begin such a pause, so the machine may stand still for a while.
  DGII_SUBMIT_TIMEOUT_MS: '20000',
  DGII_AUTH_TIMEOUT_MS: '20000',
  DGII_QUERY_TIMEOUT_MS: '20000',
  // So would a standstill between the record of a delivery and its sending that is longer than this.
  ECF_LEASE_MARGIN_MS: '60000',
  // Only `certificate check` ends a suspension.
  ECF_TOKEN_PROBE_MS: '600000',
};
const note = 'Visto en la Oficina Virtual';
const environment = 'pre-certification';
let service: Service;
const next = encfs(31);

beforeAll(async () => {
  service = await startService({ env: { DGII_STATUS_API_KEY: 'prueba', ...endless } });
}, 150_000);
beforeEach(() => service.simulate({ faults: [], maintenance: [], sequences: 'any' }));

const cli = (args: readonly string[], options?: RunOptions): Promise<Ran> =>
  runCli([...args, '--json'], service.env, options);
const byHand = (verb: string, encf: string, ...more: string[]) =>
  cli(['document', verb, encf, ...more, '--company', String(service.companyId)]);
const documentOf = async (encf: string, companyId = service.companyId) =>
  (await service.store.findDocument(companyId, environment, encf))!;
const waitsFor = (encf: string, reason: string) =>
  until(`${encf} waits for ${reason}`, async () => (await documentOf(encf)).waiting?.reason === reason, {
    withinMs: 60_000,
  });
/** Each time that the voucher waits for DGII anew, its lease ends and an operator retries, so no pause of a minute passes. */
async function retriedUntil(
  encf: string,
  what: string,
  is: (document: DocumentRecord) => boolean,
  companyId = service.companyId,
) {
  let retried: number | undefined;
  await until(
    `${encf} ${what}`,
    async () => {
      const document = await documentOf(encf, companyId);
      const nextTry = document.waiting?.nextTryAt.getTime();
      if (document.waiting?.reason === 'DGII_UNAVAILABLE' && nextTry !== retried) {
        retried = nextTry;
        await endLeases(service);
        await cli(['document', 'retry', encf, '--company', String(companyId)]);
      }
      return is(document);
    },
    { withinMs: 60_000 },
  );
}
const ends = (encf: string, state: string) =>
  retriedUntil(encf, `is ${state}`, (document) => document.state === state);
const submit = (encf: string) => service.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf }));

/** Admits a voucher as if it had been in the ledger until its sequence expired. */
async function admitExpired(encf: string): Promise<void> {
  const { ecf } = validate(sampleEcf({ encf }), { today: '20-11-2026', company: { rnc: service.rnc } });
  const content = normalise(ecf!).replace('31-12-2028', '31-12-2025');
  await service.store.admit({
    companyId: service.companyId,
    environment,
    encf,
    requestId: randomUUID(),
    correlationId: 'c',
    tipoeCF: 31,
    rncEmisor: service.rnc,
    rncComprador: '131880681',
    montoTotal: '1180.00',
    fechaEmision: '20-11-2026',
    fechaVencimientoSecuencia: '31-12-2025',
    contentHash: encf,
    content,
    now: new Date(),
    firstCheckMs: 0,
    conditionalAllowed: false,
  });
  await waitsFor(encf, 'SEQUENCE_EXPIRED');
}

describe('certificate check', () => {
  test('gets a token from DGII; the workflow history contains only an id', async () => {
    const { code, data } = await cli(['certificate', 'check', '--company', String(service.companyId)]);
    expect([code, data]).toMatchObject([0, { token: true, resumed: false, environment }]);
    const query = `WorkflowType = 'inquiry' AND TaskQueue = '${service.config.temporal.taskQueue}'`;
    const histories = await until('the run is listed', async () => {
      const found: HistoryJson[] = [];
      for await (const { workflowId } of service.temporal.workflow.list({ query })) {
        const history = await service.temporal.workflow.getHandle(workflowId).fetchHistory();
        found.push(JSON.parse(JSON.stringify(history)) as HistoryJson);
      }
      return found.length > 0 && found;
    });
    for (const history of histories) expect(contentsIn(history, [service.rnc])).toEqual([]);
  });

  test('suspends the company when DGII refuses, and resumes it once the signer is delegated', async () => {
    const other = await service.addCompany({ delegated: false });
    const args = ['certificate', 'check', '--company', other.rnc];
    const refused = await cli(args);
    expect([refused.code, refused.error]).toEqual([1, 'NOT_DELEGATED']);
    expect(refused.stdout).toContain('no está delegado');
    expect((await service.store.findCompany(other.companyId))?.suspended?.reason).toBe('NOT_DELEGATED');
    await other.delegate();
    const accepted = await cli(args);
    expect([accepted.code, accepted.data]).toMatchObject([0, { token: true, resumed: true }]);
    expect((await service.store.findCompany(other.companyId))?.suspended).toBeUndefined();
  });

  test('reports a company without a certificate and a DGII that is down', async () => {
    const id = service.companyId + 1_000;
    await service.store.putCompany({
      companyId: id,
      rnc: '499999999',
      razonSocial: 'SIN CERTIFICADO SRL',
      origin: 'client',
      environment,
      productionAllowed: false,
    });
    expect((await cli(['certificate', 'check', '--company', '499999999'])).error).toBe('CERTIFICATE_MISSING');
    await service.simulate({ faults: [{ service: 'semilla', action: 'status-500', times: 5 }] });
    const down = await cli(['certificate', 'check', '--company', String(service.companyId)]);
    expect([down.code, down.error]).toEqual([1, 'DGII_UNAVAILABLE']);
    expect((await service.store.findCompany(service.companyId))?.suspended).toBeUndefined();
  });
});

describe('certificate sign-xml', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-xml-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const sign = (input: string, output: string) =>
    cli(['certificate', 'sign-xml', '--company', service.rnc, '--in', input, '--out', output]);

  test('writes the signed file of DGII’s portal, and never over another file', async () => {
    const [input, output] = ['Postulacion.xml', 'firmada.xml'].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    await writeFile(input, postulacion);
    const { code, data } = await sign(input, output);
    expect([code, data]).toMatchObject([0, { root: 'Postulacion', file: output }]);
    const signed = await readFile(output);
    expect(verifyXml(signed.toString(), 'as-received')).toMatchObject({ ok: true });
    expect(data).toMatchObject({ sha256: createHash('sha256').update(signed).digest('hex') });
    expect((await sign(input, output)).error).toBe('FILE_EXISTS');
    expect(await readFile(output)).toEqual(signed);
  });

  test('signs no voucher and writes nothing then', async () => {
    const [input, output] = ['ecf.xml', 'ecf-firmado.xml'].map((name) => join(folder, name)) as [
      string,
      string,
    ];
    await writeFile(input, '<ECF><Encabezado/></ECF>');
    const { code, error, stdout } = await sign(input, output);
    expect([code, error]).toEqual([1, 'XML_FISCAL']);
    expect(stdout).toContain('Aquí solo se firman los XML que genera el portal');
    await expect(readFile(output)).rejects.toThrow('ENOENT');
    expect((await sign(join(folder, 'nada.xml'), output)).error).toBe('FILE_UNREADABLE');
  });
});

describe('dgii status', () => {
  test('reports each environment and the maintenance that DGII announces', async () => {
    const from = new Date(Date.now() - 3_600_000).toISOString();
    const to = new Date(Date.now() + 3_600_000).toISOString();
    await service.simulate({ maintenance: [{ environment, from, to }] });
    const { code, data, warnings } = await cli(['dgii', 'status']);
    expect(code).toBe(0);
    expect(data.environments).toMatchObject([
      { environment, available: false, by: 'status' },
      { environment: 'certification', available: true },
      { environment: 'production', available: true },
    ]);
    expect(data.windows).toMatchObject([{ ambiente: 'PreCertificacion' }]);
    expect(warnings).toEqual(['DGII_UNAVAILABLE']);
    const { stdout } = await runCli(['dgii', 'status', '--environment', 'certification'], service.env);
    expect(stdout).toMatch(/certification +sí +Disponible/);
    expect(stdout).toContain('Ventanas de mantenimiento');
  });
});

describe('with a DGII that accepts connections and never answers', () => {
  let env: Record<string, string>;
  let stopWorker: () => Promise<void>;

  beforeAll(async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    own('the silent DGII', () => {
      silent.closeAllConnections();
      silent.close();
      return Promise.resolve();
    });
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    env = {
      ...service.env,
      DGII_ECF_HOST: url,
      DGII_FC_HOST: url,
      DGII_STATUS_HOST: url,
      // With these limits, one question after the other would take longer than an inquiry may.
      DGII_QUERY_TIMEOUT_MS: '6000',
      DGII_AUTH_TIMEOUT_MS: '6000',
      TEMPORAL_TASK_QUEUE: `${service.config.temporal.taskQueue}_silent`,
    };
    const worker = await startWorker(readConfig(env), service.log, { workflowBundle: givenBundle() });
    stopWorker = own('its worker', () => worker.stop());
  }, 150_000);
  // It has the ledger of the other tests: its completer would start their vouchers here, and DGII would not answer.
  afterAll(() => stopWorker());

  test('dgii status and certificate check say that DGII does not answer, and their workflows complete', async () => {
    const company = String(service.companyId);
    const [{ code, data, warnings, stdout }, check] = await Promise.all([
      runCli(['dgii', 'status', '--json'], env),
      runCli(['certificate', 'check', '--company', company, '--json'], env),
    ]);
    expect([check.code, check.error]).toEqual([1, 'DGII_UNAVAILABLE']);
    expect(check.stdout).toContain('la DGII no responde');
    expect(code).toBe(0);
    expect(data.environments).toMatchObject(
      ['pre-certification', 'certification', 'production'].map((one) => {
        return { environment: one, available: false, cause: 'timeout' };
      }),
    );
    expect(data.windows).toBeNull();
    expect(warnings).toEqual(Array(3).fill('DGII_UNAVAILABLE'));
    expect(stdout).toContain('la DGII no responde');
    const query = `WorkflowType = 'inquiry' AND TaskQueue = '${env['TEMPORAL_TASK_QUEUE']}'`;
    const ended = await until('both runs are listed', async () => {
      const found: string[] = [];
      for await (const { status } of service.temporal.workflow.list({ query })) found.push(status.name);
      return found.length === 2 && !found.includes('RUNNING') && found;
    });
    expect(ended).toEqual(['COMPLETED', 'COMPLETED']);
  }, 150_000);
});

describe('document retry', () => {
  test('of a voucher without delegation tries in vain; the check after the delegation ends its wait', async () => {
    const other = await service.addCompany({ delegated: false });
    const encf = next();
    await other.post('/api/v2/dgii-ecf/send?waitForFinal=0s', sampleEcf({ encf, rncEmisor: other.rnc }));
    const retried = (what: string, is: (document: DocumentRecord) => boolean) =>
      retriedUntil(encf, what, is, other.companyId);
    await retried('waits for its delegation', ({ waiting }) => waiting?.reason === 'NOT_DELEGATED');
    const { code, data } = await cli(['document', 'retry', encf, '--company', other.rnc]);
    expect([code, data.waiting.reason]).toEqual([0, 'NOT_DELEGATED']);
    await other.delegate();
    expect((await cli(['certificate', 'check', '--company', other.rnc])).data.resumed).toBe(true);
    await until('it is accepted', async () => (await documentOf(encf, other.companyId)).state === 'accepted');
  }, 150_000);

  test('starts the workflow of a voucher that has no run', async () => {
    const encf = next();
    await admitExpired(encf);
    const ref = { companyId: service.companyId, environment, encf, attempt: 1 } as const;
    const run = service.temporal.workflow.getHandle(workflowIdOf(ref));
    await run.terminate('test');
    const { code, warnings } = await byHand('retry', encf);
    // A retry alone does not help, and the operator gets a warning.
    expect([code, warnings]).toEqual([0, ['SEQUENCE_EXPIRED']]);
    expect((await run.describe()).status.name).toBe('RUNNING');
  }, 150_000);

  test('refuses a final voucher and an unknown one', async () => {
    const encf = next();
    await submit(encf);
    await ends(encf, 'accepted');
    const [final, unknown] = await Promise.all([byHand('retry', encf), byHand('retry', 'E319999999999')]);
    expect([final.code, final.error, unknown.error]).toEqual([1, 'ALREADY_FINAL', 'ECF_NOT_FOUND']);
    expect(final.stdout).toContain('Aceptado');
  }, 150_000);
});

describe('document resend', () => {
  test('sends a number that DGII left free again, and only that', async () => {
    const encf = next();
    await service.simulate({ taxpayers: { [service.rnc]: 'inactive' } });
    await submit(encf);
    await ends(encf, 'rejected');
    const hint = await byHand('retry', encf);
    expect([hint.code, hint.error]).toEqual([1, 'ALREADY_FINAL']);
    expect(hint.stdout).toContain('document resend');
    await service.simulate({ taxpayers: {} });
    const resent = await byHand('resend', encf, '--note', 'La DGII activó el RNC', '--yes');
    expect([resent.code, resent.data]).toMatchObject([0, { encf, attempt: 2 }]);
    await ends(encf, 'accepted');
    expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1 });
    const used = await byHand('resend', encf, '--note', 'La DGII activó el RNC', '--yes');
    expect([used.code, used.error]).toEqual([1, 'NUMBER_NOT_FREE']);
  }, 150_000);
});

describe('a voucher whose number DGII calls used but whose trackId it does not show', () => {
  async function usedSomehow(encf: string): Promise<void> {
    // DGII receives it but the answer is lost. DGII then denies it, so the same bytes are sent again and find their number used.
    await service.simulate({
      faults: [
        { service: 'recepcion', action: 'accept-then-drop', times: 1, encf },
        { service: 'trackids', action: 'not-found', times: 1_000, encf },
      ],
    });
    await submit(encf);
    await retriedUntil(encf, 'waits for a person', ({ waiting }) => waiting?.reason === 'CONFIRM_BY_HAND');
  }

  test('is accepted by an operator’s decision, which stays in its record', async () => {
    const encf = next();
    await usedSomehow(encf);
    const { code, data } = await byHand('confirm', encf, 'accepted', '--note', note, '--yes');
    expect([code, data.state]).toEqual([0, 'accepted']);
    expect(data.byHand).toMatchObject({ action: 'confirm-accepted', note, by: expect.stringMatching(/.@./) });
    const status = await service.get(`/api/v2/dgii-ecf/document-status/${encf}`);
    expect(status.body.data).toMatchObject({ accepted: 1, status: 'Aceptado' });
    expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
    const shown = await runCli(['document', 'show', encf, '--company', service.rnc], service.env);
    expect(shown.stdout).toContain('Anotado a mano');
    const annulled = await byHand('annul', encf, '--note', note, '--yes');
    expect([annulled.code, annulled.error]).toEqual([1, 'ALREADY_FINAL']);
  }, 120_000);
});

test('a voucher that the operator did not find at DGII is sent again with the same bytes', async () => {
  const encf = next();
  await service.simulate({
    faults: [
      { service: 'recepcion', action: 'drop-before-reading', times: 1 },
      { service: 'trackids', action: 'status-500', times: 1_000, encf },
    ],
  });
  await submit(encf);
  await waitsFor(encf, 'DGII_UNAVAILABLE');
  expect((await documentOf(encf)).submissions).toMatchObject([{ n: 1 }]);
  await endLeases(service);
  const decide = (...more: string[]) =>
    byHand('confirm', encf, 'not-received', '--note', note, '--yes', ...more);
  expect(await decide()).toMatchObject({ code: 2, stdout: expect.stringContaining('falta --deliveries') });
  const shown = await runCli(['document', 'show', encf, '--company', service.rnc], service.env);
  expect(shown.stdout).toContain('--deliveries 1');
  // Another number than the one that it has, as after a delivery that the operator has not seen.
  const late = await decide('--deliveries', '0');
  expect([late.code, late.error]).toEqual([1, 'CHANGED_MEANWHILE']);
  expect(late.stdout).toContain(`document confirm ${encf} not-received --company ${service.companyId}`);
  expect(late.stdout).toContain('--deliveries 1');
  const trackId = randomUUID();
  const word = ['--track-id', trackId, '--deliveries', '0', '--note', note, '--yes'];
  const lateReceived = await byHand('confirm', encf, 'received', ...word);
  expect(lateReceived.error).toBe('CHANGED_MEANWHILE');
  expect(lateReceived.stdout).toContain(`--deliveries 1 --track-id ${trackId} --note`);
  const ofAnother = await decide('--deliveries', '1', '--attempt', '2');
  expect([ofAnother.code, ofAnother.error]).toEqual([1, 'ATTEMPT_OVER']);
  const { code, data } = await decide('--deliveries', '1');
  expect([code, data.byHand.action]).toEqual([0, 'confirm-not-received']);
  await ends(encf, 'accepted');
  expect(await service.seenByDgii(encf)).toMatchObject({ accepted: 1, distinctBytes: 1 });
}, 150_000);

describe('a voucher whose sequence expired before it was sent', () => {
  test('is sent once when it is forced', async () => {
    const encf = next();
    await admitExpired(encf);
    const { code, data } = await byHand('force', encf, '--note', note, '--yes');
    expect([code, data.byHand.action]).toEqual([0, 'force']);
    // DGII compares the expiry with the day of sending, and this sequence was not prolonged.
    await ends(encf, 'rejected');
    expect((await documentOf(encf)).verdict?.mensajes).toMatchObject([{ codigo: '145' }]);
    expect((await service.seenByDgii(encf)).received).toHaveLength(1);
  }, 150_000);

  test('can be annulled, and DGII never receives it', async () => {
    const encf = next();
    await admitExpired(encf);
    const { code, data } = await byHand('annul', encf, '--note', note, '--yes');
    expect([code, data.status]).toEqual([0, 'Anulado']);
    const sent = await service.post('/api/v2/dgii-ecf/send', sampleEcf({ encf }));
    expect(sent.body.data['accepted'] ?? 0).toBe(0);
    expect((await service.seenByDgii(encf)).received).toEqual([]);
  }, 150_000);

  test('stays unchanged without a confirmation, without a note, or without an open question', async () => {
    const encf = next();
    await admitExpired(encf);
    const unasked = await byHand('annul', encf, '--note', note);
    const noteless = await byHand('annul', encf, '--yes');
    const empty = await byHand('annul', encf, '--note', ' ', '--yes');
    const openless = await byHand('confirm', encf, 'accepted', '--note', note, '--yes');
    const untold = await byHand('confirm', encf, 'received', '--note', note, '--yes');
    expect([unasked, noteless, empty, openless, untold].map(({ code, error }) => [code, error])).toEqual([
      [2, 'CONFIRMATION_MISSING'],
      [2, 'USAGE'],
      [1, 'NOTE_INVALID'],
      [1, 'NOTHING_OPEN'],
      [2, 'USAGE'],
    ]);
    expect((await documentOf(encf)).byHand).toBeUndefined();
  }, 150_000);
});

test('production needs both consents', async () => {
  const encf = next();
  await service.store.admit({
    companyId: service.companyId,
    environment: 'production',
    encf,
    requestId: randomUUID(),
    correlationId: 'c',
    tipoeCF: 31,
    rncEmisor: service.rnc,
    rncComprador: '',
    montoTotal: '1.00',
    fechaEmision: '20-11-2026',
    fechaVencimientoSecuencia: '31-12-2028',
    contentHash: encf,
    content: '{}',
    now: new Date(),
    firstCheckMs: 3_600_000,
    conditionalAllowed: false,
  });
  const args = ['force', encf, '--environment', 'production', '--note', note, '--yes'] as const;
  const { code, error, stdout } = await byHand(...args);
  expect([code, error]).toEqual([1, 'PRODUCTION_NOT_ALLOWED']);
  expect(stdout).toContain('ECF_ALLOW_PRODUCTION=true');
  expect(stdout).toContain('--allow-production');
});

describe('without Temporal', () => {
  test('a question to DGII fails with its code; an operator’s decision is still recorded', async () => {
    const encf = next();
    await admitExpired(encf);
    const env = { TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}` };
    const company = String(service.companyId);
    const [status, retried] = await Promise.all([
      cli(['dgii', 'status'], { env }),
      cli(['document', 'retry', encf, '--company', company], { env }),
    ]);
    expect([status, retried].map(({ code, error }) => [code, error])).toEqual([
      [1, 'PROCESS_UNAVAILABLE'],
      [1, 'PROCESS_UNAVAILABLE'],
    ]);
    expect(status.stdout).toContain('TEMPORAL_ADDRESS');
    const word = ['document', 'annul', encf, '--company', company, '--note', note, '--yes'];
    const annulled = await cli(word, { env });
    expect([annulled.code, annulled.data.state, annulled.warnings]).toEqual([
      0,
      'annulled',
      ['PROCESS_UNAVAILABLE'],
    ]);
  }, 150_000);
});

test('without a worker, a question to DGII fails within its time limit', async () => {
  const env = {
    TEMPORAL_TASK_QUEUE: 'nobody-serves-this',
    DGII_QUERY_TIMEOUT_MS: '500',
    DGII_AUTH_TIMEOUT_MS: '500',
  };
  const { code, error } = await cli(['dgii', 'status'], { env });
  expect([code, error]).toEqual([1, 'WORKER_SILENT']);
}, 150_000);
