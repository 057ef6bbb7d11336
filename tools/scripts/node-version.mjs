/**
 * Ends the program with one line when this Node is too old for the project. `npm ci` brings a Node for most platforms (tools/node),
 * and npm puts it before the machine's own. So this is about the other platforms, and about programs started without npm.
 *
 * The scripts import it first. Plain JavaScript, because it runs before anything is built.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';

const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
/** @type {unknown} */
const project = JSON.parse(text);
const { engines } = /** @type {{ engines: { node: string } }} */ (project);
const oldest = engines.node.replace('>=', '');
const numbers = (/** @type {string} */ version) => version.split('.').map(Number);
const [major = 0, minor = 0] = numbers(process.versions.node);
const [oldestMajor = 0, oldestMinor = 0] = numbers(oldest);
if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  process.stderr.write(
    `Node ${oldest} or later is needed, and this is ${process.versions.node}: use npm's scripts after \`npm ci\`, which brings Node 24 for most platforms, or install Node 24.\n`,
  );
  process.exit(1);
}
