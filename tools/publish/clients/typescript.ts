/** The clients' types in TypeScript. A text with known values may have others: the service adds some without a new version. */
import { generatedNote, type Field, type RecordType, type TypeRef } from './model.js';

/** Prettier's limit, above which it breaks a line. */
const lineLengthMax = 110;

export function typescriptTypes(records: readonly RecordType[]): string {
  const parts = records.map(({ name, doc, fields }) => {
    const comment = doc === '' ? '' : `/** ${doc} */\n`;
    return `${comment}export interface ${name} {\n${fields.map(fieldText).join('')}}\n`;
  });
  return [
    `/** Lo que responde el servicio, y los cuerpos pequeños que recibe. ${generatedNote} */\n`,
    '/** Otro valor que el servicio añada. */\nexport type Otro = string & Record<never, never>;\n',
    ...parts,
  ].join('\n');
}

function fieldText({ name, type, required, nullable, doc }: Field): string {
  const comment = doc === '' ? '' : `  /** ${doc} */\n`;
  const members = [...membersOf(type), ...(nullable ? ['null'] : [])];
  const start = `  readonly ${name}${required ? '' : '?'}:`;
  const line = `${start} ${members.join(' | ')};\n`;
  const broken = `${start}\n${members.map((member) => `    | ${member}`).join('\n')};\n`;
  if (line.length - 1 <= lineLengthMax) return comment + line;
  if (type.kind === 'list' && !nullable) {
    const elements = membersOf(type.of).map((member) => `    | ${member}`);
    return `${comment}${start} readonly (\n${elements.join('\n')}\n  )[];\n`;
  }
  return comment + broken;
}

function membersOf(type: TypeRef): readonly string[] {
  switch (type.kind) {
    case 'text':
      return type.values.length === 0 ? ['string'] : [...type.values.map((value) => `'${value}'`), 'Otro'];
    case 'integer':
    case 'number':
      return ['number'];
    case 'boolean':
      return ['boolean'];
    case 'open':
      return ['Readonly<Record<string, unknown>>'];
    case 'record':
      return [type.name];
    case 'list': {
      const inner = membersOf(type.of);
      return [`readonly ${inner.length === 1 ? inner.join('') : `(${inner.join(' | ')})`}[]`];
    }
  }
}
