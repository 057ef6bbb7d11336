/** A torture run whose outages and faults hit nothing has tested nothing, and reports that. */
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

test('no gap when every outage hit a voucher, a fault hit a request and a company was suspended', () => {
  expect(coverageGaps(full)).toEqual([]);
});

test.each([
  { name: 'an outage never hit a voucher', change: { met: { ...full.met, 'mongod kill': [0, 0] } } },
  { name: 'an outage never came', change: { met: { 'mongod kill': [1], 'worker kill': [1] } } },
  { name: 'no worker was killed', change: { met: { 'mongod kill': [1], 'delegation lose': [1] } } },
  { name: 'no fault hit a request', change: { faults: { slow: 0 } } },
  { name: 'no client saw a suspension', change: { suspended: 0 } },
])('$name', ({ change }) => {
  expect(coverageGaps({ ...full, ...change })).toEqual([expect.stringMatching(/^MET-NOTHING: /)]);
});
