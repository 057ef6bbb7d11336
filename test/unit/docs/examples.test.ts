/** How a test reads the examples of a page: a wrong answer in the page is found, and no block is left out silently. */
import { difference } from '../../harness/docs/expected.js';
import { readPage } from '../../harness/docs/page.js';

const fence = '```';
const block = (info: string, text = 'x') => `${fence}${info}\n${text}\n${fence}\n`;
const json = (text: string) => ({ line: 1, form: 'json', text }) as const;
const text = (lines: string) => ({ line: 1, form: 'text', text: lines }) as const;
const printed =
  'antes\n{"codigo":200,"data":{"ecf":"E310000000007","accepted":1,"list":[{"a":1},{"a":2}]}}\n\n';

test.each([
  { name: 'fewer members', wanted: '{"codigo":200}' },
  { name: 'text that changes', wanted: '{"data":{"ecf":"E31…"}}' },
  { name: 'a whole list', wanted: '{"data":{"list":[{},{"a":2}]}}' },
  { name: 'the beginning of a list', wanted: '{"data":{"list":[{"a":1},"…"]}}' },
])('the page may show $name', ({ wanted }) => {
  expect(difference(printed, json(wanted))).toBeUndefined();
});

test.each([
  { name: 'another number', wanted: '{"data":{"accepted":0}}' },
  { name: 'a number as text', wanted: '{"data":{"accepted":"1"}}' },
  { name: 'null instead of a number', wanted: '{"data":{"accepted":null}}' },
  { name: 'another text', wanted: '{"data":{"ecf":"E32…"}}' },
  { name: 'a member that is not there', wanted: '{"data":{"status":"Aceptado"}}' },
  { name: 'null for a member that is not there', wanted: '{"data":{"status":null}}' },
  { name: 'a shorter list', wanted: '{"data":{"list":[{"a":1}]}}' },
  { name: 'a longer list', wanted: '{"data":{"list":[{"a":1},{"a":2},{"a":3},"…"]}}' },
  { name: 'an object instead of a list', wanted: '{"data":{"list":{"a":1}}}' },
])('the page may not show $name', ({ wanted }) => {
  expect(difference(printed, json(wanted))).toMatch(/^salida/);
});

test('an example that prints no JSON is not what the page shows', () => {
  expect(difference('curl: (7) nada\n', json('{"codigo":200}'))).toMatch(/^salida is undefined/);
});

test('lines are found in their order, and all of them', () => {
  expect(difference('uno\ndos: 2\ntres\n', text('uno\ndos: …\n'))).toBeUndefined();
  expect(difference('uno\ndos: 2\n', text('dos: 2\nuno\n'))).toBe('no line is uno');
});

test('a page has examples in tabs with one output, files, and blocks that say why they are not run', () => {
  const tabs = `<!-- tabs -->\n\n${block('bash [curl]')}\n${block('ts [TypeScript]')}\n<!-- /tabs -->\n`;
  const page = readPage(
    [
      block('json [factura.json]', '{}'),
      tabs,
      block('json salida', '{}'),
      block('bash no-run: no está'),
    ].join('\n'),
  );
  expect(page.files).toEqual([{ name: 'factura.json', text: '{}\n' }]);
  expect(page.examples.map(({ language, expected }) => [language, expected?.text])).toEqual([
    ['bash', '{}\n'],
    ['ts', '{}\n'],
  ]);
  expect(page.notRun).toEqual(['bash: no está']);
});

test.each(['', 'json', 'sh', 'bash no-run', 'bash no-run:', 'bash salida', 'ts titulo'])(
  'a block whose info string is "%s" is refused',
  (info) => {
    expect(() => readPage(block(info))).toThrow('neither runs nor says why it does not');
  },
);

test('an output without an example before it is refused, and so is a second one', () => {
  expect(() => readPage(block('json salida', '{}'))).toThrow('no example before this output');
  const twice = block('bash') + block('json salida', '{}') + block('json salida', '{}');
  expect(() => readPage(twice)).toThrow('no example before this output');
});

test('a block without its end is refused', () => {
  expect(() => readPage(`${fence}bash\nx\n`)).toThrow('has no end');
});
