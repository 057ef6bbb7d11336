/** Reads one field of the content that the service answers, in the words in which it is printed. */
import type { Content } from '../../api/answers.js';
import type { ReadField } from './paper.js';

export function readerOf({ sections }: Content): ReadField {
  const fields = new Map(
    sections.flatMap(({ name, rows }) => rows.map(({ field, text }) => [`${name}.${field}`, text] as const)),
  );
  return (section, field) => fields.get(`${section}.${field}`) ?? '';
}
