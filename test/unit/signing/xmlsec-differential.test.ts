/**
 * xmlsec1 signs documents of many shapes, and our verification gives the same verdict as xmlsec1's about each one and about altered copies.
 * Keys are made when the test runs.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { certificatePem } from '../../../src/signing/keys/certificate.js';
import { verifyXml } from '../../../src/signing/verify/verify.js';
import { algorithms } from '../../../src/signing/verify/xmldsig.js';
import { makeSigner, startXmlsec, type Xmlsec } from './fixtures.js';

const seed = 46;
const generated = 40;

let xmlsec: Xmlsec | undefined;
let dir: string;
let keyAndCertificate: string;

beforeAll(() => {
  const signer = makeSigner();
  xmlsec = startXmlsec(signer);
  dir = mkdtempSync(join(tmpdir(), 'differential-'));
  const key = join(dir, 'key.pem');
  const certificate = join(dir, 'certificate.pem');
  const authority = join(dir, 'authority.pem');
  writeFileSync(key, signer.certificate.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(certificate, certificatePem(signer.certificate));
  writeFileSync(authority, signer.authority.certificatePem);
  keyAndCertificate = `${key},${authority},${certificate}`;
});
afterAll(() => {
  xmlsec?.stop();
  rmSync(dir, { recursive: true, force: true });
});

interface Method {
  readonly signedInfo: string;
  /** The second transform with its parameters. */
  readonly content: string;
  /** Comments and instructions between the elements of the Signature. */
  readonly between?: string;
}

const exclusive = algorithms.exclusiveC14n;
const lists = ['xsi', '#default', 'Z a #default', 'ñ undeclared'];
const inclusiveNamespaces = (list: string) =>
  `<InclusiveNamespaces xmlns="${exclusive}" PrefixList="${list}"/>`;
const withComments = algorithms.inclusiveC14nWithComments;
const methods: readonly Method[] = [
  { signedInfo: `"${algorithms.inclusiveC14n}"/>`, content: '' },
  { signedInfo: `"${exclusive}"/>`, content: '' },
  {
    signedInfo: `"${algorithms.inclusiveC14n}"/>`,
    content: `<Transform Algorithm="${algorithms.inclusiveC14n}"/>`,
  },
  { signedInfo: `"${exclusive}"/>`, content: `<Transform Algorithm="${exclusive}"/>` },
  ...lists.map((list) => ({
    signedInfo: `"${exclusive}">${inclusiveNamespaces(list)}</CanonicalizationMethod>`,
    content: `<Transform Algorithm="${exclusive}">${inclusiveNamespaces(list)}</Transform>`,
  })),
  ...[
    ...[withComments, algorithms.exclusiveC14nWithComments],
    ...[algorithms.inclusiveC14n11, algorithms.inclusiveC14n11WithComments],
  ].map((one) => ({ signedInfo: `"${one}"/>`, content: `<Transform Algorithm="${one}"/>` })),
  {
    signedInfo: `"${algorithms.exclusiveC14nWithComments}">${inclusiveNamespaces('Z #default')}</CanonicalizationMethod>`,
    content: `<Transform Algorithm="${algorithms.exclusiveC14nWithComments}">${inclusiveNamespaces('a')}</Transform>`,
  },
  { signedInfo: `"${withComments}"/>`, content: '', between: '<!-- nota --><?nota  a ?>' },
  { signedInfo: `"${algorithms.inclusiveC14n}"/>`, content: '', between: '<?nota a?><!-- nota -->' },
];

function template({ signedInfo, content, between = '' }: Method, prefix: string): string {
  const plain =
    `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><CanonicalizationMethod Algorithm=${signedInfo}` +
    `<SignatureMethod Algorithm="${algorithms.rsaSha256}"/><Reference URI=""><Transforms>` +
    `<Transform Algorithm="${algorithms.enveloped}"/>${content}</Transforms>` +
    `<DigestMethod Algorithm="${algorithms.sha256}"/><DigestValue></DigestValue></Reference></SignedInfo>` +
    '<SignatureValue></SignatureValue><KeyInfo><KeyValue/><X509Data/></KeyInfo></Signature>';
  // Not within the values, where we refuse them.
  const unprefixed = plain.replace(
    /<(?:Signature |SignedInfo|Reference |Transforms|KeyInfo)[^>]*>/g,
    (tag) => tag + between,
  );
  if (prefix === '') return unprefixed;
  return unprefixed
    .replace(/<(\/?)(?!InclusiveNamespaces)(\w)/g, `<$1${prefix}:$2`)
    .replace(' xmlns=', ` xmlns:${prefix}=`);
}

/** Signs the document, whose root ends with `SIGNATURE`. */
function signed(document: string, method: Method, prefix = ''): string {
  const unsigned = join(dir, 'unsigned.xml');
  const output = join(dir, 'output.xml');
  writeFileSync(unsigned, document.replace('SIGNATURE', template(method, prefix)));
  execFileSync('xmlsec1', ['--sign', '--privkey-pem', keyAndCertificate, '--output', output, unsigned], {
    stdio: 'ignore',
  });
  return readFileSync(output, 'utf8');
}

const ours = (xml: string) => verifyXml(xml, 'as-received');

const named: readonly [string, string][] = [
  [
    'prefixes in another order than a language sorts them',
    '<ECF xmlns:xsi="urn:x" xmlns:Z="urn:z" xmlns:a="urn:a" xmlns:B="urn:b"><a:b Z:y="1" xsi:x="2" B:z="3" a="4"/>SIGNATURE</ECF>',
  ],
  [
    'prefixes with accents and of other scripts',
    '<ECF xmlns:ñ="urn:n" xmlns:z="urn:z" xmlns:_="urn:u" xmlns:日="urn:j" xmlns:ｚ="urn:f"><ñ:a 日:b="1" _:c="2" ｚ:e="4" z:f="5"/>SIGNATURE</ECF>',
  ],
  [
    'attributes whose namespaces sort otherwise than their prefixes',
    '<ECF xmlns:a="urn:zz" xmlns:b="urn:z" xmlns:c="urn:Z"><x a:a="1" b:za="2" c:a="3" a="4" Z="5"/>SIGNATURE</ECF>',
  ],
  [
    'xml:lang, xml:space and xml:base at the root',
    '<ECF xml:lang="es" xml:space="preserve" xml:base="http://ejemplo/"><a xml:lang="en"/>SIGNATURE</ECF>',
  ],
  [
    'a default namespace that an element takes away',
    '<ECF xmlns="urn:e"><a xmlns=""><b xmlns="urn:e"/></a>SIGNATURE</ECF>',
  ],
  [
    'declarations that repeat and that nobody uses',
    '<ECF xmlns:q="urn:q"><a xmlns:q="urn:q"><q:b xmlns:q="urn:r"/></a>SIGNATURE</ECF>',
  ],
  ['a root with a prefix', '<e:ECF xmlns:e="urn:e"><e:a/>SIGNATURE</e:ECF>'],
  [
    'CDATA, references and all escapes',
    '<ECF><a b="&#9;&#10;&#13;&quot;&lt;&gt;&amp;\'">x<![CDATA[<&>]]>&#13;&#xD;&gt;&#x10400;</a>SIGNATURE</ECF>',
  ],
  [
    'line ends of other systems and of XML 1.1',
    '<ECF>\r\n  <a>x\r\ny\rz\u0085\u2028</a>\r\n\tSIGNATURE\r\n</ECF>\r\n',
  ],
  [
    'instructions and comments beside the root',
    '<?xml version="1.0"?>\n<?hoja href="a.xsl"?><!-- antes --><ECF><a/>SIGNATURE</ECF><!-- después -->\n<?fin?><?otro  a  b ?>',
  ],
  [
    'comments in values and around the signature',
    '<ECF><!-- a --><a>x<!-- b -->y</a><!-- c -->SIGNATURE<!-- d --></ECF>',
  ],
  [
    'instructions in values, between elements and around the signature',
    '<ECF><?a?><a>x<?b  c  d ?>y<?B <z> &amp; é?></a><?c?>SIGNATURE<?d?></ECF>',
  ],
  [
    'comments and instructions everywhere',
    '<!-- a --><?a?><!----><ECF><!-- -b- --><?b?><a>1<!-- <a>9</a> -->2<?c <a>9</a>?>3<![CDATA[<!-- 4 -->]]></a>\n<!-- d -->SIGNATURE<!-- e -->\n<?e?></ECF><!-- f --><?f?>',
  ],
  [
    'a byte-order mark and a declaration in single quotes',
    "\uFEFF<?xml version='1.0' encoding='UTF-8' standalone='yes'?><ECF><a>é</a>SIGNATURE</ECF>",
  ],
];

describe.each(methods.map((method, at) => [at, method] as const))('canonicalisation %i', (at, method) => {
  test.each(named)('%s', (_name, document) => {
    if (xmlsec === undefined) return;
    const xml = signed(document, method, ['', 'ds', 'Y'][at % 3]);
    expect([xmlsec.verifies(xml), ours(xml)]).toEqual([true, expect.objectContaining({ ok: true })]);
  });
});

const prefixes = ['a', 'B', 'xsi', 'Z', '_', 'ñ', 'Ω'];
/** In ASCII, because a namespace is a URI. */
const uriOf = (prefix: string) => `urn:n${prefixes.indexOf(prefix)}`;
const space = fc.constantFrom('', ' ', '\n  ', '\r\n', '\t');
const piece = fc.constantFrom(
  'x',
  'é',
  '&amp;',
  '&#13;',
  '&#x9;',
  '<![CDATA[ <a> ]]>',
  '<!-- c -->',
  '<?c  d ?>',
  '\u0085',
  ' ',
  '\r\n',
  '&gt;',
  ']]&gt;',
);
const beside = fc.constantFrom('', '<?p?>', '<?p a  b?>', '<!-- c -->', '\n');
const attribute = fc.tuple(
  fc.constantFrom('', ...prefixes, 'xml'),
  fc.constantFrom('a', 'Z', 'ñ', 'lang'),
  fc.constantFrom('1', ' a  b ', '&#10;', '&lt;"'.replace('"', '&quot;'), "'"),
);
const attributesOf = (list: readonly (readonly [string, string, string])[]) =>
  [...new Map(list.map(([prefix, name, value]) => [`${prefix === '' ? '' : `${prefix}:`}${name}`, value]))]
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
const element = fc
  .record({
    prefix: fc.constantFrom('', ...prefixes),
    declares: fc.subarray(prefixes),
    namespace: fc.constantFrom('', ' xmlns=""', ' xmlns="urn:d"'),
    attributes: fc.array(attribute, { maxLength: 4 }),
    content: fc.array(piece, { maxLength: 4 }),
    space,
  })
  .map(({ prefix, declares, namespace, attributes, content, space: before }) => {
    const name = prefix === '' ? 'e' : `${prefix}:e`;
    const declared = declares.map((one) => ` xmlns:${one}="${uriOf(one)}:2"`).join('');
    return `${before}<${name}${declared}${namespace}${attributesOf(attributes)}>${content.join('')}</${name}>`;
  });
const documents = fc
  .record({
    before: fc.array(beside, { maxLength: 3 }),
    after: fc.array(beside, { maxLength: 3 }),
    order: fc.shuffledSubarray(prefixes, { minLength: prefixes.length }),
    namespace: fc.constantFrom('', ' xmlns="urn:d"'),
    elements: fc.array(element, { minLength: 1, maxLength: 4 }),
    space,
    method: fc.constantFrom(...methods),
    signaturePrefix: fc.constantFrom('', 'ds', 'Z'),
  })
  .map(({ before, after, order, namespace, elements, space: around, method, signaturePrefix }) => {
    const declared = order.map((one) => ` xmlns:${one}="${uriOf(one)}"`).join('');
    const document = `${before.join('')}<ECF${declared}${namespace}>${elements.join('')}${around}SIGNATURE${around}</ECF>${after.join('')}`;
    return { document: document.trimStart(), method, signaturePrefix };
  });

/** Some of these changes alter what is signed, and some do not. */
const changes: readonly ((xml: string) => string)[] = [
  (xml) => xml.replace('<ECF', '<?nuevo?><ECF'),
  (xml) => `${xml}<?nuevo?>`,
  (xml) => xml.replace(/<\?p[^?]*\?>/, ''),
  (xml) => xml.replace('<ECF', '<!-- nuevo --><ECF'),
  (xml) => xml.replace(/ xmlns:ñ="[^"]*"/, ' xmlns:ñ="urn:otra"'),
  (xml) => xml.replace('<ECF', '<ECF xmlns:nuevo="urn:nuevo"'),
  (xml) => xml.replace('<ECF', '<ECF xmlns:relativo="a/b"'),
  (xml) => xml.replace('<ECF', '<ECF xml:lang="es"'),
  (xml) => xml.replace('</ECF>', '<?nuevo?></ECF>'),
  (xml) => xml.replace(/ECF[^>]*>/, '$&<!-- nuevo -->'),
  (xml) => xml.replace(/SignedInfo>/, '$&<!-- nuevo -->'),
  (xml) => xml.replace(/SignedInfo>/, '$&<?nuevo?>'),
  (xml) => xml.replace(/e>/, 'e> '),
  (xml) => xml.replace(/&#13;/, ''),
  (xml) => xml.replace(/SignatureValue>\s*/, '$& \n'),
  (xml) => xml.replace(/DigestValue>/, '$& '),
  (xml) => xml.replace(/Reference URI=""/, 'Reference  Type="x" URI=""'),
];

test(`gives xmlsec1's verdict about ${generated} generated documents and their altered copies, seed ${seed}`, () => {
  if (xmlsec === undefined) return;
  const refused = { byXmlsec: 0, accepted: 0 };
  fc.sample(documents, { seed, numRuns: generated }).forEach(({ document, method, signaturePrefix }, at) => {
    const xml = signed(document, method, signaturePrefix);
    const copies = [xml, ...[0, 1, 2].map((step) => changes[(at + step * 4) % changes.length]!(xml))];
    for (const copy of copies) {
      const theirs = xmlsec!.verifies(copy);
      const found = ours(copy);
      if (theirs) refused.accepted += 1;
      else refused.byXmlsec += 1;
      expect({ ok: found.ok, copy, reason: found.ok ? '' : found.reason }).toMatchObject({ ok: theirs });
    }
  });
  // Both verdicts occurred, so the comparison says something.
  expect(Math.min(refused.accepted, refused.byXmlsec)).toBeGreaterThan(generated / 4);
});

test('a digest over the root alone is wrong when an instruction is beside it', () => {
  if (xmlsec === undefined) return;
  const alone = signed('<ECF><a/>SIGNATURE</ECF>', methods[0]!);
  expect(ours(alone)).toMatchObject({ ok: true });
  for (const beside of [alone.replace('<ECF', '<?p?><ECF'), `${alone}<?p?>`]) {
    expect(xmlsec.verifies(beside)).toBe(false);
    expect(verifyXml(beside)).toEqual({ ok: false, reason: 'content-altered' });
  }
});
