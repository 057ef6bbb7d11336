/** DGII's answers about its directory and about commercial approvals, in every form seen → what is certain. */
import { readApprovalReply, readDirectoryReply } from '../../../src/dgii/replies/buyer-readers.js';
import { readBody } from '../../../src/dgii/replies/read-body.js';

const json = 'application/json; charset=utf-8';
const xml = 'application/xml; charset=utf-8';
const page = '<!DOCTYPE html><html><body><h1>Not Found</h1></body></html>';
const rnc = '131880681';
const entry = {
  rnc,
  urlRecepcion: 'https://comprador.example/fe-base',
  urlAceptacion: 'https://comprador.example/fe-base',
  urlOpcional: 'https://comprador.example/autenticacion',
};

describe('the directory', () => {
  const rows: readonly {
    name: string;
    status?: number;
    type?: string;
    body: string;
    anyRnc?: boolean;
    is: object;
  }[] = [
    {
      name: 'an array, as documented',
      body: JSON.stringify([{ nombre: 'DGII', ...entry }]),
      is: { kind: 'found', entry },
    },
    { name: 'an object, as seen in production', body: JSON.stringify(entry), is: { kind: 'found', entry } },
    {
      name: 'keys in another case, an RNC with dashes, no authentication, an empty address',
      body: JSON.stringify([{ RNC: '1-31-88068-1', URLRecepcion: entry.urlRecepcion, URLAceptacion: '' }]),
      is: {
        kind: 'found',
        entry: {
          rnc,
          urlRecepcion: entry.urlRecepcion,
          urlAceptacion: null,
          urlOpcional: null,
        },
      },
    },
    {
      name: 'an XML list',
      type: xml,
      body: `<ArrayOfDirectorio><Directorio><nombre>DGII</nombre><rnc>${rnc}</rnc><urlRecepcion>https://a.example</urlRecepcion></Directorio></ArrayOfDirectorio>`,
      is: { kind: 'found', entry: { urlRecepcion: 'https://a.example', urlAceptacion: null } },
    },
    {
      name: 'the own entry among others',
      body: JSON.stringify([{ ...entry, rnc: '101000000' }, entry]),
      is: { kind: 'found', entry },
    },
    {
      name: 'an entry of another RNC is no answer',
      body: JSON.stringify([{ ...entry, rnc: '101000000' }]),
      is: { kind: 'unavailable', cause: 'contradictory' },
    },
    {
      name: 'an entry of another RNC in pre-certification, where DGII plays every buyer',
      body: JSON.stringify([{ ...entry, rnc: '101000000' }]),
      anyRnc: true,
      is: { kind: 'found', entry: { rnc: '101000000' } },
    },
    {
      name: 'an address that is too long to be one',
      body: JSON.stringify([{ ...entry, urlRecepcion: `https://a.example/${'x'.repeat(600)}` }]),
      is: { kind: 'found', entry: { urlRecepcion: null } },
    },
    { name: 'an empty array', body: '[]', is: { kind: 'not-found' } },
    { name: 'null', body: 'null', is: { kind: 'not-found' } },
    { name: 'no content', status: 204, body: '', is: { kind: 'not-found' } },
    {
      name: '404 with DGII’s words',
      status: 404,
      body: JSON.stringify({ mensaje: 'No se encontraron datos.' }),
      is: { kind: 'not-found' },
    },
    { name: '404 as quoted text', status: 404, body: '"RNC no encontrado"', is: { kind: 'not-found' } },
    { name: 'a bare 404', status: 404, body: '', is: { kind: 'unavailable', cause: 'server-fault' } },
    { name: '404 of a proxy', status: 404, type: 'text/html', body: page, is: { kind: 'unavailable' } },
    {
      name: '404 of a gateway',
      status: 404,
      type: 'text/plain',
      body: 'no encontrado',
      is: { kind: 'unavailable' },
    },
    {
      name: 'a 400',
      status: 400,
      body: JSON.stringify({ mensajes: ['El campo RNC es requerido.'] }),
      is: { kind: 'unavailable', cause: 'refused' },
    },
    { name: 'a 503', status: 503, body: '', is: { kind: 'unavailable', cause: 'server-fault' } },
    { name: 'a redirect', status: 302, body: '', is: { kind: 'unavailable', cause: 'server-fault' } },
    { name: 'an empty object', body: '{}', is: { kind: 'unavailable', cause: 'unreadable' } },
    { name: 'junk', body: '{"rnc":', is: { kind: 'unavailable', cause: 'unreadable' } },
  ];
  test.each(rows)('$name', ({ status = 200, type = json, body, anyRnc = false, is }) => {
    expect(readDirectoryReply(status, readBody(type, body), { rnc, anyRnc })).toMatchObject(is);
  });
});

describe('a commercial approval', () => {
  const answer = (codigo: unknown, estado: string, mensaje: unknown = null) =>
    JSON.stringify({ mensaje, estado, codigo });
  const rejected = (text: string) => answer('02', 'Aprobacion Comercial Rechazada.', [text]);
  const rows: readonly {
    name: string;
    status?: number;
    type?: string;
    body: string;
    bareOk?: boolean;
    is: object;
  }[] = [
    {
      name: 'as seen',
      body: answer('01', 'Aprobacion Comercial Aprobada.'),
      is: { kind: 'approved', codigo: '01' },
    },
    { name: 'as documented', body: answer(1, 'Aprobación Comercial Aprobada'), is: { kind: 'approved' } },
    {
      name: 'as XML',
      type: xml,
      body: '<RespuestaAprobacionComercial><mensaje/><estado>Aprobacion Comercial Aprobada.</estado><codigo>01</codigo></RespuestaAprobacionComercial>',
      is: { kind: 'approved' },
    },
    {
      name: 'no voucher like this',
      status: 400,
      body: rejected('Factura no encontrada para esta Aprobación comercial.'),
      is: { kind: 'rejected', cause: 'no-voucher', codigo: '02' },
    },
    {
      name: 'no accepted voucher',
      body: rejected('No se encuentra un e-CF válido para esta aprobación comercial'),
      is: { kind: 'rejected', cause: 'no-voucher' },
    },
    {
      name: 'not needed',
      body: rejected('Aprobación Comercial no es requerida para este tipo de e-CF'),
      is: { kind: 'rejected', cause: 'not-needed' },
    },
    {
      name: 'not delegated',
      body: rejected(
        'El RNC del certificado no está delegado para realizar transacciones para el RNC: 101000000',
      ),
      is: { kind: 'rejected', cause: 'not-delegated' },
    },
    {
      name: 'known already',
      body: rejected('Ya existe una aprobación comercial para este e-CF'),
      is: { kind: 'rejected', cause: 'known' },
    },
    {
      name: 'try again',
      body: rejected('No fue posible procesar la aprobación comercial, favor intentar nuevamente'),
      is: { kind: 'rejected', cause: 'transient' },
    },
    { name: 'a bad file', status: 400, body: '"Archivo no válido"', is: { kind: 'rejected', cause: 'file' } },
    { name: 'contradictory', body: answer(1, 'Aprobacion Comercial Rechazada.'), is: { kind: 'unknown' } },
    {
      name: 'approved with an error status',
      status: 400,
      body: answer(1, 'Aprobada'),
      is: { kind: 'unknown' },
    },
    { name: 'OK in quotes', body: '"OK"', is: { kind: 'approved' } },
    { name: 'OK as plain text', type: 'text/plain', body: 'OK', is: { kind: 'unknown' } },
    { name: 'OK as plain text in the certification', body: 'OK', bareOk: true, is: { kind: 'approved' } },
    { name: 'OK as XML', type: xml, body: '<string>OK</string>', is: { kind: 'approved' } },
    { name: 'OK as estado', body: '{"estado":"OK"}', is: { kind: 'approved' } },
    { name: 'OK with an error status', status: 400, body: '"OK"', is: { kind: 'unknown' } },
    { name: 'OK with the other code', body: answer('02', 'OK'), is: { kind: 'unknown' } },
    { name: 'OK within a sentence', body: '"La solicitud no está OK"', is: { kind: 'unknown' } },
    { name: 'a sentence that only has the word', body: '"No fue aprobada"', is: { kind: 'unknown' } },
    { name: 'Error in quotes', body: '"Error"', is: { kind: 'rejected', cause: 'other' } },
    { name: 'Error as estado', body: '{"estado":"Error"}', is: { kind: 'rejected', cause: 'other' } },
    { name: 'Incorrecto', status: 400, body: '{"estado":"Incorrecto"}', is: { kind: 'rejected' } },
    {
      name: 'Error with DGII’s reason',
      body: '{"estado":"Error","mensaje":["Archivo no válido"]}',
      is: { kind: 'rejected', cause: 'file' },
    },
    { name: 'a proxy’s Error', status: 400, type: 'text/plain', body: 'Error', is: { kind: 'unknown' } },
    { name: 'a proxy’s Error in the certification', body: 'Error', bareOk: true, is: { kind: 'unknown' } },
    { name: 'a bare 200', body: '', is: { kind: 'unknown' } },
    { name: 'a bare 400', status: 400, body: '', is: { kind: 'unknown' } },
    { name: 'HTML', type: 'text/html', body: page, is: { kind: 'unknown' } },
    { name: 'a 500', status: 500, body: rejected('Archivo no válido'), is: { kind: 'unknown' } },
  ];
  test.each(rows)('$name', ({ status = 200, type = json, body, bareOk = false, is }) => {
    expect(readApprovalReply(status, readBody(type, body), { bareOk })).toMatchObject(is);
  });
});
