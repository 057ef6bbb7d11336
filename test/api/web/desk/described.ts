/** Checks answers of /app/api against openapi-web.yaml: an answer that the contract does not describe fails the test. */
import { Ajv } from 'ajv';
import { readWebDocument } from '../../../../src/api/web/web-document.js';
import type { Browser, CallOptions, WebAnswer } from '../harness.js';

interface Operation {
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>;
}
type Content = Readonly<Record<string, { readonly schema: object }>>;

const document = readWebDocument() as unknown as {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { responses: Operation['responses']; schemas: object };
};
const ajv = new Ajv({ strict: false, allErrors: true, formats: { 'date-time': true } });
ajv.addSchema({ $id: 'web', components: { schemas: document.components.schemas } });

const templates = Object.entries(document.paths).map(([template, item]) => {
  return { item, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`) };
});

/** Calls the api and checks its answer. */
export async function call(
  browser: Browser,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  options?: CallOptions,
): Promise<WebAnswer> {
  const answer = await browser.call(method, path, options);
  const whole = `/app/api${path.split('?')[0]}`;
  const key = `${method} ${path} ${answer.status}`;
  const operation = templates.find(
    ({ pattern, item }) => pattern.test(whole) && item[method.toLowerCase()] !== undefined,
  )?.item[method.toLowerCase()];
  if (operation === undefined) throw new Error(`openapi-web.yaml does not describe ${key}`);
  const found = operation.responses[[200, 304].includes(answer.status) ? String(answer.status) : 'default'];
  const response = found?.$ref === undefined ? found : document.components.responses[nameOf(found.$ref)];
  const [type = '', media] = Object.entries(response?.content ?? {})[0] ?? [];
  if (!String(answer.headers['content-type']).startsWith(type))
    throw new Error(`${key} is ${String(answer.headers['content-type'])}, not ${type}`);
  if (type === 'application/json') check(media?.schema ?? {}, answer.body, key);
  return answer;
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}

function check(schema: object, body: unknown, key: string): void {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"web#/components/');
  const validate = ajv.compile(JSON.parse(text) as object);
  if (!validate(body))
    throw new Error(`${key}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body, null, 2)}`);
}
