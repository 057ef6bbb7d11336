/** Temporal counts as reachable only when it can read its database and has our namespace. */
import { Client, type ConnectionLike } from '@temporalio/client';
import { answersNow, temporalClient } from '../../../src/shared/temporal-client.js';
import { given } from '../../harness/given.js';
import { own } from '../../harness/own.js';

const address = given('TEST_TEMPORAL_ADDRESS');

test.each([
  { namespace: 'default', answers: true },
  { namespace: 'missing', answers: false },
])('Temporal runs: is it ready for the namespace $namespace? $answers', async ({ namespace, answers }) => {
  const client = temporalClient({ address, namespace }, 10_000);
  own('the connection', () => client.connection.close());
  expect(await answersNow(client)).toBe(answers);
});

test.each([
  { outcome: 'no such workflow', code: 5, answers: true },
  { outcome: 'the database is away', code: 14, answers: false },
  { outcome: 'no answer in time', code: 4, answers: false },
])(
  'Temporal’s server runs, and reading its database ends in "$outcome": is it ready? $answers',
  async ({ code, answers }) => {
    const failure = Object.assign(new Error('failed'), {
      code,
      details: 'failed',
      metadata: { get: () => [] },
    });
    const connection = {
      plugins: [],
      withDeadline: (_deadline: unknown, ask: () => Promise<unknown>) => ask(),
      workflowService: {
        // The frontend answers this one from its memory.
        getSystemInfo: () => Promise.resolve({}),
        describeWorkflowExecution: () => Promise.reject(failure),
      },
    } as unknown as ConnectionLike;
    expect(await answersNow(new Client({ connection }))).toBe(answers);
  },
);
