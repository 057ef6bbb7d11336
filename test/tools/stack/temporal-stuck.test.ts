/** The embedded Temporal has lost its database only when its own message says so; no other error counts. */
import { saysInterrupted } from '../../../tools/stack/start-temporal.js';

test.each([
  { message: '14 UNAVAILABLE: GetNamespace operation failed. Error interrupted (9)', stuck: true },
  { message: '14 UNAVAILABLE: GetNamespace operation failed. Error: context canceled', stuck: false },
  { message: '4 DEADLINE_EXCEEDED: Deadline exceeded after 1.001s', stuck: false },
  { message: '14 UNAVAILABLE: No connection established', stuck: false },
])('$message: $stuck', ({ message, stuck }) => {
  expect(saysInterrupted(new Error(message))).toBe(stuck);
});
