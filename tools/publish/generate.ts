/**
 * `npm run generate`: writes the files that are derived from the field catalogue, the rules, the error table and the font of the printed form:
 * the XSDs, the TypeScript types of the vouchers, docs/integrar/validacion.md, which characters can be drawn, and parts of docs/integrar/errores.md and
 * openapi.yaml. A test checks that they are current.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { projectFile } from '../../src/shared/project-file.js';
import { generatedFiles } from './generated-files.js';

const outdated = generatedFiles().filter(({ path, text }) => {
  const file = projectFile(path);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
});
for (const { path, text } of outdated) {
  writeFileSync(projectFile(path), text);
  process.stdout.write(`${path}\n`);
}
const summary = outdated.length === 0 ? 'All generated files are current.' : `${outdated.length} written.`;
process.stdout.write(`${summary}\n`);
