/** How DGII's texts are recognised: by words in order, with one search for each. */
import fc from 'fast-check';
import { phrase, says, wordsOf } from '../../../../src/ecf/messages/phrases.js';

test.each([
  { written: 'certificado … vencid*', text: 'El certificado está VENCIDO.', said: true },
  { written: 'certificado … vencid*', text: 'Vencido: el certificado', said: false },
  { written: 'certificado … vencid*', text: 'certificadovencido', said: false },
  { written: 'certificado … vencid*', text: 'Los certificados vencidos', said: false },
  { written: 'firma', text: 'El firmante', said: false },
  { written: 'firma', text: '(firma)', said: true },
  { written: '*emisor', text: 'RNCEmisor no es válido', said: true },
  { written: '*emisor', text: 'El emisorio', said: false },
  { written: 'secuencia ya [ha sido] utilizad*', text: 'Secuencia ya ha sido utilizada', said: true },
  { written: 'secuencia ya [ha sido] utilizad*', text: 'secuencia\u00a0ya\n utilizada', said: true },
  { written: 'secuencia ya [ha sido] utilizad*', text: 'secuencia ya ha utilizado', said: false },
  { written: 'inval*|no es valid*', text: 'No es válida', said: true },
  { written: 'firma … firma', text: 'la firma', said: false },
  { written: 'firma … firma', text: 'firma firma', said: true },
  { written: 'fecha [y] [hora] [de] [la] firma', text: 'Fecha/Hora firma', said: true },
])('"$written" in "$text": $said', ({ written, text, said }) => {
  expect(says(wordsOf(text), phrase(written))).toBe(said);
});

test('text after the maximum length is not read', () => {
  const blanks = ' '.repeat(4_000);
  expect([
    says(wordsOf(`firma${blanks}`), phrase('firma')),
    says(wordsOf(`${blanks}firma`), phrase('firma')),
  ]).toEqual([true, false]);
});

/** Compares with a regular expression, which tries every way: searching once misses no match. */
test('a phrase is found only when its fragments follow each other', () => {
  const word = fc.constantFrom('a', 'b', 'ab', 'ba', 'aab');
  const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((some) => some.join(' '));
  const fragment = fc
    .tuple(fc.boolean(), words, fc.boolean())
    .map(([start, some, end]) => `${start ? '*' : ''}${some}${end ? '*' : ''}`);
  const step = fc.array(fragment, { minLength: 1, maxLength: 3 });
  const steps = fc.array(step, { minLength: 1, maxLength: 3 });
  const text = fc.array(word, { maxLength: 12 }).map((some) => some.join(' '));
  const expression = (fragments: readonly (readonly string[])[]) =>
    fragments
      .map((one) =>
        one.map(
          (f) => `${f.startsWith('*') ? '' : '\\b'}${f.replaceAll('*', '')}${f.endsWith('*') ? '' : '\\b'}`,
        ),
      )
      .map((one) => `(?:${one.join('|')})`)
      .join('.*');
  fc.assert(
    fc.property(steps, text, (fragments, said) => {
      const written = fragments.map((one) => one.join('|')).join(' … ');
      expect(says(wordsOf(said), phrase(written))).toBe(new RegExp(expression(fragments)).test(said));
    }),
    { numRuns: 2_000 },
  );
});
