/**
 * OpenAPI 3.0 schemas of the vouchers, derived from the catalogue: one named schema for each type, and one for each
 * large code table. The descriptions have what JSON Schema cannot express (calendar, decimals, exact numbers). The
 * structure check decides.
 */
import type { CodeType, FieldType, TextForm } from '../catalogue/field-types.js';
import { ecfTypeList, ecfTypes, type EcfType } from '../model/ecf-types.js';
import { ecfExamples } from './examples.js';
import { repeats, shapeOf, type Member, type Shape } from '../json/shape.js';

type Schema = Record<string, unknown>;

/** Larger tables become their own schema, so that the document has each of them once. */
const inlineCodesMax = 20;

/** By schema name: `ECF31` … `ECF47` (bodies of validate and send) and the code tables they refer to. */
export function ecfSchemas(): Record<string, Schema> {
  const bodies: Record<string, Schema> = {};
  const tables: Record<string, Schema> = {};
  for (const { type, body } of ecfExamples) {
    bodies[bodySchemaName(type)] = { ...bodySchema(type, tables), example: body };
  }
  return { ...bodies, ...tables };
}

export const bodySchemaNames: readonly string[] = ecfTypeList.map(bodySchemaName);

function bodySchemaName(type: EcfType): string {
  return `ECF${type}`;
}

function bodySchema(type: EcfType, schemas: Record<string, Schema>): Schema {
  const ecf = objectSchema(shapeOf(type), type, schemas);
  return {
    type: 'object',
    description: `${ecfTypes[type].nombre} (tipo ${type}).`,
    additionalProperties: false,
    required: ['ECF'],
    properties: { ECF: { description: 'Comprobante fiscal electrónico.', ...ecf } },
  };
}

function objectSchema(shape: Shape, type: EcfType, schemas: Record<string, Schema>): Schema {
  const members = shape.members.filter((member) => member.type?.kind !== 'signingTime');
  const properties: Record<string, Schema> = {};
  for (const member of members) {
    const schema = memberSchema(member, type, schemas);
    properties[member.jsonName] = schema;
    if (member.jsonName !== member.name) {
      properties[member.name] = {
        ...schema,
        description: `${sentence(member)} Nombre oficial de ${member.jsonName}.`,
      };
    }
  }
  const required = members.filter((member) => isRequired(member) && member.jsonName === member.name);
  const wrong = members.filter((member) => member.jsonName !== member.name).flatMap(wrongSpellings);
  return {
    type: 'object',
    additionalProperties: false,
    minProperties: 1,
    properties,
    ...(required.length === 0 ? {} : { required: required.map((member) => member.name) }),
    ...(wrong.length === 0 ? {} : { not: wrong.length === 1 ? wrong[0] : { anyOf: wrong } }),
  };
}

/**
 * Either spelling, never both; exactly one if the field is obligatory. Said by what must not be, because generators of clients ignore
 * `not`; of `allOf` or `oneOf` beside `properties` they make types that lose all fields.
 */
function wrongSpellings(member: Member): Schema[] {
  const names = [member.jsonName, member.name];
  // `properties` repeats the names, because linters expect every required name there.
  const having = (required: string[]) => ({
    required,
    properties: Object.fromEntries(required.map((name) => [name, {}])),
  });
  const neither = { not: { anyOf: names.map((name) => having([name])) } };
  return [having(names), ...(isRequired(member) ? [neither] : [])];
}

/** A group that is filled in when absent need not be sent. */
export function isRequired(member: Member): boolean {
  return member.required && (member.type !== undefined || member.whenAbsent === undefined);
}

function memberSchema(member: Member, type: EcfType, schemas: Record<string, Schema>): Schema {
  const single =
    member.type === undefined
      ? objectSchema(member.shape, type, schemas)
      : leafSchema(member.type, type, schemas);
  if (repeats(member)) {
    return {
      type: 'array',
      description: sentence(member),
      minItems: 1,
      maxItems: member.max,
      items: single,
    };
  }
  const more = single['description'];
  const described = typeof more === 'string' ? `${sentence(member)} ${more}` : sentence(member);
  // OpenAPI 3.0 allows no other key beside $ref.
  return '$ref' in single
    ? { allOf: [single], description: described }
    : { ...single, description: described };
}

function sentence({ label, when }: Member): string {
  return when === undefined ? `${label}.` : `${label}. Obligatorio si ${when}.`;
}

const notBlank = '[^ \\t\\n\\r]';
/** From end to end, because Python compares from the first character, and Java the whole text. */
const anyText = `^[\\s\\S]*${notBlank}[\\s\\S]*$`;
/** Go's generator reads a plain number as float32, which keeps seven digits of an amount. `format: double` would cost Java its BigDecimal. */
const exactEnough = { 'x-go-type': 'float64' };
const datePattern = '^(0[1-9]|[12][0-9]|3[01])-(0[1-9]|1[0-2])-(19|20)[0-9]{2}$';

/** One pattern, which some forms must say of blanks too: Python's generator does not know `allOf` beside a pattern. */
function patternOf({ regexp, portable = regexp }: TextForm): string {
  return regexp.test(' ') ? portable.source.replace('^', `^(?=[\\s\\S]*${notBlank})`) : portable.source;
}

function leafSchema(field: FieldType, type: EcfType, schemas: Record<string, Schema>): Schema {
  switch (field.kind) {
    case 'text': {
      const { minLength, maxLength, form } = field;
      if (form === undefined) return { type: 'string', minLength, maxLength, pattern: anyText };
      const pattern = patternOf(form);
      return { type: 'string', minLength, maxLength, pattern, description: `Se espera ${form.expected}.` };
    }
    case 'decimal': {
      const limit = 10 ** field.integers;
      const description = `Hasta ${field.integers} enteros y ${field.decimals} decimales.`;
      const above = { type: 'number', ...exactEnough, maximum: limit, exclusiveMaximum: true, description };
      if (field.sign === 'signed') return { ...above, minimum: -limit, exclusiveMinimum: true };
      return { ...above, minimum: 0, ...(field.sign === 'positive' ? { exclusiveMinimum: true } : {}) };
    }
    case 'integer':
      return { type: 'integer', minimum: field.min, maximum: field.max };
    case 'code':
      return codeSchema(field, schemas);
    case 'date':
      return { type: 'string', pattern: datePattern, description: 'DD-MM-AAAA.' };
    case 'encf':
      return { type: 'string', pattern: `^E${type}(?!0{10})[0-9]{10}$`, example: `E${type}0000000001` };
    case 'tipoEcf':
      return { type: 'integer', enum: [type] };
    case 'signingTime':
      return { not: {} };
  }
}

function codeSchema({ json, table }: CodeType, schemas: Record<string, Schema>): Schema {
  const codes = [...table.codes.keys()];
  const schema: Schema =
    json === 'number' ? { type: 'integer', enum: codes.map(Number) } : { type: 'string', enum: codes };
  const meanings = [...table.codes].map(([code, meaning]) => `${code} ${meaning}`).join('; ');
  if (codes.length <= inlineCodesMax) return { ...schema, description: `${meanings}.` };
  schemas[table.name] = { ...schema, description: `Tabla ${table.name} de la DGII: ${meanings}.` };
  return { $ref: `#/components/schemas/${table.name}` };
}
