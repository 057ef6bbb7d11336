/** How and when a voucher is paid. */
import { ecfTypeList, type EcfType } from '../../../../../src/ecf/model/ecf-types.js';
import { paymentRules } from '../../../../../src/ecf/rules/header/payments.js';
import { validate } from '../../../../../src/ecf/validate.js';
import { facts, type Json } from '../../samples.js';
import { all, idDoc, ruleCases, secondLine, soundVoucher, totales } from '../cases.js';

const onCredit = (limit?: string) => idDoc({ TipoPago: 2, FechaLimitePago: limit });
/** These forms pay one peso each, and the last one pays the rest. */
const paidWith =
  (...forms: readonly number[]) =>
  (ecf: Json) =>
    paid(
      ...forms.map((form, index): [number, number] => [
        form,
        index === forms.length - 1 ? ecf.Encabezado.Totales.MontoTotal - index : 1,
      ]),
    )(ecf);
const paid = (...rows: readonly (readonly [form: number, amount: number])[]) =>
  idDoc({
    TablaFormasPago: { FormasDePago: rows.map(([FormaPago, MontoPago]) => ({ FormaPago, MontoPago })) },
  });
const payable: readonly EcfType[] = [31, 32, 33, 41, 44, 45, 46, 47];
const totalOf = (type: EcfType): number => soundVoucher(type).Encabezado.Totales.MontoTotal;

ruleCases(paymentRules, [
  ...ecfTypeList
    .filter((type) => type !== 43)
    .flatMap((type) => [
      { name: 'on credit until the day of issue', type, change: onCredit('15-06-2026'), codes: [] },
      {
        name: 'on credit until the day before issue',
        type,
        change: onCredit('14-06-2026'),
        codes: ['PAGO-03'],
      },
    ]),
  ...([31, 32, 33, 41, 44, 45, 46] as const).map((type) => ({
    name: 'on credit without a day of payment',
    type,
    change: onCredit(),
    codes: ['PAGO-01'],
  })),
  { name: 'on credit without a day of payment', type: 34, change: onCredit(), codes: ['~PAGO-02'] },
  { name: 'on credit without a day of payment', type: 47, change: onCredit(), codes: [] },
  {
    name: 'purchases without TipoPago',
    type: 41,
    change: idDoc({ TipoPago: undefined }),
    codes: ['~PAGO-05'],
  },
  ...([43, 47] as const).map((type) => ({
    name: 'without TipoPago',
    type,
    change: idDoc({ TipoPago: undefined }),
    codes: [],
  })),
  { name: 'payment type 3, free of charge', type: 31, change: idDoc({ TipoPago: 3 }), codes: ['~PAGO-06'] },
  ...([32, 33, 34, 41, 44, 45, 46] as const).map((type) => ({
    name: 'payment type 3, free of charge',
    type,
    change: idDoc({ TipoPago: 3 }),
    codes: [],
  })),
  {
    name: 'a limit that is not a date is reported once',
    type: 31,
    change: onCredit('31-06-2026'),
    codes: ['ESTRUCTURA-12'],
  },
  { name: 'gift bonds in a consumption invoice', type: 32, change: paidWith(1, 5), codes: [] },
  { name: 'gift bonds in another type', type: 31, change: paidWith(1, 5, 5), codes: ['PAGO-04', 'PAGO-04'] },
  { name: 'every other form of payment', type: 31, change: paidWith(1, 2, 3, 4, 6, 7, 8), codes: [] },
  ...payable.flatMap((type) => [
    { name: 'paid in two forms', type, change: paid([1, totalOf(type) - 100], [3, 100]), codes: [] },
    { name: 'paid a cent within the tolerance', type, change: paid([1, totalOf(type) - 1]), codes: [] },
    { name: 'paid too little', type, change: paid([1, totalOf(type) - 1.01]), codes: ['~PAGO-07'] },
    { name: 'paid too much', type, change: paid([1, totalOf(type)], [3, 1.01]), codes: ['~PAGO-07'] },
  ]),
  { name: 'paid without what is withheld', type: 41, change: paid([1, 900]), codes: [] },
  { name: 'paid without what is withheld', type: 47, change: paid([1, 730]), codes: [] },
  {
    name: 'paid with the not-billable amount',
    type: 31,
    change: all(secondLine(0), totales({ MontoNoFacturable: 100, MontoPeriodo: 1280 }), paid([1, 1280])),
    codes: [],
  },
  {
    name: 'paid without the advance',
    type: 31,
    change: all(totales({ MontoAvancePago: 180, ValorPagar: 1000 }), paid([1, 1000])),
    codes: [],
  },
  {
    name: 'paid with the earlier balance',
    type: 31,
    change: all(totales({ SaldoAnterior: 20, ValorPagar: 1200 }), paid([1, 1200])),
    codes: [],
  },
  {
    name: 'free of charge, and nothing paid',
    type: 32,
    change: all(idDoc({ TipoPago: 3 }), paid([1, 0])),
    codes: [],
  },
  {
    name: 'free of charge, and a part paid',
    type: 32,
    change: all(idDoc({ TipoPago: 3 }), paid([1, 10])),
    codes: ['~PAGO-07'],
  },
  {
    name: 'a form without its amount is reported once',
    type: 31,
    change: idDoc({ TablaFormasPago: { FormasDePago: [{ FormaPago: 1 }] } }),
    codes: ['ESTRUCTURA-02'],
  },
]);

test('a purchase without TipoPago is not sent unless the client permits it', () => {
  const ecf = soundVoucher(41);
  delete ecf.Encabezado.IdDoc.TipoPago;
  const codes = (faults: readonly { code: string }[]) => faults.map(({ code }) => code);
  const { valido, errores } = validate({ ECF: ecf }, facts);
  expect([valido, codes(errores)]).toEqual([false, ['PAGO-05']]);
  const permitted = validate({ ECF: ecf }, { ...facts, conditionalAllowed: true });
  expect([permitted.valido, codes(permitted.advertencias)]).toEqual([true, ['PAGO-05']]);
});
