/**
 * Explains in Spanish why a request does not match openapi.yaml: the field that is missing, unknown or malformed, the nearest
 * right name, and what we expect. It shows names but never values, because a value may be a password.
 */
import { isObject } from '../../ecf/json/structure.js';
import { excerpt } from '../../ecf/model/fault.js';
import { didYouMean, joinNames, nearestNames } from '../../ecf/json/nearest-name.js';
import { readOpenApiDocument, type OpenApiDocument } from './openapi-document.js';

/** A request as the OpenAPI validator saw it. */
export interface CheckedRequest {
  readonly method: string;
  readonly query: object;
  readonly body?: unknown;
  /** Set by the OpenAPI validator. */
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
  readonly items?: Schema;
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

interface Operation {
  readonly parameters?: readonly Referable<Parameter>[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Referable<Schema> }>>;
  };
}

type Referable<T> = T | { readonly $ref: string };

/** A message shows at most this many unknown names; a body may have thousands. */
const unknownMax = 3;

/**
 * The validator's path as the JSON path that clients know from the faults of a voucher, lists from zero: `/body/ranges/0/desde` →
 * `ranges[0].desde`. Empty: the whole body.
 */
export function campoOf(path: string): string {
  const [, , first = '', ...rest] = path.split('/');
  return rest.reduce((campo, name) => campo + (/^\d+$/.test(name) ? `[${name}]` : `.${name}`), first);
}

/**
 * `path` comes from the validator: `/body/usuario`, `/query/limit`, `/params/annulmentId`, `/body`. Undefined: the path leads to no
 * field or body.
 * @param contract the document that the validator enforces
 */
export function requestFault(
  request: CheckedRequest,
  path: string,
  contract: OpenApiDocument = ownContract(),
): string | undefined {
  const [, place = '', name, index, member] = path.split('/');
  const fields = fieldsOf(request, place, contract);
  if (fields === undefined) return undefined;
  if (place === 'params') {
    const schema = fields.get(name ?? '');
    return schema && malformed(name ?? '', schema);
  }
  const noun = place === 'body' ? 'campo' : 'parámetro';
  const given = place === 'body' ? request.body : request.query;
  if (name === undefined || !isObject(given))
    return `El cuerpo debe ser un objeto JSON con ${joinNames([...fields.keys()], 'y')}.`;
  const unknown = unknownNames(noun, Object.keys(given), fields);
  const schema = fields.get(name);
  if (schema === undefined) return unknown === '' ? undefined : unknown;
  if (!Object.hasOwn(given, name)) return `${missing(noun, name, schema)} ${unknown}`.trim();
  const element = schema.type === 'array' && index !== undefined && { index, member };
  if (element) return elementFault(name, schema, given[name], element);
  return place === 'body'
    ? (wrongJsonType(name, schema, given[name]) ?? malformed(name, schema))
    : malformed(name, schema);
}

/** The first query parameter that the operation does not have, and what to say of all of them. Undefined: it has all that were given. */
export function unknownParameters(
  request: Pick<CheckedRequest, 'method' | 'query' | 'openapi'>,
): { readonly campo: string; readonly mensaje: string } | undefined {
  const given = Object.keys(request.query);
  if (given.length === 0) return undefined;
  const fields = fieldsOf(request, 'query', ownContract());
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

/** The fields that the operation has in `place`, with their schemas from the contract. */
function fieldsOf(
  { method, openapi }: CheckedRequest,
  place: string,
  { components, paths }: OpenApiDocument,
): Map<string, Schema> | undefined {
  const path = paths[openapi?.openApiRoute ?? ''];
  const operation = path?.[method.toLowerCase()] as Operation | undefined;
  if (operation === undefined) return undefined;
  const resolve = <T>(one: Referable<T>): T => resolved(one, components);
  if (place === 'body') {
    const schema = operation.requestBody?.content['application/json']?.schema;
    if (schema === undefined) return undefined;
    const properties = Object.entries(resolve(schema).properties ?? {});
    return new Map(properties.map(([name, property]) => [name, resolve(property)]));
  }
  if (place !== 'query' && place !== 'params') return undefined;
  const parameters = (operation.parameters ?? [])
    .map((one) => resolve(one))
    .filter((one) => one.in === (place === 'params' ? 'path' : place));
  return new Map(
    parameters.map(({ name, schema, ...described }) => [name, { ...resolve(schema), ...described }]),
  );
}

function resolved<T>(one: Referable<T>, components: object): T {
  if (!isReference(one)) return one;
  const [, , kind = '', name = ''] = one.$ref.split('/');
  return (components as Record<string, Record<string, T>>)[kind]?.[name] as T;
}

function isReference<T>(one: Referable<T>): one is { readonly $ref: string } {
  return typeof one === 'object' && one !== null && '$ref' in one;
}

function missing(noun: string, name: string, { enum: values, description }: Schema): string {
  const expected = values === undefined ? description : `Valores: ${joinNames(values.map(String), 'o')}.`;
  return `Falta el ${noun} ${name}.${expected === undefined ? '' : ` ${expected}`}`;
}

/** Returns `""` when all given names exist. */
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

/** An element of a list, or one of its members. */
function elementFault(
  name: string,
  { items }: Schema,
  list: unknown,
  { index, member }: { readonly index: string; readonly member: string | undefined },
): string {
  const members = Object.keys(items?.properties ?? {});
  const place = [`${name}[${index}]`, ...(member === undefined ? [] : [member])].join('.');
  const whole = members.length === 0 ? '' : ` Cada elemento de ${name} lleva ${joinNames(members, 'y')}.`;
  const element: unknown = Array.isArray(list) ? list[Number(index)] : undefined;
  const isMissing = member !== undefined && isObject(element) && !Object.hasOwn(element, member);
  return `${isMissing ? `Falta ${place}` : `${place} no tiene la forma esperada`}.${whole}`;
}

/** A value of a body that has another type than the contract says. Undefined: its type is right. */
function wrongJsonType(name: string, { type, enum: values }: Schema, value: unknown): string | undefined {
  if (values !== undefined && type === 'integer') {
    if (typeof value === 'number') return undefined;
    const asNumber = typeof value === 'string' ? Number(value) : NaN;
    const expected = values.includes(asNumber) ? `: ${asNumber}` : `, ${oneOf(values)}`;
    return `${name} debe ser un número JSON, sin comillas${expected}.`;
  }
  const text = values === undefined && type !== 'integer' && type !== 'array';
  return text && typeof value !== 'string' ? `${name} debe ser un texto JSON, entre comillas.` : undefined;
}

function malformed(name: string, schema: Schema): string {
  const { type, enum: values, pattern, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  if (values !== undefined) return `${name} debe ser ${oneOf(values)}.`;
  if (type === 'integer') return `${name} debe ser un número entero de ${minimum} a ${maximum}.`;
  if (type === 'array') return `${name} debe ser una lista JSON de ${minItems} a ${maxItems} elementos.`;
  const { description = '', example } = schema;
  if (pattern !== undefined) {
    const shown = example === undefined ? '' : ` Por ejemplo: ${example}.`;
    return `${name} no tiene la forma esperada. ${description}${shown}`.trim();
  }
  const length = minLength === undefined ? `hasta ${maxLength}` : `${minLength} a ${maxLength}`;
  return `${name} debe ser un texto de ${length} caracteres.`;
}

function oneOf(values: readonly unknown[]): string {
  return `uno de: ${joinNames(values.map(String), 'o')}`;
}
