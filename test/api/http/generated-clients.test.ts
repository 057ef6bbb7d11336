/**
 * What generators of clients need of /openapi.json. Each rule is one that broke the client of a language: it did not compile, it altered
 * amounts, or it refused sound vouchers.
 */
import { publishedDocument } from '../../../src/api/http/openapi-document.js';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
}

const document = JSON.parse(JSON.stringify(publishedDocument())) as {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const schemas = [...schemasIn(document, '#')];

interface Schema extends Readonly<Record<string, unknown>> {
  readonly pattern?: string;
}

/** All objects of the document except examples, which are not schemas. */
function* schemasIn(
  node: unknown,
  path: string,
): Generator<{ readonly path: string; readonly schema: Schema }> {
  if (typeof node !== 'object' || node === null) return;
  yield { path, schema: node as Schema };
  for (const [key, value] of Object.entries(node))
    if (key !== 'example' && key !== 'examples') yield* schemasIn(value, `${path}/${key}`);
}

const pathsWith = (condition: (schema: Schema) => boolean) =>
  schemas.filter(({ schema }) => condition(schema)).map(({ path }) => path);

test('no two components have one name, and no schema has the name of an operation with its answer', () => {
  const kinds = ['schemas', 'parameters', 'responses', 'requestBodies'];
  const names = [
    ...kinds.flatMap((kind) => Object.keys(document.components[kind] ?? {})),
    // oapi-codegen (Go) makes these types.
    ...operations.map(({ operationId }) => `${operationId}Response`),
  ].map((name) => name.toLowerCase());
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.length).toBeGreaterThan(100);
});

test('tags are ASCII, because they become names of packages and classes', () => {
  const tags = [...document.tags.map(({ name }) => name), ...operations.flatMap(({ tags }) => tags)];
  expect(tags.filter((tag) => !/^[A-Za-z][A-Za-z0-9 ]*$/.test(tag))).toEqual([]);
});

test('no list of values has null: Go makes constants of them', () => {
  expect(pathsWith(({ enum: values }) => Array.isArray(values) && values.includes(null))).toEqual([]);
});

test('each number is a float64 in Go: a float32 alters amounts above 99,999.99', () => {
  const numbers = pathsWith(({ type }) => type === 'number');
  expect(numbers.length).toBeGreaterThan(600);
  expect(pathsWith((schema) => schema.type === 'number' && schema['x-go-type'] !== 'float64')).toEqual([]);
  // With `format: double` Java would take Double in place of BigDecimal.
  expect(pathsWith(({ type, format }) => type === 'number' && format !== undefined)).toEqual([]);
});

test('an object with properties has no allOf, oneOf or anyOf beside them: Python loses its fields', () => {
  const combined = ({ properties, allOf, oneOf, anyOf }: Schema) =>
    properties !== undefined && (allOf ?? oneOf ?? anyOf) !== undefined;
  expect(pathsWith(combined)).toEqual([]);
});

test('patterns use only what Java, Python, C# and JavaScript have in common', () => {
  const patterns = schemas.flatMap(({ schema }) => (typeof schema.pattern === 'string' ? [schema] : []));
  expect(patterns.length).toBeGreaterThan(100);
  expect(patterns.filter(({ pattern = '' }) => /\\[pP]\{|\[\^?\]/.test(pattern))).toEqual([]);
  // Python compares from the first character, and Java the whole text.
  expect(patterns.filter(({ pattern = '' }) => !/^\^.*\$$/.test(pattern))).toEqual([]);
  // Java reads a bracket inside brackets as a class of its own.
  const nested = (pattern: string) => /\[[^\]]*\[/.test(pattern.replaceAll(/\\./g, ''));
  expect(patterns.filter(({ pattern = '' }) => nested(pattern))).toEqual([]);
  expect(patterns.filter(({ allOf }) => allOf !== undefined)).toEqual([]);
});

test('no pattern excludes a character beyond ASCII: PHP compares bytes, and would refuse letters such as í', () => {
  const excluded = (pattern: string) =>
    [...pattern.matchAll(/\[\^((?:\\.|[^\]\\])*)\]/g)].map(([, characters]) => characters).join('');
  const patterns = schemas.flatMap(({ schema: { pattern } }) => (typeof pattern === 'string' ? pattern : []));
  expect(patterns.filter((pattern) => excluded(pattern) !== '').length).toBeGreaterThan(100);
  expect(patterns.filter((pattern) => /[^\0-\x7f]|\\x[89a-f]|\\u/i.test(excluded(pattern)))).toEqual([]);
});

test('a file is binary, so that its bytes stay as they were signed', () => {
  const media = pathsWith((schema) => 'application/xml' in schema || 'application/pdf' in schema);
  expect(media.length).toBeGreaterThan(2);
  const contents = schemas.filter(({ path }) => /application~?\/(xml|pdf)\/schema$/.test(path));
  expect(contents.map(({ schema }) => schema.format)).toEqual(contents.map(() => 'binary'));
  expect(contents.length).toBe(media.length);
});
