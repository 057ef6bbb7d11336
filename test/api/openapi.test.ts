/** The published document: sound OpenAPI 3.0 of a reasonable size, whose examples are what the service takes and gives. */
import { Ajv } from 'ajv';
import { OpenAPISchemaValidator } from 'express-openapi-validator/dist/framework/openapi.schema.validator.js';
import { publishedDocument, readOpenApiDocument } from '../../src/api/openapi-document.js';
import { ecfTypeList } from '../../src/ecf/ecf-types.js';
import { ecfExamples } from '../../src/ecf/examples.js';
import { startApi, type Api } from './harness.js';

/* eslint-disable @typescript-eslint/no-explicit-any -- a test looks into any part of the document */
const document = publishedDocument() as any;
const validate = '/api/v2/dgii-ecf/validate';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

test('it is OpenAPI 3.0, all references lead somewhere, and a browser loads it at once', () => {
  const { errors } = new OpenAPISchemaValidator({ version: '3.0.3', validateApiSpec: true }).validate(
    document,
  );
  expect(errors ?? []).toEqual([]);
  const text = JSON.stringify(document);
  for (const [, path = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g))
    expect(path.split('/').reduce((node, step) => node?.[step], document)).toBeDefined();
  expect(text.length).toBeLessThan(1_000_000);
});

const bodies = [
  ['validate', validate],
  ['send', '/api/v2/dgii-ecf/send'],
  ['validateV1', '/api/v1/dgii-ecf/validate/{companyId}'],
  ['sendV1', '/api/v1/dgii-ecf/send/{companyId}'],
] as const;

test.each(bodies)('%s offers an example of each type', (operationId, path) => {
  const { post } = document.paths[path];
  expect(post.operationId).toBe(operationId);
  const { examples } = post.requestBody.content['application/json'];
  expect(Object.keys(examples)).toEqual(ecfTypeList.map((type) => `tipo${type}`));
});

test.each(ecfTypeList)('the example of type %i is a valid voucher, the same in its schema', async (type) => {
  const { value, summary } = document.components.examples[`tipo${type}`];
  const schema = document.components.schemas[`ECF${type}`];
  expect(schema.example).toEqual(value);
  expect(summary).toMatch(new RegExp(`^Tipo ${type}\\. \\S`));
  const { body } = await api.call('POST', validate, { token: api.tokenOf(1), body: value });
  expect(body.data).toMatchObject({ errores: [], advertencias: [], valido: true });
});

test.each(ecfTypeList)('every field of type %i says in Spanish what it is', (type) => {
  const mute: string[] = [];
  const look = (schema: any, path: string) => {
    if (schema.description === undefined) mute.push(path);
    for (const [name, member] of Object.entries(schema.properties ?? schema.items?.properties ?? {}))
      look(member, `${path}.${name}`);
  };
  look(document.components.schemas[`ECF${type}`], String(type));
  expect(mute).toEqual([]);
});

const valueOf = ({ $ref, value }: any) =>
  $ref === undefined ? value : document.components.examples[$ref.split('/').at(-1)].value;

test('examples of answers are such answers', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  const yaml = readOpenApiDocument() as any;
  const faults: string[] = [];
  let count = 0;
  for (const [path, item] of Object.entries<any>(yaml.paths)) {
    for (const [method, { responses }] of Object.entries<any>(item)) {
      for (const [status, told] of Object.entries<any>(responses)) {
        const response =
          told.$ref === undefined ? told : yaml.components.responses[told.$ref.split('/').at(-1)];
        const { schema, example, examples } = response.content['application/json'];
        const check = ajv.compile({ allOf: [schema], components: yaml.components });
        const values = examples === undefined ? [example] : Object.values<any>(examples).map(valueOf);
        for (const value of values) {
          count++;
          if (!check(value)) faults.push(`${method} ${path} ${status}: ${ajv.errorsText(check.errors)}`);
        }
      }
    }
  }
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(50);
});

/** The examples of answers come from these changes of the example of type 31. */
test.each<{ example: string; change: (ecf: any) => void }>([
  { example: 'valido', change: () => undefined },
  { example: 'conAdvertencias', change: ({ Encabezado }) => (Encabezado.Totales.MontoTotal = 1190) },
  { example: 'invalido', change: ({ Encabezado }) => (Encabezado.IdDoc.eNCF = 'E320000000001') },
])('validate answers what its example $example shows', async ({ example, change }) => {
  const sent = structuredClone(ecfExamples[0]!.body);
  change(sent.ECF);
  const { body } = await api.call('POST', validate, { token: api.tokenOf(1), body: sent });
  const { responses } = document.paths[validate].post;
  const { value } = responses['200'].content['application/json'].examples[example];
  const shown = { ...body, data: { ...body.data, xml: value.data.xml } };
  expect(shown).toEqual(value);
  expect(body.data.xml.slice(0, 43)).toBe(value.data.xml.slice(0, 43));
});
