/** Arithmetic of the lines. The sound voucher has one line: 2 × 500.00 = 1,000.00. */
import { lineRules } from '../../../../../src/ecf/rules/lines/lines.js';
import { all, item, ruleCases, totales } from '../cases.js';
import { computed, line } from '../computed.js';
import type { Json } from '../../samples.js';

const discounts = (...rows: readonly Json[]) => ({ TablaSubDescuento: { SubDescuento: rows } });
const surcharges = (...rows: readonly Json[]) => ({ TablaSubRecargo: { SubRecargo: rows } });
const less = (monto: number) => ({ TipoSubDescuento: '$', MontoSubDescuento: monto });
const more = (monto: number) => ({ TipoSubRecargo: '$', MontoSubRecargo: monto });

/** A note that corrects texts. */
const onlyTexts = (ecf: Json) => (ecf.InformacionReferencia.CodigoModificacion = 2);

ruleCases(lineRules, [
  { name: 'a line one peso off', type: 31, change: item({ MontoItem: 1001 }), codes: [] },
  {
    name: 'a line a peso and a cent off',
    type: 31,
    change: item({ MontoItem: 1001.01 }),
    codes: ['~LINEA-01'],
  },
  {
    name: 'a line a peso and a cent short',
    type: 31,
    change: item({ MontoItem: 998.99 }),
    codes: ['~LINEA-01'],
  },
  {
    // Informe Técnico p.21: 5.50 × 100.33 = 551.815, 10.25 × 555.44 = 5,693.26, 2.00 × 333.25 = 666.50, all of them
    // written up to a peso more. 552.80 + 5,694.00 + 667.50 = 6,914.30.
    name: 'the example of the technical report',
    type: 44,
    change: computed(
      [
        { IndicadorFacturacion: 4, CantidadItem: 5.5, PrecioUnitarioItem: 100.33, MontoItem: 552.8 },
        { IndicadorFacturacion: 4, CantidadItem: 10.25, PrecioUnitarioItem: 555.44, MontoItem: 5694 },
        { IndicadorFacturacion: 4, CantidadItem: 2, PrecioUnitarioItem: 333.25, MontoItem: 667.5 },
      ],
      { MontoExento: 6911.58, MontoTotal: 6914.3 },
    ),
    codes: [],
  },
  {
    // 3.33 × 0.1234 = 0.410922, half up on the third decimal: 0.41.
    name: 'a price of four decimals',
    type: 43,
    change: computed(
      [{ IndicadorFacturacion: 4, CantidadItem: 3.33, PrecioUnitarioItem: 0.1234, MontoItem: 0.41 }],
      { MontoExento: 0.41, MontoTotal: 0.41 },
    ),
    codes: [],
  },
  {
    // 2 × 550 − (100 + 50) + 50 = 1,000.
    name: 'discounts and a surcharge',
    type: 31,
    change: item({
      PrecioUnitarioItem: 550,
      DescuentoMonto: 150,
      ...discounts(less(100), less(50)),
      RecargoMonto: 50,
      ...surcharges(more(50)),
    }),
    codes: [],
  },
  {
    // 10 % of 2 × 625 = 125; 2 × 625 − 125 − 125 = 1,000: each percentage is of the full price.
    name: 'two discounts in percent',
    type: 31,
    change: item({
      PrecioUnitarioItem: 625,
      DescuentoMonto: 250,
      ...discounts(
        { TipoSubDescuento: '%', SubDescuentoPorcentaje: 10, MontoSubDescuento: 125 },
        { TipoSubDescuento: '%', SubDescuentoPorcentaje: 10, MontoSubDescuento: 125 },
      ),
    }),
    codes: [],
  },
  {
    // 25 % of 2 × 400 = 200; 800 + 200 = 1,000.
    name: 'a surcharge in percent',
    type: 45,
    change: item({
      PrecioUnitarioItem: 400,
      RecargoMonto: 200,
      ...surcharges({ TipoSubRecargo: '%', SubRecargoPorcentaje: 25, MontoSubRecargo: 200 }),
    }),
    codes: [],
  },
  {
    name: 'a gift: the discount is the whole price',
    type: 44,
    change: computed(
      [line(4, 1000), { ...line(4, 0), PrecioUnitarioItem: 80, DescuentoMonto: 80, ...discounts(less(80)) }],
      { MontoExento: 1000, MontoTotal: 1000 },
    ),
    codes: [],
  },
  {
    name: 'a discount of zero',
    type: 46,
    change: item({ DescuentoMonto: 0, RecargoMonto: 0 }),
    codes: [],
  },
  {
    name: 'a discount left out of the line',
    type: 31,
    change: item({ DescuentoMonto: 100, ...discounts(less(100)) }),
    codes: ['~LINEA-01'],
  },
  {
    name: 'a discount that differs from its table',
    type: 31,
    change: item({ PrecioUnitarioItem: 550, DescuentoMonto: 100, ...discounts(less(90)) }),
    codes: ['LINEA-02'],
  },
  {
    name: 'a discount within a peso of its table',
    type: 31,
    change: item({ PrecioUnitarioItem: 550, DescuentoMonto: 100, ...discounts(less(60), less(39)) }),
    codes: [],
  },
  {
    name: 'a surcharge that differs from its table',
    type: 31,
    change: item({ PrecioUnitarioItem: 450, RecargoMonto: 100, ...surcharges(more(90)) }),
    codes: ['LINEA-03'],
  },
  {
    name: 'a discount without its table',
    type: 41,
    change: item({ PrecioUnitarioItem: 550, DescuentoMonto: 100 }),
    codes: ['LINEA-04'],
  },
  {
    name: 'a table of discounts without their sum',
    type: 34,
    change: item(discounts(less(100))),
    codes: ['LINEA-04'],
  },
  {
    name: 'a surcharge without its table',
    type: 46,
    change: item({ PrecioUnitarioItem: 450, RecargoMonto: 100 }),
    codes: ['LINEA-05'],
  },
  {
    name: 'a table of surcharges without their sum',
    type: 33,
    change: item(surcharges(more(100))),
    codes: ['LINEA-05'],
  },
  {
    name: 'a discount in percent without its percentage',
    type: 31,
    change: item({
      PrecioUnitarioItem: 550,
      DescuentoMonto: 100,
      ...discounts({ TipoSubDescuento: '%', MontoSubDescuento: 100 }),
    }),
    codes: ['LINEA-06'],
  },
  {
    name: 'a discount in percent without its amount',
    type: 31,
    change: item({
      PrecioUnitarioItem: 550,
      DescuentoMonto: 100,
      ...discounts({ TipoSubDescuento: '%', SubDescuentoPorcentaje: 10 }),
    }),
    codes: ['LINEA-06'],
  },
  {
    name: 'a surcharge without its amount',
    type: 31,
    change: item({ PrecioUnitarioItem: 450, RecargoMonto: 100, ...surcharges({ TipoSubRecargo: '$' }) }),
    codes: ['LINEA-07'],
  },
  {
    name: 'a discount that differs from its percentage',
    type: 31,
    change: item({
      PrecioUnitarioItem: 550,
      DescuentoMonto: 100,
      ...discounts({ TipoSubDescuento: '%', SubDescuentoPorcentaje: 10, MontoSubDescuento: 100 }),
    }),
    codes: ['~LINEA-08'],
  },
  {
    name: 'a surcharge that differs from its percentage',
    type: 31,
    change: item({
      PrecioUnitarioItem: 450,
      RecargoMonto: 100,
      ...surcharges({ TipoSubRecargo: '%', SubRecargoPorcentaje: 10, MontoSubRecargo: 100 }),
    }),
    codes: ['~LINEA-09'],
  },
  {
    // p.45 c: the lines of a note that corrects texts are zero, whatever the price.
    name: 'a note that corrects texts, its lines at zero',
    type: 34,
    change: all(
      onlyTexts,
      computed([{ ...line(1, 0), PrecioUnitarioItem: 500 }], { ITBIS1: 18, MontoTotal: 0 }),
    ),
    codes: [],
  },
  {
    name: 'a note that corrects amounts, its lines at zero',
    type: 34,
    change: all(item({ MontoItem: 0 }), totales({ MontoTotal: 0 })),
    codes: ['~LINEA-01'],
  },
]);
