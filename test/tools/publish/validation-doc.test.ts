/** docs/integrar/validacion.md lists every code. */
import { readFileSync } from 'node:fs';
import { rules } from '../../../src/ecf/rules/rules.js';
import { validationDoc } from '../../../tools/publish/validation-doc.js';

test('docs/integrar/validacion.md is what `npm run generate` writes', () => {
  const committed = readFileSync(new URL('../../../docs/integrar/validacion.md', import.meta.url), 'utf8');
  expect(committed).toBe(validationDoc());
});

test('every rule has its row: code, severity, source', () => {
  const rows = validationDoc()
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const missing = rules.filter(
    ({ code, severidad }) =>
      rows.filter((row) => row.startsWith(`| \`${code}\``) && row.includes(`| ${severidad} `)).length !== 1,
  );
  expect(missing.map(({ code }) => code)).toEqual([]);
});

test('the codes that structure.ts itself names are listed too', () => {
  const structure = readFileSync(new URL('../../../src/ecf/json/structure.ts', import.meta.url), 'utf8');
  const own = [...structure.matchAll(/rejection\(\s*'([A-Z_]+)'/gu)].map(([, code]) => code);
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((code) => !validationDoc().includes(`\`${code}\``))).toEqual([]);
});
