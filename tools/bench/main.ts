/**
 * `npm run bench -- NAME`: measures, prints one table and ends. Compare figures only within one run on one machine: figures of
 * different machines or runs are not comparable. A bench that misses its goal exits with 1. With `--busy-machine` a missed goal is only
 * printed; use it to see that a bench works while other programs keep the machine busy.
 */
import { parseArgs } from 'node:util';
import { format, met, progress, type Bench, type Goal } from './bench.js';
import { api } from './scenarios/api/api.js';
import { checking } from './scenarios/core/checking.js';
import { core } from './scenarios/core/core.js';
import { print } from './scenarios/core/print.js';
import { growth } from './scenarios/growth.js';
import { limit } from './scenarios/limit.js';
import { registry } from './scenarios/registry.js';
import { search } from './scenarios/search.js';
import { send } from './scenarios/send.js';
import { sequences } from './scenarios/sequences.js';
import { web } from './scenarios/web/web.js';

const benches = new Map<string, Bench>(
  Object.entries({ api, checking, core, growth, limit, print, registry, search, send, sequences, web }),
);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  // The bench that has `vouchers` reads it again.
  options: { 'busy-machine': { type: 'boolean', default: false }, vouchers: { type: 'string' } },
});
const [name = ''] = positionals;
const bench = benches.get(name);
if (bench === undefined) {
  progress(`Usage: npm run bench -- ${[...benches.keys()].join(' | ')}`);
  process.exit(2);
}
const { table, goals, notes = [] } = await bench();
const lines = ['', format(table), '', ...notes, ...goals.map(verdict)];
const passes = values['busy-machine'] || goals.every(met);
process.stdout.write(`${lines.join('\n')}\n`, () => process.exit(passes ? 0 : 1));

function verdict(goal: Goal): string {
  const limit = 'atMost' in goal ? `at most ${goal.atMost}` : `at least ${goal.atLeast}`;
  return `goal: ${goal.name}: ${goal.figure.toFixed(2)}, ${limit}: ${met(goal) ? 'met' : 'MISSED'}`;
}
