/** What is not accepted as a signature: wrapping, other algorithms, other shapes. And what is, beside our own. */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignedXml } from 'xml-crypto';
import { certificatePem, openPem, type SigningCertificate } from '../../../src/signing/keys/certificate.js';
import { chainFault, readAuthorities } from '../../../src/signing/verify/chain.js';
import { signBuilt } from '../../harness/samples/sign-built.js';
import { createAuthority, issueCertificate } from '../../../tools/simulator/test-authority.js';
import { verifyXml } from '../../../src/signing/verify/verify.js';
import { documentCharsMax } from '../../../src/signing/verify/xml-bounds.js';
import { algorithms } from '../../../src/signing/verify/xmldsig.js';
import { buildByHand, makeSigner, texts, type Signer } from './fixtures.js';

let signer: Signer;
let xml: string;
let signature: string;

beforeAll(() => {
  signer = makeSigner();
  xml = signBuilt(buildByHand(texts[1]), signer.certificate).xml;
  signature = /<Signature .*<\/Signature>/s.exec(xml)![0];
});

interface Profile {
  readonly c14n?: string;
  readonly method?: string;
  readonly digest?: string;
  readonly transforms?: string[];
}

/** Signs with xml-crypto in any profile. */
function signedWith(
  profile: Profile,
  certificate: SigningCertificate = signer.certificate,
  source?: string,
): string {
  const tool = new SignedXml({
    privateKey: certificate.privateKey,
    publicCert: certificatePem(certificate),
    canonicalizationAlgorithm: profile.c14n ?? algorithms.inclusiveC14n,
    signatureAlgorithm: profile.method ?? algorithms.rsaSha256,
  });
  tool.addReference({
    xpath: '/*',
    uri: '',
    isEmptyUri: true,
    transforms: profile.transforms ?? [algorithms.enveloped],
    digestAlgorithm: profile.digest ?? algorithms.sha256,
  });
  tool.computeSignature(source ?? buildByHand(texts[0]).wire, {
    location: { reference: '/*', action: 'append' },
  });
  return tool.getSignedXml();
}

const dsig = 'http://www.w3.org/2000/09/xmldsig#';

function authorityElement(): string {
  const base64 = signer.authority.certificatePem.replace(/-----[^-]+-----|\s/g, '');
  return `<X509Certificate>${base64}</X509Certificate>`;
}

describe('accepted', () => {
  test.each([
    { name: 'inclusive', profile: {} },
    {
      name: 'exclusive in both places, as a public signer does',
      profile: {
        c14n: algorithms.exclusiveC14n,
        transforms: [algorithms.enveloped, algorithms.exclusiveC14n],
      },
    },
    {
      name: 'inclusive named as a transform too',
      profile: { transforms: [algorithms.enveloped, algorithms.inclusiveC14n] },
    },
    { name: 'with comments', profile: { c14n: algorithms.inclusiveC14nWithComments } },
    {
      name: 'exclusive with comments as a transform',
      profile: { transforms: [algorithms.enveloped, algorithms.exclusiveC14nWithComments] },
    },
  ])('canonicalisation $name', ({ profile }) =>
    expect(verifyXml(signedWith(profile))).toMatchObject({ ok: true }),
  );

  test.each<[string, (own: string) => string]>([
    ['one more after it', (own) => `<X509Data>${own}${authorityElement()}</X509Data>`],
    ['four more after it', (own) => `<X509Data>${own}${authorityElement().repeat(4)}</X509Data>`],
    ['the authority before it', (own) => `<X509Data>${authorityElement()}${own}</X509Data>`],
    ['between two others', (own) => `<X509Data>${authorityElement()}${own}${authorityElement()}</X509Data>`],
    [
      'in an X509Data of its own, the last one',
      (own) => `<X509Data>${authorityElement()}</X509Data><X509Data>${own}</X509Data>`,
    ],
    ['after the key itself', (own) => `<KeyValue><RSAKeyValue/></KeyValue><X509Data>${own}</X509Data>`],
  ])('the signer’s certificate with its chain: %s', (_, keyInfo) => {
    const chained = xml.replace(/<X509Data>(.*)<\/X509Data>/s, (_all, own: string) => keyInfo(own));
    const verified = verifyXml(chained);
    if (!verified.ok) throw new Error(verified.reason);
    expect(verified.certificate.raw.equals(signer.certificate.certificateDer)).toBe(true);
  });

  test('a comment does not count, and is not in the content', () => {
    const commented = xml
      .replace('<RNCEmisor>9', '<RNCEmisor><!-- x -->9')
      .replace('<ECF>', '<!-- y --><ECF>');
    expect(verifyXml(commented)).toMatchObject({ ok: true, content: buildByHand(texts[1]).canonical });
  });
});

describe('refused for its algorithms', () => {
  test.each([
    { name: 'RSA-SHA1', profile: { method: `${dsig}rsa-sha1` } },
    { name: 'RSA-SHA512', profile: { method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512' } },
    { name: 'digest SHA-1', profile: { digest: `${dsig}sha1` } },
    { name: 'ECDSA', profile: { method: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256' } },
    { name: 'RSA-PSS', profile: { method: 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1' } },
    { name: 'RSA-SHA384', profile: { method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384' } },
    { name: 'digest SHA-512', profile: { digest: 'http://www.w3.org/2001/04/xmlenc#sha512' } },
  ])('$name', ({ profile }) => {
    const method = profile.method ?? algorithms.rsaSha256;
    const digest = profile.digest ?? algorithms.sha256;
    const named = xml.replace(algorithms.rsaSha256, method).replace(algorithms.sha256, digest);
    expect(verifyXml(named)).toEqual({ ok: false, reason: 'algorithm-refused' });
  });

  test('a key of 1024 bits', () => {
    const issued = issueCertificate(signer.authority, {
      commonName: 'X',
      serialNumber: 'IDCDO-1',
      keyBits: 1024,
    });
    expect(openPem(issued.certificatePem, issued.privateKeyPem)).toEqual({
      ok: false,
      reason: 'KEY_UNSUPPORTED',
    });
    const weak = signedWith({}).replace(
      /(<X509Certificate>)[^<]*/,
      `$1${issued.certificatePem.replace(/-----[^-]+-----|\s/g, '')}`,
    );
    expect(verifyXml(weak)).toEqual({ ok: false, reason: 'key-refused' });
  });

  test.each([3, 65_539])(
    'a key with the public exponent %d, although the signature fits',
    (publicExponent) => {
      const keys = generateKeyPairSync('rsa', {
        modulusLength: 2048,
        publicExponent,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      });
      const person = { commonName: 'X', serialNumber: 'IDCDO-1', keys };
      const issued = issueCertificate(signer.authority, person);
      const opened = openPem(issued.certificatePem, issued.privateKeyPem);
      if (!opened.ok) throw new Error(opened.reason);
      const odd = signedWith({}, opened.certificate);
      expect(verifyXml(odd)).toEqual({ ok: false, reason: 'key-refused' });
    },
  );
});

describe('refused for its shape', () => {
  const attacks: { name: string; make: () => string; reason: string }[] = [
    { name: 'no signature', make: () => xml.replace(signature, ''), reason: 'signature-missing' },
    {
      name: 'a Signature of no namespace',
      make: () => xml.replace(/ xmlns="[^"]*"/, ''),
      reason: 'signature-missing',
    },
    {
      name: 'two signatures',
      make: () => xml.replace('</ECF>', `${signature}</ECF>`),
      reason: 'signature-repeated',
    },
    {
      name: 'the signed document wrapped in another root',
      make: () => `<ECF><Encabezado/>${xml.replace(/^<\?xml.*?\?>/, '')}</ECF>`,
      reason: 'signature-misplaced',
    },
    {
      name: 'the signed document hidden inside its own Signature',
      make: () =>
        `<ECF><Encabezado>forged</Encabezado>${signature.replace('</Signature>', `<Object>${xml.replace(signature, '').replace(/^<\?xml.*?\?>/, '')}</Object></Signature>`)}</ECF>`,
      reason: 'signature-structure',
    },
    {
      name: 'not the last child',
      make: () => xml.replace('</ECF>', '<Extra>1</Extra></ECF>'),
      reason: 'signature-misplaced',
    },
    { name: 'text after it', make: () => xml.replace('</ECF>', 'x</ECF>'), reason: 'signature-misplaced' },
    {
      name: 'first child',
      make: () => xml.replace(signature, '').replace('<ECF>', `<ECF>${signature}`),
      reason: 'signature-misplaced',
    },
    {
      name: 'reference by Id',
      make: () => xml.replace('URI=""', 'URI="#a"').replace('<Encabezado>', '<Encabezado Id="a">'),
      reason: 'reference-refused',
    },
    { name: 'reference without URI', make: () => xml.replace(' URI=""', ''), reason: 'reference-refused' },
    {
      name: 'reference to the network',
      make: () => xml.replace('URI=""', 'URI="http://127.0.0.1/x"'),
      reason: 'reference-refused',
    },
    {
      name: 'no enveloped transform',
      make: () => signedWith({ transforms: [algorithms.inclusiveC14n] }),
      reason: 'reference-refused',
    },
    {
      name: 'an unknown transform',
      make: () =>
        xml.replace(
          /<\/Transform>/,
          '</Transform><Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"></Transform>',
        ),
      reason: 'algorithm-refused',
    },
    {
      name: 'two references',
      make: () => xml.replace(/<Reference .*<\/Reference>/s, '$&$&'),
      reason: 'signature-structure',
    },
    {
      name: 'two SignedInfo',
      make: () => xml.replace(/<SignedInfo>.*<\/SignedInfo>/s, '$&$&'),
      reason: 'signature-structure',
    },
    {
      name: 'more certificates than any chain',
      make: () => xml.replace('</X509Data>', `${authorityElement().repeat(5)}$&`),
      reason: 'signature-structure',
    },
    {
      name: 'the certificate outside X509Data',
      make: () => xml.replace(/<(\/?)X509Data>/g, '<$1Object>'),
      reason: 'signature-structure',
    },
    {
      name: 'no certificate',
      make: () => xml.replace(/<X509Data>.*<\/X509Data>/s, '<KeyName>a</KeyName>'),
      reason: 'signature-structure',
    },
    {
      name: 'certificate of nothing',
      make: () => xml.replace(/(<X509Certificate>)[^<]*/, '$1AAAA'),
      reason: 'certificate-unreadable',
    },
    {
      name: 'a comment that splits the digest',
      make: () => xml.replace(/(<DigestValue>.{4})/, '$1<!---->'),
      reason: 'signature-structure',
    },
    {
      name: 'a comment that splits SignatureValue',
      make: () => xml.replace(/(<SignatureValue>.{4})/, '$1<!-- -->'),
      reason: 'signature-structure',
    },
    ...['<X509SubjectName/>', '<!-- -->', '<?a?>', '<!-- -->\n'].map((one) => ({
      name: `a Signature with hundreds of ${JSON.stringify(one)}`,
      make: () => xml.replace('</X509Data>', `${one.repeat(250)}$&`),
      reason: 'signature-structure',
    })),
    ...['DigestValue', 'SignatureValue', 'X509Certificate'].map((name) => ({
      name: `an instruction that splits ${name}`,
      make: () => xml.replace(new RegExp(`(<${name}>.{4})`), '$1<?a?>'),
      reason: 'signature-structure',
    })),
    ...['#xpointer(/)', "#xpointer(id('a'))"].map((uri) => ({
      name: `reference to ${uri}, which keeps comments`,
      make: () => xml.replace('URI=""', `URI="${uri}"`),
      reason: 'reference-refused',
    })),
    {
      name: 'a document type',
      make: () => xml.replace('?>', '?><!DOCTYPE ECF [<!ENTITY a "b">]>'),
      reason: 'forbidden-construct',
    },
    {
      name: 'a processing instruction that nobody signed',
      make: () => xml.replace('<Encabezado>', '<Encabezado><?a b?>'),
      reason: 'content-altered',
    },
    {
      name: 'nested without end',
      make: () => `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`,
      reason: 'forbidden-construct',
    },
    {
      name: 'a wrong end tag',
      make: () => xml.replace('</KeyInfo>', '</KeyInfa>'),
      reason: 'not-well-formed',
    },
    { name: 'two roots', make: () => `${xml}<ECF></ECF>`, reason: 'not-well-formed' },
    { name: 'nothing', make: () => '', reason: 'not-well-formed' },
    { name: 'too large', make: () => `<ECF>${' '.repeat(documentCharsMax)}</ECF>`, reason: 'too-large' },
    {
      name: 'too many elements',
      make: () => `<ECF>${'<Descripcion/>'.repeat(500_000)}</ECF>`,
      reason: 'too-large',
    },
    {
      name: 'too many elements for its length',
      make: () => `<ECF>${'<a/>'.repeat(160)}</ECF>`,
      reason: 'too-large',
    },
    {
      name: 'too many comments',
      make: () => `<ECF>${'<!-- comentario --> '.repeat(2_001)}</ECF>`,
      reason: 'too-large',
    },
    {
      name: 'too many attributes',
      make: () => `<ECF>${'<Descripcion a="1"/>'.repeat(100_001)}</ECF>`,
      reason: 'too-large',
    },
    {
      name: 'too many attributes in one element',
      make: () => `<ECF><a ${Array.from({ length: 65 }, (_, i) => `b${i}='>'`).join('\n')}/></ECF>`,
      reason: 'too-large',
    },
    {
      name: 'too many prefixes',
      make: () => `<ECF>${Array.from({ length: 17 }, (_, i) => `<a xmlns:p${i} = "u"/>`).join('')}</ECF>`,
      reason: 'too-large',
    },
    {
      name: 'other content',
      make: () => xml.replace('31</TipoeCF>', '32</TipoeCF>'),
      reason: 'content-altered',
    },
    {
      name: 'blank text inside a value',
      make: () => xml.replace('SRL', 'SRL ').replace('Camión', 'Camión '),
      reason: 'content-altered',
    },
    {
      name: 'the certificate of another signer of the same authority',
      make: () => {
        const other = issueCertificate(signer.authority, { commonName: 'OTRO', serialNumber: 'IDCDO-2' });
        return xml.replace(
          /(<X509Certificate>)[^<]*/,
          `$1${other.certificatePem.replace(/-----[^-]+-----|\s/g, '')}`,
        );
      },
      reason: 'signature-value-wrong',
    },
  ];
  test.each(attacks)('$name', ({ make, reason }) => expect(verifyXml(make())).toEqual({ ok: false, reason }));
});

describe('the chain', () => {
  const day = 24 * 3600 * 1000;
  const now = new Date();
  test.each([
    {
      name: 'good',
      fault: undefined,
      make: (s: Signer) =>
        issueCertificate(s.authority, { commonName: 'A', serialNumber: '1' }).certificatePem,
    },
    {
      name: 'of an authority with the same name',
      fault: 'not-trusted',
      make: () =>
        issueCertificate(createAuthority('AUTORIDAD DE PRUEBA'), { commonName: 'A', serialNumber: '1' })
          .certificatePem,
    },
    { name: 'the authority itself', fault: 'is-authority', make: (s: Signer) => s.authority.certificatePem },
    {
      name: 'expired',
      fault: 'expired',
      make: (s: Signer) =>
        issueCertificate(s.authority, {
          commonName: 'A',
          serialNumber: '1',
          notBefore: new Date(now.getTime() - 2 * day),
          notAfter: new Date(now.getTime() - day),
        }).certificatePem,
    },
    {
      name: 'not yet valid',
      fault: 'not-yet-valid',
      make: (s: Signer) =>
        issueCertificate(s.authority, {
          commonName: 'A',
          serialNumber: '1',
          notBefore: new Date(now.getTime() + day),
        }).certificatePem,
    },
  ])('$name', ({ make, fault }) => {
    const [certificate] = readAuthorities(make(signer));
    expect(chainFault(certificate!, readAuthorities(signer.authority.certificatePem), now)).toBe(fault);
  });
});

// Files of other programs may lie beside the project; they are never copied into it.
const casesDir = join(process.cwd(), '../shared/cases');
test.each([
  'xmlsec1-pkcs12-chain-leaf-last.xml',
  'java17-chain-root-first.xml',
  'prefix-order-xsi-Z.xml',
  'pi-before-root.xml',
])('%s of another program, where it is at hand, is accepted', (name) => {
  const path = join(casesDir, name);
  if (!existsSync(path)) {
    console.warn(`NOT CHECKED: ${path} is not here`);
    return;
  }
  const verified = verifyXml(readFileSync(path, 'utf8'), 'as-received');
  if (!verified.ok) throw new Error(verified.reason);
  expect(verified.certificate.subject).toContain('FIRMANTE FICTICIO');
});

// A genuine signed voucher of another system may lie beside the project; it is never copied into it.
test('the voucher of the official documents, where it is at hand, keeps its shape', () => {
  const path = join(process.cwd(), '../shared/dgii/docs/firmado-ecf.txt');
  if (!existsSync(path)) {
    console.warn(
      'NOT CHECKED: the official signing document is not here, so our Signature is not compared with its example',
    );
    return;
  }
  const text = readFileSync(path, 'utf8');
  const example = text.slice(text.indexOf('<Signature '), text.indexOf('</Signature>'));
  const names = (fragment: string) => [...fragment.matchAll(/<(\w+)/g)].map(([, name]) => name);
  expect(names(signature)).toEqual(names(example));
});
