/** `npm run generate`: writes the files that are derived from tables in the code; generated-files.ts lists them. */
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
