/**
 * `npm run bench -- NAME`: measures, prints one table and ends. Compare figures only within one run on one machine: figures of
 * different machines or runs are not comparable. A bench that misses its goal exits with 1.
 */
import { measureCore } from './scenarios/core.mjs';
import { growth } from './scenarios/growth.mjs';
import { limit } from './scenarios/limit.mjs';
import { registry } from './scenarios/registry.mjs';
import { send } from './scenarios/send.mjs';
import { sequences } from './scenarios/sequences.mjs';

const benches = { core: measureCore, growth, limit, registry, send, sequences };

const [name] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name ?? '') ? benches[name] : undefined;
if (bench === undefined) {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}`);
  process.exit(2);
}
const { table, notes, ok } = await bench();
console.log(`\n${format(table)}\n`);
for (const note of notes) console.log(note);
process.exit(ok ? 0 : 1);

/** Columns are as wide as their widest cell; all but the first are aligned right. */
function format(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
