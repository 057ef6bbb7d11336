/** The XML and the normal form: order, escapes, decimals, and that both contain the same voucher. */
import fc from 'fast-check';
import { buildXml, xmlBytesOf, xmlDeclaration } from '../../../../src/ecf/xml/build-xml.js';
import type { Ecf } from '../../../../src/ecf/model/ecf.js';
import { ecfTypeList } from '../../../../src/ecf/model/ecf-types.js';
import { identify, mainFactsOf } from '../../../../src/ecf/model/document-facts.js';
import { normalise, parseNormalised } from '../../../../src/ecf/json/normalise.js';
import { jsonLimits, readJson } from '../../../../src/ecf/json/read-json.js';
import { shapeOf, type Shape } from '../../../../src/ecf/json/shape.js';
import { validate } from '../../../../src/ecf/validate.js';
import { facts, fullVoucher, voucher31, voucher32, type Json } from '../samples.js';

const signedAt = '15-06-2026 14:05:09';

function ecfOf(voucher: Json): Ecf {
  const { ecf } = validate(voucher, facts);
  if (ecf === undefined) throw new Error('no XML');
  return ecf;
}

const wireOf = (voucher: Json): string => buildXml(ecfOf(voucher), signedAt).wire;

test('golden: a type 31', () => {
  expect(wireOf(voucher31())).toBe(
    [
      '<?xml version="1.0" encoding="utf-8"?><ECF><Encabezado><Version>1.0</Version>',
      '<IdDoc><TipoeCF>31</TipoeCF><eNCF>E310000000001</eNCF>',
      '<FechaVencimientoSecuencia>31-12-2028</FechaVencimientoSecuencia>',
      '<IndicadorMontoGravado>0</IndicadorMontoGravado><TipoIngresos>01</TipoIngresos><TipoPago>1</TipoPago></IdDoc>',
      '<Emisor><RNCEmisor>999999992</RNCEmisor><RazonSocialEmisor>EMPRESA DE PRUEBA SRL</RazonSocialEmisor>',
      '<DireccionEmisor>CALLE PRIMERA 1</DireccionEmisor><FechaEmision>15-06-2026</FechaEmision></Emisor>',
      '<Comprador><RNCComprador>131880681</RNCComprador>',
      '<RazonSocialComprador>COMPRADOR DE PRUEBA SRL</RazonSocialComprador></Comprador>',
      '<Totales><MontoGravadoTotal>1000.00</MontoGravadoTotal><MontoGravadoI1>1000.00</MontoGravadoI1>',
      '<ITBIS1>18</ITBIS1><TotalITBIS>180.00</TotalITBIS><TotalITBIS1>180.00</TotalITBIS1>',
      '<MontoTotal>1180.00</MontoTotal></Totales></Encabezado>',
      '<DetallesItems><Item><NumeroLinea>1</NumeroLinea><IndicadorFacturacion>1</IndicadorFacturacion>',
      '<NombreItem>Servicio de prueba</NombreItem><IndicadorBienoServicio>2</IndicadorBienoServicio>',
      '<CantidadItem>2.00</CantidadItem><PrecioUnitarioItem>500.00</PrecioUnitarioItem>',
      '<MontoItem>1000.00</MontoItem></Item></DetallesItems>',
      '<FechaHoraFirma>15-06-2026 14:05:09</FechaHoraFirma></ECF>',
    ].join(''),
  );
});

test.each(ecfTypeList)('all fields of type %i are in the official order', (type) => {
  const names = [...wireOf(fullVoucher(type)).matchAll(/<([A-Za-z0-9]+)>/g)].map((match) => match[1]);
  expect(names).toEqual(['ECF', ...expectedNames(shapeOf(type))]);
});

function expectedNames(shape: Shape): string[] {
  return shape.members.flatMap((member) => {
    const one = [member.name, ...(member.shape === undefined ? [] : expectedNames(member.shape))];
    return member.max === undefined ? one : [...one, ...one];
  });
}

test('a type 32 without buyer names the final consumer', () => {
  const voucher = voucher32();
  delete voucher.ECF.Encabezado.Comprador;
  expect(wireOf(voucher)).toContain(
    '<Comprador><RazonSocialComprador>CONSUMIDOR FINAL</RazonSocialComprador></Comprador>',
  );
});

test.each([
  {
    name: 'markup',
    text: `A & B < C > D`,
    wire: 'A &amp; B &lt; C &gt; D',
    canonical: 'A &amp; B &lt; C &gt; D',
  },
  { name: 'quotes', text: `"d" 'c'`, wire: '&#34;d&#34; &#39;c&#39;', canonical: `"d" 'c'` },
  { name: 'signs', text: '© € ®', wire: '&#169; &#8364; &#174;', canonical: '© € ®' },
  { name: 'line ends', text: 'a\r\nb\tc', wire: 'a&#13;\nb\tc', canonical: 'a&#xD;\nb\tc' },
  { name: 'accents', text: 'Ñandú ü 😀', wire: 'Ñandú ü 😀', canonical: 'Ñandú ü 😀' },
  { name: 'a reference as text', text: '&amp;', wire: '&amp;amp;', canonical: '&amp;amp;' },
])('escapes: $name', ({ text, wire, canonical }) => {
  const voucher = voucher31();
  voucher.ECF.DetallesItems.Item[0].NombreItem = text;
  const built = buildXml(ecfOf(voucher), signedAt);
  expect(built.wire).toContain(`<NombreItem>${wire}</NombreItem>`);
  expect(built.canonical).toContain(`<NombreItem>${canonical}</NombreItem>`);
});

test('the bytes of the XML are known before it is built', () => {
  const unit = fc.oneof(
    fc.constantFrom(...Array.from(`&<>"'\r\n\t©€®ñ漢😀 a`)),
    fc.string({ unit: 'grapheme', maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.array(unit, { minLength: 1, maxLength: 40 }), (units) => {
      const voucher = voucher31();
      voucher.ECF.DetallesItems.Item[0].NombreItem = `x${units.join('')}`;
      const { ecf } = validate(voucher, facts);
      if (ecf === undefined) return;
      expect(xmlBytesOf(ecf, signedAt)).toBe(Buffer.byteLength(buildXml(ecf, signedAt).wire));
    }),
    { seed: 20260701 },
  );
  for (const type of ecfTypeList) {
    const ecf = ecfOf(fullVoucher(type));
    expect(xmlBytesOf(ecf, signedAt)).toBe(Buffer.byteLength(buildXml(ecf, signedAt).wire));
  }
});

test('both texts are the same when nothing is escaped', () => {
  const { wire, canonical, rootName } = buildXml(ecfOf(voucher31()), signedAt);
  expect(wire).toBe(xmlDeclaration + canonical);
  expect(rootName).toBe('ECF');
});

test.each([
  [500, '500.00'],
  [500.5, '500.50'],
  [500.125, '500.125'],
  [500.1234, '500.1234'],
  [0, '0.00'],
])('a price of %p is written %s', (price, text) => {
  const voucher = voucher31();
  voucher.ECF.DetallesItems.Item[0].PrecioUnitarioItem = price;
  expect(wireOf(voucher)).toContain(`<PrecioUnitarioItem>${text}</PrecioUnitarioItem>`);
});

test('a text that is too long still gives an XML, so that the client sees its mistake there', () => {
  const voucher = voucher31();
  voucher.ECF.DetallesItems.Item[0].NombreItem = 'x'.repeat(81);
  expect(wireOf(voucher)).toContain(`<NombreItem>${'x'.repeat(81)}</NombreItem>`);
});

describe('normal form', () => {
  const normal = (text: string): string => {
    const reading = readJson(text, jsonLimits);
    if (!reading.ok) throw new Error(reading.reason);
    return normalise(ecfOf(reading.value));
  };

  test('spelling, order of keys, blanks and trailing zeros make no difference', () => {
    const plain = JSON.stringify(voucher31());
    const odd = JSON.stringify(reversed(voucher31()), null, 2)
      .replace('"TipoIngreso"', '"TipoIngresos"')
      .replace('"MontoTotal": 1180', '"MontoTotal": 1180.00')
      .replace('"PrecioUnitarioItem": 500', '"PrecioUnitarioItem": 5.0e2');
    expect(normal(odd)).toBe(normal(plain));
  });

  test('it is the contract’s JSON with official names, and it is valid', () => {
    const text = normal(JSON.stringify(voucher31()));
    expect(text).toContain('"TipoIngresos":"01"');
    expect(text).toContain('"MontoTotal":1180');
    expect(validate(JSON.parse(text), facts).valido).toBe(true);
    expect(normal(text)).toBe(text);
  });

  test.each(ecfTypeList)('a stored normal form builds the same XML: every field of type %i', (type) => {
    const ecf = ecfOf(fullVoucher(type));
    expect(buildXml(parseNormalised(normalise(ecf)), signedAt)).toEqual(buildXml(ecf, signedAt));
  });

  test('a stored normal form builds the same XML: any texts and amounts', () => {
    const cents = fc.integer({ min: 0, max: 999_999_999_999 }).map((value) => value / 100);
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.array(cents, { minLength: 1 }),
        (text, amounts) => {
          const voucher = voucher31();
          const [line] = voucher.ECF.DetallesItems.Item;
          voucher.ECF.DetallesItems.Item = amounts.map((MontoItem) => ({
            ...line,
            NombreItem: `a${text}`,
            MontoItem,
          }));
          const { ecf } = validate(voucher, facts);
          if (ecf === undefined) return;
          expect(buildXml(parseNormalised(normalise(ecf)), signedAt)).toEqual(buildXml(ecf, signedAt));
        },
      ),
    );
  });

  test('a damaged normal form is refused', () => {
    expect(() => parseNormalised('{"ECF":{}}')).toThrow('damaged');
    expect(() => parseNormalised('{}')).toThrow('damaged');
  });
});

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

test('the main facts are what the ledger stores', () => {
  expect(mainFactsOf(ecfOf(voucher31()))).toEqual({
    encf: 'E310000000001',
    tipoeCF: 31,
    rncEmisor: '999999992',
    razonSocialEmisor: 'EMPRESA DE PRUEBA SRL',
    rncComprador: '131880681',
    razonSocialComprador: 'COMPRADOR DE PRUEBA SRL',
    montoGravadoI1: '1000.00',
    montoTotal: '1180.00',
    totalITBIS: '180.00',
    fechaEmision: '15-06-2026',
    fechaVencimientoSecuencia: '31-12-2028',
  });
  const anonymous = voucher32();
  delete anonymous.ECF.Encabezado.Comprador;
  expect(mainFactsOf(ecfOf(anonymous))).toMatchObject({ rncComprador: '', fechaVencimientoSecuencia: null });
});

test.each([
  { name: 'a note', type: 33, ncf: 'E310000000009', codigo: '3', own: true },
  {
    name: 'a type 31 that refers to a consumption voucher',
    type: 31,
    ncf: 'E320000000009',
    codigo: '5',
    own: true,
  },
  { name: 'a type 31 that replaces a paper voucher', type: 31, ncf: 'B0100000009', codigo: '4', own: false },
])('the main facts name the voucher that must be at DGII first: $name', ({ type, ncf, codigo, own }) => {
  const { ECF } = voucher31();
  Object.assign(ECF.Encabezado.IdDoc, { TipoeCF: type, eNCF: `E${type}0000000001` });
  ECF.InformacionReferencia = {
    NCFModificado: ncf,
    FechaNCFModificado: '10-06-2026',
    CodigoModificacion: Number(codigo),
  };
  expect(mainFactsOf(ecfOf({ ECF })).modifies).toEqual(own ? { encf: ncf, codigo } : undefined);
});

test.each([
  ['a voucher', voucher31(), { rncEmisor: '999999992', encf: 'E310000000001' }],
  ['a number', 5, { rncEmisor: undefined, encf: undefined }],
  [
    'null inside',
    { ECF: { Encabezado: { IdDoc: null, Emisor: [] } } },
    { rncEmisor: undefined, encf: undefined },
  ],
  ['a prototype', Object.create({ ECF: voucher31().ECF }), { rncEmisor: undefined, encf: undefined }],
])('identify reads the two fields of %s', (_name, value, expected) =>
  expect(identify(value)).toEqual(expected),
);
