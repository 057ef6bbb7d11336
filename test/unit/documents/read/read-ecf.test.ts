/** What the receiver says about an e-CF before it asks the ledger. Signatures are made when the test runs. */
import { existsSync } from 'node:fs';
import { readEcf } from '../../../../src/documents/read/read-ecf.js';
import { schemaFault } from '../../../../src/documents/read/schema.js';
import { certificateRefusal, type SignatureChecks } from '../../../../src/documents/read/signature.js';
import { createXsdValidator, type XsdValidator } from '../../../../src/documents/check/xsd-validator.js';
import { createAuthority } from '../../../../tools/simulator/test-authority.js';
import {
  certificateOf,
  certifiedAgain,
  issuerRnc,
  sentEcf,
  type Sent,
} from '../../../harness/samples/received.js';
import { testAuthority } from '../../../harness/samples/signers.js';

const officialXsdDir = '../shared/dgii/xsd';
const checks: SignatureChecks = { nowMs: Date.now(), authorities: '' };
const buyer = '999999992';
const encf = 'E310000000001';
const sent: Sent = { encf, rncComprador: buyer };

let xsd: XsdValidator;
beforeAll(() => {
  const official = existsSync(officialXsdDir);
  if (!official) console.warn(`NOT CHECKED: ${officialXsdDir} is not here, so only our own XSDs checked it.`);
  xsd = createXsdValidator(official ? { officialXsdDir } : {});
});
afterAll(() => xsd.dispose());

const read = (bytes: Uint8Array, change: Partial<SignatureChecks> = {}) =>
  readEcf(bytes, { ...checks, ...change }, xsd);
const verdictOf = (bytes: Uint8Array, change: Partial<SignatureChecks> = {}) => {
  const found = read(bytes, change);
  return found.outcome === 'refused' ? found.code : found.outcome;
};
const replaced = (bytes: Buffer, from: string | RegExp, to: string) => {
  const text = bytes.toString('utf8');
  expect(text).toMatch(from);
  return Buffer.from(text.replace(from, to));
};

/** In UTF-8, whatever it declares. */
function declaring(encoding: string): Buffer {
  const text = sentEcf(sent).toString('utf8');
  return Buffer.from(text.replace(/^(?:<\?xml[^>]*\?>)?/, `<?xml version="1.0" encoding="${encoding}"?>`));
}

test.each([31, 33, 34, 44, 45])('reads the facts of a type %i', (type) => {
  const number = `E${type}0000000001`;
  expect(read(sentEcf({ ...sent, encf: number }))).toEqual({
    outcome: 'good',
    parties: { rncEmisor: issuerRnc, rncComprador: buyer, encf: number },
    facts: {
      razonSocialEmisor: 'EMPRESA DE PRUEBA SRL',
      ecfType: type,
      fechaEmision: '20-11-2026',
      montoTotal: '1180.00',
      // A type 44 has no ITBIS.
      ...(type === 44 ? {} : { totalITBIS: '180.00' }),
      ...(type === 33 || type === 34 ? { ncfModificado: 'E310000000099' } : {}),
      securityCode: expect.stringMatching(/^[A-Za-z0-9+/]{6}$/) as string,
      signatureHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      fechaFirma: '20-11-2026 09:30:00',
    },
    signer: {
      subject: expect.stringContaining('FIRMANTE DE PRUEBA') as string,
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      publicKeyHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      name: 'FIRMANTE DE PRUEBA',
      serialNumber: 'IDCDO-00000000001',
      chain: 'not-checked',
      period: 'usable',
    },
  });
});

test.each<[string, Buffer]>([
  ['without an XML declaration', replaced(sentEcf(sent), /^<\?xml[^>]*\?>/, '')],
  ['that declares UTF-16, as .NET does whatever it sends', declaring('utf-16')],
  ['that declares an encoding which it does not have', declaring('ISO-8859-1')],
  ['with a byte-order mark', Buffer.concat([Buffer.from('\uFEFF'), sentEcf(sent)])],
  ['with Version 1, as DGII writes it', sentEcf({ ...sent, change: (xml) => xml.replace('>1.0<', '>1<') })],
  [
    'with TotalPaginas 1, as some issuers write it',
    sentEcf({ ...sent, change: (xml) => xml.replace('</IdDoc>', '<TotalPaginas>1</TotalPaginas></IdDoc>') }),
  ],
  ['indented after the signature', replaced(sentEcf(sent), /></g, '>\n  <')],
  ['with Version 1.00', sentEcf({ ...sent, change: (xml) => xml.replace('>1.0<', '>1.00<') })],
  [
    'with a line break around Version',
    sentEcf({ ...sent, change: (xml) => xml.replace('>1.0<', '>\n1.0\n<') }),
  ],
  ['with TipoeCF 031', sentEcf({ ...sent, change: (xml) => xml.replace('<TipoeCF>', '$&0') })],
  ['with TipoeCF +31', sentEcf({ ...sent, change: (xml) => xml.replace('<TipoeCF>', '$&+') })],
  [
    'with a plus sign before an amount',
    sentEcf({
      ...sent,
      change: (xml) => xml.replace('</MontoTotal>', '$&<ValorPagar>+1180.00</ValorPagar>'),
    }),
  ],
  [
    'with blanks around the number of an order',
    sentEcf({
      ...sent,
      change: (xml) => xml.replace('<FechaEmision>', '<NumeroPedidoInterno> 12 </NumeroPedidoInterno>$&'),
    }),
  ],
  [
    'with an empty ResponsablePago',
    sentEcf({
      ...sent,
      change: (xml) => xml.replace('</Comprador>', '<ResponsablePago></ResponsablePago>$&'),
    }),
  ],
  [
    'with a delivery on a day that no month has',
    sentEcf({
      ...sent,
      change: (xml) => xml.replace('</Comprador>', '<FechaEntrega>31-2-2027</FechaEntrega>$&'),
    }),
  ],
  [
    'with TipoIngresos between blanks, in a type 45',
    sentEcf({
      ...sent,
      encf: 'E450000000001',
      change: (xml) => xml.replace(/<TipoIngresos>(..)</, '<TipoIngresos> $1 <'),
    }),
  ],
  ['with a code as 01', sentEcf({ ...sent, change: (xml) => xml.replace(/(<TipoPago>)1/, '$101') })],
  [
    'with a time without its leading zeros',
    sentEcf({ ...sent, change: (xml) => xml.replace('2026 09:30:00<', '2026 9:30:0<') }),
  ],
])('takes a voucher %s', (_, bytes) => {
  expect(verdictOf(bytes)).toBe('good');
});

const accented = sentEcf({ ...sent, change: (xml) => xml.replace('EMPRESA DE PRUEBA', 'CAFÉ ÑANDÚ') });
const inUtf16 = (bytes: Buffer, mark = '') => Buffer.from(mark + bytes.toString('utf8'), 'utf16le');
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
const inUtf32 = (bytes: Buffer) => {
  const points = Array.from(bytes.toString('utf8'), (char) => char.codePointAt(0) ?? 0);
  return Buffer.from(new Uint8Array(Uint32Array.from([0xfeff, ...points]).buffer));
};
const declared = (bytes: Buffer, encoding: string) =>
  replaced(bytes, /^(?:<\?xml[^>]*\?>)?/, `<?xml version="1.0" encoding='${encoding}'?>`);
const latin1 = (bytes: Buffer) => Buffer.from(bytes.toString('utf8'), 'latin1');

test.each<[string, Buffer]>([
  ['UTF-16LE', inUtf16(accented, '\uFEFF')],
  ['UTF-16LE', inUtf16(accented)],
  ['UTF-16BE', swapped(inUtf16(accented, '\uFEFF'))],
  ['UTF-16BE', swapped(inUtf16(accented))],
  ['UTF-32LE', inUtf32(accented)],
  ['ISO-8859-1', latin1(declared(accented, 'ISO-8859-1'))],
  ['windows-1252', latin1(declared(accented, 'windows-1252'))],
  ['ISO-8859-15', declared(accented, 'ISO-8859-15')],
  ['UTF-7', declared(sentEcf(sent), 'UTF-7')],
  ['desconocida', latin1(accented)],
])('names the encoding %s, which it does not read', (encoding, bytes) => {
  expect(read(bytes)).toEqual({ outcome: 'unreadable', encoding });
});

test('takes a chain in which a trusted authority certified the key, wherever that certificate is', () => {
  const both = (first: Buffer, second: Buffer) => {
    const [, other] = /(<X509Certificate>.*<\/X509Certificate>)/.exec(second.toString('utf8')) ?? [];
    return replaced(first, '</X509Data>', `${other}</X509Data>`);
  };
  const genuine = sentEcf(sent);
  const copy = certifiedAgain(genuine);
  const trusting = { authorities: testAuthority().certificatePem };
  for (const bytes of [both(genuine, copy), both(copy, genuine)])
    expect(read(bytes, trusting)).toMatchObject({
      outcome: 'good',
      signer: { name: 'FIRMANTE DE PRUEBA', chain: 'trusted' },
    });
});

test('accepts an optional text of blanks and refuses an empty one', () => {
  const withText = (text: string) =>
    sentEcf(sent)
      .toString('utf8')
      .replace('<DireccionEmisor>', `<Sucursal>${text}</Sucursal><DireccionEmisor>`);
  expect(schemaFault(31, withText(' '), xsd)).toBeUndefined();
  expect(schemaFault(31, withText(''), xsd)).toContain('Sucursal');
});

test('takes a date without its leading zeros, and shows it with them', () => {
  const change = (xml: string) => xml.replace(/(<FechaEmision>)[^<]*/, '$11-7-2026');
  expect(read(sentEcf({ ...sent, change }))).toMatchObject({
    outcome: 'good',
    facts: { fechaEmision: '01-07-2026' },
  });
});

test.each<[string, Buffer]>([
  ['no XML', Buffer.from('hola')],
  ['nothing', Buffer.alloc(0)],
  ['cut off', sentEcf(sent).subarray(0, 500)],
  ['another document', Buffer.from('<ARECF/>')],
  ['a document type', replaced(sentEcf(sent), '<ECF>', '<!DOCTYPE ECF [<!ENTITY a "b">]><ECF>')],
  [
    'an entity bomb',
    Buffer.from(
      `<!DOCTYPE ECF [<!ENTITY a "${'x'.repeat(1_000)}">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${'&a;'.repeat(100)}">`).join('')}]><ECF>&a8;</ECF>`,
    ),
  ],
  ['an external entity', Buffer.from('<!DOCTYPE E [<!ENTITY x SYSTEM "file:///etc/passwd">]><ECF>&x;</ECF>')],
  ['a thousand levels', Buffer.from(`<ECF>${'<a>'.repeat(1_000)}${'</a>'.repeat(1_000)}</ECF>`)],
  ['two issuers', replaced(sentEcf(sent), /<RNCEmisor>\d+<\/RNCEmisor>/, '$&$&')],
  ['a letter in an RNC', replaced(sentEcf(sent), /<RNCEmisor>1/, '<RNCEmisor>A')],
  ['no buyer', replaced(sentEcf(sent), /<Comprador>.*<\/Comprador>/, '')],
  ['an e-NCF of no type', replaced(sentEcf(sent), `<eNCF>${encf}`, '<eNCF>E990000000001')],
])('cannot answer %s', (_, bytes) => {
  expect(read(bytes)).toEqual({ outcome: 'unreadable' });
});

test.each<[string, Buffer]>([
  ['a type that no buyer receives', sentEcf({ ...sent, encf: 'E320000000001' })],
  [
    'an unknown element',
    sentEcf({ ...sent, change: (xml) => xml.replace('<IdDoc>', '<Otro>1</Otro><IdDoc>') }),
  ],
  [
    'a missing total',
    sentEcf({ ...sent, change: (xml) => xml.replace(/<MontoTotal>[^<]*<\/MontoTotal>/, '') }),
  ],
  ['the number of another type', sentEcf({ ...sent, change: (xml) => xml.replace(/>E31/, '>E33') })],
  [
    'a day that no month has',
    sentEcf({ ...sent, change: (xml) => xml.replace(/(<FechaEmision>)[^<]*/, '$131-2-2026') }),
  ],
  ['no signature', replaced(sentEcf(sent), /<Signature.*<\/Signature>/, '')],
  ['two signatures', replaced(sentEcf(sent), /<Signature.*<\/Signature>/, '$&$&')],
])('refuses %s with code 1', (_, bytes) => {
  expect(verdictOf(bytes)).toBe(1);
});

test.each<[string, Buffer]>([
  ['an amount changed after the signature', replaced(sentEcf(sent), '1180.00', '1180.01')],
  ['a buyer changed after the signature', replaced(sentEcf(sent), buyer, '999999982')],
  ['a changed SignatureValue', replaced(sentEcf(sent), /<SignatureValue>(.)/, '<SignatureValue>/')],
])('refuses %s with code 2', (_, bytes) => {
  expect(verdictOf(bytes)).toBe(2);
});

describe('signature wrapping', () => {
  const genuine = () =>
    sentEcf(sent)
      .toString('utf8')
      .replace(/^<\?xml[^>]*\?>/, '');
  const forged = (inner: string) =>
    genuine()
      .replace('1180.00', '9999.00')
      .replace(/<Signature.*<\/Signature>/, inner);

  test.each<[string, () => string]>([
    ['the signed voucher inside a forged one', () => forged(genuine())],
    [
      'the genuine signature on a forged voucher',
      () => forged(/<Signature.*<\/Signature>/.exec(genuine())![0]),
    ],
    [
      'the signed voucher in an Object of the signature',
      () =>
        forged(
          genuine().replace(
            /^.*?(<Signature.*)<\/Signature>.*$/,
            `$1<Object>${genuine()}</Object></Signature>`,
          ),
        ),
    ],
    [
      'a reference to a part',
      () => genuine().replace('URI=""', 'URI="#x"').replace('<Encabezado>', '<Encabezado Id="x">'),
    ],
  ])('does not take %s', (_, make) => {
    expect(verdictOf(Buffer.from(make()))).not.toBe('good');
  });
});

describe('the certificate', () => {
  const day = 86_400_000;
  const expired = certificateOf({
    notBefore: new Date(Date.now() - 9 * day),
    notAfter: new Date(Date.now() - day),
  });
  const authorities = testAuthority().certificatePem;

  test('that somebody else issued is noted and refuses nothing', () => {
    const stranger = createAuthority('AUTORIDAD AJENA').certificatePem;
    expect(read(sentEcf(sent), { authorities })).toMatchObject({ signer: { chain: 'trusted' } });
    expect(read(sentEcf(sent), { authorities: stranger })).toMatchObject({
      outcome: 'good',
      signer: { chain: 'not-trusted' },
    });
  });

  test('that expired is noted and refuses nothing', () => {
    expect(read(sentEcf({ ...sent, signer: expired }))).toMatchObject({
      outcome: 'good',
      signer: { period: 'expired' },
    });
  });

  test.each([
    ['record', { chain: 'not-trusted', period: 'expired' }, undefined],
    ['period', { chain: 'not-trusted', period: 'expired' }, 'certificate-expired'],
    ['period', { chain: 'not-trusted', period: 'usable' }, undefined],
    ['chain', { chain: 'trusted', period: 'not-yet-valid' }, 'certificate-not-yet-valid'],
    ['chain', { chain: 'not-trusted', period: 'usable' }, 'certificate-not-trusted'],
    ['chain', { chain: 'not-checked', period: 'usable' }, 'certificate-not-checked'],
    ['chain', { chain: 'trusted', period: 'usable' }, undefined],
  ] as const)('where the setting is %s, %o: %s', (check, signer, refusal) => {
    expect(certificateRefusal(signer, check)).toBe(refusal);
  });
});
