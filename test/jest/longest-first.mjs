/**
 * Jest's order of the test files: the longest first, so that no long one runs alone at the end. The seconds of the last run are in
 * .cache/test-seconds.txt (`slowest-files.mjs`). A file that it does not name, as in a fresh clone, comes by its folder.
 *
 * Plain JavaScript, because Jest does not transform its own sequencer.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createRequire } from 'node:module';

/** @typedef {{ path: string, context: { config: { rootDir: string } } }} Test */
/** @typedef {new (...args: readonly unknown[]) => object} Sequencer */

const { default: Sequencer } = /** @type {{ default: Sequencer }} */ (
  createRequire(import.meta.url)('@jest/test-sequencer')
);

/** About how many seconds a test file takes where it starts programs or servers, the longest first; elsewhere one. */
const usualSeconds = Object.entries({
  'test/chaos': 50,
  'test/flow/numbers/annulments': 50,
  'test/flow/vouchers/two-companies': 50,
  'test/flow/received/receiver': 40,
  'test/flow/service/operational': 30,
  'test/flow/service/start-refused': 30,
  'test/cli/with-worker': 30,
  'test/api/web/permissions': 25,
  'test/contract/overload': 20,
  'test/unit/documents/print/hostile': 20,
  'test/flow/buyers': 15,
  'test/flow/recovery': 15,
  'test/flow': 10,
  'test/cli': 8,
  'test/tools/stack': 8,
  'test/conformance': 8,
  'test/contract': 6,
  'test/api': 3,
});

export default class LongestFirst extends Sequencer {
  /** @param {readonly Test[]} tests */
  sort(tests) {
    const root = tests[0]?.context.config.rootDir ?? '.';
    const recorded = readSeconds(join(root, '.cache/test-seconds.txt'));
    const secondsOf = (/** @type {Test} */ { path }) => {
      const file = relative(root, path);
      return recorded.get(file) ?? usualSeconds.find(([start]) => file.startsWith(start))?.[1] ?? 1;
    };
    return [...tests].sort((a, b) => secondsOf(b) - secondsOf(a));
  }
}

/**
 * Reads the wall seconds, because waiting counts too.
 * @param {string} table
 * @returns {ReadonlyMap<string, number>} none before the first run
 */
function readSeconds(table) {
  try {
    const rows = readFileSync(table, 'utf8').matchAll(/^ +[\d.]+ +([\d.]+) {2}(\S+)$/gm);
    return new Map([...rows].map(([, seconds, file = '']) => [file, Number(seconds)]));
  } catch {
    return new Map();
  }
}
