/** Additional taxes. The rates of 006 to 039 come from the examples: no table has them, so they are not checked. */
import { additionalTaxRules } from '../../../../../src/ecf/rules/sums/additional-taxes.js';
import { all, codesOf, idDoc, item, ruleCases, soundVoucher, totales } from '../cases.js';
import { adjustments, computed, line, taxes, taxTotals, type TaxTotal } from '../computed.js';
import type { Json } from '../../samples.js';

const otros = (monto: number) => ({ OtrosImpuestosAdicionales: monto });
const especifico = (monto: number) => ({ MontoImpuestoSelectivoConsumoEspecifico: monto });
const advalorem = (monto: number) => ({ MontoImpuestoSelectivoConsumoAdvalorem: monto });

/** Totals of lines at 18 % with additional taxes outside the base of ITBIS. */
// eslint-disable-next-line max-params -- each call is one row of figures from DGII's examples
function at18(net: number, itbis: number, additional: number, total: number, ...rows: readonly TaxTotal[]) {
  return {
    MontoGravadoTotal: net,
    MontoGravadoI1: net,
    ITBIS1: 18,
    TotalITBIS: itbis,
    TotalITBIS1: itbis,
    MontoImpuestoAdicional: additional,
    ...taxTotals(...rows),
    MontoTotal: total,
  };
}

const included = idDoc({ IndicadorMontoGravado: 1 });

/** Informe Técnico pp.28-30: 200.00 and 300.00 with CDT, 130.00 without. */
const telephone = [line(1, 200, taxes('002')), line(1, 300, taxes('002')), line(1, 130)];

/** Informe Técnico p.22: a box of 16 bottles of 0.65 l of rum at 4.30 %. */
const rum = (codes: readonly string[], change: Json = {}) => ({
  ...line(1, 1063.97),
  UnidadMedida: 6,
  CantidadReferencia: 16,
  UnidadReferencia: 5,
  TablaSubcantidad: { SubcantidadItem: [{ Subcantidad: 0.65, CodigoSubcantidad: 24 }] },
  GradosAlcohol: 4.3,
  PrecioUnitarioReferencia: 80,
  ...taxes(...codes),
  ...change,
});
/**
 * Specific: 617.93 × 4.30 % × 16 × 0.65 × 1 = 276.34. Ad valorem: (80 ÷ 1.18 − 276.34 ÷ 16) ÷ 1.10 × 0.10 × 16 = 73.49.
 * ITBIS: 18 % of 1,063.97 + 349.83 = 254.48. Total 1,668.28.
 */
const rumTotals = (specific = 276.34, adValorem = 73.49) =>
  at18(
    1063.97,
    254.48,
    349.83,
    1668.28,
    ['014', 617.93, especifico(specific)],
    ['031', 10, advalorem(adValorem)],
  );

/** Informe Técnico p.25: a carton of 20 packs. */
const cigarettes = (change: Json = {}) => ({
  ...line(1, 1450),
  CantidadReferencia: 20,
  UnidadReferencia: 43,
  TablaSubcantidad: { SubcantidadItem: [{ Subcantidad: 20, CodigoSubcantidad: 43 }] },
  PrecioUnitarioReferencia: 200,
  ...taxes('019', '036'),
  ...change,
});

/** Informe Técnico p.23: 2 units in bulk at 10,163.97. */
const bulk = (...codes: readonly string[]) => ({
  ...line(1, 20327.94),
  CantidadItem: 2,
  PrecioUnitarioItem: 10163.97,
  UnidadMedida: 18,
  ...taxes(...codes),
});

ruleCases(additionalTaxRules, [
  {
    // 10 % of 1,000. The tip is not in the base of ITBIS.
    name: 'a legal tip',
    type: 32,
    change: computed([line(1, 1000, taxes('001'))], at18(1000, 180, 100, 1280, ['001', 10, otros(100)])),
    codes: [],
  },
  {
    // 1,180 ÷ 1.18 = 1,000; 10 % of it.
    name: 'a legal tip on a price with ITBIS',
    type: 32,
    change: all(
      included,
      computed([line(1, 1180, taxes('001'))], at18(1000, 180, 100, 1280, ['001', 10, otros(100)])),
    ),
    codes: [],
  },
  {
    // Insurance bears no ITBIS: 16 % of 5,000.
    name: 'insurance, exempt, in a voucher of prices with ITBIS',
    type: 31,
    change: all(
      included,
      computed([line(1, 1180), line(4, 5000, taxes('003'))], {
        ...at18(1000, 180, 800, 6980, ['003', 16, otros(800)]),
        MontoExento: 5000,
      }),
    ),
    codes: [],
  },
  {
    // p.25 c as written: 5,000 ÷ 1.18 × 16 % = 677.97.
    name: 'insurance, exempt, but still divided',
    type: 31,
    change: all(
      included,
      computed([line(1, 1180), line(4, 5000, taxes('003'))], {
        ...at18(1000, 180, 677.97, 6857.97, ['003', 16, otros(677.97)]),
        MontoExento: 5000,
      }),
    ),
    codes: [],
  },
  {
    // 17 % of 100,000: not divided, even when prices include ITBIS.
    name: 'a first plate',
    type: 31,
    change: all(
      included,
      computed(
        [line(1, 118000, taxes('005'))],
        at18(100000, 18000, 20060, 138060, ['005', 17, otros(20060)]),
      ),
    ),
    codes: [],
  },
  {
    // Special regimes are exempt from ITBIS: CDT 2 % and ISC 10 % of 1,000.
    name: 'telephony for a special regime',
    type: 44,
    change: computed([line(4, 1000, taxes('002', '004'))], {
      MontoExento: 1000,
      MontoImpuestoAdicional: 120,
      ...taxTotals(['002', 2, otros(20)], ['004', 10, otros(100)]),
      MontoTotal: 1120,
    }),
    codes: [],
  },
  {
    // Informe Técnico p.29: (500 − 79.37) × 2 % = 8.41.
    name: 'a discount prorated',
    type: 31,
    change: computed(
      telephone,
      at18(530, 95.4, 8.41, 633.81, ['002', 2, otros(8.41)]),
      adjustments(['D', 1, 100]),
    ),
    codes: [],
  },
  {
    // Informe Técnico p.30: (500 + 79.37) × 2 % = 11.59.
    name: 'a surcharge prorated',
    type: 31,
    change: computed(
      telephone,
      at18(730, 131.4, 11.59, 872.99, ['002', 2, otros(11.59)]),
      adjustments(['R', 1, 100]),
    ),
    codes: [],
  },
  {
    // 2,000,000 + 3,000,000 with CDT, 1,300,000 without; 1,000,000 off: 2 % of 5,000,000 − 793,650.79 = 84,126.98.
    name: 'a large discount prorated',
    type: 31,
    change: computed(
      [line(1, 2000000, taxes('002')), line(1, 3000000, taxes('002')), line(1, 1300000)],
      at18(5300000, 954000, 84126.98, 6338126.98, ['002', 2, otros(84126.98)]),
      adjustments(['D', 1, 1000000]),
    ),
    codes: [],
  },
  {
    name: 'a large discount not prorated',
    type: 31,
    change: computed(
      [line(1, 2000000, taxes('002')), line(1, 3000000, taxes('002')), line(1, 1300000)],
      at18(5300000, 954000, 100000, 6354000, ['002', 2, otros(100000)]),
      adjustments(['D', 1, 1000000]),
    ),
    codes: ['~IMPUESTO-08'],
  },
  {
    // A discount on the exempt lines does not change the lines with the tip: 10 % of 1,000.
    name: 'a discount of other lines',
    type: 32,
    change: computed(
      [line(1, 1000, taxes('001')), line(4, 500)],
      { ...at18(1000, 180, 100, 1680, ['001', 10, otros(100)]), MontoExento: 400 },
      adjustments(['D', 4, 100]),
    ),
    codes: [],
  },
  {
    // Surcharges are not prorated for insurance (p.26 f): 16 % of 1,000.
    name: 'a surcharge on insurance',
    type: 31,
    change: computed(
      [line(4, 1000, taxes('003'))],
      {
        MontoExento: 1100,
        MontoImpuestoAdicional: 160,
        ...taxTotals(['003', 16, otros(160)]),
        MontoTotal: 1260,
      },
      adjustments(['R', 4, 100]),
    ),
    codes: [],
  },
  {
    // The official set: 633.85 × 5 % × 24 × 0.355 × 2 = 540.04; (65 ÷ 1.18 − 11.2508) ÷ 1.10 × 0.10 × 48 = 191.28.
    name: 'beer',
    type: 31,
    change: computed(
      [
        {
          ...rum(['006', '023']),
          CantidadItem: 2,
          CantidadReferencia: 24,
          TablaSubcantidad: { SubcantidadItem: [{ Subcantidad: 0.355, CodigoSubcantidad: 24 }] },
          GradosAlcohol: 5,
          PrecioUnitarioReferencia: 65,
          PrecioUnitarioItem: 1615,
          MontoItem: 3230,
        },
      ],
      at18(
        3230,
        713.04,
        731.32,
        4674.36,
        ['006', 633.85, especifico(540.04)],
        ['023', 10, advalorem(191.28)],
      ),
    ),
    codes: [],
  },
  { name: 'rum', type: 31, change: computed([rum(['014', '031'])], rumTotals()), codes: [] },
  {
    name: 'rum sold by a shop, which owes no selective tax',
    type: 32,
    change: computed([{ ...line(1, 500), GradosAlcohol: 40 }], {
      MontoGravadoTotal: 500,
      MontoGravadoI1: 500,
      ITBIS1: 18,
      TotalITBIS: 90,
      TotalITBIS1: 90,
      MontoTotal: 590,
    }),
    codes: [],
  },
  {
    // Rum and beer together: each row is the sum of its own lines; ITBIS 18 % of 4,293.97 + 1,081.15.
    name: 'two products',
    type: 45,
    change: computed(
      [
        rum(['014', '031']),
        {
          ...rum(['006', '023']),
          CantidadItem: 2,
          CantidadReferencia: 24,
          TablaSubcantidad: { SubcantidadItem: [{ Subcantidad: 0.355, CodigoSubcantidad: 24 }] },
          GradosAlcohol: 5,
          PrecioUnitarioReferencia: 65,
          PrecioUnitarioItem: 1615,
          MontoItem: 3230,
        },
      ],
      at18(
        4293.97,
        967.52,
        1081.15,
        6342.64,
        ['006', 633.85, especifico(540.04)],
        ['014', 617.93, especifico(276.34)],
        ['023', 10, advalorem(191.28)],
        ['031', 10, advalorem(73.49)],
      ),
    ),
    codes: [],
  },
  {
    // Informe Técnico p.23: 10,163.97 × 1.30 × 0.10 × 2 = 2,642.63. ITBIS 18 % of 22,970.57 = 4,134.70.
    name: 'alcohol in bulk',
    type: 31,
    change: computed(
      [bulk('028')],
      at18(20327.94, 4134.7, 2642.63, 27105.27, ['028', 10, advalorem(2642.63)]),
    ),
    codes: [],
  },
  {
    name: 'alcohol in bulk that has its specific code, without an amount',
    type: 31,
    change: computed(
      [bulk('011', '028')],
      at18(20327.94, 4134.7, 2642.63, 27105.27, ['011', 632.58, {}], ['028', 10, advalorem(2642.63)]),
    ),
    codes: [],
  },
  {
    // Informe Técnico pp.25-26: 20 × 25.86 = 517.20; (200 ÷ 1.18 − 25.86) ÷ 1.20 × 0.20 × 20 = 478.77.
    // ITBIS 18 % of 1,450 + 995.97 = 440.27.
    name: 'cigarettes',
    type: 31,
    change: computed(
      [cigarettes()],
      at18(1450, 440.27, 995.97, 2886.24, ['019', 25.86, especifico(517.2)], ['036', 20, advalorem(478.77)]),
    ),
    codes: [],
  },
  {
    name: 'a credit note whose rows leave out the code',
    type: 34,
    change: computed([line(1, 1000, taxes('001'))], {
      ...at18(1000, 180, 100, 1280),
      ImpuestosAdicionales: { ImpuestoAdicional: [otros(100)] },
    }),
    codes: [],
  },
  {
    name: 'a code of the lines that Totales does not have',
    type: 31,
    change: item(taxes('001')),
    codes: ['IMPUESTO-01'],
  },
  {
    name: 'a code of Totales that no line has',
    type: 31,
    change: totales(at18(1000, 180, 100, 1280, ['001', 10, otros(100)])),
    codes: ['IMPUESTO-01'],
  },
  {
    name: 'a code that differs from the code of the lines',
    type: 33,
    change: all(item(taxes('002')), totales(at18(1000, 180, 100, 1280, ['004', 10, otros(100)]))),
    codes: ['IMPUESTO-01', 'IMPUESTO-01'],
  },
  {
    name: 'beer for a special regime',
    type: 44,
    change: all(
      item(taxes('006')),
      totales({ MontoImpuestoAdicional: 1, ...taxTotals(['006', 632.58, otros(1)]), MontoTotal: 1001 }),
    ),
    codes: ['~IMPUESTO-07', 'IMPUESTO-02', 'IMPUESTO-02'],
  },
  {
    name: 'a specific tax without its amount',
    type: 31,
    change: computed([rum(['014', '031'])], {
      ...at18(1063.97, 204.74, 73.49, 1342.2, ['014', 617.93, {}], ['031', 10, advalorem(73.49)]),
    }),
    codes: ['IMPUESTO-03'],
  },
  {
    name: 'a tip in the field of the specific tax',
    type: 31,
    change: all(item(taxes('001')), totales(at18(1000, 180, 100, 1280, ['001', 10, especifico(100)]))),
    codes: ['~IMPUESTO-07', 'IMPUESTO-03'],
  },
  {
    name: 'an ad valorem tax without a specific tax',
    type: 31,
    change: computed([rum(['031'])], at18(1063.97, 204.74, 73.49, 1342.2, ['031', 10, advalorem(73.49)])),
    codes: ['IMPUESTO-04'],
  },
  {
    name: 'a specific tax without an ad valorem tax',
    type: 31,
    change: computed(
      [rum(['014'])],
      at18(1063.97, 241.26, 276.34, 1581.57, ['014', 617.93, especifico(276.34)]),
    ),
    codes: ['~IMPUESTO-05'],
  },
  {
    name: 'rum that pays the ad valorem tax of beer',
    type: 31,
    change: computed(
      [rum(['014', '023'])],
      at18(
        1063.97,
        254.48,
        349.83,
        1668.28,
        ['014', 617.93, especifico(276.34)],
        ['023', 10, advalorem(73.49)],
      ),
    ),
    codes: ['~IMPUESTO-06'],
  },
  ...(
    [
      ['001', 10, 15],
      ['002', 2, 3],
      ['003', 16, 18],
      ['004', 10, 12],
      ['005', 17, 16],
    ] as const
  ).flatMap(([code, rate, other]) =>
    [rate, other].map((used) => ({
      name: `code ${code} at ${used} %`,
      type: 31 as const,
      change: computed(
        [line(1, 1000, taxes(code))],
        at18(1000, 180, used * 10, 1180 + used * 10, [code, used, otros(used * 10)]),
      ),
      codes: used === rate ? [] : ['~IMPUESTO-11'],
    })),
  ),
  {
    name: 'a tip of 15 % at a rate of 10',
    type: 31,
    change: computed([line(1, 1000, taxes('001'))], at18(1000, 180, 150, 1330, ['001', 10, otros(150)])),
    codes: ['~IMPUESTO-08'],
  },
  {
    name: 'a tip on a price with its ITBIS',
    type: 32,
    change: all(
      included,
      computed([line(1, 1180, taxes('001'))], at18(1000, 180, 118, 1298, ['001', 10, otros(118)])),
    ),
    codes: ['~IMPUESTO-08'],
  },
  {
    name: 'a specific tax beyond the tolerance',
    type: 31,
    change: computed([rum(['014', '031'])], rumTotals(278)),
    codes: ['~IMPUESTO-09'],
  },
  {
    name: 'an ad valorem tax beyond the tolerance',
    type: 31,
    change: computed([rum(['014', '031'])], rumTotals(276.34, 75)),
    codes: ['~IMPUESTO-10'],
  },
  {
    name: 'cigarettes taxed without first subtracting the specific tax',
    type: 31,
    change: computed(
      [cigarettes()],
      at18(1450, 455.79, 1082.17, 2987.96, ['019', 25.86, especifico(517.2)], ['036', 20, advalorem(564.97)]),
    ),
    codes: ['~IMPUESTO-10'],
  },
]);

test.each([0, -100, -118, -130, 1e308, 5e-324])(
  'a rate of %d has its faults, and divides by nothing',
  (rate) => {
    const ecf = soundVoucher(31);
    included(ecf);
    computed(
      [rum(['014', '031']), line(1, 500, taxes('002', '004'))],
      at18(
        1563.97,
        0,
        0,
        0,
        ['014', rate, especifico(1)],
        ['031', rate, advalorem(1)],
        ['002', rate, otros(1)],
        ['004', rate, otros(1)],
      ),
      adjustments(['D', 1, 10, { IndicadorNorma1007: 1 }], ['R', 1, 0]),
    )(ecf);
    ecf.Encabezado.OtraMoneda = { TipoMoneda: 'USD', TipoCambio: 0, MontoTotalOtraMoneda: 1 };
    expect(codesOf(ecf)).not.toEqual([]);
  },
);
