/** What a voucher is found by: its words, and what a person types. */
import { beginningMax, keptMax, searchWords, soughtIn } from '../../../src/ecf/search-words.js';

const voucher = {
  encf: 'E310001002318',
  rncComprador: '131880681',
  razonSocialComprador: 'Hoteles del Este, S.R.L.',
  montoTotal: '54876.60',
  numeroFacturaInterna: 'FV-00020108',
};

/** As the ledger compares: a voucher has the word, or its beginning and a word that begins so. */
function isFound(text: string, facts: Parameters<typeof searchWords>[0] = voucher, reference?: string) {
  const sought = soughtIn(text);
  if (typeof sought === 'string') throw new Error(sought);
  const kept = searchWords(facts, reference);
  const has = (word: string) => {
    const begins = kept.includes(Array.from(word).slice(0, beginningMax).join(''));
    return kept.includes(word) || (begins && kept.some((one) => one.startsWith(word)));
  };
  return sought.words.every(has) && sought.encfs.every((encf) => facts.encf.startsWith(encf));
}

test.each([
  ...['hoteles', 'HOTÉLES', 'hot', 'h', 'este hot', 'hoteles del este srl', 's.r.l.', 'Hoteles, S.R.L.'],
  ...['131880681', '1-31-88068-1', '131880', '13188068'],
  ...['54876.60', '54,876.60', '54876.6', 'RD$54,876.60', 'RD$ 54,876.60', '54.876,60', '54876', '54,876'],
  ...[
    'E310001002318',
    'e310001002318',
    '310001002318',
    'E31',
    'E31000100',
    '1002318',
    '2318',
    '002318',
    '318',
  ],
  ...['FV-00020108', 'fv20108', 'fv', '20108', '201'],
  'hoteles 54,876.60 E31',
])('the text %s finds the voucher', (text) => {
  expect(isFound(text)).toBe(true);
});

test.each([
  ...['hotelera', 'oteles', 'hoteles oeste', '131880682', '54876.61', '54876.06', '5487', '60'],
  ...['E32', 'E310001002319', '2319', '18', '20109'],
])('the text %s does not find the voucher', (text) => {
  expect(isFound(text)).toBe(false);
});

test.each([
  { of: 'a reference', text: 'pedido 77', reference: 'PEDIDO/2026 77', change: {} },
  {
    of: 'a UUID',
    text: '3F2504E0-4F89-11D3-9A0C-0305E82C3301',
    reference: '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    change: {},
  },
  { of: 'the beginning of a cédula', text: '001-1234567-8', change: { rncComprador: '00112345678' } },
  { of: 'an amount in another currency', text: '1,000.00', change: { montoTotalOtraMoneda: '1000.00' } },
  { of: 'a millions amount', text: '1234567', change: { montoTotal: '1234567.00' } },
  { of: 'an apostrophe', text: "dangel d'angel", change: { razonSocialComprador: 'Dangel D’Angel' } },
  { of: 'letters and digits', text: '3m', change: { razonSocialComprador: '3M Dominicana' } },
  { of: 'an eñe', text: 'pena', change: { razonSocialComprador: 'Doña Peña' } },
  { of: 'letters beyond the first plane', text: '𝒜', change: { razonSocialComprador: '𝒜𝒜𝒜𝒜𝒜𝒜𝒜𝒜' } },
])('a voucher is found by $of', ({ text, reference, change }) => {
  expect(isFound(text, { ...voucher, ...change }, reference)).toBe(true);
});

test.each(['', ' ', '&', '- . ,', 'RD$'])('the text "%s" looks for nothing', (text) => {
  expect(soughtIn(text)).toBe('nothing');
});

test('a text with nine words is too much', () => {
  expect(soughtIn('a b c d e f g h')).not.toBe('too-much');
  expect(soughtIn('a b c d e f g h i')).toBe('too-much');
});

test('a voucher keeps a limited number of words, and its amount and e-NCF always', () => {
  const razonSocialComprador = Array.from(
    { length: 30 },
    (_, n) => `palabra${String.fromCharCode(97 + n)}x`,
  ).join(' ');
  const numeroFacturaInterna = 'a-1-b-2-c-3-d-4-e-5-f6';
  const words = searchWords(
    { ...voucher, razonSocialComprador, numeroFacturaInterna },
    'r-9-s-8-t-7 '.repeat(5),
  );
  expect(words.length).toBeLessThanOrEqual(keptMax);
  expect(words).toEqual(expect.arrayContaining(['54876.60', '2318', '131880681']));
});

test('no word of a voucher is repeated, empty, or longer than the limit', () => {
  const words = searchWords({ ...voucher, razonSocialComprador: 'x'.repeat(150) });
  expect(new Set(words).size).toBe(words.length);
  expect(words.filter((word) => word === '' || word.length > 32)).toEqual([]);
});
