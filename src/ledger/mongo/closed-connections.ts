/**
 * Works around a defect of the MongoDB driver (7.9.0 and earlier). When mongod closes a connection, Node destroys the socket first and
 * reports `close` a moment later. A command that the driver writes in between fails silently: the driver then waits for ever until the
 * socket has room again, and the connection never returns to the pool. With this workaround such a command fails with a network error,
 * and the driver tries it again like any other. Remove it when test/flow/ledger/closed-connections.test.ts passes without.
 */
import { createRequire } from 'node:module';

/** What we use of the driver's class. It is not in the driver's types. */
interface Connection {
  readonly closed: boolean;
  readonly error: Error;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
  writeCommand(...command: unknown[]): Promise<void>;
}

const { Connection: driversClass } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
  readonly Connection: { readonly prototype: Connection };
};
/** `Symbol.for` is shared, so the driver is changed once even if tests load this file twice. */
const mended = Symbol.for('ecf-issuer: writes to closed connections fail');

/** Changes the driver for the whole process. Call it before the first connection. */
export function failWritesToClosedConnections(): void {
  const connection = driversClass.prototype;
  if (Object.hasOwn(connection, mended)) return;
  Object.defineProperty(connection, mended, { value: true });
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
  const write = connection.writeCommand;
  connection.writeCommand = function (this: Connection, ...command: unknown[]) {
    return new Promise((resolve, reject) => {
      const fail = () => reject(this.error);
      if (this.closed) {
        fail();
        return;
      }
      this.once('close', fail);
      write
        .apply(this, command)
        .finally(() => this.off('close', fail))
        .then(resolve, reject);
    });
  };
}
