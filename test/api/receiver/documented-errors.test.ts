/** docs/operate/receiver.md says of each answer of the receiver when it comes and what the sender should do. */
import { readFileSync } from 'node:fs';
import { receiverErrors } from '../../../src/api/receiver/receiver-error.js';
import { errorTable, type ErrorCode } from '../../../src/shared/errors.js';

/** What the receiver shares with the api. */
const shared: readonly ErrorCode[] = [
  ...(['TOKEN_MISSING', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'METHOD_NOT_ALLOWED'] as const),
  ...(['REQUEST_TIMEOUT', 'BODY_TOO_LARGE', 'TOO_MANY_REQUESTS'] as const),
  ...(['LEDGER_UNAVAILABLE', 'OVERLOADED'] as const),
];

test('the table has each code once, with its status', () => {
  const rows = readFileSync('docs/operate/receiver.md', 'utf8').matchAll(/^\| (\d{3}) +\| `([A-Z_]+)`/gm);
  const documented = Array.from(rows, ([, status, code]) => `${status} ${code}`);
  const own = Object.entries(receiverErrors).map(([code, { status }]) => `${status} ${code}`);
  const others = shared.map((code) => `${errorTable[code].status} ${code}`);
  expect(documented.sort()).toEqual([...own, ...others].sort());
});
