/** Global discounts and surcharges. */
import { adjustmentRules } from '../../../../../src/ecf/rules/lines/adjustments.js';
import { all, idDoc, ruleCases } from '../cases.js';
import { adjustments, type AdjustmentEntry, computed, line, taxes, taxTotals } from '../computed.js';
import type { Json } from '../../samples.js';

const percent = (value: number, change: Json = {}) => ({
  TipoValor: '%',
  ValorDescuentooRecargo: value,
  ...change,
});

/** Adds adjustments to the sound voucher with one line of 1,000.00. Its totals do not matter here. */
const adjusted =
  (...rows: readonly AdjustmentEntry[]) =>
  (ecf: Json) =>
    Object.assign(ecf, adjustments(...rows));
/** Removes a field from the first adjustment. */
const without = (field: string) => (ecf: Json) => {
  const [first] = ecf.DescuentosORecargos.DescuentoORecargo;
  Reflect.deleteProperty(first, field);
};

/** 1,000.00 less 10 % and 200.00 exempt less 10 %: one entry for each indicator. ITBIS 162. */
const tenPercent = computed(
  [line(1, 1000), line(4, 200)],
  {
    MontoGravadoTotal: 900,
    MontoGravadoI1: 900,
    MontoExento: 180,
    ITBIS1: 18,
    TotalITBIS: 162,
    TotalITBIS1: 162,
    MontoTotal: 1242,
  },
  adjustments(['D', 1, 100, percent(10)], ['D', 4, 20, percent(10)]),
);

/** Two taxes on two lines of 100.00: lines with different codes. */
const twoCodes = (entry: Json) =>
  computed(
    [line(1, 100, taxes('001')), line(1, 100, taxes('002'))],
    {
      MontoGravadoTotal: 180,
      MontoGravadoI1: 180,
      ITBIS1: 18,
      TotalITBIS: 32.4,
      TotalITBIS1: 32.4,
      MontoImpuestoAdicional: 10.8,
      // (100 − 10) × 10 % and (100 − 10) × 2 %.
      ...taxTotals(
        ['001', 10, { OtrosImpuestosAdicionales: 9 }],
        ['002', 2, { OtrosImpuestosAdicionales: 1.8 }],
      ),
      MontoTotal: 223.2,
    },
    adjustments(['D', 1, 20, entry]),
  );

const underNorma1007 = (tipo: 'D' | 'R') =>
  all(
    idDoc({ IndicadorMontoGravado: 1 }),
    computed(
      [line(1, 1180)],
      {
        MontoGravadoTotal: 1000,
        MontoGravadoI1: 1000,
        ITBIS1: 18,
        TotalITBIS: 180,
        TotalITBIS1: 180,
        MontoTotal: 1180,
      },
      adjustments([tipo, 1, 80, { IndicadorNorma1007: 1 }]),
    ),
  );

ruleCases(adjustmentRules, [
  { name: 'ten percent off all lines', type: 31, change: tenPercent, codes: [] },
  { name: 'ten percent off all lines, government', type: 45, change: tenPercent, codes: [] },
  {
    // 5 % of 1,180 without ITBIS: 50. 1,180 ÷ 1.18 − 50 = 950.
    name: 'a percentage of prices without their ITBIS',
    type: 31,
    change: all(
      idDoc({ IndicadorMontoGravado: 1 }),
      computed(
        [line(1, 1180)],
        {
          MontoGravadoTotal: 950,
          MontoGravadoI1: 950,
          ITBIS1: 18,
          TotalITBIS: 171,
          TotalITBIS1: 171,
          MontoTotal: 1121,
        },
        adjustments(['D', 1, 50, percent(5)]),
      ),
    ),
    codes: [],
  },
  {
    // 10 % of 1,000 = 100; then 5 % of the 900 that are left = 45.
    name: 'a percentage of what an earlier discount left',
    type: 44,
    change: computed(
      [line(4, 1000)],
      { MontoExento: 855, MontoTotal: 855 },
      adjustments(['D', 4, 100, percent(10)], ['D', 4, 45, percent(5)]),
    ),
    codes: [],
  },
  {
    name: 'a surcharge on an export',
    type: 46,
    change: computed(
      [line(3, 1000)],
      {
        MontoGravadoTotal: 1075,
        MontoGravadoI3: 1075,
        ITBIS3: 0,
        TotalITBIS: 0,
        TotalITBIS3: 0,
        MontoTotal: 1075,
      },
      adjustments(['R', 3, 75, percent(7.5)]),
    ),
    codes: [],
  },
  {
    // Delivery: 100 at 18 % on exempt goods.
    name: 'a surcharge taxed on its own',
    type: 31,
    change: computed(
      [line(4, 1000)],
      {
        MontoGravadoTotal: 100,
        MontoGravadoI1: 100,
        MontoExento: 1000,
        ITBIS1: 18,
        TotalITBIS: 18,
        TotalITBIS1: 18,
        MontoTotal: 1118,
      },
      adjustments(['R', 1, 100]),
    ),
    codes: [],
  },
  {
    name: 'numbers out of order',
    type: 31,
    change: all(adjusted(['D', 1, 10], ['R', 1, 10]), (ecf) => {
      ecf.DescuentosORecargos.DescuentoORecargo[1].NumeroLinea = 5;
    }),
    codes: ['~AJUSTE-01'],
  },
  {
    name: 'neither amount nor percentage named',
    type: 31,
    change: all(adjusted(['D', 1, 0]), without('TipoValor')),
    codes: ['AJUSTE-02'],
  },
  {
    name: 'a percentage without its amount',
    type: 41,
    change: all(adjusted(['D', 1, 0, percent(10)]), without('MontoDescuentooRecargo')),
    codes: ['AJUSTE-03'],
  },
  {
    name: 'a percentage that is missing',
    type: 31,
    change: adjusted(['R', 1, 1, { TipoValor: '%' }]),
    codes: ['AJUSTE-04'],
  },
  {
    name: 'an adjustment without the indicator of the lines it affects',
    type: 33,
    change: all(adjusted(['D', 1, 1]), without('IndicadorFacturacionDescuentooRecargo')),
    codes: ['AJUSTE-05'],
  },
  {
    name: 'an amount that differs from its percentage',
    type: 31,
    change: adjusted(['D', 1, 150, percent(10)]),
    codes: ['~AJUSTE-06'],
  },
  {
    name: 'a percentage for lines with different additional taxes',
    type: 31,
    change: twoCodes(percent(10)),
    codes: [],
  },
  {
    name: 'an amount for lines with different additional taxes',
    type: 31,
    change: twoCodes({ TipoValor: '$' }),
    codes: ['~AJUSTE-07'],
  },
  {
    name: 'a discount on exempt lines, without any exempt line',
    type: 34,
    change: adjusted(['D', 4, 1]),
    codes: ['~AJUSTE-08'],
  },
  {
    // 1,180 ÷ 1.18 = 1,000: the discount does not change the base or the total.
    name: 'a discount under Norma 10-07',
    type: 31,
    change: underNorma1007('D'),
    codes: [],
  },
  {
    name: 'a surcharge under Norma 10-07',
    type: 31,
    change: underNorma1007('R'),
    codes: ['~AJUSTE-09'],
  },
]);
