/**
 * The format check of `npm test`: Prettier on each file that did not pass before with the same text (`passed-before.mjs`).
 * `npm run format` corrects what it finds.
 *
 * Plain JavaScript, because it runs before anything is built.
 */
import { extname, join } from 'node:path';
import * as prettier from 'prettier';
import { hashOf, passedBefore, projectFiles, root } from './passed-before.mjs';

const files = projectFiles();
const common = [
  prettier.version,
  ...['prettier.config.js', '.prettierignore'].map((path) => files.get(path) ?? ''),
];
const passed = passedBefore('format');
/** @type {string[]} */
const faulty = [];
/** @type {string[]} */
const clean = [];
for (const [path, text] of files) {
  // The ending decides how Prettier reads the text.
  const key = hashOf([...common, extname(path) || path, text]);
  if (passed.has(key)) continue;
  const file = join(root, path);
  const info = await prettier.getFileInfo(file, { ignorePath: join(root, '.prettierignore') });
  if (info.ignored || info.inferredParser === null) continue;
  try {
    const options = await prettier.resolveConfig(file);
    if (await prettier.check(text, { ...options, filepath: file })) clean.push(key);
    else faulty.push(path);
  } catch (error) {
    faulty.push(`${path}: ${String(error)}`);
  }
}
passed.add(clean);
if (faulty.length > 0) {
  process.stdout.write(`npm run format corrects these files:\n${faulty.join('\n')}\n`);
  process.exitCode = 1;
}
