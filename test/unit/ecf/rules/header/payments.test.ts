/** How and when a voucher is paid. */
import { ecfTypeList } from '../../../../../src/ecf/model/ecf-types.js';
import { paymentRules } from '../../../../../src/ecf/rules/header/payments.js';
import { validate } from '../../../../../src/ecf/validate.js';
import { facts } from '../../samples.js';
import { idDoc, ruleCases, soundVoucher } from '../cases.js';

const onCredit = (limit?: string) => idDoc({ TipoPago: 2, FechaLimitePago: limit });
const paidWith = (...forms: readonly number[]) =>
  idDoc({ TablaFormasPago: { FormasDePago: forms.map((form) => ({ FormaPago: form, MontoPago: 1 })) } });

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
