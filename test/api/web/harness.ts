/**
 * The web application's api over real HTTP and a real ledger, for one test file. A browser keeps its cookies and sends what a browser
 * sends. No worker runs; the test chooses a worker's answers.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { recordingLog, type LogLine } from '../../harness/recording-log.js';
import { compileContract } from '../../../src/api/operation-steps.js';
import { localDate } from '../../../src/ecf/model/dates.js';
import { createLimits, type Limits, type WebCallsPerMinute } from '../../../src/api/limits/limits.js';
import { createApiServer } from '../../../src/api/server.js';
import type { ApiConfig, ApiDeps } from '../../../src/api/deps.js';
import { compileWebContract } from '../../../src/api/web/web-document.js';
import type { WebConfig } from '../../../src/api/web/web-deps.js';
import { readConfig } from '../../../src/boot/config.js';
import { createChecker } from '../../../src/documents/threads/checker.js';
import type { Store } from '../../../src/ledger/ledger.js';
import type { Person } from '../../../src/ledger/people/person.js';
import type { Company } from '../../../src/ledger/companies/company.js';
import type { Processes } from '../../../src/services/deps.js';
import { refused } from '../../../src/shared/refused.js';
import { createApiMetrics, type ApiMetrics } from '../../../src/shared/metrics/api-metrics.js';
import { noTraces } from '../../../src/shared/traces.js';
import { given } from '../../harness/given.js';
import { openStore, ownDatabase } from '../../harness/ledger.js';
import { openScope } from '../../harness/own.js';
import { noPasswordThreads } from '../../harness/password-checks.js';
import { cheapHash } from '../../harness/samples/cheap-hash.js';
import { checkDescribed } from './described.js';

export const clave = 'una-clave-de-prueba';
const passwordHash = cheapHash(clave);
/** Compiled once for all apis of a test file. */
const contract = compileContract();
const webContract = compileWebContract();

export interface WebAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** The JSON of the answer; undefined if the answer is not JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a refusal says to programs: its status, its code, and the field if it has one. */
export const refusalOf = ({ status, body }: WebAnswer) => ({
  status,
  code: body['code'],
  campo: body['campo'],
});

export interface CallOptions {
  /** A text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  /** Replaces headers that a browser sends; undefined leaves a header out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface Browser {
  /** The cookies by name, as the server set them. */
  readonly cookies: Map<string, string>;
  /** Checks each answer against openapi-web.yaml. @param path below /app/api, or a whole path that begins with /app/ or /api/ */
  call(method: string, path: string, options?: CallOptions): Promise<WebAnswer>;
}

export interface Web {
  readonly url: string;
  readonly database: string;
  readonly config: ApiConfig;
  readonly store: Store;
  readonly log: LogLine[];
  readonly metrics: ApiMetrics;
  /** How far the api's clock is ahead. The clock keeps running. */
  aheadMs: number;
  /** Whether a worker asks Temporal for tasks. */
  polled: boolean;
  /** What a worker does; default: no worker is there. */
  processes: Processes;
  addCompany(change?: Partial<Company>): Promise<Company>;
  /** @param change `memberships` and `support` among others. The password is `clave`. */
  addPerson(change?: Partial<Person>): Promise<Person>;
  browser(): Browser;
  /** Gives the password. */
  logIn(browser: Browser, person: Pick<Person, 'email'>, password?: string): Promise<WebAnswer>;
  /** A browser in which this person is logged in. */
  loggedIn(person: Pick<Person, 'email'>): Promise<Browser>;
}

export interface WebOptions {
  readonly web?: Partial<WebConfig>;
  readonly allowProduction?: boolean;
  readonly trustProxy?: ApiConfig['trustProxy'];
  readonly mongoUri?: string;
  /** Whether the service sends mail; default: it does not. */
  readonly mailEnabled?: boolean;
  /** ECF_PUBLIC_URL. */
  readonly publicUrl?: string;
  /** The folder of the built pages. */
  readonly pages?: string;
  /** How often people may call. Absent: as in the service. */
  readonly callsPerMinute?: WebCallsPerMinute;
  /** Replaces some of the process's limits. */
  readonly limits?: Partial<Limits>;
  /** The database of another test site, to start again on its ledger. */
  readonly database?: string;
}

const noWorker: Processes = {
  ask: async () => refused('WORKER_SILENT'),
  wake: async () => refused('WORKER_SILENT'),
};

export async function startWeb(options: WebOptions = {}): Promise<Web> {
  const { own } = openScope('the web application');
  const uri = options.mongoUri ?? given('TEST_MONGODB_URI');
  const database = options.database ?? `ecf_web_${randomInt(1_000_000_000)}`;
  // Another site's database ends with that site.
  if (options.database === undefined) ownDatabase({ own }, database);
  const store = await openStore(uri, database);
  own('the ledger', () => store.close());
  const checker = createChecker({ threadsMax: 1 });
  own('the checker', () => checker.close());
  const agent = new Agent({ connections: 20 });
  own('the browsers', () => agent.destroy());
  const log: Web['log'] = [];
  const clock = () => new Date(Date.now() + web.aheadMs);
  const { limits, numbering } = readConfig({});
  const deps: ApiDeps = {
    config: {
      jwt: { secrets: [{ kid: 'k', secret: 'j'.repeat(32) }], issuer: 'ecf-issuer', audience: 'ecf-api' },
      firstCheckMs: 10_000,
      webhooks: { privateAddresses: 'refuse' },
      allowProduction: options.allowProduction ?? false,
      trustProxy: options.trustProxy ?? false,
      numbering,
      limits,
      publicUrl: options.publicUrl ?? '',
      customerMailsPerDay: options.mailEnabled === true ? 1_000 : 0,
    },
    log: recordingLog(log),
    store,
    issuing: {
      startAndWait: async () => undefined,
      acknowledge: async () => undefined,
      annul: () => Promise.resolve(),
      certify: () => Promise.resolve(),
    },
    processes: { ask: (kind, about) => web.processes.ask(kind, about) },
    checker,
    passwordThreads: noPasswordThreads,
    clock,
    metrics: createApiMetrics(checker.figures),
    traces: noTraces,
    stopping: new AbortController().signal,
    web: {
      operator: {
        store,
        clock,
        allowProduction: options.allowProduction ?? false,
        mailEnabled: options.mailEnabled ?? false,
        processes: {
          ask: (kind, about) => web.processes.ask(kind, about),
          wake: (document) => web.processes.wake(document),
        },
      },
      areWorkersPolling: async () => web.polled,
      config: {
        secrets: [{ kid: 'k', secret: 'w'.repeat(32) }],
        temporalUiUrl: null,
        receiverMiddle: null,
        demo: false,
        ...options.web,
      },
    },
  };
  const pages = options.pages === undefined ? {} : { pages: options.pages };
  const callsPerMinute = options.callsPerMinute && { callsPerMinute: options.callsPerMinute };
  const server = createApiServer(deps, {
    contract,
    web: { contract: webContract, ...pages, ...callsPerMinute },
    limits: { ...createLimits(), ...options.limits },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  own('the api', () => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const web: Web = {
    url,
    database,
    config: deps.config,
    store,
    log,
    metrics: deps.metrics,
    aheadMs: 0,
    polled: true,
    processes: noWorker,
    addCompany: async (change = {}) => {
      const companyId = randomInt(1_000, 1_000_000_000);
      const company: Company = {
        companyId,
        rnc: String(100_000_000 + randomInt(800_000_000)),
        razonSocial: `EMPRESA DE PRUEBA ${companyId} SRL`,
        origin: 'service',
        environment: 'pre-certification',
        productionAllowed: false,
        ...change,
      };
      await store.putCompany(company);
      return company;
    },
    addPerson: async (change = {}) => {
      const id = randomInt(1_000_000_000);
      const person: Person = {
        personId: `person-${id}`,
        email: `persona-${id}@prueba.example`,
        name: `Persona ${id}`,
        support: false,
        memberships: [],
        generation: 0,
        secondFactor: false,
        ...change,
      };
      if (!(await store.addPerson(person, passwordHash))) throw new Error(`${person.email} exists`);
      return person;
    },
    browser: () => openBrowser(url, agent),
    logIn: (browser, { email }, password = clave) =>
      browser.call('POST', '/session', { body: { email, password } }),
    loggedIn: async (person) => {
      const browser = openBrowser(url, agent);
      const answer = await web.logIn(browser, person);
      if (answer.body['next'] !== 'done') throw new Error(`No login: ${answer.text}`);
      return browser;
    },
  };
  return web;
}

function openBrowser(url: string, dispatcher: Agent): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    call: async (method, path, { body, headers = {} } = {}) => {
      const isFile = body instanceof Uint8Array;
      const given: Readonly<Record<string, string | undefined>> = {
        'sec-fetch-site': 'same-origin',
        origin: url,
        ...(cookies.size === 0 ? {} : { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(body === undefined
          ? {}
          : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
        ...headers,
      };
      const whole = /^\/(app|api)\//i.test(path) ? path : `/app/api${path}`;
      const sent = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
      const response = await request(url + whole, {
        dispatcher,
        method: method as 'GET',
        headers: Object.fromEntries(sent),
        body: body === undefined ? null : typeof body === 'string' || isFile ? body : JSON.stringify(body),
      });
      const bytes = Buffer.from(await response.body.arrayBuffer());
      const text = bytes.toString('utf8');
      keepCookies(cookies, response.headers['set-cookie']);
      const json = String(response.headers['content-type']).startsWith('application/json') && text !== '';
      const parsed = (json ? JSON.parse(text) : undefined) as WebAnswer['body'];
      const answer = { status: response.statusCode, headers: response.headers, bytes, text, body: parsed };
      if (whole.startsWith('/app/api/')) checkDescribed(method, whole, answer);
      return answer;
    },
  };
}

function keepCookies(cookies: Map<string, string>, set: string | string[] | undefined): void {
  for (const line of [set ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
}

/**
 * Near midnight in Santo Domingo it moves the api's clock beyond it, so that today does not end during the test.
 * @returns the api's present time
 */
export function farFromMidnight(web: Web): Date {
  const tenMinutesMs = 600_000;
  const endsSoon = localDate(Date.now()) !== localDate(Date.now() + tenMinutesMs);
  web.aheadMs = endsSoon ? tenMinutesMs : 0;
  return new Date(Date.now() + web.aheadMs);
}
