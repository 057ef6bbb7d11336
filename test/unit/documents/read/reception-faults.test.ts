/** What a check found in a voucher that was not received is shown in Spanish, in the words of the real checks. */
import { receptionFaultText } from '../../../../src/ecf/messages/reception-faults.js';
import { readEcf } from '../../../../src/documents/read/read-ecf.js';
import { createXsdValidator, type XsdValidator } from '../../../../src/documents/check/xsd-validator.js';
import { sentEcf } from '../../../harness/samples/received.js';

let xsd: XsdValidator;
beforeAll(() => {
  xsd = createXsdValidator();
});
afterAll(() => xsd.dispose());

function shownFor(from: string | RegExp, to: string, encf = 'E310000000001'): string {
  const sent = sentEcf({ encf, rncComprador: '999999992' }).toString('utf8');
  const changed = sent.replace(from, to);
  if (changed === sent && from !== '') throw new Error(`The voucher has no ${String(from)}`);
  const read = readEcf(Buffer.from(changed), { nowMs: Date.now(), authorities: '' }, xsd);
  if (read.outcome !== 'refused') throw new Error(`It is ${read.outcome}`);
  return receptionFaultText(read.detail);
}

test.each<[string | RegExp, string, string | RegExp]>([
  ['<TipoPago>1</TipoPago>', '', 'TipoPago'],
  ['<TipoPago>1</TipoPago>', '<TipoPago>7</TipoPago>', 'TipoPago: «7» no es un valor admitido.'],
  ['<TipoPago>1</TipoPago>', '<TipoPago>uno</TipoPago>', 'TipoPago: «uno» no es un valor válido.'],
  ['<DetallesItems>', '<Nada/><DetallesItems>', 'Nada no va ahí: se espera'],
  [/<MontoTotal>.*?<\/MontoTotal>/, '<MontoTotal>mil</MontoTotal>', 'MontoTotal: «mil» no '],
  [/<Item>.*<\/Item>/, '', 'En DetallesItems falta Item.'],
  ['<Item>', '<Item>texto', 'En Item hay texto donde solo van elementos.'],
  [
    /<NombreItem>.*?<\/NombreItem>/,
    `<NombreItem>${'x'.repeat(90)}</NombreItem>`,
    'NombreItem tiene 90 caracteres, y admite 80.',
  ],
  [
    /<FechaEmision>.*?<\/FechaEmision>/,
    '<FechaEmision>2026-07-01</FechaEmision>',
    'FechaEmision: «2026-07-01» no tiene',
  ],
  ['</IdDoc>', '<Otro/></IdDoc>', /^Otro no va ahí: se espera uno de [A-Za-z, ]+\w\.$/],
  ['<ECF>', '<ECF x="1">', 'ECF no admite el atributo x.'],
])('a structure with a fault: %s → %s', (from, to, shown) => {
  expect(shownFor(from, to)).toMatch(shown);
});

test('a type that goes to nobody', () => {
  expect(shownFor('', '', 'E320000000001')).toBe('El tipo 32 no se envía a un receptor.');
});

test.each([
  'too-large,not-well-formed,forbidden-construct,signature-missing,signature-repeated,signature-misplaced',
  'signature-structure,algorithm-refused,reference-refused,certificate-unreadable,key-refused',
  'content-altered,signature-value-wrong,certificate-expired,certificate-not-yet-valid',
  'certificate-not-trusted,certificate-not-checked,RNCComprador,the same bytes,other bytes',
])('a fault that needs no value: %s', (details) => {
  for (const detail of details.split(',')) expect(receptionFaultText(detail)).toMatch(/^[A-ZÑ].* .*\.$/);
});

test('a text that nobody knows stays as it is', () => {
  for (const text of ['constructor', 'Element A: something new', ''])
    expect(receptionFaultText(text)).toBe(text);
});
