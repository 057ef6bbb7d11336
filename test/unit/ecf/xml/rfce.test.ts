/** RFCE: which fields of a small type 32 are in its summary, and how they are written. */
import { buildRfce, deriveRfce, rfcePart } from '../../../../src/ecf/xml/rfce.js';
import type { Ecf, EcfNode } from '../../../../src/ecf/model/ecf.js';
import { checkStructure } from '../../../../src/ecf/json/structure.js';
import { buildXml } from '../../../../src/ecf/xml/build-xml.js';
import { signBuilt } from '../../../harness/samples/sign-built.js';
import { verifyXml } from '../../../../src/signing/verify/verify.js';
import { withDummySignature } from '../../../../src/documents/check/dummy-signature.js';
import { createXsdValidator } from '../../../../src/documents/check/xsd-validator.js';
import { makeSigner } from '../../signing/fixtures.js';
import { fullVoucher, voucher31, voucher32, type Json } from '../samples.js';

const xsd = createXsdValidator();
afterAll(() => xsd.dispose());

const code = 'aB3/+z';

function ecfOf(voucher: Json): Ecf {
  const { ecf } = checkStructure(voucher.ECF, voucher.ECF.Encabezado.IdDoc.TipoeCF, 100);
  if (ecf === undefined) throw new Error('no voucher');
  return ecf;
}

/** A type 32 of 1,180.00. */
function small(change: (encabezado: Json) => void = () => undefined): Ecf {
  const voucher = voucher31();
  const { Encabezado } = voucher.ECF;
  Object.assign(Encabezado.IdDoc, { TipoeCF: 32, eNCF: 'E320000000001' });
  delete Encabezado.IdDoc.FechaVencimientoSecuencia;
  change(Encabezado);
  return ecfOf(voucher);
}

const wireOf = (ecf: Ecf): string => buildRfce(ecf, code).wire;

test('golden: a small voucher', () => {
  expect(wireOf(small())).toBe(
    [
      '<?xml version="1.0" encoding="utf-8"?><RFCE><Encabezado><Version>1.0</Version>',
      '<IdDoc><TipoeCF>32</TipoeCF><eNCF>E320000000001</eNCF>',
      '<TipoIngresos>01</TipoIngresos><TipoPago>1</TipoPago></IdDoc>',
      '<Emisor><RNCEmisor>999999992</RNCEmisor><RazonSocialEmisor>EMPRESA DE PRUEBA SRL</RazonSocialEmisor>',
      '<FechaEmision>15-06-2026</FechaEmision></Emisor>',
      '<Comprador><RNCComprador>131880681</RNCComprador>',
      '<RazonSocialComprador>COMPRADOR DE PRUEBA SRL</RazonSocialComprador></Comprador>',
      '<Totales><MontoGravadoTotal>1000.00</MontoGravadoTotal><MontoGravadoI1>1000.00</MontoGravadoI1>',
      '<TotalITBIS>180.00</TotalITBIS><TotalITBIS1>180.00</TotalITBIS1><MontoTotal>1180.00</MontoTotal></Totales>',
      '<CodigoSeguridadeCF>aB3/+z</CodigoSeguridadeCF></Encabezado></RFCE>',
    ].join(''),
  );
});

test('the summary has all its fields of the voucher and is valid', () => {
  const built = buildRfce(ecfOf(fullVoucher(32)), code);
  expect(buildRfce(rfcePart(ecfOf(fullVoucher(32))), code)).toEqual(built);
  expect(built.rootName).toBe('RFCE');
  expect(xsd.validate('RFCE', withDummySignature(built.wire))).toEqual([]);
  const { Encabezado } = deriveRfce(ecfOf(fullVoucher(32)), code) as { Encabezado: Record<string, EcfNode> };
  expect(Object.fromEntries(Object.entries(Encabezado).map(([name, part]) => [name, keysOf(part)]))).toEqual({
    Version: [],
    IdDoc: ['TipoeCF', 'eNCF', 'TipoIngresos', 'TipoPago', 'TablaFormasPago'],
    Emisor: ['RNCEmisor', 'RazonSocialEmisor', 'FechaEmision'],
    Comprador: ['RNCComprador', 'IdentificadorExtranjero', 'RazonSocialComprador'],
    Totales: [
      ...['MontoGravadoTotal', 'MontoGravadoI1', 'MontoGravadoI2', 'MontoGravadoI3', 'MontoExento'],
      ...['TotalITBIS', 'TotalITBIS1', 'TotalITBIS2', 'TotalITBIS3', 'MontoImpuestoAdicional'],
      ...['ImpuestosAdicionales', 'MontoTotal', 'MontoNoFacturable', 'MontoPeriodo'],
    ],
    CodigoSeguridadeCF: [],
  });
  expect(built.wire).not.toContain('TasaImpuestoAdicional');
  expect(built.wire).not.toContain('ITBIS1>18');
});

test('the signed summary has the code of the voucher’s own signature', () => {
  const { certificate } = makeSigner();
  const { securityCode } = signBuilt(buildXml(small(), '15-06-2026 14:05:09'), certificate);
  const { xml } = signBuilt(buildRfce(small(), securityCode), certificate);
  expect(xml).toContain(`<CodigoSeguridadeCF>${securityCode}</CodigoSeguridadeCF>`);
  expect(verifyXml(xml)).toMatchObject({ ok: true });
  expect(xsd.validate('RFCE', xml)).toEqual([]);
});

const keysOf = (part: EcfNode | string): string[] => (typeof part === 'string' ? [] : Object.keys(part));

const consumer = '<Comprador><RazonSocialComprador>CONSUMIDOR FINAL</RazonSocialComprador></Comprador>';

test.each([
  {
    name: 'no buyer',
    change: (encabezado: Json) => delete encabezado.Comprador,
    comprador: consumer,
  },
  {
    name: 'a buyer without any field of the summary',
    change: (encabezado: Json) => (encabezado.Comprador = { ContactoComprador: 'Ana' }),
    comprador: consumer,
  },
  {
    name: 'a foreign buyer',
    change: (encabezado: Json) =>
      (encabezado.Comprador = { IdentificadorExtranjero: 'P-1', RazonSocialComprador: 'A & B' }),
    comprador:
      '<Comprador><IdentificadorExtranjero>P-1</IdentificadorExtranjero><RazonSocialComprador>A &amp; B</RazonSocialComprador></Comprador>',
  },
])('$name', ({ change, comprador }) => {
  const wire = wireOf(small(change));
  expect(wire).toContain(comprador);
  expect(xsd.validate('RFCE', withDummySignature(wire))).toEqual([]);
});

test.each([
  { name: 'a whole amount', amount: 100, text: '100.00' },
  { name: 'one decimal', amount: 100.5, text: '100.50' },
  { name: 'two decimals', amount: 100.25, text: '100.25' },
  { name: 'below zero', amount: -0.5, text: '-0.50' },
])('$name is written with two decimals', ({ amount, text }) => {
  const wire = wireOf(small(({ Totales }) => (Totales.MontoNoFacturable = amount)));
  expect(wire).toContain(`<MontoNoFacturable>${text}</MontoNoFacturable>`);
  expect(xsd.validate('RFCE', withDummySignature(wire))).toEqual([]);
});

test.each([
  { name: 'a type 31', ecf: () => ecfOf(voucher31()), securityCode: code, error: 'type 32 below' },
  { name: 'a type 32 of 250,000.00', ecf: () => limit(250_000), securityCode: code, error: 'type 32 below' },
  { name: 'a larger type 32', ecf: () => ecfOf(voucher32()), securityCode: code, error: 'type 32 below' },
  { name: 'a short code', ecf: () => small(), securityCode: 'aB3/+', error: 'security code' },
  { name: 'a code that is not Base64', ecf: () => small(), securityCode: 'aB3/+<', error: 'security code' },
])('$name is refused', ({ ecf, securityCode, error }) => {
  expect(() => deriveRfce(ecf(), securityCode)).toThrow(error);
});

test('249,999.99 has a summary', () => {
  expect(wireOf(limit(249_999.99))).toContain('<MontoTotal>249999.99</MontoTotal>');
});

function limit(total: number): Ecf {
  return small(({ Totales }) => (Totales.MontoTotal = total));
}
