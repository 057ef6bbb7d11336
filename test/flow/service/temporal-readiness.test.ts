/** Temporal counts as reachable only when it can read its database and has our namespace. A closed connection ends its calls. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { status } from '@grpc/grpc-js';
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

test('a call that Temporal’s client repeats after the connection was closed is rejected', async () => {
  // Ends each connection, so that the client repeats its call. It waits 100 ms or more before it does.
  const hangsUp = createServer((socket) => socket.destroy());
  own('the server', () => promisify(hangsUp.close.bind(hangsUp))());
  await once(hangsUp.listen(0, '127.0.0.1'), 'listening');
  const { port } = hangsUp.address() as AddressInfo;
  const called = once(hangsUp, 'connection');
  const client = temporalClient({ address: `127.0.0.1:${port}`, namespace: 'default' }, 10_000);
  const describe = () => client.workflowService.describeNamespace({ namespace: 'default' });
  const repeated = describe().catch((error: unknown) => error);
  await called;
  await client.connection.close();
  expect(await repeated).toMatchObject({ code: status.CANCELLED });
  await expect(describe()).rejects.toMatchObject({ code: status.CANCELLED });
});
