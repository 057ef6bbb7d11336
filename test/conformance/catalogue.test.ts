/**
 * Compares the catalogue with the official field lists: every element of all ten types, RFCE, ARECF, ACECF and ANECF, its
 * order, its occurrence, its condition and its code table. Runs only with the official documents.
 */
import { existsSync, readFileSync } from 'node:fs';
import { documentKinds, isEcfType } from '../../src/ecf/catalogue/document-kind.js';
import { documentEntry } from '../../src/ecf/catalogue/documents.js';
import type { FieldType } from '../../src/ecf/catalogue/field-types.js';
import { ecfTypeList } from '../../src/ecf/model/ecf-types.js';
import { shapeOf, type Member, type Shape } from '../../src/ecf/json/shape.js';
import { readOfficialXsd } from '../../src/documents/check/xsd-validator.js';

const official = '../shared/dgii';
const fieldsFile = `${official}/fields/all-types.csv`;

/** Intended differences: path and type → our occurrence, and why. */
const deliberate: Readonly<Record<string, string>> = {
  // Below 250,000.00 a type 32 may have 10,000 lines; its full XML is not sent (Formato e-CF v1.0 note 48).
  'ECF/DetallesItems/Item 32': '1..10000',
  // Ten lines in one block make no sense; the block repeats instead (Formato ANECF v1.0 p.5).
  'ANECF/DetalleAnulacion/Anulacion/NoLinea ANECF': '1..1',
};

const otherKinds = documentKinds.filter((kind) => !isEcfType(kind));

describe('field catalogue', () => {
  if (!existsSync(fieldsFile)) {
    console.warn(
      `NOT CHECKED: ${fieldsFile} is not here, so the catalogue was not compared with the official fields.`,
    );
    test('is checked only with the official documents', () => expect(existsSync(fieldsFile)).toBe(false));
    return;
  }
  const [header = '', ...lines] = readFileSync(fieldsFile, 'utf8').trim().split('\n');
  const columns = header.split(',');
  const rows = lines.map((line) => line.split(',')).filter((cells) => !cells[1]!.endsWith('*any*'));

  test.each(ecfTypeList)('type %i has the official elements, order and occurrences', (type) => {
    const column = columns.indexOf(`e${type}`);
    const expected = rows
      .map((cells) => [cells[1]!, cells[column]!] as const)
      .filter(([path, occurs]) => path !== 'ECF' && occurs.includes('..'))
      .map(([path, occurs]) => `${path} ${deliberate[`${path} ${type}`] ?? occurs}`);
    expect(elements(shapeOf(type), 'ECF')).toEqual(expected);
  });

  test.each(otherKinds)('%s has the official elements, order and occurrences', (kind) => {
    const { root, file } = documentEntry(kind);
    const expected = readFileSync(`${official}/fields/${file}.csv`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(','))
      .filter((cells) => cells[1] !== 'order' && cells[0] !== root.name && !cells[0]!.endsWith('*any*'))
      .map((cells) => `${cells[0]!} ${deliberate[`${cells[0]!} ${kind}`] ?? `${cells[4]!}..${cells[5]!}`}`);
    expect(expected.length).toBeGreaterThan(7);
    expect(elements(shapeOf(kind), root.name)).toEqual(expected);
  });

  test.each(ecfTypeList)('type %i has a condition for each conditional field', (type) => {
    const [head = '', ...cells] = readFileSync(`${official}/fields/obligatoriness.csv`, 'utf8')
      .trim()
      .split('\n');
    const column = head.split(',').indexOf(`e${type}`);
    const conditional = cells
      .map((line) => line.split(','))
      .filter((row) => row[column] === '2')
      .map(([path]) => path);
    const members = membersOf(shapeOf(type), 'ECF');
    // Fields that the XSD requires need no condition: their structure has one.
    const expected = conditional.filter((path) => members.get(path!)?.required === false);
    expect(expected.length).toBeGreaterThan(10);
    const reported = [...members].filter(([, { when }]) => when !== undefined).map(([path]) => path);
    expect(reported.sort()).toEqual(expected.sort());
  });

  test.each(documentKinds)('%s has the official code tables', (kind) => {
    const xsd = readOfficialXsd(`${official}/xsd`, kind);
    for (const { name, field } of leaves(shapeOf(kind))) {
      if (field.kind !== 'code') continue;
      const expected = enumerationOf(xsd, name);
      // A few indicators are ranges or patterns in the XSD: 0 or 1.
      if (expected.length === 0) continue;
      expect([name, ...[...field.table.codes.keys()].sort()]).toEqual([name, ...expected.sort()]);
    }
  });
});

function elements(shape: Shape, parent: string): string[] {
  return shape.members.flatMap((member) => {
    const path = `${parent}/${member.name}`;
    const own = `${path} ${member.required ? 1 : 0}..${member.max ?? 1}`;
    return member.shape === undefined ? [own] : [own, ...elements(member.shape, path)];
  });
}

function membersOf(shape: Shape, parent: string): Map<string, Member> {
  return new Map(
    shape.members.flatMap((member) => {
      const path = `${parent}/${member.name}`;
      return [[path, member] as const, ...(member.shape === undefined ? [] : membersOf(member.shape, path))];
    }),
  );
}

function leaves(shape: Shape): { name: string; field: FieldType }[] {
  return shape.members.flatMap((member) =>
    member.shape === undefined ? [{ name: member.name, field: member.type }] : leaves(member.shape),
  );
}

/** The enumeration of an element's simple type, which is named or inline. */
function enumerationOf(xsd: string, element: string): string[] {
  const at = xsd.search(new RegExp(`<xs:element [^>]*name="${element}"`));
  const [, typeName] = /^<xs:element [^>]*type\s*=\s*"([^"]+)"/.exec(xsd.slice(at)) ?? [];
  const start = typeName === undefined ? at : xsd.indexOf(`<xs:simpleType name="${typeName}"`);
  const body = xsd.slice(start, xsd.indexOf('</xs:simpleType>', start));
  return [...body.matchAll(/<xs:enumeration value="([^"]*)"/g)].map((match) => match[1]!);
}
