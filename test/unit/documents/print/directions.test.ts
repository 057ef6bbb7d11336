/** Names from right to left: the words, figures and brackets are where a reader expects them. */
import { printedAdjustments } from '../../../../src/documents/print/content/totals.js';
import { runsOf, type Run } from '../../../../src/documents/print/pdf/directions.js';
import { loadFonts } from '../../../../src/documents/print/pdf/fonts.js';
import { paperNames } from '../../../../src/documents/print/papers.js';
import { withPdf, type OpenedPage } from '../../../harness/print/open-pdf.js';
import { ecfOf, print } from '../../../harness/print/print.js';
import { voucher31 } from '../../ecf/samples.js';

/** `<` marks a run from right to left. */
const shown = ({ text, direction }: Run) => (direction === 'rtl' ? '<' : '>') + text;

test.each([
  { text: 'שלום', runs: ['<שלום'] },
  { text: 'שלום עולם', runs: ['<שלום עולם'] },
  { text: 'ABC שלום SRL', runs: ['>ABC ', '<שלום', '> SRL'] },
  { text: 'שלום 123 עולם', runs: ['< עולם', '>123', '<שלום '] },
  { text: 'שלום 1,180.50', runs: ['>1,180.50', '<שלום '] },
  { text: 'ABC (שלום)', runs: ['>ABC (', '<שלום', '>)'] },
  { text: 'שלום (עולם) טוב', runs: ['<שלום )עולם( טוב'] },
  { text: 'شركة ۱۲۳', runs: ['>۱۲۳', '<شركة '] },
])('$text is drawn in its runs from left to right', ({ text, runs }) => {
  expect(runsOf(text).map(shown)).toEqual(runs);
});

test('figures in an Arabic word are drawn in their own order', () => {
  const { regular } = loadFonts().fonts;
  const drawn = regular.layout('شركة123').glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints));
  expect(drawn.join('').normalize('NFKC')).toBe('123ةكرش');
});

test('a text is as wide as its words, so that lines may be measured word by word', () => {
  const { bold } = loadFonts().fonts;
  for (const text of ['شركة التجارة', 'ABC (שלום עולם) 123 SRL', 'شركة 123 (التجارة), ۱۲۳']) {
    const words = text.split(/(?<= )/);
    const sum = words.reduce((width, word) => width + bold.layout(word).advanceWidth, 0);
    expect([text, bold.layout(text).advanceWidth]).toEqual([text, sum]);
  }
});

test.each(paperNames)('%s: the words of a name stand apart, the first one on the right', async (paper) => {
  const voucher = voucher31();
  voucher.ECF.Encabezado.Comprador.RazonSocialComprador = 'אבג דהו';
  await withPdf(print(voucher, { paper }), async ([page]) => {
    const [first, second] = [spanOf(page, 'אבג'), spanOf(page, 'דהו')];
    // A blank is about a third of a letter's height; without one the words touch.
    expect(first.left - second.right).toBeGreaterThan(first.height / 5);
  });
});

test.each([
  { description: 'שלום', label: 'Descuento 12.50%: שלום', runs: ['>Descuento 12.50%: ', '<שלום'] },
  { description: 'Promo', label: 'Descuento: Promo 12.50%', runs: ['>Descuento: Promo 12.50%'] },
  { description: undefined, label: 'Descuento 12.50%', runs: ['>Descuento 12.50%'] },
])('the percentage of a discount ($description) keeps its sign', ({ description, label, runs }) => {
  const voucher = voucher31();
  const discount = {
    TipoAjuste: 'D',
    TipoValor: '%',
    ValorDescuentooRecargo: '12.5',
    ...(description === undefined ? {} : { DescripcionDescuentooRecargo: description }),
  };
  voucher.ECF.DescuentosORecargos = { DescuentoORecargo: [discount] };
  expect(printedAdjustments(ecfOf(voucher)).map((one) => one.label)).toEqual([label]);
  expect(runsOf(label).map(shown)).toEqual(runs);
});

interface Span {
  readonly left: number;
  readonly right: number;
  readonly height: number;
}

/** Where the letters of a word are that occur once on the page. */
function spanOf(page: OpenedPage | undefined, letters: string): Span {
  const drawn = (page?.drawn() ?? []).filter(({ character }) => letters.includes(character));
  expect(drawn.length).toBeGreaterThanOrEqual(letters.length);
  return {
    left: Math.min(...drawn.map(({ left }) => left)),
    right: Math.max(...drawn.map(({ right }) => right)),
    height: Math.max(...drawn.map(({ top, bottom }) => top - bottom)),
  };
}
