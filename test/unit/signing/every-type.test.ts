/**
 * The golden examples of all ten types, signed by construction. Programs that share nothing with our writer verify them: plain xml-crypto,
 * xmlsec1, our XSDs and the official ones. A changed byte fails with each of them.
 */
import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { buildXml } from '../../../src/ecf/xml/build-xml.js';
import { ecfTypeList, type EcfType } from '../../../src/ecf/model/ecf-types.js';
import { validate } from '../../../src/ecf/validate.js';
import { signBuilt } from '../../harness/samples/sign-built.js';
import { verifyXml } from '../../../src/signing/verify/verify.js';
import { structureFault } from '../../../tools/simulator/verdict/structure.js';
import { readTree, textAt } from '../../../tools/simulator/verdict/xml-tree.js';
import { createXsdValidator, type XsdValidator } from '../../../src/documents/check/xsd-validator.js';
import { exampleFacts, exampleJson, exampleNames, exampleSignedAt, type Json } from '../ecf/samples.js';
import { makeSigner, startXmlsec, type Signer, type Xmlsec } from './fixtures.js';

const officialXsdDir = '../shared/dgii/xsd';

let signer: Signer;
let xsd: XsdValidator;
/** Undefined where it is not installed. */
let xmlsec: Xmlsec | undefined;

beforeAll(() => {
  signer = makeSigner();
  xmlsec = startXmlsec(signer);
  const official = existsSync(officialXsdDir);
  if (!official)
    console.warn(`NOT CHECKED: ${officialXsdDir} is not here, so only our own XSDs checked what was signed.`);
  xsd = createXsdValidator(official ? { officialXsdDir } : {});
});
afterAll(() => {
  xmlsec?.stop();
  xsd.dispose();
});

function signed(voucher: Json) {
  const { ecf } = validate(voucher, exampleFacts);
  if (ecf === undefined) throw new Error('no voucher');
  const built = buildXml(ecf, exampleSignedAt);
  return { type: ecf.type, canonical: built.canonical, ...signBuilt(built, signer.certificate) };
}

/** As any receiver would, with the certificate it knows the signer by. */
function xmlCryptoVerifies(xml: string): boolean {
  const verifier = new SignedXml({
    publicCert: new X509Certificate(signer.certificate.certificateDer).toString(),
  });
  const signature = new DOMParser().parseFromString(xml, 'text/xml').documentElement.lastChild;
  if (signature === null) return false;
  verifier.loadSignature(signature);
  try {
    return verifier.checkSignature(xml);
  } catch {
    return false;
  }
}

function expectSound(type: EcfType, xml: string, canonical: string): void {
  expect(xmlCryptoVerifies(xml)).toBe(true);
  if (xmlsec) expect(xmlsec.verifies(xml)).toBe(true);
  expect(xsd.validate(type, xml)).toEqual([]);
  const verification = verifyXml(xml);
  if (!verification.ok) throw new Error(verification.reason);
  expect(verification).toMatchObject({ whitespaceStripped: false, content: canonical });
  expect(structureFault(readTree(verification.content)!)).toBeUndefined();
}

test.each(exampleNames)('%s: every verifier finds signature and structure sound', (name) => {
  const { type, xml, canonical } = signed(exampleJson(name));
  expectSound(type, xml, canonical);
});

const awkward = 'Ñandú "A & B" <d\'Or> ©2026 € ® 📦\ttab\nline\r\nend';

test.each(ecfTypeList)('type %i: awkward names verify and are read as they were sent', (type) => {
  const voucher = exampleJson(`${type}-full`);
  const { Emisor } = voucher.ECF.Encabezado;
  Emisor.RazonSocialEmisor = awkward;
  for (const item of voucher.ECF.DetallesItems.Item) item.NombreItem = awkward;
  const { xml, canonical } = signed(voucher);
  expectSound(type, xml, canonical);
  const tree = readTree(canonical);
  expect(textAt(tree, 'Encabezado/Emisor/RazonSocialEmisor')).toBe(awkward);
  expect(textAt(tree, 'DetallesItems/Item/NombreItem')).toBe(awkward);
});

/** Places of one changed character, spread over the document; the slow verifiers get only the first one. */
const placesPerType = 12;
const slowPlacesPerType = 1;

test.each(ecfTypeList)('type %i: a changed byte of the content fails with every verifier', (type) => {
  const { xml } = signed(exampleJson(`${type}-full`));
  // Skip texts with entity references. Changing one may make the XML malformed, and this test is about signatures.
  const texts = [...xml.slice(0, xml.indexOf('<Signature')).matchAll(/>([A-Za-z0-9][^<&]*)</g)];
  const step = Math.ceil(texts.length / placesPerType);
  const survivors: string[] = [];
  for (let turn = 0; turn * step < texts.length; turn++) {
    const at = texts[turn * step]!.index + 1;
    const altered = xml.slice(0, at) + (xml[at] === '1' ? '2' : '1') + xml.slice(at + 1);
    const slowJudges = turn < slowPlacesPerType ? [xmlCryptoVerifies, xmlsec?.verifies] : [];
    if (verifyXml(altered).ok || slowJudges.some((verifies) => verifies?.(altered)))
      survivors.push(altered.slice(at - 20, at + 5));
  }
  expect(survivors).toEqual([]);
});

test('characters that DGII wants as references may stand literally in what it re-serialises: the digest is the same', () => {
  const { xml } = signed(exampleJson('31-full'));
  const literal = xml
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#169;', '©')
    .replaceAll('&#8364;', '€')
    .replaceAll('&#174;', '®');
  expect(literal).not.toBe(xml);
  expect(xmlCryptoVerifies(literal)).toBe(true);
});
