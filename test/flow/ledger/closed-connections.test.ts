/**
 * Tests a connection that mongod has closed, but whose `close` event Node has not reported yet. A query through it at that moment gets an
 * answer or fails. The driver alone would wait for ever (src/ledger/mongo/closed-connections.ts).
 */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { LedgerUnavailableError } from '../../../src/ledger/unavailable.js';
import { openLedger } from '../../harness/ledger.js';
import { until } from '../../harness/until.js';

/** More requests than the pool has connections, so that the test notices a connection that is not returned. */
const requests = 60;

test('a query through a closed connection does not wait for ever, and the connection returns to the pool', async () => {
  const sockets: Socket[] = [];
  subscribe('net.client.socket', (message) => sockets.push((message as { readonly socket: Socket }).socket));
  const { store } = await openLedger();
  const expiresAt = new Date(Date.now() + 60_000);
  const askAll = () =>
    Promise.allSettled(
      Array.from({ length: requests }, (_, n) =>
        n % 2 === 0 ? store.count('a', 1, expiresAt) : store.ping(),
      ),
    );
  const refused = (answers: Awaited<ReturnType<typeof askAll>>) =>
    answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));

  for (let round = 0; round < 3; round += 1) {
    expect(refused(await askAll())).toEqual([]);
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const reason of refused(await askAll())) expect(reason).toBeInstanceOf(LedgerUnavailableError);
    const answers = () =>
      store
        .ping()
        .then(() => true)
        .catch(() => false);
    await until('an answer on new connections', answers);
  }
}, 60_000);
