/**
 * A file of DGII's portal is signed as it is, and xml-crypto, our own check and, where installed, xmlsec1 verify it. Files that must not be
 * signed here are refused.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { signPortalXml } from '../../../src/signing/keys/sign-portal-xml.js';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import { portalXmlBytesMax, readPortalXml, type PortalXml } from '../../../src/signing/verify/portal-xml.js';
import { blankTexts, verifyXml } from '../../../src/signing/verify/verify.js';
import { forParser } from '../../../src/signing/verify/xml-document.js';
import { postulacion } from '../../harness/samples/portal-xml.js';
import { makeSigner, startXmlsec, type Signer, type Xmlsec } from './fixtures.js';

const compact = '<Declaracion><Rnc>999999992</Rnc></Declaracion>';

let signer: Signer;
/** Undefined where it is not installed. */
let xmlsec: Xmlsec | undefined;
beforeAll(() => {
  signer = makeSigner();
  xmlsec = startXmlsec(signer);
});
afterAll(() => xmlsec?.stop());

function read(xml: string | Uint8Array): PortalXml {
  const answer = readPortalXml(Buffer.from(xml));
  if (!answer.ok) throw new Error(answer.fault);
  return answer.portal;
}

const faultOf = (xml: string | Uint8Array) => {
  const answer = readPortalXml(Buffer.from(xml));
  return answer.ok ? undefined : answer.fault;
};

const sign = (xml: string) => signPortalXml(read(xml), signer.certificate).toString();

/** xml-crypto as anybody would use it, on the text as it is. */
function verifiesByXmlCrypto(xml: string): boolean {
  const signature = /<Signature xmlns=.*<\/Signature>/s.exec(xml)?.[0] ?? '';
  const certificate = new X509Certificate(signer.certificate.certificateDer);
  const verifier = new SignedXml({ publicCert: certificate.toString(), getCertFromKeyInfo: () => null });
  verifier.loadSignature(signature);
  return verifier.checkSignature(forParser(xml));
}

describe('a file of the portal', () => {
  test.each([
    { name: 'as the portal gives it', xml: postulacion },
    { name: 'on one line, without a declaration', xml: compact },
    { name: 'with CRLF', xml: postulacion.replaceAll('\n', '\r\n') },
    { name: 'with CRLF within a text', xml: compact.replace('999999992', 'a\r\nb\r\n') },
    { name: 'with a byte-order mark', xml: `\uFEFF${postulacion}` },
    {
      name: 'with attributes',
      xml: `<D z="1" b='a "b"' a="x &amp; &lt; &#x9; y"><E  id = "é>'"/><F b="2" a="1"></F></D>`,
    },
    {
      name: 'with a line end in an attribute',
      xml: '<D a="x\r\ny\tz"><E/></D>',
    },
    {
      name: 'with namespaces',
      xml:
        '<p:D xmlns="urn:por-defecto" xmlns:p="urn:p" xmlns:a="urn:a"><p:E a:x="1" b="2"/>' +
        '<F xmlns:q="urn:q"><q:G/></F><H xmlns=""><I/></H></p:D>',
    },
    {
      name: 'with a default namespace',
      xml: '<Postulacion xmlns="urn:dgii" xmlns:a="urn:a"><A>1</A></Postulacion>',
    },
    { name: 'with accents and symbols', xml: '<D><E>Añejo Ülü &#233; 📦 a\u0085b\u2028c &#13; fin</E></D>' },
    {
      name: 'with comments',
      xml: '<!-- antes -->\n<D><!-- dentro --><E>a<!-- <ECF> -->b</E></D>\n<!-- después -->',
    },
    { name: 'with CDATA', xml: '<D><E><![CDATA[<ECF> & ]] >]]></E> <F><![CDATA[ ]]></F></D>' },
    { name: 'with blank texts written as references', xml: '<D><E>&#32;&#x0A;</E><F> x </F></D>' },
    { name: 'that asks to keep its white space', xml: '<D><E xml:space="preserve"> </E><F/></D>' },
    { name: 'with a blank in the end tag of the root', xml: '<D><D>1</D></D  >\n' },
  ])('$name: the signature verifies', ({ xml }) => {
    const signed = sign(xml);
    for (const blankText of blankTexts) expect(verifyXml(signed, blankText)).toMatchObject({ ok: true });
    expect(verifiesByXmlCrypto(signed)).toBe(true);
    if (xmlsec) expect(xmlsec.verifies(signed)).toBe(true);
    const altered = signed.replace('<Signature xmlns', 'x$&');
    for (const blankText of blankTexts) expect(verifyXml(altered, blankText).ok).toBe(false);
  });

  test('keeps every character but the blank text; the Signature is the last child of the root', () => {
    const xml = `\uFEFF${postulacion.replaceAll('\n', '\r\n')}`;
    const signed = sign(xml);
    const without = signed.replace(/<Signature xmlns.*<\/Signature>/s, '');
    expect(without).toBe(
      xml.replace(/>\s+</g, (between, at: number) => (at < xml.indexOf('<Postulacion') ? between : '><')),
    );
    expect(signed).toMatch(/<\/FechaSolicitud><Signature .*<\/Signature><\/Postulacion>\r\n$/s);
  });

  test('a file without blank text keeps every byte', () => {
    const xml = `<?xml version='1.0' ?><D  a = 'é'><E/><F>a\r\n&#xE9;</F></D>`;
    expect(sign(xml).replace(/<Signature xmlns.*<\/Signature>/s, '')).toBe(xml);
  });

  test('covers the same content as the signature of a seed, which DGII accepts', () => {
    const content = (xml: string) => {
      const verified = verifyXml(xml, 'as-received');
      return verified.ok && verified.content;
    };
    expect(content(sign(postulacion))).toBe(content(signXml(postulacion, signer.certificate)));
  });

  test('gives the name of its root without the prefix, and the canonical form that is digested', () => {
    const portal = read('<p:Delegacion xmlns:p="urn:p">\n <A/>\n</p:Delegacion>');
    expect(portal).toMatchObject({
      root: 'Delegacion',
      scope: ' xmlns:p="urn:p"',
      canonical: '<p:Delegacion xmlns:p="urn:p"><A></A></p:Delegacion>',
    });
    const signed = signPortalXml(portal, signer.certificate).toString();
    const digest = createHash('sha256').update(portal.canonical).digest('base64');
    expect(signed).toContain(`<DigestValue>${digest}</DigestValue>`);
  });
});

describe('refuses', () => {
  const fiscal = ['ECF', 'RFCE', 'ANECF', 'ACECF', 'ARECF', 'SemillaModel'];
  test.each(fiscal.flatMap((name) => [name, name.toLowerCase(), name.toUpperCase(), `x:${name}`]))(
    'the document %s, and a wrapper around it',
    (name) => {
      const declared = name.includes(':') ? ' xmlns:x="urn:x"' : '';
      const document = `<${name}${declared}><A>1</A></${name}>`;
      expect(faultOf(document)).toBe('XML_FISCAL');
      expect(faultOf(document.replace('>', ' xmlns="urn:otro">'))).toBe('XML_FISCAL');
      expect(faultOf(`<Postulacion><A><B>${document}</B></A></Postulacion>`)).toBe('XML_FISCAL');
    },
  );

  const dsig = 'http://www.w3.org/2000/09/xmldsig#';
  test.each([
    { name: 'a signed file', xml: () => sign(postulacion), fault: 'XML_ALREADY_SIGNED' },
    {
      name: 'a Signature deep in the file, with a prefix',
      xml: () => `<D><A><B><s:Signature xmlns:s="${dsig}"/></B></A></D>`,
      fault: 'XML_ALREADY_SIGNED',
    },
    {
      name: 'a part of a Signature',
      xml: () => `<D><SignedInfo xmlns="${dsig}"/></D>`,
      fault: 'XML_ALREADY_SIGNED',
    },
    {
      name: 'a Signature of another namespace',
      xml: () => '<D><Signature xmlns="urn:otra"/></D>',
      fault: 'XML_ALREADY_SIGNED',
    },
    { name: 'a DTD', xml: () => `<!DOCTYPE D [<!ENTITY a "b">]>${compact}`, fault: 'XML_FORBIDDEN' },
    {
      name: 'a processing instruction before the root',
      xml: () => `<?xml-stylesheet href="x"?>${compact}`,
      fault: 'XML_FORBIDDEN',
    },
    {
      name: 'a processing instruction after the root',
      xml: () => `${compact}<?a b?>`,
      fault: 'XML_FORBIDDEN',
    },
    {
      name: 'a processing instruction within the root',
      xml: () => compact.replace('<Rnc>', '<?a b?><Rnc>'),
      fault: 'XML_FORBIDDEN',
    },
    {
      name: 'an xml: attribute of the root',
      xml: () => compact.replace('<Declaracion', '<Declaracion xml:lang="es"'),
      fault: 'XML_FORBIDDEN',
    },
    {
      name: 'a namespace with a character that is escaped',
      xml: () => '<A><p:B xmlns:p="urn:a&amp;b"/></A>',
      fault: 'XML_FORBIDDEN',
    },
    { name: 'a wrong end tag', xml: () => '<A><B></A></B>', fault: 'XML_UNREADABLE' },
    { name: 'two roots', xml: () => compact + compact, fault: 'XML_UNREADABLE' },
    { name: 'an unknown entity', xml: () => '<A><B>&nada;</B></A>', fault: 'XML_UNREADABLE' },
    { name: 'an undeclared prefix', xml: () => '<A><p:B/></A>', fault: 'XML_UNREADABLE' },
    { name: 'a relative namespace', xml: () => '<A xmlns:p="relativo"><p:B/></A>', fault: 'XML_UNREADABLE' },
    { name: 'a file that is no XML', xml: () => 'hola', fault: 'XML_UNREADABLE' },
    { name: 'an empty file', xml: () => '', fault: 'XML_UNREADABLE' },
    {
      name: 'a root name that is too long',
      xml: () => `<${'A'.repeat(101)}><B/></${'A'.repeat(101)}>`,
      fault: 'XML_UNREADABLE',
    },
    { name: 'a root without elements', xml: () => '<Postulacion>texto</Postulacion>', fault: 'XML_EMPTY' },
    { name: 'an empty root', xml: () => '<Postulacion/>', fault: 'XML_EMPTY' },
    {
      name: 'another encoding in the declaration',
      xml: () => `<?xml version="1.0" encoding="ISO-8859-1"?>${compact}`,
      fault: 'XML_ENCODING_WRONG',
    },
    {
      name: 'UTF-16',
      xml: () => Buffer.from(`\uFEFF${compact}`, 'utf16le'),
      fault: 'XML_ENCODING_WRONG',
    },
    {
      name: 'bytes of Latin-1',
      xml: () => Buffer.from('<A><B>ñ</B></A>', 'latin1'),
      fault: 'XML_ENCODING_WRONG',
    },
    {
      name: 'a file that is too large',
      xml: () => `<A><B>${'x'.repeat(portalXmlBytesMax)}</B></A>`,
      fault: 'XML_TOO_LARGE',
    },
    {
      name: 'thousands of elements',
      xml: () => `<A>${'<B/>'.repeat(5_000)}</A>`,
      fault: 'XML_TOO_LARGE',
    },
    {
      name: 'thousands of attributes',
      xml: () => `<A ${Array.from({ length: 5_000 }, (_, at) => `a${at}=""`).join(' ')}><B/></A>`,
      fault: 'XML_TOO_LARGE',
    },
  ])('$name', ({ xml, fault }) => expect(faultOf(xml())).toBe(fault));
});
