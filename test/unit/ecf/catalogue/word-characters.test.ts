/**
 * `\w` of XML Schema in the field types: our regular expressions, our XSD and the official patterns accept the same texts.
 * libxml2 checks the last two.
 */
import { XmlDocument } from 'libxml2-wasm';
import { email, terminoPago, type TextType } from '../../../../src/ecf/catalogue/field-types.js';
import { compileXsd } from '../../../../src/documents/check/xsd-validator.js';
import { own } from '../../../harness/own.js';

/** The patterns as in the ten official schemas. */
const official = {
  email: String.raw`\w+([-+.]\w+)*@\w+([-.]\w+)*\.\w+([-.]\w+)*`,
  terminoPago: String.raw`[\s\d\w]{1,15}`,
};

function matcher(pattern: string): (text: string) => boolean {
  const xsd = compileXsd(
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="r"><xs:simpleType>' +
      `<xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction>` +
      '</xs:simpleType></xs:element></xs:schema>',
  );
  own('the schema', () => xsd.dispose());
  return (text) => {
    const characters = Array.from(text, (one) => `&#${one.codePointAt(0)};`).join('');
    const document = XmlDocument.fromString(`<r>${characters}</r>`);
    try {
      xsd.validate(document);
      return true;
    } catch {
      return false;
    } finally {
      document.dispose();
    }
  };
}

const patternsOf = ({ form }: TextType, theirs: string) => {
  const [ours, dgii] = [matcher(form!.xsd), matcher(theirs)];
  return (text: string) => ({ regexp: form!.regexp.test(text), xsd: ours(text), official: dgii(text) });
};
const all = (verdict: boolean) => ({ regexp: verdict, xsd: verdict, official: verdict });

test.each([
  { text: 'ana@b.example', passes: true },
  { text: 'a$b@x.com', passes: true },
  { text: 'a+b=c<d>e^f|g~h`@x.com', passes: true },
  { text: '+@+.+', passes: true },
  { text: 'José.Núñez@correo.example', passes: true },
  { text: 'n\u0303@x.com', passes: true, why: 'n and a combining tilde' },
  { text: '१२@x.com', passes: true, why: 'digits of another script' },
  { text: '²Ⅷ@x.com', passes: true, why: 'numbers that are no digits' },
  { text: '€@x.com', passes: true, why: 'a currency sign' },
  { text: '😀@x.com', passes: true, why: 'a symbol beyond the basic plane' },
  { text: '𝒜𐐀@x.com', passes: true, why: 'letters beyond the basic plane' },
  { text: 'juan_perez@gmail.com', passes: false },
  { text: 'a‿b@x.com', passes: false, why: 'another connector' },
  { text: 'a%b@x.com', passes: false },
  { text: "o'neil@x.com", passes: false },
  { text: 'a&b@x.com', passes: false },
  { text: 'a b@x.com', passes: false },
  { text: 'a\u00A0b@x.com', passes: false, why: 'a separator' },
  { text: 'a\u200Bb@x.com', passes: false, why: 'a format character' },
  { text: 'a@x_y.com', passes: false },
  { text: 'a@b', passes: false },
  { text: 'a.@b.com', passes: false },
])('CorreoEmisor and CorreoComprador: $text passes: $passes', ({ text, passes }) => {
  expect(patternsOf(email, official.email)(text)).toEqual(all(passes));
});

test.each([
  { text: '30 dias+', passes: true },
  { text: '30 días', passes: true },
  { text: 'a\tb\nc', passes: true },
  { text: '$100 = ~€', passes: true },
  { text: '😀'.repeat(15), passes: true },
  { text: '30_dias', passes: false },
  { text: '30-días', passes: false },
  { text: '30 días.', passes: false },
  { text: 'a, b', passes: false },
  { text: '50%', passes: false },
  { text: '#30', passes: false },
  { text: 'a\u00A0b', passes: false },
])('TerminoPago: $text passes: $passes', ({ text, passes }) => {
  expect(patternsOf(terminoPago, official.terminoPago)(text)).toEqual(all(passes));
});

test('all three agree on every short combination of a letter and the signs of an address', () => {
  const verdicts = patternsOf(email, official.email);
  const texts = ['a', '+', '-', '.', '@'];
  const longest = 5;
  const differing: string[] = [];
  let compared = 0;
  for (let length = 1, grown = texts; length <= longest; length++) {
    for (const text of grown) {
      const { regexp, xsd, official: dgii } = verdicts(text);
      if (regexp !== xsd || xsd !== dgii) differing.push(text);
      compared++;
    }
    grown = grown.flatMap((text) => texts.map((one) => text + one));
  }
  expect(differing).toEqual([]);
  expect(compared).toBe(5 + 25 + 125 + 625 + 3125);
});

/** Their class changed in a Unicode version later than libxml2's. The schema decides, and refuses them. */
const reclassified = ['\u166D', '\u17B4', '\u17B5', '\u23B4', '\u23B5', '\u23B6'];

test('no other character of the first two planes passes our expression and fails the schema', () => {
  const inXsd = matcher(String.raw`\w`);
  const inRegexp = new RegExp(terminoPago.form!.character!.source, 'u');
  const wider: string[] = [];
  for (let point = 0x21; point < 0x20000; point++) {
    if (point >= 0xd800 && point < 0xe000) continue;
    const one = String.fromCodePoint(point);
    if (inRegexp.test(one) && !inXsd(one)) wider.push(one);
  }
  expect(wider.filter((one) => !reclassified.includes(one))).toEqual([]);
});

test('within Latin-1 the two differ in § and ¶ only, which are punctuation since Unicode 6.1', () => {
  const inXsd = matcher(String.raw`\w`);
  const inRegexp = new RegExp(terminoPago.form!.character!.source, 'u');
  const points = Array.from({ length: 0x100 - 0x21 }, (_, index) => String.fromCodePoint(0x21 + index));
  // Neither includes the control characters from 7F to 9F.
  expect(points.filter((one) => inRegexp.test(one) !== inXsd(one))).toEqual(['§', '¶']);
});
