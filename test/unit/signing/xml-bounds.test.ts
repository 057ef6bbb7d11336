/** The bounds of XML before it is parsed: the catalogue has no document that exceeds them. */
import { documentKinds } from '../../../src/ecf/catalogue/document-kind.js';
import { documentEntry } from '../../../src/ecf/catalogue/documents.js';
import { shapeOf, type Shape } from '../../../src/ecf/json/shape.js';
import { isTooLarge } from '../../../src/signing/verify/xml-bounds.js';

const lines = 1_000;

/** Every field of the catalogue with the fewest characters that an element can have. */
function emptyFields({ members }: Shape): string {
  return members
    .map(({ name, shape }) => {
      if (shape === undefined) return `<${name}/>`;
      const element = `<${name}>${emptyFields(shape)}</${name}>`;
      return name === 'Item' ? element.repeat(lines) : element;
    })
    .join('');
}

test.each(documentKinds)('a %s may have every field empty, on every line', (kind) => {
  const { name } = documentEntry(kind).root;
  expect(isTooLarge(`<${name}>${emptyFields(shapeOf(kind))}</${name}>`)).toBe(false);
});

test('each element may declare the namespaces that .NET writes', () => {
  const declarations =
    'xmlns="" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
  expect(isTooLarge(`<ECF>${`<Item ${declarations}>1</Item>`.repeat(10_000)}</ECF>`)).toBe(false);
});

test('quotes and equals signs in texts are no attributes', () => {
  expect(isTooLarge(`<ECF><NombreItem>${'a="b" '.repeat(100)}</NombreItem></ECF>`)).toBe(false);
});

test('a tag that never ends is looked through once', () => {
  // A pattern that fits in two ways would take minutes for this text.
  expect(isTooLarge(`<ECF ${'a="'.repeat(30_000)}`)).toBe(true);
});
