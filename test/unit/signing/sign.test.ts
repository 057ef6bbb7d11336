/** What we sign is verified by xml-crypto and, where installed, by xmlsec1; a changed byte fails. */
import { chainFault, readAuthorities } from '../../../src/signing/verify/chain.js';
import { signBuilt } from '../../harness/samples/sign-built.js';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import { verifyXml } from '../../../src/signing/verify/verify.js';
import { buildByHand, makeSigner, startXmlsec, texts, type Signer, type Xmlsec } from './fixtures.js';

/** As DGII sends it: indented, seven fractional digits, two namespaces on the root (web services §3.2). */
const seed = `<?xml version="1.0" encoding="utf-8"?>
  <SemillaModel xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
    <valor>7G7KswaOGcLXabcdefghijklmnopqrstuvwxyz==</valor>
    <fecha>2026-11-20T10:50:14.9682218-04:00</fecha>
  </SemillaModel>`;

let signer: Signer;
/** Undefined where it is not installed. */
let xmlsec: Xmlsec | undefined;

beforeAll(() => {
  signer = makeSigner();
  xmlsec = startXmlsec(signer);
});
afterAll(() => xmlsec?.stop());

describe('a voucher signed by construction', () => {
  test.each(texts)('verifies: $name', ({ wire, canonical }) => {
    const { xml, securityCode } = signBuilt(buildByHand({ wire, canonical }), signer.certificate);
    expect(verifyXml(xml)).toMatchObject({ ok: true, securityCode, whitespaceStripped: false });
    expect(securityCode).toBe(/<SignatureValue>(.{6})/.exec(xml)?.[1]);
    if (xmlsec) expect(xmlsec.verifies(xml)).toBe(true);
  });

  test('has the profile of DGII: last child of the root, one certificate, no Id, nothing else', () => {
    const { xml } = signBuilt(buildByHand(texts[0]), signer.certificate);
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?><ECF>.*<\/Signature><\/ECF>$/s);
    expect(xml.match(/<X509Certificate>/g)).toHaveLength(1);
    expect(xml).toContain('<Reference URI=""><Transforms><Transform Algorithm=');
    expect(xml).not.toMatch(/ Id=|KeyValue|\s\s|\n/);
  });

  test('returns the content that the signature covers', () => {
    const built = buildByHand(texts[2]);
    expect(verifyXml(signBuilt(built, signer.certificate).xml)).toMatchObject({ content: built.canonical });
  });

  test('a voucher that was indented after signing verifies without its blank text, and the result says so', () => {
    const { xml } = signBuilt(buildByHand(texts[1]), signer.certificate);
    const indented = xml.replace(/></g, '>\n  <').replace(/<\/(\w+)>$/, '</$1>\n');
    expect(verifyXml(indented)).toMatchObject({ ok: true, whitespaceStripped: true });
  });

  test('line breaks inside SignatureValue and certificate do not matter', () => {
    const { xml, securityCode } = signBuilt(buildByHand(texts[0]), signer.certificate);
    const folded = xml.replace(
      /(SignatureValue>|X509Certificate>)([A-Za-z0-9+/=]+)/g,
      (_all, tag: string, value: string) => [tag, ...(value.match(/.{1,76}/g) ?? [])].join('\n'),
    );
    expect(folded).not.toBe(xml);
    expect(verifyXml(folded)).toMatchObject({ ok: true, securityCode });
  });

  test.each([
    {
      name: 'namespace on the root',
      canonical: '<ECF xmlns:a="urn:a"></ECF>',
      wire: '<ECF xmlns:a="urn:a"></ECF>',
    },
    { name: 'text after the root', canonical: '<ECF></ECF>', wire: '<ECF></ECF>\n' },
  ])('refuses a built text that is malformed: $name', ({ canonical, wire }) => {
    expect(() => signBuilt({ canonical, wire, rootName: 'ECF' }, signer.certificate)).toThrow();
  });
});

describe('a seed signed', () => {
  test.each([
    { name: 'as DGII sends it', xml: seed },
    { name: 'with a byte-order mark', xml: `\uFEFF${seed}` },
    {
      name: 'compact, namespaces the other way round',
      xml: seed.replace(/>\s+</g, '><').replace(/(xmlns:xsi="[^"]*") (xmlns:xsd="[^"]*")/, '$2 $1'),
    },
  ])('verifies: $name', ({ xml }) => {
    const signed = signXml(xml, signer.certificate);
    expect(verifyXml(signed)).toMatchObject({ ok: true, whitespaceStripped: false });
    expect(signed).toMatch(
      /<SemillaModel xmlns:.*<\/fecha><Signature [^>]*>.*<\/Signature><\/SemillaModel>$/s,
    );
    if (xmlsec) expect(xmlsec.verifies(signed)).toBe(true);
  });

  test.each([
    '<?a b?><SemillaModel><valor>1</valor></SemillaModel>',
    '<SemillaModel><?a?><valor>1</valor></SemillaModel>',
  ])('an instruction is not signed, because xml-crypto would sign something else: %s', (xml) =>
    expect(() => signXml(xml, signer.certificate)).toThrow('processing instruction'),
  );

  test('what is not XML is not signed', () => {
    expect(() => signXml('<SemillaModel><valor>', signer.certificate)).toThrow();
  });
});

describe('a changed byte', () => {
  const documents = {
    voucher: () => signBuilt(buildByHand(texts[1]), signer.certificate).xml,
    seed: () => signXml(seed, signer.certificate),
  };
  const kinds = Object.keys(documents) as (keyof typeof documents)[];

  test.each(kinds)('in content, SignedInfo, SignatureValue or certificate fails: %s', (kind) => {
    const xml = documents[kind]();
    const trusted = readAuthorities(signer.authority.certificatePem);
    const survivors: number[] = [];
    const start = xml.indexOf('?>') + 2;
    const step = 13;
    const valueEnds = [...xml.matchAll(/<\/(?:SignatureValue|DigestValue|X509Certificate)>/g)].flatMap(
      ({ index }) => [index - 3, index - 2, index - 1],
    );
    const positions = [...valueEnds];
    for (let at = start; at < xml.length; at += step) positions.push(at);
    for (const at of positions) {
      const char = xml.charAt(at);
      // The next character of the same kind: the XML usually stays well-formed, so the signature has to notice the change.
      const other =
        char === '='
          ? 'A'
          : /[A-Za-z0-9]/.test(char)
            ? char === 'z'
              ? 'y'
              : char === 'Z'
                ? 'Y'
                : char === '9'
                  ? '8'
                  : String.fromCharCode(char.charCodeAt(0) + 1)
            : 'x';
      const verification = verifyXml(xml.slice(0, at) + other + xml.slice(at + 1));
      if (verification.ok && chainFault(verification.certificate, trusted, new Date()) === undefined)
        survivors.push(at);
    }
    expect(survivors.map((at) => xml.slice(at - 20, at + 5))).toEqual([]);
  });

  test('the last, half-used character of the Base64 SignatureValue has one spelling only', () => {
    const xml = documents.voucher();
    const altered = xml.replace(
      /(.)==<\/SignatureValue>/,
      (_all, char: string) => `${String.fromCharCode(char.charCodeAt(0) + 1)}==</SignatureValue>`,
    );
    expect(altered).not.toBe(xml);
    expect(verifyXml(altered)).toEqual({ ok: false, reason: 'signature-structure' });
  });
});
