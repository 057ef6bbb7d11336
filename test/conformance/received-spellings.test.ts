/**
 * The receiver must take every spelling that DGII's XSDs take: a supplier whose e-CF DGII accepted must not get an acknowledgement of code 1
 * or a refused approval. The documents have one seeded change each. A table lists what the receiver refuses all the same.
 */
import { existsSync } from 'node:fs';
import { XmlDocument } from 'libxml2-wasm';
import type { DocumentKind } from '../../src/ecf/catalogue/document-kind.js';
import { parseDate } from '../../src/ecf/model/dates.js';
import { schemaFault } from '../../src/documents/read/schema.js';
import { receivedTypes } from '../../src/documents/read/read-ecf.js';
import { compileXsd, createXsdValidator, readOfficialXsd } from '../../src/documents/check/xsd-validator.js';
import { mutationsOf, type Mutation } from './mutations.js';
import { treeText } from './xml-tree.js';

const official = '../shared/dgii/xsd';

/** Change it to search elsewhere. Every failure message contains it. */
const seed = 20261126;

interface Refusal {
  readonly reason: string;
  readonly explains: (mutation: Mutation & { readonly text: string }) => boolean;
}

const refusals: readonly Refusal[] = [
  {
    reason:
      'The XSDs of all types take any type and any 13 characters as e-NCF; the receiver knows which type it reads.',
    explains: ({ kind, text, field }) =>
      field?.kind === 'encf' ||
      (field?.kind === 'tipoEcf' && text !== String(kind) && /^[0-9]{2}$/.test(text)),
  },
  {
    reason: 'The receiver reads these dates: they must be real days, and times of signing of our centuries.',
    explains: ({ path, text, field }) =>
      (path.endsWith('/FechaEmision') || field?.kind === 'signingTime') &&
      (parseDate(text.slice(0, 10)) === undefined || /-(1899|2100) /.test(text)),
  },
  {
    reason: 'Some official patterns forgot to escape the point, so they take one to three digits too many.',
    explains: ({ text, field }) =>
      field?.kind === 'decimal' && /^[0-9]+$/.test(text) && text.length > field.integers,
  },
  {
    reason: 'The anchors in the official pattern of 33 and 34 are characters to XSD. Nobody writes them.',
    explains: ({ path, text }) => path.endsWith('/ResponsablePago') && /^\^.*\$$/.test(text),
  },
  {
    reason: 'A text of only a carriage return, written as a reference: no program writes that.',
    explains: ({ text }) => text === '\r',
  },
  {
    reason: 'There must be a signature, and nothing else in its place.',
    explains: ({ path, what }) =>
      path.endsWith('/Signature') && ['removed', 'another element'].includes(what),
  },
];

const kinds: readonly DocumentKind[] = [...receivedTypes, 'ACECF'];

describe('the receiver and the official XSDs', () => {
  if (!existsSync(official)) {
    console.warn(
      `NOT CHECKED: ${official} is not here, so the receiver was not compared with the official XSDs.`,
    );
    test('are compared only with the official documents at hand', () =>
      expect(existsSync(official)).toBe(false));
    return;
  }

  const occurred = new Set<string>();

  test.each(kinds)('the receiver takes what the official XSD of %s takes', (kind) => {
    const theirs = compileXsd(readOfficialXsd(official, kind));
    const ours = createXsdValidator();
    const accepts = (xml: string): boolean => {
      const document = XmlDocument.fromString(xml);
      try {
        theirs.validate(document);
        return true;
      } catch {
        return false;
      } finally {
        document.dispose();
      }
    };
    const refused = new Set<string>();
    let taken = 0;
    for (const mutation of mutationsOf(kind, seed, () => false)) {
      const xml = treeText(mutation.tree);
      if (!accepts(xml)) continue;
      taken++;
      if (schemaFault(kind, xml, ours) === undefined) continue;
      const { path, what, text = '' } = mutation;
      const known = refusals.find(({ explains }) => explains({ ...mutation, text }));
      if (known === undefined) refused.add(`${path} ${what} ${JSON.stringify(text.slice(0, 40))}`);
      else occurred.add(known.reason);
    }
    theirs.dispose();
    ours.dispose();
    expect({ seed, refused: [...refused] }).toEqual({ seed, refused: [] });
    // Otherwise the comparison proves nothing.
    expect(taken).toBeGreaterThan(50);
  });

  test('every row of the table occurs', () => {
    expect(refusals.map(({ reason }) => reason).filter((reason) => !occurred.has(reason))).toEqual([]);
  });
});
