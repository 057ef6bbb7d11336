/** The clients' types in Java: records inside one class. What the service leaves out is null. */
import { generatedNote, type RecordType, type TypeRef } from './model.js';

export function javaTypes(records: readonly RecordType[]): string {
  const parts = records.map(({ name, doc, fields }) => {
    const comment = doc === '' ? '' : `  /** ${escaped(doc)} */\n`;
    const members = fields.map((field) => `      ${typeText(field.type)} ${field.name}`);
    const documented = fields.filter((field) => field.doc !== '');
    const params = documented.map((field) => `   * @param ${field.name} ${escaped(field.doc)}\n`);
    const javadoc =
      params.length === 0
        ? comment
        : `  /**\n   * ${doc === '' ? `${name}.` : escaped(doc)}\n   *\n${params.join('')}   */\n`;
    return `${javadoc}  public record ${name}(\n${members.join(',\n')}) {}\n`;
  });
  return [
    'package ecfissuer;\n',
    'import java.math.BigDecimal;\nimport java.util.List;\nimport java.util.Map;\n',
    `/** Lo que responde el servicio, y los cuerpos pequeños que recibe. ${generatedNote} */`,
    'public final class Datos {\n  private Datos() {}\n',
    `${parts.join('\n')}}\n`,
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('@', '&#64;');
}

function typeText(type: TypeRef): string {
  switch (type.kind) {
    case 'text':
      return 'String';
    case 'integer':
      return 'Integer';
    case 'number':
      return 'BigDecimal';
    case 'boolean':
      return 'Boolean';
    case 'open':
      return 'Map<String, Object>';
    case 'record':
      return type.name;
    case 'list':
      return `List<${typeText(type.of)}>`;
  }
}
