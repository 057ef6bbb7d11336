/** DGII's answers in every form seen → what is certain. The bodies are those of the official document and of live services. */
import {
  errorBodyOf,
  readResultReply,
  readStateReply,
  readSubmitReply,
  readTrackIdsReply,
} from '../../../src/dgii/replies/readers.js';
import { readBody } from '../../../src/dgii/replies/read-body.js';
import { readTokenReply } from '../../../src/dgii/auth/read-token.js';

const json = 'application/json; charset=utf-8';
const xml = 'application/xml; charset=utf-8';
const html = 'text/html';
const plain = 'text/plain; charset=utf-8';
const trackId = 'd2b6e27c-3908-46f3-afaa-2207b9501b4b';
const page = '<!DOCTYPE html><html><body><h1>Bad Request</h1></body></html>';

describe('an answer in words', () => {
  test.each([
    { name: 'nothing', type: '', body: '', form: 'empty', byDgii: false, mensajes: [] },
    {
      name: 'a bare JSON string',
      type: json,
      body: '"Firma del certificado invalida"',
      form: 'text',
      byDgii: true,
      mensajes: [['', 'Firma del certificado invalida']],
    },
    {
      name: 'a JSON string as text/plain',
      type: plain,
      body: '"Token vencido"',
      form: 'text',
      byDgii: true,
      mensajes: [['', 'Token vencido']],
    },
    {
      name: 'a bare text of DGII',
      type: plain,
      body: 'Tipo de certificado no admitido',
      form: 'text',
      byDgii: true,
      mensajes: [['', 'Tipo de certificado no admitido']],
    },
    {
      name: 'a bare text of anybody',
      type: plain,
      body: 'Bad Request',
      form: 'text',
      byDgii: false,
      mensajes: [['', 'Bad Request']],
    },
    {
      name: 'mensaje',
      type: json,
      body: '{"mensaje":"Archivo no válido"}',
      form: 'object',
      byDgii: true,
      mensajes: [['', 'Archivo no válido']],
    },
    {
      name: 'mensaje as a list',
      type: json,
      body: '{"Mensaje":["uno","dos"]}',
      form: 'object',
      byDgii: true,
      mensajes: [
        ['', 'uno'],
        ['', 'dos'],
      ],
    },
    {
      name: 'mensaje with errores',
      type: json,
      body: '{"mensaje":"La estructura","errores":["falta fecha"]}',
      form: 'object',
      byDgii: true,
      mensajes: [
        ['', 'La estructura'],
        ['', 'falta fecha'],
      ],
    },
    {
      name: 'mensajes with codes',
      type: json,
      body: '{"mensajes":[{"codigo":81,"valor":"a"},{"Codigo":"004","Valor":"b"}]}',
      form: 'object',
      byDgii: true,
      mensajes: [
        ['81', 'a'],
        ['004', 'b'],
      ],
    },
    {
      name: 'mensajes as texts',
      type: json,
      body: '{"mensajes":["a"]}',
      form: 'object',
      byDgii: true,
      mensajes: [['', 'a']],
    },
    {
      name: 'mensajes as one object',
      type: json,
      body: '{"mensajes":{"codigo":"1","valor":"a"}}',
      form: 'object',
      byDgii: true,
      mensajes: [['1', 'a']],
    },
    {
      name: 'a list of messages',
      type: json,
      body: '[{"codigo":"1","valor":"a"}]',
      form: 'array',
      byDgii: true,
      mensajes: [['1', 'a']],
    },
    {
      name: 'the empty message',
      type: json,
      body: '{"mensajes":[{"valor":"","codigo":0}]}',
      form: 'object',
      byDgii: false,
      mensajes: [],
    },
    {
      name: 'ProblemDetails',
      type: 'application/problem+json',
      body: '{"title":"Bad Request","status":400,"errors":{"xml":["The xml field is required."]}}',
      form: 'object',
      byDgii: true,
      mensajes: [
        ['', 'Bad Request'],
        ['', 'xml: The xml field is required.'],
      ],
    },
    {
      name: 'an object of a gateway',
      type: json,
      body: '{"message":"Bad Request"}',
      form: 'object',
      byDgii: false,
      mensajes: [],
    },
    { name: 'HTML', type: html, body: page, form: 'html', byDgii: false, mensajes: [] },
    {
      name: 'HTML that calls itself JSON',
      type: json,
      body: page,
      form: 'html',
      byDgii: false,
      mensajes: [],
    },
    {
      name: 'XML with messages',
      type: xml,
      body: '<R><mensajes><valor>a</valor><codigo>004</codigo></mensajes><mensajes><valor>b</valor><codigo>3</codigo></mensajes></R>',
      form: 'object',
      byDgii: true,
      mensajes: [
        ['004', 'a'],
        ['3', 'b'],
      ],
    },
    {
      name: 'an XML list of messages',
      type: xml,
      body: '<R><mensajes><Mensaje><valor>a</valor><codigo>1</codigo></Mensaje></mensajes></R>',
      form: 'object',
      byDgii: true,
      mensajes: [['1', 'a']],
    },
    {
      name: 'an XML string',
      type: xml,
      body: '<string xmlns="http://schemas.microsoft.com/2003/10/Serialization/">Token vencido</string>',
      form: 'text',
      byDgii: true,
      mensajes: [['', 'Token vencido']],
    },
    {
      name: 'XML with a document type',
      type: xml,
      body: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
      form: 'unreadable',
      byDgii: false,
      mensajes: [],
    },
    {
      name: 'XML cut off',
      type: xml,
      body: '<R><mensaje>a</mensaje>',
      form: 'unreadable',
      byDgii: false,
      mensajes: [],
    },
    {
      name: 'JSON cut off',
      type: json,
      body: '{"mensaje":"a"',
      form: 'unreadable',
      byDgii: false,
      mensajes: [],
    },
    {
      name: 'JSON after a byte-order mark',
      type: json,
      body: '\uFEFF{"mensaje":"a"}',
      form: 'object',
      byDgii: true,
      mensajes: [['', 'a']],
    },
    { name: 'a number', type: json, body: '7', form: 'unreadable', byDgii: false, mensajes: [] },
    {
      name: 'a member named like a prototype',
      type: json,
      body: '{"__proto__":{"mensaje":"a"},"mensaje":{"valor":"b"}}',
      form: 'object',
      byDgii: true,
      mensajes: [['', 'b']],
    },
  ])('$name', ({ type, body, form, byDgii, mensajes }) => {
    const read = readBody(type, body);
    const { byDgii: said, mensajes: found } = errorBodyOf(read);
    expect({ form: read.form, byDgii: said }).toEqual({ form, byDgii });
    expect(found.map(({ codigo, valor }) => [codigo, valor])).toEqual(mensajes);
  });

  test('messages are bounded in number and length', () => {
    const many = JSON.stringify({
      mensajes: Array.from({ length: 2_000 }, (_, codigo) => ({
        codigo: codigo + 1,
        valor: 'x'.repeat(10_000),
      })),
    });
    const { mensajes } = errorBodyOf(readBody(json, many));
    expect(mensajes).toHaveLength(500);
    expect(mensajes[0]!.valor.length).toBeLessThanOrEqual(4_001);
  });
});

describe('a submission', () => {
  const refused = (cause: string) => ({ kind: 'refused', cause });
  const unknown = { kind: 'unknown' };
  const answered = { kind: 'unknown', cause: 'answered' };
  test.each([
    {
      name: 'received',
      status: 200,
      type: json,
      body: `{"trackId":"${trackId}","error":null,"mensaje":null}`,
      is: { kind: 'received', trackId },
    },
    {
      name: 'received, keys in capitals',
      status: 200,
      type: json,
      body: `{"TRACKID":"${trackId}"}`,
      is: { kind: 'received', trackId },
    },
    {
      name: 'received, as XML',
      status: 200,
      type: xml,
      body: `<?xml version="1.0" encoding="UTF-8"?><RespuestaRecepcion><trackId>${trackId}</trackId><error/><mensaje/></RespuestaRecepcion>`,
      is: { kind: 'received', trackId },
    },
    {
      name: 'received with a remark',
      status: 200,
      type: json,
      body: `{"trackId":"${trackId}","error":null,"mensaje":"en cola"}`,
      is: { kind: 'received', trackId, mensajes: [{ codigo: '', valor: 'en cola' }] },
    },
    {
      name: 'a trackId beside a 400',
      status: 400,
      type: json,
      body: `{"trackId":"${trackId}","error":"x"}`,
      is: { kind: 'received', trackId },
    },
    {
      name: 'a trackId that cannot be one',
      status: 200,
      type: json,
      body: '{"trackId":"<script>","error":"x"}',
      is: answered,
    },
    {
      name: 'a 200 with an error',
      status: 200,
      type: json,
      body: '{"trackId":null,"error":"Archivo no válido","mensaje":null}',
      is: refused('file'),
    },
    {
      name: 'a 200 with nothing',
      status: 200,
      type: json,
      body: '{"trackId":null,"error":null,"mensaje":null}',
      is: unknown,
    },
    {
      name: 'received, as the only row of a list',
      status: 200,
      type: json,
      body: `[{"trackId":"${trackId}","error":null,"mensaje":null}]`,
      is: { kind: 'received', trackId },
    },
    {
      name: 'received, as an XML list of one',
      status: 200,
      type: xml,
      body: `<ArrayOfRespuestaRecepcion><RespuestaRecepcion><trackId>${trackId}</trackId><mensaje>OK</mensaje></RespuestaRecepcion></ArrayOfRespuestaRecepcion>`,
      is: { kind: 'received', trackId },
    },
    {
      name: 'a list of two does not say which is ours',
      status: 200,
      type: json,
      body: `[{"trackId":"${trackId}","mensaje":"OK"},{"trackId":"b","mensaje":"OK"}]`,
      is: answered,
    },
    {
      name: 'a 200 that says received, without a trackId',
      status: 200,
      type: json,
      body: '{"trackId":null,"error":null,"mensaje":"Documento recibido, en proceso"}',
      is: answered,
    },
    { name: 'a 202', status: 202, type: json, body: '{"mensaje":"Recibido"}', is: answered },
    {
      name: 'a trackId where we do not look for it',
      status: 200,
      type: json,
      body: `{"data":{"trackId":"${trackId}"},"mensaje":"OK"}`,
      is: answered,
    },
    {
      name: 'a 200 with an error that we do not know',
      status: 200,
      type: json,
      body: '{"trackId":null,"error":"Algo","mensaje":null}',
      is: answered,
    },
    {
      name: 'a 200 whose error says that the issuer is not active',
      status: 200,
      type: json,
      body: '{"trackId":null,"error":"El RNC Emisor no se encuentra activo","mensaje":null}',
      is: { ...answered, mensajes: [{ codigo: '', valor: 'El RNC Emisor no se encuentra activo' }] },
    },
    {
      name: 'the same in mensaje',
      status: 200,
      type: json,
      body: '{"trackId":null,"error":null,"mensaje":"El RNC Emisor no se encuentra activo"}',
      is: answered,
    },
    {
      name: 'a 200 that the signer is not delegated',
      status: 200,
      type: json,
      body: '{"trackId":null,"error":"El RNC 1 del certificado no está delegado para realizar transacciones.","mensaje":null}',
      is: refused('not-delegated'),
    },
    {
      name: 'a server that stopped waiting',
      status: 408,
      type: json,
      body: '{"mensaje":"Archivo no válido"}',
      is: unknown,
    },
    {
      name: 'a proxy that stopped waiting',
      status: 499,
      type: json,
      body: '{"mensaje":"Algo"}',
      is: unknown,
    },
    { name: 'a 200 with an empty body', status: 200, type: json, body: '', is: unknown },
    { name: 'a 200 with HTML', status: 200, type: html, body: page, is: unknown },
    { name: 'a 200 cut off', status: 200, type: json, body: '{"trackId":"d2b6', is: unknown },
    { name: 'a 200 with some text', status: 200, type: json, body: '"recibido"', is: answered },
    {
      name: 'a 200 with a verdict and without a trackId',
      status: 200,
      type: json,
      body: '{"codigo":1,"estado":"Aceptado"}',
      is: answered,
    },
    {
      name: 'wrong file name',
      status: 400,
      type: json,
      body: '{"mensajes":[{"valor":"La longitud del nombre del archivo no es válida","codigo":3243}]}',
      is: refused('file'),
    },
    {
      name: 'byte-order mark',
      status: 400,
      type: json,
      body: '{"mensajes":[{"codigo":"001","valor":"Archivo no válido"}]}',
      is: refused('file'),
    },
    {
      name: 'not delegated',
      status: 400,
      type: json,
      body: '"El RNC 00112233445 del certificado no está delegado para realizar transaciones."',
      is: refused('not-delegated'),
    },
    {
      name: 'certificate type',
      status: 400,
      type: plain,
      body: 'Tipo de certificado no admitido',
      is: refused('certificate'),
    },
    {
      name: 'certificate signature',
      status: 400,
      type: json,
      body: '"Firma del certificado invalida"',
      is: refused('certificate'),
    },
    {
      name: 'second submission',
      status: 400,
      type: json,
      body: '{"mensajes":[{"codigo":1209,"valor":"secuencia ya utilizada"}]}',
      is: refused('already-used'),
    },
    {
      name: 'code 004',
      status: 400,
      type: json,
      body: '{"mensajes":[{"codigo":"004","valor":"Ha ocurrido un error validando en eCF, favor intentar nueva vez."}]}',
      is: refused('transient'),
    },
    { name: 'some other words', status: 400, type: json, body: '{"mensaje":"Algo"}', is: refused('other') },
    {
      name: 'ASP.NET without the part',
      status: 400,
      type: json,
      body: '{"title":"One or more validation errors occurred.","errors":{"xml":["Multipart cannot be empty"]}}',
      is: refused('other'),
    },
    { name: 'a bare 400', status: 400, type: '', body: '', is: unknown },
    { name: 'a 400 of a firewall', status: 400, type: html, body: page, is: unknown },
    { name: 'a 400 of a proxy', status: 400, type: plain, body: 'Bad Request', is: unknown },
    { name: 'a 403 of a firewall', status: 403, type: html, body: page, is: unknown },
    { name: 'a bare 404', status: 404, type: '', body: '', is: unknown },
    { name: 'a redirect', status: 302, type: html, body: '', is: unknown },
    { name: 'a 500 in words', status: 500, type: json, body: '{"mensaje":"Archivo no válido"}', is: unknown },
    { name: 'a 503', status: 503, type: html, body: page, is: unknown },
  ])('$name', ({ status, type, body, is }) => {
    const reading = readSubmitReply(status, readBody(type, body));
    expect(reading).toMatchObject(is);
    if (is === unknown) expect(reading).not.toHaveProperty('cause');
  });
});

describe('the result of a trackId', () => {
  const result = (change: Record<string, unknown>) =>
    JSON.stringify({
      trackId,
      codigo: '1',
      estado: 'Aceptado',
      rnc: '131880681',
      encf: 'E310000000001',
      secuenciaUtilizada: true,
      fechaRecepcion: '8/15/2023 6:06:57 AM',
      mensajes: [{ valor: '', codigo: 0 }],
      ...change,
    });
  const conditional = [{ codigo: '1934', valor: 'MontoGravadoI1 no coincide' }];
  const hiccup = [
    { codigo: '004', valor: 'Ha ocurrido un error validando en eCF, favor intentar nueva vez.' },
  ];
  const unavailable = (cause: string) => ({ kind: 'unavailable', cause });

  test.each([
    {
      name: 'accepted',
      status: 200,
      body: result({}),
      is: {
        kind: 'final',
        verdict: 'accepted',
        codigo: '1',
        estado: 'Aceptado',
        mensajes: [],
        secuenciaUtilizada: true,
        trackId,
        rnc: '131880681',
        encf: 'E310000000001',
      },
    },
    {
      name: 'accepted, code a number, documented key',
      status: 200,
      body: result({ codigo: 1, encf: undefined, eNCF: 'E310000000001' }),
      is: { kind: 'final', verdict: 'accepted', encf: 'E310000000001' },
    },
    {
      name: 'accepted, without a code',
      status: 200,
      body: result({ codigo: undefined }),
      is: { kind: 'final', verdict: 'accepted' },
    },
    {
      name: 'accepted, without a text',
      status: 200,
      body: result({ estado: null }),
      is: { kind: 'final', verdict: 'accepted' },
    },
    {
      name: 'conditionally accepted',
      status: 200,
      body: result({ codigo: 4, estado: 'Aceptado Condicional', mensajes: conditional }),
      is: { kind: 'final', verdict: 'conditionally-accepted', mensajes: conditional },
    },
    {
      name: 'code 4 with the shorter text',
      status: 200,
      body: result({ codigo: 4 }),
      is: { kind: 'final', verdict: 'conditionally-accepted' },
    },
    {
      name: 'rejected, number free',
      status: 200,
      body: result({ codigo: '2', estado: 'Rechazado', secuenciaUtilizada: false, mensajes: conditional }),
      is: { kind: 'final', verdict: 'rejected', secuenciaUtilizada: false, mensajes: conditional },
    },
    {
      name: 'rejected, number spent, boolean as text',
      status: 200,
      body: result({ codigo: '2', estado: 'Rechazado', secuenciaUtilizada: 'True' }),
      is: { kind: 'final', verdict: 'rejected', secuenciaUtilizada: true },
    },
    {
      name: 'rejected, nothing said of the number',
      status: 200,
      body: result({ codigo: '2', estado: 'Rechazado', secuenciaUtilizada: undefined }),
      is: { kind: 'final', verdict: 'rejected', secuenciaUtilizada: null },
    },
    {
      name: 'rejected as HTTP 400',
      status: 400,
      body: result({ codigo: 2, estado: 'Rechazado' }),
      is: { kind: 'final', verdict: 'rejected' },
    },
    {
      name: 'the text that sounds like acceptance',
      status: 200,
      body: result({ codigo: 2, estado: 'Rechazado. No cumple la aceptacion condicional' }),
      is: { kind: 'final', verdict: 'rejected' },
    },
    {
      name: 'the same with code 4',
      status: 200,
      body: result({ codigo: 4, estado: 'Rechazado. No cumple la aceptación condicional' }),
      is: { kind: 'final', verdict: 'rejected' },
    },
    {
      name: 'in process',
      status: 200,
      body: result({ codigo: 3, estado: 'En Proceso' }),
      is: { kind: 'pending', reason: 'in-process' },
    },
    {
      name: 'code 004 is not a verdict',
      status: 200,
      body: result({
        codigo: '2',
        estado: 'Rechazado',
        encf: null,
        secuenciaUtilizada: false,
        mensajes: hiccup,
      }),
      is: { kind: 'pending', reason: 'transient-fault' },
    },
    {
      name: 'code 004 beside another is',
      status: 200,
      body: result({ codigo: '2', estado: 'Rechazado', mensajes: [...hiccup, ...conditional] }),
      is: { kind: 'final', verdict: 'rejected' },
    },
    {
      name: 'a rejection that invites to try again is',
      status: 200,
      body: result({
        codigo: '2',
        estado: 'Rechazado',
        mensajes: [{ codigo: 7, valor: 'Corrija e intente nuevamente' }],
      }),
      is: { kind: 'final', verdict: 'rejected' },
    },
    {
      name: 'not found, code 0',
      status: 200,
      body: result({ codigo: 0, estado: 'No encontrado' }),
      is: { kind: 'not-found' },
    },
    {
      name: 'code 0 of an error is not "not found"',
      status: 200,
      body: '{"codigo":0,"mensaje":"Error interno"}',
      is: unavailable('unreadable'),
    },
    {
      name: 'not found, as an error',
      status: 404,
      body: '{"estado":"TrackId no encontrado."}',
      is: { kind: 'not-found' },
    },
    {
      name: 'not found, as a bare string',
      status: 400,
      body: '"TrackId no encontrado."',
      is: { kind: 'not-found' },
    },
    {
      name: 'a 404 of a gateway is no answer',
      status: 404,
      body: '{"title":"Not Found","status":404}',
      is: unavailable('refused'),
    },
    {
      name: 'nor in Spanish',
      status: 404,
      body: '{"mensaje":"Recurso no encontrado"}',
      is: unavailable('refused'),
    },
    { name: 'a bare 404', status: 404, body: '', is: unavailable('server-fault') },
    {
      name: 'a verdict in a 500',
      status: 500,
      body: result({ codigo: 2, estado: 'Rechazado' }),
      is: unavailable('server-fault'),
    },
    {
      name: 'a code alone is no acceptance from 400 on: it may be the code of the error',
      status: 403,
      body: '{"codigo":"1","mensaje":"No autorizado"}',
      is: unavailable('refused'),
    },
    {
      name: 'nor is it a rejection',
      status: 400,
      body: '{"codigo":2,"mensaje":"Formato de trackId inválido"}',
      is: unavailable('refused'),
    },
    {
      name: 'nor beside an unknown text',
      status: 400,
      body: '{"codigo":2,"estado":"Error","mensaje":"Formato de trackId inválido"}',
      is: unavailable('refused'),
    },
    {
      name: 'an acceptance in a 404',
      status: 404,
      body: '{"codigo":"1","estado":"Aceptado"}',
      is: unavailable('contradictory'),
    },
    {
      name: 'a conditional acceptance in a 400',
      status: 400,
      body: result({ codigo: 4, estado: 'Aceptado Condicional', mensajes: conditional }),
      is: unavailable('contradictory'),
    },
    {
      name: 'in process, in a 400',
      status: 400,
      body: result({ codigo: 3, estado: 'En Proceso' }),
      is: { kind: 'pending', reason: 'in-process' },
    },
    { name: 'HTML', status: 200, body: page, is: unavailable('server-fault') },
    {
      name: 'code and text at odds',
      status: 200,
      body: result({ codigo: 1, estado: 'Rechazado' }),
      is: unavailable('contradictory'),
    },
    {
      name: 'another trackId',
      status: 200,
      body: result({ trackId: 'another' }),
      is: unavailable('contradictory'),
    },
    {
      name: 'an unknown code and text',
      status: 200,
      body: result({ codigo: 9, estado: 'Otro' }),
      is: unavailable('unreadable'),
    },
    { name: 'an empty 200', status: 200, body: '', is: unavailable('unreadable') },
    {
      name: 'not delegated',
      status: 400,
      body: '"El RNC del certificado no está delegado"',
      is: unavailable('not-delegated'),
    },
  ])('$name', ({ status, body, is }) => {
    expect(readResultReply(status, readBody(json, body), trackId)).toMatchObject(is);
  });

  test('as XML', () => {
    const body = `<RespuestaConsultaTrackId><trackId>${trackId}</trackId><codigo>2</codigo ><estado>Rechazado</estado><rnc>131880681</rnc><encf>E310000000001</encf><secuenciaUtilizada>false</secuenciaUtilizada><fechaRecepcion>x</fechaRecepcion><mensajes><valor>v</valor><codigo>145</codigo></mensajes></RespuestaConsultaTrackId>`;
    expect(readResultReply(200, readBody(xml, body), trackId.toUpperCase())).toMatchObject({
      kind: 'final',
      verdict: 'rejected',
      secuenciaUtilizada: false,
      encf: 'E310000000001',
      mensajes: [{ codigo: '145', valor: 'v' }],
    });
  });
});

describe('the trackIds of an e-NCF', () => {
  const entry = { trackId, estado: 'Aceptado', fechaRecepcion: '8/15/2023 6:06:57 AM' };
  test.each([
    {
      name: 'a list',
      status: 200,
      body: JSON.stringify([entry, { TrackId: 'b', Estado: 'En Proceso' }]),
      is: {
        kind: 'found',
        trackIds: [
          { trackId, state: 'accepted' },
          { trackId: 'b', state: 'in-process' },
        ],
      },
    },
    {
      name: 'one object',
      status: 200,
      body: JSON.stringify(entry),
      is: { kind: 'found', trackIds: [{ trackId, state: 'accepted' }] },
    },
    {
      name: 'XML of one',
      status: 200,
      body: `<TrackingDetalle><trackId>${trackId}</trackId><estado>Rechazado</estado></TrackingDetalle>`,
      is: { kind: 'found', trackIds: [{ trackId, state: 'rejected' }] },
    },
    {
      name: 'XML of several',
      status: 200,
      body: `<ArrayOfTrackingDetalle><TrackingDetalle><trackId>a</trackId></TrackingDetalle><TrackingDetalle><trackId>b</trackId></TrackingDetalle></ArrayOfTrackingDetalle>`,
      is: { kind: 'found', trackIds: [{ trackId: 'a', state: null }, { trackId: 'b' }] },
    },
    { name: 'an empty list', status: 200, body: '[]', is: { kind: 'not-found' } },
    { name: 'null', status: 200, body: 'null', is: { kind: 'not-found' } },
    { name: '204', status: 204, body: '', is: { kind: 'not-found' } },
    {
      name: 'the documented state',
      status: 200,
      body: '{"trackId":null,"estado":"No encontrado"}',
      is: { kind: 'not-found' },
    },
    {
      name: 'the same in a list',
      status: 200,
      body: '[{"trackId":"","estado":"No encontrado"}]',
      is: { kind: 'not-found' },
    },
    {
      name: 'as an error',
      status: 404,
      body: '{"mensaje":"e-NCF no encontrado"}',
      is: { kind: 'not-found' },
    },
    {
      name: 'an empty 200 proves nothing',
      status: 200,
      body: '',
      is: { kind: 'unavailable', cause: 'unreadable' },
    },
    {
      name: 'a bare 404 proves nothing',
      status: 404,
      body: '',
      is: { kind: 'unavailable', cause: 'server-fault' },
    },
    { name: 'an empty list with a 404 proves nothing', status: 404, body: '[]', is: { kind: 'unavailable' } },
    { name: 'a 500', status: 500, body: '[]', is: { kind: 'unavailable', cause: 'server-fault' } },
    {
      name: 'rows that are no rows',
      status: 200,
      body: '[1,null,"a"]',
      is: { kind: 'unavailable', cause: 'unreadable' },
    },
    {
      name: 'not authorised, in short',
      status: 403,
      body: '"El RNC del token no está autorizado a consultar el trackid de este e-NCF."',
      is: { kind: 'unavailable', cause: 'not-allowed-to-ask' },
    },
    {
      name: 'not authorised, as the estado of a row without trackId',
      status: 200,
      body: '{"trackId":null,"mensaje":"El RNC del token no está autorizado a consultar el trackid de este e-NCF"}',
      is: { kind: 'unavailable', cause: 'not-allowed-to-ask' },
    },
    {
      name: 'not authorised',
      status: 400,
      body: '{"mensaje":"El RNC del token no está autorizado a consultar el trackid de este e-NCF, favor verificar que se encuentre delegado por el emisor y volver a intentarlo."}',
      is: { kind: 'unavailable', cause: 'not-allowed-to-ask' },
    },
    {
      name: 'not authorised, with a code',
      status: 400,
      body: '{"codigo":0,"mensaje":"El RNC del token no está autorizado a consultar el trackid de este e-NCF."}',
      is: { kind: 'unavailable', cause: 'not-allowed-to-ask' },
    },
    {
      name: 'a malformed question',
      status: 400,
      body: '"El ENCF es inválido."',
      is: { kind: 'unavailable', cause: 'refused' },
    },
    {
      name: 'code 0 of a malformed question is not "not found"',
      status: 400,
      body: '{"codigo":0,"mensaje":"El campo RNC Emisor es requerido."}',
      is: { kind: 'unavailable', cause: 'refused' },
    },
    {
      name: 'nor is code 0 of an error in a 200',
      status: 200,
      body: '{"codigo":"0","mensaje":"Error interno, favor comunicarse con la DGII"}',
      is: { kind: 'unavailable', cause: 'unreadable' },
    },
    {
      name: 'nor is code 0 alone',
      status: 200,
      body: '{"codigo":0,"estado":null,"mensajes":[]}',
      is: { kind: 'unavailable', cause: 'unreadable' },
    },
    {
      name: 'code 0 with its words',
      status: 404,
      body: '{"codigo":0,"mensaje":"e-NCF no encontrado"}',
      is: { kind: 'not-found' },
    },
  ])('$name', ({ status, body, is }) => {
    expect(readTrackIdsReply(status, readBody(body.startsWith('<') ? xml : json, body))).toMatchObject(is);
  });
});

describe('the state of an e-NCF', () => {
  const state = {
    codigo: 1,
    estado: 'Aceptado',
    rncEmisor: '131880681',
    ncfElectronico: 'E310000000001',
    montoTotal: 1180.5,
    totalITBIS: 180,
    fechaEmision: '01-02-2026',
    fechaFirma: '01-02-2026 10:00:00',
    rncComprador: '999999992',
    codigoSeguridad: 'a+/b=1',
    idExtranjero: null,
  };
  test.each([
    {
      name: 'accepted',
      status: 200,
      body: JSON.stringify(state),
      is: {
        kind: 'found',
        state: 'accepted',
        encf: 'E310000000001',
        montoTotal: '1180.5',
        totalITBIS: '180',
        codigoSeguridad: 'a+/b=1',
      },
    },
    {
      name: 'rejected',
      status: 200,
      body: JSON.stringify({ ...state, codigo: 2, estado: 'Rechazado' }),
      is: { kind: 'found', state: 'rejected' },
    },
    {
      name: 'an amount that is not one',
      status: 200,
      body: JSON.stringify({ ...state, montoTotal: 1e30 }),
      is: { kind: 'found', montoTotal: null },
    },
    {
      name: 'not found',
      status: 200,
      body: '{"codigo":0,"estado":"No encontrado","montoTotal":0}',
      is: { kind: 'not-found' },
    },
    {
      name: 'not found, 404 in words',
      status: 404,
      body: '{"codigo":0,"estado":"No encontrado"}',
      is: { kind: 'not-found' },
    },
    { name: '204', status: 204, body: '', is: { kind: 'not-found' } },
    {
      name: 'code 0 of an error is not "not found"',
      status: 200,
      body: '{"codigo":0,"mensaje":"Error interno"}',
      is: { kind: 'unavailable', cause: 'unreadable' },
    },
    { name: 'a bare 404', status: 404, body: '', is: { kind: 'unavailable' } },
    { name: 'at odds', status: 200, body: '{"codigo":0,"estado":"Aceptado"}', is: { kind: 'unavailable' } },
    {
      name: 'a code alone is no acceptance from 400 on',
      status: 403,
      body: '{"codigo":"1","mensaje":"No autorizado"}',
      is: { kind: 'unavailable', cause: 'refused' },
    },
    {
      name: 'nor is it a rejection',
      status: 400,
      body: '{"codigo":2,"mensaje":"Parámetros inválidos"}',
      is: { kind: 'unavailable', cause: 'refused' },
    },
    {
      name: 'an acceptance in a 404',
      status: 404,
      body: '{"codigo":"1","estado":"Aceptado"}',
      is: { kind: 'unavailable' },
    },
    {
      name: 'rejected as HTTP 400',
      status: 400,
      body: JSON.stringify({ ...state, codigo: 2, estado: 'Rechazado' }),
      is: { kind: 'found', state: 'rejected' },
    },
    { name: 'a 502', status: 502, body: page, is: { kind: 'unavailable', cause: 'server-fault' } },
  ])('$name', ({ status, body, is }) => {
    expect(readStateReply(status, readBody(json, body))).toMatchObject(is);
  });

  test('as XML', () => {
    const body =
      '<RespuestaConsultaEstado><codigo>1</codigo><estado>Aceptado </estado><montoTotal>10.00</montoTotal></RespuestaConsultaEstado>';
    expect(readStateReply(200, readBody(xml, body))).toMatchObject({
      kind: 'found',
      state: 'accepted',
      montoTotal: '10.00',
    });
  });
});

describe('a token', () => {
  const good = '{"token":"a.b.c","expira":"2022-12-11T02:58:56Z","expedido":"2022-12-11T01:58:56Z"}';
  test.each([
    {
      name: 'JSON',
      status: 200,
      type: json,
      body: good,
      is: { kind: 'token', token: 'a.b.c', lifetimeMs: 3_600_000 },
    },
    {
      name: 'XML',
      status: 200,
      type: xml,
      body: '<RespuestaAutenticacion><token>a.b.c</token><expira>2022-12-11T02:58:56Z </expira><expedido>2022-12-11T01:58:56Z </expedido></RespuestaAutenticacion>',
      is: { kind: 'token', token: 'a.b.c', lifetimeMs: 3_600_000 },
    },
    {
      name: 'without times',
      status: 200,
      type: json,
      body: '{"token":"a.b.c"}',
      is: { kind: 'token', lifetimeMs: null },
    },
    {
      name: 'expired before it was given',
      status: 200,
      type: json,
      body: '{"token":"a","expira":"2022-12-11T01:58:56Z","expedido":"2022-12-11T01:58:56Z"}',
      is: { kind: 'token', lifetimeMs: null },
    },
    {
      name: 'with a line break',
      status: 200,
      type: json,
      body: '{"token":"a\\r\\nX: y"}',
      is: { kind: 'failed', cause: 'auth-unavailable' },
    },
    {
      name: 'empty 200',
      status: 200,
      type: json,
      body: '',
      is: { kind: 'failed', cause: 'auth-unavailable' },
    },
    {
      name: 'bad signature',
      status: 400,
      type: json,
      body: '"Firma del certificado invalida"',
      is: { kind: 'failed', cause: 'certificate' },
    },
    {
      name: 'certificate type',
      status: 400,
      type: json,
      body: '"Tipo de certificado no admitido"',
      is: { kind: 'failed', cause: 'certificate' },
    },
    {
      name: 'not delegated',
      status: 400,
      type: json,
      body: '"El RNC 00112233445 del certificado no está delegado para realizar transaciones."',
      is: { kind: 'failed', cause: 'not-delegated' },
    },
    {
      name: 'malformed seed',
      status: 400,
      type: json,
      body: '{"mensaje":"La estructura del archivo XML no es válida, favor proveer un XML con una estructura válida","errores":["The element has incomplete content."]}',
      is: { kind: 'failed', cause: 'seed-refused' },
    },
    {
      name: 'some other words',
      status: 400,
      type: json,
      body: '"Semilla vencida"',
      is: { kind: 'failed', cause: 'token-refused' },
    },
    {
      name: 'HTML 400',
      status: 400,
      type: html,
      body: page,
      is: { kind: 'failed', cause: 'auth-unavailable' },
    },
    {
      name: 'a 500 that accuses the certificate',
      status: 500,
      type: json,
      body: '"Firma del certificado invalida"',
      is: { kind: 'failed', cause: 'auth-unavailable' },
    },
    { name: 'throttled', status: 429, type: json, body: '', is: { kind: 'failed', cause: 'throttled' } },
  ])('$name', ({ status, type, body, is }) => {
    expect(readTokenReply(status, type, body)).toMatchObject(is);
  });
});

describe('code 0 beside words', () => {
  const questions = [
    {
      question: 'the result',
      read: (status: number, body: string) => readResultReply(status, readBody(json, body)),
    },
    {
      question: 'the state',
      read: (status: number, body: string) => readStateReply(status, readBody(json, body)),
    },
    {
      question: 'the trackIds',
      read: (status: number, body: string) => readTrackIdsReply(status, readBody(json, body)),
    },
  ];
  const rows = [
    ...[
      'No fue encontrada la factura (e-CF)',
      'no se encontró',
      'No existe',
      'Comprobante no fue encontrado',
      'La factura (e-CF) no fue encontrada.',
      'No se encontró el comprobante en los registros',
      'El e-NCF no existe',
      'El eNCF consultado no existe',
      'El comprobante no existe en los registros',
    ].map((estado) => ({ codigo: '0', estado, kind: 'not-found' })),
    ...[
      'Error interno',
      'El RNC Emisor no existe',
      'No existe el RNC Emisor',
      'No se encontró el certificado',
      'No existe en el padrón de contribuyentes',
      'No se encontró en el directorio de emisores',
      'La factura no se procesó porque el RNC no existe',
    ].map((estado) => ({ codigo: 0, estado, kind: 'unavailable' })),
    // Without code 0 only DGII's documented state counts.
    { codigo: null, estado: 'No existe', kind: 'unavailable' },
    { codigo: 7, estado: 'No fue encontrada la factura (e-CF)', kind: 'unavailable' },
    // From 400 on, 0 may be the code of the error itself.
    { status: 404, codigo: 0, estado: 'No existe', kind: 'unavailable' },
  ].flatMap((row) => questions.map((one) => ({ status: 200, ...row, ...one })));
  test.each(rows)('$question: HTTP $status, $codigo, $estado', ({ status, codigo, estado, kind, read }) => {
    expect(read(status, JSON.stringify({ codigo, estado, mensajes: [] })).kind).toBe(kind);
  });
});
