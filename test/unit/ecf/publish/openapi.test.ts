/** The published schemas and the structure check agree on the form of a voucher. */
import { Ajv } from 'ajv';
import { ecfTypeList, parseEcfType, type EcfType } from '../../../../src/ecf/model/ecf-types.js';
import { ecfSchemas } from '../../../../src/ecf/publish/openapi.js';
import { shapeOf, type Shape } from '../../../../src/ecf/json/shape.js';
import { checkStructure } from '../../../../src/ecf/json/structure.js';
import { faultsMax, validate } from '../../../../src/ecf/validate.js';
import { exampleJson, facts, fullVoucher, type Json } from '../samples.js';

const schemas = ecfSchemas();
// OpenAPI 3.0 has a boolean exclusiveMaximum, which ajv no longer supports.
const ajv = new Ajv({ strict: false, allErrors: false });
ajv.addSchema({ $id: 'api', components: { schemas: exclusiveAsNumber(schemas) } });

function exclusiveAsNumber(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(exclusiveAsNumber);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { maximum, minimum, exclusiveMaximum, exclusiveMinimum, ...rest } = schema;
  const limit = (name: string, bound: Json, exclusive: Json) =>
    bound === undefined
      ? {}
      : { [exclusive === true ? `exclusive${name[0]!.toUpperCase()}${name.slice(1)}` : name]: bound };
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, exclusiveAsNumber(value)])),
    ...limit('maximum', maximum, exclusiveMaximum),
    ...limit('minimum', minimum, exclusiveMinimum),
  };
}

function schemaAccepts(type: EcfType, voucher: Json): boolean {
  const check = ajv.getSchema(`api#/components/schemas/ECF${type}`);
  if (check === undefined) throw new Error(`no schema ECF${type}`);
  return check(voucher) === true;
}

/** What JSON Schema cannot express. */
const beyondSchema = new Set(['ESTRUCTURA-10', 'ESTRUCTURA-12', 'ESTRUCTURA-13']);

/** Faults of form: faults in the structure, the number or the type. */
function formCodes(voucher: Json): string[] {
  const ofForm = (code: string) =>
    code.startsWith('ESTRUCTURA') ||
    ['ENCF_INVALID', 'ENCF_TYPE_MISMATCH', 'ECF_TYPE_INVALID'].includes(code);
  return validate(voucher, facts)
    .errores.map(({ code }) => code)
    .filter(ofForm);
}

/**
 * The same for a voucher with a valid type and number. It runs only the structure check, with the same limit as `validate`.
 * The rules do not check the form, and they take two thirds of the time of `validate`.
 */
function structureCodes(voucher: Json, type: EcfType): string[] {
  return checkStructure(voucher.ECF, type, faultsMax + 1).faults.map(({ code }) => code);
}

test('there is one schema for each type', () => {
  expect(Object.keys(schemas).filter((name) => name.startsWith('ECF'))).toEqual(
    ecfTypeList.map((type) => `ECF${type}`),
  );
});

test.each(ecfTypeList)('small and full vouchers of type %i are accepted by both', (type) => {
  for (const voucher of [exampleJson(`${type}-small`), exampleJson(`${type}-full`), fullVoucher(type)]) {
    expect(formCodes(voucher)).toEqual([]);
    expect(schemaAccepts(type, voucher)).toBe(true);
  }
});

/** Values that replace leaves; no value is valid for all leaves. */
const values: readonly Json[] = [
  null,
  true,
  {},
  [],
  '',
  '   ',
  'x',
  'Ana',
  'x'.repeat(30),
  'ñ'.repeat(2000),
  '0',
  '01',
  '001',
  '31-12-2028',
  '31-13-2028',
  '1-1-2028',
  '010100',
  'USD',
  'E310000000001',
  'E320000000001',
  'E310000000000',
  '999999992',
  '809-555-0100',
  'a@b.example',
  'áé, í',
  '$',
  'D',
  -1,
  -0.5,
  0,
  1,
  2,
  2.5,
  4,
  7,
  31,
  32,
  62,
  63,
  99,
  100,
  999,
  1000,
  1001,
  10000,
  10001,
  1e15,
  1e16,
  1e17,
  1e300,
];

/** Of these the published patterns refuse none, because PHP compares bytes. The service itself refuses what is no letter. */
const beyondAscii = /[^\0-\x7f]/;

/** Texts in which \w of XML Schema and \w of JavaScript differ. */
const wordTexts: readonly string[] = [
  ...[
    'juan_perez@gmail.com',
    'a@b_c.example',
    'a$b@x.com',
    'a+b@x.com',
    'a%b@x.com',
    'a b@x.com',
    'ñ€@x.com',
  ],
  ...['30 dias+', '30_dias', '30-dias', '30 días', 'días.', '$ < ^ |', '😀', 'a\u0303', '१२', 'a\u00A0b'],
  ...['\u200B', '§'],
];

test.each(ecfTypeList)(
  'type %i: schema and structure check agree on every text with such characters',
  (type) => {
    const formed = [...places(shapeOf(type), ['ECF'])].filter(({ path }) =>
      ['CorreoEmisor', 'CorreoComprador', 'TerminoPago'].includes(String(path.at(-1))),
    );
    expect(formed.length).toBeGreaterThan(0);
    const verdicts = formed.flatMap(({ path }) =>
      wordTexts.map((text) => {
        const voucher = structuredClone(fullVoucher(type));
        const parent = path.slice(0, -1).reduce<Json>((node, step) => node[step], voucher);
        parent[path.at(-1)!] = text;
        return { path, text, schema: schemaAccepts(type, voucher), check: formCodes(voucher).length === 0 };
      }),
    );
    const wrong = verdicts.filter(({ text, schema, check }) =>
      beyondAscii.test(text) ? check && !schema : schema !== check,
    );
    expect(wrong).toEqual([]);
    // Both results must occur, or the comparison proves nothing.
    expect(new Set(verdicts.map(({ check }) => check))).toEqual(new Set([true, false]));
  },
);

interface Mutation {
  readonly name: string;
  readonly voucher: Json;
  /** True when it changes IdDoc or a parent of it, where the type and the number are. */
  readonly changesIdentity: boolean;
}

/**
 * Each leaf gets some of the values, the next leaf the next ones, and each type starts at another value. So all values are
 * used, in a fraction of the time. The types with the fewest fields use more values per leaf.
 */
const leafMutationsPerType = 700;

const idDoc = ['ECF', 'Encabezado', 'IdDoc'];

/** Replaces every leaf; removes, repeats and empties every member; adds an unknown field to every structure. */
function* mutations(type: EcfType): Generator<Mutation> {
  const full = fullVoucher(type);
  const bases = new Map<string, Json>();
  const baseOf = (structure: string): Json => {
    const base = bases.get(structure) ?? { ECF: smallAround(structure, full.ECF, shapeOf(type), 'ECF') };
    bases.set(structure, base);
    return base;
  };
  const all = [...places(shapeOf(type), ['ECF'])];
  const leaves = all.filter(({ shape }) => !shape).length;
  const stride = Math.max(1, Math.floor((leaves * values.length) / leafMutationsPerType));
  let turn: number = type;
  for (const { path, shape, official } of all) {
    const changesIdentity = path.every((step, depth) => depth > 2 || step === idDoc[depth]);
    const at = (voucher: Json, steps = path): Json => steps.reduce((node, step) => node[step], voucher);
    const mutated = (
      name: string,
      change: (parent: Json, key: string | number, value: Json) => void,
    ): Mutation => {
      const names = path.filter((step) => typeof step === 'string');
      const voucher = structuredClone(baseOf(names.slice(0, -1).join('.')));
      const key = path.at(-1)!;
      change(at(voucher, path.slice(0, -1)), key, at(voucher));
      return { name: `${path.join('.')}: ${name}`, voucher, changesIdentity };
    };
    yield mutated('removed', (parent, key) =>
      Array.isArray(parent) ? parent.splice(Number(key), 1) : Reflect.deleteProperty(parent, key),
    );
    if (official !== undefined) {
      yield mutated('in both spellings', (parent, _key, value) => (parent[official] = value));
      yield mutated('in its official spelling', (parent, key, value) => {
        parent[official] = value;
        Reflect.deleteProperty(parent, key);
      });
    }
    if (shape) {
      yield mutated('stranger', (_parent, _key, value) =>
        Array.isArray(value) ? value.push({ stranger: 1 }) : (value.stranger = 1),
      );
      yield mutated('emptied', (parent, key, value) => (parent[key] = Array.isArray(value) ? [] : {}));
      yield mutated(
        'turned',
        (parent, key, value) => (parent[key] = Array.isArray(value) ? value[0] : [value]),
      );
      yield mutated(
        'many',
        (_parent, _key, value) =>
          Array.isArray(value) && value.push(...Array.from({ length: 25 }, () => value[0])),
      );
    } else {
      turn++;
      for (const value of values.filter((_, index) => index % stride === turn % stride)) {
        yield mutated(`= ${JSON.stringify(value).slice(0, 40)}`, (parent, key) => (parent[key] = value));
      }
    }
  }
}

/**
 * A voucher with every member of one structure, for example `ECF.Encabezado.Emisor`. Elsewhere it has only what is obligatory,
 * and one item in each list, so that a thousand of its mutations are checked in a second.
 */
function smallAround(structure: string, full: Json, shape: Shape, path: string): Json {
  const needed = shape.members.filter((member) => {
    const here = `${path}.${member.jsonName}`;
    return path === structure || member.required || `${structure}.`.startsWith(`${here}.`);
  });
  // A structure without obligatory members needs one all the same.
  const members = needed.length > 0 ? needed : shape.members.slice(0, 1);
  const entries = members.flatMap(({ jsonName, shape: inner }) => {
    const value = full[jsonName];
    if (value === undefined) return [];
    const one = Array.isArray(value) ? value[0] : value;
    const small = inner === undefined ? one : smallAround(structure, one, inner, `${path}.${jsonName}`);
    return [[jsonName, Array.isArray(value) ? [small] : small]];
  });
  return Object.fromEntries(entries);
}

interface Place {
  readonly path: (string | number)[];
  readonly shape: boolean;
  /** Set when the contract has its own spelling of the field. */
  readonly official?: string;
}

function* places(shape: Shape, path: readonly (string | number)[]): Generator<Place> {
  for (const member of shape.members) {
    if (member.type?.kind === 'signingTime') continue;
    const here = [...path, member.jsonName];
    const spelling = member.jsonName === member.name ? {} : { official: member.name };
    if (member.max !== undefined) yield { path: here, shape: true, ...spelling };
    const single = member.max === undefined ? here : [...here, 0];
    yield {
      path: single,
      shape: member.shape !== undefined,
      ...(member.max === undefined ? spelling : {}),
    };
    if (member.shape !== undefined) yield* places(member.shape, single);
  }
}

test.each(ecfTypeList)('type %i: schema and structure check agree on every mutation', (type) => {
  const disagreements: string[] = [];
  let count = 0;
  let sound = 0;
  for (const { name, voucher, changesIdentity } of mutations(type)) {
    count++;
    const codes = changesIdentity ? formCodes(voucher) : structureCodes(voucher, type);
    if (codes.some((code) => beyondSchema.has(code))) continue;
    // A full voucher of another type is checked with the schema of that type.
    const reported = parseEcfType(voucher.ECF?.Encabezado?.IdDoc?.TipoeCF);
    const verdict = schemaAccepts(reported ?? type, voucher);
    const valid = codes.length === 0;
    if (valid) sound++;
    if (verdict !== valid) disagreements.push(`${name}: schema ${verdict}, ${codes.join(' ') || 'no fault'}`);
  }
  expect(disagreements).toEqual([]);
  expect(count).toBeGreaterThan(leafMutationsPerType);
  // Both results must occur often, or the comparison proves nothing.
  expect(sound).toBeGreaterThan(count / 10);
  expect(sound).toBeLessThan((count * 9) / 10);
});
