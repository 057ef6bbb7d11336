/** The faults in the form of a voucher: every structure code with its path, and the valid cases close to it. */
import fc from 'fast-check';
import { buildXml } from '../../../../src/ecf/xml/build-xml.js';
import { structureFaults } from '../../../../src/ecf/model/fault.js';
import { readJson, jsonLimits } from '../../../../src/ecf/json/read-json.js';
import { faultsMax, validate } from '../../../../src/ecf/validate.js';
import { processorMs } from '../../../harness/processes/processor-time.js';
import { facts, fullVoucher, voucher31, voucher32, type Json } from '../samples.js';

const code = (kind: keyof typeof structureFaults): string => structureFaults[kind].code;

interface Case {
  readonly name: string;
  readonly change: (ecf: Json) => void;
  /** Code and path of every fault, in order. Empty: the voucher stays valid. */
  readonly faults: readonly (readonly [string, string])[];
  readonly type?: 32;
}

const encabezado = 'ECF.Encabezado';
const item0 = 'ECF.DetallesItems.Item[0]';

const cases: readonly Case[] = [
  { name: 'nothing changed', change: () => undefined, faults: [] },
  {
    name: 'a field that does not exist',
    change: (ecf) => (ecf.Encabezado.Emisor.Rnc = '1'),
    faults: [[code('unknownField'), `${encabezado}.Emisor.Rnc`]],
  },
  {
    name: 'a name in lower case is another name',
    change: (ecf) => (ecf.encabezado = {}),
    faults: [[code('unknownField'), 'ECF.encabezado']],
  },
  {
    name: 'a field that only other types have',
    type: 32,
    change: (ecf) => (ecf.Encabezado.IdDoc.FechaVencimientoSecuencia = '31-12-2028'),
    faults: [[code('notInThisType'), `${encabezado}.IdDoc.FechaVencimientoSecuencia`]],
  },
  {
    name: 'the null that next answers as the expiry of a type without one',
    type: 32,
    change: (ecf) => (ecf.Encabezado.IdDoc.FechaVencimientoSecuencia = null),
    faults: [],
  },
  {
    name: 'no expiry in a type that needs one',
    change: (ecf) => (ecf.Encabezado.IdDoc.FechaVencimientoSecuencia = null),
    faults: [[code('wrongType'), `${encabezado}.IdDoc.FechaVencimientoSecuencia`]],
  },
  {
    name: 'an obligatory field left out',
    change: (ecf) => delete ecf.DetallesItems.Item[0].NombreItem,
    faults: [[code('missing'), `${item0}.NombreItem`]],
  },
  {
    name: 'a missing field with two spellings is reported in the contract’s spelling',
    change: (ecf) => delete ecf.Encabezado.IdDoc.TipoIngreso,
    faults: [[code('missing'), `${encabezado}.IdDoc.TipoIngreso`]],
  },
  {
    name: 'a structure left out',
    change: (ecf) => delete ecf.Encabezado.Comprador,
    faults: [[code('missing'), `${encabezado}.Comprador`]],
  },
  {
    name: 'null where a text belongs',
    change: (ecf) => (ecf.Encabezado.Emisor.NombreComercial = null),
    faults: [[code('wrongType'), `${encabezado}.Emisor.NombreComercial`]],
  },
  {
    name: 'a text where a number belongs',
    change: (ecf) => (ecf.Encabezado.Totales.MontoTotal = '1180'),
    faults: [[code('wrongType'), `${encabezado}.Totales.MontoTotal`]],
  },
  {
    name: 'a number where a code with leading zeros belongs',
    change: (ecf) => (ecf.Encabezado.IdDoc.TipoIngreso = 1),
    faults: [[code('wrongType'), `${encabezado}.IdDoc.TipoIngreso`]],
  },
  {
    name: 'an array where an object belongs',
    change: (ecf) => (ecf.Encabezado.Emisor = [ecf.Encabezado.Emisor]),
    faults: [[code('wrongType'), `${encabezado}.Emisor`]],
  },
  {
    name: 'one line without an array',
    change: (ecf) => (ecf.DetallesItems.Item = ecf.DetallesItems.Item[0]),
    faults: [[code('wrongType'), 'ECF.DetallesItems.Item']],
  },
  {
    name: 'a line that is null',
    change: (ecf) => ecf.DetallesItems.Item.push(null),
    faults: [[code('wrongType'), 'ECF.DetallesItems.Item[1]']],
  },
  {
    name: 'an empty text',
    change: (ecf) => (ecf.Encabezado.Emisor.Sucursal = ''),
    faults: [[code('emptyText'), `${encabezado}.Emisor.Sucursal`]],
  },
  {
    name: 'blanks only',
    change: (ecf) => (ecf.Encabezado.Emisor.Sucursal = ' \t\n'),
    faults: [[code('emptyText'), `${encabezado}.Emisor.Sucursal`]],
  },
  {
    name: '20 characters where 20 fit',
    change: (ecf) => (ecf.Encabezado.Emisor.Sucursal = 'ñ'.repeat(20)),
    faults: [],
  },
  {
    name: 'characters outside the basic plane count as one',
    change: (ecf) => (ecf.Encabezado.Emisor.Sucursal = '😀'.repeat(20)),
    faults: [],
  },
  {
    name: '21 characters where 20 fit',
    change: (ecf) => (ecf.Encabezado.Emisor.Sucursal = 'ñ'.repeat(21)),
    faults: [[code('tooLong'), `${encabezado}.Emisor.Sucursal`]],
  },
  {
    name: 'ten million characters',
    change: (ecf) => (ecf.Encabezado.Emisor.Sucursal = 'x'.repeat(10_000_000)),
    faults: [[code('tooLong'), `${encabezado}.Emisor.Sucursal`]],
  },
  {
    name: 'an RNC with hyphens',
    change: (ecf) => (ecf.Encabezado.Comprador.RNCComprador = '1-3188068'),
    faults: [[code('pattern'), `${encabezado}.Comprador.RNCComprador`]],
  },
  {
    name: 'a mail address with plus and hyphen',
    change: (ecf) => (ecf.Encabezado.Comprador.CorreoComprador = 'a+c@d-e.example'),
    faults: [],
  },
  {
    name: 'a mail address with an underscore, which the official schema refuses',
    change: (ecf) => (ecf.Encabezado.Comprador.CorreoComprador = 'juan_perez@gmail.com'),
    faults: [[code('pattern'), `${encabezado}.Comprador.CorreoComprador`]],
  },
  {
    name: 'an issuer’s mail address with an underscore',
    change: (ecf) => (ecf.Encabezado.Emisor.CorreoEmisor = 'a@b_c.example'),
    faults: [[code('pattern'), `${encabezado}.Emisor.CorreoEmisor`]],
  },
  {
    name: 'a mail address with a symbol, which the official schema accepts',
    change: (ecf) => (ecf.Encabezado.Comprador.CorreoComprador = 'a$b@x.com'),
    faults: [],
  },
  {
    name: 'terms of payment with a symbol',
    change: (ecf) => (ecf.Encabezado.IdDoc.TerminoPago = '30 dias+'),
    faults: [],
  },
  {
    name: 'terms of payment with a hyphen',
    change: (ecf) => (ecf.Encabezado.IdDoc.TerminoPago = '30-dias'),
    faults: [[code('pattern'), `${encabezado}.IdDoc.TerminoPago`]],
  },
  {
    name: 'a mail address without domain',
    change: (ecf) => (ecf.Encabezado.Comprador.CorreoComprador = 'a@b'),
    faults: [[code('pattern'), `${encabezado}.Comprador.CorreoComprador`]],
  },
  {
    name: 'a phone without hyphens',
    change: (ecf) =>
      (ecf.Encabezado.Emisor.TablaTelefonoEmisor = { TelefonoEmisor: ['809-555-0100', '8095550100'] }),
    faults: [[code('pattern'), `${encabezado}.Emisor.TablaTelefonoEmisor.TelefonoEmisor[1]`]],
  },
  {
    name: 'a code that is not in its table',
    change: (ecf) => (ecf.DetallesItems.Item[0].UnidadMedida = 63),
    faults: [[code('notInTable'), `${item0}.UnidadMedida`]],
  },
  {
    name: 'a municipality that does not exist',
    change: (ecf) => (ecf.Encabezado.Emisor.Municipio = '990000'),
    faults: [[code('notInTable'), `${encabezado}.Emisor.Municipio`]],
  },
  {
    name: 'another version',
    change: (ecf) => (ecf.Encabezado.Version = '1'),
    faults: [[code('notInTable'), `${encabezado}.Version`]],
  },
  {
    name: 'eight forms of payment',
    change: (ecf) =>
      (ecf.Encabezado.IdDoc.TablaFormasPago = {
        FormasDePago: Array.from({ length: 8 }, () => ({ FormaPago: 1, MontoPago: 1 })),
      }),
    faults: [[code('tooMany'), `${encabezado}.IdDoc.TablaFormasPago.FormasDePago`]],
  },
  {
    name: 'no line',
    change: (ecf) => (ecf.DetallesItems.Item = []),
    faults: [[code('tooFew'), 'ECF.DetallesItems.Item']],
  },
  {
    name: 'an empty structure',
    change: (ecf) => (ecf.Encabezado.Transporte = {}),
    faults: [[code('tooFew'), `${encabezado}.Transporte`]],
  },
  {
    name: 'three decimals in an amount',
    change: (ecf) => (ecf.Encabezado.Totales.MontoTotal = 1180.001),
    faults: [[code('numberFormat'), `${encabezado}.Totales.MontoTotal`]],
  },
  {
    name: 'four decimals in a price',
    change: (ecf) => (ecf.DetallesItems.Item[0].PrecioUnitarioItem = 500.1234),
    faults: [],
  },
  {
    name: 'five decimals in a price',
    change: (ecf) => (ecf.DetallesItems.Item[0].PrecioUnitarioItem = 500.12345),
    faults: [[code('numberFormat'), `${item0}.PrecioUnitarioItem`]],
  },
  {
    name: 'a number of 309 digits',
    change: (ecf) => (ecf.DetallesItems.Item[0].PrecioUnitarioItem = 1e308),
    faults: [[code('numberFormat'), `${item0}.PrecioUnitarioItem`]],
  },
  {
    name: 'infinity',
    change: (ecf) => (ecf.Encabezado.Totales.MontoTotal = Infinity),
    faults: [[code('numberFormat'), `${encabezado}.Totales.MontoTotal`]],
  },
  {
    name: 'half a line number',
    change: (ecf) => (ecf.DetallesItems.Item[0].NumeroLinea = 1.5),
    faults: [[code('numberFormat'), `${item0}.NumeroLinea`]],
  },
  {
    name: 'line zero',
    change: (ecf) => (ecf.DetallesItems.Item[0].NumeroLinea = 0),
    faults: [[code('numberRange'), `${item0}.NumeroLinea`]],
  },
  {
    name: 'a quantity of zero',
    change: (ecf) => (ecf.DetallesItems.Item[0].CantidadItem = 0),
    faults: [[code('numberRange'), `${item0}.CantidadItem`]],
  },
  { name: 'minus zero is zero', change: (ecf) => (ecf.Encabezado.Totales.MontoExento = -0), faults: [] },
  {
    name: 'a negative amount',
    change: (ecf) => (ecf.Encabezado.Totales.MontoExento = -0.01),
    faults: [[code('numberRange'), `${encabezado}.Totales.MontoExento`]],
  },
  { name: 'a negative balance', change: (ecf) => (ecf.Encabezado.Totales.SaldoAnterior = -5), faults: [] },
  {
    name: 'a day that does not exist',
    change: (ecf) => (ecf.Encabezado.Emisor.FechaEmision = '31-02-2026'),
    faults: [[code('date'), `${encabezado}.Emisor.FechaEmision`]],
  },
  {
    name: 'a date in another form',
    change: (ecf) => (ecf.Encabezado.Emisor.FechaEmision = '2026-02-01'),
    faults: [[code('date'), `${encabezado}.Emisor.FechaEmision`]],
  },
  {
    name: 'a control character',
    change: (ecf) => (ecf.Encabezado.Emisor.RazonSocialEmisor = 'A\u0000B'),
    faults: [[code('forbiddenCharacter'), `${encabezado}.Emisor.RazonSocialEmisor`]],
  },
  {
    name: 'a lone surrogate',
    change: (ecf) => (ecf.Encabezado.Emisor.RazonSocialEmisor = 'A\ud800B'),
    faults: [[code('forbiddenCharacter'), `${encabezado}.Emisor.RazonSocialEmisor`]],
  },
  {
    name: 'U+FFFF',
    change: (ecf) => (ecf.Encabezado.Emisor.RazonSocialEmisor = 'A\uffff'),
    faults: [[code('forbiddenCharacter'), `${encabezado}.Emisor.RazonSocialEmisor`]],
  },
  {
    name: 'both spellings at once',
    change: (ecf) => (ecf.Encabezado.IdDoc.TipoIngresos = '01'),
    faults: [[code('bothSpellings'), `${encabezado}.IdDoc.TipoIngresos`]],
  },
  {
    name: 'the official spelling alone',
    change: (ecf) => {
      delete ecf.Encabezado.IdDoc.TipoIngreso;
      ecf.Encabezado.IdDoc.TipoIngresos = '01';
    },
    faults: [],
  },
  {
    name: 'a signing time',
    change: (ecf) => (ecf.FechaHoraFirma = '15-06-2026 10:00:00'),
    faults: [[code('ofTheService'), 'ECF.FechaHoraFirma']],
  },
  {
    name: 'a malformed e-NCF',
    change: (ecf) => (ecf.Encabezado.IdDoc.eNCF = 'E31000000001'),
    faults: [['ENCF_INVALID', `${encabezado}.IdDoc.eNCF`]],
  },
  {
    name: 'a number as e-NCF',
    change: (ecf) => (ecf.Encabezado.IdDoc.eNCF = 310000000001),
    faults: [['ENCF_INVALID', `${encabezado}.IdDoc.eNCF`]],
  },
  {
    name: 'the type as text',
    change: (ecf) => (ecf.Encabezado.IdDoc.TipoeCF = '31'),
    faults: [[code('wrongType'), `${encabezado}.IdDoc.TipoeCF`]],
  },
  {
    name: 'a missing type is reported even when the e-NCF gives it',
    change: (ecf) => delete ecf.Encabezado.IdDoc.TipoeCF,
    faults: [[code('missing'), `${encabezado}.IdDoc.TipoeCF`]],
  },
  {
    name: 'a type that does not exist, with an e-NCF that does',
    change: (ecf) => (ecf.Encabezado.IdDoc.TipoeCF = 35),
    faults: [['ECF_TYPE_INVALID', `${encabezado}.IdDoc.TipoeCF`]],
  },
  {
    name: 'no header',
    change: (ecf) => delete ecf.Encabezado,
    faults: [[code('missing'), encabezado]],
  },
  {
    name: 'a header that is a list',
    change: (ecf) => (ecf.Encabezado = [ecf.Encabezado]),
    faults: [[code('wrongType'), encabezado]],
  },
  {
    name: 'no identification',
    change: (ecf) => delete ecf.Encabezado.IdDoc,
    faults: [[code('missing'), `${encabezado}.IdDoc`]],
  },
  {
    name: 'an identification of null',
    change: (ecf) => (ecf.Encabezado.IdDoc = null),
    faults: [[code('wrongType'), `${encabezado}.IdDoc`]],
  },
  {
    name: 'neither type nor number',
    change: (ecf) => (ecf.Encabezado.IdDoc = {}),
    faults: [['ECF_TYPE_INVALID', `${encabezado}.IdDoc.TipoeCF`]],
  },
  {
    name: 'several faults come in the order of the document',
    change: (ecf) => {
      ecf.DetallesItems.Item[0].MontoItem = -1;
      ecf.Encabezado.IdDoc.otro = 1;
      ecf.Encabezado.IdDoc.TipoPago = 9;
      delete ecf.Encabezado.Version;
    },
    faults: [
      [code('missing'), `${encabezado}.Version`],
      [code('notInTable'), `${encabezado}.IdDoc.TipoPago`],
      [code('unknownField'), `${encabezado}.IdDoc.otro`],
      [code('numberRange'), `${item0}.MontoItem`],
    ],
  },
  {
    name: 'the order is the same when a value of the wrong JSON type prevents an XML',
    change: (ecf) => {
      ecf.DetallesItems.Item[0].MontoItem = '1000';
      delete ecf.Encabezado.Totales.MontoTotal;
    },
    faults: [
      [code('missing'), `${encabezado}.Totales.MontoTotal`],
      [code('wrongType'), `${item0}.MontoItem`],
    ],
  },
];

test.each(cases)('structure: $name', ({ change, faults, type }) => {
  const voucher = type === 32 ? voucher32() : voucher31();
  change(voucher.ECF);
  const { valido, errores } = validate(voucher, facts);
  // Amounts that no longer add up give conditional faults, which are not compared here.
  const rejections = errores.filter(({ severidad }) => severidad === 'rechazo');
  expect(rejections.map((fault) => [fault.code, fault.campo])).toEqual(faults);
  expect(valido).toBe(faults.length === 0);
});

test.each([
  {
    campo: 'CorreoComprador',
    value: 'juan_perez@gmail.com',
    mensaje:
      'Se esperaba un correo electrónico, por ejemplo «facturas@empresa.com.do»; se recibió «juan_perez@gmail.com». La DGII no admite el guion bajo (_) en este campo.',
  },
  {
    campo: 'CorreoComprador',
    value: 'a b@c.example',
    mensaje:
      'Se esperaba un correo electrónico, por ejemplo «facturas@empresa.com.do»; se recibió «a b@c.example». La DGII no admite el espacio en este campo.',
  },
  {
    campo: 'CorreoComprador',
    value: "o'neil@c.example",
    mensaje:
      "Se esperaba un correo electrónico, por ejemplo «facturas@empresa.com.do»; se recibió «o'neil@c.example». La DGII no admite el carácter «'» en este campo.",
  },
  {
    campo: 'CorreoComprador',
    value: 'ana@example',
    mensaje:
      'Se esperaba un correo electrónico, por ejemplo «facturas@empresa.com.do»; se recibió «ana@example».',
  },
  {
    campo: 'TerminoPago',
    value: '30 días.',
    mensaje:
      'Se esperaba solo letras, dígitos, espacios y símbolos como $ o +, sin signos de puntuación, por ejemplo «30 dias»; se recibió «30 días.». La DGII no admite el punto (.) en este campo.',
  },
])('the message names what the official schema does not accept: $value', ({ campo, value, mensaje }) => {
  const voucher = voucher31();
  voucher.ECF.Encabezado[campo === 'TerminoPago' ? 'IdDoc' : 'Comprador'][campo] = value;
  const { errores } = validate(voucher, facts);
  expect(errores.map((fault) => fault.mensaje)).toEqual([`${structureFaults.pattern.nombre} ${mensaje}`]);
});

/** The messages for people: each shows the right name, path, value or form. */
test.each<{ name: string; change: (ecf: Json) => unknown; campo: string; says: string }>([
  {
    name: 'a misspelt name',
    change: (ecf) => (ecf.Encabezado.Totales.TotalISRRetenido = 1),
    campo: `${encabezado}.Totales.TotalISRRetenido`,
    says: '¿Quiso decir TotalISRRetencion?',
  },
  {
    name: 'a name in other letters',
    change: (ecf) => (ecf.Encabezado.Emisor.rncEmisor = '999999992'),
    campo: `${encabezado}.Emisor.rncEmisor`,
    says: '¿Quiso decir RNCEmisor?',
  },
  {
    name: 'two letters swapped',
    change: (ecf) => (ecf.DetallesItems.Item[0].MotnoItem = 1),
    campo: `${item0}.MotnoItem`,
    says: '¿Quiso decir MontoItem?',
  },
  {
    name: 'the beginning of a name',
    change: (ecf) => (ecf.DetallesItems.Item[0].Precio = 1),
    campo: `${item0}.Precio`,
    says: '¿Quiso decir PrecioUnitarioReferencia o PrecioUnitarioItem?',
  },
  {
    name: 'several names that are equally close',
    change: (ecf) => (ecf.Encabezado.Totales.MontoGravadoI4 = 1),
    campo: `${encabezado}.Totales.MontoGravadoI4`,
    says: '¿Quiso decir MontoGravadoI1, MontoGravadoI2 o MontoGravadoI3?',
  },
  {
    name: 'a field that belongs elsewhere',
    change: (ecf) => (ecf.Encabezado.MontoTotal = 1180),
    campo: `${encabezado}.MontoTotal`,
    says: 'Va en ECF.Encabezado.Totales.',
  },
  {
    name: 'a field of the lines',
    change: (ecf) => (ecf.Encabezado.IdDoc.NombreItem = 'x'),
    campo: `${encabezado}.IdDoc.NombreItem`,
    says: 'Va en ECF.DetallesItems.Item[].',
  },
  {
    name: 'a field that resembles no other',
    change: (ecf) => (ecf.Encabezado.IdDoc.zzzzzz = 1),
    campo: `${encabezado}.IdDoc.zzzzzz`,
    says: 'El campo no existe en este lugar del formato e-CF.',
  },
  {
    name: 'a number without quotes where a code is a text',
    change: (ecf) => (ecf.Encabezado.IdDoc.TipoIngreso = 1),
    campo: `${encabezado}.IdDoc.TipoIngreso`,
    says: 'un texto JSON, entre comillas, uno de: "01" Ingresos por operaciones',
  },
  {
    name: 'the type in quotes',
    change: (ecf) => (ecf.Encabezado.IdDoc.TipoeCF = '31'),
    campo: `${encabezado}.IdDoc.TipoeCF`,
    says: 'un número JSON, sin comillas: 31',
  },
  {
    name: 'an amount in quotes',
    change: (ecf) => (ecf.Encabezado.Totales.MontoTotal = '1180.50'),
    campo: `${encabezado}.Totales.MontoTotal`,
    says: 'un número JSON, sin comillas: 1180.50',
  },
  {
    name: 'a coded field left out',
    change: (ecf) => delete ecf.DetallesItems.Item[0].IndicadorBienoServicio,
    campo: `${item0}.IndicadorBienoServicio`,
    says: 'Valores: 1 Bien; 2 Servicio.',
  },
  {
    name: 'the type left out',
    change: (ecf) => delete ecf.Encabezado.IdDoc.TipoeCF,
    campo: `${encabezado}.IdDoc.TipoeCF`,
    says: 'Valores: 31, 32, 33, 34, 41, 43, 44, 45, 46, 47.',
  },
  {
    name: 'a code that a long table does not have',
    change: (ecf) => (ecf.DetallesItems.Item[0].UnidadMedida = 999),
    campo: `${item0}.UnidadMedida`,
    says: '1 Barril; 2 Bolsa; 3 Bote; 4 Bultos; 5 Botella; … (62 códigos: UnidadMedida en /openapi.json)',
  },
  ...(
    [
      ['UND', '43 Unidad'],
      ['unidades', '43 Unidad'],
      ['KG', '21 Kilogramo'],
      ['Litros', '24 Litro'],
      ['metro', '26 Metro'],
      ['Cajon', '6 Caja/Cajón'],
    ] as const
  ).map(([given, meant]) => ({
    name: `a unit that is called ${given}`,
    change: (ecf: Json) => (ecf.DetallesItems.Item[0].UnidadMedida = given),
    campo: `${item0}.UnidadMedida`,
    says: `(62 códigos: UnidadMedida en /openapi.json); se recibió el texto «${given}». ¿Quiso decir ${meant}?`,
  })),
  {
    name: 'a unit that resembles none',
    change: (ecf) => (ecf.DetallesItems.Item[0].UnidadMedida = 'XYZ'),
    campo: `${item0}.UnidadMedida`,
    says: 'UnidadMedida en /openapi.json); se recibió el texto «XYZ».',
  },
  {
    name: 'the name of a municipality',
    change: (ecf) => (ecf.Encabezado.Emisor.Municipio = 'Distrito Nacional'),
    campo: `${encabezado}.Emisor.Municipio`,
    says: '¿Quiso decir "010000" DISTRITO NACIONAL?',
  },
  {
    name: 'a municipality that lost its zero',
    change: (ecf) => (ecf.Encabezado.Emisor.Municipio = 10000),
    campo: `${encabezado}.Emisor.Municipio`,
    says: '¿Quiso decir "010000" DISTRITO NACIONAL?',
  },
  {
    name: 'a code of a short table by its meaning',
    change: (ecf) => (ecf.Encabezado.IdDoc.TipoPago = 'contado'),
    campo: `${encabezado}.IdDoc.TipoPago`,
    says: 'uno de: 1 Contado; 2 Crédito; 3 Gratuito; se recibió el texto «contado». ¿Quiso decir 1 Contado?',
  },
  {
    name: 'an e-NCF of sequence 0',
    change: (ecf) => (ecf.Encabezado.IdDoc.eNCF = 'E310000000000'),
    campo: `${encabezado}.IdDoc.eNCF`,
    says: 'diez de secuencia desde el 1, por ejemplo E310000000001',
  },
  {
    name: 'an RNC with hyphens',
    change: (ecf) => (ecf.Encabezado.Comprador.RNCComprador = '1-31-88068'),
    campo: `${encabezado}.Comprador.RNCComprador`,
    says: '9 u 11 dígitos, sin guiones, por ejemplo «131880681»; se recibió «1-31-88068»',
  },
])('the message for $name says what to write', ({ change, campo, says }) => {
  const voucher = voucher31();
  change(voucher.ECF);
  const fault = validate(voucher, facts).errores.find((one) => one.campo === campo);
  expect(fault?.mensaje).toContain(says);
});

test('a country shows an example', () => {
  const voucher = fullVoucher(46);
  voucher.ECF.Encabezado.Comprador.PaisComprador = 'US';
  const campo = `${encabezado}.Comprador.PaisComprador`;
  const fault = validate(voucher, facts).errores.find((one) => one.campo === campo);
  expect(fault?.mensaje).toContain('por ejemplo «Estados Unidos»; se recibió «US»');
});

test.each([
  { name: 'ECF in other letters', key: 'ecf', says: '¿Quiso decir ECF?' },
  { name: 'a part of ECF beside it', key: 'Encabezado', says: 'Va en ECF.' },
])('the message for $name says where it belongs', ({ key, says }) => {
  const { errores } = validate({ [key]: {} }, facts);
  expect(errores.find(({ campo }) => campo === key)?.mensaje).toContain(says);
});

test('every code of the structure check has a case', () => {
  const elsewhere = new Set([code('duplicateKey'), code('inexactNumber'), code('tooManyFaults')]);
  const seen = new Set(cases.flatMap(({ faults }) => faults.map(([found]) => found)));
  const missing = Object.values(structureFaults).filter(
    (entry) => !seen.has(entry.code) && !elsewhere.has(entry.code),
  );
  expect(missing).toEqual([]);
});

test('codes are unique', () => {
  const codes = Object.values(structureFaults).map((entry) => entry.code);
  expect(new Set(codes).size).toBe(codes.length);
});

test.each([31, 32] as const)('every field of type %i at once has a sound structure', (type) => {
  const { errores, ecf } = validate(fullVoucher(type), facts);
  expect(errores.filter((fault) => fault.code.startsWith('ESTRUCTURA'))).toEqual([]);
  expect(ecf).toBeDefined();
});

test.each([
  ['a number', 1],
  ['null', null],
  ['undefined', undefined],
  ['an array', []],
  ['a text', 'ECF'],
  ['an empty object', {}],
  ['an ECF that is null', { ECF: null }],
  ['an ECF that is an array', { ECF: [] }],
  ['an ECF without header', { ECF: {} }],
  ['a header that is a number', { ECF: { Encabezado: 1 } }],
])('%s instead of a voucher is refused without an XML', (_name, input) => {
  const { valido, errores, ecf } = validate(input, facts);
  expect(valido).toBe(false);
  expect(errores.length).toBeGreaterThan(0);
  expect(ecf).toBeUndefined();
});

test('names of the prototype chain are unknown fields like any other', () => {
  const reading = readJson(
    '{"ECF":{"Encabezado":{"IdDoc":{"TipoeCF":31},"__proto__":{"Version":"1.0"}},"constructor":1}}',
    jsonLimits,
  );
  const campos = validate(reading.ok ? reading.value : undefined, facts).errores.map((fault) => fault.campo);
  expect(campos).toContain('ECF.Encabezado.__proto__');
  expect(campos).toContain('ECF.Encabezado.Version');
  expect(campos).toContain('ECF.constructor');
});

test('faults of the JSON reader are listed with the others, in order', () => {
  const text = JSON.stringify(voucher31()).replace(
    '"MontoTotal":1180',
    '"MontoTotal":1180.0000000000000000001,"MontoTotal":1180',
  );
  const reading = readJson(text, jsonLimits);
  if (!reading.ok) throw new Error(reading.reason);
  const { valido, errores } = validate(reading.value, facts, reading.faults);
  expect(valido).toBe(false);
  expect(errores.map((fault) => [fault.code, fault.campo])).toEqual([
    [code('inexactNumber'), `${encabezado}.Totales.MontoTotal`],
    [code('duplicateKey'), `${encabezado}.Totales.MontoTotal`],
  ]);
});

describe('hostile vouchers are validated quickly', () => {
  /** Generous, for slow machines: this limit only has to catch quadratic behaviour. */
  const limitMs = 10_000;

  test.each([
    {
      name: '10,000 empty lines',
      change: (ecf: Json) => (ecf.DetallesItems.Item = Array.from({ length: 10_000 }, () => ({}))),
    },
    {
      name: '10,000 fields that do not exist, each almost one that does',
      change: (ecf: Json) => {
        for (let n = 0; n < 10_000; n++) ecf.Encabezado.Totales[`MontoGravado${n}`] = 1;
      },
    },
    {
      name: '10,000 fields with the longest names that are compared',
      change: (ecf: Json) => {
        for (let n = 0; n < 10_000; n++) ecf.Encabezado.Totales[`${n}`.padStart(60, 'TotalISR')] = 1;
      },
    },
    {
      name: '10,000 lines of faulty amounts',
      change: (ecf: Json) =>
        (ecf.DetallesItems.Item = Array.from({ length: 10_000 }, () => ({
          ...ecf.DetallesItems.Item[0],
          MontoItem: -1,
        }))),
    },
    {
      name: '200,000 lines',
      change: (ecf: Json) =>
        (ecf.DetallesItems.Item = Array.from({ length: 200_000 }, () => ecf.DetallesItems.Item[0])),
    },
    {
      name: '200,000 unknown fields',
      change: (ecf: Json) =>
        (ecf.Encabezado.Emisor = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`x${i}`, 1]))),
    },
    {
      name: '200,000 unknown fields beside ECF',
      change: (_ecf: Json, body: Json) =>
        Object.assign(body, Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`x${i}`, 1]))),
    },
    {
      name: 'an address made to make patterns slow',
      change: (ecf: Json) =>
        (ecf.Encabezado.Comprador.CorreoComprador = `${'a.'.repeat(38)}@${'a'.repeat(3)}`),
    },
  ])('$name', ({ change }) => {
    const voucher = voucher32();
    change(voucher.ECF, voucher);
    const before = processorMs();
    const { valido, errores } = validate(voucher, facts);
    expect(processorMs() - before).toBeLessThan(limitMs);
    expect(valido).toBe(false);
    expect(errores.length).toBeLessThanOrEqual(faultsMax + 1);
    if (errores.length > faultsMax) expect(errores.at(-1)?.code).toBe(code('tooManyFaults'));
  });
});

test('nothing makes validation throw', () => {
  const leaf = fc.oneof(fc.anything(), fc.constantFrom(null, -0, 1e308, NaN, '\ud800', [], {}, [[]]));
  const paths = [
    [],
    ['ECF'],
    ['ECF', 'Encabezado'],
    ['ECF', 'Encabezado', 'IdDoc', 'TipoeCF'],
    ['ECF', 'Encabezado', 'IdDoc', 'eNCF'],
    ['ECF', 'Encabezado', 'Totales'],
    ['ECF', 'Encabezado', 'Totales', 'MontoTotal'],
    ['ECF', 'DetallesItems', 'Item'],
    ['ECF', 'DetallesItems', 'Item', 0],
    ['ECF', 'DetallesItems', 'Item', 0, 'MontoItem'],
    ['ECF', 'DescuentosORecargos'],
  ];
  fc.assert(
    fc.property(fc.constantFrom(...paths), leaf, (path, value) => {
      const voucher = voucher31();
      const parent = path.slice(0, -1).reduce<Json>((node, step) => node[step], voucher);
      const last = path.at(-1);
      if (last !== undefined) parent[last] = value;
      const { valido, errores, ecf } = validate(last === undefined ? value : voucher, facts);
      expect(valido).toBe(errores.length === 0);
      if (ecf !== undefined) buildXml(ecf, '15-06-2026 14:05:09');
    }),
    { numRuns: 2000 },
  );
});
