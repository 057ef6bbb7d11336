/** The clients' types in Python: an answer stays a dictionary. Python 3.10 has no NotRequired, hence `total=False`. */
import { generatedNote, type Field, type RecordType, type TypeRef } from './model.js';

const keywords = ['from', 'in', 'is', 'class', 'def', 'import', 'pass', 'global', 'lambda'];

export function pythonTypes(records: readonly RecordType[]): string {
  // A class that names another one must come after it: only the values of a dictionary are read at once.
  const texts = records.map(recordText);
  return [
    `"""Lo que responde el servicio, y los cuerpos pequeños que recibe. ${generatedNote}"""\n`,
    'from __future__ import annotations\n',
    'from typing import Any, TypedDict\n\n',
    texts.join('\n\n'),
  ].join('\n');
}

function recordText({ name, doc, fields }: RecordType): string {
  const required = fields.filter((field) => field.required);
  const optional = fields.filter((field) => !field.required);
  const comment = doc === '' ? '' : `    """${doc.replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""\n\n`;
  if (optional.length === 0) return declaration(name, 'TypedDict', required, comment);
  if (required.length === 0) return declaration(name, 'TypedDict, total=False', optional, comment);
  const base = `_${name}Siempre`;
  return [
    declaration(base, 'TypedDict', required, ''),
    declaration(name, `${base}, total=False`, optional, comment),
  ].join('\n\n');
}

function declaration(name: string, parents: string, fields: readonly Field[], comment: string): string {
  if (fields.some((field) => keywords.includes(field.name))) {
    const members = fields.map((field) => `    "${field.name}": "${typeText(field)}",\n`);
    return `${name} = TypedDict("${name}", {\n${members.join('')}})\n`;
  }
  const lines = fields.map((field) => {
    const above = field.doc === '' ? '' : `    # ${field.doc}\n`;
    return `${above}    ${field.name}: ${typeText(field)}\n`;
  });
  return `class ${name}(${parents}):\n${comment}${lines.join('')}`;
}

function typeText({ type, nullable }: Field): string {
  return nullable ? `${single(type)} | None` : single(type);
}

function single(type: TypeRef): string {
  switch (type.kind) {
    case 'text':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'open':
      return 'dict[str, Any]';
    case 'record':
      return type.name;
    case 'list':
      return `list[${single(type.of)}]`;
  }
}
