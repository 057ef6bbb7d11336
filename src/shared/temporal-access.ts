/** With what our processes identify themselves to Temporal: certificates, keys, API keys. All of it may be renewed while they run. */
import { rootCertificates } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import type { experimental } from '@grpc/grpc-js';

export interface TemporalAccess {
  /** Absent: the connection is not encrypted. */
  readonly tls?: TemporalTls;
  /** Sent with each call. Only over TLS. */
  readonly apiKey?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface TemporalTls {
  /** The name in the server's certificate, if it is not the host of the address. */
  readonly serverName?: string;
  /** The authorities that may have issued the server's certificate, in PEM. Absent: the public ones. */
  readonly ca?: Buffer;
  /** Our own certificate, in PEM, for a server that asks for one. */
  readonly client?: { readonly certificate: Buffer; readonly key: Buffer };
}

/** Reads it anew each time. Throws if a file cannot be used, for example because it is half written. */
export type ReadTemporalAccess = () => TemporalAccess;

export type RenewedAccess = ReturnType<typeof createRenewedAccess>;

/** The access as the files say it now. If they cannot be used, the last good one stays. */
export function createRenewedAccess(read: ReadTemporalAccess, everyMs: number) {
  let access = read();
  let readAtMs = performance.now();
  return {
    everyMs,
    current: (): TemporalAccess => {
      if (performance.now() - readAtMs < everyMs) return access;
      readAtMs = performance.now();
      try {
        const next = read();
        // The same object as long as nothing changed, so that a caller can compare.
        if (!isDeepStrictEqual(next, access)) access = next;
      } catch {
        // The next read, or the next start, names the fault.
      }
      return access;
    },
  };
}

type CertificateProvider = experimental.CertificateProvider;

/** For gRPC, which takes certificates at the beginning of each connection. It gets the renewed ones while it has any connection. */
export function certificateProvider({ current, everyMs }: RenewedAccess): CertificateProvider {
  const listeners = new Map<object, (tls: TemporalTls) => void>();
  let shown = current().tls;
  let timer: NodeJS.Timeout | undefined;
  const add = (listener: object, tell: (tls: TemporalTls) => void) => {
    listeners.set(listener, tell);
    shown = current().tls;
    tell(shown ?? {});
    if (everyMs !== Infinity)
      timer ??= setInterval(() => {
        const { tls } = current();
        if (tls === shown || tls === undefined) return;
        shown = tls;
        for (const each of listeners.values()) each(tls);
      }, everyMs).unref();
  };
  const remove = (listener: object) => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const publicAuthorities = Buffer.from(rootCertificates.join('\n'));
  return {
    addCaCertificateListener: (listener) =>
      add(listener, ({ ca }) => listener({ caCertificate: ca ?? publicAuthorities })),
    removeCaCertificateListener: remove,
    addIdentityCertificateListener: (listener) =>
      add(listener, ({ client }) =>
        listener(client === undefined ? null : { certificate: client.certificate, privateKey: client.key }),
      ),
    removeIdentityCertificateListener: remove,
  };
}
