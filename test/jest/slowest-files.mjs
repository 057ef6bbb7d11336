/**
 * A Jest reporter. At the end of a run it prints the test files that took the most processor time. After a run of all files it
 * writes them to .cache/test-seconds.txt. `processor-seconds.mjs` counts the processor seconds.
 *
 * Plain JavaScript, because Jest does not transform its own reporters.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** @typedef {{ testFilePath: string, perfStats: { start: number, end: number }, processorSeconds?: number }} FileResult */

const shownMax = 15;
const table = '.cache/test-seconds.txt';

export default class SlowestFiles {
  /** @param {{ rootDir: string, testPathPatterns: { isSet(): boolean } }} config */
  constructor({ rootDir, testPathPatterns }) {
    this.rootDir = rootDir;
    this.all = !testPathPatterns.isSet();
  }

  /**
   * @param {unknown} _contexts
   * @param {{ testResults: readonly FileResult[] }} results
   */
  onRunComplete(_contexts, { testResults }) {
    const files = testResults
      .map(({ testFilePath, perfStats, processorSeconds = 0 }) => ({
        path: relative(this.rootDir, testFilePath),
        seconds: (perfStats.end - perfStats.start) / 1000,
        processorSeconds,
      }))
      .sort((a, b) => b.processorSeconds - a.processorSeconds);
    const sum = files.reduce((total, { processorSeconds }) => total + processorSeconds, 0);
    const rows = files.map((file) => row(file.processorSeconds, file.seconds, file.path));
    const header = 'processor s    wall s  test file';
    if (this.all) {
      mkdirSync(join(this.rootDir, '.cache'), { recursive: true });
      writeFileSync(join(this.rootDir, table), [header, ...rows, ''].join('\n'));
    }
    if (files.length < 2) return;
    const all = row(sum, undefined, `all ${files.length} files${this.all ? `: ${table}` : ''}`);
    process.stderr.write(`\n${[header, ...rows.slice(0, shownMax), all].join('\n')}\n`);
  }
}

/**
 * @param {number} processorSeconds
 * @param {number | undefined} seconds
 * @param {string} text
 */
function row(processorSeconds, seconds, text) {
  return `${processorSeconds.toFixed(1).padStart(11)}${(seconds?.toFixed(1) ?? '').padStart(10)}  ${text}`;
}
