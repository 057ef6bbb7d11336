/** The XML that a stranger sent has the same content as the voucher from which its issuer built it. */
import { normalise, parseNormalised } from '../../../../src/ecf/json/normalise.js';
import { readableVoucher } from '../../../../src/ecf/json/readable-voucher.js';
import { validate } from '../../../../src/ecf/validate.js';
import { buildXml } from '../../../../src/ecf/xml/build-xml.js';
import { receivedContent } from '../../../../src/documents/read/received-content.js';
import { receivedTypes } from '../../../../src/documents/read/read-ecf.js';
import { sentEcf } from '../../../harness/samples/received.js';
import { facts, fullVoucher } from '../../ecf/samples.js';

test.each(receivedTypes)('a type %i with every field', (type) => {
  const { ecf } = validate(fullVoucher(type), facts);
  const content = receivedContent(Buffer.from(buildXml(ecf!, '15-06-2026 10:00:00').wire));
  const { FechaHoraFirma, ...root } = content?.root ?? {};
  expect({ type: content?.type, root }).toEqual(ecf);
  expect(FechaHoraFirma).toBe('15-06-2026 10:00:00');
  expect(parseNormalised(normalise(content!))).toEqual(content);
});

const sent = { encf: 'E310000000001', rncComprador: '999999992' };

test('a number with a leading zero or a sign has its usual form, so that the normal form is JSON', () => {
  const change = (xml: string) =>
    xml.replace('<NumeroLinea>1<', '<NumeroLinea>+01<').replace('<TipoPago>1<', '<TipoPago>01<');
  const bytes = sentEcf({ ...sent, change });
  expect(bytes.toString()).toContain('+01<');
  const { root } = parseNormalised(normalise(receivedContent(bytes)!));
  expect(root).toMatchObject({
    Encabezado: { IdDoc: { TipoPago: '1' } },
    DetallesItems: { Item: [{ NumeroLinea: '1' }] },
  });
});

test.each(['+1180.0', '01180', '1180.', '1180.000'])('a decimal written as %p', (written) => {
  const change = (xml: string) =>
    xml
      .replace('<MontoTotal>1180.00<', `<MontoTotal> ${written} <`)
      .replace('<Encabezado>', '<Encabezado>\n');
  const bytes = sentEcf({ ...sent, change });
  expect(bytes.toString()).toContain(` ${written} <`);
  const totals = readableVoucher(receivedContent(bytes)!).sections.find(({ name }) => name === 'Totales');
  expect(totals?.rows).toContainEqual({ field: 'MontoTotal', label: 'Monto total', text: '1,180.00' });
});

test.each([
  { name: 'no XML', text: '' },
  { name: 'another document', text: '<ARECF/>' },
  { name: 'no e-NCF', text: '<ECF><Encabezado/></ECF>' },
  { name: 'a document type', text: '<!DOCTYPE ECF><ECF/>' },
])('is undefined for $name', ({ text }) => {
  expect(receivedContent(Buffer.from(text))).toBeUndefined();
});
