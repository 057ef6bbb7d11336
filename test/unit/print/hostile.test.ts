/** Names that a client may send, and vouchers as large as DGII permits. */
import { printable, wrap } from '../../../src/print/pdf/printable.js';
import { paperNames } from '../../../src/print/papers.js';
import { squeezed, textOf, withPdf } from '../../harness/print/open-pdf.js';
import { print } from '../../harness/print/print.js';
import { largeVoucher } from '../../harness/samples/large-voucher.js';
import { voucher31 } from '../ecf/samples.js';

const names = [
  'Ñandú, Güira & Peña: ¡Ángel! ¿qué? €5 «x» º ª',
  'X'.repeat(150),
  '<script>alert(1)</script>',
  'Comercial שלום بشركة SRL',
  'Café 😀 🏳️‍🌈 北京',
  '\u202egnp.exe\u202c \u2066abc\u2069',
  'a\tb\nc\u0000d\u2028e',
  'e\u0301 n\u0303',
  '(paréntesis \\ y ) barra',
  ' ',
  '',
];

test.each(names)('the name %j is printed on each paper without harm to the rest', async (name) => {
  const voucher = voucher31();
  voucher.ECF.Encabezado.Emisor.NombreComercial = name;
  voucher.ECF.Encabezado.Comprador.RazonSocialComprador = name;
  voucher.ECF.DetallesItems.Item[0].NombreItem = name.slice(0, 80);
  for (const paper of paperNames) {
    const text = squeezed(await textOf(print(voucher, { paper })));
    for (const sure of ['E310000000001', '131880681', '1,180.00', 'CódigodeSeguridad'])
      expect(text).toContain(sure);
    if (/^[ -ÿ€«»ºª]*$/.test(name)) expect(text).toContain(squeezed(name));
  }
});

test('nothing is printed beyond the edges of the paper', async () => {
  const voucher = voucher31();
  const long = 'W'.repeat(150);
  Object.assign(voucher.ECF.Encabezado.Emisor, {
    NombreComercial: long,
    RazonSocialEmisor: long,
    Sucursal: 'W'.repeat(20),
    DireccionEmisor: 'W'.repeat(100),
  });
  voucher.ECF.Encabezado.Comprador.RazonSocialComprador = long;
  Object.assign(voucher.ECF.DetallesItems.Item[0], {
    NombreItem: 'W'.repeat(80),
    UnidadMedida: 29,
    PrecioUnitarioItem: 99999999999.99,
    MontoItem: 9999999999999.99,
  });
  for (const paper of paperNames) {
    await withPdf(print(voucher, { paper }), async ([page]) => {
      const { rgba, width, height } = await page!.bitmap(100);
      const edge = 3;
      for (let y = 0; y < height; y++)
        for (const x of [edge, width - 1 - edge]) expect(rgba[(y * width + x) * 4]).toBe(255);
    });
  }
});

test.each([
  { text: 'Ñandú ü', shown: 'Ñandú ü' },
  { text: 'e\u0301', shown: 'é' },
  { text: 'a\u0000b\nc', shown: 'a b c' },
  { text: '\u202eabc\u202c', shown: 'abc' },
  { text: '\ufb01n', shown: 'fin' },
  { text: '北', shown: '\u25a1' },
])('$text is printed as $shown', ({ text, shown }) => expect(printable(text)).toBe(shown));

test('10,000 lines are printed, on pages and as a receipt', async () => {
  const lines = 10_000;
  const voucher = largeVoucher({ lines });
  const { length } = voucher.ECF.DetallesItems.Item;
  expect(length).toBe(lines);
  await withPdf(print(voucher), (pages) => {
    expect(pages.length).toBeGreaterThan(lines / 50);
    expect(pages.at(-1)!.text).toContain(`Página No. ${pages.length} de ${pages.length}`);
  });
  await withPdf(print(voucher, { paper: '80mm' }), (pages) => {
    for (const { height } of pages) expect(height).toBeLessThanOrEqual(14_400);
    expect(pages.at(-1)!.text).toContain('Código de Seguridad');
  });
});

test.each([
  { text: 'Caja/Cajón', lines: ['Caja/', 'Cajón'] },
  { text: 'Unidad de Medida', lines: ['Unidad', 'de', 'Medida'] },
  { text: 'A/B/CDEFGHIJKLMN', lines: ['A/B/', 'CDEFGHI', 'JKLMN'] },
  { text: 'LAVADORA-SECA', lines: ['LAVADOR', 'A-SECA'] },
  { text: 'ABCDEFGHIJ', lines: ['ABCDEFG', 'HIJ'] },
])('$text is broken into lines of seven characters', ({ text, lines }) =>
  expect(wrap(text, 7, ({ length }) => length)).toEqual(lines),
);
