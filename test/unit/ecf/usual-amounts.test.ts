/** The computed amounts of a voucher against vouchers that somebody else computed. */
import fc from 'fast-check';
import { usualAmounts } from '../../../src/ecf/usual-amounts.js';
import { validate } from '../../../src/ecf/validate.js';
import { withoutAmounts } from './without-amounts.js';
import { genuineVoucher } from './genuine-vouchers.js';
import { adjustments, computed, line, taxes, taxTotals } from './rules/computed.js';
import { soundVoucher } from './rules/cases.js';
import { facts, type Json } from './samples.js';

const seed = 20261127;

function faultsOf(ecf: Json) {
  const { errores, advertencias } = validate({ ECF: ecf }, facts);
  return [...errores, ...advertencias];
}

test('a voucher without its computed amounts gets amounts without a fault', () => {
  fc.assert(
    fc.property(fc.gen(), (g) => {
      const genuine = genuineVoucher(g);
      fc.pre(faultsOf(genuine).length === 0);
      const ecf = withoutAmounts(genuine);
      usualAmounts({ ECF: ecf }, facts);
      expect(faultsOf(ecf)).toEqual([]);
      // A cent may differ where prices include ITBIS, and a late credit note may give back the ITBIS or not.
      const { IndicadorMontoGravado, IndicadorNotaCredito } = genuine.Encabezado.IdDoc;
      if (IndicadorMontoGravado === 1 || IndicadorNotaCredito === 1) return;
      expect(amountsOf(ecf)).toEqual(amountsOf(genuine));
    }),
    { seed, numRuns: 200 },
  );
});

/** Every amount; one that is zero may also be absent, and so may the rate of lines without an amount. */
function amountsOf({ Encabezado: { Totales }, DetallesItems: { Item } }: Json): Json {
  const totals = Object.entries(Totales).filter(
    ([name, value]) => !/^ITBIS\d$/.test(name) && Number(value) !== 0,
  );
  return { totals: Object.fromEntries(totals), items: Item.map(({ MontoItem }: Json) => MontoItem) };
}

test('an amount that is right stays, in the form in which it was typed', () => {
  const ecf = soundVoucher(31);
  expect(usualAmounts({ ECF: ecf }, facts)).toEqual([]);
});

test('a discount in percent decides the discount of its line, and then everything that follows from it', () => {
  const ecf = soundVoucher(31);
  computed(
    [
      line(1, 0, {
        PrecioUnitarioItem: 200,
        CantidadItem: 3,
        MontoItem: undefined,
        TablaSubDescuento: { SubDescuento: [{ TipoSubDescuento: '%', SubDescuentoPorcentaje: 10 }] },
      }),
      line(4, 0, { PrecioUnitarioItem: 59.99, MontoItem: 12 }),
    ],
    {},
  )(ecf);
  expect(usualAmounts({ ECF: ecf }, facts)).toEqual(
    expect.arrayContaining([
      { campo: 'ECF.DetallesItems.Item[0].TablaSubDescuento.SubDescuento[0].MontoSubDescuento', text: '60' },
      { campo: 'ECF.DetallesItems.Item[0].DescuentoMonto', text: '60' },
      { campo: 'ECF.DetallesItems.Item[0].MontoItem', text: '540' },
      { campo: 'ECF.DetallesItems.Item[1].MontoItem', text: '59.99' },
      { campo: 'ECF.Encabezado.Totales.ITBIS1', text: '18' },
      { campo: 'ECF.Encabezado.Totales.MontoTotal', text: '697.19' },
    ]),
  );
  expect(faultsOf(ecf)).toEqual([]);
});

// 100 ÷ 1.18 is 84.75 when rounded, and 18 % of that is 15.26.
test('the total of prices with ITBIS is what the prices say', () => {
  const ecf = soundVoucher(32);
  computed([line(1, 100, { MontoItem: undefined })], {})(ecf);
  ecf.Encabezado.IdDoc.IndicadorMontoGravado = 1;
  usualAmounts({ ECF: ecf }, facts);
  expect(ecf.Encabezado.Totales).toEqual({
    MontoGravadoTotal: 84.75,
    MontoGravadoI1: 84.75,
    ITBIS1: 18,
    TotalITBIS: 15.25,
    TotalITBIS1: 15.25,
    MontoTotal: 100,
  });
  expect(faultsOf(ecf)).toEqual([]);
});

test('exports at 0 % get their rate and their ITBIS of zero', () => {
  const ecf = soundVoucher(46);
  ecf.Encabezado.Totales = {};
  usualAmounts({ ECF: ecf }, facts);
  expect(ecf.Encabezado.Totales).toMatchObject({ ITBIS3: 0, TotalITBIS: 0, TotalITBIS3: 0 });
  expect(faultsOf(ecf)).toEqual([]);
});

test('a line without price or rate leaves its amount and the totals alone', () => {
  const ecf = soundVoucher(31);
  const priced = line(1, 50, { MontoItem: undefined });
  computed([priced, line(1, 100, { PrecioUnitarioItem: undefined, MontoItem: undefined })], {})(ecf);
  expect(usualAmounts({ ECF: ecf }, facts)).toEqual([
    { campo: 'ECF.DetallesItems.Item[0].MontoItem', text: '50' },
  ]);
  computed([line(1, 100, { IndicadorFacturacion: undefined })], {})(ecf);
  expect(usualAmounts({ ECF: ecf }, facts)).toEqual([]);
});

// 10 % of the prices without ITBIS: 1,000 − 100 = 900, and 162 of ITBIS.
test.each([
  ['D', 900, 162, 1062],
  ['R', 1100, 198, 1298],
])(
  'a global %s in percent of prices with ITBIS changes the buyer’s total by that percentage',
  (kind, net, itbis, total) => {
    const ecf = soundVoucher(31);
    const percentage = { TipoValor: '%', ValorDescuentooRecargo: 10, MontoDescuentooRecargo: undefined };
    computed([line(1, 1180)], {}, adjustments([kind as 'D' | 'R', 1, 0, percentage]))(ecf);
    ecf.Encabezado.IdDoc.IndicadorMontoGravado = 1;
    usualAmounts({ ECF: ecf }, facts);
    expect(ecf.Encabezado.Totales).toMatchObject({
      MontoGravadoI1: net,
      TotalITBIS1: itbis,
      MontoTotal: total,
    });
    expect(faultsOf(ecf)).toEqual([]);
  },
);

test('the totals of a rate that no line has any more are removed', () => {
  const ecf = soundVoucher(31);
  ecf.DetallesItems.Item[0].IndicadorFacturacion = 4;
  expect(usualAmounts({ ECF: ecf }, facts)).toContainEqual({
    campo: 'ECF.Encabezado.Totales.ITBIS1',
    text: undefined,
  });
  expect(ecf.Encabezado.Totales).toEqual({ MontoExento: 1000, MontoTotal: 1000 });
  expect(faultsOf(ecf)).toEqual([]);
});

test('a note that corrects texts has amounts of zero', () => {
  const ecf = soundVoucher(34);
  ecf.InformacionReferencia.CodigoModificacion = 2;
  delete ecf.DetallesItems.Item[0].MontoItem;
  usualAmounts({ ECF: ecf }, facts);
  expect(ecf.DetallesItems.Item[0].MontoItem).toBe(0);
  expect(ecf.Encabezado.Totales).toMatchObject({ MontoTotal: 0 });
  expect(faultsOf(ecf)).toEqual([]);
});

test('an amount to pay that may be read in two ways is the person’s', () => {
  const ecf = soundVoucher(31);
  computed([line(1, 110), line(0, 30)], { MontoNoFacturable: 30, MontoPeriodo: 148, ValorPagar: 148 })(ecf);
  usualAmounts({ ECF: ecf }, facts);
  expect(ecf.Encabezado.Totales).toMatchObject({ MontoTotal: 129.8, MontoPeriodo: 159.8, ValorPagar: 148 });
  expect(faultsOf(ecf).map(({ campo }) => campo)).toEqual(['ECF.Encabezado.Totales.ValorPagar']);
});

test('a discount in percent that rounds to zero is written', () => {
  const ecf = soundVoucher(31);
  const percentage = { TipoSubDescuento: '%', SubDescuentoPorcentaje: 10, MontoSubDescuento: 0.01 };
  const priced = line(1, 0.04, { DescuentoMonto: 0.01, TablaSubDescuento: { SubDescuento: [percentage] } });
  computed([priced], {})(ecf);
  usualAmounts({ ECF: ecf }, facts);
  expect(ecf.DetallesItems.Item[0].TablaSubDescuento.SubDescuento[0].MontoSubDescuento).toBe(0);
  expect(faultsOf(ecf).map(({ code }) => code)).not.toContain('LINEA-06');
});

test('amounts that no line explains stay, with their warning', () => {
  const ecf = soundVoucher(31);
  Object.assign(ecf.Encabezado.Totales, { TotalITBISRetenido: 180, MontoImpuestoAdicional: 100 });
  const before = faultsOf(ecf);
  usualAmounts({ ECF: ecf }, facts);
  expect(ecf.Encabezado.Totales).toMatchObject({ TotalITBISRetenido: 180, MontoImpuestoAdicional: 100 });
  expect(before.length).toBeGreaterThan(0);
  expect(faultsOf(ecf).map(({ code }) => code)).toEqual(expect.arrayContaining(['TOTALES-10', 'TOTALES-15']));
});

test('a surcharge at a rate that no line has brings its rate', () => {
  const ecf = soundVoucher(31);
  computed([line(4, 1000)], {}, adjustments(['R', 1, 100]))(ecf);
  usualAmounts({ ECF: ecf }, facts);
  expect(ecf.Encabezado.Totales).toMatchObject({ MontoGravadoI1: 100, ITBIS1: 18, MontoTotal: 1118 });
  expect(faultsOf(ecf)).toEqual([]);
});

// The legal tip does not change the ITBIS.
test('with the legal tip, prices with ITBIS stay what they are', () => {
  const ecf = soundVoucher(32);
  computed([line(1, 100, taxes('001'))], taxTotals(['001', 10, { OtrosImpuestosAdicionales: 8.48 }]))(ecf);
  ecf.Encabezado.IdDoc.IndicadorMontoGravado = 1;
  usualAmounts({ ECF: ecf }, facts);
  expect(ecf.Encabezado.Totales).toMatchObject({ TotalITBIS1: 15.25, MontoTotal: 108.48 });
  expect(faultsOf(ecf)).toEqual([]);
});

test.each([undefined, null, 'x', [], {}, { ECF: null }, { ECF: { Encabezado: { IdDoc: { TipoeCF: 99 } } } }])(
  'a body that is no voucher has no amounts: %j',
  (input) => expect(usualAmounts(input, facts)).toEqual([]),
);

test.each([
  ['Totales', { Encabezado: { IdDoc: { TipoeCF: 31 }, Totales: 'x' }, DetallesItems: { Item: [{}] } }],
  ['a line', { Encabezado: { IdDoc: { TipoeCF: 31 } }, DetallesItems: { Item: ['x', null, 3] } }],
  ['the lines', { Encabezado: { IdDoc: { TipoeCF: 31 } }, DetallesItems: 'x' }],
])('%s of another type: no amounts', (_what, ecf) => {
  expect(usualAmounts({ ECF: ecf }, facts)).toEqual([]);
});

test('the taxes of the lines whose rate is fixed by law get their row, with rate and amount', () => {
  const ecf = soundVoucher(31);
  computed([line(1, 100, taxes('004', '002')), line(1, 50)], {})(ecf);
  const changes = usualAmounts({ ECF: ecf }, facts);
  expect(ecf.Encabezado.Totales).toMatchObject({
    MontoImpuestoAdicional: 12,
    ImpuestosAdicionales: {
      ImpuestoAdicional: [
        { TipoImpuesto: '002', TasaImpuestoAdicional: 2, OtrosImpuestosAdicionales: 2 },
        { TipoImpuesto: '004', TasaImpuestoAdicional: 10, OtrosImpuestosAdicionales: 10 },
      ],
    },
    MontoTotal: 189,
  });
  expect(changes).toContainEqual({
    campo: 'ECF.Encabezado.Totales.ImpuestosAdicionales.ImpuestoAdicional[0].TipoImpuesto',
    text: '002',
    isCode: true,
  });
  expect(faultsOf(ecf)).toEqual([]);
});

test('in type 44 too, where the format demands the amount of each row', () => {
  const ecf = soundVoucher(44);
  computed([line(4, 100, taxes('002'))], {})(ecf);
  usualAmounts({ ECF: ecf }, facts);
  expect(ecf.Encabezado.Totales).toMatchObject({ MontoImpuestoAdicional: 2, MontoTotal: 102 });
  expect(faultsOf(ecf)).toEqual([]);
});

test('a tax whose rate DGII changes each quarter gets no row', () => {
  const ecf = soundVoucher(31);
  computed([line(1, 100, taxes('006', '023'))], {})(ecf);
  usualAmounts({ ECF: ecf }, facts);
  expect(ecf.Encabezado.Totales.ImpuestosAdicionales).toBeUndefined();
});

test('the amounts in another currency follow from the lines in that currency, or from the rate', () => {
  const ecf = soundVoucher(31);
  computed([line(1, 6000, { OtraMonedaDetalle: { PrecioOtraMoneda: 100 } }), line(4, 60)], {})(ecf);
  ecf.Encabezado.OtraMoneda = { TipoMoneda: 'USD', TipoCambio: 60 };
  usualAmounts({ ECF: ecf }, facts);
  expect(ecf.DetallesItems.Item[0].OtraMonedaDetalle.MontoItemOtraMoneda).toBe(100);
  expect(ecf.Encabezado.OtraMoneda).toEqual({
    TipoMoneda: 'USD',
    TipoCambio: 60,
    MontoGravadoTotalOtraMoneda: 100,
    MontoGravado1OtraMoneda: 100,
    MontoExentoOtraMoneda: 1,
    TotalITBISOtraMoneda: 18,
    TotalITBIS1OtraMoneda: 18,
    MontoTotalOtraMoneda: 119,
  });
  expect(faultsOf(ecf)).toEqual([]);
});

test.each([41, 47] as const)('the withheld amounts of the lines of a type %i are summed up', (type) => {
  const ecf = soundVoucher(type);
  const withheld = type === 41 ? { MontoITBISRetenido: 18, MontoISRRetenido: 10 } : { MontoISRRetenido: 27 };
  const Retencion = { IndicadorAgenteRetencionoPercepcion: 1, ...withheld };
  const service = { IndicadorBienoServicio: 2, Retencion };
  computed(
    [
      line(type === 41 ? 1 : 4, 100, service),
      line(4, 100, {
        ...service,
        Retencion: { ...Retencion, ...(type === 41 && { MontoITBISRetenido: 0 }) },
      }),
    ],
    {},
  )(ecf);
  usualAmounts({ ECF: ecf }, facts);
  expect(ecf.Encabezado.Totales).toMatchObject(
    type === 41 ? { TotalITBISRetenido: 18, TotalISRRetencion: 20 } : { TotalISRRetencion: 54 },
  );
  expect(faultsOf(ecf)).toEqual([]);
});

test('what cannot be computed is not put into the voucher', () => {
  const ecf = soundVoucher(31);
  computed([line(1, 100, { PrecioUnitarioItem: undefined, MontoItem: undefined })], {})(ecf);
  usualAmounts({ ECF: ecf }, facts);
  expect(ecf.DetallesItems.Item[0]).not.toHaveProperty('MontoItem', 0);
  expect(ecf.Encabezado.Totales).not.toHaveProperty('MontoTotal');
});
