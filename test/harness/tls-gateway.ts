/**
 * A frontend of Temporal that asks for certificates and API keys, before the run's Temporal, which asks for none. It speaks TLS and HTTP/2
 * as a cluster with `requireClientAuth` does, and passes each call on.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  connect,
  constants,
  createSecureServer,
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import forge from 'node-forge';
import { given } from './given.js';
import { own } from './own.js';

export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

const dayMs = 86_400_000;

/** @param signer absent: an authority that signs itself */
export function makeCertificate(
  name: string,
  signer?: KeyPair,
  {
    altName = name,
    ends = new Date(Date.now() + dayMs),
  }: { readonly altName?: string; readonly ends?: Date } = {},
): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = `01${randomBytes(8).toString('hex')}`;
  certificate.validity.notBefore = new Date(Math.min(Date.now(), ends.getTime()) - dayMs);
  certificate.validity.notAfter = ends;
  certificate.setSubject([{ name: 'commonName', value: name }]);
  const issuer = signer === undefined ? certificate : forge.pki.certificateFromPem(signer.certificate);
  certificate.setIssuer(issuer.subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: signer === undefined, critical: true },
    ...(signer === undefined ? [] : [{ name: 'subjectAltName', altNames: [{ type: 2, value: altName }] }]),
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(signer?.key ?? privateKey), forge.md.sha256.create());
  return { certificate: forge.pki.certificateToPem(certificate), key: privateKey };
}

interface GatewayOptions {
  readonly server: KeyPair;
  /** The authority whose clients it lets in; absent: it asks for no certificate. */
  readonly clients?: KeyPair;
}

export interface TlsGateway {
  /** `127.0.0.1:port` */
  readonly address: string;
  /** From now on only these clients and keys get in. Ends all connections, because certificates are checked only when one begins. */
  change(demands: { readonly clients?: KeyPair; readonly apiKeys?: readonly string[] }): void;
  /** Calls of this service are refused, as Temporal Cloud does with the operator service. */
  refuse(service: string): void;
  /** The fingerprints (SHA-256) of the certificates with which clients came, and the API keys of their calls. */
  readonly seen: { readonly certificates: Set<string>; readonly apiKeys: Set<string> };
}

const grpcRefused = { denied: '7', unauthenticated: '16' } as const;

export async function startTlsGateway({ server: identity, clients }: GatewayOptions): Promise<TlsGateway> {
  const upstream = connect(`http://${given('TEST_TEMPORAL_ADDRESS')}`);
  own("the gateway's connection", () => upstream.destroy());
  const sessions = new Set<ServerHttp2Session>();
  const refused = new Set<string>();
  const seen = { certificates: new Set<string>(), apiKeys: new Set<string>() };
  let keys: readonly (string | undefined)[] | undefined;

  const options = (authority?: KeyPair) => ({
    cert: identity.certificate,
    key: identity.key,
    ...(authority && { ca: authority.certificate }),
  });
  const gateway: Http2SecureServer = createSecureServer({
    ...options(clients),
    ...(clients && { requestCert: true, rejectUnauthorized: true }),
  });
  gateway.on('secureConnection', (socket) => {
    const { fingerprint256 } = socket.getPeerCertificate();
    if (fingerprint256 !== undefined) seen.certificates.add(fingerprint256);
  });
  gateway.on('sessionError', () => undefined);
  gateway.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => undefined);
  });
  gateway.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    const key = headers.authorization?.replace(/^Bearer /, '');
    if (key !== undefined) seen.apiKeys.add(key);
    const path = String(headers[':path']);
    if (keys?.includes(key) === false) refuse(stream, grpcRefused.unauthenticated);
    else if ([...refused].some((service) => path.includes(service))) refuse(stream, grpcRefused.denied);
    else passOn(upstream, stream, headers);
  });
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const endSessions = () => {
    for (const session of sessions) session.destroy();
  };
  own('the gateway', async () => {
    endSessions();
    await new Promise((resolve) => gateway.close(resolve));
  });
  return {
    address: `127.0.0.1:${(gateway.address() as AddressInfo).port}`,
    change: ({ clients: authority, apiKeys }) => {
      if (authority !== undefined) gateway.setSecureContext(options(authority));
      keys = apiKeys ?? keys;
      endSessions();
    },
    refuse: (service) => void refused.add(service),
    seen,
  };
}

function refuse(stream: ServerHttp2Stream, status: string): void {
  stream.respond(
    { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': status, 'grpc-message': 'refused' },
    { endStream: true },
  );
}

function passOn(
  upstream: ReturnType<typeof connect>,
  stream: ServerHttp2Stream,
  { ':authority': _name, ...headers }: IncomingHttpHeaders,
): void {
  const call = upstream.request({ ...headers, ':scheme': 'http' });
  call.on('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  stream.on('close', () => call.close(constants.NGHTTP2_CANCEL));
  stream.pipe(call);
  let trailers: IncomingHttpHeaders = {};
  call.on('response', (answer, flags) => {
    // A refusal has only headers.
    const endStream = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    if (stream.destroyed) return;
    stream.respond(answer, { endStream, waitForTrailers: !endStream });
    if (!endStream) call.pipe(stream);
  });
  call.on('trailers', (last) => (trailers = last));
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
}
