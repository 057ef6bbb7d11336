/** What a line must or may carry in its type, and the rates in the header. */
import { lineConditionRules } from '../../../../../src/ecf/rules/lines/line-conditions.js';
import { validate } from '../../../../../src/ecf/validate.js';
import {
  all,
  codesOf,
  idDoc,
  item,
  ruleCases,
  secondLine,
  soundVoucher,
  totales,
  type RuleCase,
} from '../cases.js';
import { adjustments } from '../computed.js';
import { facts, type Json } from '../../samples.js';

const lines = (count: number) => (ecf: Json) =>
  (ecf.DetallesItems.Item = Array.from({ length: count }, (_, index) => ({
    ...ecf.DetallesItems.Item[0],
    NumeroLinea: index + 1,
    CantidadItem: 1,
    PrecioUnitarioItem: 250,
    MontoItem: 250,
  })));

const numbered =
  (...numbers: readonly number[]) =>
  (ecf: Json) =>
    all(lines(numbers.length), () =>
      ecf.DetallesItems.Item.forEach((line: Json, index: number) => (line.NumeroLinea = numbers[index])),
    )(ecf);

const billedAs = (indicador: number) => item({ IndicadorFacturacion: indicador });

/**
 * Two boxes of 24 beers of 0.355 l at 5 %, 500.00 each: specific 633.85 × 5 % × 24 × 0.355 × 2 = 540.04; ad valorem on a
 * retail price of 65.00: ((65 / 1.18 − 540.04 / 48) / 1.10) × 10 % × 48 = 191.26.
 */
const beer = (change: Json = {}) =>
  all(
    item({
      UnidadMedida: 6,
      CantidadReferencia: 24,
      UnidadReferencia: 5,
      TablaSubcantidad: { SubcantidadItem: [{ Subcantidad: 0.355, CodigoSubcantidad: 24 }] },
      GradosAlcohol: 5,
      PrecioUnitarioReferencia: 65,
      TablaImpuestoAdicional: { ImpuestoAdicional: [{ TipoImpuesto: '006' }, { TipoImpuesto: '023' }] },
      ...change,
    }),
    totales({
      MontoImpuestoAdicional: 731.32,
      ImpuestosAdicionales: {
        ImpuestoAdicional: [
          {
            TipoImpuesto: '006',
            TasaImpuestoAdicional: 633.85,
            MontoImpuestoSelectivoConsumoEspecifico: 540.04,
          },
          {
            TipoImpuesto: '023',
            TasaImpuestoAdicional: 10,
            MontoImpuestoSelectivoConsumoAdvalorem: 191.28,
          },
        ],
      },
      // (1,000.00 + 731.32) × 18 %
      TotalITBIS: 311.64,
      TotalITBIS1: 311.64,
      MontoTotal: 2042.96,
    }),
  );

/** One exempt line of 1,000.00; `change` is what Totales has besides. */
const exempt = (change: Json) =>
  all(
    idDoc({ IndicadorMontoGravado: undefined }),
    billedAs(4),
    (ecf) => (ecf.Encabezado.Totales = { MontoExento: 1000, MontoTotal: 1000, ...change }),
  );

/** A global surcharge of 10.00 on the lines with this indicator. */
const surcharge = (indicador: number) => (ecf: Json) => Object.assign(ecf, adjustments(['R', indicador, 10]));

/** What a surcharge of 10.00 at 18 % adds. */
const surchargeTotals = {
  MontoGravadoTotal: 10,
  MontoGravadoI1: 10,
  TotalITBIS: 1.8,
  TotalITBIS1: 1.8,
  MontoTotal: 1011.8,
};

const taxes = (...codes: readonly string[]) => ({
  TablaImpuestoAdicional: { ImpuestoAdicional: codes.map((TipoImpuesto) => ({ TipoImpuesto })) },
});

test.each([
  { name: 'a number three times', numbers: [1, 1, 1], expected: [2, 3] },
  { name: 'a number twice, and then a wrong one', numbers: [1, 2, 2, 7], expected: [3, 4] },
  { name: 'two numbers exchanged', numbers: [1, 3, 2], expected: [2, 3] },
])('$name: each message names the right number of its line', ({ numbers, expected }) => {
  const ecf = soundVoucher(31);
  numbered(...numbers)(ecf);
  const { errores } = validate({ ECF: ecf }, facts);
  expect(errores.filter(({ code }) => code === 'LINEA-10').map(({ mensaje }) => mensaje)).toEqual(
    expected.map((line) => `Se esperaba la línea ${line}; se recibió ${numbers[line - 1]}.`),
  );
});

/** A second line, of a bond for 100.00. */
const bondCalled = (name: string, change: Json = {}) =>
  all(secondLine(0, { NombreItem: name, ...change }), (ecf) =>
    totales({ MontoNoFacturable: 100, MontoPeriodo: Number(ecf.Encabezado.Totales.MontoTotal) + 100 })(ecf),
  );

/** The only line, which sells a bond. */
const notBilled = (name: string) =>
  all(item({ NombreItem: name, IndicadorFacturacion: 0 }), (ecf) => {
    delete ecf.Encabezado.IdDoc.IndicadorMontoGravado;
    const amount = ecf.DetallesItems.Item[0].MontoItem;
    ecf.Encabezado.Totales = { MontoTotal: 0, MontoNoFacturable: amount, MontoPeriodo: amount };
  });

ruleCases(lineConditionRules, [
  ...(['Bono de regalo 1000', 'CERTIFICADO DE REGALO', 'Tarjeta de regalo', 'Vale de obsequio'] as const).map(
    (name): RuleCase => ({
      name: `a bond that is called «${name}»`,
      type: 32,
      change: bondCalled(name),
      codes: [],
    }),
  ),
  ...(
    [
      'Bono 1000',
      'Gift card',
      'GIFTCARD',
      'Tarjeta prepago',
      'Vale',
      'Cupón',
      'Certificado',
      'Regalo',
    ] as const
  ).map((name): RuleCase => ({
    name: `a bond that is called «${name}»`,
    type: 32,
    change: bondCalled(name),
    codes: ['~LINEA-20'],
  })),
  {
    name: 'a bond whose description names it',
    type: 31,
    change: bondCalled('Bono 1000', { DescripcionItem: 'Certificado de regalo para su tienda' }),
    codes: [],
  },
  { name: 'another not-billable line', type: 31, change: bondCalled('Depósito por envases'), codes: [] },
  {
    name: 'a taxed line with a voucher in its name',
    type: 31,
    change: item({ NombreItem: 'Bono de almuerzo' }),
    codes: [],
  },
  ...([31, 32, 45] as const).map((type): RuleCase => ({
    name: 'nothing but lines that are not billable, without the name of a bond',
    type,
    change: notBilled('Producto 1'),
    codes: ['~LINEA-20'],
  })),
  { name: 'nothing but a bond', type: 32, change: notBilled('Bono de regalo'), codes: [] },

  { name: '1,000 lines in full', type: 32, change: lines(1000), codes: [] },
  { name: '1,001 lines in full', type: 32, change: lines(1001), codes: ['LINEAS-01'] },
  {
    name: '1,001 lines below 250,000.00, which are not sent',
    type: 32,
    change: all(
      lines(1001),
      (ecf) =>
        ecf.DetallesItems.Item.forEach((line: Json) =>
          Object.assign(line, { PrecioUnitarioItem: 100, MontoItem: 100 }),
        ),
      totales({
        MontoGravadoTotal: 100100,
        MontoGravadoI1: 100100,
        TotalITBIS: 18018,
        TotalITBIS1: 18018,
        MontoTotal: 118118,
      }),
    ),
    codes: [],
  },
  { name: 'lines from 2 on', type: 31, change: item({ NumeroLinea: 2 }), codes: ['LINEA-10'] },
  { name: 'lines 1, 9, 3', type: 31, change: numbered(1, 9, 3), codes: ['LINEA-10'] },
  {
    name: 'an invalid line number is reported once',
    type: 31,
    change: numbered(1, 9999999, 3),
    codes: ['ESTRUCTURA-11'],
  },
  { name: 'lines 1, 2, 4, 5', type: 31, change: numbered(1, 2, 4, 5), codes: ['LINEA-10'] },
  { name: 'lines 1, 1, 2', type: 31, change: numbered(1, 1, 2), codes: ['LINEA-10'] },
  { name: 'lines 1, 3, 2', type: 31, change: numbered(1, 3, 2), codes: ['LINEA-10', 'LINEA-10'] },
  { name: 'lines 1, 2, 3, 4', type: 31, change: numbered(1, 2, 3, 4), codes: [] },
  ...([43, 44, 47] as const).flatMap((type) => [
    { name: 'an exempt line', type, codes: [] },
    ...[1, 2, 3].map((indicador) => ({
      name: `a line taxed as ${indicador}`,
      type,
      change: billedAs(indicador),
      codes: ['LINEA-11'],
    })),
  ]),
  ...[1, 2, 4].map((indicador): RuleCase => ({
    name: `a line billed as ${indicador}`,
    type: 46,
    change: billedAs(indicador),
    codes: ['LINEA-11'],
  })),
  ...([43, 47] as const).map((type) => ({
    name: 'a line not billed',
    type,
    change: billedAs(0),
    codes: ['LINEA-11'],
  })),
  ...([44, 46] as const).map((type) => ({
    name: 'a line not billed',
    type,
    change: all(secondLine(0), totales({ MontoNoFacturable: 100 })),
    codes: ['~LINEA-12'],
  })),
  { name: 'a purchase with a line not billed', type: 41, change: secondLine(0), codes: ['~LINEA-12'] },
  { name: 'a purchase', type: 41, codes: [] },
  {
    name: 'an indicator that does not exist is reported once',
    type: 43,
    change: billedAs(7),
    codes: ['ESTRUCTURA-07'],
  },
  { name: 'goods paid abroad', type: 47, change: item({ IndicadorBienoServicio: 1 }), codes: ['LINEA-13'] },
  { name: 'a service paid abroad', type: 47, codes: [] },
  { name: 'beer from its brewer', type: 31, change: beer(), codes: [] },
  {
    name: 'beer from a shop has no selective tax and needs no fields for it',
    type: 31,
    change: item({ NombreItem: 'Cerveza' }),
    codes: [],
  },
  {
    name: 'a reference quantity without its unit',
    type: 31,
    change: beer({ UnidadReferencia: undefined }),
    codes: ['~LINEA-14'],
  },
  {
    name: 'beer without reference quantity',
    type: 31,
    change: beer({ CantidadReferencia: undefined, UnidadReferencia: undefined }),
    codes: ['LINEA-15'],
  },
  {
    name: 'beer without bottle size',
    type: 31,
    change: beer({ TablaSubcantidad: undefined }),
    codes: ['LINEA-16'],
  },
  {
    name: 'beer with a unit without size',
    type: 31,
    change: beer({ TablaSubcantidad: { SubcantidadItem: [{ CodigoSubcantidad: 24 }] } }),
    codes: ['LINEA-16'],
  },
  { name: 'beer without degrees', type: 31, change: beer({ GradosAlcohol: undefined }), codes: ['LINEA-17'] },
  {
    name: 'beer without retail price',
    type: 31,
    change: beer({ PrecioUnitarioReferencia: undefined }),
    codes: ['LINEA-18'],
  },
  {
    name: 'cigarettes without packs and retail price',
    type: 31,
    change: item(taxes('019', '036')),
    codes: ['~LINEA-19', 'LINEA-15', 'LINEA-18'],
  },
  {
    name: 'cigarettes without the number in a pack',
    type: 31,
    change: item({
      ...taxes('019', '036'),
      CantidadReferencia: 10,
      UnidadReferencia: 43,
      PrecioUnitarioReferencia: 300,
    }),
    codes: ['~LINEA-19'],
  },
  {
    name: 'cigarettes in packs of twenty',
    type: 32,
    change: item({
      ...taxes('019', '036'),
      CantidadReferencia: 10,
      PrecioUnitarioReferencia: 300,
      TablaSubcantidad: { SubcantidadItem: [{ Subcantidad: 20 }] },
    }),
    codes: ['~LINEA-14'],
  },
  {
    name: 'an invalid rate, although no line has it',
    type: 31,
    change: totales({ ITBIS2: 18 }),
    codes: ['TASA-02'],
  },
  {
    name: 'rates without lines',
    type: 31,
    change: totales({ ITBIS2: 16, ITBIS3: 0 }),
    codes: ['~TASA-05', '~TASA-05'],
  },
  {
    name: 'exempt lines with all three rates',
    type: 45,
    change: exempt({ ITBIS1: 18, ITBIS2: 16, ITBIS3: 0 }),
    codes: ['~TASA-05', '~TASA-05', '~TASA-05'],
  },
  { name: 'an export with its only rate', type: 46, codes: [] },
  {
    name: 'an exempt line with a taxed surcharge',
    type: 31,
    change: all(exempt({ ...surchargeTotals, ITBIS1: 18 }), surcharge(1)),
    codes: [],
  },
  {
    name: 'an exempt line with a taxed surcharge, but without its rate',
    type: 31,
    change: all(exempt(surchargeTotals), surcharge(1)),
    codes: ['~TASA-04'],
  },
  {
    name: 'an exempt line with a surcharge at 0 %, but without its rate',
    type: 31,
    change: all(
      exempt({ MontoGravadoTotal: 10, MontoGravadoI3: 10, TotalITBIS: 0, TotalITBIS3: 0, MontoTotal: 1010 }),
      surcharge(3),
    ),
    codes: ['~TASA-04'],
  },
  {
    name: 'the rate of a surcharge that does not exist',
    type: 31,
    change: all(exempt({ ...surchargeTotals, ITBIS1: 18 }), surcharge(4)),
    codes: ['~TASA-05'],
  },
  {
    name: 'a gift needs no rate',
    type: 32,
    change: all(
      secondLine(4, { NumeroLinea: 1, CantidadItem: 1, PrecioUnitarioItem: 250, MontoItem: 250 }),
      (ecf) =>
        Object.assign(ecf.DetallesItems.Item[0], { NumeroLinea: 2, PrecioUnitarioItem: 0, MontoItem: 0 }),
      (ecf) => ecf.DetallesItems.Item.reverse(),
      (ecf) => (ecf.Encabezado.Totales = { MontoExento: 250, MontoTotal: 250 }),
    ),
    codes: [],
  },
  {
    name: 'ITBIS 1 without a rate',
    type: 31,
    change: totales({ ITBIS1: undefined }),
    codes: ['TASA-01'],
  },
  { name: 'ITBIS 1 at 16 %', type: 45, change: totales({ ITBIS1: 16 }), codes: ['TASA-01'] },
  {
    name: 'a rate out of range is reported once',
    type: 45,
    change: totales({ ITBIS1: 118 }),
    codes: ['ESTRUCTURA-11'],
  },
  { name: 'ITBIS 2 without a rate', type: 41, change: secondLine(2), codes: ['TASA-02'] },
  { name: 'ITBIS 3 without a rate', type: 46, change: totales({ ITBIS3: undefined }), codes: ['TASA-03'] },
  {
    name: 'three rates',
    type: 31,
    change: all(
      secondLine(2),
      secondLine(3, { NumeroLinea: 3 }),
      totales({
        MontoGravadoTotal: 1200,
        MontoGravadoI2: 100,
        MontoGravadoI3: 100,
        ITBIS2: 16,
        ITBIS3: 0,
        TotalITBIS: 196,
        TotalITBIS2: 16,
        TotalITBIS3: 0,
        MontoTotal: 1396,
      }),
    ),
    codes: [],
  },
  {
    name: 'after 30 days the price is given back without ITBIS: no rate needed',
    type: 34,
    change: all(
      idDoc({ IndicadorNotaCredito: 1 }),
      (ecf) => (ecf.InformacionReferencia.FechaNCFModificado = '01-01-2026'),
      totales({ ITBIS1: undefined }),
    ),
    codes: [],
  },
  {
    name: 'after 30 days a rate that is given is still the rate of its lines',
    type: 34,
    change: all(
      idDoc({ IndicadorNotaCredito: 1 }),
      (ecf) => (ecf.InformacionReferencia.FechaNCFModificado = '01-01-2026'),
      totales({ ITBIS1: 16 }),
    ),
    codes: ['TASA-01'],
  },
]);

test('without lines or adjustments at a rate, only its amount is reported', () => {
  const ecf = soundVoucher(31);
  exempt(surchargeTotals)(ecf);
  expect(codesOf(ecf).filter((code) => code.includes('TASA'))).toEqual([]);
});

test('rates without lines do not stop a voucher; a surcharge without its rate does', () => {
  const always = soundVoucher(31);
  totales({ ITBIS2: 16, ITBIS3: 0 })(always);
  expect(validate({ ECF: always }, facts)).toMatchObject({ valido: true, errores: [] });
  const rateless = soundVoucher(31);
  all(exempt(surchargeTotals), surcharge(1))(rateless);
  const { valido, errores } = validate({ ECF: rateless }, facts);
  expect([valido, errores.map(({ code }) => code)]).toEqual([false, ['TASA-04']]);
});
