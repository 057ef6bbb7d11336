/** Pure parts of the client: seed check, service table, state and archive copy. */
import { multipartXml } from '../../../src/dgii/multipart.js';
import { replyOf } from '../../../src/dgii/replies/reply.js';
import { readSeed } from '../../../src/dgii/auth/seed.js';
import { isOffered, serviceUrl } from '../../../src/dgii/services.js';
import { dgiiStateOf } from '../../../src/dgii/replies/result-code.js';
import { processorMs } from '../../harness/processes/processor-time.js';

const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const xsd = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
const body = '<valor>7G7KswaOGcLX+/=</valor><fecha>2022-12-06T10:50:14.9682218-04:00</fecha>';
const official = `<?xml version="1.0" encoding="utf-8"?>
  <SemillaModel ${xsi} ${xsd}>
    <valor>7G7KswaOGcLX+/=</valor>
    <fecha>2022-12-06T10:50:14.9682218-04:00</fecha>
  </SemillaModel>`;

describe('the seed that is signed', () => {
  const signed = `<?xml version="1.0" encoding="utf-8"?><SemillaModel ${xsi} ${xsd}>${body}</SemillaModel>`;
  test.each([
    { name: 'as DGII sends it', text: official, xml: signed },
    { name: 'that declares UTF-16, as .NET does', text: official.replace('utf-8', 'utf-16'), xml: signed },
    { name: 'after a byte-order mark', text: `\uFEFF${official}`, xml: signed },
    {
      name: 'without a declaration',
      text: `<SemillaModel ${xsi} ${xsd}>${body}</SemillaModel>`,
      xml: signed,
    },
    {
      name: 'without namespaces',
      text: `<SemillaModel>${body}</SemillaModel>`,
      xml: `<?xml version="1.0" encoding="utf-8"?><SemillaModel>${body}</SemillaModel>`,
    },
  ])('$name', ({ text, xml }) => {
    expect(readSeed(text)).toEqual({ ok: true, xml });
  });

  test.each([
    { name: 'an e-CF', text: '<ECF><Encabezado/></ECF>' },
    { name: 'an e-CF inside a seed', text: `<SemillaModel>${body}<ECF/></SemillaModel>` },
    { name: 'a seed inside an e-CF', text: `<ECF><SemillaModel>${body}</SemillaModel></ECF>` },
    { name: 'two seeds', text: `<SemillaModel>${body}</SemillaModel><SemillaModel>${body}</SemillaModel>` },
    {
      name: 'an element in valor',
      text: '<SemillaModel><valor><ECF/></valor><fecha>2022-12-06T10:50:14Z</fecha></SemillaModel>',
    },
    { name: 'a signature', text: `<SemillaModel>${body}<Signature/></SemillaModel>` },
    { name: 'a document type', text: `<!DOCTYPE x><SemillaModel>${body}</SemillaModel>` },
    {
      name: 'an entity',
      text: '<SemillaModel><valor>&a;</valor><fecha>2022-12-06T10:50:14Z</fecha></SemillaModel>',
    },
    { name: 'a comment', text: `<SemillaModel><!-- a -->${body}</SemillaModel>` },
    { name: 'a processing instruction', text: `<?a b?><SemillaModel>${body}</SemillaModel>` },
    { name: 'a default namespace', text: `<SemillaModel xmlns="urn:a">${body}</SemillaModel>` },
    { name: 'a prefix', text: `<a:SemillaModel ${xsi}>${body}</a:SemillaModel>` },
    {
      name: 'another namespace under a known prefix',
      text: `<SemillaModel xmlns:xsi="urn:a">${body}</SemillaModel>`,
    },
    { name: 'a namespace twice', text: `<SemillaModel ${xsi} ${xsi}>${body}</SemillaModel>` },
    { name: 'an attribute', text: `<SemillaModel Id="a">${body}</SemillaModel>` },
    { name: 'other casing', text: `<semillamodel>${body}</semillamodel>` },
    {
      name: 'other casing inside',
      text: `<SemillaModel>${body.replaceAll('valor', 'VALOR')}</SemillaModel>`,
    },
    { name: 'no valor', text: '<SemillaModel><fecha>2022-12-06T10:50:14Z</fecha></SemillaModel>' },
    {
      name: 'an empty valor',
      text: '<SemillaModel><valor> </valor><fecha>2022-12-06T10:50:14Z</fecha></SemillaModel>',
    },
    {
      name: 'a fecha that is not a date',
      text: '<SemillaModel><valor>a</valor><fecha>ayer</fecha></SemillaModel>',
    },
    { name: 'HTML', text: '<html></html>' },
    { name: 'nothing', text: '' },
    {
      name: 'too much',
      text: `<SemillaModel><valor>${'a'.repeat(20_000)}</valor><fecha>2022-12-06T10:50:14Z</fecha></SemillaModel>`,
    },
    {
      name: 'a control character',
      text: '<SemillaModel><valor>a\u0001</valor><fecha>2022-12-06T10:50:14Z</fecha></SemillaModel>',
    },
  ])('is not $name', ({ text }) => {
    expect(readSeed(text).ok).toBe(false);
  });

  test('text made to be slow to read is refused at once', () => {
    const began = processorMs();
    expect(readSeed(`<SemillaModel>${' '.repeat(15_000)}<valor>${' '.repeat(1_000)}`).ok).toBe(false);
    expect(processorMs() - began).toBeLessThan(500);
  });
});

describe('addresses', () => {
  const status = 'https://statusecf.dgii.gov.do';
  const hosts = { ecf: 'https://ecf.dgii.gov.do', fc: 'https://fc.dgii.gov.do/', status };
  test.each([
    {
      service: 'semilla',
      environment: 'pre-certification',
      url: 'https://ecf.dgii.gov.do/testecf/autenticacion/api/autenticacion/semilla',
    },
    {
      service: 'validarSemilla',
      environment: 'production',
      url: 'https://ecf.dgii.gov.do/ecf/autenticacion/api/autenticacion/validarsemilla',
    },
    {
      service: 'recepcion',
      environment: 'certification',
      url: 'https://ecf.dgii.gov.do/certecf/recepcion/api/facturaselectronicas',
    },
    {
      service: 'anulacionRangos',
      environment: 'production',
      url: 'https://ecf.dgii.gov.do/ecf/anulacionrangos/api/operaciones/anularrango',
    },
    {
      service: 'recepcionFc',
      environment: 'pre-certification',
      url: 'https://fc.dgii.gov.do/testecf/recepcionfc/api/recepcion/ecf',
    },
  ] as const)('$service in $environment', ({ service, environment, url }) => {
    expect(serviceUrl(hosts, environment, service).href).toBe(url);
  });

  test('a security code is encoded', () => {
    const url = serviceUrl(hosts, 'pre-certification', 'consultaEstado', { codigoseguridad: 'a+/b=&' });
    expect(url.search).toBe('?codigoseguridad=a%2B%2Fb%3D%26');
  });

  test('certification has neither trackIds nor state', () => {
    expect([
      isOffered('consultaTrackIds', 'certification'),
      isOffered('consultaEstado', 'certification'),
    ]).toEqual([false, false]);
    expect(isOffered('consultaResultado', 'certification')).toBe(true);
  });
});

test.each([
  ['0', null, 'not-found'],
  ['01', null, 'accepted'],
  [null, 'ACEPTADO', 'accepted'],
  [null, 'Aceptada condicionalmente', 'conditionally-accepted'],
  ['1', 'Aceptado Condicional', 'conditionally-accepted'],
  ['4', 'Rechazado. No cumple la aceptacion condicional', 'rejected'],
  ['3', 'En proceso', 'in-process'],
  ['3', 'Rechazado', 'contradictory'],
  ['2', 'Aceptado', 'contradictory'],
  ['15', null, undefined],
  ['constructor', null, undefined],
  [null, null, undefined],
] as const)('codigo %s with estado %s is %s', (codigo, estado, state) => {
  expect(dgiiStateOf(codigo, estado)).toBe(state);
});

describe('the archive copy of a reply', () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJuYW1lIjoiYSJ9.c2lnbmF0dXJl';
  test.each([
    { name: 'a JWT anywhere', body: `oops ${jwt}`, raw: 'oops ***' },
    { name: 'a token member', body: '{"token":"abc","expira":"x"}', raw: '{"token":"***","expira":"x"}' },
    { name: 'a token element', body: '<r><token>abc</token></r>', raw: '<r><token>***</token></r>' },
    { name: "the request's own token", body: 'bearer opaque refused', raw: 'bearer *** refused' },
    { name: 'nothing else', body: '{"trackId":"a"}', raw: '{"trackId":"a"}' },
  ])('blanks out $name', ({ body: text, raw }) => {
    const answered = {
      outcome: 'answered',
      status: 400,
      contentType: 'text/plain',
      body: text,
      cut: false,
    } as const;
    expect(replyOf(answered, 'opaque')).toEqual({
      httpStatus: 400,
      contentType: 'text/plain',
      raw,
      rawCut: false,
    });
  });
});

describe('the multipart body', () => {
  test('holds one part with the very bytes', () => {
    const xml = '<ECF>ñ &amp; 日本 €\r\n</ECF>';
    const { contentType, body: bytes } = multipartXml('131880681E310000000001.xml', xml);
    const boundary = /^multipart\/form-data; boundary=(.+)$/.exec(contentType)![1]!;
    const text = bytes.toString('utf8');
    expect(text).toBe(
      `--${boundary}\r\nContent-Disposition: form-data; name="xml"; filename="131880681E310000000001.xml"\r\n` +
        `Content-Type: text/xml\r\n\r\n${xml}\r\n--${boundary}--\r\n`,
    );
  });

  test.each(['a b.xml', 'a"b.xml', '../a.xml', 'a.XML', 'a.xml.txt', ''])(
    'refuses the file name %s',
    (name) => {
      expect(() => multipartXml(name, '<a/>')).toThrow(/file name/);
    },
  );

  test('refuses a byte-order mark', () => {
    expect(() => multipartXml('a.xml', '\uFEFF<a/>')).toThrow(/byte-order mark/);
  });
});
