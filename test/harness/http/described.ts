/**
 * Checks every answer in the tests against openapi.yaml, independently of the application's own validator: the operation must
 * describe its status, body, error code and headers. An undescribed answer fails the test that received it.
 */
import { Ajv } from 'ajv';
import { readOpenApiDocument } from '../../../src/api/http/openapi-document.js';

/** openapi.yaml names the schema of every answer, so each schema is compiled once. */
interface SchemaName {
  readonly $ref: string;
}

const errorSchema: SchemaName = { $ref: '#/components/schemas/ErrorAnswer' };

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<
    Record<string, { readonly schema: SchemaName; readonly examples?: Readonly<Record<string, object>> }>
  >;
}

interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
  /** Node refused the input before it became a request, so its API version is unknown. */
  readonly unread?: boolean;
}

const document = readOpenApiDocument() as unknown as {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { responses: Readonly<Record<string, Response>>; schemas: Readonly<Record<string, object>> };
};
// Ajv would compile the schema of schemas, a tenth of a second in each test file, for a document in which it checks nothing: it finds
// wrong keywords when it compiles the schema of an answer.
const ajv = new Ajv({ strict: false, validateSchema: false, allErrors: true });
ajv.addSchema({ $id: 'api', components: { schemas: document.components.schemas } });

const templates = Object.entries(document.paths).map(([template, item]) => ({
  template,
  item,
  pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
}));

/** Codes outside the operations: unknown paths and methods, and input that is not HTTP. */
const codesOutside: Readonly<Record<number, string>> = {
  400: 'REQUEST_INVALID',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  431: 'HEADERS_TOO_LARGE',
};

/** Headers that any answer may have, described or not. */
const ordinaryHeaders = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-security-policy',
  'content-type',
  'date',
  'keep-alive',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]);

/** The codes an operation can give, by status: its examples are named after them. */
export function documentedCodes(operation: Operation): ReadonlyMap<number, readonly string[]> {
  const described = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
  return new Map(
    described.map(([status, response]) => [
      Number(status),
      Object.keys(resolve(response).content?.['application/json']?.examples ?? {}),
    ]),
  );
}

export function documentedOperations(): readonly (Operation & { method: string; path: string })[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

export function expectDescribed({ method, path, status, headers, body, unread = false }: Answered): void {
  const key = `${method} ${path} ${status}`;
  const found = decodes(path)
    ? templates.find(({ pattern }) => pattern.test(path.split('?')[0] ?? ''))
    : undefined;
  // HEAD is GET without the body.
  const operation = found?.item[method === 'HEAD' ? 'get' : method.toLowerCase()];
  const code = (body as { data?: { code?: unknown } } | undefined)?.data?.code;
  if (operation === undefined) {
    if (code !== codesOutside[status]) throw new Error(`${key}: ${String(code)} is of no operation`);
    check(errorSchema, body, key);
    return;
  }
  const response = operation.responses[String(status)];
  if (response === undefined) throw new Error(`openapi.yaml does not describe ${key} (${String(code)})`);
  const { content, headers: described = {} } = resolve(response);
  const { schema } = content?.['application/json'] ?? {};
  const file = ['application/pdf', 'application/xml'].find((type) => content?.[type] !== undefined);
  if (file !== undefined || status === 304) {
    if (file !== undefined && !String(headers['content-type']).startsWith(file))
      throw new Error(`${key} is no ${file}`);
    checkHeaders(headers, described, { deprecated: false }, key);
    return;
  }
  if (schema === undefined) throw new Error(`openapi.yaml describes no body of ${key}`);
  if (method !== 'HEAD') {
    check(schema, body, key);
    if (status >= 400 && !documentedCodes(operation).get(status)?.includes(String(code)))
      throw new Error(`openapi.yaml does not say that ${operation.operationId} can give ${String(code)}`);
  }
  checkHeaders(headers, described, { deprecated: operation.deprecated === true && !unread }, key);
}

/** For an input that is not a request of an operation, and is refused in the same envelope. */
export function expectErrorEnvelope(body: unknown): void {
  check(errorSchema, body, 'an error');
}

/** A path that cannot be decoded belongs to no operation. */
function decodes(path: string): boolean {
  try {
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}

function checkHeaders(
  given: Answered['headers'],
  described: Readonly<Record<string, object>>,
  { deprecated }: { readonly deprecated: boolean },
  key: string,
): void {
  const names = new Set(Object.keys(described).map((name) => name.toLowerCase()));
  const unknown = Object.keys(given).filter((name) => !names.has(name) && !ordinaryHeaders.has(name));
  if (unknown.length > 0)
    throw new Error(`openapi.yaml does not describe these headers of ${key}: ${unknown.join(', ')}`);
  const wanted = ['x-correlation-id', ...(deprecated ? ['deprecation', 'link'] : [])];
  const missing = wanted.filter((name) => given[name] === undefined);
  if (missing.length > 0) throw new Error(`${key} came without ${missing.join(', ')}`);
}

function check({ $ref }: SchemaName, body: unknown, key: string): void {
  const validate = ajv.getSchema(`api${$ref}`);
  if (validate === undefined) throw new Error(`openapi.yaml has no schema ${$ref} for ${key}`);
  if (validate(body) !== true)
    throw new Error(`${key}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body, null, 2)}`);
}

function resolve(response: Response): Response {
  const name = response.$ref?.split('/').at(-1);
  return name === undefined ? response : (document.components.responses[name] ?? {});
}
