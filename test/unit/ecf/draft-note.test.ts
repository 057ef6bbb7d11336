/** A note that is drafted from a voucher refers to it, and has what its type needs and nothing else. */
import { localDate } from '../../../src/ecf/model/dates.js';
import { creditedBy, hasCredits, type NoteOnVoucher } from '../../../src/ecf/notes/credited.js';
import { draftNote, type NoteOrder } from '../../../src/ecf/notes/draft-note.js';
import { ecfExamples } from '../../../src/ecf/publish/examples.js';
import { usualAmounts } from '../../../src/ecf/usual-amounts.js';
import { validate } from '../../../src/ecf/validate.js';

const encf = 'E310000000007';
const today = localDate(Date.UTC(2026, 10, 20, 12));

/** The expiry of the modified voucher's own sequence. */
function expiry(type: number) {
  return type === 32 ? {} : { FechaVencimientoSecuencia: '31-12-2027' };
}

interface Body {
  readonly ECF: {
    readonly Encabezado: {
      readonly IdDoc: Readonly<Record<string, unknown>>;
      readonly Emisor: { readonly RNCEmisor: string };
      readonly Totales: Readonly<Record<string, unknown>>;
    };
    readonly DetallesItems: { readonly Item: readonly Readonly<Record<string, unknown>>[] };
    readonly InformacionReferencia?: Readonly<Record<string, unknown>>;
    readonly DescuentosORecargos?: unknown;
  };
}

function bodyOf(type: number, issuedOn = today): Body {
  const { ECF } = ecfExamples.find((one) => one.type === type)!.body;
  const { IdDoc, Emisor } = ECF.Encabezado;
  const Encabezado = {
    ...ECF.Encabezado,
    IdDoc: { ...IdDoc, eNCF: encf, ...expiry(type) },
    Emisor: { ...Emisor, FechaEmision: issuedOn },
  };
  return { ECF: { ...ECF, Encabezado } } as unknown as Body;
}

/** A sale of three lines at two rates, with a discount of a line and one of the whole voucher; its amounts are computed. */
function sale(): Body {
  const { ECF } = bodyOf(31);
  const line = (NumeroLinea: number, NombreItem: string, more: object) => {
    return { NumeroLinea, IndicadorFacturacion: 1, NombreItem, IndicadorBienoServicio: 1, ...more };
  };
  const Item = [
    line(1, 'Bloque', { CantidadItem: 10, PrecioUnitarioItem: 100 }),
    line(2, 'Pintura', {
      CantidadItem: 4,
      PrecioUnitarioItem: 50,
      DescuentoMonto: 20,
      TablaSubDescuento: { SubDescuento: [{ TipoSubDescuento: '$', MontoSubDescuento: 20 }] },
    }),
    line(3, 'Libro', { IndicadorFacturacion: 4, CantidadItem: 2, PrecioUnitarioItem: 30 }),
  ];
  const DescuentoORecargo = [
    {
      NumeroLinea: 1,
      TipoAjuste: 'D',
      DescripcionDescuentooRecargo: 'Pronto pago',
      TipoValor: '$',
      MontoDescuentooRecargo: 124,
      IndicadorFacturacionDescuentooRecargo: 1,
    },
  ];
  const body = {
    ECF: {
      ...ECF,
      Encabezado: { ...ECF.Encabezado, Totales: {} },
      DetallesItems: { Item },
      DescuentosORecargos: { DescuentoORecargo },
    },
  };
  usualAmounts(body, facts);
  return body;
}

const facts = { today, company: { rnc: ecfExamples[0]!.body.ECF.Encabezado.Emisor.RNCEmisor } };

function drafted(
  content: unknown,
  order: Omit<NoteOrder, 'today'>,
  notes: readonly NoteOnVoucher[] = [],
): Body {
  const note = draftNote(content, { today, ...order }, creditedBy(content, notes)) as unknown as Body;
  usualAmounts(note, facts);
  return note;
}

/** The faults of the note under a number. */
function faultsOf(note: Body): string[] {
  const { IdDoc } = note.ECF.Encabezado;
  const type = String(IdDoc['TipoeCF']);
  const expiresOn = type === '33' ? '31-12-2028' : null;
  Object.assign(IdDoc, { eNCF: `E${type}0000000001` });
  if (expiresOn !== null) Object.assign(IdDoc, { FechaVencimientoSecuencia: expiresOn });
  const { errores } = validate(note, { ...facts, reservation: { expiresOn } });
  return errores.map(({ code, campo, mensaje }) => `${code} ${campo} ${mensaje}`);
}

/** What the person must still fill in: fields that these types do not have or may leave out, and a note needs. */
const left = { 43: ['ESTRUCTURA-02'], 47: ['RETENCION-03'] } as Readonly<Record<number, readonly string[]>>;

describe.each([31, 32, 41, 43, 44, 45, 46, 47])('a note on a voucher of type %i', (type) => {
  test.each([
    { type: 34, code: '1' },
    { type: 34, code: '2' },
    { type: 34, code: '3' },
    { type: 33, code: '3' },
  ] as const)('as type $type with code $code has all that its type needs and the voucher has', (order) => {
    const note = drafted(bodyOf(type), order);
    const { IdDoc } = note.ECF.Encabezado;
    expect([IdDoc['eNCF'], IdDoc['FechaVencimientoSecuencia']]).toEqual([undefined, undefined]);
    const codes = faultsOf(note).map((fault) => fault.split(' ')[0]);
    const text = order.code === '2';
    expect(codes).toEqual(text && type === 47 ? [] : (left[type] ?? []));
  });
});

test.each([
  { issuedOn: '21-10-2026', indicator: 0 },
  { issuedOn: '20-10-2026', indicator: 1 },
])(
  'a credit note on a voucher of $issuedOn has IndicadorNotaCredito $indicator',
  ({ issuedOn, indicator }) => {
    expect(draftNote(bodyOf(31, issuedOn), { type: 34, code: '1', today })).toMatchObject({
      ECF: {
        Encabezado: {
          IdDoc: { TipoeCF: 34, IndicadorNotaCredito: indicator },
          Emisor: { FechaEmision: today },
        },
        InformacionReferencia: {
          NCFModificado: encf,
          FechaNCFModificado: issuedOn,
          CodigoModificacion: 1,
        },
      },
    });
  },
);

test('a debit note only corrects amounts, whatever code it is asked for', () => {
  expect(drafted(bodyOf(31), { type: 33, code: '1' }).ECF.InformacionReferencia).toMatchObject({
    CodigoModificacion: 3,
  });
});

test('returned units take their part of the discounts of their line and of the voucher', () => {
  const note = drafted(sale(), {
    type: 34,
    code: '3',
    reason: ' Llegaron rotos ',
    lines: [
      { line: 2, quantity: '2' },
      { line: 3, quantity: '1' },
    ],
  });
  // Of 1,240.00: 90.00 of line 2 and 30.00 of line 3, so a share of 120 / 1240 of the discount of 124.00.
  expect(note.ECF).toMatchObject({
    DetallesItems: {
      Item: [
        { NumeroLinea: 1, NombreItem: 'Pintura', CantidadItem: 2, DescuentoMonto: 10, MontoItem: 90 },
        { NumeroLinea: 2, NombreItem: 'Libro', CantidadItem: 1, MontoItem: 30 },
      ],
    },
    DescuentosORecargos: { DescuentoORecargo: [{ NumeroLinea: 1, MontoDescuentooRecargo: 12 }] },
    InformacionReferencia: { CodigoModificacion: 3, RazonModificacion: 'Llegaron rotos' },
    Encabezado: { Totales: { MontoGravadoI1: 78, TotalITBIS1: 14.04, MontoExento: 30, MontoTotal: 122.04 } },
  });
  expect(faultsOf(note)).toEqual([]);
});

test('an amount is a line of its own, without units and discounts', () => {
  const note = drafted(sale(), { type: 34, code: '3', lines: [{ line: 1, amount: '55.50' }] });
  expect(note.ECF.DetallesItems.Item).toEqual([
    {
      NumeroLinea: 1,
      IndicadorFacturacion: 1,
      NombreItem: 'Bloque',
      IndicadorBienoServicio: 1,
      CantidadItem: 1,
      PrecioUnitarioItem: 55.5,
      MontoItem: 55.5,
    },
  ]);
  expect(note.ECF.DescuentosORecargos).toBeUndefined();
  expect(note.ECF.Encabezado.Totales).toMatchObject({ MontoTotal: 65.49 });
  expect(faultsOf(note)).toEqual([]);
});

test.each([{ quantity: '0' }, { quantity: '' }, { amount: '0.00' }, { amount: 'mil' }])(
  'a line with %j is left out',
  (part) => {
    const note = drafted(sale(), {
      type: 34,
      code: '3',
      lines: [
        { line: 1, ...part },
        { line: 3, quantity: '1' },
      ],
    });
    expect(note.ECF.DetallesItems.Item.map(({ NombreItem }) => NombreItem)).toEqual(['Libro']);
  },
);

test('a note that corrects a text has the lines of the voucher and no amount', () => {
  const note = drafted(sale(), { type: 34, code: '2', reason: 'El nombre del comprador' });
  expect(note.ECF.DetallesItems.Item.map(({ MontoItem }) => MontoItem)).toEqual([0, 0, 0]);
  expect(note.ECF.Encabezado.Totales).toEqual({ MontoTotal: 0 });
  expect(faultsOf(note)).toEqual([]);
});

describe('after another note', () => {
  const first = () => drafted(sale(), { type: 34, code: '3', lines: [{ line: 1, quantity: '3' }] });

  test('the units that it took are known', () => {
    const credited = creditedBy(sale(), [{ type: 34, content: first() }]);
    expect(credited.units).toEqual({ 1: '3' });
    expect(hasCredits(credited)).toBe(true);
  });

  test('a note that cancels takes what is left, at each rate', () => {
    const rest = drafted(sale(), { type: 34, code: '1' }, [{ type: 34, content: first() }]);
    const totalOf = ({ ECF }: Body) => Number(ECF.Encabezado.Totales['MontoTotal']);
    expect(totalOf(rest)).toBeCloseTo(totalOf(sale()) - totalOf(first()), 2);
    expect(rest.ECF.DetallesItems.Item).toMatchObject([
      { IndicadorFacturacion: 1, NombreItem: `Saldo de ${encf}` },
      { IndicadorFacturacion: 4, PrecioUnitarioItem: 60 },
    ]);
    expect(rest.ECF.InformacionReferencia).toMatchObject({ CodigoModificacion: 1 });
    expect(faultsOf(rest)).toEqual([]);
  });

  test('a debit note adds to what is left, and a note of texts takes nothing', () => {
    const debit = drafted(sale(), { type: 33, code: '3', lines: [{ line: 1, amount: '40' }] });
    const text = drafted(sale(), { type: 34, code: '2' });
    const credited = creditedBy(sale(), [
      { type: 33, content: debit },
      { type: 34, content: text },
    ]);
    expect(credited).toEqual({
      units: {},
      bases: { MontoGravadoI1: '-40', MontoGravadoI2: '0', MontoGravadoI3: '0', MontoExento: '0' },
    });
  });

  test('lines that are alike give their units one after the other', () => {
    const { ECF } = sale();
    const [line] = ECF.DetallesItems.Item;
    const twice = {
      ECF: { ...ECF, DetallesItems: { Item: [line, { ...line, NumeroLinea: 2, CantidadItem: 5 }] } },
    };
    const note = { ECF: { ...ECF, DetallesItems: { Item: [{ ...line, CantidadItem: 12 }] } } };
    expect(creditedBy(twice, [{ type: 34, content: note }]).units).toEqual({ 1: '10', 2: '2' });
  });
});

test.each([[], {}, { ECF: {} }, 'no', null])('%j is not a voucher', (content) => {
  expect(draftNote(content, { type: 34, code: '1', today })).toBeUndefined();
});
