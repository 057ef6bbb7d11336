/** All faults are reported at once: a fault of form neither hides other faults nor causes more of them. */
import { ecfTypeList, type EcfType } from '../../../../src/ecf/model/ecf-types.js';
import { validate } from '../../../../src/ecf/validate.js';
import { codesOf, soundVoucher } from '../rules/cases.js';
import { exampleFacts, exampleJson, type Json } from '../samples.js';

interface Case {
  readonly name: string;
  /** Changes the sound voucher of type 31: one line of 1,000.00 that costs 1,180.00. */
  readonly change: (ecf: Json) => unknown;
  /** Conditional faults first, with a leading `~`; each kind in document order. */
  readonly codes: readonly string[];
}

/** Adds a second line: its amount is 100.00 too high, and Totales does not include it. */
const wrongLine = (ecf: Json) =>
  ecf.DetallesItems.Item.push({
    ...ecf.DetallesItems.Item[0],
    NumeroLinea: 2,
    IndicadorFacturacion: 0,
    MontoItem: 1100,
  });

const noLimitDate = (ecf: Json) => (ecf.Encabezado.IdDoc.TipoPago = 2);

const cases: readonly Case[] = [
  {
    name: 'an empty text and a total that is wrong',
    change: (ecf) => {
      ecf.Encabezado.Emisor.NombreComercial = '';
      ecf.Encabezado.Totales.MontoTotal = 2000;
    },
    codes: ['~TOTALES-11', 'ESTRUCTURA-04'],
  },
  {
    name: 'a control character and a limit date that is missing',
    change: (ecf) => {
      noLimitDate(ecf);
      ecf.DetallesItems.Item[0].NombreItem = 'A\u0000';
    },
    codes: ['PAGO-01', 'ESTRUCTURA-13'],
  },
  {
    name: 'null, and a buyer of another kind',
    change: (ecf) => {
      ecf.Encabezado.Emisor.Sucursal = null;
      ecf.Encabezado.IdDoc.eNCF = 'E320000000001';
    },
    codes: ['ENCF_TYPE_MISMATCH', 'ESTRUCTURA-03'],
  },
  {
    name: 'an amount sent as text is checked like a number',
    change: (ecf) => {
      ecf.Encabezado.Totales.MontoTotal = '2000.00';
      ecf.DetallesItems.Item[0].CantidadItem = '7';
    },
    codes: ['~LINEA-01', 'ESTRUCTURA-03', 'ESTRUCTURA-03'],
  },
  {
    name: 'an unreadable amount causes no fault in the totals',
    change: (ecf) => {
      noLimitDate(ecf);
      ecf.DetallesItems.Item[0].MontoItem = 'mil';
    },
    codes: ['PAGO-01', 'ESTRUCTURA-03'],
  },
  {
    name: 'a line without amount causes no fault in the next line',
    change: (ecf) => {
      delete ecf.DetallesItems.Item[0].MontoItem;
      wrongLine(ecf);
    },
    codes: ['~LINEA-01', 'ESTRUCTURA-02'],
  },
  {
    name: 'missing lines cause no fault in the totals',
    change: (ecf) => {
      noLimitDate(ecf);
      delete ecf.DetallesItems;
    },
    codes: ['PAGO-01', 'ESTRUCTURA-02'],
  },
  {
    name: 'an unreadable line leaves the position of the other lines unknown',
    change: (ecf) => {
      noLimitDate(ecf);
      wrongLine(ecf);
      ecf.DetallesItems.Item[0] = null;
    },
    codes: ['PAGO-01', 'ESTRUCTURA-03'],
  },
  {
    name: 'lines beyond the limit cause no fault in the totals',
    change: (ecf) => {
      const [line] = ecf.DetallesItems.Item;
      ecf.DetallesItems.Item = Array.from({ length: 1001 }, (_, index) => ({
        ...line,
        NumeroLinea: index + 1,
      }));
      noLimitDate(ecf);
    },
    codes: ['PAGO-01', 'ESTRUCTURA-08'],
  },
  {
    name: 'an unknown indicator causes no fault in the totals',
    change: (ecf) => {
      ecf.DetallesItems.Item[0].IndicadorFacturacion = 7;
      ecf.DetallesItems.Item[0].CantidadItem = 7;
    },
    codes: ['~LINEA-01', 'ESTRUCTURA-07'],
  },
  ...[0, -1].map((CantidadItem): Case => ({
    name: `a quantity of ${CantidadItem} causes no fault in the amount of its line`,
    change: (ecf) => {
      noLimitDate(ecf);
      ecf.DetallesItems.Item[0].CantidadItem = CantidadItem;
    },
    codes: ['PAGO-01', 'ESTRUCTURA-11'],
  })),
];

test.each(cases)('$name', ({ change, codes }) => {
  const ecf = soundVoucher(31);
  change(ecf);
  expect(codesOf(ecf)).toEqual(codes);
});

test('an amount sent as text is a fault, and the XML shows the amount', () => {
  const ecf = soundVoucher(31);
  ecf.Encabezado.Totales.MontoTotal = '1180.00';
  const validation = validate({ ECF: ecf }, exampleFacts);
  expect(validation.errores.map(({ campo }) => campo)).toEqual(['ECF.Encabezado.Totales.MontoTotal']);
  expect(validation.ecf?.root.Encabezado).toMatchObject({ Totales: { MontoTotal: '1180' } });
});

test.each(['1e3', '+1', '01', '.5', '1.', '1,000.00', '0x10', '12345678901234567', ' 1', 'NaN', 'Infinity'])(
  'the text «%s» is no amount',
  (text) => {
    const ecf = soundVoucher(31);
    ecf.Encabezado.Totales.MontoTotal = text;
    const validation = validate({ ECF: ecf }, exampleFacts);
    expect(validation.errores.map(({ code }) => code)).toEqual(['ESTRUCTURA-03']);
    expect(validation.ecf).toBeUndefined();
  },
);

/** Every member of a JSON value: the object that contains it, and its key there. */
function* placesIn(value: Json, path = 'ECF'): Iterable<{ holder: Json; key: string; path: string }> {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const step = Array.isArray(value) ? `[${key}]` : `.${key}`;
    yield { holder: value, key, path: path + step };
    yield* placesIn(value[key], path + step);
  }
}

const gapKinds = [null, '', [], {}] as const;
const pathsOf = new Map(
  ecfTypeList.map((type) => [
    type,
    new Set([...placesIn(exampleJson(`${type}-full`).ECF)].map(({ path }) => path)),
  ]),
);

/**
 * The kinds of gap that are tested in this place for this type. The types that have the place share the four kinds: each type tests one or
 * more, and each kind is tested. The kind matters to the reading of one value; the rules see only that there is a gap.
 */
function gapsOf(type: EcfType, path: string): readonly unknown[] {
  const types = ecfTypeList.filter((one) => pathsOf.get(one)?.has(path));
  const share = Math.ceil(gapKinds.length / types.length);
  const first = types.indexOf(type) * share;
  return Array.from({ length: share }, (_, index) => gapKinds[(first + index) % gapKinds.length]);
}

test.each(ecfTypeList)('one gap anywhere in a full voucher of type %i is one fault', (type) => {
  const voucher = exampleJson(`${type}-full`);
  const unexpected: string[] = [];
  let places = 0;
  for (const { holder, key, path } of placesIn(voucher.ECF)) {
    places++;
    const before = holder[key];
    for (const gap of gapsOf(type, path)) {
      holder[key] = gap;
      const { errores, advertencias } = validate(voucher, exampleFacts);
      const found = [...errores, ...advertencias].map(({ campo }) => campo);
      // An empty IdDoc is a fault that stops all other checks, because TipoeCF cannot be found.
      const there =
        found.length === 1 && found.every((campo) => campo === path || campo.startsWith(`${path}.`));
      if (!there) unexpected.push(`${path} ${JSON.stringify(gap)}: ${found.join()}`);
    }
    holder[key] = before;
  }
  expect(unexpected).toEqual([]);
  expect(places).toBeGreaterThan(25);
});
