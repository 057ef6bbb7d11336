/** Every business rule: what passes and what fails, and how DGII would take it. */
import { validate } from '../../../src/ecf/validate.js';
import { facts, voucher31, voucher32, type Json } from './samples.js';

interface Case {
  readonly name: string;
  readonly type: 31 | 32;
  readonly change: (ecf: Json) => void;
  /** Codes of the faults, in order; a leading `~` marks a conditional one. */
  readonly codes: readonly string[];
}

/** Changes members of Totales. */
const totales = (change: Json) => (ecf: Json) => Object.assign(ecf.Encabezado.Totales, change);
const idDoc = (change: Json) => (ecf: Json) => Object.assign(ecf.Encabezado.IdDoc, change);
const item = (change: Json) => (ecf: Json) => Object.assign(ecf.DetallesItems.Item[0], change);
const all =
  (...changes: readonly ((ecf: Json) => unknown)[]) =>
  (ecf: Json) =>
    changes.forEach((change) => change(ecf));

/** 100.00 more on a line of its own. */
const secondLine = (indicador: number) => (ecf: Json) =>
  ecf.DetallesItems.Item.push({
    ...ecf.DetallesItems.Item[0],
    NumeroLinea: 2,
    IndicadorFacturacion: indicador,
    CantidadItem: 1,
    PrecioUnitarioItem: 100,
    MontoItem: 100,
  });

const adjustment = (change: Json) => (ecf: Json) =>
  (ecf.DescuentosORecargos = {
    DescuentoORecargo: [
      {
        NumeroLinea: 1,
        TipoAjuste: 'D',
        TipoValor: '$',
        MontoDescuentooRecargo: 100,
        IndicadorFacturacionDescuentooRecargo: 1,
        ...change,
      },
    ],
  });

const cases: readonly Case[] = [
  { name: 'a type 31 in order', type: 31, change: () => undefined, codes: [] },
  { name: 'a type 32 in order', type: 32, change: () => undefined, codes: [] },
  {
    name: 'a type 32 of 249,999.99',
    type: 32,
    change: totales({
      MontoTotal: 249999.99,
      MontoGravadoTotal: 211864.4,
      MontoGravadoI1: 211864.4,
      TotalITBIS: 38135.59,
      TotalITBIS1: 38135.59,
    }),
    codes: ['~TOTALES-01'],
  },
  { name: 'a line one peso off', type: 31, change: all(item({ MontoItem: 1001 })), codes: [] },
  {
    name: 'a line more than one peso off',
    type: 31,
    change: item({ MontoItem: 1001.01, PrecioUnitarioItem: 500 }),
    codes: ['~TOTALES-01', '~LINEA-01'],
  },
  {
    name: 'a line with discount and surcharge',
    type: 31,
    change: item({
      PrecioUnitarioItem: 550,
      DescuentoMonto: 150,
      TablaSubDescuento: {
        SubDescuento: [
          { TipoSubDescuento: '$', MontoSubDescuento: 100 },
          { TipoSubDescuento: '$', MontoSubDescuento: 50 },
        ],
      },
      RecargoMonto: 50,
      TablaSubRecargo: { SubRecargo: [{ TipoSubRecargo: '$', MontoSubRecargo: 50 }] },
    }),
    codes: [],
  },
  {
    name: 'a discount unlike its table',
    type: 31,
    change: item({
      PrecioUnitarioItem: 550,
      DescuentoMonto: 100,
      TablaSubDescuento: { SubDescuento: [{ TipoSubDescuento: '$', MontoSubDescuento: 90 }] },
    }),
    codes: ['~LINEA-02'],
  },
  {
    name: 'a surcharge unlike its table',
    type: 31,
    change: item({
      PrecioUnitarioItem: 450,
      RecargoMonto: 100,
      TablaSubRecargo: { SubRecargo: [{ TipoSubRecargo: '$', MontoSubRecargo: 90 }] },
    }),
    codes: ['~LINEA-03'],
  },
  {
    name: 'prices that include ITBIS',
    type: 31,
    change: all(idDoc({ IndicadorMontoGravado: 1 }), item({ PrecioUnitarioItem: 590, MontoItem: 1180 })),
    codes: [],
  },
  {
    name: 'prices that include ITBIS, marked as if they did not',
    type: 31,
    change: item({ PrecioUnitarioItem: 590, MontoItem: 1180 }),
    codes: ['~TOTALES-01'],
  },
  {
    name: 'a global discount',
    type: 31,
    change: all(adjustment({}), item({ PrecioUnitarioItem: 550, MontoItem: 1100 })),
    codes: [],
  },
  {
    name: 'a global surcharge',
    type: 31,
    change: all(adjustment({ TipoAjuste: 'R' }), item({ PrecioUnitarioItem: 450, MontoItem: 900 })),
    codes: [],
  },
  {
    name: 'a global discount that the total forgets',
    type: 31,
    change: adjustment({}),
    codes: ['~TOTALES-01'],
  },
  {
    name: 'a discount under Norma 10-07 is not computed',
    type: 31,
    change: adjustment({ IndicadorNorma1007: 1 }),
    codes: [],
  },
  { name: 'a line at 16 % without its total', type: 31, change: secondLine(2), codes: ['~TOTALES-02'] },
  {
    name: 'a line at 16 % with its totals',
    type: 31,
    change: all(
      secondLine(2),
      totales({
        MontoGravadoTotal: 1100,
        MontoGravadoI2: 100,
        ITBIS2: 16,
        TotalITBIS: 196,
        TotalITBIS2: 16,
        MontoTotal: 1296,
      }),
    ),
    codes: [],
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
  { name: 'a line at 0 % without its total', type: 31, change: secondLine(3), codes: ['~TOTALES-03'] },
  {
    name: 'ITBIS 3 that is not zero',
    type: 31,
    change: totales({ TotalITBIS: 190, TotalITBIS3: 10, MontoTotal: 1190 }),
    codes: ['~TOTALES-08'],
  },
  { name: 'an exempt line without its total', type: 31, change: secondLine(4), codes: ['~TOTALES-04'] },
  {
    name: 'an exempt line with its total',
    type: 31,
    change: all(secondLine(4), totales({ MontoExento: 100, MontoTotal: 1280 })),
    codes: [],
  },
  {
    name: 'MontoGravadoTotal unlike its parts',
    type: 31,
    change: totales({ MontoGravadoTotal: 1010, MontoTotal: 1190 }),
    codes: ['~TOTALES-05'],
  },
  {
    name: 'ITBIS 1 left out',
    type: 31,
    change: (ecf) => {
      delete ecf.Encabezado.Totales.TotalITBIS1;
      delete ecf.Encabezado.Totales.TotalITBIS;
      ecf.Encabezado.Totales.MontoTotal = 1000;
    },
    codes: ['~TOTALES-06'],
  },
  {
    name: 'TotalITBIS unlike its parts',
    type: 31,
    change: totales({ TotalITBIS: 190, MontoTotal: 1190 }),
    codes: ['~TOTALES-09'],
  },
  {
    name: 'additional taxes with their total',
    type: 31,
    change: totales({
      MontoImpuestoAdicional: 100,
      ImpuestosAdicionales: {
        ImpuestoAdicional: [
          { TipoImpuesto: '001', TasaImpuestoAdicional: 10, OtrosImpuestosAdicionales: 100 },
        ],
      },
      MontoTotal: 1280,
    }),
    codes: [],
  },
  {
    name: 'additional taxes without their total',
    type: 31,
    change: totales({
      ImpuestosAdicionales: {
        ImpuestoAdicional: [
          { TipoImpuesto: '001', TasaImpuestoAdicional: 10, OtrosImpuestosAdicionales: 100 },
        ],
      },
    }),
    codes: ['~TOTALES-10'],
  },
  {
    name: 'selective tax enters the base of ITBIS',
    type: 31,
    change: totales({
      MontoImpuestoAdicional: 100,
      ImpuestosAdicionales: {
        ImpuestoAdicional: [
          {
            TipoImpuesto: '006',
            TasaImpuestoAdicional: 632.58,
            MontoImpuestoSelectivoConsumoEspecifico: 100,
          },
        ],
      },
      TotalITBIS: 198,
      TotalITBIS1: 198,
      MontoTotal: 1298,
    }),
    codes: [],
  },
  {
    name: 'a total within the tolerance of its one line',
    type: 31,
    change: totales({ MontoTotal: 1181 }),
    codes: [],
  },
  {
    name: 'a total one cent beyond it',
    type: 31,
    change: totales({ MontoTotal: 1181.01 }),
    codes: ['~TOTALES-11'],
  },
  { name: 'a line not billed, without its total', type: 31, change: secondLine(0), codes: ['~TOTALES-12'] },
  {
    name: 'a line not billed, with its totals',
    type: 31,
    change: all(secondLine(0), totales({ MontoNoFacturable: 100, MontoPeriodo: 1280, ValorPagar: 1180 })),
    codes: [],
  },
  {
    name: 'MontoPeriodo without what is not billed',
    type: 31,
    change: all(secondLine(0), totales({ MontoNoFacturable: 100, MontoPeriodo: 1180 })),
    codes: ['~TOTALES-13'],
  },
  {
    name: 'ValorPagar less an advance, plus a balance',
    type: 31,
    change: totales({ MontoAvancePago: 180, SaldoAnterior: 50, ValorPagar: 1050 }),
    codes: [],
  },
  {
    name: 'ValorPagar less withholdings',
    type: 31,
    change: totales({ ValorPagar: 1000 }),
    codes: ['~TOTALES-14'],
  },
  {
    name: 'withholdings with their totals',
    type: 31,
    change: all(
      item({
        Retencion: { IndicadorAgenteRetencionoPercepcion: 1, MontoITBISRetenido: 180, MontoISRRetenido: 20 },
      }),
      totales({ TotalITBISRetenido: 180, TotalISRRetencion: 20 }),
    ),
    codes: [],
  },
  {
    name: 'withholdings without their totals',
    type: 31,
    change: item({
      Retencion: { IndicadorAgenteRetencionoPercepcion: 1, MontoITBISRetenido: 180, MontoISRRetenido: 20 },
    }),
    codes: ['~TOTALES-15', '~TOTALES-16'],
  },
];

function codesOf(voucher: Json): string[] {
  const { errores, advertencias } = validate(voucher, facts);
  return [...advertencias.map((fault) => `~${fault.code}`), ...errores.map((fault) => fault.code)];
}

test.each(cases)('rules: $name', ({ type, change, codes }) => {
  const voucher = type === 31 ? voucher31() : voucher32();
  change(voucher.ECF);
  expect(codesOf(voucher)).toEqual(codes);
});
