/** A run that met nothing has tested nothing, and says so. */
import { coverageGaps } from '../../../tools/torture/coverage.mjs';

const planned = [
  { part: 'mongod', how: 'kill' },
  { part: 'delegation', how: 'lose' },
  { part: 'mongod', how: 'kill' },
];
const full = {
  planned,
  met: { 'mongod kill': [0, 3], 'delegation lose': [2], 'worker kill': [1] },
  faults: { slow: 2, 'status-500': 0 },
  suspended: 1,
};

test('every outage met a voucher at least once, a fault met a request, a company was suspended', () => {
  expect(coverageGaps(full)).toEqual([]);
});

test.each([
  { name: 'an outage always struck in vain', change: { met: { ...full.met, 'mongod kill': [0, 0] } } },
  { name: 'an outage never came', change: { met: { 'mongod kill': [1], 'worker kill': [1] } } },
  { name: 'no worker was killed', change: { met: { 'mongod kill': [1], 'delegation lose': [1] } } },
  { name: 'no fault met a request', change: { faults: { slow: 0 } } },
  { name: 'nobody heard of a suspension', change: { suspended: 0 } },
])('$name', ({ change }) => {
  expect(coverageGaps({ ...full, ...change })).toEqual([expect.stringMatching(/^MET-NOTHING: /)]);
});
