/**
 * Provokes each error that openapi.yaml lists for an operation, so that it lists no error that never occurs. Every other test
 * checks that no unlisted error occurs (test/harness/http/described.ts).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { webhooksMax, type WebhookRecord } from '../../src/ledger/events/webhook-record.js';
import { makeUploadKey } from '../../src/signing/keys/upload-key.js';
import { createByteLimit } from '../../src/api/limits/body-memory.js';
import { createConcurrencyLimit } from '../../src/api/limits/concurrency-limit.js';
import { BodyLostError, ObjectStoreUnavailableError } from '../../src/ledger/unavailable.js';
import { errorTable, type ErrorCode } from '../../src/shared/errors.js';
import { keyScopes, type ApiKey } from '../../src/ledger/people/api-key.js';
import { newSecret } from '../../src/services/people/key-text.js';
import type { ExternalStatusAnswer, Inquiry } from '../../src/ledger/inquiries/inquiries.js';
import type { RangeAnnulmentRecord } from '../../src/ledger/numbers/range-annulment-record.js';
import type { ReceptionRecord } from '../../src/ledger/received/reception-record.js';
import type { NextNumber, NumberFacts } from '../../src/ledger/numbers/numbers.js';
import { clave, startApi, voucher, type Api, type CallOptions } from '../api/harness.js';
import { documentedCodes, documentedOperations, expectDescribed } from '../harness/http/described.js';
import { answersTo, hurryOnceBegun } from '../harness/http/raw-http.js';
import { withoutNumber } from '../harness/samples/unnumbered.js';
import { voucherOfTooLargeXml } from '../harness/samples/large-voucher.js';

const nobody = { runningMax: 0, waitingMax: 0, waitingOfOneMax: 0 };
const full = {
  companyBytes: createByteLimit<number>('bytes', 1, 2),
  passwords: createConcurrencyLimit<string>('passwords', nobody, 10),
  firstLogins: createConcurrencyLimit<string>('first-logins', nobody, 10),
};

let api: Api;
/** Has short timeouts, for headers that never end. */
let hasty: Api;
/** Times out only after a request has started, for bodies that never end. */
let patient: Api;
/** Allows one call of a company in ten seconds, and one wrong password. */
let strict: Api;
/** Has no memory for one more request, and checks no passwords. */
let crowded: Api;
/** Sends no mail. */
let mailless: Api;
beforeAll(async () => {
  [api, hasty, patient, strict, crowded, mailless] = await Promise.all([
    startApi(),
    startApi({ headersTimeout: 200, requestTimeout: 300, connectionsCheckingInterval: 25 }),
    startApi({ connectionsCheckingInterval: 25 }),
    startApi({}, { callsPerMinute: 6, userFailuresMax: 1 }),
    startApi({}, { limits: full }),
    startApi({}, { customerMailsPerDay: 0 }),
  ]);
});
beforeEach(() => {
  for (const one of [api, hasty, patient, strict, crowded, mailless]) one.reset();
});

const encf = 'E310000000001';
const rncs = { 1: '999999992', 2: '999999982', 3: '999999974' } as const;
type CompanyId = keyof typeof rncs;

interface Operation {
  /** The operation id without the version, for example `send`. */
  readonly name: string;
  readonly operationId: string;
  readonly method: string;
  /** The path template in openapi.yaml. */
  readonly path: string;
}

/** A key of company 1. */
function keyWith(change: Partial<ApiKey>): string {
  const by = { operator: 'ana@servidor' };
  const { environment = 'pre-certification' } = change;
  const createdAt = new Date(api.nowMs);
  const { text, secret } = newSecret(environment, createdAt, by);
  const key = { keyId: randomUUID(), name: 'ERP', companyId: 1, environment, scopes: keyScopes };
  api.store.apiKeys.push({ ...key, secrets: [secret], createdAt, madeBy: by, ...change });
  return text;
}

const operations = documentedOperations().map((operation) => ({
  ...operation,
  name: operation.operationId.replace(/V1$/, ''),
}));
const pairs = operations.flatMap((operation) =>
  [...documentedCodes(operation).values()].flat().map((code) => ({
    operationId: operation.operationId,
    code: code as ErrorCode,
    operation,
  })),
);

interface Change extends CallOptions {
  readonly companyId?: CompanyId;
  /** Replaces the usual path parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

const annulmentId = '00000000-0000-0000-0000-000000000000';
const webhookId = `wh_${'0'.repeat(24)}`;
const good = { usuario: 'integracion', clave, rnc: rncs[1] };
/** For each operation a request that gets 200 when the ledger has the needed data. */
const usual: Readonly<
  Record<
    string,
    {
      companyId?: CompanyId;
      query?: Record<string, string>;
      body?: unknown;
      headers?: Record<string, string>;
    }
  >
> = {
  login: { body: good },
  validate: { body: voucher() },
  send: { body: voucher() },
  issue: { companyId: 2, query: { externalReference: 'FAC-1' }, body: unnumbered() },
  totals: { body: voucher() },
  documentStatus: {},
  documentPrint: {},
  documents: {},
  documentXml: {},
  archive: { query: { periodo: '2026-07' } },
  externalStatus: { query: { rncEmisor: '131880681', encf } },
  consultRnc: { query: { rnc: '131880681' } },
  nextSequence: { companyId: 2, body: { ecfType: 31 } },
  sequences: { companyId: 2 },
  unusedNumbers: { companyId: 2 },
  requestAnnulments: { body: { ranges: [{ desde: encf, hasta: encf }] } },
  annulments: {},
  annulment: {},
  cancelAnnulment: { body: {} },
  received: {},
  refusedReceptions: {},
  receivedOne: {},
  receivedJson: {},
  receivedXml: {},
  noteDraft: { body: { tipoeCF: 34, codigoModificacion: 1 } },
  documentMail: { body: { correos: ['a@cliente.example'] }, headers: { 'idempotency-key': 'correo-1' } },
  decideReceived: { body: { estado: 'aprobado' } },
  webhooks: {},
  addWebhook: { body: { url: 'https://erp.ejemplo.example/eventos' } },
  webhook: {},
  changeWebhook: { body: { url: 'https://erp.ejemplo.example/eventos' } },
  removeWebhook: {},
  webhookDeliveries: {},
  redeliver: { body: { eventId: 'evt_1_pre-certification_1' } },
  recoverWebhook: { body: { since: '2026-07-01T12:00:00Z' } },
  testWebhook: { body: {} },
  rotateWebhookSecret: { body: {} },
  events: {},
};

/** Fills the path. Version 1 has parameters in the path that version 2 has in the query. */
function targetOf({ name, path }: Operation, change: Change): string {
  const query = { ...usual[name]?.query, ...change.query };
  const given: Record<string, string | undefined> = { companyId: '0', encf, webhookId, ...change.path };
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = given[parameter] ?? query[parameter] ?? rncs[1];
    Reflect.deleteProperty(query, parameter);
    return encodeURIComponent(value);
  });
  const rest = new URLSearchParams(query).toString();
  return rest === '' ? filled : `${filled}?${rest}`;
}

function ask(operation: Operation, change: Change = {}, at: Api = api) {
  const { headers } = usual[operation.name] ?? {};
  const { companyId = usual[operation.name]?.companyId ?? 1, path: _path, query: _query, ...rest } = change;
  return at.call(operation.method, targetOf(operation, change), {
    ...(operation.name === 'login' ? {} : { token: at.tokenOf(companyId) }),
    body: usual[operation.name]?.body,
    ...(headers && { headers }),
    ...rest,
  });
}

/** Asks for a voucher whose body cannot be read, issued or received. */
async function askForBody(operation: Operation, error: Error) {
  await api.call('POST', '/api/v2/dgii-ecf/send', { token: api.tokenOf(1), body: voucher() });
  const signed = {
    file: 'xml',
    securityCode: 'AbC123',
    fechaFirma: '20-11-2026 11:00:00',
    signedAt: new Date(),
  };
  const issued = [...api.store.documents.values()].find((one) => one.encf === encf);
  Object.assign(issued!, { state: 'accepted', final: true, signed });
  const reception = { rncEmisor: rncs[1], encf, file: 'xml' } as unknown as ReceptionRecord;
  api.store.receptions.set(`${rncs[1]} ${encf}`, reception);
  api.store.bodies = error;
  return ask(operation);
}

/** Sends a raw request. `unread`: Node refuses it before the application sees it. */
async function askRaw(
  at: Api,
  operation: Operation,
  { headers, body = '', unread = false }: { headers: string; body?: string; unread?: boolean },
) {
  const target = targetOf(operation, {});
  const token = at.tokenOf(usual[operation.name]?.companyId ?? 1);
  const begun = `${operation.method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n`;
  const [answer] = await answersTo(at.port, `${begun}${headers}${body}`);
  if (answer === undefined) throw new Error('The connection was closed without an answer');
  const { status, headers: got } = answer;
  const parsed = JSON.parse(answer.body) as { data: { code: string } };
  expectDescribed({ method: operation.method, path: target, status, headers: got, body: parsed, unread });
  return { status, headers: got, body: parsed };
}

/** A valid voucher of the company that gets its numbers from the service. */
function unnumbered(change: (ecf: ReturnType<typeof voucher>['ECF']) => void = () => undefined) {
  const body = voucher({ rncEmisor: rncs[2] });
  for (const assigned of ['eNCF', 'FechaVencimientoSecuencia'])
    Reflect.deleteProperty(body.ECF.Encabezado.IdDoc, assigned);
  change(body.ECF);
  return body;
}

/** The number that `issue` expects, gets and finds. */
function readyToIssue(): void {
  const expiresOn = '31-12-2028';
  know({ reservation: 'reserved', expiresOn });
  const current = { ecfType: 31, next: 1, available: 9, expiresOn, state: 'Vigente' } as const;
  api.store.overview = [
    { ...current, authorizations: [] },
    { ...current, ecfType: 32, expiresOn: null, authorizations: [] },
  ];
  const reservedAt = new Date(api.nowMs);
  const taken = { encf, ecfType: 31, expiresOn, ref: undefined, reservedAt, reused: false, left: 9 } as const;
  api.store.next = { outcome: 'handed-out', state: 'reserved', ...taken };
}

const ofType = 'Content-Type: application/json\r\n';
const isIssue = ({ name }: Operation) => name === 'issue';
/** A valid voucher of the company with one change. */
const changed = (change: (idDoc: Record<string, unknown>) => void, companyId: CompanyId = 1) => {
  const body = voucher({ rncEmisor: rncs[companyId] });
  change(body.ECF.Encabezado.IdDoc);
  return { body, companyId };
};
const know = (facts: Partial<NumberFacts>) =>
  api.store.numbers.set(encf, { reservation: undefined, annulled: false, expiresOn: undefined, ...facts });
const answering = (answer: ExternalStatusAnswer) => {
  api.onInquiry = (id) => {
    api.store.inquiries.set(id, { ...api.store.inquiries.get(id), answer } as Inquiry);
  };
};
const afterNext = (operation: Operation, outcome: NextNumber) => {
  api.store.next = outcome;
  return ask(operation);
};

function haveWebhook(change: Partial<WebhookRecord> = {}): void {
  const companyId = 1;
  const environment = api.store.companies.get(companyId)?.environment ?? 'pre-certification';
  const createdAt = new Date(api.nowMs);
  const webhook: WebhookRecord = {
    _id: webhookId,
    companyId,
    environment,
    slot: 1,
    url: 'https://erp.ejemplo.example/',
    types: [],
    description: '',
    active: true,
    secrets: [],
    cursor: 0,
    failed: [],
    version: 1,
    createdAt,
    ...change,
  };
  api.store.webhooks.set(webhookId, webhook);
}

async function haveAccepted(at: Api = api): Promise<void> {
  await at.call('POST', '/api/v2/dgii-ecf/send', { token: at.tokenOf(1), body: voucher() });
  at.store.patch(encf, { state: 'accepted', final: true });
}

/** A worker seals every secret. */
async function haveUploadKey(): Promise<void> {
  const { keyId, publicKey } = await makeUploadKey(randomBytes(32));
  api.store.uploadKey = { keyId, publicKey };
  api.onInquiry = (id) => {
    const answer = { outcome: 'sealed', sealed: 'v1.sealed' };
    api.store.inquiries.set(id, { ...api.store.inquiries.get(id), answer } as Inquiry);
  };
}

type Answer = Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: { readonly data: { readonly code: string } };
}>;

/** How to provoke each code, with any operation that lists it. */
const provocations: Partial<Record<ErrorCode, (operation: Operation) => Answer>> = {
  JSON_INVALID: (operation) => ask(operation, { body: '{' }),
  REQUEST_INVALID: (operation) =>
    ask(operation, operation.name === 'login' ? { body: { usuario: 'x' } } : { query: { otro: '1' } }),
  ECF_INVALID: (operation) =>
    ask(
      operation,
      isIssue(operation)
        ? { body: unnumbered(({ Encabezado }) => Object.assign(Encabezado.IdDoc, { TipoPago: 'contado' })) }
        : changed((idDoc) => (idDoc['TipoPago'] = 'contado')),
    ),
  ECF_CONDITIONAL: (operation) => {
    const body = isIssue(operation) ? unnumbered() : voucher({ rncEmisor: rncs[1] });
    body.ECF.Encabezado.Totales.MontoTotal += 10;
    return ask(operation, { body });
  },
  ECF_TYPE_INVALID: (operation) =>
    ask(
      operation,
      isIssue(operation)
        ? { body: unnumbered(({ Encabezado }) => Object.assign(Encabezado.IdDoc, { TipoeCF: 35 })) }
        : operation.name === 'send'
          ? changed((idDoc) => (idDoc['TipoeCF'] = 35))
          : { body: { ecfType: 35 } },
    ),
  ENCF_INVALID: (operation) =>
    ask(
      operation,
      operation.name === 'send'
        ? changed((idDoc) => (idDoc['eNCF'] = 'E31'))
        : {
            path: { encf: 'E31' },
            ...(operation.name === 'externalStatus' ? { query: { encf: 'E31' } } : {}),
          },
    ),
  ENCF_TYPE_MISMATCH: (operation) =>
    ask(
      operation,
      changed((idDoc) => (idDoc['eNCF'] = 'E320000000001')),
    ),
  EXTERNAL_REFERENCE_INVALID: (operation) =>
    isIssue(operation) || operation.method === 'GET'
      ? ask(operation, { query: { externalReference: 'x'.repeat(65) } })
      : ask(operation, { body: { ecfType: 31, externalReference: 'x'.repeat(65) } }),
  IDEMPOTENCY_KEY_MISSING: (operation) =>
    isIssue(operation)
      ? api.call(operation.method, operation.path, { token: api.tokenOf(2), body: unnumbered() })
      : ask(operation, { headers: {} }),
  IDEMPOTENCY_KEY_INVALID: (operation) => ask(operation, { headers: { 'idempotency-key': 'x'.repeat(65) } }),
  IDEMPOTENCY_KEY_REUSED: async (operation) => {
    if (!isIssue(operation)) await haveAccepted();
    await ask(operation);
    if (!isIssue(operation)) return ask(operation, { body: { correos: ['b@cliente.example'] } });
    const other = unnumbered(({ DetallesItems: { Item } }) =>
      Object.assign(Item[0]!, { NombreItem: 'OTRO' }),
    );
    return ask(operation, { body: other });
  },
  NUMBER_NOT_EXPECTED: (operation) => ask(operation, { body: voucher({ rncEmisor: rncs[2] }) }),
  SEQUENCE_EXPIRY_MISMATCH: (operation) => {
    know({ reservation: 'reserved', expiresOn: '31-12-2028' });
    return ask(operation);
  },
  RNC_EMISOR_MISMATCH: (operation) => {
    const other = { RNCEmisor: '131880681' };
    return ask(operation, {
      body: isIssue(operation)
        ? unnumbered(({ Encabezado }) => Object.assign(Encabezado.Emisor, other))
        : voucher({ rncEmisor: other.RNCEmisor }),
    });
  },
  SEQUENCE_EXPIRED: (operation) => {
    const expiresOn = '30-06-2026';
    if (!isIssue(operation))
      return ask(
        operation,
        changed((idDoc) => (idDoc['FechaVencimientoSecuencia'] = expiresOn)),
      );
    // The key took its number before the range expired.
    know({ reservation: 'reserved', expiresOn });
    api.store.issueClaims.set('FAC-1', { claim: { ecfType: 31, contentHash: 'a' }, encf });
    return ask(operation);
  },
  ENCF_NOT_ISSUED_BY_SERVICE: (operation) =>
    ask(
      operation,
      changed(() => undefined, 2),
    ),
  WAIT_FOR_FINAL_INVALID: (operation) => ask(operation, { query: { waitForFinal: '10' } }),
  CONDICIONAL_INVALID: (operation) => ask(operation, { query: { condicional: 'si' } }),
  CORRELATION_ID_INVALID: (operation) => ask(operation, { headers: { 'x-correlation-id': 'x'.repeat(129) } }),
  RNC_INVALID: (operation) => {
    const named: Readonly<Record<string, string>> = { consultRnc: 'rnc', documents: 'rncComprador' };
    return ask(operation, { query: { [named[operation.name] ?? 'rncEmisor']: '1-31' } });
  },
  SECURITY_CODE_INVALID: (operation) => ask(operation, { query: { codigoSeguridad: 'abc' } }),
  CREDENTIALS_INVALID: (operation) => ask(operation, { body: { ...good, clave: 'otra' } }),
  TOKEN_MISSING: (operation) =>
    api.call(operation.method, targetOf(operation, {}), { body: usual[operation.name]?.body }),
  TOKEN_INVALID: (operation) => ask(operation, { token: 'x.y.z' }),
  TOKEN_EXPIRED: (operation) => {
    const token = api.tokenOf(usual[operation.name]?.companyId ?? 1);
    api.nowMs += 121 * 60_000;
    return ask(operation, { token });
  },
  API_KEY_INVALID: (operation) => ask(operation, { token: 'ecf_test_x' }),
  API_KEY_EXPIRED: (operation) => ask(operation, { token: keyWith({ expiresAt: new Date(0) }) }),
  API_KEY_ENVIRONMENT: (operation) => ask(operation, { token: keyWith({ environment: 'production' }) }),
  API_KEY_SCOPE_MISSING: (operation) => ask(operation, { token: keyWith({ scopes: [] }) }),
  COMPANY_NOT_ALLOWED: (operation) => ask(operation, { path: { companyId: '2', rnc: rncs[2] } }),
  WEBHOOK_URL_INVALID: (operation) => {
    haveWebhook();
    return ask(operation, { body: { url: 'http://127.0.0.1/' } });
  },
  WEBHOOK_SINCE_INVALID: (operation) => {
    haveWebhook();
    return ask(operation, { body: { since: '2020-01-01T00:00:00Z' } });
  },
  WEBHOOK_NOT_FOUND: (operation) => ask(operation),
  WEBHOOK_EVENT_NOT_FOUND: (operation) => {
    haveWebhook();
    return ask(operation);
  },
  WEBHOOK_LIMIT: async (operation) => {
    for (let count = 0; count < webhooksMax; count += 1)
      api.store.webhooks.set(String(count), {} as WebhookRecord);
    await haveUploadKey();
    return ask(operation);
  },
  WEBHOOK_DISABLED: (operation) => {
    haveWebhook({ active: false });
    return ask(operation);
  },
  WEBHOOK_SECRET_IN_GRACE: (operation) => {
    const at = new Date(api.nowMs);
    const expiresAt = new Date(api.nowMs + 1_000);
    haveWebhook({
      secrets: [
        { sealed: 'x', createdAt: at },
        { sealed: 'y', createdAt: at, expiresAt },
      ],
    });
    return ask(operation);
  },
  WEBHOOK_CHANGED: async (operation) => {
    haveWebhook({ version: 0 });
    await haveUploadKey();
    return ask(operation);
  },
  WEBHOOK_BUSY: (operation) => {
    haveWebhook();
    api.onInquiry = (id) => {
      const inquiry = api.store.inquiries.get(id);
      api.store.inquiries.set(id, { ...inquiry, answer: { outcome: 'busy' } } as Inquiry);
    };
    return ask(operation);
  },
  ECF_NOT_FOUND: (operation) => ask(operation),
  ARCHIVE_EMPTY: (operation) => ask(operation),
  NOTE_NOT_POSSIBLE: async (operation) => {
    // DGII has not answered yet.
    await api.call('POST', '/api/v2/dgii-ecf/send', { token: api.tokenOf(1), body: voucher() });
    return ask(operation);
  },
  CUSTOMER_MAIL_OFF: async (operation) => {
    await haveAccepted(mailless);
    return ask(operation, {}, mailless);
  },
  CUSTOMER_MAIL_NOT_ACCEPTED: async (operation) => {
    await haveAccepted();
    api.store.patch(encf, { state: 'rejected' });
    return ask(operation);
  },
  CUSTOMER_MAIL_ADDRESS_MISSING: async (operation) => {
    await haveAccepted();
    return ask(operation, { body: {} });
  },
  CUSTOMER_MAIL_ADDRESS_INVALID: async (operation) => {
    await haveAccepted();
    return ask(operation, { body: { correos: ['a@cliente.example', 'a@b.example\r\nBcc: c@d.example'] } });
  },
  CUSTOMER_MAIL_LIMIT: async (operation) => {
    await haveAccepted();
    // Outside production a company sends fifty in a day.
    for (let n = 0; n < 50; n += 1) {
      const sent = await ask(operation, {
        body: { correos: [`a${n}@cliente.example`] },
        headers: { 'idempotency-key': `correo-${n}` },
      });
      expect(sent.status).toBe(200);
    }
    return ask(operation, { headers: { 'idempotency-key': 'otra' } });
  },
  RECEPTION_NOT_FOUND: (operation) => ask(operation),
  OLD_BODY_UNAVAILABLE: (operation) =>
    askForBody(operation, new ObjectStoreUnavailableError('GET 1/x: HTTP 503')),
  OLD_BODY_LOST: (operation) => askForBody(operation, new BodyLostError('1/x', 'missing')),
  ANNULMENT_NOT_FOUND: (operation) => ask(operation, { path: { annulmentId } }),
  ANNULMENT_SENT: (operation) => {
    api.store.rangeAnnulments.set(annulmentId, { companyId: 1, state: 'sending' } as RangeAnnulmentRecord);
    return ask(operation, { path: { annulmentId } });
  },
  XML_NOT_SIGNED: async (operation) => {
    await api.call('POST', '/api/v2/dgii-ecf/send', { token: api.tokenOf(1), body: voucher() });
    return ask(operation);
  },
  EVENTS_CURSOR_EXPIRED: (operation) => ask(operation, { query: { after: 'evt_1_production_7' } }),
  RECEIVED_CHANGED: (operation) => {
    const reception = { rncEmisor: rncs[1], encf, sha256: 'a'.repeat(64) } as unknown as ReceptionRecord;
    api.store.receptions.set(`${rncs[1]} ${encf}`, reception);
    return ask(operation, { body: { estado: 'aprobado', xmlSha256: 'b'.repeat(64) } });
  },
  APPROVAL_DECIDED: (operation) => {
    const decision = { estado: 'rechazado', motivo: 'otro', by: 'alguien', at: new Date(api.nowMs) };
    const reception = { rncEmisor: rncs[1], encf, decision } as unknown as ReceptionRecord;
    api.store.receptions.set(`${rncs[1]} ${encf}`, reception);
    return ask(operation);
  },
  EXTERNAL_ECF_NOT_FOUND: (operation) => {
    answering({ outcome: 'not-found' });
    return ask(operation);
  },
  RNC_NOT_FOUND: (operation) => {
    const importedAt = new Date(api.nowMs);
    api.store.registry = { dataDate: '29-06-2026', importedAt, rows: 0, origin: { source: 'DGII_RNC.zip' } };
    return ask(operation);
  },
  REQUEST_TIMEOUT: (operation) => {
    if (operation.method !== 'POST') return askRaw(hasty, operation, { headers: 'X-Never', unread: true });
    hurryOnceBegun(patient.server);
    return askRaw(patient, operation, { headers: `${ofType}Content-Length: 9\r\n\r\n`, body: '{' });
  },
  SEQUENCE_CERTIFICATION_WEB_ONLY: (operation) =>
    ask(operation, operation.name === 'send' ? changed(() => undefined, 3) : { companyId: 3 }),
  SEQUENCE_MANAGED_EXTERNALLY: (operation) => {
    api.store.next = { outcome: 'client-origin' };
    return ask(operation, { companyId: 1 });
  },
  SEQUENCE_NOT_AVAILABLE: (operation) =>
    afterNext(operation, { outcome: 'not-available', reason: 'AGOTADA' }),
  ISSUING_SUSPENDED: (operation) =>
    afterNext(operation, { outcome: 'suspended', reason: 'CERTIFICATE_EXPIRED' }),
  ENCF_ANNULLED: (operation) => {
    know({ annulled: true });
    return ask(operation);
  },
  ENCF_OTHER_CONTENT: async (operation) => {
    await ask(operation);
    return ask(operation, { body: voucher({ nombre: 'OTRO ARTICULO' }) });
  },
  NOT_AVAILABLE_IN_ENVIRONMENT: (operation) => ask(operation, { companyId: 3 }),
  DGII_ACCESS_REFUSED: (operation) => {
    answering({ outcome: 'refused', reason: 'NOT_DELEGATED', mensajes: [] });
    return ask(operation);
  },
  BODY_TOO_LARGE: (operation) =>
    askRaw(api, operation, { headers: `${ofType}Content-Length: ${16 * 1024 * 1024 + 1}\r\n\r\n` }),
  CONTENT_TYPE_INVALID: (operation) => ask(operation, { headers: { 'content-type': 'text/xml' } }),
  TOO_MANY_REQUESTS: async (operation) => {
    // Each version has a user of its own, because a refusal is remembered for a second.
    const wrong = { ...good, usuario: operation.operationId, clave: 'otra' };
    const change = operation.name === 'login' ? { body: wrong } : {};
    const first = await ask(operation, change, strict);
    expect(first.status).not.toBe(429);
    return ask(operation, change, strict);
  },
  HEADERS_TOO_LARGE: (operation) =>
    askRaw(api, operation, { headers: `X: ${'x'.repeat(17_000)}\r\n\r\n`, unread: true }),
  INTERNAL_ERROR: async (operation) => {
    const broken = () => Promise.reject(new Error('a defect'));
    Object.assign(api.store, { findUser: broken, findCompany: broken });
    try {
      return await ask(operation);
    } finally {
      for (const name of ['findUser', 'findCompany']) Reflect.deleteProperty(api.store, name);
    }
  },
  ORIGIN_CHANGING: (operation) => {
    const originChange = { to: 'service', since: new Date(api.nowMs) } as const;
    api.store.companies.set(1, { ...api.store.companies.get(1)!, originChange });
    return afterNext(operation, { outcome: 'origin-changing' });
  },
  DGII_UNAVAILABLE: (operation) => {
    answering({ outcome: 'unavailable', cause: 'timeout' });
    return ask(operation);
  },
  PROCESS_UNAVAILABLE: (operation) => {
    haveWebhook();
    return ask(operation);
  },
  RNC_REGISTRY_EMPTY: (operation) => ask(operation),
  ECF_TOO_LARGE: (operation) =>
    isIssue(operation)
      ? ask(operation, { body: withoutNumber(voucherOfTooLargeXml()) })
      : ask(operation, { body: voucherOfTooLargeXml() }),
  OVERLOADED: (operation) => ask(operation, {}, crowded),
  LEDGER_UNAVAILABLE: (operation) => {
    api.store.down = true;
    return ask(operation);
  },
};

/** After these errors the caller only needs to retry. An empty registry is different: a person must import it. */
const comeBack = ({ status, code }: { status: number; code: ErrorCode }) =>
  (status === 429 || status === 503) && code !== 'RNC_REGISTRY_EMPTY';

test.each(pairs)('$operationId gives $code', async ({ code, operation }) => {
  const provoke = provocations[code];
  if (provoke === undefined) throw new Error(`No way is known to bring ${code} about`);
  if (isIssue(operation)) readyToIssue();
  const { status, headers, body } = await provoke(operation);
  expect([status, body.data.code]).toEqual([errorTable[code].status, code]);
  expect(Number(headers['retry-after']) > 0).toBe(comeBack({ status, code }));
});
