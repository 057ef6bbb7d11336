/**
 * Hostile input, for all ten types: the result is faults, never an exception, and never more faults than the limit. The
 * tests measure the output (number and length of the faults), not the time.
 */
import fc from 'fast-check';
import { buildXml } from '../../../../src/ecf/xml/build-xml.js';
import { ecfTypeList, type EcfType } from '../../../../src/ecf/model/ecf-types.js';
import type { Fault } from '../../../../src/ecf/model/fault.js';
import { normalise, parseNormalised } from '../../../../src/ecf/json/normalise.js';
import { jsonLimits, readJson } from '../../../../src/ecf/json/read-json.js';
import { shapeOf, voucherNames, type Shape } from '../../../../src/ecf/json/shape.js';
import { faultsMax, validate, type Validation } from '../../../../src/ecf/validate.js';
import { readTree, type Element } from '../../../../tools/simulator/verdict/xml-tree.js';
import { exampleFacts, exampleJson, exampleSignedAt, fullVoucher, type Json } from '../samples.js';

/** Change them to search elsewhere or longer; fast-check names the seed in every failure. */
const seed = 20260701;
const runs = Number(process.env['TEST_RANDOM_RUNS'] ?? 100);

/** Paths and messages quote only a short excerpt of the input. */
const pathMax = 400;
const messageMax = 600;

/** Validates, builds the XML if possible, and checks the limits of the output. */
function validated(voucher: unknown, jsonFaults: readonly Fault[] = []): Validation {
  const validation = validate(voucher, exampleFacts, jsonFaults);
  const { errores, advertencias, ecf } = validation;
  for (const faults of [errores, advertencias]) {
    expect(faults.length).toBeLessThanOrEqual(faultsMax + 1);
    for (const { campo, mensaje } of faults) {
      if (campo.length > pathMax || mensaje.length > messageMax) throw new Error(`${campo}: ${mensaje}`);
    }
  }
  if (ecf === undefined) return validation;
  const { wire } = buildXml(ecf, exampleSignedAt);
  const normal = normalise(ecf);
  // Only an admitted voucher is read back.
  if (validation.valido) expect(buildXml(parseNormalised(normal), exampleSignedAt).wire === wire).toBe(true);
  return validation;
}

/** Reads a body as the api does. */
function validatedText(text: string): Validation {
  const reading = readJson(text, jsonLimits);
  if (!reading.ok) throw new Error(reading.reason);
  return validated(reading.value, reading.faults);
}

function codes({ errores }: Validation): string[] {
  return [...new Set(errores.map(({ code }) => code))];
}

function nested(depth: number): Json {
  let value: Json = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { Encabezado: value };
  return value;
}

const loneSurrogate = '\ud800';
const hugeText = 'ñ'.repeat(1_000_000);

interface Attack {
  readonly name: string;
  /** Changes the full voucher of a type. */
  readonly change: (ecf: Json) => unknown;
  /** The faults must include this code. */
  readonly code: string;
  /** Path of the first fault with that code. */
  readonly campo?: string;
}

const items = 'ECF.DetallesItems.Item';
const name = 'ECF.Encabezado.Emisor.RazonSocialEmisor';
const total = 'ECF.Encabezado.Totales.MontoTotal';

/** Puts one text in the issuer's name. */
const text = (named: string, value: unknown, code: string): Attack => {
  return {
    name: named,
    change: (ecf) => (ecf.Encabezado.Emisor.RazonSocialEmisor = value),
    code,
    campo: name,
  };
};

/** Replaces the total with one value. */
const amount = (named: string, value: unknown, code: string): Attack => {
  return { name: named, change: (ecf) => (ecf.Encabezado.Totales.MontoTotal = value), code, campo: total };
};

const attacks: readonly Attack[] = [
  {
    name: '10,001 items',
    change: (ecf) => {
      ecf.DetallesItems.Item = Array.from({ length: 10_001 }, (_, index) => {
        return { NumeroLinea: index + 1, IndicadorFacturacion: 4, NombreItem: 'x', MontoItem: 1 };
      });
    },
    code: 'ESTRUCTURA-08',
    campo: items,
  },
  {
    name: 'a depth of 1,000',
    change: (ecf) => (ecf.Encabezado.Emisor = nested(1000)),
    code: 'ESTRUCTURA-01',
  },
  {
    name: 'a depth of 1,000 in a text',
    change: (ecf) => (ecf.Encabezado.Emisor.RazonSocialEmisor = nested(1000)),
    code: 'ESTRUCTURA-03',
    campo: name,
  },
  {
    name: 'a list instead of an object',
    change: (ecf) => (ecf.Encabezado.Emisor = [ecf.Encabezado.Emisor]),
    code: 'ESTRUCTURA-03',
    campo: 'ECF.Encabezado.Emisor',
  },
  {
    name: 'an object instead of a list',
    change: (ecf) => (ecf.DetallesItems.Item = ecf.DetallesItems.Item[0]),
    code: 'ESTRUCTURA-03',
    campo: items,
  },
  {
    name: 'an object that looks like a list',
    change: (ecf) => (ecf.DetallesItems.Item = { length: 1, 0: ecf.DetallesItems.Item[0] }),
    code: 'ESTRUCTURA-03',
    campo: items,
  },
  {
    name: 'lists within the list',
    change: (ecf) => (ecf.DetallesItems.Item = [ecf.DetallesItems.Item]),
    code: 'ESTRUCTURA-03',
    campo: `${items}[0]`,
  },
  {
    name: 'a text instead of an object',
    change: (ecf) => (ecf.Encabezado.Totales = 'MontoTotal'),
    code: 'ESTRUCTURA-03',
    campo: 'ECF.Encabezado.Totales',
  },
  text('a text of a million characters', hugeText, 'ESTRUCTURA-05'),
  text('control characters', 'EMPRESA\u0000\u0007\u001b', 'ESTRUCTURA-13'),
  text('a lone surrogate', `EMPRESA ${loneSurrogate}`, 'ESTRUCTURA-13'),
  text('a reversed surrogate pair', 'EMPRESA \udc00\ud800', 'ESTRUCTURA-13'),
  text('U+FFFE', 'EMPRESA \ufffe', 'ESTRUCTURA-13'),
  text('U+FFFF', 'EMPRESA \uffff', 'ESTRUCTURA-13'),
  text('blanks', ' \t\r\n ', 'ESTRUCTURA-04'),
  text('nothing', '', 'ESTRUCTURA-04'),
  text('null', null, 'ESTRUCTURA-03'),
  text('true', true, 'ESTRUCTURA-03'),
  amount('1e308', 1e308, 'ESTRUCTURA-10'),
  amount('-1e308', -1e308, 'ESTRUCTURA-10'),
  amount('5e-324', 5e-324, 'ESTRUCTURA-10'),
  amount('infinity', Number.POSITIVE_INFINITY, 'ESTRUCTURA-10'),
  amount('not a number', Number.NaN, 'ESTRUCTURA-10'),
  amount('NaN as text', 'NaN', 'ESTRUCTURA-03'),
  amount('a number as text', '1180.00', 'ESTRUCTURA-03'),
  amount('a big integer', 10n ** 30n, 'ESTRUCTURA-03'),
  amount('less than nothing', -0.01, 'ESTRUCTURA-11'),
];

/** Whatever the type, the same code stops at the limit of faults, so one type shows it. */
const floods: readonly Attack[] = [
  {
    name: '100,000 empty items',
    change: (ecf) => (ecf.DetallesItems.Item = Array.from({ length: 100_000 }, () => null)),
    code: 'ESTRUCTURA-19',
  },
  {
    name: '100,000 fields that do not exist',
    change: (ecf) => {
      for (let i = 0; i < 100_000; i++) ecf.Encabezado[`Campo${i}`] = i;
    },
    code: 'ESTRUCTURA-19',
  },
];

function expectFault(type: EcfType, { change, code, campo }: Attack): void {
  const voucher = exampleJson(`${type}-full`);
  change(voucher.ECF);
  const validation = validated(voucher);
  expect(codes(validation)).toContain(code);
  expect(validation.valido).toBe(false);
  const paths = validation.errores.filter((fault) => fault.code === code).map((fault) => fault.campo);
  if (campo !== undefined) expect(paths).toContain(campo);
}

test.each(floods)('type 31: $name is a fault', (attack) => expectFault(31, attack));

describe.each(ecfTypeList)('type %i', (type) => {
  test.each(attacks)('$name is a fault', (attack) => expectFault(type, attack));

  test('keys of the prototype are unknown fields anywhere', () => {
    const keys = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'valueOf'];
    const json = JSON.stringify(exampleJson(`${type}-small`));
    const strangers = keys.map((key) => `"${key}":{"MontoTotal":1,"polluted":true}`).join(',');
    const validation = validatedText(json.replace(/\{(?=")/g, `{${strangers},`));
    expect(codes(validation)).toEqual(['ESTRUCTURA-01']);
    for (const key of keys) {
      const paths = validation.errores.map(({ campo }) => campo);
      expect(paths).toEqual(expect.arrayContaining([key, `ECF.${key}`, `${items}[0].${key}`]));
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test('inherited members are not read', () => {
    const { ECF } = exampleJson(`${type}-small`);
    expect(validated(Object.create({ ECF })).valido).toBe(false);
    expect(validated({ ECF: Object.create(ECF) }).valido).toBe(false);
    const hidden = `{"ECF":{"__proto__":${JSON.stringify(ECF)}}}`;
    expect(validatedText(hidden).valido).toBe(false);
    expect(validated(JSON.parse(hidden)).valido).toBe(false);
  });

  test('a duplicate key is a fault, and so is a number that no double holds', () => {
    const json = JSON.stringify(exampleJson(`${type}-small`));
    const twice = validatedText(json.replace('"MontoTotal":', '"MontoTotal":1,"MontoTotal":'));
    expect(twice.errores).toContainEqual(expect.objectContaining({ code: 'ESTRUCTURA-14', campo: total }));
    const inexact = validatedText(json.replace(/"MontoTotal":/, '"MontoTotal":0.1000000000000000001e'));
    expect(inexact.errores).toContainEqual(expect.objectContaining({ code: 'ESTRUCTURA-15', campo: total }));
  });

  test('minus zero is zero', () => {
    const voucher = exampleJson(`${type}-small`);
    voucher.ECF.Encabezado.Totales.SaldoAnterior = -0;
    const { errores, ecf } = validated(voucher);
    expect(errores).toEqual([]);
    expect(buildXml(ecf!, exampleSignedAt).wire).toContain('<SaldoAnterior>0.00</SaldoAnterior>');
  });

  const awkward = 'A & B <C> "d" \'e\' © € ® ñ 📦\t1\n2\r3 ]]> &amp;';

  test('each text field can hold every XML character, escaped as DGII asks, and is read back unchanged', () => {
    const voucher = exampleJson(`${type}-full`);
    const changed: string[] = [];
    for (const { parent, key, path } of freeTexts(voucher.ECF, shapeOf(type), 'ECF')) {
      parent[key] = awkward;
      changed.push(path);
    }
    expect(changed.length).toBeGreaterThan(5);
    const { errores, ecf } = validated(voucher);
    expect(errores).toEqual([]);
    const { wire, canonical } = buildXml(ecf!, exampleSignedAt);
    const written =
      '>A &amp; B &lt;C&gt; &#34;d&#34; &#39;e&#39; &#169; &#8364; &#174; ñ 📦\t1\n2&#13;3 ]]&gt; &amp;amp;<';
    expect(wire.split(written)).toHaveLength(changed.length + 1);
    expect(leaves(readTree(canonical)!).filter((leaf) => leaf === awkward)).toHaveLength(changed.length);
  });
});

/** The texts of a voucher that allow any character and at least 60 characters. */
function* freeTexts(
  node: Json,
  shape: Shape,
  path: string,
): Generator<{ parent: Json; key: string; path: string }> {
  for (const member of shape.members) {
    const value = node[member.jsonName];
    if (value === undefined) continue;
    const here = `${path}.${member.name}`;
    if (member.shape !== undefined) {
      for (const single of Array.isArray(value) ? value : [value])
        yield* freeTexts(single, member.shape, here);
    } else if (member.type.kind === 'text' && member.type.form === undefined && member.type.maxLength >= 60) {
      yield { parent: node, key: member.jsonName, path: here };
    }
  }
}

function leaves(element: Element): string[] {
  return element.children.length === 0 ? [element.text] : element.children.flatMap(leaves);
}

test('the reader refuses invalid or too large JSON and gives the reason', () => {
  const deep = '{"ECF":'.repeat(1000) + '1' + '}'.repeat(1000);
  expect(readJson(deep, jsonLimits)).toMatchObject({ ok: false, reason: 'depth' });
  expect(readJson(`[${'0,'.repeat(1_000_001)}0]`, jsonLimits)).toMatchObject({ ok: false, reason: 'nodes' });
  for (const word of ['NaN', 'Infinity', '-', '1e', '.5', '+1', '0x1', '01'])
    expect(readJson(`{"MontoTotal":${word}}`, jsonLimits)).toMatchObject({ ok: false, reason: 'syntax' });
});

test('of a body with a million unknown names the reader keeps what a full list of faults needs, and every known name', () => {
  const strangers = Array.from({ length: 50_000 }, (_, index) => `"k${index}":{"Item":[${index}]}`).join();
  const text = `{${strangers},"ECF":{${strangers},"Encabezado":{"IdDoc":{"TipoeCF":31,"eNCF":"E310000000001"}}}}`;
  const reading = readJson(text, { ...jsonLimits, names: voucherNames() });
  if (!reading.ok) throw new Error(reading.reason);
  const { ECF, ...others } = reading.value as { ECF: Json };
  expect(Object.keys(others)).toHaveLength(faultsMax + 1);
  expect(ECF).toEqual({ Encabezado: { IdDoc: { TipoeCF: 31, eNCF: 'E310000000001' } } });
  const { errores } = validated(reading.value, reading.faults);
  expect(errores).toHaveLength(faultsMax + 1);
  expect(errores.at(-1)?.code).toBe('ESTRUCTURA-19');
});

test('a voucher with every field of its type has only known names', () => {
  for (const type of ecfTypeList) {
    const text = JSON.stringify(fullVoucher(type), (key, value: unknown) => {
      if (key !== '' && !/^\d+$/.test(key)) expect(voucherNames()).toContain(key);
      return value;
    });
    expect(text).toContain('ECF');
  }
});

/** Any JSON; some of its keys are names of the format. */
const names = [
  'ECF',
  'Encabezado',
  'IdDoc',
  'TipoeCF',
  'eNCF',
  'Item',
  'DetallesItems',
  '__proto__',
  'constructor',
];
const anyKey = fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 12 }));
/** Any characters, lone surrogates too. `fc.string` of any character needs seconds for a table of them all. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 30 })
  .map((points) => String.fromCodePoint(...points));
const anyLeaf = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -0,
    1e308,
    5e-324,
    31,
    'E310000000001',
    '',
    ' ',
    '\u0000',
    '\ud800',
    'NaN',
  ),
  fc.double(),
  anyText,
);
const { json: anyJson } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyLeaf,
    fc.array(tie('json'), { maxLength: 5 }),
    fc
      .array(fc.tuple(anyKey, tie('json')), { maxLength: 6 })
      .map((entries) => JSON.parse(`{${entries.map(pair).join(',')}}`) as unknown),
  ),
}));

/** Passes through JSON text, so that `__proto__` is an ordinary key. */
function pair([key, value]: [string, unknown]): string {
  return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
}

test('any JSON is validated without throwing', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      validated(value);
    }),
    { seed, numRuns: runs },
  );
});

test.each(ecfTypeList)('any JSON anywhere in a voucher of type %i is validated without throwing', (type) => {
  const json = JSON.stringify(exampleJson(`${type}-full`));
  const places = [...placesOf(JSON.parse(json), [])];
  fc.assert(
    fc.property(fc.constantFrom(...places), anyJson, (path, value) => {
      validated(replaced(JSON.parse(json), path, value));
    }),
    // Each type searches elsewhere.
    { seed: seed + type, numRuns: runs },
  );
});

function* placesOf(node: Json, path: readonly string[]): Generator<readonly string[]> {
  if (path.length > 0) yield path;
  if (typeof node !== 'object') return;
  for (const key of Object.keys(node)) yield* placesOf(node[key], [...path, key]);
}

function replaced(voucher: Json, path: readonly string[], value: unknown): Json {
  const parent = path.slice(0, -1).reduce((node, key) => node[key], voucher);
  parent[path.at(-1)!] = value;
  return voucher;
}
