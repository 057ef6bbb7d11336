/**
 * Comments, instructions and CDATA sections may split a value. A reader that takes the first part shows something else than what was signed,
 * as SAML libraries did. Every reader of received XML reads the whole value.
 */
import { receivedContent } from '../../../../src/documents/read/received-content.js';
import { readAcknowledgement } from '../../../../src/documents/read/acknowledgement.js';
import { readApproval } from '../../../../src/documents/read/read-approval.js';
import { readEcf } from '../../../../src/documents/read/read-ecf.js';
import { readSignedSeed } from '../../../../src/documents/read/read-seed.js';
import { buildAcecf } from '../../../../src/ecf/xml/acecf.js';
import { canonicalMethods } from '../../../../src/signing/verify/canonical.js';
import { algorithms } from '../../../../src/signing/verify/xmldsig.js';
import { createXsdValidator, type XsdValidator } from '../../../../src/documents/check/xsd-validator.js';
import { issuerCertificate, unsignedEcf } from '../../../harness/samples/received.js';
import { signedAsIs } from '../../../harness/samples/signed-as-is.js';

const checks = { nowMs: Date.now(), authorities: '' };
const parties = { encf: 'E310000000001', rncComprador: '999999992' };
const voucher = unsignedEcf(parties);

let xsd: XsdValidator;
beforeAll(() => {
  xsd = createXsdValidator();
});
afterAll(() => xsd.dispose());

const splits: readonly (readonly [string, string])[] = [
  ['a comment', '<!-- x -->'],
  ['an empty comment', '<!---->'],
  ['a comment with an element in it', '<!-- <MontoTotal>9.00</MontoTotal> -->'],
  ['a comment with an empty element in it', '<!-- -<ResponsablePago/>- -->'],
  ['a comment with a page in it', '<!-- <TotalPaginas>1</TotalPaginas> -->'],
  ['an instruction', '<?x y?>'],
  ['an instruction with an element in it', '<?x <MontoTotal>9.00</MontoTotal> ?>'],
  ['an instruction that looks like a comment', '<?x <!-- ?>'],
  ['several', '<!-- a --><?b?><!----><?c d?>'],
];

/** Splits the text of every leaf after its first character, and puts `split` before and after it too. */
function splitEverywhere(xml: string, split: string): string {
  const changed = xml.replace(
    /<(\w+)>([^<])([^<]*)<\/\1>/g,
    (_, name: string, first: string, rest: string) =>
      `<${name}>${split}${first}${split}${rest}${split}</${name}>`,
  );
  return changed.replace('<Encabezado>', `${split}<Encabezado>`);
}

const plain = () => signedAsIs(voucher, issuerCertificate());
/** Without what depends on the signature itself. */
function readOf(bytes: Buffer): object {
  const read = readEcf(bytes, checks, xsd);
  if (read.outcome !== 'good') throw new Error(JSON.stringify(read));
  return { ...read, facts: { ...read.facts, securityCode: '', signatureHash: '' } };
}

describe.each(canonicalMethods)('a voucher signed by %s', (method) => {
  test.each(splits)('and split everywhere by %s is read as if nothing were there', (_, split) => {
    const bytes = signedAsIs(splitEverywhere(voucher, split), issuerCertificate(), method);
    expect(readOf(bytes)).toEqual(readOf(plain()));
    expect(receivedContent(bytes)).toEqual(receivedContent(plain()));
  });
});

test.each(splits.filter(([, split]) => !split.includes('<?')))(
  'nobody signs %s, and one that somebody puts into a signed value changes nothing',
  (_, split) => {
    for (const method of canonicalMethods) {
      const [body = '', signature = ''] = signedAsIs(voucher, issuerCertificate(), method)
        .toString('utf8')
        .split(/(?=<Signature )/);
      const bytes = Buffer.from(splitEverywhere(body, split) + signature);
      expect(readOf(bytes)).toEqual(readOf(plain()));
      expect(receivedContent(bytes)).toEqual(receivedContent(plain()));
    }
  },
);

test.each<[string, RegExp, string]>([
  ['an instruction', /<MontoTotal>/, '$&<?x?>'],
  ['a blank between comments', /EMPRESA DE PRUEBA/, 'EMPRESA DE<!----> <!----> PRUEBA'],
  ['a blank between an instruction and a comment', /EMPRESA DE PRUEBA/, 'EMPRESA DE<?x?> <!----> PRUEBA'],
  ['a digit before a comment', /<MontoTotal>/, '$&9<!-- -->'],
  ['a digit in a CDATA section', /<MontoTotal>/, '$&<![CDATA[9]]>'],
])('%s that nobody signed is refused', (_, where, what) => {
  const text = plain().toString('utf8');
  const changed = Buffer.from(text.replace(where, what));
  expect(changed.toString('utf8')).not.toBe(text);
  expect(readEcf(changed, checks, xsd)).toMatchObject({
    outcome: 'refused',
    code: 2,
    detail: 'content-altered',
  });
});

test.each(splits)('an approval, a seed and an acknowledgement split by %s are read whole', (_, split) => {
  const approval = buildAcecf(
    {
      RNCEmisor: '101000001',
      eNCF: parties.encf,
      FechaEmision: '20-11-2026',
      MontoTotal: '1180.00',
      RNCComprador: '131880681',
      Estado: 2,
      DetalleMotivoRechazo: 'No recibida',
    },
    '21-11-2026 10:00:00',
  ).wire;
  const signed = (xml: string) =>
    signedAsIs(splitEverywhere(xml, split), issuerCertificate(), algorithms.inclusiveC14nWithComments);
  expect(readApproval(signed(approval), checks, xsd)).toMatchObject({
    outcome: 'good',
    facts: { montoTotal: '1180.00', motivo: 'No recibida', approved: false, encf: parties.encf },
  });
  const seed = '<SemillaModel><valor>abc.def</valor><fecha>2026-11-21T10:00:00</fecha></SemillaModel>';
  expect(readSignedSeed(signed(seed), checks)).toMatchObject({ outcome: 'good', valor: 'abc.def' });
  const arecf =
    '<ARECF><DetalleAcusedeRecibo><RNCEmisor>101000001</RNCEmisor><RNCComprador>999999992</RNCComprador>' +
    '<eNCF>E310000000001</eNCF><Estado>1</Estado><CodigoMotivoNoRecibido>2</CodigoMotivoNoRecibido></DetalleAcusedeRecibo></ARECF>';
  expect(readAcknowledgement(signed(arecf), { rncEmisor: '101000001', ...parties })).toMatchObject({
    kind: 'not-received',
    code: '2',
    signature: 'valid',
  });
});
