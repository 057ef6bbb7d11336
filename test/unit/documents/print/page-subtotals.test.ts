/** The subtotals of a sheet when the XML describes no pages, and the ITBIS and the value of lines whose price includes ITBIS. */
import fc from 'fast-check';
import { amountOf, roundMoney, sum, zero, type Amount } from '../../../../src/ecf/model/amounts.js';
import { Voucher } from '../../../../src/ecf/rules/voucher.js';
import { lineTaxesOf } from '../../../../src/ecf/line-taxes.js';
import { printedLines } from '../../../../src/documents/print/content/lines.js';
import { computedSubtotals } from '../../../../src/documents/print/content/totals.js';
import { ecfOf } from '../../../harness/print/print.js';
import { facts, voucher31, type Json } from '../../ecf/samples.js';

test.each([
  { name: 'with ITBIS in the amounts', included: 1, price: 1180 },
  { name: 'without ITBIS in the amounts', included: 0, price: 1000 },
])('$name: half of the lines have half of the global discount', ({ included, price }) => {
  const lines = Array.from({ length: 100 }, () => ({ MontoItem: price }));
  const voucher = voucherOf(included, lines, {
    MontoGravadoTotal: 90_000,
    MontoGravadoI1: 90_000,
    TotalITBIS: 16_200,
    TotalITBIS1: 16_200,
    MontoTotal: 106_200,
  });
  voucher.ECF.DescuentosORecargos = {
    DescuentoORecargo: [{ NumeroLinea: 1, TipoAjuste: 'D', TipoValor: '%', ValorDescuentooRecargo: 10 }].map(
      (row) => ({
        ...row,
        MontoDescuentooRecargo: 10_000,
        IndicadorFacturacionDescuentooRecargo: 1,
      }),
    ),
  };
  expect(subtotalsOf(read(voucher), [0, 50])).toEqual({
    'Subtotal Gravado Página': '45,000.00',
    'Subtotal ITBIS Página': '8,100.00',
    'Monto Total Página': '53,100.00',
  });
});

describe('beer and ice, with ITBIS in the amounts', () => {
  const codes = { ImpuestoAdicional: [{ TipoImpuesto: '006' }, { TipoImpuesto: '023' }] };
  const lines = [{ MontoItem: 2360, TablaImpuestoAdicional: codes }, { MontoItem: 1180 }];
  const voucher = read(
    voucherOf(1, lines, {
      MontoGravadoTotal: 3000,
      MontoGravadoI1: 3000,
      TotalITBIS: 694.76,
      TotalITBIS1: 694.76,
      MontoImpuestoAdicional: 859.76,
      ImpuestosAdicionales: {
        ImpuestoAdicional: [
          { TipoImpuesto: '006', TasaImpuestoAdicional: 600, MontoImpuestoSelectivoConsumoEspecifico: 700 },
          { TipoImpuesto: '023', TasaImpuestoAdicional: 10, MontoImpuestoSelectivoConsumoAdvalorem: 159.76 },
        ],
      },
      MontoTotal: 4554.52,
    }),
  );

  test('only the beer has the ITBIS on the selective tax', () => {
    expect(lineTaxesOf(voucher).map(({ itbis }) => itbis.toFixed(2))).toEqual(['514.76', '180.00']);
  });

  test('the values with ITBIS add up to the total', () => {
    const { lines: printed } = printedLines(voucher, lineTaxesOf(voucher), 'con-itbis');
    expect(printed.map(({ cells }) => cells.valor)).toEqual(['3,374.52', '1,180.00']);
  });

  test('the page shows the taxable amount without ITBIS', () => {
    expect(subtotalsOf(voucher, [0, 2])).toEqual({
      'Subtotal Gravado Página': '3,000.00',
      'Subtotal Impuesto Selectivo al Consumo Página': '859.76',
      'Subtotal ITBIS Página': '694.76',
      'Monto Total Página': '4,554.52',
    });
  });
});

describe('however the lines are divided into pages', () => {
  const line = fc.record({
    cents: fc.integer({ min: 1, max: 1_000_000 }),
    indicador: fc.constantFrom(0, 1, 2, 3, 4),
  });
  const sample = fc.record({
    included: fc.constantFrom(0, 1),
    lines: fc.array(line, { minLength: 1, maxLength: 40 }),
    // In thousandths of the lines with one indicator, less than all of them.
    adjustments: fc.array(
      fc.record({ indicador: fc.constantFrom(1, 2, 3, 4), share: fc.integer({ min: -300, max: 300 }) }),
      { maxLength: 3 },
    ),
    ends: fc.array(fc.nat(39), { maxLength: 5 }),
  });

  test('the subtotals add up to the totals', () => {
    fc.assert(
      fc.property(sample, ({ included, lines, adjustments, ends }) => {
        const { voucher, totals } = totalled(included, lines, adjustments);
        const inside = ends.filter((end) => end > 0 && end < lines.length).sort((a, b) => a - b);
        const bounds = [0, ...inside, lines.length];
        const pages = bounds.slice(1).map((to, index) => subtotalsOf(voucher, [bounds[index] ?? 0, to]));
        const total = (label: string) =>
          sum(pages.map((page) => amountOf((page[label] ?? '0').replaceAll(',', '')))).toFixed(2);
        expect({
          taxable: total('Subtotal Gravado Página'),
          exempt: total('Subtotal Exento Página'),
          itbis: total('Subtotal ITBIS Página'),
          total: total('Monto Total Página'),
        }).toEqual(totals);
      }),
    );
  });
});

interface RandomLine {
  readonly cents: number;
  readonly indicador: number;
}

/** A voucher with these lines and adjustments, and its totals as the format computes them. */
function totalled(
  included: number,
  lines: readonly RandomLine[],
  adjustments: readonly { readonly indicador: number; readonly share: number }[],
) {
  const factors = ['1', '1.18', '1.16', '1', '1'].map(amountOf);
  const gross = (indicador: number) =>
    sum(
      lines.filter((row) => row.indicador === indicador).map(({ cents }) => amountOf(String(cents)).div(100)),
    );
  const rows = adjustments.map(({ indicador, share }) => ({
    indicador,
    monto: roundMoney(gross(indicador).times(share).div(1180)),
  }));
  const net = [0, 1, 2, 3, 4].map((indicador) => {
    const before = included === 1 ? gross(indicador).div(factors[indicador] ?? 1) : gross(indicador);
    const changes = rows.filter((row) => row.indicador === indicador).map(({ monto }) => monto);
    return roundMoney(sum([before, ...changes]));
  });
  const [, net1 = zero, net2 = zero, net3 = zero, exempt = zero] = net;
  const taxable = sum([net1, net2, net3]);
  const itbis1 = roundMoney(net1.times(0.18));
  const itbis2 = roundMoney(net2.times(0.16));
  const itbis = itbis1.plus(itbis2);
  const total = sum([taxable, exempt, itbis]);
  const voucher = voucherOf(
    included,
    lines.map(({ cents, indicador }) => ({ MontoItem: cents / 100, IndicadorFacturacion: indicador })),
    numbers({
      MontoGravadoTotal: taxable,
      MontoGravadoI1: net1,
      MontoGravadoI2: net2,
      MontoGravadoI3: net3,
      MontoExento: exempt,
      TotalITBIS: itbis,
      TotalITBIS1: itbis1,
      TotalITBIS2: itbis2,
      MontoTotal: total,
    }),
  );
  if (rows.length > 0) {
    voucher.ECF.DescuentosORecargos = {
      DescuentoORecargo: rows.map(({ indicador, monto }, index) => ({
        NumeroLinea: index + 1,
        TipoAjuste: monto.lt(0) ? 'D' : 'R',
        TipoValor: '$',
        MontoDescuentooRecargo: monto.abs().toNumber(),
        IndicadorFacturacionDescuentooRecargo: indicador,
      })),
    };
  }
  return {
    voucher: read(voucher),
    totals: {
      taxable: taxable.toFixed(2),
      exempt: exempt.toFixed(2),
      itbis: itbis.toFixed(2),
      total: total.toFixed(2),
    },
  };
}

function numbers(amounts: Readonly<Record<string, Amount>>): Record<string, number> {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, amount.toNumber()]));
}

function voucherOf(included: number, lines: readonly Json[], totals: object): Json {
  const voucher = voucher31();
  const [item] = voucher.ECF.DetallesItems.Item;
  voucher.ECF.Encabezado.IdDoc.IndicadorMontoGravado = included;
  voucher.ECF.Encabezado.Totales = totals;
  voucher.ECF.DetallesItems.Item = lines.map((line, index) => ({ ...item, NumeroLinea: index + 1, ...line }));
  return voucher;
}

function read(voucher: Json): Voucher {
  return new Voucher(ecfOf(voucher), facts);
}

function subtotalsOf(voucher: Voucher, range: readonly [number, number]): Record<string, string> {
  return Object.fromEntries(
    computedSubtotals(voucher, lineTaxesOf(voucher), range).map(({ label, value }) => [label, value]),
  );
}
