/** Arithmetic of the totals. The sound voucher: 1,000.00 at 18 %, 180.00 of ITBIS, 1,180.00 in all. */
import { totalRules } from '../../../../../src/ecf/rules/sums/totals.js';
import { all, idDoc, item, ruleCases, secondLine, totales, type RuleCase } from '../cases.js';
import { adjustments, computed, line, taxes, taxTotals } from '../computed.js';
import type { Json } from '../../samples.js';

/** Withholdings of the one line. */
const withholding = (amounts: Json) =>
  item({ Retencion: { IndicadorAgenteRetencionoPercepcion: 1, ...amounts } });
const onlyTexts = (ecf: Json) => (ecf.InformacionReferencia.CodigoModificacion = 2);
/** The lines of Informe Técnico p.21: they add up to 6,914.30 instead of 6,911.58. */
const officialExample = [
  line(4, 552.8, { CantidadItem: 5.5, PrecioUnitarioItem: 100.33 }),
  line(4, 5694, { CantidadItem: 10.25, PrecioUnitarioItem: 555.44 }),
  line(4, 667.5, { CantidadItem: 2, PrecioUnitarioItem: 333.25 }),
];
const norma = { IndicadorNorma1007: 1 };
const without = (...fields: readonly string[]) =>
  totales(Object.fromEntries(fields.map((field) => [field, undefined])));

ruleCases(totalRules, [
  {
    // I1: (735 + 500) ÷ 1.18 = 1,046.61; I2: 348 ÷ 1.16 = 300; 0 % and exempt are not divided.
    // ITBIS: 188.39 + 48 = 236.39. Total: 1,046.61 + 300 + 770 + 230 + 236.39 = 2,583.
    name: 'prices with ITBIS, all four rates',
    type: 31,
    change: all(
      idDoc({ IndicadorMontoGravado: 1 }),
      computed([line(1, 735), line(1, 500), line(2, 348), line(3, 770), line(4, 230)], {
        MontoGravadoTotal: 2116.61,
        MontoGravadoI1: 1046.61,
        MontoGravadoI2: 300,
        MontoGravadoI3: 770,
        MontoExento: 230,
        ITBIS1: 18,
        ITBIS2: 16,
        ITBIS3: 0,
        TotalITBIS: 236.39,
        TotalITBIS1: 188.39,
        TotalITBIS2: 48,
        TotalITBIS3: 0,
        MontoTotal: 2583,
        MontoPeriodo: 2583,
        ValorPagar: 2583,
      }),
    ),
    codes: [],
  },
  {
    name: 'prices with ITBIS, marked as if they had none',
    type: 31,
    change: item({ PrecioUnitarioItem: 590, MontoItem: 1180 }),
    codes: ['~TOTALES-01'],
  },
  {
    name: 'prices without ITBIS, marked as if they had it',
    type: 31,
    change: idDoc({ IndicadorMontoGravado: 1 }),
    codes: ['~TOTALES-01'],
  },
  {
    // I1: 1,180 ÷ 1.18 − 200 = 800; I2: 580 ÷ 1.16 − 50 = 450. ITBIS 144 + 72. The discounts are without ITBIS.
    name: 'prices with ITBIS, net discounts at two rates',
    type: 45,
    change: all(
      idDoc({ IndicadorMontoGravado: 1 }),
      computed(
        [line(1, 1180), line(2, 580)],
        {
          MontoGravadoTotal: 1250,
          MontoGravadoI1: 800,
          MontoGravadoI2: 450,
          ITBIS1: 18,
          ITBIS2: 16,
          TotalITBIS: 216,
          TotalITBIS1: 144,
          TotalITBIS2: 72,
          MontoTotal: 1466,
        },
        adjustments(['D', 1, 200], ['D', 2, 50]),
      ),
    ),
    codes: [],
  },
  {
    // (1,180 − 118) ÷ 1.18 = 900; (580 + 58) ÷ 1.16 = 550. ITBIS 162 + 88.
    name: 'prices with ITBIS, adjustments with ITBIS',
    type: 31,
    change: all(
      idDoc({ IndicadorMontoGravado: 1 }),
      computed(
        [line(1, 1180), line(2, 580)],
        {
          MontoGravadoTotal: 1450,
          MontoGravadoI1: 900,
          MontoGravadoI2: 550,
          ITBIS1: 18,
          ITBIS2: 16,
          TotalITBIS: 250,
          TotalITBIS1: 162,
          TotalITBIS2: 88,
          MontoTotal: 1700,
        },
        adjustments(['D', 1, 118], ['R', 2, 58]),
      ),
    ),
    codes: [],
  },
  {
    // 1,000 − 100 at 18 %, 500 + 50 exempt.
    name: 'a discount of the taxed and a surcharge of the exempt lines',
    type: 33,
    change: computed(
      [line(1, 1000), line(4, 500)],
      {
        MontoGravadoTotal: 900,
        MontoGravadoI1: 900,
        MontoExento: 550,
        ITBIS1: 18,
        TotalITBIS: 162,
        TotalITBIS1: 162,
        MontoTotal: 1612,
      },
      adjustments(['D', 1, 100], ['R', 4, 50]),
    ),
    codes: [],
  },
  {
    // Informe Técnico p.28: 500 ÷ (1 + 0.18 + 0.02 + 0.10) = 384.62; CDT 7.69, ISC 38.46, ITBIS 69.23: 500 in all.
    // The discount of 100 reduces only the amount to pay, not the base.
    name: 'a discount under Norma 10-07',
    type: 31,
    change: all(
      idDoc({ IndicadorMontoGravado: 1 }),
      computed(
        [line(1, 500, { IndicadorBienoServicio: 2, ...taxes('002', '004') })],
        {
          MontoGravadoTotal: 384.62,
          MontoGravadoI1: 384.62,
          ITBIS1: 18,
          TotalITBIS: 69.23,
          TotalITBIS1: 69.23,
          MontoImpuestoAdicional: 46.15,
          ...taxTotals(
            ['002', 2, { OtrosImpuestosAdicionales: 7.69 }],
            ['004', 10, { OtrosImpuestosAdicionales: 38.46 }],
          ),
          MontoTotal: 500,
          ValorPagar: 400,
        },
        adjustments(['D', 1, 100, norma]),
      ),
    ),
    codes: [],
  },
  {
    // Each line by its own codes: 1,300 ÷ 1.30 = 1,000 and 1,200 ÷ 1.20 = 1,000. CDT 2 % of 2,000 = 40, ISC 100, ITBIS 360.
    name: 'Norma 10-07, lines with different taxes',
    type: 32,
    change: all(
      idDoc({ IndicadorMontoGravado: 1 }),
      computed(
        [line(1, 1300, taxes('002', '004')), line(1, 1200, taxes('002'))],
        {
          MontoGravadoTotal: 2000,
          MontoGravadoI1: 2000,
          ITBIS1: 18,
          TotalITBIS: 360,
          TotalITBIS1: 360,
          MontoImpuestoAdicional: 140,
          ...taxTotals(
            ['002', 2, { OtrosImpuestosAdicionales: 40 }],
            ['004', 10, { OtrosImpuestosAdicionales: 100 }],
          ),
          MontoTotal: 2500,
          ValorPagar: 2400,
        },
        adjustments(['D', 1, 100, norma]),
      ),
    ),
    codes: [],
  },
  {
    name: 'Norma 10-07, the discount also subtracted from the base',
    type: 31,
    change: all(
      idDoc({ IndicadorMontoGravado: 1 }),
      computed(
        [line(1, 500, taxes('002', '004'))],
        {
          MontoGravadoTotal: 284.62,
          MontoGravadoI1: 284.62,
          ITBIS1: 18,
          TotalITBIS: 51.23,
          TotalITBIS1: 51.23,
          MontoImpuestoAdicional: 46.15,
          ...taxTotals(
            ['002', 2, { OtrosImpuestosAdicionales: 7.69 }],
            ['004', 10, { OtrosImpuestosAdicionales: 38.46 }],
          ),
          MontoTotal: 382,
        },
        adjustments(['D', 1, 100, norma]),
      ),
    ),
    codes: ['~TOTALES-01'],
  },
  {
    name: 'Norma 10-07, the discount not subtracted from the amount to pay',
    type: 31,
    change: all(
      idDoc({ IndicadorMontoGravado: 1 }),
      (ecf: Json) => Object.assign(ecf, adjustments(['D', 1, 100, norma])),
      item({ PrecioUnitarioItem: 590, MontoItem: 1180 }),
      totales({ ValorPagar: 1180 }),
    ),
    codes: ['~TOTALES-14'],
  },
  {
    // Norma General 07-07, Informe Técnico p.30: 90 % exempt, 10 % taxed.
    name: 'a construction under Norma 07-07',
    type: 31,
    change: computed([line(4, 270000), line(1, 30000)], {
      MontoGravadoTotal: 30000,
      MontoGravadoI1: 30000,
      MontoExento: 270000,
      ITBIS1: 18,
      TotalITBIS: 5400,
      TotalITBIS1: 5400,
      MontoTotal: 305400,
    }),
    codes: [],
  },
  {
    // Informe Técnico p.31: the sale of a bond is not billable.
    name: 'a gift bond sold',
    type: 32,
    change: computed([line(0, 5000, { NombreItem: 'Bono de regalo' })], {
      MontoTotal: 0,
      MontoNoFacturable: 5000,
      MontoPeriodo: 5000,
      ValorPagar: 0,
    }),
    codes: [],
  },
  {
    name: 'a gift bond sold, and the amount collected for it',
    type: 32,
    change: computed([line(0, 5000, { NombreItem: 'Bono de regalo' })], {
      MontoTotal: 0,
      MontoNoFacturable: 5000,
      MontoPeriodo: 5000,
      ValorPagar: 5000,
    }),
    codes: [],
  },
  {
    name: 'a deposit given back: not billable, and negative',
    type: 31,
    change: all(secondLine(0), totales({ MontoNoFacturable: -100, MontoPeriodo: 1080, ValorPagar: 1180 })),
    codes: [],
  },
  {
    name: 'more given back than the lines say',
    type: 31,
    change: all(secondLine(0), totales({ MontoNoFacturable: -500 })),
    codes: ['~TOTALES-12'],
  },
  {
    name: 'an advance and a balance, owed or in favour',
    type: 31,
    change: totales({ MontoAvancePago: 180, SaldoAnterior: -50, ValorPagar: 950 }),
    codes: [],
  },
  {
    name: 'a balance that is owed',
    type: 31,
    change: totales({ SaldoAnterior: 50, ValorPagar: 1230 }),
    codes: [],
  },
  {
    name: 'a balance in favour that is added',
    type: 31,
    change: totales({ SaldoAnterior: -50, ValorPagar: 1230 }),
    codes: ['~TOTALES-14'],
  },
  {
    name: 'a balance that is owed, subtracted',
    type: 31,
    change: totales({ SaldoAnterior: 50, ValorPagar: 1130 }),
    codes: ['~TOTALES-14'],
  },
  {
    name: 'an advance forgotten',
    type: 31,
    change: totales({ MontoAvancePago: 180, ValorPagar: 1180 }),
    codes: ['~TOTALES-14'],
  },
  {
    name: 'ValorPagar minus withholdings',
    type: 31,
    change: totales({ ValorPagar: 1000 }),
    codes: ['~TOTALES-14'],
  },
  {
    // The official set has such a note: a line of 1.00 that is not billable.
    name: 'a note that corrects texts, with a line that is not billable',
    type: 34,
    change: all(onlyTexts, computed([line(0, 500)], { MontoTotal: 0, MontoNoFacturable: 0 })),
    codes: [],
  },
  {
    // Informe Técnico p.17: after 30 days the price is given back without its ITBIS.
    name: 'a credit note after 30 days, without ITBIS',
    type: 34,
    change: all(
      idDoc({ IndicadorNotaCredito: 1 }),
      (ecf: Json) => (ecf.InformacionReferencia.FechaNCFModificado = '01-01-2026'),
      computed([line(1, 1000)], {
        MontoGravadoTotal: 1000,
        MontoGravadoI1: 1000,
        ITBIS1: 18,
        TotalITBIS: 0,
        TotalITBIS1: 0,
        MontoTotal: 1000,
      }),
    ),
    codes: [],
  },
  {
    name: 'a credit note after 30 days, with ITBIS',
    type: 34,
    change: all(
      idDoc({ IndicadorNotaCredito: 1 }),
      (ecf: Json) => (ecf.InformacionReferencia.FechaNCFModificado = '01-01-2026'),
    ),
    codes: [],
  },
  ...[7, 9_999_999].map((itbis): RuleCase => ({
    name: `a credit note after 30 days, with ITBIS ${itbis}, which is neither zero nor the usual one`,
    type: 34,
    change: all(
      idDoc({ IndicadorNotaCredito: 1 }),
      (ecf: Json) => (ecf.InformacionReferencia.FechaNCFModificado = '01-01-2026'),
      computed([line(1, 1000), line(2, 1000)], {
        MontoGravadoTotal: 2000,
        MontoGravadoI1: 1000,
        MontoGravadoI2: 1000,
        ITBIS1: 18,
        ITBIS2: 16,
        TotalITBIS: itbis * 2,
        TotalITBIS1: itbis,
        TotalITBIS2: itbis,
        MontoTotal: 2000 + itbis * 2,
      }),
    ),
    codes: ['~TOTALES-06', '~TOTALES-07'],
  })),
  {
    name: 'a total of ITBIS is absent because it is zero',
    type: 46,
    change: without('TotalITBIS', 'TotalITBIS3'),
    codes: ['~TOTALES-18', '~TOTALES-18'],
  },
  {
    name: 'the total leaves out a global discount',
    type: 31,
    change: (ecf) => Object.assign(ecf, adjustments(['D', 1, 100])),
    codes: ['~TOTALES-01'],
  },
  {
    name: 'the total at 16 % leaves out a line',
    type: 31,
    change: all(
      secondLine(2),
      secondLine(2, { NumeroLinea: 3 }),
      totales({
        MontoGravadoTotal: 1100,
        MontoGravadoI2: 100,
        ITBIS2: 16,
        TotalITBIS: 196,
        TotalITBIS2: 16,
        MontoTotal: 1296,
      }),
    ),
    codes: ['~TOTALES-02'],
  },
  { name: 'a line at 0 % that its total forgets', type: 46, change: secondLine(3), codes: ['~TOTALES-03'] },
  { name: 'an exempt line that its total forgets', type: 43, change: secondLine(4), codes: ['~TOTALES-04'] },
  {
    name: 'MontoGravadoTotal that differs from its parts',
    type: 31,
    change: totales({ MontoGravadoTotal: 1010, MontoTotal: 1190 }),
    codes: ['~TOTALES-05'],
  },
  {
    name: 'ITBIS 1 computed at 16 %',
    type: 31,
    change: totales({ TotalITBIS: 160, TotalITBIS1: 160, MontoTotal: 1160 }),
    codes: ['~TOTALES-06'],
  },
  {
    name: 'ITBIS 2 computed at 18 %',
    type: 31,
    change: all(
      secondLine(2),
      totales({
        MontoGravadoTotal: 1100,
        MontoGravadoI2: 100,
        ITBIS2: 16,
        TotalITBIS: 200,
        TotalITBIS2: 20,
        MontoTotal: 1300,
      }),
    ),
    codes: ['~TOTALES-07'],
  },
  {
    name: 'ITBIS 3 that is not zero',
    type: 31,
    change: totales({ TotalITBIS: 190, TotalITBIS3: 10, MontoTotal: 1190 }),
    codes: ['~TOTALES-08'],
  },
  {
    name: 'TotalITBIS that differs from its parts',
    type: 31,
    change: totales({ TotalITBIS: 190, MontoTotal: 1190 }),
    codes: ['~TOTALES-09'],
  },
  {
    name: 'additional taxes that differ from their total',
    type: 31,
    change: all(
      item(taxes('001')),
      totales({
        ...taxTotals(['001', 10, { OtrosImpuestosAdicionales: 100 }]),
        MontoImpuestoAdicional: 150,
        MontoTotal: 1330,
      }),
    ),
    codes: ['~TOTALES-10'],
  },
  {
    // Two lines, two pesos.
    name: 'a total within the tolerance of its two lines',
    type: 44,
    change: computed([line(4, 500), line(4, 500)], { MontoExento: 1000, MontoTotal: 1002 }),
    codes: [],
  },
  {
    // 100 ÷ 1.18 = 84.7457…, rounded 84.75: one peso more is 85.75, though 1.0042… from the exact quotient.
    name: 'a taxable amount exactly at the tolerance of the rounded one',
    type: 31,
    change: all(
      idDoc({ IndicadorMontoGravado: 1 }),
      computed([line(1, 100)], {
        MontoGravadoTotal: 85.75,
        MontoGravadoI1: 85.75,
        ITBIS1: 18,
        TotalITBIS: 15.44,
        TotalITBIS1: 15.44,
        MontoTotal: 101.19,
      }),
    ),
    codes: [],
  },
  {
    name: 'a total one cent above the tolerance',
    type: 44,
    change: computed([line(4, 500), line(4, 500)], { MontoExento: 1000, MontoTotal: 1002.01 }),
    codes: ['~TOTALES-11'],
  },
  {
    name: 'MontoPeriodo without the lines that are not billed',
    type: 31,
    change: all(secondLine(0), totales({ MontoNoFacturable: 100, MontoPeriodo: 1180 })),
    codes: ['~TOTALES-13'],
  },
  {
    name: 'withholdings with their totals',
    type: 31,
    change: all(
      withholding({ MontoITBISRetenido: 180, MontoISRRetenido: 20 }),
      totales({ TotalITBISRetenido: 180, TotalISRRetencion: 20 }),
    ),
    codes: [],
  },
  {
    name: 'withholdings that differ from their totals',
    type: 31,
    change: all(
      withholding({ MontoITBISRetenido: 180, MontoISRRetenido: 20 }),
      totales({ TotalITBISRetenido: 100, TotalISRRetencion: 10 }),
    ),
    codes: ['~TOTALES-15', '~TOTALES-16'],
  },

  { name: 'payments abroad with their ISR', type: 47, codes: [] },
  {
    // DGII rejects with code 11170, and the number is then used.
    name: 'payments abroad whose ISR differs from their lines',
    type: 47,
    change: totales({ TotalISRRetencion: 271.01 }),
    codes: ['TOTALES-20'],
  },
  {
    name: 'payments abroad whose ISR is rounded differently',
    type: 47,
    change: totales({ TotalISRRetencion: 271 }),
    codes: [],
  },

  // Missing totals. The amounts computed from them are not checked.
  {
    name: 'without MontoGravadoI1, and the rest as if it were there',
    type: 31,
    change: without('MontoGravadoI1'),
    codes: ['TOTALES-17'],
  },
  {
    name: 'a line at 16 % without its totals',
    type: 31,
    change: secondLine(2),
    codes: ['TOTALES-17', 'TOTALES-17'],
  },
  {
    name: 'nothing but MontoTotal',
    type: 31,
    change: (ecf) => (ecf.Encabezado.Totales = { MontoTotal: 1180 }),
    codes: ['TOTALES-17', 'TOTALES-17', 'TOTALES-17', 'TOTALES-17'],
  },
  ...(['MontoGravadoTotal', 'TotalITBIS', 'TotalITBIS1'] as const).map((field) => ({
    name: `without ${field}`,
    type: 45 as const,
    change: without(field),
    codes: ['TOTALES-17'],
  })),
  { name: 'without MontoExento', type: 43, change: without('MontoExento'), codes: ['TOTALES-17'] },
  { name: 'without MontoGravadoI3', type: 46, change: without('MontoGravadoI3'), codes: ['TOTALES-17'] },
  {
    // The amount is below the tolerance, but there is an exempt line.
    name: 'without the MontoExento of one cent',
    type: 31,
    change: all(
      secondLine(4, { PrecioUnitarioItem: 0.01, MontoItem: 0.01 }),
      totales({ MontoTotal: 1180.01 }),
    ),
    codes: ['TOTALES-17'],
  },
  {
    name: 'a line given for nothing, at another rate',
    type: 31,
    change: secondLine(4, { PrecioUnitarioItem: 0, MontoItem: 0 }),
    codes: [],
  },
  {
    name: 'additional taxes without their total',
    type: 31,
    change: all(item(taxes('001')), (ecf: Json) => {
      totales(taxTotals(['001', 10, { OtrosImpuestosAdicionales: 100 }]))(ecf);
      delete ecf.Encabezado.Totales.MontoImpuestoAdicional;
    }),
    codes: ['TOTALES-17'],
  },
  { name: 'a line not billed, without its total', type: 31, change: secondLine(0), codes: ['TOTALES-17'] },
  {
    name: 'withholdings without their totals',
    type: 31,
    change: withholding({ MontoITBISRetenido: 180, MontoISRRetenido: 20 }),
    codes: ['TOTALES-17', 'TOTALES-17'],
  },
  {
    name: 'withholdings of zero without their totals',
    type: 31,
    change: withholding({ MontoITBISRetenido: 0, MontoISRRetenido: 0 }),
    codes: [],
  },
  {
    name: 'payments abroad without the total withheld',
    type: 47,
    change: without('TotalISRRetencion'),
    codes: ['TOTALES-17'],
  },
  {
    // No source gives the ITBIS of such a note, but the format gives its price.
    name: 'a credit note after 30 days, without ITBIS and without its taxable amount',
    type: 34,
    change: all(
      idDoc({ IndicadorNotaCredito: 1 }),
      (ecf: Json) => (ecf.InformacionReferencia.FechaNCFModificado = '01-01-2026'),
      totales({ MontoTotal: 1000 }),
      without('TotalITBIS', 'TotalITBIS1', 'MontoGravadoI1'),
    ),
    codes: ['TOTALES-17'],
  },
  {
    name: 'three lines that differ by 2.72, and a total that follows them',
    type: 44,
    change: computed(officialExample, { MontoExento: 6914.3, MontoTotal: 6914.3 }),
    codes: [],
  },
  {
    name: 'the same lines, and a total that differs from them in the same direction',
    type: 44,
    change: computed(officialExample, { MontoExento: 6914.59, MontoTotal: 6914.59 }),
    codes: ['~TOTALES-19'],
  },
  {
    name: 'differences that cancel each other',
    type: 44,
    change: computed([line(4, 101, { PrecioUnitarioItem: 100 })], { MontoExento: 100, MontoTotal: 101 }),
    codes: [],
  },
  {
    // Each amount is 1.00 above the amount it is computed from: 3.00 in all, with a tolerance of 1.00.
    name: 'differences that add up',
    type: 44,
    change: computed([line(4, 101, { PrecioUnitarioItem: 100 })], { MontoExento: 102, MontoTotal: 103 }),
    codes: ['~TOTALES-19'],
  },
  {
    // 990.00 and 10.00 more; 180.00 of ITBIS and a cent more.
    name: 'differences of the lines and of the ITBIS that add up',
    type: 31,
    change: computed(
      Array.from({ length: 10 }, () => line(1, 100, { PrecioUnitarioItem: 99 })),
      {
        MontoGravadoTotal: 1000,
        MontoGravadoI1: 1000,
        ITBIS1: 18,
        TotalITBIS: 180.01,
        TotalITBIS1: 180.01,
        MontoTotal: 1180.01,
      },
    ),
    codes: ['~TOTALES-19'],
  },
  {
    name: 'a line that is not billed',
    type: 31,
    change: all(
      secondLine(0, { PrecioUnitarioItem: 100, MontoItem: 101 }),
      totales({ MontoNoFacturable: 101, MontoPeriodo: 1281, MontoTotal: 1182, ValorPagar: 1182 }),
    ),
    codes: [],
  },
]);
