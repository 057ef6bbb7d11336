/** Holds every answer of the tests against openapi.yaml, independently of the application's own validator. */
import { Ajv, type ValidateFunction } from 'ajv';
import { readOpenApiDocument } from '../../src/api/openapi-document.js';

interface Described {
  readonly $ref?: string;
  readonly content?: Record<string, { readonly schema: object }>;
}

const document = readOpenApiDocument() as unknown as {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>;
  components: { responses: Record<string, Described>; schemas: Record<string, object> };
};
const ajv = new Ajv({ strict: false, allErrors: true });
const compiled = new Map<string, ValidateFunction>();

const templates = Object.keys(document.paths).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`, 'i'),
}));

/** Throws unless the body is one that openapi.yaml describes for this path, method and status. */
export function expectDescribed(method: string, path: string, status: number, body: unknown): void {
  const template = templates.find(({ pattern }) => pattern.test(path.split('?')[0] ?? ''))?.template;
  const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
  const key = operation === undefined ? 'Error' : `${method} ${template} ${status}`;
  const schema =
    operation === undefined ? { $ref: '#/components/schemas/Error' } : schemaOf(operation, status, key);
  const validate = compiled.get(key) ?? ajv.compile({ allOf: [schema], components: document.components });
  compiled.set(key, validate);
  if (!validate(body)) {
    throw new Error(`${key}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body, null, 2)}`);
  }
}

function schemaOf(operation: { responses: Record<string, Described> }, status: number, key: string): object {
  const described = operation.responses[String(status)];
  const name = described?.$ref?.split('/').at(-1);
  const response = name === undefined ? described : document.components.responses[name];
  const schema = response?.content?.['application/json']?.schema;
  if (schema === undefined) throw new Error(`openapi.yaml does not describe ${key}`);
  return schema;
}
