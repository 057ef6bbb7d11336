/** A note that starts from a voucher refers to it, and has what its type needs and nothing else. */
import { localDate } from '../../../src/ecf/model/dates.js';
import { ecfExamples } from '../../../src/ecf/publish/examples.js';
import { validate } from '../../../src/ecf/validate.js';
import type { Voucher } from '../../../src/web/api/answers.js';
import { creditOn, isWhole, noteOf } from '../../../src/web/screens/certification/form/note-of.js';

const number = 'E310000000007';

function bodyOf(type: number, issuedOn: string) {
  const { ECF } = ecfExamples.find((one) => one.type === type)!.body;
  const { IdDoc, Emisor } = ECF.Encabezado;
  const Encabezado = {
    ...ECF.Encabezado,
    IdDoc: { ...IdDoc, eNCF: number },
    Emisor: { ...Emisor, FechaEmision: issuedOn },
  };
  return { ECF: { ...ECF, Encabezado } };
}

interface Note {
  readonly ECF: {
    readonly Encabezado: {
      readonly IdDoc: Readonly<Record<string, unknown>>;
      readonly Emisor: { readonly RNCEmisor: string };
    };
  };
}

const today = localDate(Date.UTC(2026, 10, 20, 12));
const startOf = (type: 33 | 34, cancels = true) => ({ type, cancels, today });

/** What the person must still fill in: fields that these types do not have or may leave out, and a note needs. */
const left = { 43: ['ESTRUCTURA-02'], 47: ['RETENCION-03'] } as Readonly<Record<number, readonly string[]>>;

describe.each([31, 32, 41, 43, 44, 45, 46, 47])('a note on a voucher of type %i', (type) => {
  test.each([33, 34] as const)('as type %i has all that its type needs and the voucher has', (noteType) => {
    const note = JSON.parse(noteOf(JSON.stringify(bodyOf(type, today)), startOf(noteType))!) as Note;
    const { IdDoc, Emisor } = note.ECF.Encabezado;
    expect(IdDoc).not.toHaveProperty('eNCF');
    Object.assign(IdDoc, { eNCF: `E${noteType}0000000001` });
    if (noteType === 33) Object.assign(IdDoc, { FechaVencimientoSecuencia: '31-12-2028' });
    const { errores } = validate(note, {
      today,
      company: { rnc: Emisor.RNCEmisor },
      reservation: { expiresOn: noteType === 33 ? '31-12-2028' : null },
    });
    expect(errores.map(({ code }) => code)).toEqual(left[type] ?? []);
  });
});

test.each([
  { issuedOn: '21-10-2026', indicator: 0 },
  { issuedOn: '20-10-2026', indicator: 1 },
])(
  'a credit note on a voucher of $issuedOn has IndicadorNotaCredito $indicator',
  ({ issuedOn, indicator }) => {
    expect(JSON.parse(noteOf(JSON.stringify(bodyOf(31, issuedOn)), startOf(34))!)).toMatchObject({
      ECF: {
        Encabezado: {
          IdDoc: { TipoeCF: 34, IndicadorNotaCredito: indicator },
          Emisor: { FechaEmision: today },
        },
        InformacionReferencia: { NCFModificado: number, FechaNCFModificado: issuedOn },
      },
    });
  },
);

test.each([
  { type: 34, cancels: true, codigo: 1 },
  { type: 34, cancels: false, codigo: 3 },
  { type: 33, cancels: true, codigo: 3 },
] as const)('a note of type $type that cancels ($cancels) starts with code $codigo', (note) => {
  expect(
    JSON.parse(noteOf(JSON.stringify(bodyOf(31, today)), startOf(note.type, note.cancels))!),
  ).toMatchObject({
    ECF: { InformacionReferencia: { CodigoModificacion: note.codigo } },
  });
});

test.each([
  { notes: [], more: false, whole: true },
  { notes: [], more: true, whole: false },
  { notes: [{ tipoeCF: 34, state: 'accepted' }], more: false, whole: false },
  { notes: [{ tipoeCF: 34, state: 'submitted' }], more: false, whole: false },
  { notes: [{ tipoeCF: 34, state: 'rejected' }], more: false, whole: true },
  { notes: [{ tipoeCF: 33, state: 'accepted' }], more: false, whole: true },
])('a voucher with the notes $notes (more: $more) is whole: $whole', ({ notes, more, whole }) => {
  expect(isWhole({ notes: { items: notes as Voucher['notes']['items'], more } })).toBe(whole);
});

test('what is left of a voucher counts credit notes unless they are rejected, and debit notes once they are accepted', () => {
  const items = [
    { tipoeCF: 34, state: 'accepted', montoTotal: 944.1 },
    { tipoeCF: 34, state: 'submitted', montoTotal: 0.2 },
    { tipoeCF: 34, state: 'rejected', montoTotal: 100 },
    { tipoeCF: 33, state: 'accepted', montoTotal: 49 },
    { tipoeCF: 33, state: 'conditionally-accepted', montoTotal: 1 },
    { tipoeCF: 33, state: 'submitted', montoTotal: 7 },
    { tipoeCF: 33, state: 'rejected', montoTotal: 9 },
  ] as Voucher['notes']['items'];
  const on = (some: Voucher['notes']['items'], more = false) =>
    creditOn({ montoTotal: 4720, notes: { items: some, more } });
  expect(on(items)).toEqual({ credited: '944.3', debited: '50', left: '3825.7' });
  expect(on(items, true)).toBeUndefined();
  expect(on(items.slice(2))).toBeUndefined();
});

test('keeps each amount as it was written', () => {
  const content = JSON.stringify(bodyOf(31, today)).replace(
    /"MontoTotal":[\d.]+/,
    '"MontoTotal":12345678901234567.80',
  );
  expect(noteOf(content, startOf(34))).toContain('"MontoTotal": 12345678901234567.80');
});

test.each(['[]', '{}', '{"ECF":{}}', 'no'])('%s is not a voucher', (content) => {
  expect(noteOf(content, startOf(34))).toBeUndefined();
});
