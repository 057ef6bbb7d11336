/**
 * The project's own XSD of each type, derived from the catalogue. Narrower than the official one where that accepts
 * what DGII rejects or what we never write: another type's number, dates outside the form, blank texts.
 */
import type { FieldType, TextType } from './catalogue/field-types.js';
import type { EcfType } from './ecf-types.js';
import { shapeOf, type Member, type Shape } from './shape.js';

/** The schema as text; elements without namespace, Signature as any one element of the XML signature namespace. */
export function xsdOf(type: EcfType): string {
  const types = new Map<string, string>();
  const body = sequence(shapeOf(type), type, types, signatureSlot);
  const simpleTypes = [...types].map(
    ([name, facets]) => `<xs:simpleType name="${name}">${facets}</xs:simpleType>`,
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="unqualified">',
    `<xs:element name="ECF">${body}</xs:element>`,
    ...simpleTypes,
    '</xs:schema>',
  ].join('\n');
}

const signatureSlot = '<xs:any namespace="http://www.w3.org/2000/09/xmldsig#" processContents="skip"/>';

function sequence(shape: Shape, type: EcfType, types: Map<string, string>, slot = ''): string {
  const members = shape.members.map((member) => element(member, type, types)).join('');
  return `<xs:complexType><xs:sequence>${members}${slot}</xs:sequence></xs:complexType>`;
}

function element(member: Member, type: EcfType, types: Map<string, string>): string {
  const occurs = `minOccurs="${member.required ? 1 : 0}" maxOccurs="${member.max ?? 1}"`;
  if (member.type === undefined) {
    return `<xs:element name="${member.name}" ${occurs}>${sequence(member.shape, type, types)}</xs:element>`;
  }
  const { name, facets } = simpleType(member.type, type);
  types.set(name, facets);
  return `<xs:element name="${member.name}" ${occurs} type="${name}"/>`;
}

interface SimpleType {
  readonly name: string;
  readonly facets: string;
}

const dayMonth = '(0[1-9]|[12][0-9]|3[01])-(0[1-9]|1[0-2])-(19|20)[0-9]{2}';

/** Something beside blanks: .NET drops blank texts when it reads, and the signature would fail. */
const notBlank = '[\\s\\S]*\\S[\\s\\S]*';

function simpleType(field: FieldType, type: EcfType): SimpleType {
  switch (field.kind) {
    case 'text':
      return textType(field);
    case 'decimal': {
      const sign = field.sign === 'signed' ? '-?' : '';
      const digits = `${sign}[0-9]{1,${field.integers}}(\\.[0-9]{1,${field.decimals}})?`;
      const above = field.sign === 'positive' ? '<xs:minExclusive value="0"/>' : '';
      return { name: field.name, facets: restriction('decimal', `${pattern(digits)}${above}`) };
    }
    case 'integer': {
      const digits = `[0-9]{1,${String(field.max).length}}`;
      const range = `<xs:minInclusive value="${field.min}"/><xs:maxInclusive value="${field.max}"/>`;
      return {
        name: `Entero${field.min}a${field.max}`,
        facets: restriction('integer', `${pattern(digits)}${range}`),
      };
    }
    case 'code':
      return { name: field.table.name, facets: restriction('string', enumeration(field.table.codes.keys())) };
    case 'date':
      return { name: 'Fecha', facets: restriction('string', pattern(dayMonth)) };
    case 'encf':
      return { name: 'Encf', facets: restriction('string', pattern(`E${type}[0-9]{10}`)) };
    case 'tipoEcf':
      return { name: 'TipoeCF', facets: restriction('string', enumeration([String(type)])) };
    case 'signingTime': {
      const time = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';
      return { name: 'FechaHora', facets: restriction('string', pattern(`${dayMonth} ${time}`)) };
    }
  }
}

/** Two restrictions, one inside the other: patterns of one restriction are alternatives, those of two both hold. */
function textType({ minLength, maxLength, form }: TextType): SimpleType {
  const length = `<xs:minLength value="${minLength}"/><xs:maxLength value="${maxLength}"/>`;
  const some = restriction('string', `${length}${pattern(notBlank)}`);
  const name = `Texto${minLength === 1 ? '' : `${minLength}a`}${maxLength}`;
  if (form === undefined) return { name, facets: some };
  const facets = `<xs:restriction><xs:simpleType>${some}</xs:simpleType>${pattern(form.xsd)}</xs:restriction>`;
  return { name: form.name, facets };
}

function restriction(base: 'string' | 'decimal' | 'integer', facets: string): string {
  return `<xs:restriction base="xs:${base}">${facets}</xs:restriction>`;
}

function pattern(value: string): string {
  return `<xs:pattern value="${attribute(value)}"/>`;
}

function enumeration(values: Iterable<string>): string {
  return [...values].map((value) => `<xs:enumeration value="${attribute(value)}"/>`).join('');
}

function attribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
