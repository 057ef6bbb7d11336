/** Names that a client may send, and vouchers as large as DGII permits. */
import { printable, wrap } from '../../../../src/documents/print/pdf/printable.js';
import { paperNames } from '../../../../src/documents/print/papers.js';
import type { Area } from '../../../harness/print/bitmap.js';
import {
  areaOfCode,
  readQr,
  squeezed,
  textOf,
  withPdf,
  type OpenedPage,
} from '../../../harness/print/open-pdf.js';
import { print } from '../../../harness/print/print.js';
import { largeVoucher } from '../../../harness/samples/large-voucher.js';
import { voucher31 } from '../../ecf/samples.js';

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
  const adjustments = Array.from({ length: 20 }, (_, index) => ({
    NumeroLinea: index + 1,
    TipoAjuste: 'D',
    TipoValor: '%',
    ValorDescuentooRecargo: 10,
    DescripcionDescuentooRecargo: 'W'.repeat(45),
    MontoDescuentooRecargo: 9_000_000_000_000 + index,
    IndicadorFacturacionDescuentooRecargo: 1,
  }));
  voucher.ECF.DescuentosORecargos = { DescuentoORecargo: adjustments };
  const amounts = adjustments.map(
    ({ MontoDescuentooRecargo: amount }) => `${amount.toLocaleString('en-US')}.00`,
  );
  for (const look of [{}, { valueColumn: 'totales-en-detalle' }] as const)
    for (const paper of paperNames)
      await withPdf(print(voucher, { state: 'signed', contingency: true, paper, look }), async (pages) => {
        const texts = pages.map(({ text }) => text);
        expect(texts.filter((text) => !squeezed(text).includes('setentaydos(72)horas.'))).toEqual([]);
        expect(amounts.filter((amount) => texts.join('').split(amount).length !== 2)).toEqual([]);
        for (const page of pages) {
          const outside = page.drawn().filter((one) => beyond(one, page));
          expect(outside.map(({ character }) => character)).toEqual([]);
          expect(inkAtTheSides(page)).toBe(false);
        }
      });
});

function beyond({ left, right, bottom, top }: Box, { width, height }: OpenedPage): boolean {
  return left < 0 || bottom < 0 || right > width || top > height;
}

function inkAtTheSides(page: OpenedPage): boolean {
  const edge = 3 / page.width;
  const sides: readonly Area[] = [
    { from: [0, 0], to: [edge, 1] },
    { from: [1 - edge, 0], to: [1, 1] },
  ];
  return sides.some((side) => page.bitmap(100, side).rgba.some((value) => value !== 255));
}

describe('nothing is printed over anything else', () => {
  const crowded = () => {
    const voucher = voucher31();
    Object.assign(voucher.ECF.DetallesItems.Item[0], {
      CantidadItem: 12345678.99,
      PrecioUnitarioItem: 1250000.1234,
      MontoItem: 9999999999999.99,
      UnidadMedida: 29,
    });
    voucher.ECF.Encabezado.Totales.MontoTotal = 9999999999999.99;
    voucher.ECF.DescuentosORecargos = {
      DescuentoORecargo: Array.from({ length: 4 }, (_, index) => ({
        NumeroLinea: index + 1,
        TipoAjuste: index % 2 === 0 ? 'D' : 'R',
        TipoValor: '%',
        ValorDescuentooRecargo: 10,
        DescripcionDescuentooRecargo: 'DESCUENTO ESPECIAL POR VOLUMEN DE COMPRA ANUA',
        MontoDescuentooRecargo: 1234567890.12,
        IndicadorFacturacionDescuentooRecargo: 1,
      })),
    };
    return voucher;
  };

  /** Each column that the form has, with amounts for which no font size has room. */
  const withAllColumns = () => {
    const voucher = voucher31();
    Object.assign(voucher.ECF.DetallesItems.Item[0], {
      CantidadItem: 12345.67,
      NombreItem: 'W'.repeat(80),
      UnidadMedida: 29,
      GradosAlcohol: 40,
      PrecioUnitarioReferencia: 1234567.89,
      TablaImpuestoAdicional: {
        ImpuestoAdicional: [{ TipoImpuesto: '006' }, { TipoImpuesto: '023' }],
      },
      PrecioUnitarioItem: 123456789.1234,
      DescuentoMonto: 1234567.89,
      RecargoMonto: 2345678.9,
      OtraMonedaDetalle: { PrecioOtraMoneda: 2123456.1234, MontoItemOtraMoneda: 26000000.12 },
      MontoItem: 1524157000.12,
    });
    Object.assign(voucher.ECF.Encabezado.Totales, {
      ImpuestosAdicionales: {
        ImpuestoAdicional: [
          {
            TipoImpuesto: '006',
            TasaImpuestoAdicional: 1,
            MontoImpuestoSelectivoConsumoEspecifico: 345678912.34,
          },
          {
            TipoImpuesto: '023',
            TasaImpuestoAdicional: 10,
            MontoImpuestoSelectivoConsumoAdvalorem: 456789123.45,
          },
        ],
      },
      TotalITBIS: 123456789.12,
      TotalITBIS1: 123456789.12,
    });
    voucher.ECF.Encabezado.OtraMoneda = { TipoMoneda: 'USD', TipoCambio: 58.62, MontoTotalOtraMoneda: 31.08 };
    return voucher;
  };

  test.each(['a4', 'letter'] as const)(
    '%s: columns that do not fit are below the description',
    async (paper) => {
      const text = squeezed(await textOf(print(withAllColumns(), { paper })));
      for (const part of [
        'W'.repeat(80),
        'GradosAlcoholen%:40.00%',
        'PVPci:1,234,567.89',
        'PrecioUSD:2,123,456.1234',
        'ISCe:345,678,912.34',
        'ISCav:456,789,123.45',
        'Descuento:1,234,567.89',
        'Recargo:2,345,678.90',
        'ValorUSD:26,000,000.12',
      ])
        expect(text).toContain(part);
    },
  );

  const kinds = [
    { name: 'amounts of billions and long labels', voucher: crowded() },
    { name: 'all columns', voucher: withAllColumns() },
  ];
  const cases = paperNames.flatMap((paper) => kinds.map((kind) => ({ paper, ...kind })));

  test.each(cases)('$paper: $name', async ({ paper, voucher }) => {
    await withPdf(print(voucher, { paper }), async ([page]) => {
      const drawn = page!.drawn();
      expect(drawn.length).toBeGreaterThan(300);
      const covered = drawn.flatMap((one, at) =>
        drawn.slice(at + 1).flatMap((other) => (overlap(one, other) ? [[one, other]] : [])),
      );
      expect(covered).toEqual([]);
      const dpi = 200;
      const qr = readQr(page!.bitmap(dpi, areaOfCode(page!)));
      const points = (pixels: number) => (pixels * 72) / dpi;
      const code = {
        left: points(qr!.left),
        right: points(qr!.right),
        bottom: page!.height - points(qr!.bottom),
        top: page!.height - points(qr!.top),
      };
      expect(drawn.filter((one) => overlap(one, code))).toEqual([]);
    });
  });
});

interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Of the smaller one's width and height. Letters that stand close together, as in Te, share less. */
const sharedMax = 0.4;

function overlap(a: Box, b: Box): boolean {
  const shared = (from: 'left' | 'bottom', to: 'right' | 'top') => {
    const common = Math.min(a[to], b[to]) - Math.max(a[from], b[from]);
    return common / Math.min(a[to] - a[from], b[to] - b[from]);
  };
  return shared('left', 'right') > sharedMax && shared('bottom', 'top') > sharedMax;
}

test.each([
  { text: 'Ñandú ü', shown: 'Ñandú ü' },
  { text: 'e\u0301', shown: 'é' },
  { text: 'a\u0000b\nc', shown: 'a b c' },
  { text: '\u202eabc\u202c', shown: 'abc' },
  { text: '\ufb01n', shown: 'fin' },
  { text: '北', shown: '\u25a1' },
])('$text is printed as $shown', ({ text, shown }) => expect(printable(text)).toBe(shown));

test('a letter keeps two marks, so a hostile name is not drawn over other lines', () => {
  expect(printable(`b${'\u0301'.repeat(79)}`)).toBe('b\u0301\u0301');
  expect(printable('b\u0316\u0301c\u0301')).toBe('b\u0316\u0301\u0107');
});

test('10,000 lines are printed on pages', async () => {
  const lines = 10_000;
  const voucher = largeVoucher({ lines });
  const { length } = voucher.ECF.DetallesItems.Item;
  expect(length).toBe(lines);
  await withPdf(print(voucher), (pages) => {
    expect(pages.length).toBeGreaterThan(lines / 50);
    expect(pages.at(-1)!.text).toContain(`Página No. ${pages.length} de ${pages.length}`);
  });
});

test('a receipt longer than a PDF’s page may be has several pages', async () => {
  await withPdf(print(largeVoucher({ lines: 1_000 }), { paper: '80mm' }), (pages) => {
    expect(pages.length).toBeGreaterThan(1);
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
  { text: 'ABCDEFG  H', lines: ['ABCDEFG', 'H'] },
])('$text is broken into lines of seven characters', ({ text, lines }) =>
  expect(wrap(text, 7, { text: ({ length }) => length, piece: ({ length }) => length })).toEqual(lines),
);
