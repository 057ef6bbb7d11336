/**
 * Seeded mutations of a document. For each structure of the catalogue there is one document with every element of that
 * structure. Elsewhere it has only obligatory elements, so that thousands are checked in seconds. Each element is changed.
 */
import { isEcfType, type DocumentKind } from '../../src/ecf/catalogue/document-kind.js';
import { documentEntry } from '../../src/ecf/catalogue/documents.js';
import type { DecimalType, FieldType, TextType } from '../../src/ecf/catalogue/field-types.js';
import { ecfTypeList } from '../../src/ecf/model/ecf-types.js';
import { shapeOf, type Member, type Shape } from '../../src/ecf/json/shape.js';
import type { XmlTree } from './xml-tree.js';

export interface Mutation {
  readonly kind: DocumentKind;
  /** `ECF/Encabezado/Version`. */
  readonly path: string;
  readonly what: string;
  /** The new text, when a text was changed. */
  readonly text?: string;
  readonly field?: FieldType;
  readonly tree: XmlTree;
}

export type Random = (below: number) => number;

/** A small seeded generator (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Left out of the bases, because the official schema refuses any valid document with them: see the table of the test. */
export type LeftOut = (path: string) => boolean;

/** A document with every element; lists have `copies` items. */
export function fullTree(kind: DocumentKind, leftOut: LeftOut, copies = 1): XmlTree {
  const root = documentEntry(kind).root.name;
  const build = (shape: Shape, path: string): XmlTree[] =>
    shape.members.flatMap((member) => {
      const own = `${path}/${member.name}`;
      if (leftOut(own)) return [];
      const one = (): XmlTree =>
        member.shape === undefined ? leaf(member, kind) : node(member.name, build(member.shape, own));
      return Array.from({ length: member.max === undefined ? 1 : copies }, one);
    });
  return node(root, [...build(shapeOf(kind), root), signature()]);
}

/** Every mutation of a document, in the catalogue's order; the same seed gives the same mutations. */
export function* mutationsOf(kind: DocumentKind, seed: number, leftOut: LeftOut): Generator<Mutation> {
  const random = randomOf(seed);
  const seen = new Map<FieldType, number>();
  const root = documentEntry(kind).root.name;
  for (const { shape, path } of structures(shapeOf(kind), root)) {
    const base = baseOf(kind, path, leftOut);
    for (const member of shape.members) {
      const own = `${path}/${member.name}`;
      const at = (tree: XmlTree): Place => placeOf(tree, own, member, kind);
      yield* structural({ kind, path: own, base, at, member }, random);
      if (member.type === undefined) continue;
      const field = member.type;
      const times = seen.get(field) ?? 0;
      seen.set(field, times + 1);
      for (const text of textsFor(field, kind, times, random)) {
        const tree = copyOf(base);
        at(tree).node.text = text;
        yield { kind, path: own, what: 'text', text, field, tree };
      }
    }
  }
  yield* ofTheSignature(kind, root, leftOut);
}

interface Place {
  readonly node: XmlTree;
  readonly siblings: XmlTree[];
  readonly index: number;
}

/** Finds the element; adds it in its position when the base does not have it. */
function placeOf(tree: XmlTree, path: string, member: Member, kind: DocumentKind): Place {
  const names = path.split('/').slice(1);
  let siblings = tree.children;
  for (const name of names.slice(0, -1)) siblings = siblings.find((child) => child.name === name)!.children;
  const index = siblings.findIndex((child) => child.name === member.name);
  if (index >= 0) return { node: siblings[index]!, siblings, index };
  const made = shallow(member, kind);
  const order = siblingOrder(kind, names.slice(0, -1));
  const before = siblings.findIndex((child) => (order.get(child.name) ?? Infinity) > member.order);
  const where = before < 0 ? siblings.length : before;
  siblings.splice(where, 0, made);
  return { node: made, siblings, index: where };
}

function siblingOrder(kind: DocumentKind, names: readonly string[]): ReadonlyMap<string, number> {
  let shape: Shape = shapeOf(kind);
  for (const name of names) shape = shape.byName.get(name)!.shape!;
  return new Map(shape.members.map((member) => [member.name, member.order]));
}

/** Lists up to this limit are tested on both sides of their limit; longer lists have their own test. */
const countedMax = 20;

interface Element {
  readonly kind: DocumentKind;
  readonly path: string;
  readonly base: XmlTree;
  /** Finds the element in a copy of the base. */
  readonly at: (tree: XmlTree) => Place;
  readonly member: Member;
}

function* structural({ kind, path, base, at, member }: Element, random: Random): Generator<Mutation> {
  const changed = (what: string, change: (place: Place) => void): Mutation => {
    const tree = copyOf(base);
    change(at(tree));
    return { kind, path, what, tree };
  };
  yield changed('as it is', () => undefined);
  yield changed('removed', ({ siblings, index }) => siblings.splice(index, 1));
  yield changed('doubled', ({ siblings, index, node }) => siblings.splice(index, 0, copyOf(node)));
  yield changed('renamed', ({ node }) => (node.name = node.name.toLowerCase()));
  yield changed('followed by an unknown element', ({ siblings, index }) =>
    siblings.splice(index + 1, 0, { name: 'Otro', text: '1', children: [] }),
  );
  yield changed('emptied', ({ node }) => Object.assign(node, { text: '', children: [] }));
  yield changed('moved', ({ siblings, index, node }) => {
    siblings.splice(index, 1);
    siblings.splice(random(siblings.length + 1), 0, node);
  });
  if (member.type === undefined) {
    yield changed('with text inside', ({ node }) => Object.assign(node, { text: 'x', children: [] }));
  }
  if (member.max !== undefined && member.max <= countedMax) {
    for (const count of [member.max, member.max + 1]) {
      yield changed(`${count} times`, ({ siblings, index, node }) =>
        siblings.splice(index, 1, ...Array.from({ length: count }, () => copyOf(node))),
      );
    }
  }
}

/** Lists of a thousand and more, on both sides of the limit. */
export function* longLists(kind: DocumentKind, leftOut: LeftOut): Generator<Mutation> {
  const root = documentEntry(kind).root.name;
  for (const { shape, path } of structures(shapeOf(kind), root)) {
    for (const member of shape.members) {
      if (member.max === undefined || member.max <= countedMax) continue;
      const counts = member.max > 1000 ? [1000, 1001, 10_000, 10_001] : [1000, 1001];
      for (const count of counts) {
        const tree = copyOf(baseOf(kind, path, leftOut));
        const { siblings, index } = placeOf(tree, `${path}/${member.name}`, member, kind);
        const copies = Array.from({ length: count }, () => shallow(member, kind));
        siblings.splice(index, 1, ...copies);
        yield { kind, path: `${path}/${member.name}`, what: `${count} times`, tree };
      }
    }
  }
}

function* ofTheSignature(kind: DocumentKind, root: string, leftOut: LeftOut): Generator<Mutation> {
  const changed = (what: string, ...signatures: XmlTree[]): Mutation => {
    const tree = copyOf(baseOf(kind, root, leftOut));
    tree.children.splice(-1, 1, ...signatures);
    return { kind, path: `${root}/Signature`, what, tree };
  };
  yield changed('removed');
  yield changed('doubled', signature(), signature());
  yield changed('another element', { name: 'Otro', text: '', children: [] });
}

function structures(shape: Shape, path: string): { shape: Shape; path: string }[] {
  const inner = shape.members.flatMap((member) =>
    member.shape === undefined ? [] : structures(member.shape, `${path}/${member.name}`),
  );
  return [{ shape, path }, ...inner];
}

/** Every element of one structure, each as small as possible; outside of it only obligatory elements. */
function baseOf(kind: DocumentKind, path: string, leftOut: LeftOut): XmlTree {
  const build = (shape: Shape, own: string): XmlTree[] => {
    const isIt = own === path;
    const onTheWay = (name: string): boolean => `${path}/`.startsWith(`${own}/${name}/`);
    return shape.members
      .filter((member) => isIt || member.required || onTheWay(member.name))
      .filter((member) => !leftOut(`${own}/${member.name}`))
      .map((member) =>
        member.shape !== undefined && !isIt && onTheWay(member.name)
          ? node(member.name, build(member.shape, `${own}/${member.name}`))
          : shallow(member, kind),
      );
  };
  const root = documentEntry(kind).root.name;
  return node(root, [...build(shapeOf(kind), root), signature()]);
}

/** A structure with its obligatory elements, or its first element if all are optional; a leaf as it is. */
function shallow(member: Member, kind: DocumentKind): XmlTree {
  if (member.shape === undefined) return leaf(member, kind);
  const required = member.shape.members.filter((inner) => inner.required);
  const inside = required.length > 0 ? required : member.shape.members.slice(0, 1);
  return node(
    member.name,
    inside.map((inner) => shallow(inner, kind)),
  );
}

/** `structuredClone` takes longer than the validation. */
function copyOf({ name, text, children }: XmlTree): XmlTree {
  return { name, text, children: children.map(copyOf) };
}

function node(name: string, children: XmlTree[]): XmlTree {
  return { name, text: '', children };
}

function signature(): XmlTree {
  return node('Signature', []);
}

function leaf(member: Member & { readonly type: FieldType }, kind: DocumentKind): XmlTree {
  return { name: member.name, text: soundText(member.type, kind), children: [] };
}

function soundText(field: FieldType, kind: DocumentKind): string {
  switch (field.kind) {
    case 'text':
      return field.form === undefined ? 'Texto & más'.slice(0, field.maxLength) : formTexts(field)[0]!;
    case 'decimal':
      return '12.50';
    case 'integer':
      return String(field.max > 2 ? 3 : field.min);
    case 'code':
      return [...field.table.codes.keys()][0]!;
    case 'date':
      return '29-02-2024';
    case 'encf':
      return `E${documentEntry(kind).types[0]!}0000000001`;
    case 'tipoEcf':
      return String(documentEntry(kind).types[0]!);
    case 'signingTime':
      return '15-06-2026 14:05:09';
  }
}

/** How many fields of one type get every text of the type; in an e-CF, the others get a seeded choice. */
const fullyTried = 2;
const chosenTexts = 5;

function textsFor(field: FieldType, kind: DocumentKind, times: number, random: Random): readonly string[] {
  const own = boundaryTexts(field, kind);
  const all = [
    ...own,
    ...Array.from({ length: isEcfType(kind) ? 3 : 8 }, () => anyTexts[random(anyTexts.length)]!),
  ];
  if (times < fullyTried || !isEcfType(kind)) return all;
  return Array.from({ length: chosenTexts }, () => all[random(all.length)]!);
}

/** Both sides of each facet, and the spellings on which schemas are known to disagree. */
function boundaryTexts(field: FieldType, kind: DocumentKind): readonly string[] {
  switch (field.kind) {
    case 'text':
      return [...lengthTexts(field), ...(field.form === undefined ? [] : formTexts(field))];
    case 'decimal':
      return decimalTexts(field);
    case 'integer': {
      const { min, max } = field;
      const ends = [min - 1, min, max, max + 1].map(String);
      return ['', ...ends, `0${min}`, `00000000000${min}`, `+${min}`, `-${min}`, ` ${min} `, `${min}.0`, 'x'];
    }
    case 'code': {
      const codes = [...field.table.codes.keys()];
      const [first = '', last = ''] = [codes[0], codes.at(-1)];
      return [
        '',
        first,
        last,
        `0${first}`,
        `+${last}`,
        ` ${last} `,
        `${last}.0`,
        `${last}0`,
        '0',
        '9',
        '99',
        'X',
      ];
    }
    case 'date':
      return [...days, '2$-01-2024', ' 15-06-2026 ', '15-06-2026 14:05:09'];
    case 'encf': {
      const [type = 31] = documentEntry(kind).types;
      const foreign = isEcfType(kind) ? ecfTypeList.find((other) => other !== kind) : 30;
      return [
        ...['', `E${type}9999999999`, `E${foreign}0000000001`, `e${type}0000000001`, `E${type}000000001`],
        ...[`F${type}0000000001`, `E${type}00000000001`, 'B0100000001', '000000001', 'E-10000000001'],
      ];
    }
    case 'tipoEcf': {
      const own = documentEntry(kind).types[0]!;
      return ['', ...ecfTypeList.map(String), '30', '35', '48', `0${own}`, `+${own}`, ` ${own} `, `${own}.0`];
    }
    case 'signingTime':
      return [
        ...days.map((day) => `${day} 23:59:59`),
        ...['15-06-2026 4:5:9', '15-06-2026 24:00:00', '15-06-2026 23:60:00', '15-06-2026 23:59:60'],
        ...['15-06-2026  14:05:09', ' 15-06-2026 14:05:09', '15-06-2026', '2026-06-15T14:05:09', ''],
      ];
  }
}

const days: readonly string[] = [
  ...['01-01-1900', '31-12-2099', '31-12-1899', '01-01-2100', '01-01-2000', '31-12-1999', '29-02-2024'],
  ...['29-02-2000', '29-02-1900', '29-02-2023', '30-02-2024', '31-04-2026', '31-12-2026', '32-01-2026'],
  ...['01-13-2026', '00-01-2026', '01-00-2026', '1-1-2026', '2026-01-01', '01/01/2026', '01-01-26', ''],
];

function lengthTexts({ minLength, maxLength }: TextType): readonly string[] {
  return [
    ...['', ' ', '\n\t', '\u00A0', 'a\nb'],
    ...['x', '1', '😀'].flatMap((one) => [one.repeat(maxLength), one.repeat(maxLength + 1)]),
    ...(minLength > 1 ? ['x'.repeat(minLength), 'x'.repeat(minLength - 1)] : []),
  ];
}

function decimalTexts({ integers, decimals }: DecimalType): readonly string[] {
  const nines = (count: number): string => '9'.repeat(count);
  return [
    ...[`${nines(integers)}.${nines(decimals)}`, nines(integers), nines(integers + 1), nines(integers + 2)],
    ...[
      `${nines(integers + 1)}.${nines(decimals)}`,
      `1.${'1'.repeat(decimals)}`,
      `1.${'1'.repeat(decimals + 1)}`,
    ],
    ...[
      '0',
      '0.00',
      '0.01',
      '0.0001',
      '-0.01',
      '-1',
      '+1.00',
      ' 1.00 ',
      '1.',
      '.50',
      '1e3',
      '1,000.00',
      '1,00',
    ],
    ...['100', '100.5', '100.50', '100.500', '007.00', '1 000.00', 'x', ''],
  ];
}

/** The first one is valid. */
function formTexts({ form }: TextType): readonly string[] {
  const known = forms[form?.name ?? ''];
  if (known !== undefined) return known;
  if (form?.name.startsWith('Digitos') === true)
    return ['0012345', '12 345', ' 123 ', '+123', '-1', '1.0', 'a'];
  const named = [
    'Ana',
    'Ana, Eva',
    'Ñandú',
    'Ana.',
    'Ana1',
    'An',
    'A b',
    '^Ana$',
    'ü',
    'CIF',
    'FOB2',
    'EE. UU.',
    'R.D',
    '१ab',
  ];
  return named;
}

const forms: Readonly<Record<string, readonly string[]>> = {
  Rnc: [
    ...['999999992', '00199999996', '99999999', '9999999992', '999999999992', '999-99999-2', '99999999A'],
    ...[' 999999992 ', '+999999992', '-99999999'],
  ],
  Telefono: ['809-555-0100', '8095550100', '809-555-01000', '809-5550100', '(809)555-0100', '809-555-010A'],
  Correo: [
    ...[
      'a.b+c@d-e.example',
      'a_b@c.example',
      '_@_._',
      'a@b',
      'a b@c.example',
      'a..b@c.example',
      'á@ñ.example',
    ],
    ...[
      'a@b.example.',
      '@b.example',
      `${'a'.repeat(70)}@b.example`,
      `${'a'.repeat(71)}@b.example`,
      'a$@b.example',
      'juan_perez@gmail.com',
      'a+b=c<d>e^f|g~h`@b.example',
      '😀@b.example',
      'n\u0303@b.example',
      "o'neil@b.example",
      'a%b@c.example',
      'a\u00A0b@c.example',
    ],
  ],
  TerminoPago: [
    ...['30 días', 'a_b', '30-días', '30.', '123456789012345', '1234567890123456', 'a\tb', '30 dias+'],
    ...['$ < = > ^ | ~ `', '😀', 'n\u0303', '१२', '50%', 'a\u00A0b'],
  ],
  CodigoSeguridad: ['aB3/+z', 'aB3/+', 'aB3/+zz', 'aB3=+z', 'ñB3/+z', 'aB3 +z', 'aB3/+\n'],
  FechaDesde2000: days.toSorted((a) => (a === '31-12-2026' ? -1 : 0)),
};

/** For every field, whatever its type. */
const anyTexts: readonly string[] = [
  ...['a&b<c', 'ñÑáÉ ü', '0', '01', '1', '1.0', '18', '001', '100', '31', 'E310000000001', 'B0100000001'],
  ...[
    '809-555-0100',
    '01-01-2026',
    '15-06-2026 14:05:09',
    '010000',
    'USD',
    '$',
    'x'.repeat(13),
    'x'.repeat(300),
  ],
  ...['999999992', '-1', '1e3', 'NaN', 'INF', 'true', '1,000.00', '\r', '"\'', '12345678901234567890'],
];
