/**
 * Explains in Spanish why a request does not match openapi.yaml: the field that is missing, unknown or malformed, the nearest
 * right name, and what we expect. It shows names but never values, because a value may be a password.
 */
import { isObject } from '../../ecf/json/structure.js';
import { excerpt } from '../../ecf/model/fault.js';
import { didYouMean, joinNames, nearestNames } from '../../ecf/json/nearest-name.js';
import { readOpenApiDocument, type OpenApiDocument } from './openapi-document.js';

export interface CheckedRequest {
  readonly method: string;
  readonly query: object;
  readonly body?: unknown;
  readonly openapi?: { readonly openApiRoute?: string };
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Referable<Schema>;
  readonly properties?: Readonly<Record<string, Referable<Schema>>>;
  readonly description?: string;
  readonly example?: string | number;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Referable<Schema>;
  readonly description?: string;
  readonly example?: string | number;
}

interface Body {
  readonly content: Readonly<Record<string, { readonly schema: Referable<Schema> }>>;
}

interface Operation {
  readonly parameters?: readonly Referable<Parameter>[];
  readonly requestBody?: Referable<Body>;
}

type Referable<T> = T | { readonly $ref: string };

/** A message shows at most this many unknown names; a body may have thousands. */
const unknownMax = 3;

/** The JSON path that clients know from the faults of a voucher: `/body/ranges/0/desde` → `ranges[0].desde`. Empty: the whole body. */
export function campoOf(path: string): string {
  const [, , first = '', ...rest] = path.split('/');
  return rest.reduce((campo, name) => campo + (/^\d+$/.test(name) ? `[${name}]` : `.${name}`), first);
}

/** `path`: `/body/usuario`, `/query/limit`, `/params/annulmentId` or `/body`. Undefined: the path leads to no field or body. */
export function requestFault(
  request: CheckedRequest,
  path: string,
  contract: OpenApiDocument = ownContract(),
): string | undefined {
  const [, place = '', ...names] = path.split('/');
  if (place === 'body') {
    const schema = bodySchemaOf(request, contract);
    return schema && bodyFault({ names, value: request.body, schema, parent: '' }, contract);
  }
  const fields = parametersOf(request, place, contract);
  const [name = ''] = names;
  const schema = fields?.get(name);
  if (fields === undefined) return undefined;
  if (place === 'params') return schema && malformed(name, schema);
  const unknown = unknownNames('parámetro', Object.keys(request.query), fields);
  if (schema === undefined) return unknown === '' ? undefined : unknown;
  if (!Object.hasOwn(request.query, name)) return `${missing('parámetro', name, schema)} ${unknown}`.trim();
  return malformed(name, schema);
}

export function hasField(request: CheckedRequest, path: string): boolean {
  const contract = ownContract();
  const [, place = '', name = ''] = path.split('/');
  const fields =
    place === 'body'
      ? propertiesOf(bodySchemaOf(request, contract) ?? {}, contract)
      : parametersOf(request, place === 'headers' ? 'header' : place, contract);
  return [...(fields?.keys() ?? [])].some(
    (one) => one === name || (place === 'headers' && isSameHeader(one, name)),
  );
}

interface BodyPart {
  readonly names: readonly string[];
  readonly value: unknown;
  readonly schema: Schema;
  /** The path of this part, with a final point. Empty: the whole body. */
  readonly parent: string;
}

function bodyFault(
  { names, value, schema, parent }: BodyPart,
  contract: OpenApiDocument,
): string | undefined {
  const fields = propertiesOf(schema, contract);
  const [name, ...rest] = names;
  if (name === undefined || !isObject(value)) return notAnObject(parent, fields);
  const unknown = unknownNames('campo', Object.keys(value), fields);
  const found = fields.get(name);
  if (found === undefined) return unknown === '' ? undefined : unknown;
  const campo = parent + name;
  if (!Object.hasOwn(value, name)) return `${missing('campo', campo, found)} ${unknown}`.trim();
  const given = value[name];
  const [index, member] = rest;
  if (index === undefined) return fieldFault(campo, found, given, contract);
  return found.type === 'array'
    ? elementFault(campo, found, { list: given, index, member }, contract)
    : bodyFault({ names: rest, value: given, schema: found, parent: `${campo}.` }, contract);
}

function notAnObject(parent: string, fields: ReadonlyMap<string, Schema>): string {
  const what = parent === '' ? 'El cuerpo' : parent.slice(0, -1);
  const members = fields.size === 0 ? 'vacío: {}' : `con ${joinNames([...fields.keys()], 'y')}`;
  return `${what} debe ser un objeto JSON ${members}.`;
}

function fieldFault(name: string, schema: Schema, value: unknown, contract: OpenApiDocument): string {
  if (schema.type === 'object') return notAnObject(`${name}.`, propertiesOf(schema, contract));
  return wrongJsonType(name, schema, value) ?? malformed(name, schema);
}

/** The first query parameter that the operation does not have, and what to say of all of them. Undefined: it has all that were given. */
export function unknownParameters(
  request: Pick<CheckedRequest, 'method' | 'query' | 'openapi'>,
): { readonly campo: string; readonly mensaje: string } | undefined {
  const given = Object.keys(request.query);
  if (given.length === 0) return undefined;
  const fields = parametersOf(request, 'query', ownContract());
  if (fields === undefined) throw new Error('openapi.yaml does not have this operation');
  const first = given.find((name) => !fields.has(name));
  return first === undefined
    ? undefined
    : { campo: excerpt(first), mensaje: unknownNames('parámetro', given, fields) };
}

/** Parsed once, because refusing a request must be cheap. */
let document: OpenApiDocument | undefined;

function ownContract(): OpenApiDocument {
  return (document ??= readOpenApiDocument());
}

function operationOf({ method, openapi }: CheckedRequest, { paths }: OpenApiDocument) {
  const item = paths[openapi?.openApiRoute ?? ''] as
    (Readonly<Record<string, Operation>> & Pick<Operation, 'parameters'>) | undefined;
  const operation = item?.[method.toLowerCase()];
  if (item === undefined || operation === undefined) return undefined;
  return { ...operation, parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])] };
}

function bodySchemaOf(request: CheckedRequest, contract: OpenApiDocument): Schema | undefined {
  const body = operationOf(request, contract)?.requestBody;
  const media = body && resolved(body, contract).content['application/json'];
  return media && resolved(media.schema, contract);
}

function propertiesOf({ properties = {} }: Schema, contract: OpenApiDocument): Map<string, Schema> {
  return new Map(Object.entries(properties).map(([name, property]) => [name, resolved(property, contract)]));
}

function parametersOf(
  request: CheckedRequest,
  place: string,
  contract: OpenApiDocument,
): Map<string, Schema> | undefined {
  const operation = operationOf(request, contract);
  if (operation === undefined || !['query', 'params', 'header'].includes(place)) return undefined;
  const parameters = operation.parameters
    .map((one) => resolved(one, contract))
    .filter((one) => one.in === (place === 'params' ? 'path' : place));
  return new Map(
    parameters.map(({ name, schema, ...described }) => [
      name,
      { ...resolved(schema, contract), ...described },
    ]),
  );
}

function isSameHeader(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** More references in a row than a contract written by people has: then they form a ring. */
const referencesMax = 10;

function resolved<T>(one: Referable<T>, contract: OpenApiDocument): T {
  let found: unknown = one;
  for (let count = 0; isReference(found); count += 1) {
    const steps = found.$ref.split('/').slice(1);
    if (count === referencesMax) throw new Error(`The references of ${found.$ref} do not end`);
    found = steps.reduce<unknown>(
      (node, step) => (node as Readonly<Record<string, unknown>>)[step],
      contract,
    );
  }
  return found as T;
}

function isReference(one: unknown): one is { readonly $ref: string } {
  return isObject(one) && typeof one['$ref'] === 'string';
}

function missing(noun: string, name: string, { enum: values, description }: Schema): string {
  const expected = values === undefined ? description : `Valores: ${joinNames(values.map(String), 'o')}.`;
  return `Falta el ${noun} ${name}.${expected === undefined ? '' : ` ${expected}`}`;
}

function unknownNames(noun: string, given: readonly string[], fields: ReadonlyMap<string, Schema>): string {
  const unknown = given.filter((name) => !fields.has(name)).slice(0, unknownMax);
  if (unknown.length === 0) return '';
  const open = [...fields.keys()].filter((name) => !given.includes(name));
  const sentences = unknown.map((name) => {
    const near = nearestNames(name, open);
    // One unknown name and one missing field: the client probably means that field, even if the names differ.
    const meant = near.length === 0 && open.length === 1 && unknown.length === 1 ? open : near;
    const hint = meant.length === 0 ? '' : ` ${didYouMean(meant)}`;
    return `El ${noun} ${excerpt(name)} no existe.${hint}`;
  });
  return `${sentences.join(' ')} ${existing(noun, [...fields.keys()])}`;
}

function existing(noun: string, names: readonly string[]): string {
  if (names.length === 0) return `La operación no tiene ${noun}s.`;
  return names.length === 1 ? `Solo existe ${names.join()}.` : `Los ${noun}s son ${joinNames(names, 'y')}.`;
}

function elementFault(
  name: string,
  { items = {} }: Schema,
  {
    list,
    index,
    member,
  }: { readonly list: unknown; readonly index: string; readonly member: string | undefined },
  contract: OpenApiDocument,
): string {
  const schema = resolved(items, contract);
  const members = [...propertiesOf(schema, contract).keys()];
  const place = [`${name}[${index}]`, ...(member === undefined ? [] : [member])].join('.');
  const element: unknown = Array.isArray(list) ? list[Number(index)] : undefined;
  if (members.length === 0) return fieldFault(place, schema, element, contract);
  const isMissing = member !== undefined && isObject(element) && !Object.hasOwn(element, member);
  const what = isMissing ? `Falta ${place}` : `${place} no tiene la forma esperada`;
  return `${what}. Cada elemento de ${name} lleva ${joinNames(members, 'y')}.`;
}

function wrongJsonType(name: string, { type, enum: values }: Schema, value: unknown): string | undefined {
  if (values !== undefined && type === 'integer') {
    if (typeof value === 'number') return undefined;
    const asNumber = typeof value === 'string' ? Number(value) : NaN;
    const expected = values.includes(asNumber) ? `: ${asNumber}` : `, ${oneOf(values)}`;
    return `${name} debe ser un número JSON, sin comillas${expected}.`;
  }
  const isText = values === undefined && type === 'string';
  return isText && typeof value !== 'string' ? `${name} debe ser un texto JSON, entre comillas.` : undefined;
}

function malformed(name: string, schema: Schema): string {
  const { type, enum: values, pattern, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  if (values !== undefined) return `${name} debe ser ${oneOf(values)}.`;
  if (type === 'boolean') return `${name} debe ser true o false, sin comillas.`;
  if (type === 'integer') return `${name} debe ser un número entero${between(minimum, maximum)}.`;
  if (type === 'array') return `${name} debe ser una lista JSON${between(minItems, maxItems)} elementos.`;
  const { description = '', example } = schema;
  if (pattern !== undefined) {
    const shown = example === undefined ? '' : ` Por ejemplo: ${example}.`;
    return `${name} no tiene la forma esperada. ${description}${shown}`.trim();
  }
  return `${name} debe ser un texto${between(minLength, maxLength)} caracteres.`;
}

/** Each number of the contract has a bound at one end at least. */
function between(minimum: number | undefined, maximum: number | undefined): string {
  if (maximum === undefined) return ` de ${minimum ?? 0} o más`;
  return minimum === undefined ? ` de hasta ${maximum}` : ` de ${minimum} a ${maximum}`;
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `uno de: ${joinNames(values.map(String), 'o')}`;
}
