/** XSD validation in process, with our own schemas. */
import { buildXml } from '../../../../src/ecf/xml/build-xml.js';
import { ecfTypeList } from '../../../../src/ecf/model/ecf-types.js';
import { validate } from '../../../../src/ecf/validate.js';
import { withDummySignature } from '../../../../src/documents/check/dummy-signature.js';
import { createXsdValidator } from '../../../../src/documents/check/xsd-validator.js';
import { facts, fullVoucher, voucher31, voucher32, type Json } from '../../ecf/samples.js';

const xsd = createXsdValidator();
afterAll(() => xsd.dispose());

function xmlOf(voucher: Json): string {
  const { ecf } = validate(voucher, facts);
  if (ecf === undefined) throw new Error('no XML');
  return buildXml(ecf, '15-06-2026 14:05:09').wire;
}

test.each([
  { name: 'a type 31', type: 31 as const, voucher: voucher31() },
  { name: 'a type 32', type: 32 as const, voucher: voucher32() },
  { name: 'every field of type 31', type: 31 as const, voucher: fullVoucher(31) },
  { name: 'every field of type 32', type: 32 as const, voucher: fullVoucher(32) },
])('$name is valid once signed', ({ type, voucher }) => {
  expect(xsd.validate(type, withDummySignature(xmlOf(voucher)))).toEqual([]);
});

test.each(ecfTypeList)('the schema of type %i compiles', (type) => {
  const [fault] = xsd.validate(type, '<x/>');
  expect(fault?.message).toContain("Element 'x'");
});

const signed = withDummySignature(xmlOf(voucher31()));

test.each([
  { name: 'no Signature', xml: xmlOf(voucher31()), message: 'Missing child element' },
  {
    name: 'a foreign element in its place',
    xml: signed.replace(/<Signature[^>]*>/, '<foo/>'),
    message: 'foo',
  },
  { name: 'an empty element', xml: signed.replace('>CALLE PRIMERA 1<', '><'), message: 'DireccionEmisor' },
  {
    name: 'another order',
    xml: signed.replace(/(<Version>.*<\/Version>)(<IdDoc>.*<\/IdDoc>)/, '$2$1'),
    message: 'IdDoc',
  },
  { name: 'another type', xml: signed.replace('<TipoeCF>31', '<TipoeCF>32'), message: 'TipoeCF' },
  { name: 'an attribute', xml: signed.replace('<ECF>', '<ECF Id="x">'), message: 'Id' },
  { name: 'no XML', xml: 'nothing', message: 'Start tag expected' },
  { name: 'an unfinished XML', xml: signed.slice(0, 200), message: '' },
  { name: 'an empty text', xml: '', message: '' },
])('$name is returned, not thrown', ({ xml, message }) => {
  const faults = xsd.validate(31, xml);
  expect(faults.length).toBeGreaterThan(0);
  expect(faults.map((fault) => fault.message).join('\n')).toContain(message);
});

test('an external entity is not read', () => {
  const xml = signed
    .replace('?>', '?><!DOCTYPE ECF [<!ENTITY e SYSTEM "file:///etc/hostname">]>')
    .replace('CALLE PRIMERA 1', '&e;');
  expect(xsd.validate(31, xml).length).toBeGreaterThan(0);
});

test('documents are freed: a thousand validations leave the memory as it was', () => {
  const run = (times: number) => {
    for (let i = 0; i < times; i++) xsd.validate(31, i % 2 === 0 ? signed : signed.slice(0, 200));
  };
  run(200);
  const before = process.memoryUsage().external + process.memoryUsage().arrayBuffers;
  run(1000);
  const grown = process.memoryUsage().external + process.memoryUsage().arrayBuffers - before;
  expect(grown).toBeLessThan(4_000_000);
});
