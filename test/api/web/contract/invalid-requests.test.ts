/**
 * Each operation of both contracts gets bodies that break its schema, and query parameters that it does not have. The cases are made from
 * the contracts, so a new operation is covered too.
 */
import { load } from 'js-yaml';
import { readFileSync } from 'node:fs';
import { projectFile } from '../../../../src/shared/project-file.js';
import { signedIn } from '../desk/signed-in.js';
import { startWeb, type Browser, type Web } from '../harness.js';
import { startApi, type Api } from '../../harness.js';

interface Schema {
  readonly type?: string;
  readonly nullable?: boolean;
  readonly format?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, object>>;
  readonly items?: object;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
}
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  /** Undefined: the operation has no body. */
  readonly body?: { readonly required: boolean; readonly type: string; readonly schema: Schema };
}

/** Follows references in its own way, so that it does not share a defect with the service. */
function readContract(file: string): readonly Operation[] {
  const document = load(readFileSync(projectFile(file), 'utf8')) as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  const whole = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(whole);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref } = node as { $ref?: string };
    if ($ref === undefined)
      return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, whole(value)]));
    return whole(
      $ref
        .split('/')
        .slice(1)
        .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document),
    );
  };
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => {
        const { parameters = [] as unknown[], requestBody } = operation;
        const shared = Array.isArray(item['parameters']) ? (item['parameters'] as unknown[]) : [];
        const all = whole([...shared, ...(parameters as unknown[])]) as Parameter[];
        const query = all.filter((one) => one.in === 'query').map(({ name }) => name);
        const described = whole(requestBody) as
          { required?: boolean; content: Record<string, { schema: Schema }> } | undefined;
        const [content] = Object.entries(described?.content ?? {});
        const body = content && {
          required: described?.required === true,
          type: content[0],
          schema: content[1].schema,
        };
        return { method: method.toUpperCase(), path, query, ...(body && { body }) };
      }),
  );
}

const contracts = { api: readContract('openapi.yaml'), web: readContract('openapi-web.yaml') };
const named = (operations: readonly Operation[]) =>
  operations.map((operation) => ({ name: `${operation.method} ${operation.path}`, operation }));

interface Invalid {
  readonly what: string;
  /** Undefined: no body at all. */
  readonly body: string | undefined;
  readonly type?: string;
}

const ofEachType: readonly (readonly [string, unknown])[] = [
  ...([
    ['null', null],
    ['boolean', true],
    ['number', 1.5],
  ] as const),
  ...([
    ['string', 'x'],
    ['array', [1]],
    ['object', { otro: 1 }],
  ] as const),
];

/** Values that the schema refuses because of their type, or that of a member. */
function wrongValues(schema: Schema): readonly (readonly [string, unknown])[] {
  const { type = '', nullable = false, properties = {}, items } = schema;
  const own = type === 'integer' ? 'number' : type;
  const others = ofEachType.filter(([kind]) => (kind === 'null' ? !nullable : kind !== own));
  // A number that is not whole, and an object with an unknown member.
  const almost = ofEachType.filter(([kind]) => kind === own && ['integer', 'object'].includes(type));
  const members = Object.entries(properties).flatMap(([name, member]) =>
    wrongValues(member).map(([what, value]) => [`${name} ${what}`, { [name]: value }] as const),
  );
  const elements =
    items === undefined ? [] : wrongValues(items).map(([what, one]) => [`[${what}]`, [one]] as const);
  return [...others, ...almost, ...members, ...elements];
}

function invalidBodies({ schema, required, type }: NonNullable<Operation['body']>): readonly Invalid[] {
  const unread = [
    { what: 'no JSON', body: '{' },
    { what: 'a key twice', body: '{"otro":1,"otro":2}' },
    { what: 'too deep', body: '['.repeat(1_000) },
    { what: 'no UTF-8 escape', body: '{"otro":"\\ud800"}' },
    { what: 'another type', body: '{}', type: 'text/plain' },
    { what: 'a form', body: 'otro=1', type: 'application/x-www-form-urlencoded' },
    ...(required
      ? [
          { what: 'no body', body: undefined },
          { what: 'empty', body: '' },
          { what: 'no type', body: '{}', type: '' },
        ]
      : []),
    ...((schema.required ?? []).length > 0 ? [{ what: '{}', body: '{}' }] : []),
  ];
  if (type !== 'application/json') return unread;
  return [...unread, ...wrongValues(schema).map(([what, value]) => ({ what, body: JSON.stringify(value) }))];
}

/** The value of each parameter of a path: well formed, and of something that may not exist. */
const values: Readonly<Record<string, string>> = {
  environment: 'certification',
  encf: 'E310000000001',
  reference: 'borrador-1',
  rnc: '999999992',
  rncEmisor: '131880681',
  ecfType: '31',
  usuario: 'integracion',
  personId: 'p'.repeat(22),
  invitationId: 'i'.repeat(22),
  token: 't'.repeat(43),
  fingerprint: 'a'.repeat(64),
  annulmentId: '00000000-0000-4000-8000-000000000000',
  month: '2026-10',
  runId: '00000000-0000-4000-8000-000000000000',
  keyId: '00000000-0000-4000-8000-000000000000',
  webhookId: `wh_${'0'.repeat(24)}`,
  id: 'E310000000001',
};

function filled(path: string, companyId: number): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'companyId' ? String(companyId) : values[name];
    if (value === undefined) throw new Error(`no value for the parameter ${name}`);
    return value;
  });
}

interface Refusal {
  readonly status: number;
  readonly body: { readonly mensaje?: unknown };
}

/** The message is for a person: nothing of the program shows in it. */
function expectRefused({ status, body }: Refusal, what: string): void {
  expect({ what, status, refused: [400, 413, 415].includes(status) }).toEqual({
    what,
    status,
    refused: true,
  });
  expect({ what, mensaje: String(body.mensaje) }).toEqual({
    what,
    mensaje: expect.not.stringMatching(/undefined|\[object|NaN| con \.|^$/) as string,
  });
}

const typeOf = ({ type = 'application/json' }: Invalid) => (type === '' ? {} : { 'content-type': type });

describe('the API', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi();
  });
  beforeEach(() => api.reset());
  afterEach(() => expect(api.log.filter(({ level }) => level === 'error')).toEqual([]));

  const ask = ({ method, path }: Operation, query: string, sent: object = {}) =>
    api.call(method, filled(path, 1) + query, {
      ...(path.endsWith('/login') ? {} : { token: api.tokenOf(1) }),
      ...sent,
    });
  // These answer 200 for any body and any parameter.
  const validates = ({ path }: Operation) => path.includes('/validate') || path.endsWith('/totals');

  test.each(named(contracts.api.filter(({ body }) => body !== undefined)))(
    '$name refuses every invalid body',
    async ({ operation }) => {
      for (const invalid of invalidBodies(operation.body!)) {
        const { what, body } = invalid;
        const answer = await ask(operation, '', { body, headers: typeOf(invalid) });
        if (validates(operation))
          expect([what, answer.status, answer.body.data.valido]).toEqual([what, 200, false]);
        else expectRefused(answer, what);
      }
    },
  );

  const allNames = [...new Set(contracts.api.flatMap(({ query }) => query))];
  test.each(named(contracts.api.filter((operation) => !validates(operation))))(
    '$name names a parameter that only other operations have',
    async ({ operation }) => {
      const foreign = allNames.filter((name) => !operation.query.includes(name));
      for (const name of foreign) {
        const { status, body } = await ask(operation, `?${name}=131880681`, {
          ...(operation.body && { body: path(operation) }),
        });
        const { code, campo } = body.data;
        expect({ name, status, code, campo }).toEqual({
          name,
          status: 400,
          code: 'REQUEST_INVALID',
          campo: name,
        });
        expect(body.mensaje).toContain(`El parámetro ${name} no existe.`);
        for (const own of operation.query) expect(body.mensaje).toContain(own);
      }
    },
  );

  /** A body that reaches the check of the parameters. */
  const path = ({ path: of }: Operation) =>
    of.endsWith('/login') ? { usuario: 'integracion', clave: 'x', rnc: '999999992' } : {};

  test.each([
    ['/api/v2/Auth/login', { usuario: 'x', clave: 'x', rnc: '999999992', ecfType: 31 }, 'ecfType'],
    ['/api/v2/ecf-sequences/annulments', { ecfType: 31, ranges: [] }, 'ecfType'],
    ['/api/v2/ecf-sequences/annulments', { externalReference: 'x', ranges: [] }, 'externalReference'],
  ])('POST %s with a field of another operation names it', async (to, body, campo) => {
    const answer = await api.call('POST', to, { token: api.tokenOf(2), body });
    expect([answer.status, answer.body.data.code]).toEqual([400, 'REQUEST_INVALID']);
    expect(answer.body.mensaje).toContain(`El campo ${campo} no existe.`);
  });
});

describe('the web application', () => {
  let web: Web;
  let companyId: number;
  const browsers: Browser[] = [];
  beforeAll(async () => {
    web = await startWeb({ callsPerMinute: { ofPerson: 0, ofCompany: 0 } });
    const company = await web.addCompany({ environment: 'certification' });
    companyId = company.companyId;
    for (const role of ['administrador', 'operador', 'soporte'] as const)
      browsers.push((await signedIn(web, role, company)).browser);
  });
  afterEach(() => expect(web.log.filter(({ level }) => level === 'error')).toEqual([]));

  /** As a person who may use the route, so that the body is read. */
  async function ask({ method, path }: Operation, query: string, sent: object) {
    for (const browser of browsers) {
      const answer = await browser.call(method, filled(path, companyId) + query, sent);
      if (answer.body['code'] !== 'PERMISSION_DENIED') return answer;
    }
    throw new Error(`nobody may use ${path}`);
  }

  test.each(named(contracts.web.filter(({ body }) => body !== undefined)))(
    '$name refuses every invalid body',
    async ({ operation }) => {
      for (const invalid of invalidBodies(operation.body!)) {
        const headers = { 'content-type': undefined, ...typeOf(invalid) };
        const { body } = invalid;
        const answer = await ask(operation, '', { headers, ...(body !== undefined && { body }) });
        expectRefused(answer, invalid.what);
      }
    },
    30_000,
  );

  test.each(named(contracts.web))('$name names a parameter that it does not have', async ({ operation }) => {
    const isFile = operation.body?.type === 'application/octet-stream';
    const sent = operation.body === undefined ? {} : { body: isFile ? Buffer.from('x') : {} };
    for (const name of ['montoTotal', 'ecfType', 'otro']) {
      const answer = await ask(operation, `?${name}=131880681`, sent);
      const { code, campo } = answer.body;
      expect({ status: answer.status, code, campo }).toEqual({
        status: 400,
        code: 'REQUEST_INVALID',
        campo: name,
      });
      expect(answer.body['mensaje']).toContain(`El parámetro ${name} no existe.`);
    }
  });
});
