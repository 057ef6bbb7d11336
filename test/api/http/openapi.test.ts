/** The published document is valid OpenAPI 3.0 of a reasonable size, and its examples match what the service does. */
import { Ajv } from 'ajv';
import { OpenAPISchemaValidator } from 'express-openapi-validator/dist/framework/openapi.schema.validator.js';
import { OpenApiSpecLoader } from 'express-openapi-validator/dist/framework/openapi.spec.loader.js';
import { publishedDocument, readOpenApiDocument, specOf } from '../../../src/api/http/openapi-document.js';
import { readWebDocument } from '../../../src/api/web/web-document.js';
import { ecfTypeList } from '../../../src/ecf/model/ecf-types.js';
import { ecfExamples } from '../../../src/ecf/publish/examples.js';
import type { AnswerBody } from '../../harness/http/answer.js';
import type { DocumentRecord } from '../../../src/ledger/vouchers/document-record.js';
import { startApi, type Api } from '../harness.js';

interface Schema {
  readonly description?: string;
  readonly example?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Example {
  readonly $ref?: string;
  readonly summary?: string;
  readonly value?: unknown;
}

interface Media {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Example>>;
}

interface Content {
  readonly $ref?: string;
  readonly headers: Readonly<Record<string, object>>;
  readonly content: { readonly 'application/json': Media };
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** The parts that these tests read. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<string, Example>>;
    readonly responses: Readonly<Record<string, Content>>;
  };
}

const document = publishedDocument() as unknown as Document;
const { schemas, examples } = document.components;
const validate = '/api/v2/dgii-ecf/validate';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});

const lastOf = ($ref: string) => $ref.split('/').at(-1)!;
const valueOf = ({ $ref, value }: Example) => ($ref === undefined ? value : examples[lastOf($ref)]?.value);
const mediaOf = ({ content }: Content) => content['application/json'];
const shownBy = ({ example, examples: several }: Media) =>
  several === undefined ? [example] : Object.values(several).map(valueOf);

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
);

test.each([
  ['openapi.yaml', readOpenApiDocument],
  ['openapi-web.yaml', readWebDocument],
])('the validator gets the routes that it would find in %s', async (_, read) => {
  const loader = new OpenApiSpecLoader({ apiDoc: read(), validateApiSpec: false });
  const { basePaths, routes } = await loader.load();
  expect(specOf(read())).toMatchObject({ basePaths, routes });
});

test('it is OpenAPI 3.0, all references exist, and a browser loads it at once', () => {
  const { errors } = new OpenAPISchemaValidator({ version: '3.0.3', validateApiSpec: true }).validate(
    publishedDocument(),
  );
  expect(errors ?? []).toEqual([]);
  const text = JSON.stringify(document);
  for (const [, path = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g))
    expect(document).toHaveProperty(path.split('/').map((step) => step.replaceAll('~1', '/')));
  expect(text.length).toBeLessThan(1_000_000);
});

test('only the answers of version 1 have deprecation headers, and all of them do', () => {
  for (const { operationId, path, responses } of operations) {
    const reported = Object.values(responses).map((response) => {
      const { $ref } = response;
      const { headers } = $ref === undefined ? response : document.components.responses[lastOf($ref)]!;
      return 'Deprecation' in headers && 'Link' in headers;
    });
    const v1 = path.startsWith('/api/v1/');
    expect([operationId, new Set(reported)]).toEqual([operationId, new Set([v1])]);
  }
  // Every published response is used by some operation.
  const named = new Set(JSON.stringify(document.paths).match(/#\/components\/responses\/\w+/g));
  expect([...named].map(lastOf).sort()).toEqual(Object.keys(document.components.responses).sort());
});

const bodies = [
  ['validate', validate],
  ['send', '/api/v2/dgii-ecf/send'],
  ['validateV1', '/api/v1/dgii-ecf/validate/{companyId}'],
  ['sendV1', '/api/v1/dgii-ecf/send/{companyId}'],
] as const;

test.each(bodies)('%s offers an example of each type', (operationId, path) => {
  const post = document.paths[path]!['post']!;
  expect(post.operationId).toBe(operationId);
  const { examples: offered } = mediaOf(post.requestBody!);
  expect(Object.keys(offered ?? {})).toEqual(ecfTypeList.map((type) => `tipo${type}`));
});

test.each(ecfTypeList)('the example of type %i is a valid voucher, the same in its schema', async (type) => {
  const { value, summary } = examples[`tipo${type}`]!;
  expect(schemas[`ECF${type}`]!.example).toEqual(value);
  expect(summary).toMatch(new RegExp(`^Tipo ${type}\\. \\S`));
  const { body } = await api.call('POST', validate, { token: api.tokenOf(1), body: value });
  expect(body.data).toMatchObject({ errores: [], advertencias: [], valido: true });
});

test.each(ecfTypeList)('every field of type %i has a description in Spanish', (type) => {
  const mute: string[] = [];
  const look = (schema: Schema, path: string) => {
    if (schema.description === undefined) mute.push(path);
    for (const [name, member] of Object.entries(schema.properties ?? schema.items?.properties ?? {}))
      look(member, `${path}.${name}`);
  };
  look(schemas[`ECF${type}`]!, String(type));
  expect(mute).toEqual([]);
});

test('every request and every answer has an example, and each example matches its schema', () => {
  const ajv = new Ajv({ strict: false, allErrors: true, formats: { password: true } });
  const yaml = readOpenApiDocument();
  const faults: string[] = [];
  for (const { operationId, requestBody, responses } of operations) {
    const reported = Object.entries(responses).flatMap(([status, response]) => {
      const { $ref } = response;
      const { content } = $ref === undefined ? response : document.components.responses[lastOf($ref)]!;
      // A PDF, and an answer without a body, have no example.
      const json = (content as Partial<Content['content']> | undefined)?.['application/json'];
      return json === undefined ? [] : ([[status, json]] as const);
    });
    // Another test validates the examples of the vouchers.
    const asked = requestBody === undefined || shownBy(mediaOf(requestBody)).length > 1 ? [] : [requestBody];
    const media = [...asked.map((one) => ['request', mediaOf(one)] as const), ...reported];
    for (const [what, one] of media) {
      const check = ajv.compile({ allOf: [one.schema], components: yaml.components });
      for (const value of shownBy(one))
        if (!check(value)) faults.push(`${operationId} ${what}: ${ajv.errorsText(check.errors)}`);
    }
  }
  expect(faults).toEqual([]);
});

/** Each example of an answer is the answer to the type 31 example with one of these changes. */
test.each([
  { example: 'valido', change: {} },
  { example: 'conAdvertencias', change: { Totales: { MontoTotal: 1190 } }, query: '?condicional=permitir' },
  { example: 'condicional', change: { Totales: { MontoTotal: 1190 } } },
  { example: 'invalido', change: { IdDoc: { eNCF: 'E320000000001' } } },
])('validate answers as its example $example shows', async ({ example, change, query = '' }) => {
  const sent = structuredClone(ecfExamples[0]!.body);
  const { Totales, IdDoc }: { Totales?: object; IdDoc?: object } = change;
  Object.assign(sent.ECF.Encabezado.Totales, Totales);
  Object.assign(sent.ECF.Encabezado.IdDoc, IdDoc);
  const { body } = await api.call('POST', validate + query, { token: api.tokenOf(1), body: sent });
  const { responses } = document.paths[validate]!['post']!;
  const value = mediaOf(responses['200']!).examples?.[example]?.value as AnswerBody;
  expect({ ...body, data: { ...body.data, xml: value.data.xml } }).toEqual(value);
  expect(body.data.xml.slice(0, 43)).toBe(value.data.xml.slice(0, 43));
});

const signed = {
  file: 'xml',
  sha256: 'ab'.repeat(32),
  securityCode: 'KUyfr9',
  fechaFirma: '01-07-2026 10:15:00',
  signedAt: new Date('2026-07-01T14:15:00Z'),
  certificate: 'fingerprint',
};
const trackIds = ['d2b6e27c-3908-46f3-afaa-2207b9501b4b'];
const verdict = { trackId: trackIds[0]!, replyFile: null };
const accepted: Partial<DocumentRecord> = {
  ...({ state: 'accepted', final: true, signed, trackIds } as const),
  verdict: { ...verdict, codigoDgii: '1', estado: 'Aceptado', mensajes: [], secuenciaUtilizada: true },
};
const mensajes = [{ codigo: '145', valor: 'Fecha de vencimiento de secuencia inválida.' }];
const rejected: Partial<DocumentRecord> = {
  ...({ state: 'rejected', final: true, signed, trackIds } as const),
  verdict: { ...verdict, codigoDgii: '2', estado: 'Rechazado', mensajes, secuenciaUtilizada: false },
};
const waiting = {
  reason: 'DGII_UNAVAILABLE',
  since: new Date('2026-07-01T14:15:00Z'),
  nextTryAt: new Date('2026-07-01T14:15:00Z'),
} as const;

/** Sends the voucher of the examples, and answers what the service said. */
async function sendExample(became: Partial<DocumentRecord>, before?: object) {
  api.reset();
  api.onProcess = ({ ref }) => api.store.patch(ref.encf, { externalReference: 'FAC-000123', ...became });
  const token = api.tokenOf(1);
  const headers = { 'x-correlation-id': 'FAC-000123' };
  const send = (body: object) => api.call('POST', '/api/v2/dgii-ecf/send', { token, body, headers });
  if (before !== undefined) await send(before);
  return (await send(ecfExamples[0]!.body)).body;
}

test.each<{ example: string; became: Partial<DocumentRecord> }>([
  { example: 'aceptado', became: accepted },
  { example: 'enProceso', became: { state: 'submitted', signed, trackIds } },
  { example: 'rechazado', became: rejected },
  { example: 'enContingencia', became: { state: 'signed', signed, waiting } },
])('send answers as its example $example shows', async ({ example, became }) => {
  const body = await sendExample(became);
  const { responses } = document.paths['/api/v2/dgii-ecf/send']!['post']!;
  expect(body).toEqual(mediaOf(responses['200']!).examples?.[example]?.value);
});

test('send answers other content under a used number as the example ENCF_OTHER_CONTENT shows', async () => {
  const text = JSON.stringify(ecfExamples[0]!.body).replace('Resma de papel', 'Resma');
  const { mensaje, data, ...rest } = await sendExample(accepted, JSON.parse(text) as object);
  const example = document.components.examples['ENCF_OTHER_CONTENT'] as { value: AnswerBody };
  const { mensaje: ofCode, data: shown, ...others } = example.value;
  expect(rest).toEqual(others);
  expect(data).toEqual({ ...shown, correlationId: 'FAC-000123' });
  // The answer's message also names the number and its state.
  expect(mensaje).toBe(
    ofCode.replace(
      'El e-NCF ya existe con otro contenido',
      'El e-NCF E310000000011 ya existe con otro contenido (estado: Aceptado)',
    ),
  );
});

test('document-status answers about the buyer as its example shows', async () => {
  const path = '/api/v2/dgii-ecf/document-status/{encf}';
  const { responses } = document.paths[path]!['get']!;
  const value = mediaOf(responses['200']!).examples?.['compradorNoLoRecibio']?.value as AnswerBody;
  const facts = value.data as unknown as Readonly<Record<string, string>>;
  const dateOf = (name: string) => new Date(facts[name]!);
  const endedAt = new Date('2026-07-01T14:15:04Z');
  const arecf = { file: 'arecf', sha256: 'ef'.repeat(32), fechaHora: '01-07-2026 10:15:03' };
  const became: Partial<DocumentRecord> = {
    ...accepted,
    signed: { ...signed, sha256: facts['xmlSha256']!, signedAt: dateOf('signedAt') },
    receivedAt: dateOf('receivedAt'),
    submittedAt: dateOf('submittedAt'),
    finalAt: dateOf('finalAt'),
    changedAt: dateOf('updatedAt'),
    externalReference: facts['externalReference']!,
    buyerDelivery: {
      version: 2,
      state: 'refused',
      code: '2',
      attempts: 1,
      since: endedAt,
      endedAt,
      acknowledgement: { ...arecf, signature: 'content-altered', signer: null },
    },
  };
  api.reset();
  api.onProcess = ({ ref }) => api.store.patch(ref.encf, became);
  const token = api.tokenOf(1);
  const headers = { 'x-correlation-id': 'FAC-000123' };
  await api.call('POST', '/api/v2/dgii-ecf/send', { token, body: ecfExamples[0]!.body, headers });
  const { body } = await api.call('GET', path.replace('{encf}', 'E310000000011'), { token });
  expect(body).toEqual(value);
});
