/** The connection over which a worker's pollers reach Temporal. It takes renewed certificates and keys without a restart. */
import { isDeepStrictEqual } from 'node:util';
import { NativeConnection, type NativeConnectionOptions } from '@temporalio/worker';
import { createRenewedAccess, type TemporalAccess } from '../shared/temporal-access.js';
import type { TemporalServer } from '../shared/temporal-client.js';

export async function openWorkerConnection(server: TemporalServer) {
  const { address, access: read, renewMs } = server;
  const renewed = read === undefined ? undefined : createRenewedAccess(read, renewMs ?? Infinity);
  let access = renewed?.current();
  const open = (as?: TemporalAccess) => NativeConnection.connect({ address, ...nativeOptions(as) });
  let connection = await open(access);

  return {
    current: () => connection,
    renew: async (use: (connection: NativeConnection) => void): Promise<void> => {
      const next = renewed?.current();
      if (next === undefined || next === access) return;
      if (!isDeepStrictEqual(next.tls, access?.tls)) {
        // If the new certificate is refused, the pollers keep the old connection, and the next round tries again.
        const fresh = await open(next);
        const old = connection;
        use(fresh);
        connection = fresh;
        access = next;
        await old.close();
        return;
      }
      if (next.apiKey !== undefined) await connection.setApiKey(next.apiKey);
      access = next;
    },
    close: () => connection.close(),
  };
}

function nativeOptions(access: TemporalAccess | undefined): NativeConnectionOptions {
  if (access === undefined) return {};
  const { tls, apiKey, metadata } = access;
  return {
    ...(metadata !== undefined && { metadata: { ...metadata } }),
    ...(apiKey !== undefined && { apiKey }),
    ...(tls !== undefined && {
      tls: {
        ...(tls.serverName !== undefined && { serverNameOverride: tls.serverName }),
        ...(tls.ca !== undefined && { serverRootCACertificate: tls.ca }),
        ...(tls.client !== undefined && {
          clientCertPair: { crt: tls.client.certificate, key: tls.client.key },
        }),
      },
    }),
  };
}
