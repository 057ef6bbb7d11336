/** Amounts in another currency. */
import { otherCurrencyRules } from '../../../../../src/ecf/rules/sums/other-currency.js';
import { all, idDoc, item, ruleCases } from '../cases.js';
import { adjustments, computed, line, taxes, taxTotals } from '../computed.js';
import type { Json } from '../../samples.js';

const otraMoneda = (change: Json) => (ecf: Json) =>
  (ecf.Encabezado.OtraMoneda = { TipoMoneda: 'USD', TipoCambio: 50, ...change });
const inDollars = (price: number, monto: number, change: Json = {}) => ({
  OtraMonedaDetalle: { PrecioOtraMoneda: price, MontoItemOtraMoneda: monto, ...change },
});

/** 1,000.00 pesos at 50: 20.00 dollars, and 3.60 of ITBIS. */
const dollars = {
  MontoGravadoTotalOtraMoneda: 20,
  MontoGravado1OtraMoneda: 20,
  TotalITBISOtraMoneda: 3.6,
  TotalITBIS1OtraMoneda: 3.6,
  MontoTotalOtraMoneda: 23.6,
};

/** 100,000.00 pesos are 2,000.00 dollars: far beyond any tolerance. */
const large = (change: Json, currency: Json) =>
  all(
    computed([line(1, 100000, change)], {
      MontoGravadoTotal: 100000,
      MontoGravadoI1: 100000,
      ITBIS1: 18,
      TotalITBIS: 18000,
      TotalITBIS1: 18000,
      MontoTotal: 118000,
    }),
    otraMoneda(currency),
  );

ruleCases(otherCurrencyRules, [
  { name: 'dollars', type: 31, change: all(item(inDollars(10, 20)), otraMoneda(dollars)), codes: [] },
  { name: 'nothing but the total', type: 31, change: otraMoneda({ MontoTotalOtraMoneda: 23.6 }), codes: [] },
  {
    name: 'everything but the total',
    type: 31,
    change: otraMoneda({ ...dollars, MontoTotalOtraMoneda: undefined }),
    codes: ['~MONEDA-17'],
  },
  { name: 'the rate of exchange alone', type: 31, change: otraMoneda({}), codes: [] },
  {
    name: 'an amount in dollars without its price',
    type: 31,
    change: all(item(inDollars(10, 20, { PrecioOtraMoneda: undefined })), otraMoneda({})),
    codes: ['~MONEDA-18'],
  },
  {
    name: 'a price in dollars without its amount',
    type: 43,
    change: all(item(inDollars(10, 20, { MontoItemOtraMoneda: undefined })), otraMoneda({})),
    codes: ['~MONEDA-18'],
  },
  {
    name: 'prices in dollars, and no header in dollars',
    type: 31,
    change: item(inDollars(10, 20)),
    codes: ['~MONEDA-19'],
  },
  {
    // 150 × 7.89 = 1,183.50, or 67,500 ÷ 57 = 1,184.21.
    name: 'pesos divided, and no header with the rate of exchange',
    type: 31,
    change: item({
      CantidadItem: 150,
      PrecioUnitarioItem: 450,
      MontoItem: 67500,
      ...inDollars(7.8, 1184.21),
    }),
    codes: ['~MONEDA-19'],
  },
  {
    // 150 × 7.89 = 1,183.50, or 67,500 ÷ 57 = 1,184.21.
    name: 'an export whose lines are pesos divided',
    type: 46,
    change: all(
      computed(
        [{ ...line(3, 67500), CantidadItem: 150, PrecioUnitarioItem: 450, ...inDollars(7.89, 1184.21) }],
        {
          MontoGravadoTotal: 67500,
          MontoGravadoI3: 67500,
          ITBIS3: 0,
          TotalITBIS: 0,
          TotalITBIS3: 0,
          MontoTotal: 67500,
        },
      ),
      otraMoneda({
        TipoCambio: 57,
        MontoGravadoTotalOtraMoneda: 1184.21,
        MontoGravado3OtraMoneda: 1184.21,
        TotalITBISOtraMoneda: 0,
        TotalITBIS3OtraMoneda: 0,
        MontoTotalOtraMoneda: 1184.21,
      }),
    ),
    codes: [],
  },
  {
    // 1,000 × 10.00 = 10,000.00 euros. At 65.3241 that is 653,241.00 pesos; the price in pesos was rounded to 653.24.
    name: 'a payment abroad whose total is the sum in euros',
    type: 47,
    change: (ecf) => {
      const Retencion = { IndicadorAgenteRetencionoPercepcion: 1, MontoISRRetenido: 176374.8 };
      computed(
        [
          {
            ...line(4, 653240, { IndicadorBienoServicio: 2, Retencion, ...inDollars(10, 10000) }),
            CantidadItem: 1000,
            PrecioUnitarioItem: 653.24,
          },
        ],
        { MontoExento: 653240, MontoTotal: 653240, TotalISRRetencion: 176374.8 },
      )(ecf);
      otraMoneda({
        TipoMoneda: 'EUR',
        TipoCambio: 65.3241,
        MontoExentoOtraMoneda: 10000,
        MontoTotalOtraMoneda: 10000,
      })(ecf);
    },
    codes: [],
  },
  {
    // 2 × 12 − 5 + 1 = 20.
    name: 'a discount and a surcharge in dollars',
    type: 31,
    change: all(
      item(inDollars(12, 20, { DescuentoOtraMoneda: 5, RecargoOtraMoneda: 1 })),
      otraMoneda(dollars),
    ),
    codes: [],
  },
  {
    // Pesos: 118,000 ÷ 1.18 − 10,000 = 90,000; tip 10 % of it, 9,000. Dollars at 50: 1,800, 180 and ITBIS 324.
    name: 'prices with ITBIS, a discount and a tip',
    type: 32,
    change: all(
      idDoc({ IndicadorMontoGravado: 1 }),
      computed(
        [line(1, 118000, { ...inDollars(2360, 2360), ...taxes('001') })],
        {
          MontoGravadoTotal: 90000,
          MontoGravadoI1: 90000,
          ITBIS1: 18,
          TotalITBIS: 16200,
          TotalITBIS1: 16200,
          MontoImpuestoAdicional: 9000,
          ...taxTotals(['001', 10, { OtrosImpuestosAdicionales: 9000 }]),
          MontoTotal: 115200,
        },
        adjustments(['D', 1, 10000, { MontoDescuentooRecargoOtraMoneda: 200 }]),
      ),
      otraMoneda({
        MontoGravadoTotalOtraMoneda: 1800,
        MontoGravado1OtraMoneda: 1800,
        TotalITBISOtraMoneda: 324,
        TotalITBIS1OtraMoneda: 324,
        MontoImpuestoAdicionalOtraMoneda: 180,
        ImpuestosAdicionalesOtraMoneda: {
          ImpuestoAdicionalOtraMoneda: [
            {
              TipoImpuestoOtraMoneda: '001',
              TasaImpuestoAdicionalOtraMoneda: 10,
              OtrosImpuestosAdicionalesOtraMoneda: 180,
            },
          ],
        },
        MontoTotalOtraMoneda: 2304,
      }),
    ),
    codes: [],
  },
  {
    // 100,000 at 18 %, 50,000 at 16 %, 10,000 at 0 %, 5,000 exempt; dollars at 50.
    name: 'all rates',
    type: 45,
    change: all(
      computed([line(1, 100000), line(2, 50000), line(3, 10000), line(4, 5000)], {
        MontoGravadoTotal: 160000,
        MontoGravadoI1: 100000,
        MontoGravadoI2: 50000,
        MontoGravadoI3: 10000,
        MontoExento: 5000,
        ITBIS1: 18,
        ITBIS2: 16,
        ITBIS3: 0,
        TotalITBIS: 26000,
        TotalITBIS1: 18000,
        TotalITBIS2: 8000,
        TotalITBIS3: 0,
        MontoTotal: 191000,
      }),
      otraMoneda({
        MontoGravadoTotalOtraMoneda: 3200,
        MontoGravado1OtraMoneda: 2000,
        MontoGravado2OtraMoneda: 1000,
        MontoGravado3OtraMoneda: 200,
        MontoExentoOtraMoneda: 100,
        TotalITBISOtraMoneda: 520,
        TotalITBIS1OtraMoneda: 360,
        TotalITBIS2OtraMoneda: 160,
        TotalITBIS3OtraMoneda: 0,
        MontoTotalOtraMoneda: 3820,
      }),
    ),
    codes: [],
  },
  {
    name: 'a currency without its rate',
    type: 31,
    change: (ecf) => (ecf.Encabezado.OtraMoneda = { TipoMoneda: 'USD' }),
    codes: ['MONEDA-01'],
  },
  {
    name: 'a rate without its currency',
    type: 43,
    change: (ecf) => (ecf.Encabezado.OtraMoneda = { TipoCambio: 50 }),
    codes: ['MONEDA-01'],
  },
  { name: 'a supplier paid in dollars', type: 41, change: otraMoneda(dollars), codes: [] },
  { name: 'a rate of zero', type: 41, change: otraMoneda({ TipoCambio: 0 }), codes: ['~MONEDA-02'] },
  {
    name: 'a line in dollars that matches neither formula',
    type: 31,
    change: large(inDollars(2000, 2500), {}),
    codes: ['~MONEDA-03'],
  },
  {
    name: 'a total in pesos',
    type: 31,
    change: large({}, { MontoTotalOtraMoneda: 118000 }),
    codes: ['~MONEDA-04'],
  },
  {
    name: 'taxable amounts that match neither formula',
    type: 31,
    change: large(
      {},
      {
        MontoGravadoTotalOtraMoneda: 3000,
        MontoGravado1OtraMoneda: 2500,
        MontoGravado2OtraMoneda: 10,
        MontoGravado3OtraMoneda: 10,
        MontoExentoOtraMoneda: 10,
        MontoTotalOtraMoneda: 2360,
      },
    ),
    codes: ['~MONEDA-05', '~MONEDA-06', '~MONEDA-07', '~MONEDA-08', '~MONEDA-09'],
  },
  {
    name: 'ITBIS that matches neither formula',
    type: 31,
    change: large(
      {},
      {
        MontoGravado1OtraMoneda: 2000,
        TotalITBISOtraMoneda: 500,
        TotalITBIS1OtraMoneda: 400,
        TotalITBIS2OtraMoneda: 10,
        TotalITBIS3OtraMoneda: 10,
        MontoTotalOtraMoneda: 2360,
      },
    ),
    codes: ['~MONEDA-10', '~MONEDA-11', '~MONEDA-12', '~MONEDA-13'],
  },
  {
    name: 'additional taxes that match neither formula',
    type: 31,
    change: large(
      {},
      {
        MontoImpuestoAdicionalOtraMoneda: 300,
        MontoTotalOtraMoneda: 2360,
        ImpuestosAdicionalesOtraMoneda: {
          ImpuestoAdicionalOtraMoneda: [
            {
              TipoImpuestoOtraMoneda: '001',
              TasaImpuestoAdicionalOtraMoneda: 10,
              OtrosImpuestosAdicionalesOtraMoneda: 200,
            },
          ],
        },
      },
    ),
    codes: ['~MONEDA-14', '~MONEDA-15'],
  },
  {
    name: 'a discount that differs from the discount in pesos',
    type: 31,
    change: all(
      (ecf: Json) =>
        Object.assign(ecf, adjustments(['D', 1, 100, { MontoDescuentooRecargoOtraMoneda: 100 }])),
      otraMoneda({}),
    ),
    codes: ['~MONEDA-16'],
  },
]);
