/** The api over real HTTP on a free port. The ledger is in memory, and each test decides what the workflows do. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { recordingLog, type LogLine } from '../harness/recording-log.js';
import { compileContract } from '../../src/api/operation-steps.js';
import type { ReceiverConfig } from '../../src/api/receiver/receiver-config.js';
import { createLimits, type Limits } from '../../src/api/limits/limits.js';
import { createApiServer, serverLimits, type ServerLimits } from '../../src/api/server.js';
import type { ApiConfig, ApiDeps, LimitsConfig } from '../../src/api/deps.js';
import type { Stage } from '../../src/api/processes/processes.js';
import type { TokenConfig } from '../../src/api/session/jwt.js';
import { createTokens } from '../../src/api/session/tokens.js';
import { readConfig } from '../../src/boot/config.js';
import { createApiMetrics } from '../../src/shared/metrics/api-metrics.js';
import { noTraces } from '../../src/shared/traces.js';
import type { Inquiry } from '../../src/ledger/inquiries/inquiries.js';
import { refused } from '../../src/shared/refused.js';
import type { AttemptRef } from '../../src/ecf/model/encf.js';
import { createChecker, type Checker } from '../../src/documents/threads/checker.js';
import type { AnswerBody } from '../harness/http/answer.js';
import { cheapHash } from '../harness/samples/cheap-hash.js';
import { expectDescribed } from '../harness/http/described.js';
import { own } from '../harness/own.js';
import { noPasswordThreads } from '../harness/password-checks.js';
import { FakeStore } from './fake-store.js';

export const clave = 'una-clave-de-prueba';
const passwordHash = cheapHash(clave);
/** Compiled once for all apis of a test file. */
const contract = compileContract();

export const jwtConfig: TokenConfig = {
  secrets: [
    { kid: 'new', secret: 'n'.repeat(32) },
    { kid: 'old', secret: 'o'.repeat(32) },
  ],
  issuer: 'ecf-issuer',
  audience: 'ecf-api',
};

/** A Wednesday, 10:15 in Santo Domingo. */
export const startOfTest = Date.UTC(2026, 6, 1, 14, 15);

export interface Processed {
  readonly ref: AttemptRef;
  readonly stage: Stage;
  readonly waitMs: number;
}

export interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** True when the call is not an operation of the contract. */
  readonly undescribed?: boolean;
}

export interface Called {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly body: AnswerBody;
}

export interface Api {
  readonly server: Server;
  readonly url: string;
  readonly port: number;
  readonly store: FakeStore;
  readonly checker: Checker;
  readonly limits: Limits;
  readonly processed: Processed[];
  readonly log: LogLine[];
  nowMs: number;
  /** What the workflow does with an attempt; default: nothing. */
  onProcess: (processed: Processed) => Promise<void> | void;
  /** What a worker does with a question; default: nothing. */
  onInquiry: (inquiryId: string) => Promise<void> | void;
  /** A valid token of a company, without the work of a login. */
  tokenOf(companyId: number): string;
  /** Restores the three companies and an empty ledger. Each call moves the clock by ten seconds, so that caches expire. */
  reset(): void;
  call(method: string, path: string, options?: CallOptions): Promise<Called>;
  /** Also called at the end of the test file. */
  close(): Promise<void>;
}

export type ApiChange = Partial<LimitsConfig> & {
  readonly trustProxy?: ApiConfig['trustProxy'];
  readonly publicUrl?: string;
  readonly customerMailsPerDay?: number;
  readonly allowProduction?: boolean;
  readonly receiver?: ReceiverConfig;
  readonly store?: FakeStore;
  /** Replaces some of the process's limits. */
  readonly limits?: Partial<Limits>;
};

/** @param change settings that differ from the service's default configuration */
export async function startApi(ofServer: Partial<ServerLimits> = {}, change: ApiChange = {}): Promise<Api> {
  const {
    trustProxy = false,
    publicUrl = '',
    customerMailsPerDay = 1_000,
    allowProduction = false,
    receiver,
    store = new FakeStore(),
    limits: limitsReplaced,
    ...limitsChange
  } = change;
  /** As in the service: Node accepts one connection in each iteration of the event loop, so requests that arrive let some pass. */
  let accepted = 0;
  const limits = { ...createLimits(() => accepted), ...limitsReplaced };
  const options = { contract, limits };
  let resets = 0;
  const agent = new Agent({ connections: 50 });
  const processed: Processed[] = [];
  const log: Api['log'] = [];
  const checker = createChecker({ threadsMax: 1 });
  const deps: ApiDeps = {
    config: {
      jwt: jwtConfig,
      firstCheckMs: 10_000,
      webhooks: { privateAddresses: 'refuse' },
      allowProduction,
      trustProxy,
      publicUrl,
      customerMailsPerDay,
      numbering: { lowNumbers: 100, expiryDays: 30 },
      limits: { ...readConfig({}).limits, ...limitsChange },
    },
    log: recordingLog(log),
    store,
    issuing: {
      startAndWait: async (ref, _about, stage, waitMs) => {
        const call = { ref, stage, waitMs };
        processed.push(call);
        await api.onProcess(call);
      },
      acknowledge: async () => undefined,
      annul: () => Promise.resolve(),
      certify: () => Promise.resolve(),
    },
    processes: {
      ask: async (kind, about) => {
        const id = randomUUID();
        await store.putInquiry({ id, kind, about } as Inquiry);
        await api.onInquiry(id);
        const answer = (await store.findInquiry(id))?.answer;
        return answer === undefined ? refused('WORKER_SILENT') : { outcome: 'answered', answer };
      },
    },
    checker,
    passwordThreads: noPasswordThreads,
    clock: () => new Date(api.nowMs),
    metrics: createApiMetrics(checker.figures),
    traces: noTraces,
    stopping: new AbortController().signal,
    ...(receiver === undefined ? {} : { receiver }),
  };
  const server = createApiServer(deps, options, { ...serverLimits, ...ofServer });
  server.on('connection', () => (accepted += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const api: Api = {
    server,
    url,
    port,
    store,
    checker,
    limits,
    processed,
    log,
    nowMs: startOfTest,
    onProcess: () => undefined,
    onInquiry: () => undefined,
    tokenOf: (companyId) => {
      const company = store.companies.get(companyId)!;
      const { rnc, environment, tokenGeneration: companyGeneration = 0 } = company;
      const user = store.users.find((one) => one.companyId === companyId);
      const userGeneration = user?.tokenGeneration ?? 0;
      const claims = {
        usuario: 'integracion',
        rnc,
        companyId,
        environment,
        userGeneration,
        companyGeneration,
      };
      return createTokens(jwtConfig).issue(claims, new Date(api.nowMs)).token;
    },
    call: async (method, path, { token, body, headers = {}, undescribed = false } = {}) => {
      const raw = typeof body === 'string' || body instanceof Uint8Array;
      const response = await request(url + path, {
        dispatcher: agent,
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? null : raw ? body : JSON.stringify(body),
      });
      const bytes = await response.body.bytes();
      const text = Buffer.from(bytes).toString('utf8');
      const readable = text !== '' && response.headers['content-encoding'] === undefined;
      const json = readable && String(response.headers['content-type']).startsWith('application/json');
      const parsed: unknown = json ? JSON.parse(text) : undefined;
      const { statusCode: status, headers: got } = response;
      if (!undescribed) expectDescribed({ method, path, status, headers: got, body: parsed });
      return { status, headers: got, text, bytes, body: parsed as AnswerBody };
    },
    reset: () => {
      store.reset();
      for (const [companyId, rnc, origin, environment] of companies) {
        const razonSocial = `EMPRESA DE PRUEBA ${companyId} SRL`;
        store.companies.set(companyId, {
          companyId,
          rnc,
          razonSocial,
          origin,
          environment,
          productionAllowed: false,
        });
        store.users.push({ usuario: 'integracion', rnc, companyId, passwordHash, disabled: false });
      }
      processed.length = 0;
      log.length = 0;
      resets++;
      api.nowMs = startOfTest + resets * 10_000;
      api.onProcess = () => undefined;
      api.onInquiry = () => undefined;
    },
    close: own('the api', async () => {
      server.close();
      server.closeAllConnections();
      await agent.destroy();
      await checker.close();
    }),
  };
  api.reset();
  return api;
}

const companies = [
  [1, '999999992', 'client', 'pre-certification'],
  [2, '999999982', 'service', 'pre-certification'],
  [3, '999999974', 'service', 'certification'],
] as const;

export interface VoucherOptions {
  readonly encf?: string;
  readonly rncEmisor?: string;
  readonly nombre?: string;
  readonly total?: number;
}

/** A valid type 31 voucher of 1,180.00, or of 1.18 × `total`. */
export function voucher({ encf, rncEmisor, nombre, total = 1000 }: VoucherOptions = {}) {
  const itbis = Math.round(total * 18) / 100;
  return {
    ECF: {
      Encabezado: {
        Version: '1.0',
        IdDoc: {
          TipoeCF: 31,
          eNCF: encf ?? 'E310000000001',
          FechaVencimientoSecuencia: '31-12-2027',
          IndicadorMontoGravado: 0,
          TipoIngreso: '01',
          TipoPago: 1,
        },
        Emisor: {
          RNCEmisor: rncEmisor ?? '999999992',
          RazonSocialEmisor: 'EMPRESA DE PRUEBA SRL',
          DireccionEmisor: 'CALLE 1 NO. 2',
          FechaEmision: '01-07-2026',
        },
        Comprador: { RNCComprador: '131880681', RazonSocialComprador: 'COMPRADOR DE PRUEBA SRL' },
        Totales: {
          MontoGravadoTotal: total,
          MontoGravadoI1: total,
          ITBIS1: 18,
          TotalITBIS: itbis,
          TotalITBIS1: itbis,
          MontoTotal: total + itbis,
        },
      },
      DetallesItems: {
        Item: [
          {
            NumeroLinea: 1,
            IndicadorFacturacion: 1,
            NombreItem: nombre ?? 'ARTICULO DE PRUEBA',
            IndicadorBienoServicio: 1,
            CantidadItem: 1,
            PrecioUnitarioItem: total,
            MontoItem: total,
          },
        ],
      },
    },
  };
}
