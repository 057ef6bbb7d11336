/** A voucher as people read it: labels of the catalogue, codes in words, exact amounts, and a limit. */
import { readableLinesMax, readableVoucher } from '../../../../src/ecf/json/readable-voucher.js';
import { ecfTypeList } from '../../../../src/ecf/model/ecf-types.js';
import { validate } from '../../../../src/ecf/validate.js';
import { largeVoucher } from '../../../harness/samples/large-voucher.js';
import { exampleFacts, exampleJson, facts, fullVoucher, voucher31, type Json } from '../samples.js';

function readable(voucher: Json, known = facts) {
  const { ecf } = validate(voucher, known);
  if (ecf === undefined) throw new Error('The sample is no voucher');
  return readableVoucher(ecf);
}

type Readable = ReturnType<typeof readable>;
const rowsOf = ({ sections }: Readable, wanted: string) =>
  Object.fromEntries(
    (sections.find(({ name }) => name === wanted)?.rows ?? []).map(({ label, text }) => [label, text]),
  );

test('names the parties, the dates, the lines and the totals', () => {
  const found = readable(voucher31());
  expect(rowsOf(found, 'Comprador')).toEqual({
    'RNC o cédula del comprador': '131880681',
    'Razón social o nombre del comprador': 'COMPRADOR DE PRUEBA SRL',
  });
  expect(rowsOf(found, 'Emisor')).toMatchObject({ 'Fecha de emisión': '15-06-2026' });
  expect(rowsOf(found, 'IdDoc')).toMatchObject({ 'Tipo de pago': 'Contado' });
  expect(rowsOf(found, 'Totales')).toMatchObject({ 'Monto total': '1,180.00', 'Total de ITBIS': '180.00' });
  expect(found.lines).toEqual({
    total: 1,
    shown: [
      {
        number: '1',
        name: 'Servicio de prueba',
        quantity: '2',
        unit: null,
        unitPrice: '500.00',
        billing: 'ITBIS 1 (18 %)',
        itbis: '180.00',
        amount: '1,000.00',
        amountWithTaxes: '1,180.00',
        others: [{ field: 'IndicadorBienoServicio', label: 'Bien o servicio', text: 'Servicio' }],
      },
    ],
  });
  expect(found.reference).toBeNull();
});

test('a voucher without ITBIS has none in its lines', () => {
  const { lines } = readable(exampleJson('44-small'), exampleFacts);
  expect(lines.shown.map(({ itbis }) => itbis)).toEqual([null]);
});

test('keeps digits that a JavaScript number would lose', () => {
  const { ecf } = validate(voucher31(), facts);
  const text = JSON.stringify(ecf).replace(
    '"PrecioUnitarioItem":"500"',
    '"PrecioUnitarioItem":"1234567890123456.1234"',
  );
  const { lines } = readableVoucher(JSON.parse(text) as NonNullable<typeof ecf>);
  expect(lines.shown[0]?.unitPrice).toBe('1,234,567,890,123,456.1234');
});

test.each([readableLinesMax, readableLinesMax + 1])('of %i lines it has the first hundred', (total) => {
  const { lines } = readable(largeVoucher({ lines: total }));
  expect(lines).toMatchObject({ total });
  expect(lines.shown).toHaveLength(100);
  expect(lines.shown[99]).toMatchObject({ number: '100', amount: '20.00' });
});

test('a note has its reference, unless the number is of another taxpayer', () => {
  const note = exampleJson('34-small');
  const { NCFModificado } = note.ECF.InformacionReferencia;
  const found = readable(note, exampleFacts);
  expect(found.reference).toBe(NCFModificado);
  expect(rowsOf(found, 'InformacionReferencia')).toMatchObject({ 'NCF o e-NCF modificado': NCFModificado });
  note.ECF.InformacionReferencia.RNCOtroContribuyente = '131880681';
  expect(readable(note, exampleFacts).reference).toBeNull();
});

test.each(ecfTypeList)(
  'a type %i with every field: each label appears once, and no text is empty',
  (type) => {
    const { sections, lines } = readable(fullVoucher(type));
    expect(sections.map(({ name }) => name)).toEqual(expect.arrayContaining(['IdDoc', 'Emisor', 'Totales']));
    for (const { rows } of [...sections, ...lines.shown.map(({ others }) => ({ rows: others }))]) {
      const labels = rows.map(({ label }) => label);
      expect(labels).toEqual([...new Set(labels)]);
      for (const { text } of rows) expect(text).toMatch(/\S/);
    }
  },
);
