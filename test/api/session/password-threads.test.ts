/** Passwords of callers that may be guessing are checked, and new ones hashed, in threads that give way to all other work. */
import { constants } from 'node:os';
import { createPasswordThreads } from '../../../src/api/session/password-threads.js';
import { openScope } from '../../harness/own.js';
import { cheapHash } from '../../harness/samples/cheap-hash.js';
import { threadPriorities } from '../../harness/processes/thread-priorities.js';

const { own } = openScope('the threads');
const threads = createPasswordThreads();
own('the threads', () => threads.close());
const hash = cheapHash('una-clave');

test.each([
  { password: 'una-clave', matches: true },
  { password: 'otra', matches: false },
])('$password: $matches', async ({ password, matches }) => {
  expect(await threads.verify({ password, hash })).toBe(matches);
});

test('a new password is hashed, each time with another salt', async () => {
  const [one, other] = [await threads.hash('una-clave'), await threads.hash('una-clave')];
  expect(await threads.verify({ password: 'una-clave', hash: one })).toBe(true);
  expect(one).not.toBe(other);
});

test('a stored text that is not a hash is an error, and the next password is checked', async () => {
  await expect(threads.verify({ password: 'una-clave', hash: 'x' })).rejects.toThrow('Not a password hash');
  expect(await threads.verify({ password: 'una-clave', hash })).toBe(true);
});

test('on Linux they have a lower priority than the process', async () => {
  if (process.platform !== 'linux') return;
  await threads.verify({ password: 'una-clave', hash });
  const { process: own, threads: priorities } = threadPriorities();
  expect(own).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL);
  expect(priorities).toContain(constants.priority.PRIORITY_BELOW_NORMAL);
});
