/**
 * What the service's own builder writes is still valid after the signature, with every text that XML can hold, and the simulator accepts
 * its structure.
 */
import fc from 'fast-check';
import { buildXml } from '../../../src/ecf/xml/build-xml.js';
import type { Ecf } from '../../../src/ecf/model/ecf.js';
import { validate } from '../../../src/ecf/validate.js';
import { signBuilt } from '../../harness/samples/sign-built.js';
import { verifyXml } from '../../../src/signing/verify/verify.js';
import { structureFault } from '../../../tools/simulator/verdict/structure.js';
import { readTree, textAt } from '../../../tools/simulator/verdict/xml-tree.js';
import { facts, fullVoucher, voucher31, voucher32, type Json } from '../ecf/samples.js';
import { makeSigner, type Signer } from './fixtures.js';

const signedAt = '15-06-2026 14:05:09';
const runs = 60;

let signer: Signer;
beforeAll(() => (signer = makeSigner()));

function ecfOf(voucher: Json): Ecf {
  const { ecf } = validate(voucher, facts);
  if (ecf === undefined) throw new Error('no voucher');
  return ecf;
}

test.each([
  { name: 'type 31', make: voucher31 },
  { name: 'type 32', make: voucher32 },
  { name: 'type 31 with every field', make: () => fullVoucher(31) },
  { name: 'type 32 with every field', make: () => fullVoucher(32) },
])('$name verifies, and its structure is sound', ({ make }) => {
  const built = buildXml(ecfOf(make()), signedAt);
  const verification = verifyXml(signBuilt(built, signer.certificate).xml);
  if (!verification.ok) throw new Error(verification.reason);
  expect(verification.content).toBe(built.canonical);
  expect(structureFault(readTree(verification.content)!)).toBeUndefined();
});

/** Characters of XML 1.0, the awkward ones often. */
const xmlText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '&',
        '<',
        '>',
        '"',
        "'",
        '©',
        '€',
        '®',
        '\r',
        '\n',
        '\t',
        ' ',
        ']]>',
        '&amp;',
        '\u0085',
        '\u2028',
        'ñ',
        '📦',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => text.trim() !== '' && Array.from(text).every(isXmlChar));

/** XML 1.0, production 2. No reference can write the other characters either; validation refuses them before the builder. */
function isXmlChar(char: string): boolean {
  const code = char.codePointAt(0)!;
  if (code < 0x20) return ['\t', '\n', '\r'].includes(char);
  return code < 0xd800 || (code > 0xdfff && code !== 0xfffe && code !== 0xffff);
}

test('any text verifies, and is read back as it was written', () => {
  const ecf = ecfOf(voucher31());
  fc.assert(
    fc.property(xmlText, (text) => {
      const root = JSON.parse(JSON.stringify(ecf.root)) as {
        Encabezado: { Emisor: { RazonSocialEmisor: string } };
      };
      root.Encabezado.Emisor.RazonSocialEmisor = text;
      const built = buildXml({ type: ecf.type, root }, signedAt);
      const verification = verifyXml(signBuilt(built, signer.certificate).xml);
      if (!verification.ok) throw new Error(verification.reason);
      const tree = readTree(verification.content);
      expect(textAt(tree, 'Encabezado/Emisor/RazonSocialEmisor')).toBe(text);
    }),
    { numRuns: runs },
  );
});
