/**
 * The project's own XSD of each document, derived from the catalogue. It is narrower than the official XSD where that one
 * accepts what DGII rejects or what we never write: the number of another type, days outside the calendar, blank texts.
 */
import type { DocumentKind } from '../catalogue/document-kind.js';
import { documentEntry } from '../catalogue/documents.js';
import { calendarPattern, type FieldType, type TextType } from '../catalogue/field-types.js';
import type { CodeTable } from '../codes/code-table.js';
import type { EcfType } from '../model/ecf-types.js';
import { shapeOf, type Member, type Shape } from '../json/shape.js';

/** Elements have no namespace. The last child of the root is Signature: any one element of the XML signature namespace. */
export function xsdOf(kind: DocumentKind): string {
  const { root, types, nombre } = documentEntry(kind);
  const simpleTypes = new Map<string, Lines>();
  const body = sequence(shapeOf(kind), types, simpleTypes, [signatureSlot]);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<!-- ${nombre}. Generated from the field catalogue. -->`,
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="unqualified">',
    ...indented([
      `<xs:element name="${root.name}">`,
      ...indented(body),
      '</xs:element>',
      ...[...simpleTypes].flatMap(([name, facets]) => [
        `<xs:simpleType name="${name}">`,
        ...indented(facets),
        '</xs:simpleType>',
      ]),
    ]),
    '</xs:schema>',
    '',
  ].join('\n');
}

type Lines = readonly string[];

const signatureSlot = '<xs:any namespace="http://www.w3.org/2000/09/xmldsig#" processContents="skip"/>';

function sequence(
  shape: Shape,
  types: readonly EcfType[],
  simpleTypes: Map<string, Lines>,
  slot: Lines = [],
): Lines {
  const members = shape.members.flatMap((member) => element(member, types, simpleTypes));
  return [
    '<xs:complexType>',
    ...indented(['<xs:sequence>', ...indented([...members, ...slot]), '</xs:sequence>']),
    '</xs:complexType>',
  ];
}

function element(member: Member, types: readonly EcfType[], simpleTypes: Map<string, Lines>): Lines {
  const least = member.required ? '' : ' minOccurs="0"';
  const most = member.max === undefined ? '' : ` maxOccurs="${member.max}"`;
  const start = `<xs:element name="${member.name}"${least}${most}`;
  const label = `<!-- ${member.label} -->`;
  if (member.type === undefined) {
    return [`${start}> ${label}`, ...indented(sequence(member.shape, types, simpleTypes)), '</xs:element>'];
  }
  const { name, facets } = simpleType(member.type, types);
  simpleTypes.set(name, facets);
  return [`${start} type="${name}"/> ${label}`];
}

interface SimpleType {
  readonly name: string;
  readonly facets: Lines;
}

const calendarDay = calendarPattern('(19|20)');

/** At least one character that is not blank: .NET drops blank texts when it reads, and the signature would fail. */
const notBlank = '[\\s\\S]*\\S[\\s\\S]*';

function simpleType(field: FieldType, types: readonly EcfType[]): SimpleType {
  switch (field.kind) {
    case 'text':
      return textType(field);
    case 'decimal': {
      const sign = field.sign === 'signed' ? '-?' : '';
      const point = field.fixed === true ? `\\.[0-9]{${field.decimals}}` : `(\\.[0-9]{1,${field.decimals}})?`;
      const above = field.sign === 'positive' ? ['<xs:minExclusive value="0"/>'] : [];
      const digits = pattern(`${sign}[0-9]{1,${field.integers}}${point}`);
      return { name: field.name, facets: restriction('decimal', [digits, ...above]) };
    }
    case 'integer': {
      const digits = `[0-9]{1,${String(field.max).length}}`;
      return {
        name: `Entero${field.min}a${field.max}`,
        facets: restriction('integer', [
          pattern(digits),
          `<xs:minInclusive value="${field.min}"/>`,
          `<xs:maxInclusive value="${field.max}"/>`,
        ]),
      };
    }
    case 'code':
      // A numeric code is an integer, as in DGII's XSDs, because other issuers write 01 as well as 1. We write 1.
      return {
        name: field.table.name,
        facets: restriction(field.json === 'number' ? 'integer' : 'string', enumeration(field.table)),
      };
    case 'date':
      return { name: 'Fecha', facets: restriction('string', [pattern(calendarDay)]) };
    case 'encf': {
      const type = types.length === 1 ? types.join('') : `(${types.join('|')})`;
      return { name: 'Encf', facets: restriction('string', [pattern(`E${type}[0-9]{10}`)]) };
    }
    case 'tipoEcf': {
      const values = types.map((type) => `<xs:enumeration value="${type}"/>`);
      return { name: 'TipoeCF', facets: restriction('string', values) };
    }
    case 'signingTime': {
      const time = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';
      return { name: 'FechaHora', facets: restriction('string', [pattern(`(${calendarDay}) ${time}`)]) };
    }
  }
}

/** Needs two nested restrictions: patterns in one restriction are alternatives, but nested ones must both match. */
function textType({ minLength, maxLength, form }: TextType): SimpleType {
  const some = restriction('string', [
    `<xs:minLength value="${minLength}"/>`,
    `<xs:maxLength value="${maxLength}"/>`,
    pattern(notBlank),
  ]);
  const name = `Texto${minLength === 1 ? '' : `${minLength}a`}${maxLength}`;
  if (form === undefined) return { name, facets: some };
  const facets = [
    '<xs:restriction>',
    ...indented(['<xs:simpleType>', ...indented(some), '</xs:simpleType>', pattern(form.xsd)]),
    '</xs:restriction>',
  ];
  return { name: form.name, facets };
}

function restriction(base: 'string' | 'decimal' | 'integer', facets: Lines): Lines {
  return [`<xs:restriction base="xs:${base}">`, ...indented(facets), '</xs:restriction>'];
}

function pattern(value: string): string {
  return `<xs:pattern value="${attribute(value)}"/>`;
}

function enumeration({ codes }: CodeTable): Lines {
  return [...codes].map(
    ([code, meaning]) => `<xs:enumeration value="${attribute(code)}"/> <!-- ${comment(meaning)} -->`,
  );
}

function indented(lines: Lines): Lines {
  return lines.map((line) => `  ${line}`);
}

function attribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Two hyphens would end the comment. */
function comment(text: string): string {
  return text.replaceAll('--', '-');
}
