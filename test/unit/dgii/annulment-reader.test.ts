/** DGII's answers to an annulment of numbers: what was voided, what was not, and what we cannot tell. */
import fc from 'fast-check';
import { readAnnulReply } from '../../../src/dgii/replies/annulment-reader.js';
import { readBody } from '../../../src/dgii/replies/read-body.js';
import { encfsOf, rangesOf, readRange } from '../../../src/ecf/annulment/encf-ranges.js';
import { formatEncf } from '../../../src/ecf/model/encf.js';

const json = 'application/json; charset=utf-8';
const xml = 'application/xml; charset=utf-8';
const html = 'text/html';
const page = '<!DOCTYPE html><html><body><h1>Bad Request</h1></body></html>';
const body = (members: object) => JSON.stringify(members);

describe('the answer to an annulment', () => {
  const rows: readonly { name: string; status?: number; type?: string; body: string; is: object }[] = [
    {
      name: 'all voided, code 15',
      body: body({
        rnc: '131880738',
        codigo: '15',
        nombre: 'Satisfactorio',
        mensajes: ['Las secuencias fueron anuladas correctamente.'],
      }),
      is: { kind: 'annulled', codigo: '15', rnc: '131880738' },
    },
    {
      name: 'all voided, code 1 and no words',
      body: body({ rnc: '131880738', codigo: '1', nombre: 'Satisfactorio', mensajes: [] }),
      is: { kind: 'annulled', codigo: '1' },
    },
    {
      name: 'as XML',
      type: xml,
      body: '<RespuestaAnulacionRango><rnc>1</rnc><codigo>15</codigo><nombre>Satisfactorio</nombre><mensajes>Las secuencias fueron anuladas correctamente.</mensajes></RespuestaAnulacionRango>',
      is: { kind: 'annulled' },
    },
    {
      name: 'some were in use',
      body: body({
        codigo: '15',
        nombre: 'Satisfactorio',
        mensajes: [
          'Las secuencias fueron anuladas correctamente. Con excepción de las secuencias del detalle',
          'E310000000001 - E310000000001',
        ],
      }),
      is: {
        kind: 'annulled',
        unread: false,
        excepted: [{ desde: 'E310000000001', hasta: 'E310000000001' }],
      },
    },
    {
      name: 'all were in use',
      body: body({ mensajes: ['Las secuencias que está intentando anular han sido utilizadas'] }),
      is: { kind: 'refused', of: 'numbers', mensajes: [{ valor: expect.stringMatching(/utilizadas/) }] },
    },
    {
      name: 'not delegated, with status 400',
      status: 400,
      body: body({
        mensajes: ['El RNC del certificado no está delegado para realizar transacciones para el RNC'],
      }),
      is: { kind: 'refused', cause: 'not-delegated' },
    },
    {
      name: 'the text of a success with status 400',
      status: 400,
      body: body({ mensajes: ['Las secuencias fueron anuladas correctamente.'] }),
      is: { kind: 'unknown' },
    },
    { name: 'an HTML page with status 400', status: 400, type: html, body: page, is: { kind: 'unknown' } },
    {
      name: 'a server that stopped waiting',
      status: 408,
      body: body({ mensajes: ['Las secuencias que está intentando anular han sido utilizadas'] }),
      is: { kind: 'unknown' },
    },
    { name: 'a proxy that did', status: 499, body: body({ mensaje: 'Algo' }), is: { kind: 'unknown' } },
    { name: 'an empty answer with status 500', status: 500, body: '', is: { kind: 'unknown' } },
    { name: 'an empty answer with status 200', body: '', is: { kind: 'unknown' } },
  ];
  test.each(rows)('$name', ({ status = 200, type = json, body: text, is }) => {
    expect(readAnnulReply(status, readBody(type, text))).toMatchObject(is);
  });
});

/** Word for word (Descripción técnica p. 36). */
const used = 'Las secuencias que está intentando anular han sido utilizadas';
const refusals = [
  'Tipo de archivo no valido, favor proveer un XML',
  'La firma del documento no es válida',
  'El tipo de comprobante no es válido',
  'El valor del campoSecuenciaeNCFDesde es mayor al del campo SecuenciaeNCFHasta',
  used,
  'El campo NoLinea no es válido, no cumple orden secuencial.',
  'El RNC del certificado no está delegado para realizar transacciones para el RNC',
];

test.each(refusals)('with either status, nothing was voided: %s', (mensaje) => {
  for (const status of [200, 400])
    expect(readAnnulReply(status, readBody(json, body({ codigo: '2', mensajes: [mensaje] })))).toMatchObject({
      kind: 'refused',
      of: mensaje === used ? 'numbers' : 'file',
    });
});

test.each(['Las secuencias ya fueron anuladas', 'Otro texto'])(
  'a refusal that we do not know may be about the numbers: %s',
  (mensaje) => {
    const reading = readAnnulReply(400, readBody(json, body({ codigo: '2', mensajes: [mensaje] })));
    expect(reading).toMatchObject({ kind: 'refused', of: 'numbers' });
  },
);

describe('a refusal of the numbers and the file', () => {
  const line = 'El campo NoLinea no es válido, no cumple orden secuencial.';

  test.each([
    { texts: [used, line] },
    { texts: [line, used] },
    { texts: [`${line} ${used}`] },
    { texts: [line, 'Otro texto'] },
  ])('says something about the numbers: $texts', ({ texts }) => {
    const reading = readAnnulReply(400, readBody(json, body({ codigo: '2', mensajes: texts })));
    expect(reading).toMatchObject({ kind: 'refused', of: 'numbers' });
  });

  test('is one of the file if every text is about the file', () => {
    const mensajes = [line, 'La firma del documento no es válida'];
    expect(readAnnulReply(400, readBody(json, body({ mensajes })))).toMatchObject({
      kind: 'refused',
      of: 'file',
    });
  });
});

test.each([
  'Las secuencias no fueron anuladas correctamente.',
  'Ninguna de las secuencias fueron anuladas correctamente.',
  'No todas las secuencias fueron anuladas correctamente.',
])('with either status, no number is void: %s', (mensaje) => {
  for (const status of [200, 400])
    expect(readAnnulReply(status, readBody(json, body({ codigo: '15', mensajes: [mensaje] })))).toMatchObject(
      {
        kind: 'excepted',
        excepted: [],
        unread: true,
      },
    );
});

test('some were voided and some were not: the numbers that DGII names are uncertain', () => {
  const mensajes = [
    'Las secuencias fueron anuladas correctamente. Estas no fueron anuladas correctamente:',
    'E310000000003',
  ];
  expect(readAnnulReply(200, readBody(json, body({ mensajes })))).toMatchObject({
    kind: 'annulled',
    unread: false,
    excepted: [{ desde: 'E310000000003', hasta: 'E310000000003' }],
  });
});

test('a success after a sentence with "no" is a success', () => {
  const mensajes = ['El archivo no tiene errores. Las secuencias fueron anuladas correctamente.'];
  expect(readAnnulReply(200, readBody(json, body({ mensajes })))).toMatchObject({
    kind: 'annulled',
  });
});

const partial = 'Las secuencias fueron anuladas correctamente. Con excepción de las secuencias del detalle';
const impossible = 'No fue posible anular las siguientes secuencias';
const one = (serial: number) => `E31000000000${serial}`;
const range = (from: number, to = from) => ({ desde: one(from), hasta: one(to) });

describe('the numbers that DGII names as not voided', () => {
  test.each([
    { name: 'one for each message', texts: [one(1), one(3)], excepted: [range(1), range(3)] },
    { name: 'a range with a dash', texts: [`${one(1)} - ${one(3)}`], excepted: [range(1, 3)] },
    { name: 'a range without blanks', texts: [`${one(1)}-${one(3)}`], excepted: [range(1, 3)] },
    { name: 'a range in words', texts: [`Desde ${one(1)} hasta ${one(3)}`], excepted: [range(1, 3)] },
    { name: 'a list', texts: [`${one(1)}, ${one(3)}; ${one(5)}`], excepted: [range(1), range(3), range(5)] },
    { name: 'small letters', texts: [one(1).toLowerCase()], excepted: [range(1)] },
    { name: 'words around a number', texts: [`La secuencia ${one(2)} fue utilizada`], excepted: [range(2)] },
  ])('$name', ({ texts, excepted }) => {
    const said = { excepted, unread: false };
    expect(readAnnulReply(200, readBody(json, body({ mensajes: [partial, ...texts] })))).toMatchObject(said);
    expect(
      readAnnulReply(200, readBody(json, body({ mensajes: [`${partial}: ${texts.join(', ')}`] }))),
    ).toMatchObject(said);
    const none = readAnnulReply(400, readBody(json, body({ mensajes: [impossible, ...texts] })));
    expect(none).toMatchObject({ kind: 'excepted', ...said });
  });

  test.each([
    { name: 'no number at all', texts: [] },
    { name: 'a message without a number', texts: [one(1), 'y otras'] },
    { name: 'a short number', texts: [one(1), '31: 5'] },
    { name: 'the end of a range as a short number', texts: [`${one(1)} al 5`] },
    { name: 'a range with the higher end first', texts: [`${one(3)} - ${one(1)}`] },
    { name: 'a range of two types', texts: [`${one(3)} - E320000000009`] },
    { name: 'a number with a digit too many', texts: [`${one(3)}1`] },
    { name: 'a type that does not exist', texts: ['E990000000001'] },
    {
      name: 'more messages than we read',
      texts: Array.from({ length: 600 }, (_, n) => formatEncf(31, n + 1)),
    },
    { name: 'a longer message than we read', texts: [`${one(1)} `.repeat(400)] },
  ])('$name: the answer is not read to its end', ({ texts }) => {
    expect(readAnnulReply(200, readBody(json, body({ mensajes: [partial, ...texts] })))).toMatchObject({
      kind: 'annulled',
      unread: true,
    });
  });

  test('a success with a text that we do not know may have exceptions', () => {
    const mensajes = ['Las secuencias fueron anuladas correctamente.', 'Salvo algunas'];
    expect(readAnnulReply(200, readBody(json, body({ mensajes })))).toMatchObject({
      kind: 'annulled',
      unread: true,
    });
  });

  test('any numbers, written as ranges in any of the forms, are read back', () => {
    const forms = fc.constantFrom(' - ', '-', ' a ', ' al ', ' hasta ', ' – ');
    const serials = fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(serials, forms, (numbers, form) => {
        const encfs = numbers.map((serial) => formatEncf(32, serial));
        const texts = rangesOf(encfs).map(({ desde, hasta }) =>
          desde === hasta ? desde : desde + form + hasta,
        );
        const reading = readAnnulReply(200, readBody(json, body({ mensajes: [partial, ...texts] })));
        if (reading.kind !== 'annulled') throw new Error(reading.kind);
        expect(reading.excepted.flatMap((each) => [...encfsOf(readRange(each)!)])).toEqual(encfs.sort());
      }),
    );
  });
});
