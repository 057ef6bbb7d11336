/** DGII's answers about summaries, voided numbers and its own state, in every form seen → what is certain. */
import { readRfceReply, readRfceStateReply } from '../../../src/dgii/replies/summary-readers.js';
import { readBody } from '../../../src/dgii/replies/read-body.js';
import {
  readMaintenanceReply,
  readProbeReply,
  readServiceStatusReply,
} from '../../../src/dgii/replies/status-readers.js';

const json = 'application/json; charset=utf-8';
const xml = 'application/xml; charset=utf-8';
const html = 'text/html';
const page = '<!DOCTYPE html><html><body><h1>Bad Request</h1></body></html>';
const encf = 'E320000000001';
const transientText = 'Ha ocurrido un error validando en eCF, favor intentar nueva vez.';
const usedText = 'La combinación e-NCF y código de seguridad ya han sido utilizados';

const body = (members: object) => JSON.stringify(members);
const verdict = (codigo: unknown, estado: string, mensajes: unknown[], more: object = {}) =>
  body({ codigo, estado, mensajes, encf, secuenciaUtilizada: true, ...more });

describe('the answer to a summary', () => {
  const rows: readonly { name: string; status?: number; type?: string; body: string; is: object }[] = [
    {
      name: 'accepted, as documented',
      body: verdict(1, 'Aceptado', [{ codigo: '0', valor: '' }]),
      is: {
        kind: 'final',
        verdict: 'accepted',
        codigo: '1',
        mensajes: [],
        secuenciaUtilizada: true,
        encf,
        trackId: null,
      },
    },
    {
      name: 'accepted, codes as text and keys in another case',
      body: body({ Codigo: '1', Estado: 'ACEPTADO', Mensajes: null, eNCF: encf, SecuenciaUtilizada: 'true' }),
      is: { kind: 'final', verdict: 'accepted', secuenciaUtilizada: true, encf },
    },
    {
      name: 'accepted, as XML',
      type: xml,
      body: `<Respuesta><codigo>1</codigo><estado>Aceptado</estado><mensajes><codigo>0</codigo><valor/></mensajes><encf>${encf}</encf><secuenciaUtilizada>true</secuenciaUtilizada></Respuesta>`,
      is: { kind: 'final', verdict: 'accepted', mensajes: [], encf },
    },
    {
      name: 'conditionally accepted',
      body: verdict(4, 'Aceptado Condicional', [
        { codigo: '75', valor: 'Número de secuencia no autorizada.' },
      ]),
      is: { kind: 'final', verdict: 'conditionally-accepted', mensajes: [{ codigo: '75' }] },
    },
    {
      name: 'rejected with status 400',
      status: 400,
      body: verdict(2, 'Rechazado', [{ codigo: '3', valor: 'x' }], { secuenciaUtilizada: false }),
      is: { kind: 'final', verdict: 'rejected', secuenciaUtilizada: false },
    },
    {
      name: 'rejected with status 200',
      body: verdict(2, 'Rechazado', [{ codigo: '3', valor: 'x' }]),
      is: { kind: 'final', verdict: 'rejected', secuenciaUtilizada: true },
    },
    {
      name: 'rejected against the condition',
      body: verdict('4', 'Rechazado. No cumple la aceptacion condicional', [{ codigo: 1, valor: 'x' }]),
      is: { kind: 'final', verdict: 'rejected' },
    },
    {
      name: 'the code of an error alone is no rejection',
      status: 400,
      body: body({ codigo: 2, mensaje: 'Formato inválido' }),
      is: { kind: 'unknown', cause: 'answered', mensajes: [{ valor: 'Formato inválido' }] },
    },
    {
      name: 'nor beside messages with codes',
      status: 400,
      body: body({ codigo: '2', mensajes: [{ codigo: '3', valor: 'x' }] }),
      is: { kind: 'unknown', cause: 'answered' },
    },
    {
      name: 'nor beside an estado that names no verdict',
      status: 400,
      body: verdict(2, 'Error', [{ codigo: '3', valor: 'x' }]),
      is: { kind: 'unknown', cause: 'answered' },
    },
    {
      name: 'nor beside a text that we know as a refusal',
      status: 403,
      body: body({ codigo: 2, mensaje: 'Archivo no válido' }),
      is: { kind: 'unknown', cause: 'answered' },
    },
    {
      name: 'but what became of our number is a rejection',
      status: 400,
      body: body({ codigo: 2, mensajes: [{ codigo: '3', valor: 'x' }], encf, secuenciaUtilizada: true }),
      is: { kind: 'final', verdict: 'rejected', secuenciaUtilizada: true },
    },
    {
      name: 'and that DGII refuses the signer counts',
      status: 400,
      body: body({ codigo: 2, mensajes: [{ valor: 'La firma del documento no es válida' }] }),
      is: { kind: 'refused', cause: 'certificate' },
    },
    {
      name: 'that the number is used counts, whatever the code',
      status: 400,
      body: body({ codigo: 2, mensajes: [usedText] }),
      is: { kind: 'refused', cause: 'already-used' },
    },
    {
      name: 'and so does code 004',
      status: 400,
      body: body({ codigo: 2, mensajes: [{ codigo: '004', valor: transientText }] }),
      is: { kind: 'transient' },
    },
    {
      name: 'the estado alone is a rejection',
      status: 400,
      body: body({ estado: 'Rechazado', mensajes: [{ codigo: '3', valor: 'x' }], encf }),
      is: { kind: 'final', verdict: 'rejected' },
    },
    {
      name: 'a code alone is a rejection below 400',
      body: body({ codigo: 2, mensajes: [{ codigo: '3', valor: 'x' }], encf }),
      is: { kind: 'final', verdict: 'rejected' },
    },
    {
      name: 'code 004 is no verdict',
      status: 400,
      body: body({
        estado: 'Rechazado',
        mensajes: [{ codigo: '004', valor: transientText }],
        encf: null,
        secuenciaUtilizada: false,
      }),
      is: { kind: 'transient', mensajes: [{ codigo: '004' }] },
    },
    {
      name: 'code 004 without estado',
      status: 400,
      body: body({ mensajes: [{ codigo: '004', valor: transientText }] }),
      is: { kind: 'transient' },
    },
    {
      name: 'code 004 beside another code is a verdict',
      status: 400,
      body: verdict(2, 'Rechazado', [
        { codigo: '004', valor: transientText },
        { codigo: '3', valor: 'x' },
      ]),
      is: { kind: 'final', verdict: 'rejected' },
    },
    {
      name: 'used before, in words only',
      status: 400,
      body: body({ mensajes: [usedText] }),
      is: { kind: 'refused', cause: 'already-used' },
    },
    {
      name: 'a bare string',
      status: 400,
      body: '"Archivo no válido"',
      is: { kind: 'refused', cause: 'file' },
    },
    {
      name: 'not delegated',
      status: 400,
      body: body({ mensaje: ['El RNC 1 del certificado no está delegado para realizar transacciones.'] }),
      is: { kind: 'refused', cause: 'not-delegated' },
    },
    {
      name: 'ModelState',
      status: 400,
      type: 'application/problem+json',
      body: body({ title: 'One or more validation errors occurred.', errors: { xml: ['Required'] } }),
      is: { kind: 'refused', cause: 'other' },
    },
    { name: 'a bare 400', status: 400, type: '', body: '', is: { kind: 'unknown' } },
    {
      name: 'a server that stopped waiting',
      status: 408,
      body: body({ mensaje: 'Algo' }),
      is: { kind: 'unknown' },
    },
    {
      name: 'a proxy that stopped waiting',
      status: 499,
      body: verdict(2, 'Rechazado', [{ codigo: '3', valor: 'x' }]),
      is: { kind: 'unknown' },
    },
    { name: 'a page', status: 400, type: html, body: page, is: { kind: 'unknown' } },
    {
      name: 'an acceptance with status 400',
      status: 400,
      body: verdict(1, 'Aceptado', []),
      is: { kind: 'unknown' },
    },
    {
      name: 'a verdict with status 500',
      status: 500,
      body: verdict(2, 'Rechazado', []),
      is: { kind: 'unknown' },
    },
    { name: 'a redirect', status: 302, type: html, body: '', is: { kind: 'unknown' } },
    {
      name: 'about another e-NCF',
      body: verdict(1, 'Aceptado', [], { encf: 'E320000000002' }),
      is: { kind: 'unknown' },
    },
    {
      name: 'code and text apart',
      body: verdict(1, 'Rechazado', [{ codigo: '3', valor: 'x' }]),
      is: { kind: 'unknown' },
    },
    { name: 'En Proceso', body: verdict(3, 'En Proceso', []), is: { kind: 'unknown' } },
    { name: 'an empty 200', type: '', body: '', is: { kind: 'unknown' } },
    { name: 'cut off', body: '{"codigo":1,"estado":"Acep', is: { kind: 'unknown' } },
    { name: 'a 200 in words of anybody', body: '"OK"', is: { kind: 'unknown', cause: 'answered' } },
  ];
  test.each(rows)('$name', ({ status = 200, type = json, body: text, is }) => {
    expect(readRfceReply(status, readBody(type, text), encf)).toMatchObject(is);
  });
});

describe('the query of a summary', () => {
  const found = { rnc: '999999992', encf, secuenciaUtilizada: true, mensajes: [{ valor: '', codigo: 0 }] };
  const rows: readonly { name: string; status?: number; body: string; is: object }[] = [
    {
      name: 'accepted',
      body: body({ ...found, codigo: '1', estado: 'Aceptado' }),
      is: { kind: 'final', verdict: 'accepted', encf, rnc: '999999992' },
    },
    {
      name: 'rejected',
      body: body({ ...found, codigo: '2', estado: 'Rechazado', mensajes: [{ valor: 'x', codigo: 3 }] }),
      is: { kind: 'final', verdict: 'rejected', mensajes: [{ codigo: '3', valor: 'x' }] },
    },
    {
      name: 'not found',
      body: body({ rnc: null, encf: null, codigo: '0', estado: 'No encontrado', mensajes: [] }),
      is: { kind: 'not-found' },
    },
    {
      name: 'not found, in the words of the QR page',
      body: body({ rnc: null, encf: null, codigo: '0', estado: 'No fue encontrada la factura (e-CF)' }),
      is: { kind: 'not-found' },
    },
    {
      name: 'about another e-NCF',
      body: body({ ...found, encf: 'E320000000002', codigo: '1', estado: 'Aceptado' }),
      is: { kind: 'unavailable', cause: 'contradictory' },
    },
    {
      name: 'not found, as an error',
      status: 404,
      body: body({ codigo: '0', estado: 'No encontrado' }),
      is: { kind: 'not-found' },
    },
    {
      name: 'code 0 of an error is not "not found"',
      status: 403,
      body: body({ codigo: 0, mensaje: 'El firmante no está delegado' }),
      is: { kind: 'unavailable', cause: 'not-delegated' },
    },
    {
      name: 'nor in a 200',
      body: body({ codigo: '0', mensajes: [{ codigo: 0, valor: 'Error interno' }] }),
      is: { kind: 'unavailable', cause: 'unreadable' },
    },
    {
      name: 'a code alone is no acceptance from 400 on',
      status: 403,
      body: body({ codigo: '1', mensaje: 'No autorizado' }),
      is: { kind: 'unavailable', cause: 'refused' },
    },
    {
      name: 'nor is it a rejection',
      status: 400,
      body: body({ codigo: 2, mensaje: 'Código de seguridad requerido' }),
      is: { kind: 'unavailable', cause: 'refused' },
    },
    {
      name: 'an acceptance in a 404',
      status: 404,
      body: body({ ...found, codigo: '1', estado: 'Aceptado' }),
      is: { kind: 'unavailable', cause: 'contradictory' },
    },
    {
      name: 'rejected as HTTP 400',
      status: 400,
      body: body({ ...found, codigo: '2', estado: 'Rechazado' }),
      is: { kind: 'final', verdict: 'rejected' },
    },
    { name: 'a bare 400', status: 400, body: '', is: { kind: 'unavailable', cause: 'server-fault' } },
    { name: 'a 500', status: 500, body: body(found), is: { kind: 'unavailable', cause: 'server-fault' } },
  ];
  test.each(rows)('$name', ({ status = 200, body: text, is }) => {
    expect(readRfceStateReply(status, readBody(json, text), encf)).toMatchObject(is);
  });
});

describe('the state of DGII', () => {
  test.each([
    { text: '{"estado":"Disponible"}', is: { kind: 'status', available: true } },
    { text: '{"Estado":"No Disponible"}', is: { kind: 'status', available: false } },
    { text: '"Disponible"', is: { kind: 'status', available: true } },
    { text: '{"estado":"Quizás"}', is: { kind: 'unavailable' } },
    { text: '', is: { kind: 'unavailable' } },
  ])('$text', ({ text, is }) => {
    expect(readServiceStatusReply(200, readBody(json, text))).toMatchObject(is);
  });

  test.each([401, 404, 503])('status %s says nothing', (status) => {
    expect(readServiceStatusReply(status, readBody(json, '{"estado":"Disponible"}')).kind).toBe(
      'unavailable',
    );
  });

  const window = {
    ambiente: 'PreCertificacion',
    horaInicio: '9:00 AM',
    horaFin: '12:00 PM',
    dias: ['06-08-2020'],
  };
  test.each([
    { name: 'as documented', text: body({ ventanaMantenimientos: [window] }), windows: [window] },
    { name: 'a single one', text: body({ ventanaMantenimientos: window }), windows: [window] },
    { name: 'a bare array', text: body([window]), windows: [window] },
    { name: 'none', text: body({ ventanaMantenimientos: [] }), windows: [] },
  ])('maintenance: $name', ({ text, windows }) => {
    expect(readMaintenanceReply(200, readBody(json, text))).toEqual({ kind: 'windows', windows });
  });

  test('maintenance: something else', () => {
    expect(readMaintenanceReply(200, readBody(json, '{"a":1}')).kind).toBe('unavailable');
    expect(readMaintenanceReply(401, readBody('', '')).kind).toBe('unavailable');
  });

  test.each([
    { name: 'a seed', status: 200, up: true },
    { name: 'a seed with status 500', status: 500, up: false },
    { name: 'a page', status: 200, up: false, text: page },
  ])(
    'probe: $name',
    ({
      status,
      up,
      text = '<SemillaModel><valor>a</valor><fecha>2022-12-06T10:50:14Z</fecha></SemillaModel>',
    }) => {
      expect(readProbeReply(status, readBody(xml, text), text).kind).toBe(up ? 'status' : 'unavailable');
    },
  );
});
