/** A buyer's acknowledgement, in official and in sloppy forms → a verdict on our voucher, or nothing usable. */
import { readAcknowledgement, type Acknowledged } from '../../../../src/documents/read/acknowledgement.js';
import { openPem, type SigningCertificate } from '../../../../src/signing/keys/certificate.js';
import { signXml } from '../../../../src/signing/keys/sign-xml.js';
import { certifiedSigner } from '../../../harness/samples/signers.js';

const expected: Acknowledged = {
  rncEmisor: '131880681',
  rncComprador: '101000001',
  encf: 'E310000000007',
};

let certificate: SigningCertificate;
beforeAll(() => {
  const issued = certifiedSigner({ commonName: 'COMPRADOR DE PRUEBA', serialNumber: 'IDCDO-00000000003' });
  const opened = openPem(issued.certificatePem, issued.privateKeyPem);
  if (!opened.ok) throw new Error(opened.reason);
  certificate = opened.certificate;
});

interface Parts {
  readonly estado?: string;
  readonly code?: string;
  readonly declaration?: string;
  readonly change?: (xml: string) => string;
}

function arecf({
  estado = '<Estado>0</Estado>',
  code = '',
  declaration = '<?xml version="1.0" encoding="utf-8"?>',
  change = (xml) => xml,
}: Parts = {}): string {
  return change(
    `${declaration}<ARECF xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">` +
      `<DetalleAcusedeRecibo><Version>1.0</Version><RNCEmisor>${expected.rncEmisor}</RNCEmisor>` +
      `<RNCComprador>${expected.rncComprador}</RNCComprador><eNCF>${expected.encf}</eNCF>${estado}${code}` +
      '<FechaHoraAcuseRecibo>23-11-2026 14:05:09</FechaHoraAcuseRecibo></DetalleAcusedeRecibo></ARECF>',
  );
}

const read = (xml: string | Buffer) => readAcknowledgement(Buffer.from(xml as string), expected);
const signed = (parts?: Parts) => signXml(arecf(parts), certificate);
/** As DGII's own tools do after signing. */
const indented = (xml: string) => xml.replace(/></g, '>\r\n  <');

const received = { kind: 'received', code: null, signature: 'valid', fechaHora: '23-11-2026 14:05:09' };

describe('official forms', () => {
  test('received, signed', () => {
    expect(read(signed())).toEqual({ ...received, signer: expect.stringContaining('COMPRADOR DE PRUEBA') });
  });

  test.each(['1', '2', '3', '4'])('not received, code %s', (code) => {
    const xml = signed({
      estado: '<Estado>1</Estado>',
      code: `<CodigoMotivoNoRecibido>${code}</CodigoMotivoNoRecibido>`,
    });
    expect(read(xml)).toMatchObject({ kind: 'not-received', code, signature: 'valid' });
  });
});

describe('sloppy forms with a valid signature', () => {
  const rows: readonly { name: string; make: () => string | Buffer }[] = [
    { name: 'without declaration', make: () => signed({ declaration: '' }) },
    { name: 'with a byte-order mark', make: () => `\uFEFF${signed()}` },
    { name: 'indented after signing', make: () => indented(signed()) },
    { name: 'an empty code', make: () => signed({ code: '<CodigoMotivoNoRecibido/>' }) },
    { name: 'estado 00', make: () => signed({ estado: '<Estado>00</Estado>' }) },
    {
      name: 'tags in lower case',
      make: () =>
        signed({
          change: (xml) =>
            xml.replace(/<(\/?)(\w+)/g, (_, end: string, name: string) => `<${end}${name.toLowerCase()}`),
        }),
    },
    {
      name: 'an RNC with dashes',
      make: () => signed({ change: (xml) => xml.replace('131880681', '1-31-88068-1') }),
    },
    {
      name: 'no RNC of the buyer',
      make: () => signed({ change: (xml) => xml.replace(/<RNCComprador>\d+<\/RNCComprador>/, '') }),
    },
    { name: 'as a JSON text', make: () => JSON.stringify(signed()) },
    {
      name: 'as an XML text',
      make: () =>
        `<string xmlns="http://schemas.microsoft.com/2003/10/Serialization/">${signed().replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</string>`,
    },
    {
      name: 'as UTF-16',
      make: () =>
        Buffer.from(`\uFEFF${signed({ declaration: '<?xml version="1.0" encoding="utf-16"?>' })}`, 'utf16le'),
    },
    {
      name: 'as UTF-8 that is declared as UTF-16',
      make: () => signed({ declaration: '<?xml version="1.0" encoding="utf-16"?>' }),
    },
  ];
  test.each(rows)('$name', ({ make }) => {
    expect(read(make())).toMatchObject({ kind: 'received', signature: 'valid' });
  });
});

describe('a verdict with a signature that is not in order is a verdict all the same', () => {
  test.each([
    { name: 'unsigned', make: () => arecf(), signature: 'signature-missing' },
    {
      name: 'altered after signing',
      make: () => signed().replace('14:05:09', '14:05:10'),
      signature: 'content-altered',
    },
  ])('$name', ({ make, signature }) => {
    expect(read(make())).toMatchObject({ kind: 'received', signature, signer: null });
  });

  test('code without estado, and estado without code', () => {
    const code = '<CodigoMotivoNoRecibido>2</CodigoMotivoNoRecibido>';
    expect(read(arecf({ estado: '', code }))).toMatchObject({ kind: 'not-received', code: '2' });
    expect(read(arecf({ estado: '<Estado>1</Estado>' }))).toMatchObject({ kind: 'not-received', code: null });
  });
});

describe('no verdict on our voucher', () => {
  test.each([
    {
      name: 'another e-NCF',
      make: () => signed({ change: (xml) => xml.replace('E310000000007', 'E310000000008') }),
      reason: 'other',
    },
    {
      name: 'another issuer',
      make: () => signed({ change: (xml) => xml.replace('131880681', '131880682') }),
      reason: 'other',
    },
    {
      name: 'another buyer',
      make: () => signed({ change: (xml) => xml.replace('101000001', '101000002') }),
      reason: 'other',
    },
    { name: 'no estado', make: () => signed({ estado: '' }), reason: 'no-verdict' },
    { name: 'an unknown estado', make: () => signed({ estado: '<Estado>7</Estado>' }), reason: 'no-verdict' },
    {
      name: 'another document',
      make: () => '<ACECF><eNCF>E310000000007</eNCF></ACECF>',
      reason: 'not-arecf',
    },
    { name: 'HTML', make: () => '<html><body>ok</body></html>', reason: 'not-arecf' },
    { name: 'nothing', make: () => '', reason: 'unreadable' },
    { name: 'half a document', make: () => signed().slice(0, 300), reason: 'unreadable' },
    { name: 'JSON', make: () => '{"estado":"0"}', reason: 'unreadable' },
    {
      name: 'entities',
      make: () => `<!DOCTYPE a [<!ENTITY b "x">]>${arecf({ declaration: '' })}`,
      reason: 'unreadable',
    },
    {
      name: 'far too long',
      make: () => arecf({ change: (xml) => xml + ' '.repeat(70_000) }),
      reason: 'unreadable',
    },
  ])('$name', ({ make, reason }) => {
    expect(read(make())).toEqual({ kind: 'unusable', reason });
  });
});

test('the verdict is read from what the signature covers, not from an element that was added', () => {
  const wrapped = signed({
    estado: '<Estado>1</Estado>',
    code: '<CodigoMotivoNoRecibido>4</CodigoMotivoNoRecibido>',
  }).replace('<DetalleAcusedeRecibo>', '<Estado>0</Estado><DetalleAcusedeRecibo>');
  expect(read(wrapped)).toMatchObject({ signature: 'content-altered' });
});
