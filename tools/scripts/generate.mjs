/**
 * `npm run generate`: writes the files derived from the field catalogue and the rules: the XSDs, the TypeScript types of the
 * vouchers, and docs/validation.md. A test proves that they are current.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from '../../dist/src/ecf/publish/generated-files.js';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

let written = 0;
for (const { path, text } of generatedFiles()) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  written++;
  console.log(path);
}
console.log(written === 0 ? 'All generated files are current.' : `${written} written.`);
