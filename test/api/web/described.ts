/** Checks an answer of /app/api against openapi-web.yaml: an answer that the contract does not describe fails the test. */
import { Ajv } from 'ajv';
import { readWebDocument } from '../../../src/api/web/web-document.js';
import type { WebAnswer } from './harness.js';

type Content = Readonly<Record<string, { readonly schema: object }>>;
interface Answered {
  readonly $ref?: string;
  readonly content?: Content;
}
interface Operation {
  readonly responses: Readonly<Record<string, Answered>>;
}

const { paths, components } = readWebDocument() as unknown as {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { responses: Operation['responses']; schemas: object };
};
// Ajv would compile the schema of schemas, a tenth of a second in each test file, for a document in which it checks nothing: it finds
// wrong keywords when it compiles the schema of an answer.
const ajv = new Ajv({
  strict: false,
  validateSchema: false,
  allErrors: true,
  formats: { 'date-time': true, password: true },
});
ajv.addSchema({ $id: 'web', components: { schemas: components.schemas } });

const templates = Object.entries(paths).map(([template, item]) => {
  return { item, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`) };
});

/** The answer for a path or method that does not exist has the form of every error. */
export function checkDescribed(method: string, path: string, answer: WebAnswer): void {
  const { status, headers, body } = answer;
  const key = `${method} ${path} ${status}`;
  const [whole = ''] = path.split('?');
  const operation = templates.find(({ pattern, item }) => pattern.test(whole) && method.toLowerCase() in item)
    ?.item[method.toLowerCase()];
  if (operation === undefined && status === 200) throw new Error(`openapi-web.yaml does not describe ${key}`);
  const found =
    operation?.responses[[200, 304].includes(status) ? String(status) : 'default'] ??
    components.responses['Error'];
  const response = found?.$ref === undefined ? found : components.responses[nameOf(found.$ref)];
  const [type = '', media] = Object.entries(response?.content ?? {})[0] ?? [];
  if (!String(headers['content-type']).startsWith(type))
    throw new Error(`${key} is ${String(headers['content-type'])}, not ${type}`);
  if (type === 'application/json') checkBody(media?.schema ?? {}, body, key);
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function checkBody(schema: object, body: unknown, key: string): void {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"web#/components/');
  const validate = ajv.compile(JSON.parse(text) as object);
  if (!validate(body))
    throw new Error(`${key}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body, null, 2)}`);
}
