/** DGII's codes and texts: what a client gets, and what the worker does. */
import {
  isCauseOutside,
  messageCause,
  rejectionCodes,
  rejectionReason,
} from '../../../../src/ecf/messages/dgii-messages.js';
import { inDocument } from '../../../../src/ecf/messages/element-path.js';
import type { EcfType } from '../../../../src/ecf/model/ecf-types.js';

interface Case {
  readonly said: readonly (readonly [codigo: string, valor: string])[];
  readonly type?: EcfType;
  readonly code: string;
  readonly campo?: string;
  readonly cause?: string;
}

const idDoc = 'ECF.Encabezado.IdDoc';
const totales = 'ECF.Encabezado.Totales';
const notUsed = 'La combinación e-NCF y código de seguridad ya han sido utilizados';
const noDelegate = 'El RNC 00112233445 del certificado no está delegado para realizar transaciones.';

const cases: readonly Case[] = [
  { said: [], code: 'DGII_RECHAZADO' },
  { said: [['0', 'Algo no está bien.']], code: 'DGII_RECHAZADO' },
  { said: [['0', 'Rechazado. No cumple la aceptación condicional']], code: 'DGII_RECHAZADO' },
  {
    said: [['004', 'Ha ocurrido un error validando en eCF, favor intentar nueva vez.']],
    code: 'DGII_ERROR_TRANSITORIO',
    cause: 'transient',
  },
  // Numbers.
  {
    said: [['75', 'Número de secuencia no autorizada.']],
    code: 'DGII_SECUENCIA_NO_AUTORIZADA',
    campo: `${idDoc}.eNCF`,
  },
  {
    said: [['', 'Número de Secuencia NO autorizada']],
    code: 'DGII_SECUENCIA_NO_AUTORIZADA',
    campo: `${idDoc}.eNCF`,
  },
  {
    said: [['135', 'Número de secuencia no autorizada.']],
    code: 'DGII_SECUENCIA_NO_AUTORIZADA',
    campo: `${idDoc}.eNCF`,
    cause: 'already-used',
  },
  {
    said: [['1209', 'Secuencia ya utilizada']],
    code: 'DGII_SECUENCIA_UTILIZADA',
    campo: `${idDoc}.eNCF`,
    cause: 'already-used',
  },
  { said: [['', notUsed]], code: 'DGII_SECUENCIA_UTILIZADA', campo: `${idDoc}.eNCF`, cause: 'already-used' },
  {
    said: [['1209', "The element 'IdDoc' has invalid child element 'TipoPago'."]],
    code: 'DGII_ESTRUCTURA_INVALIDA',
    campo: `${idDoc}.TipoPago`,
    cause: 'file',
  },
  {
    said: [['145', 'Fecha de vencimiento de secuencia inválida.']],
    code: 'DGII_SECUENCIA_VENCIDA',
    campo: `${idDoc}.FechaVencimientoSecuencia`,
  },
  // Type 34 does not have this date.
  {
    said: [['145', 'Fecha de vencimiento de secuencia inválida.']],
    type: 34,
    code: 'DGII_SECUENCIA_VENCIDA',
  },
  {
    said: [
      [
        '614',
        'El eNCF modificado no ha sido emitido. El eNCF E31 especificado en NCFModificado no es válido.',
      ],
    ],
    type: 34,
    code: 'DGII_REFERENCIA_NO_EMITIDA',
    campo: 'ECF.InformacionReferencia.NCFModificado',
  },
  // Who signed.
  { said: [['', noDelegate]], code: 'DGII_NO_DELEGADO', cause: 'not-delegated' },
  {
    said: [['', 'Tipo de certificado no admitido']],
    code: 'DGII_CERTIFICADO_INVALIDO',
    cause: 'certificate',
  },
  { said: [['', 'El certificado está vencido.']], code: 'DGII_CERTIFICADO_INVALIDO', cause: 'certificate' },
  { said: [['', 'Firma del certificado invalida']], code: 'DGII_FIRMA_INVALIDA', cause: 'certificate' },
  { said: [['', 'La firma del XML no es válida']], code: 'DGII_FIRMA_INVALIDA', cause: 'certificate' },
  ...[
    'El campo FechaHoraFirma no es válido.',
    'La FechaHoraFirma es inválida: certificado del 20-11-2026.',
    'La fecha y hora de la firma no es válida.',
    'La fecha de firma es inválida.',
    'Fecha/Hora firma inválida',
  ].map((text): Case => ({ said: [['0', text]], code: 'DGII_FECHA_FIRMA_INVALIDA' })),
  ...[
    'El campo FechaEmision no puede ser mayor que FechaHoraFirma.',
    'La FechaHoraFirma es menor que la FechaEmision.',
    'La fecha de emisión no es válida: es posterior a la fecha y hora de la firma.',
    'La fecha de la firma es anterior a la fecha de emisión.',
  ].map((text): Case => ({
    said: [['0', text]],
    code: 'DGII_CAMPO_INVALIDO',
    campo: 'ECF.Encabezado.Emisor.FechaEmision',
  })),
  {
    said: [['', 'La firma del e-CF no coincide con la que está en el Resumen.']],
    type: 32,
    code: 'DGII_CODIGO_SEGURIDAD_INVALIDO',
  },
  // Our file.
  { said: [['001', 'Archivo no válido']], code: 'DGII_ARCHIVO_INVALIDO', cause: 'file' },
  {
    said: [['3243', 'La longitud del nombre del archivo no es válida']],
    code: 'DGII_ARCHIVO_INVALIDO',
    cause: 'file',
  },
  {
    said: [['', 'La estructura del archivo XML no es válida']],
    code: 'DGII_ESTRUCTURA_INVALIDA',
    cause: 'file',
  },
  // Contents.
  {
    said: [['1385', 'RNCComprador no es válido.']],
    code: 'DGII_COMPRADOR_INVALIDO',
    campo: 'ECF.Encabezado.Comprador.RNCComprador',
  },
  { said: [['1385', 'RNCComprador no es válido.']], type: 43, code: 'DGII_COMPRADOR_INVALIDO' },
  { said: [['', 'El RNC del comprador no existe.']], code: 'DGII_COMPRADOR_INVALIDO' },
  {
    said: [['', 'El RNC del emisor no es emisor electrónico.']],
    code: 'DGII_EMISOR_INVALIDO',
    campo: 'ECF.Encabezado.Emisor.RNCEmisor',
  },
  {
    said: [['', 'RNCEmisor no es válido.']],
    code: 'DGII_EMISOR_INVALIDO',
    campo: 'ECF.Encabezado.Emisor.RNCEmisor',
  },
  {
    said: [['', 'El campo RazonSocialComprador no es válido.']],
    code: 'DGII_COMPRADOR_INVALIDO',
    campo: 'ECF.Encabezado.Comprador.RazonSocialComprador',
  },
  // Another field of the issuer or the buyer.
  ...[
    'Emisor.DireccionEmisor',
    'Emisor.CorreoEmisor',
    'Emisor.RazonSocialEmisor',
    'Comprador.CorreoComprador',
  ].map((field): Case => ({
    said: [['0', `El campo ${field.split('.').at(-1)} no es válido.`]],
    code: 'DGII_CAMPO_INVALIDO',
    campo: `ECF.Encabezado.${field}`,
  })),
  {
    said: [['0', 'TelefonoEmisor inválido']],
    code: 'DGII_CAMPO_INVALIDO',
    campo: 'ECF.Encabezado.Emisor.TablaTelefonoEmisor.TelefonoEmisor',
  },
  {
    said: [['1934', 'MontoGravadoI1 no coincide con la sumatoria de los valores del detalle.']],
    code: 'DGII_TOTALES_INVALIDOS',
    campo: `${totales}.MontoGravadoI1`,
  },
  {
    said: [['0', 'MontoExento no coincide con la sumatoria de los valores exentos.']],
    code: 'DGII_TOTALES_INVALIDOS',
    campo: `${totales}.MontoExento`,
  },
  {
    said: [['0', 'El campo MontoTotal no es correcto.']],
    code: 'DGII_CAMPO_INVALIDO',
    campo: `${totales}.MontoTotal`,
  },
  {
    said: [['9999', 'TipoIngresos no corresponde.']],
    code: 'DGII_CAMPO_INVALIDO',
    campo: `${idDoc}.TipoIngreso`,
  },
  {
    said: [['2020', 'TablaSubDescuento y DescuentoMonto de la línea 3 no es válido']],
    code: 'DGII_CAMPO_INVALIDO',
    campo: 'ECF.DetallesItems.Item[2].DescuentoMonto',
  },
  {
    said: [['260', 'El campo MontoITBISRetenido no es válido.']],
    code: 'DGII_CAMPO_INVALIDO',
    campo: 'ECF.DetallesItems.Item',
  },
  // Ordinary words, and fields with several paths, name no field.
  { said: [['0', 'El Comprador y el Item de la Version no son válidos.']], code: 'DGII_RECHAZADO' },
  { said: [['0', 'El campo TipoImpuesto no es válido.']], code: 'DGII_RECHAZADO' },
  // The first known message decides, even after unknown ones.
  {
    said: [
      ['0', 'Aviso sobre MontoTotal.'],
      ['145', 'Fecha de vencimiento de secuencia inválida.'],
      ['', noDelegate],
    ],
    code: 'DGII_SECUENCIA_VENCIDA',
    campo: `${idDoc}.FechaVencimientoSecuencia`,
    cause: 'not-delegated',
  },
];

test.each(cases)('$said ($type): $code', ({ said, type = 31, code, campo, cause }) => {
  const mensajes = said.map(([codigo, valor]) => ({ codigo, valor }));
  expect(rejectionReason(mensajes, type)).toEqual({ code, campo: campo ?? null });
  expect(messageCause(mensajes)).toBe(cause);
  if (campo !== undefined) expect(inDocument(campo, type)).toBe(true);
});

/** Why a rejection leaves the number free, in DGII's own words: Descripción técnica de servicios pp.18 and 25. */
const reasonsOfFreeNumber = [
  { valor: 'Certificado y/o firma inválida.', code: 'DGII_CERTIFICADO_INVALIDO', campo: null, outside: true },
  {
    valor: 'Estructura del comprobante (XML) no es válida.',
    code: 'DGII_ESTRUCTURA_INVALIDA',
    campo: null,
    outside: false,
  },
  {
    valor:
      'Firmante del comprobante fiscal electrónico no corresponde a un delegado autorizado para hacer transacciones para el RNC Emisor.',
    code: 'DGII_NO_DELEGADO',
    campo: null,
    outside: true,
  },
  {
    valor: 'El e-NCF no está autorizado para el RNC Emisor del comprobante fiscal electrónico.',
    code: 'DGII_SECUENCIA_NO_AUTORIZADA',
    campo: `${idDoc}.eNCF`,
    outside: true,
  },
  {
    valor: 'El e-NCF autorizado se encuentra vencido a la fecha de envío del comprobante fiscal electrónico.',
    code: 'DGII_SECUENCIA_VENCIDA',
    campo: `${idDoc}.FechaVencimientoSecuencia`,
    outside: true,
  },
  ...[
    'El RNC Emisor del comprobante no corresponde a un emisor electrónico.',
    'El RNC Emisor no existe.',
    'El RNC Emisor no se encuentra activo.',
  ].map((valor) => ({
    valor,
    code: 'DGII_EMISOR_INVALIDO',
    campo: 'ECF.Encabezado.Emisor.RNCEmisor',
    outside: true,
  })),
] as const;

/** DGII writes one text in several ways. */
const spellings: readonly (readonly [string, (text: string) => string])[] = [
  ['as published', (text) => text],
  ['without accents', (text) => text.normalize('NFD').replace(/[\u0300-\u036f]/gu, '')],
  ['with combining accents', (text) => text.normalize('NFD')],
  ['in capitals', (text) => text.toUpperCase()],
  ['in lower case', (text) => text.toLowerCase()],
  ['without the full stop', (text) => text.replace(/\.$/u, '')],
  ['with other blanks', (text) => ` ${text.replaceAll(' ', ' \u00a0\n')}\t`],
  ['with eNCF', (text) => text.replace('e-NCF', 'eNCF')],
  ['with another hyphen', (text) => text.replace('e-NCF', 'e\u2010NCF')],
  ['with RNCEmisor', (text) => text.replace('RNC Emisor', 'RNCEmisor')],
  ['after a label', (text) => `Error: ${text}`],
];

describe.each(reasonsOfFreeNumber)('$valor', ({ valor, code, campo, outside }) => {
  test.each(spellings)('%s', (_, spell) => {
    const mensajes = [{ codigo: '0', valor: spell(valor) }];
    expect(rejectionReason(mensajes, 31)).toEqual({ code, campo });
    expect(isCauseOutside(mensajes, 31)).toBe(outside);
  });
});

test.each([32, 34] as const)('type %s has no expiry, so an expired number is about its e-NCF', (type) => {
  const mensajes = [{ codigo: '0', valor: 'El e-NCF autorizado se encuentra vencido a la fecha de envío.' }];
  expect(rejectionReason(mensajes, type)).toEqual({ code: 'DGII_SECUENCIA_VENCIDA', campo: `${idDoc}.eNCF` });
});

test.each([
  { said: 'El tipo de comprobante no está autorizado para el RNC Emisor', campo: `${idDoc}.TipoeCF` },
  { said: 'Tipo de e-CF no autorizado', campo: `${idDoc}.TipoeCF` },
  { said: 'El e-NCF E310000000001 no se encuentra autorizado', campo: `${idDoc}.eNCF` },
  { said: 'SECUENCIA NO AUTORIZADA', campo: `${idDoc}.eNCF` },
])('$said: not authorised, a cause outside the voucher', ({ said, campo }) => {
  const mensajes = [{ codigo: '', valor: said }];
  expect(rejectionReason(mensajes, 31)).toEqual({ code: 'DGII_SECUENCIA_NO_AUTORIZADA', campo });
  expect(isCauseOutside(mensajes, 31)).toBe(true);
});

test.each([
  { name: 'no message', said: [], outside: false },
  { name: 'an unknown text', said: [['0', 'Algo no está bien.']], outside: false },
  { name: 'a fault of the content', said: [['1934', 'MontoGravadoI1 no coincide.']], outside: false },
  { name: 'a used number', said: [['135', 'Número de secuencia no autorizada']], outside: false },
  {
    name: 'the issuer, and an empty message',
    said: [
      ['0', 'El RNC Emisor no se encuentra activo.'],
      ['0', ''],
    ],
    outside: true,
  },
  {
    name: 'the issuer, and advice',
    said: [
      ['0', 'El RNC Emisor no se encuentra activo.'],
      ['0', 'Favor comunicarse con la DGII.'],
    ],
    outside: true,
  },
  // Sending the same content again would use up the number.
  {
    name: 'the issuer, and a fault of the content',
    said: [
      ['0', 'El RNC Emisor no se encuentra activo.'],
      ['3205', 'MontoTotal no es correcto.'],
    ],
    outside: false,
  },
  {
    name: 'the issuer, and an unknown text that names a field',
    said: [
      ['0', 'El RNC Emisor no se encuentra activo.'],
      ['0', 'El campo MontoTotal tiene algo.'],
    ],
    outside: false,
  },
  { name: 'a clock that is fast', said: [['0', 'La FechaHoraFirma es posterior.']], outside: true },
])('whether the cause lies outside the voucher: $name', ({ said, outside }) => {
  const mensajes = said.map(([codigo = '', valor = '']) => ({ codigo, valor }));
  expect(isCauseOutside(mensajes, 31)).toBe(outside);
});

test('every code of the table has a case', () => {
  const covered = new Set(cases.map(({ code }) => code));
  expect(rejectionCodes.filter((code) => !covered.has(code))).toEqual([]);
});

test('endlessly repeated words are still recognised', () => {
  const words = `${'firma '.repeat(600)}${'certificado '.repeat(300)}${'línea '.repeat(600)}`;
  const reasonOf = (valor: string) => rejectionReason([{ codigo: '0', valor }], 31).code;
  expect(reasonOf(words)).toBe('DGII_RECHAZADO');
  expect(reasonOf(`${words.slice(0, 3_600)} inválida`)).toBe('DGII_FIRMA_INVALIDA');
});
