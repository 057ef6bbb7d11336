/** What the ledger knows about the voucher that a note modifies, and the effect on the note. */
import type { EcfType } from '../../../../../src/ecf/model/ecf-types.js';
import type { Facts, ManagedRange, Referenced } from '../../../../../src/ecf/model/facts.js';
import { modifiedRules } from '../../../../../src/ecf/rules/header/modified.js';
import { validate } from '../../../../../src/ecf/validate.js';
import { all, codesOf, idDoc, ruleCases, soundVoucher, type RuleCase } from '../cases.js';
import { facts, type Json } from '../../samples.js';

/** The voucher that the sound notes modify: 1,180.00, as issued, without other notes. */
const invoice: Referenced = {
  encf: 'E310000000009',
  tipoeCF: 31,
  state: 'accepted',
  montoTotal: '1180.00',
  fechaEmision: '10-06-2026',
  rncComprador: '131880681',
  tipoMoneda: null,
  credited: '0',
  debited: '0',
  annulled: false,
};
const on = (change: Partial<Referenced> = {}): Partial<Facts> => ({ referenced: { ...invoice, ...change } });
/** A number of a range that this service manages, and never handed out. */
const never = (range: Partial<ManagedRange>): Partial<Facts> =>
  on({
    state: 'refused',
    fechaEmision: '',
    neverHandedOut: { since: '01-06-2026', expiresOn: '31-12-2028', ...range },
  });
const refers = (change: Json) => (ecf: Json) => Object.assign(ecf.InformacionReferencia, change);
const annuls = refers({ CodigoModificacion: 1 });
const inDollars = (ecf: Json) =>
  (ecf.Encabezado.OtraMoneda = {
    TipoMoneda: 'USD',
    TipoCambio: 59,
    MontoGravadoTotalOtraMoneda: 16.95,
    MontoGravado1OtraMoneda: 16.95,
    TotalITBISOtraMoneda: 3.05,
    TotalITBIS1OtraMoneda: 3.05,
    MontoTotalOtraMoneda: 20,
  });

const notes: readonly EcfType[] = [33, 34];

/** A type 31 that refers to a consumption voucher. */
const refersToConsumption = (ecf: Json) =>
  (ecf.InformacionReferencia = {
    NCFModificado: 'E320000000009',
    FechaNCFModificado: '10-06-2026',
    CodigoModificacion: 5,
  });
/** Nothing of that voucher agrees with the type 31: only its state matters. */
const consumption: Partial<Referenced> = {
  encf: 'E320000000009',
  tipoeCF: 32,
  montoTotal: '1.00',
  rncComprador: '101010101',
  fechaEmision: '09-06-2026',
  annulled: true,
};

ruleCases(modifiedRules, [
  ...notes.flatMap((type): RuleCase[] => [
    { name: 'on a voucher of the ledger', type, known: on(), codes: [] },
    { name: 'on one that waits for its result', type, known: on({ state: 'submitted' }), codes: [] },
    {
      name: 'on one that was accepted conditionally',
      type,
      known: on({ state: 'conditionally-accepted' }),
      codes: [],
    },
    ...(['rejected', 'refused', 'annulled'] as const).map((state): RuleCase => ({
      name: `on one that is ${state}: only the state is reported`,
      type,
      known: on({ state, montoTotal: '1.00', rncComprador: '101010101', fechaEmision: '11-06-2026' }),
      codes: ['REFERENCIA-13'],
    })),
    {
      name: 'on a number that the service never handed out',
      type,
      known: never({ since: '10-06-2026' }),
      codes: ['REFERENCIA-13'],
    },
    {
      name: 'on a number without expiry that the service never handed out',
      type,
      known: never({ expiresOn: null }),
      codes: ['REFERENCIA-13'],
    },
    {
      name: 'on such a number, dated before its range was registered',
      type,
      known: never({ since: '11-06-2026' }),
      codes: [],
    },
    {
      name: 'on such a number, of a range that expires today',
      type,
      known: never({ expiresOn: '15-06-2026' }),
      codes: ['REFERENCIA-13'],
    },
    {
      name: 'on such a number, of a range that has expired',
      type,
      known: never({ expiresOn: '14-06-2026' }),
      codes: [],
    },
    {
      name: 'after a credit note that annuls it',
      type,
      known: on({ annulled: true }),
      codes: ['~NOTA-06'],
    },
    {
      name: 'to another buyer',
      type,
      known: on({ rncComprador: '101010101' }),
      codes: ['~NOTA-08'],
    },
    {
      name: 'to a buyer that the voucher did not name',
      type,
      known: on({ rncComprador: '' }),
      codes: [],
    },
    {
      name: 'to nobody, though the voucher names its buyer',
      type,
      change: (ecf) => delete ecf.Encabezado.Comprador,
      known: on(),
      codes: ['~NOTA-08'],
    },
    {
      name: 'with another date than the voucher has',
      type,
      known: on({ fechaEmision: '09-06-2026' }),
      codes: ['~NOTA-09'],
    },
    {
      name: 'in the currency of the voucher',
      type,
      change: inDollars,
      known: on({ tipoMoneda: 'USD' }),
      codes: [],
    },
    { name: 'in pesos on a voucher in dollars', type, known: on({ tipoMoneda: 'USD' }), codes: [] },
    {
      name: 'in dollars on a voucher in euros',
      type,
      change: inDollars,
      known: on({ tipoMoneda: 'EUR' }),
      codes: ['~NOTA-10'],
    },
    { name: 'in dollars on a voucher in pesos', type, change: inDollars, known: on(), codes: ['~NOTA-10'] },
  ]),
  ...(['accepted', 'submitted'] as const).map((state): RuleCase => ({
    name: `that refers to a consumption voucher, which is ${state}`,
    type: 31,
    change: refersToConsumption,
    known: on({ ...consumption, state }),
    codes: [],
  })),
  ...(['rejected', 'refused', 'annulled'] as const).map((state): RuleCase => ({
    name: `that refers to a consumption voucher, which is ${state}`,
    type: 31,
    change: refersToConsumption,
    known: on({ ...consumption, state }),
    codes: ['REFERENCIA-13'],
  })),
  { name: 'a debit note has no balance limit', type: 33, known: on({ montoTotal: '1.00' }), codes: [] },
  {
    name: 'one cent above the total',
    type: 34,
    known: on({ montoTotal: '1179.99' }),
    codes: ['NOTA-05'],
  },
  {
    name: 'all of the balance that other notes left',
    type: 34,
    known: on({ montoTotal: '2000.00', credited: '820.00' }),
    codes: [],
  },
  {
    name: 'one cent above the balance that other notes left',
    type: 34,
    known: on({ montoTotal: '2000.00', credited: '820.01' }),
    codes: ['NOTA-05'],
  },
  {
    name: 'all of the total and of the accepted debit notes',
    type: 34,
    known: on({ montoTotal: '1000.00', debited: '180.00' }),
    codes: ['~NOTA-12'],
  },
  {
    name: 'one cent above the total, with an accepted debit note',
    type: 34,
    known: on({ montoTotal: '1179.99', debited: '0.01' }),
    codes: ['~NOTA-12'],
  },
  {
    name: 'the whole total, with an accepted debit note',
    type: 34,
    known: on({ debited: '200.00' }),
    codes: [],
  },
  {
    name: 'one cent above the total and the accepted debit notes',
    type: 34,
    known: on({ montoTotal: '1000.00', debited: '179.99' }),
    codes: ['NOTA-05'],
  },
  {
    name: 'all of the total and the debit notes that other credit notes left',
    type: 34,
    known: on({ montoTotal: '2000.00', debited: '200.00', credited: '1020.00' }),
    codes: ['~NOTA-12'],
  },
  {
    name: 'one cent above what other credit notes left of the total and the debit notes',
    type: 34,
    known: on({ montoTotal: '2000.00', debited: '200.00', credited: '1020.01' }),
    codes: ['NOTA-05'],
  },
  {
    name: 'code 1 for the total and the debit notes',
    type: 34,
    change: annuls,
    known: on({ montoTotal: '1000.00', debited: '180.00' }),
    codes: ['~NOTA-12'],
  },
  {
    name: 'amounts beyond the precision of a double',
    type: 34,
    known: on({ montoTotal: '9007199254742173.00', credited: '9007199254740993.01' }),
    codes: ['NOTA-05'],
  },
  {
    name: 'as many credit notes as the service sums',
    type: 34,
    known: on({ montoTotal: '2000.00', credited: '100.00', full: true }),
    codes: ['NOTA-11'],
  },
  { name: 'code 1 for the whole total', type: 34, change: annuls, known: on(), codes: [] },
  {
    name: 'code 1 for the balance',
    type: 34,
    change: annuls,
    known: on({ montoTotal: '1280.00', credited: '100.00' }),
    codes: [],
  },
  {
    name: 'code 1 for less than the balance',
    type: 34,
    change: annuls,
    known: on({ montoTotal: '1280.00' }),
    codes: ['~NOTA-07'],
  },
  {
    name: 'code 1 for more than the balance is reported once',
    type: 34,
    change: annuls,
    known: on({ credited: '100.00' }),
    codes: ['NOTA-05'],
  },
]);

describe('the real date of the voucher decides the value of IndicadorNotaCredito', () => {
  const found = (indicador: number, shown: string, real: string) => {
    const ecf = soundVoucher(34);
    all(idDoc({ IndicadorNotaCredito: indicador }), refers({ FechaNCFModificado: shown }))(ecf);
    return codesOf(ecf, on({ fechaEmision: real }));
  };
  test.each([
    { name: '30 days', indicador: 0, real: '16-05-2026', codes: [] },
    { name: '31 days', indicador: 0, real: '15-05-2026', codes: ['NOTA-01'] },
    { name: '31 days, with the right indicator', indicador: 1, real: '15-05-2026', codes: [] },
  ])('$name', ({ indicador, real, codes }) => {
    expect(found(indicador, real, real)).toEqual(codes);
  });

  test.each([
    { name: 'voided', known: on({ state: 'annulled', fechaEmision: '' }) },
    { name: 'never handed out', known: never({}) },
  ])('a number without a voucher has no date of its own: $name', ({ known }) => {
    expect(codesOf(soundVoucher(34), known)).toEqual(['REFERENCIA-13']);
  });

  test('a wrong date in the note does not make an old voucher recent', () => {
    expect(found(0, '14-06-2026', '15-05-2026')).toEqual(['~NOTA-09', 'NOTA-01']);
    expect(found(1, '14-06-2026', '15-05-2026')).toEqual(['~NOTA-09']);
  });
});

test.each([33, 34] as const)('a %i on a large consumption voucher of the ledger names its buyer', (type) => {
  const ecf = soundVoucher(type);
  delete ecf.Encabezado.Comprador;
  ecf.InformacionReferencia.NCFModificado = 'E320000000009';
  const large = { encf: 'E320000000009', tipoeCF: 32, rncComprador: '' };
  expect(codesOf(ecf, on({ ...large, montoTotal: '250000.00' }))).toEqual(['COMPRADOR-01', 'COMPRADOR-02']);
  expect(codesOf(ecf, on({ ...large, montoTotal: '249999.99' }))).toEqual([]);
});

test.each([
  {
    name: 'the total of the voucher, without other notes',
    known: on({ montoTotal: '100.00' }),
    code: 'NOTA-05',
    mensaje: 'La nota excede el total de E310000000009, que es 100.00; se recibió 1,180.00.',
  },
  {
    name: 'the balance of the voucher',
    known: on({ montoTotal: '2360.00', credited: '2360.00' }),
    code: 'NOTA-05',
    mensaje:
      'La nota excede el saldo de E310000000009: de 2,360.00 quedan 0.00, porque otras notas de crédito suman 2,360.00; se recibió 1,180.00.',
  },
  {
    name: 'the total with its debit notes',
    known: on({ montoTotal: '1000.00', debited: '100.00' }),
    code: 'NOTA-05',
    mensaje:
      'La nota excede el total de E310000000009, que es 1,000.00 más 100.00 de notas de débito aceptadas; se recibió 1,180.00.',
  },
  {
    name: 'the balance of the voucher and its debit notes',
    known: on({ montoTotal: '1000.00', debited: '200.00', credited: '500.00' }),
    code: 'NOTA-05',
    mensaje:
      'La nota excede el saldo de E310000000009: de 1,000.00 más 200.00 de notas de débito aceptadas quedan 700.00, porque otras notas de crédito suman 500.00; se recibió 1,180.00.',
  },
  {
    name: 'that it fits only because of debit notes',
    known: on({ montoTotal: '1000.00', debited: '200.00' }),
    code: 'NOTA-12',
    mensaje:
      'Las notas de crédito superan el total de E310000000009, 1,000.00, y caben solo por sus notas de débito aceptadas, que suman 200.00: la DGII puede rechazarla; se recibió 1,180.00.',
  },
  {
    name: 'why IndicadorNotaCredito is 1',
    known: on({ fechaEmision: '15-05-2026' }),
    code: 'NOTA-01',
    mensaje:
      'Entre el comprobante modificado (15-05-2026) y la nota (15-06-2026) hay más de 30 días: se esperaba 1; se recibió 0.',
  },
])('the message for a credit note says $name', ({ known, code, mensaje }) => {
  const { errores, advertencias } = validate({ ECF: soundVoucher(34) }, { ...facts, ...known });
  expect([...errores, ...advertencias].find((fault) => fault.code === code)?.mensaje).toBe(mensaje);
});
