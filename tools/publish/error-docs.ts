/** What follows from the error table in documents that people write: the table of docs/integrar/errores.md, the codes and examples of openapi.yaml. */
import { readFileSync } from 'node:fs';
import { errorRows, errorTable } from '../../src/shared/errors.js';
import type { ErrorRow } from '../../src/shared/errors/error-row.js';
import { projectFile } from '../../src/shared/project-file.js';

const rows: readonly (readonly [string, ErrorRow])[] = Object.entries(errorRows);
const ofClients = rows.filter(([, row]) => row.api !== undefined);

/** docs/integrar/errores.md, with one row for each code of the public API, by status. */
export function errorsDoc(): string {
  const text = readFileSync(projectFile('docs/integrar/errores.md'), 'utf8');
  const lines = ofClients
    .toSorted(([, { status: one = 0 }], [, { status: other = 0 }]) => one - other)
    .map(([code, { status, help = '' }]) => `| \`${code}\` | ${status} | ${help} |\n`);
  return replaced(
    text,
    /(\| `data\.code` \|[^\n]*\n\|[^\n]*\n)(?:\| `[A-Z_0-9]+` \|[^\n]*\n)+/,
    (head) => head + lines.join(''),
  );
}

/** openapi.yaml, with the codes as an enum, and with each example's status and message. */
export function openapiWithErrors(): string {
  const text = readFileSync(projectFile('openapi.yaml'), 'utf8');
  const codes = ofClients.map(([code]) => `        - ${code}\n`).join('');
  const listed = replaced(
    text,
    /(\n {4}ErrorCode:\n(?: {6}[^\n]*\n)*? {6}enum:\n)(?: {8}- [A-Z_0-9]+\n)+/,
    (head) => head + codes,
  );
  return listed.replace(
    /^( {4}([A-Z_0-9]+):\n(?: {6}(?!value).*\n| {8}.*\n)*? {6}value:\n) {8}codigo: \d+\n {8}mensaje:.*\n(?: {10}.*\n)*/gm,
    (whole, head: string, code: string) => exampleOf(head, code) ?? whole,
  );
}

function exampleOf(head: string, code: string): string | undefined {
  const found = Object.entries(errorTable).find(([name]) => name === code)?.[1];
  if (found === undefined) return undefined;
  return `${head}        codigo: ${found.status}\n        mensaje: '${found.mensaje.replaceAll("'", "''")}'\n`;
}

/** @throws if the document has lost the place, so that nobody believes it to be current */
function replaced(text: string, place: RegExp, by: (head: string) => string): string {
  if (!place.test(text)) throw new Error(`The place ${place.source} is missing`);
  return text.replace(place, (_, head: string) => by(head));
}
