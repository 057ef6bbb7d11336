/**
 * Without DGII's XSDs the simulator checks with ours, and must give the same verdict: what it accepts and DGII refuses surprises an integrator
 * at DGII, and what it refuses and DGII accepts stops work for nothing. The documents have one seeded change each. A table lists the
 * intended differences.
 */
import { existsSync } from 'node:fs';
import { documentKinds } from '../../src/ecf/catalogue/document-kind.js';
import { documentEntry } from '../../src/ecf/catalogue/documents.js';
import { parseEcfType } from '../../src/ecf/model/ecf-types.js';
import { createXsdValidator } from '../../src/documents/check/xsd-validator.js';
import { openSchemas } from '../../tools/simulator/verdict/schemas.js';
import { longLists, mutationsOf, type Mutation } from './mutations.js';
import { treeText } from './xml-tree.js';

const official = '../shared/dgii/xsd';

/** Change it to search elsewhere. Every failure message contains it. */
const seed = 20261129;

interface Difference {
  readonly reason: string;
  /** What the simulator does where DGII's XSD does the opposite. */
  readonly simulator: 'refuses' | 'accepts';
  readonly explains: (mutation: Mutation & { readonly text: string }) => boolean;
}

const differences: readonly Difference[] = [
  {
    reason: 'Some official patterns forgot to escape the point, so they take one to three digits too many.',
    simulator: 'refuses',
    explains: ({ text, field }) =>
      field?.kind === 'decimal' && /^[0-9]+$/.test(text) && text.length > field.integers,
  },
  {
    reason: 'The XSDs take any type, and e-NCF of other series; the simulator knows which type it checks.',
    simulator: 'refuses',
    explains: ({ kind, text, field }) =>
      (field?.kind === 'tipoEcf' && text !== String(kind) && parseEcfType(text) !== undefined) ||
      (field?.kind === 'encf' && [9, 11, 13].includes(text.length)),
  },
  {
    reason: 'A text of only a carriage return, written as a reference: no program writes that.',
    simulator: 'refuses',
    explains: ({ text }) => text === '\r',
  },
  {
    reason: 'DGII refuses empty elements, whatever its XSDs say (Servicios de emisores electrónicos p. 6).',
    simulator: 'refuses',
    explains: ({ path, text }) =>
      text === '' && /\/(?:PaisDestino|IdentificadorExtranjero|RazonSocialComprador)$/.test(path),
  },
  {
    reason: 'A stray $ among the digits of a pattern.',
    simulator: 'refuses',
    explains: ({ kind, text }) => kind === 'RFCE' && text === '2$-01-2024',
  },
  {
    reason: 'There must be a signature, and nothing else in its place.',
    simulator: 'refuses',
    explains: ({ path, what }) =>
      path.endsWith('/Signature') && ['removed', 'another element'].includes(what),
  },
  {
    reason: 'Times of signing of other centuries.',
    simulator: 'refuses',
    explains: ({ text, field }) => field?.kind === 'signingTime' && /-(1899|2100) /.test(text),
  },
  {
    reason: 'NoLinea is once in each block (Formato ANECF v1.0 p. 5).',
    simulator: 'refuses',
    explains: ({ path, what }) => path.endsWith('Anulacion/NoLinea') && what === 'doubled',
  },
  {
    reason: 'TipoIngresos is a text in most types, which takes no blanks around.',
    simulator: 'refuses',
    explains: ({ path, text }) => path.endsWith('/TipoIngresos') && text === ' 06 ',
  },
  {
    reason:
      'DGII takes a type 32 of 1,000 lines. Our schema has 10,000, for one that is not sent; the verdict looks at the lines of one that is.',
    simulator: 'refuses',
    explains: ({ kind, path }) =>
      kind === 32 && /\/(?:PaginaNo|NoLineaDesde|NoLineaHasta|NumeroLinea)$/.test(path),
  },
  {
    reason: 'Some genuine vouchers of one page have TotalPaginas 1.',
    simulator: 'accepts',
    explains: ({ path, text }) => path.endsWith('/TotalPaginas') && text === '1',
  },
  {
    reason: 'The units of 33 and 44 are texts there, and numbers in the other types: 01, +62.',
    simulator: 'accepts',
    explains: ({ kind, text, field }) =>
      (kind === 33 || kind === 44) &&
      field?.kind === 'code' &&
      [...field.table.codes.keys()].some((code) => Number(code) === Number(text)),
  },
];

describe('the simulator with our XSDs and with the official ones', () => {
  if (!existsSync(official)) {
    console.warn(
      `NOT CHECKED: ${official} is not here, so the simulator was not compared with the official XSDs.`,
    );
    test('are compared only with the official documents at hand', () =>
      expect(existsSync(official)).toBe(false));
    return;
  }

  const occurred = new Set<string>();

  test.each(documentKinds)('give the same verdict on %s', (kind) => {
    const theirs = createXsdValidator({ officialXsdDir: official, officialOnly: true });
    const ours = openSchemas('');
    const { name } = documentEntry(kind).root;
    const unexplained = new Set<string>();
    const count = { accepted: 0, refused: 0 };
    const compare = (mutation: Mutation): void => {
      const xml = treeText(mutation.tree);
      const accepts = ours.firstFault(name, String(kind), xml) === undefined;
      if (accepts === (theirs.validate(kind, xml).length === 0)) {
        count[accepts ? 'accepted' : 'refused']++;
        return;
      }
      const { path, what, text = '' } = mutation;
      const simulator = accepts ? 'accepts' : 'refuses';
      const known = differences.find(
        (one) => one.simulator === simulator && one.explains({ ...mutation, text }),
      );
      if (known === undefined)
        unexplained.add(`${simulator} ${path} ${what} ${JSON.stringify(text.slice(0, 40))}`);
      else occurred.add(known.reason);
    };
    for (const mutation of mutationsOf(kind, seed, () => false)) compare(mutation);
    for (const mutation of longLists(kind, () => false)) compare(mutation);
    theirs.dispose();
    ours.dispose();
    expect({ seed, unexplained: [...unexplained] }).toEqual({ seed, unexplained: [] });
    // Both verdicts must occur, or the comparison proves nothing.
    expect(Math.min(count.accepted, count.refused)).toBeGreaterThan(20);
  });

  test('every row of the table occurs', () => {
    expect(differences.map(({ reason }) => reason).filter((reason) => !occurred.has(reason))).toEqual([]);
  });
});
