/** readJson compared with JSON.parse: same values, same refusals. It also reports what JSON.parse would lose silently. */
import fc from 'fast-check';
import { jsonLimits, readJson } from '../../../../src/ecf/json/read-json.js';

function read(text: string, limits = jsonLimits) {
  const reading = readJson(text, limits);
  if (!reading.ok) throw new Error(`${reading.reason} at ${reading.position}`);
  return reading;
}

/** Ordinary objects, so that toEqual and JSON.stringify compare values only. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

test('every JSON value is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(plain(read(text).value)).toEqual(plain(JSON.parse(text)));
    }),
  );
});

test('every text is accepted or refused as JSON.parse does', () => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    'a',
    '0',
    '1',
    '-',
    '.',
    'e',
    '+',
    'true',
    'null',
    ' ',
    '\n',
    '\\u00e9',
    '\\x',
    '\u0001',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      let parses = true;
      try {
        JSON.parse(text);
      } catch {
        parses = false;
      }
      expect(readJson(text, jsonLimits).ok).toBe(parses);
    }),
    { numRuns: 3000 },
  );
});

test('a number with no more digits than its double is exact', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(read(JSON.stringify([value])).faults).toEqual([]);
    }),
  );
});

test.each([
  { name: 'zero with sign and exponent', text: '-0.00e99', faults: 0 },
  { name: 'trailing zeros', text: '1.50000000000000000000000', faults: 0 },
  { name: 'exponent that only moves the point', text: '150e-2', faults: 0 },
  { name: '16 digits that a double holds', text: '1234567890123.25', faults: 0 },
  { name: '18 digits that a double does not hold', text: '1234567890123456.78', faults: 1 },
  { name: 'an odd integer above 2^53', text: '9007199254740993', faults: 1 },
  { name: 'too large for a double', text: '1e400', faults: 1 },
  { name: 'too small for a double', text: '1e-400', faults: 1 },
  { name: 'a decimal that would be rounded', text: '0.1000000000000000055', faults: 1 },
])('numbers: $name', ({ text, faults }) => {
  const reading = read(`{"a":[{"b":0},{"b":${text}}]}`);
  expect(reading.faults.map((fault) => [fault.code, fault.campo])).toEqual(
    Array.from({ length: faults }, () => ['ESTRUCTURA-15', 'a[1].b']),
  );
});

test('a duplicate key is a fault with its path, even when both values are equal', () => {
  const reading = read('{"ECF":{"Item":[{"a":1},{"a":null,"a":1}]},"x":{},"x":2}');
  expect(reading.faults.map((fault) => [fault.code, fault.campo])).toEqual([
    ['ESTRUCTURA-14', 'ECF.Item[1].a'],
    ['ESTRUCTURA-14', 'x'],
  ]);
});

test('names of the prototype chain are ordinary keys', () => {
  const text =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"hasOwnProperty":2}';
  const reading = read(text);
  expect(reading.faults).toEqual([]);
  expect(Object.keys(reading.value as object)).toEqual([
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ]);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect((read('{}').value as { toString?: unknown }).toString).toBeUndefined();
});

test.each([
  { name: 'depth at the limit', text: '['.repeat(64) + ']'.repeat(64), outcome: 'ok' },
  { name: 'depth above the limit', text: '['.repeat(65) + ']'.repeat(65), outcome: 'depth' },
  { name: 'a million opening brackets', text: '['.repeat(1_000_000), outcome: 'depth' },
  { name: 'a million values', text: `[${'0,'.repeat(999_998)}0]`, outcome: 'ok' },
  { name: 'one value more', text: `[${'0,'.repeat(999_999)}0]`, outcome: 'nodes' },
  { name: 'nothing', text: '', outcome: 'syntax' },
  { name: 'two values', text: '1 2', outcome: 'syntax' },
  { name: 'an unfinished string', text: '"abc', outcome: 'syntax' },
  { name: 'a line break inside a string', text: '"a\nb"', outcome: 'syntax' },
])('limits: $name', ({ text, outcome }) => {
  const reading = readJson(text, jsonLimits);
  expect(reading.ok ? 'ok' : reading.reason).toBe(outcome);
});

test('the number of faults is bounded', () => {
  expect(read(`[${'1e400,'.repeat(50_000)}0]`).faults.length).toBe(1000);
});
