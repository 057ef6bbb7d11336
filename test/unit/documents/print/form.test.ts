/** What the printed form says and how it looks, beyond the bare fields. */
import { amountOf, shownMoney, sum, zero } from '../../../../src/ecf/model/amounts.js';
import { Voucher } from '../../../../src/ecf/rules/voucher.js';
import { readableVoucher } from '../../../../src/ecf/json/readable-voucher.js';
import { lineTaxesOf } from '../../../../src/ecf/line-taxes.js';
import { ecfTypeList } from '../../../../src/ecf/model/ecf-types.js';
import { contentOf } from '../../../../src/documents/print/content/content.js';
import { spread } from '../../../../src/ecf/spread.js';
import { legendOf } from '../../../../src/ecf/model/legend.js';
import { textShade } from '../../../../src/documents/print/pdf/color.js';
import { paperNames } from '../../../../src/documents/print/papers.js';
import { printVoucher, type PrintOrder } from '../../../../src/documents/print/print-voucher.js';
import { planSheets } from '../../../../src/documents/print/pdf/page-plan.js';
import { unidades } from '../../../../src/ecf/codes/long-tables.js';
import type { ValueColumn } from '../../../../src/ecf/codes/value-columns.js';
import { squeezed, textOf, withPdf } from '../../../harness/print/open-pdf.js';
import { accepted, ecfOf, print } from '../../../harness/print/print.js';
import { facts, fullVoucher, voucher31, type Json } from '../../ecf/samples.js';

describe('an amount divided into parts of whole cents', () => {
  const weights = ['254.0916', '440.2746', '0', '0.004'].map(amountOf);

  test.each(['694.37', '0.01', '0', '123456789.99', '-5.55'])('%s: the parts add up to it', (total) => {
    const parts = spread(amountOf(total), weights);
    expect(sum(parts).toFixed(2)).toBe(amountOf(total).toFixed(2));
    expect(parts.filter((part) => !part.eq(part.round(2)))).toEqual([]);
  });

  test('without weights the parts are alike', () => {
    expect(spread(amountOf('10'), [zero, zero, zero]).map((part) => part.toFixed(2))).toEqual([
      '3.34',
      '3.33',
      '3.33',
    ]);
  });
});

describe('ITBIS of each line', () => {
  const taxesOf = (voucher: Json) => lineTaxesOf(new Voucher(ecfOf(voucher), facts));

  test('the tax of an alcohol line is part of its base, as in model 1.4', () => {
    const voucher = withLines([{ MontoItem: 1063.97, TablaImpuestoAdicional: taxCodes('006', '023') }]);
    Object.assign(voucher.ECF.Encabezado.Totales, {
      MontoGravadoTotal: 1063.97,
      MontoGravadoI1: 1063.97,
      ImpuestosAdicionales: {
        ImpuestoAdicional: [
          { TipoImpuesto: '006', TasaImpuestoAdicional: 1, MontoImpuestoSelectivoConsumoEspecifico: 273.94 },
          { TipoImpuesto: '023', TasaImpuestoAdicional: 10, MontoImpuestoSelectivoConsumoAdvalorem: 73.71 },
        ],
      },
    });
    delete voucher.ECF.Encabezado.Totales.TotalITBIS;
    delete voucher.ECF.Encabezado.Totales.TotalITBIS1;
    const [line] = taxesOf(voucher);
    expect([line!.specific, line!.adValorem, line!.itbis].map(shownMoney)).toEqual([
      '273.94',
      '73.71',
      '254.09',
    ]);
  });

  test.each([
    { name: 'without ITBIS in the amounts', included: 0, total: 30.01 },
    { name: 'with ITBIS in the amounts', included: 1, total: 25.42 },
    { name: 'after a global discount', included: 0, total: 27 },
  ])('$name: the column adds up to TotalITBIS', ({ included, total }) => {
    const voucher = withLines([{ MontoItem: 33.33 }, { MontoItem: 33.33 }, { MontoItem: 100.05 }]);
    voucher.ECF.Encabezado.IdDoc.IndicadorMontoGravado = included;
    Object.assign(voucher.ECF.Encabezado.Totales, { TotalITBIS: total, TotalITBIS1: total });
    expect(sum(taxesOf(voucher).map(({ itbis }) => itbis)).eq(total)).toBe(true);
  });

  test.each(ecfTypeList)('a type %i has the same column on the pages of people', (type) => {
    const ecf = ecfOf(fullVoucher(type));
    const { lines } = contentOf(ecf, 'pre-certification', undefined, 'sin-itbis').detail;
    const printed = lines.map(({ cells }) => cells.itbis ?? null);
    expect(readableVoucher(ecf).lines.shown.map(({ itbis }) => itbis)).toEqual(printed);
  });

  test('exempt lines have none', () => {
    const voucher = withLines([{ MontoItem: 100 }, { MontoItem: 50, IndicadorFacturacion: 4 }]);
    Object.assign(voucher.ECF.Encabezado.Totales, { TotalITBIS: 18, TotalITBIS1: 18 });
    expect(taxesOf(voucher).map(({ itbis }) => shownMoney(itbis))).toEqual(['18.00', '0.00']);
  });
});

describe('the legend', () => {
  const facts = { state: 'signed', signed: true, deferred: false, contingency: false } as const;

  test.each([
    { name: 'rejected', change: { state: 'rejected', contingency: true }, text: 'e-CF sin valor fiscal' },
    { name: 'annulled', change: { state: 'annulled', signed: false }, text: 'e-CF sin valor fiscal' },
    { name: 'refused', change: { state: 'refused', signed: false }, text: 'e-CF sin valor fiscal' },
    { name: 'accepted', change: { state: 'accepted', deferred: true }, text: '' },
    { name: 'accepted conditionally', change: { state: 'conditionally-accepted' }, text: '' },
    { name: 'deferred', change: { deferred: true, contingency: true }, text: 'veinticuatro (24) horas.' },
    { name: 'in contingency', change: { contingency: true }, text: 'setenta y dos (72) horas.' },
    {
      name: 'at DGII, not validated',
      change: { state: 'submitted' },
      text: 'Recibido por la DGII, que todavía no lo ha validado: consulte su validez fiscal con el código QR.',
    },
    { name: 'signed, not sent', change: {}, text: 'Borrador' },
    {
      name: 'not yet signed',
      change: { state: 'admitted', signed: false, deferred: true },
      text: 'Borrador',
    },
  ] as const)('$name: "$text"', ({ change, text }) => {
    const { watermark = '', sentence = '' } = legendOf({ ...facts, ...change });
    expect(watermark + sentence).toMatch(new RegExp(`${text.replace(/[()]/g, '\\$&')}$`));
  });

  test.each(['a4', '80mm'] as const)('%s: it is on the paper', async (paper) => {
    expect(squeezed(await textOf(print(voucher31(), { state: 'rejected', paper })))).toContain(
      'e-CFsinvalorfiscal',
    );
    const waiting = { state: 'signed', contingency: true, paper } as const;
    expect(squeezed(await textOf(print(voucher31(), waiting)))).toContain('setentaydos(72)horas.');
  });
});

describe('the notice that a voucher is a test', () => {
  const notice = 'Esuncomprobantedeprueba,sinvalorfiscal.';
  const printed = async (order: Partial<PrintOrder>) => squeezed(await textOf(print(voucher31(), order)));

  test.each(paperNames)('%s: is on each voucher of pre-certification, and on no other one', async (paper) => {
    expect(await printed({ paper, environment: 'pre-certification' })).toContain(notice);
    for (const environment of ['certification', 'production'] as const)
      expect(await printed({ paper, environment })).not.toContain('prueba,');
  });

  test('is there with each legend', async () => {
    const environment = 'pre-certification';
    const waiting = await printed({ environment, state: 'signed', contingency: true });
    expect(waiting).toContain(`${notice}e-CFemitidoenmodalidaddeContingencia`);
    expect(await printed({ environment, state: 'submitted' })).toContain(notice);
    expect(await printed({ environment, state: 'rejected' })).toContain(notice);
  });
});

test('a voucher that is not signed has no code', async () => {
  const { signature: _signature, ...unsigned } = accepted;
  const text = await textOf(printVoucher(ecfOf(voucher31()), { ...unsigned, state: 'admitted' }));
  expect(text).not.toContain('Código de Seguridad');
});

test.each(paperNames)('%s: the modified number, and the text of its code alone in bold', async (paper) => {
  const voucher = voucher31();
  voucher.ECF.InformacionReferencia = { NCFModificado: 'E310000000077', CodigoModificacion: 1 };
  await withPdf(print(voucher, { paper }), ([page]) => {
    expect(page!.fonts('Anula el NCF modificado')).toEqual(['DejaVuSansCondensed-Bold']);
    expect(page!.fonts('E310000000077')).toEqual(['DejaVuSansCondensed']);
  });
});

test('any type with a reference shows the modified number, and the text of its code', async () => {
  const voucher = voucher31();
  voucher.ECF.InformacionReferencia = { NCFModificado: 'A010010010100000001', CodigoModificacion: 4 };
  const text = await textOf(print(voucher));
  expect(text).toMatch(/NCF Modificado:\s*A010010010100000001\s*Reemplazo NCF emitido en contingencia/);
});

test('E is left of the description of an exempt line only', async () => {
  const voucher = withLines([{ NombreItem: 'Gravado' }, { NombreItem: 'Exento', IndicadorFacturacion: 4 }]);
  for (const paper of ['a4', '80mm'] as const) {
    const text = await textOf(print(voucher, { paper }));
    expect(text).toMatch(/\bE\s+Exento/);
    expect(text).not.toMatch(/\bE\s+Gravado/);
  }
});

test.each([
  { variant: 'sin-itbis', value: '1,000.00' },
  { variant: 'con-itbis', value: '1,180.00' },
  { variant: 'totales-en-detalle', value: '1,180.00' },
] as { variant: ValueColumn; value: string }[])(
  '$variant: the value of the line is $value',
  async ({ variant, value }) => {
    const text = await textOf(print(voucher31(), { look: { valueColumn: variant } }));
    expect(squeezed(text)).toContain(`500.00180.00${value}`);
  },
);

test.each([
  { unit: '$', shown: 'Descuento: Promo $' },
  { unit: '%', shown: 'Descuento: Promo 50.00%' },
])('a discount in $unit is printed as such', async ({ unit, shown }) => {
  const voucher = voucher31();
  voucher.ECF.DescuentosORecargos = {
    DescuentoORecargo: [
      {
        NumeroLinea: 1,
        TipoAjuste: 'D',
        DescripcionDescuentooRecargo: 'Promo',
        TipoValor: unit,
        ValorDescuentooRecargo: 50,
        MontoDescuentooRecargo: 500,
        IndicadorFacturacionDescuentooRecargo: 1,
      },
    ],
  };
  for (const paper of paperNames)
    expect(squeezed(await textOf(print(voucher, { paper })))).toContain(`${squeezed(shown)}:500.00`);
});

test('the totals are bold, in pesos and in the other currency, and no other amount is', async () => {
  const voucher = voucher31();
  Object.assign(voucher.ECF.Encabezado.Totales, {
    MontoImpuestoAdicional: 700,
    ImpuestosAdicionales: {
      ImpuestoAdicional: [
        { TipoImpuesto: '006', TasaImpuestoAdicional: 600, MontoImpuestoSelectivoConsumoEspecifico: 700.07 },
      ],
    },
    MontoTotal: 1880.07,
  });
  voucher.ECF.Encabezado.OtraMoneda = { TipoMoneda: 'USD', TipoCambio: 60.5, MontoTotalOtraMoneda: 31.08 };
  await withPdf(print(voucher), ([page]) => {
    const bold = (text: string) => page!.fonts(text).every((font) => font.endsWith('Bold'));
    expect(page!.text).toContain('Total ISC');
    expect(['700.07', '1,880.07', '60.50', '31.08'].map(bold)).toEqual([false, true, false, true]);
  });
});

describe('an amount that is not billable', () => {
  const giftBond = (totals: object) => {
    const voucher = withLines([{ NombreItem: 'Bono de regalo', MontoItem: 1000, IndicadorFacturacion: 0 }]);
    voucher.ECF.Encabezado.Totales = totals;
    return voucher;
  };

  test.each([
    { name: 'the sum of both', stated: {}, period: '1,200.50' },
    { name: 'the amount in the XML', stated: { MontoPeriodo: 1200.49 }, period: '1,200.49' },
  ])('follows the total, and Monto Período is $name', async ({ stated, period }) => {
    const voucher = giftBond({ MontoExento: 200.5, MontoTotal: 200.5, MontoNoFacturable: 1000, ...stated });
    for (const paper of paperNames)
      expect(squeezed(await textOf(print(voucher, { paper })))).toContain(
        `200.50Total:200.50MontoNoFacturable:1,000.00MontoPeríodo:${period}`,
      );
  });

  test('is not shown if it is zero', async () => {
    const text = await textOf(print(giftBond({ MontoTotal: 0, MontoNoFacturable: 0, MontoPeriodo: 0 })));
    expect(text).not.toMatch(/Facturable|Período/);
  });

  test('follows the total of a page', () => {
    const page = { SubtotalMontoNoFacturablePagina: 1000, MontoSubtotalPagina: 200.5 };
    const voucher = withLines([{}, {}]);
    voucher.ECF.Paginacion = {
      Pagina: [1, 2].map((line) => ({ PaginaNo: line, NoLineaDesde: line, NoLineaHasta: line, ...page })),
    };
    const content = contentOf(ecfOf(voucher), 'production', undefined, 'sin-itbis');
    expect(content.pageSubtotals(0, 1)).toEqual([
      { label: 'Monto Total Página', value: '200.50' },
      { label: 'Monto No Facturable Página', value: '1,000.00' },
    ]);
  });
});

test.each(paperNames)('%s: no unit is broken within a word', async (paper) => {
  const units = [...unidades.codes];
  const voucher = withLines(units.map(([UnidadMedida]) => ({ NombreItem: '-', UnidadMedida })));
  const text = await textOf(print(voucher, { paper }));
  const words = new Set(units.flatMap(([, name]) => name.split(/ |(?<=\/)/)));
  expect([...words].filter((word) => !text.includes(word))).toEqual([]);
});

test('without a buyer the form has no empty labels', async () => {
  const voucher = voucher31();
  delete voucher.ECF.Encabezado.Comprador;
  expect(await textOf(print(voucher))).not.toMatch(/Cliente/);
});

describe('several sheets', () => {
  const many = () => {
    const voucher = withLines(
      Array.from({ length: 75 }, (_, index) => ({ NombreItem: `Artículo ${index + 1}`, MontoItem: 10 })),
    );
    Object.assign(voucher.ECF.Encabezado.Totales, {
      MontoGravadoTotal: 750,
      TotalITBIS: 135,
      TotalITBIS1: 135,
      MontoTotal: 885,
    });
    return voucher;
  };

  test('each has the header and its number; all but the last have page subtotals that add up; the last has the totals', async () => {
    const texts = await withPdf(print(many()), (pages) => pages.map(({ text }) => text));
    expect(texts.length).toBeGreaterThan(2);
    texts.forEach((text, index) => {
      expect(text).toContain(`Página No. ${index + 1} de ${texts.length}`);
      expect(text).toContain('E310000000001');
      expect(text).toContain('Código de Seguridad');
      expect(text.includes('Monto Total Página')).toBe(index < texts.length - 1);
      expect(/^Total:/m.test(text)).toBe(index === texts.length - 1);
    });
    expect(texts.join('')).toContain('Artículo 75');
  });

  test('pages of the XML are followed, with their own subtotals', async () => {
    const voucher = many();
    voucher.ECF.Encabezado.IdDoc.TotalPaginas = 2;
    const page = { SubtotalMontoGravadoPagina: 50.11, SubtotalItbisPagina: 9.02, MontoSubtotalPagina: 59.13 };
    voucher.ECF.Paginacion = {
      Pagina: [
        { PaginaNo: 1, NoLineaDesde: 1, NoLineaHasta: 5, ...page },
        { PaginaNo: 2, NoLineaDesde: 6, NoLineaHasta: 75, ...page },
      ],
    };
    const texts = await withPdf(print(voucher), (pages) => pages.map(({ text }) => text));
    expect(texts[0]).toMatch(/Subtotal Gravado Página:\s*50.11|50.11\s*Subtotal Gravado Página/);
    expect(texts[0]).toContain('Artículo 5');
    expect(texts[0]).not.toContain('Artículo 6');
    expect(texts[0]).toContain('Página No. 1 de 2');
    expect(texts[1]).toContain('Página No. 2 de 2 (continúa)');
    expect(texts.at(-1)).toContain('Página No. 2 de 2');
  });

  const many300 = Array.from({ length: 300 }, (_, index) => 10 + ((index * 7) % 40));

  test.each([
    { name: 'below the last lines', lines: many300, totals: 10, split: [10] },
    {
      name: 'on further sheets without lines, if they are many',
      lines: many300,
      totals: 45,
      split: [6, 16, 16, 7],
    },
    {
      name: 'below all lines and on another sheet, if they do not all fit below one line',
      lines: [150, 150],
      totals: 15,
      split: [4, 11],
    },
    { name: 'on the next sheet, if a line leaves no room', lines: [390], totals: 5, split: [5] },
  ])('the totals stand $name; no sheet takes more than its room', ({ lines, totals: count, split }) => {
    const totals = Array.from({ length: count }, () => 25);
    const sheets = planSheets({ lines, totals }, { middle: 390, last: 400 }, []);
    for (const { from, to, totals: shown = { from: 0, to: 0 } } of sheets) {
      const linesHeight = heightOf(lines.slice(from, to));
      expect(linesHeight).toBeLessThanOrEqual(390);
      expect(linesHeight + heightOf(totals.slice(shown.from, shown.to))).toBeLessThanOrEqual(400);
    }
    expect(followed(sheets)).toBe(lines.length);
    const withTotals = sheets.flatMap(({ totals: shown }) => shown ?? []);
    expect(followed(withTotals)).toBe(count);
    expect(withTotals.map(({ from, to }) => to - from)).toEqual(split);
  });

  test('a page of the XML whose totals need more sheets continues on them', () => {
    const stated = [1, 2].map((page) => ({ number: String(page), linesTo: page }));
    const heights = { lines: [50, 50], totals: Array.from({ length: 30 }, () => 25) };
    const sheets = planSheets(heights, { middle: 390, last: 400 }, stated);
    expect(sheets.map(({ label }) => label)).toEqual([
      'Página No. 1 de 2',
      'Página No. 2 de 2 (continúa)',
      'Página No. 2 de 2',
    ]);
    expect(sheets.map(({ totals }) => totals?.to)).toEqual([undefined, 14, 30]);
  });

  const heightOf = (heights: readonly number[]) => heights.reduce((total, height) => total + height, 0);

  /** Where the last range ends, if each one begins where the one before it ends. */
  const followed = (ranges: readonly { readonly from: number; readonly to: number }[]) =>
    ranges.reduce<number | undefined>((end, { from, to }) => (from === end ? to : undefined), 0);
});

test('the same voucher gives the same bytes, whatever was printed before', () => {
  const voucher = voucher31();
  const name = (text: string) => {
    voucher.ECF.Encabezado.Comprador.RazonSocialComprador = text;
    return Buffer.from(print(voucher)).toString('base64');
  };
  const first = name('Ñandú Ω µ fi - A');
  // Characters with the same glyphs as those above.
  name('\u00a0\u2126 \u03bc \ufb01 \u2010 \u0391');
  expect(name('Ñandú Ω µ fi - A')).toBe(first);
});

test('language and title are set, and the fonts are subsets', () => {
  const text = Buffer.from(print(voucher31())).toString('utf8');
  expect(text).toContain('/Lang (es-DO)');
  expect(text).toContain('/DisplayDocTitle true');
  expect(text).toContain('>Factura de Crédito Fiscal Electrónica E310000000001<');
  // The library writes names into XML as they are, so a client's names stay out of the document's description.
  expect(text).not.toContain('EMPRESA DE PRUEBA SRL');
  expect(text).toMatch(/\/FontName \/[A-Z]{6}\+DejaVuSansCondensed/);
});

test.each(['#ffff00', '#ffffff', '#000000', '#3f7f86'])('text in the colour %s can be read', (color) => {
  const shade = textShade(color);
  expect(shade).toMatch(/^#[0-9a-f]{6}$/);
  expect(textShade(shade)).toBe(shade);
});

/** A type 31 with these lines. */
function withLines(lines: readonly Json[]): Json {
  const voucher = voucher31();
  const [item] = voucher.ECF.DetallesItems.Item;
  voucher.ECF.DetallesItems.Item = lines.map((line, index) => ({ ...item, NumeroLinea: index + 1, ...line }));
  return voucher;
}

function taxCodes(...codes: readonly string[]) {
  return { ImpuestoAdicional: codes.map((TipoImpuesto) => ({ TipoImpuesto })) };
}
