/** TypeScript types of the vouchers as clients send them. A structure that several types share appears once. */
import type { CodeType, FieldType } from '../../src/ecf/catalogue/field-types.js';
import type { CodeTable } from '../../src/ecf/codes/code-table.js';
import { ecfTypeList, ecfTypes, type EcfType } from '../../src/ecf/model/ecf-types.js';
import {
  repeats,
  shapeOf,
  type GroupMember,
  type LeafMember,
  type Member,
  type Shape,
} from '../../src/ecf/json/shape.js';
import { isRequired } from '../../src/ecf/publish/openapi.js';

/** A table with more codes than this is a plain text or number in the types. */
const listedCodesMax = 20;

/** Prettier's limit, above which a line is broken. */
const lineLengthMax = 110;

const head = `/**
 * The vouchers as clients send them to validate and send, in the contract's spelling. Generated from the field catalogue
 * by \`npm run generate\`: change that. Types cannot express lengths, decimals, the calendar or the rules: validation
 * checks them.
 */
`;

export function voucherTypes(): string {
  const file: TypesFile = { nameOf: nameStructures(), parts: new Map(), tables: new Map() };
  for (const type of ecfTypeList) {
    const own = { name: `Ecf${type}`, label: `${ecfTypes[type].nombre} (tipo ${type})`, path: 'ECF' };
    addInterface({ ...own, shape: shapeOf(type), type }, file);
  }
  const bodies = ecfTypeList.map((type) => `  readonly ${type}: { readonly ECF: Ecf${type} };`);
  return [
    head,
    '/** Bodies of validate and send by type of e-CF. */',
    `export interface EcfBodies {\n${bodies.join('\n')}\n}\n`,
    '/** The body of one type, or of any. */',
    'export type EcfBody<T extends keyof EcfBodies = keyof EcfBodies> = EcfBodies[T];\n',
    ...file.parts.values(),
    ...[...file.tables.values()].map(tableText),
  ].join('\n');
}

interface TypesFile {
  readonly nameOf: Names;
  readonly parts: Map<string, string>;
  readonly tables: Map<string, CodeType>;
}

type Names = (path: string, type: EcfType) => string;

/**
 * Names each structure after the last part of its path. If several paths end alike, the parent's name is put in front. If types differ in
 * the structure, the first type that has this form is put at the end.
 */
function nameStructures(): Names {
  const found = ecfTypeList.flatMap((type) => structuresOf(shapeOf(type), 'ECF', type));
  const paths = new Map<string, Set<string>>();
  const variants = new Map<string, Map<string, EcfType>>();
  for (const { path, text, type } of found) {
    const name = lastOf(path);
    paths.set(name, (paths.get(name) ?? new Set()).add(path));
    const ofPath = variants.get(path) ?? new Map<string, EcfType>();
    if (!ofPath.has(text)) ofPath.set(text, type);
    variants.set(path, ofPath);
  }
  const texts = new Map(found.map(({ path, text, type }) => [`${path} ${type}`, text]));
  return (path, type) => {
    const name = lastOf(path);
    const own = paths.get(name)?.size === 1 ? name : `${lastOf(path.slice(0, -name.length - 1))}${name}`;
    const ofPath = variants.get(path);
    const first = ofPath?.get(texts.get(`${path} ${type}`) ?? '');
    return ofPath === undefined || ofPath.size === 1 ? own : `${own}${first}`;
  };
}

interface Structure {
  readonly path: string;
  readonly type: EcfType;
  /** Equal for two structures if and only if they are equal at all levels. */
  readonly text: string;
}

function structuresOf(shape: Shape, path: string, type: EcfType): Structure[] {
  return groupsOf(shape).flatMap((member) => {
    const own = `${path}/${member.name}`;
    return [
      { path: own, type, text: contentText(member.shape, type) },
      ...structuresOf(member.shape, own, type),
    ];
  });
}

function contentText(shape: Shape, type: EcfType): string {
  const members = sentMembers(shape).map((member) => {
    const content =
      member.type === undefined ? contentText(member.shape, type) : docOf(member) + typeText(member, type);
    return `${member.jsonName} ${isRequired(member)} ${member.max} ${content}`;
  });
  return `(${members.join(',')})`;
}

interface Place {
  readonly name: string;
  readonly label: string;
  readonly path: string;
  readonly shape: Shape;
  readonly type: EcfType;
}

function addInterface({ name, label, path, shape, type }: Place, file: TypesFile): void {
  if (file.parts.has(name)) return;
  const lines = sentMembers(shape).flatMap((member) => {
    const single =
      member.type === undefined ? file.nameOf(`${path}/${member.name}`, type) : leafText(member, type, file);
    const value = repeats(member) ? `readonly ${single}[]` : single;
    const optional = isRequired(member) ? '' : '?';
    return [`  /** ${docOf(member)} */`, `  readonly ${member.jsonName}${optional}: ${value};`];
  });
  file.parts.set(name, `/** ${label}. */\nexport interface ${name} {\n${lines.join('\n')}\n}\n`);
  for (const member of groupsOf(shape)) {
    const inner = `${path}/${member.name}`;
    const own = { name: file.nameOf(inner, type), label: member.label, path: inner };
    addInterface({ ...own, shape: member.shape, type }, file);
  }
}

function leafText(member: LeafMember, type: EcfType, file: TypesFile): string {
  const field = member.type;
  if (field.kind === 'code' && isListed(field.table)) file.tables.set(field.table.name, field);
  return typeText(member, type);
}

function typeText({ type: field }: LeafMember, type: EcfType): string {
  switch (field.kind) {
    case 'text':
    case 'date':
    case 'encf':
    case 'signingTime':
      return 'string';
    case 'decimal':
    case 'integer':
      return 'number';
    case 'tipoEcf':
      return String(type);
    case 'code':
      return isListed(field.table) ? field.table.name : field.json;
  }
}

function docOf(member: Member): string {
  const alias = member.jsonName === member.name ? [] : [`En el XML: ${member.name}`];
  const most = member.max === undefined ? [] : [`Hasta ${member.max}`];
  const form = member.type === undefined ? [] : formOf(member.type);
  return [member.label, ...form, ...most, ...alias].map((sentence) => `${sentence}.`).join(' ');
}

function formOf(type: FieldType): string[] {
  switch (type.kind) {
    case 'text':
      return type.form === undefined ? [`Hasta ${type.maxLength} caracteres`] : [capital(type.form.expected)];
    case 'decimal':
      return [`Hasta ${type.integers} enteros y ${type.decimals} decimales`];
    case 'integer':
      return [`De ${type.min} a ${type.max}`];
    case 'date':
      return ['DD-MM-AAAA'];
    case 'code':
      return isListed(type.table) ? [] : [`Código de la tabla ${type.table.name}`];
    case 'encf':
    case 'tipoEcf':
    case 'signingTime':
      return [];
  }
}

function tableText({ json, table }: CodeType): string {
  const rows = [...table.codes].map(([code, meaning]) => ` * - \`${code}\` ${meaning}`);
  const codes = [...table.codes.keys()].map((code) => (json === 'number' ? code : `'${code}'`));
  const line = `export type ${table.name} = ${codes.join(' | ')};`;
  const declaration =
    line.length <= lineLengthMax ? line : `export type ${table.name} =\n  | ${codes.join('\n  | ')};`;
  return `/**\n * Tabla ${table.name}:\n${rows.join('\n')}\n */\n${declaration}\n`;
}

function isListed({ codes }: CodeTable): boolean {
  return codes.size <= listedCodesMax;
}

function sentMembers(shape: Shape): readonly Member[] {
  return shape.members.filter((member) => member.type?.kind !== 'signingTime');
}

function groupsOf(shape: Shape): readonly GroupMember[] {
  return shape.members.filter((member) => member.type === undefined);
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
