/**
 * Says what is wrong with a connection to Temporal. The SDK's client reports every fault of TLS as "Failed to connect before the deadline",
 * after the whole time. This asks once, by itself, and names the certificate or the name within a second.
 */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type PeerCertificate, type TLSSocket } from 'node:tls';
import type { Log } from './log.js';
import type { TemporalTls } from './temporal-access.js';
import type { TemporalServer } from './temporal-client.js';
import { within } from './within.js';

/** How HTTP/2 begins (RFC 9113 §3.4): the preface and an empty SETTINGS frame. The server answers with its own SETTINGS. */
const http2Begin = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);
const settingsFrame = 4;

/** The beginning of each fault that may pass by itself: nothing listens there, or nothing comes back. */
export const noAnswer = 'does not answer';

/** Enough for a server on another continent. */
const answerMs = 5_000;

/**
 * @param address `host:port`
 * @param tls absent: without encryption
 * @returns what is wrong, as the end of a sentence that begins with Temporal; undefined: it answers as a server of gRPC does
 */
export async function temporalFault(address: string, tls?: TemporalTls): Promise<string | undefined> {
  const at = splitAddress(address);
  const socket = tls === undefined ? connectPlain(at) : openTls(at, tls);
  // The answer below hears the same error. A later one has nobody else.
  socket.on('error', () => undefined);
  try {
    const asked = tls === undefined ? askPlain(socket) : askTls(socket as TLSSocket, at.host, tls);
    return await within(answerMs, asked, noAnswer);
  } finally {
    socket.destroy();
  }
}

/** Asks whether Temporal answers, and when it stops doing so, writes to the log once what is wrong. */
export function namingFault(
  { address, access }: TemporalServer,
  answers: () => Promise<boolean>,
  log: Log,
): () => Promise<boolean> {
  let answered = true;
  return async () => {
    const now = await answers();
    if (answered && !now) void nameFault(address, access, log);
    answered = now;
    return now;
  };
}

async function nameFault(address: string, access: TemporalServer['access'], log: Log): Promise<void> {
  try {
    const fault = await temporalFault(address, access?.().tls);
    if (fault !== undefined) log.error({ address, fault }, `Temporal ${fault}`);
  } catch (error) {
    log.error({ err: error }, 'the certificates for Temporal cannot be read');
  }
}

interface Address {
  readonly host: string;
  readonly port: number;
}

const usualPort = 7_233;

function splitAddress(address: string): Address {
  const [, host = '', port = usualPort] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(address) ?? [];
  return { host, port: Number(port) };
}

/** The certificate is checked afterwards, so that a fault can show what it says. */
function openTls({ host, port }: Address, { serverName, ca, client }: TemporalTls): TLSSocket {
  return connectTls({
    host,
    port,
    servername: serverName ?? (isIP(host) === 0 ? host : ''),
    rejectUnauthorized: false,
    ALPNProtocols: ['h2'],
    ...(ca === undefined ? {} : { ca }),
    ...(client === undefined ? {} : { cert: client.certificate, key: client.key }),
  });
}

async function askTls(socket: TLSSocket, host: string, tls: TemporalTls): Promise<string | undefined> {
  try {
    await once(socket, 'secureConnect');
  } catch (error) {
    return handshakeFault(error, tls);
  }
  // Node's types do not say that it is the code of the error.
  const refusal = socket.authorizationError as unknown as string | null;
  if (refusal !== null) return certificateFault(refusal, socket.getPeerCertificate(), tls.serverName ?? host);
  // In TLS 1.3 the server checks our certificate after the handshake, so its refusal is an answer to the first bytes.
  const answer = await firstAnswer(socket);
  if (answer instanceof Error) return handshakeFault(answer, tls);
  return isSettings(answer) ? undefined : notTemporal;
}

async function askPlain(socket: Socket): Promise<string | undefined> {
  try {
    await once(socket, 'connect');
  } catch (error) {
    return `${noAnswer} (${codeOf(error)})`;
  }
  const answer = await firstAnswer(socket);
  if (answer instanceof Error) return 'closes the connection: it may expect TLS (TEMPORAL_TLS=true)';
  if (answer[0] === tlsAlert) return 'expects TLS: set TEMPORAL_TLS=true';
  return isSettings(answer) ? undefined : notTemporal;
}

const notTemporal = 'answers, but not as Temporal does: is this the address of its frontend?';

async function firstAnswer(socket: Socket): Promise<Buffer | Error> {
  const closed = new Error('closed');
  const answer = new Promise<Buffer | Error>((resolve) => {
    socket
      .once('data', resolve)
      .once('error', resolve)
      .once('close', () => resolve(closed));
  });
  socket.write(http2Begin);
  return answer;
}

const isSettings = (bytes: Buffer) => bytes[3] === settingsFrame;

/** A record of TLS with an alert (RFC 8446 §5.1). */
const tlsAlert = 21;

function handshakeFault(error: unknown, { client }: TemporalTls): string {
  const code = codeOf(error);
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(code))
    return 'does not speak TLS: remove the certificates and the API key, or set TEMPORAL_TLS=false';
  const closed = error instanceof Error && error.message === 'closed';
  const aboutUs = closed || /ALERT|ECONNRESET|EPIPE/.test(code);
  if (!aboutUs) return `${noAnswer} (${code})`;
  if (client === undefined)
    return `ends the handshake (${code}): it may ask for a certificate (TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH)`;
  return `refuses our certificate (${code}): ${describe(client.certificate)}`;
}

function certificateFault(code: string, peer: PeerCertificate, name: string): string {
  const shown = `${subjectOf(peer.subject)}, issued by ${subjectOf(peer.issuer)}`;
  switch (code) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `has a certificate for ${peer.subjectaltname ?? shown}, not for ${name}: set TEMPORAL_TLS_SERVER_NAME`;
    case 'CERT_HAS_EXPIRED':
      return `has a certificate that ended on ${peer.valid_to} (${shown})`;
    case 'CERT_NOT_YET_VALID':
      return `has a certificate that begins on ${peer.valid_from} (${shown})`;
    default:
      return `has a certificate of no authority that we trust (${code}; ${shown}): set TEMPORAL_TLS_SERVER_CA_CERT_PATH`;
  }
}

function describe(pem: Buffer): string {
  const { subject, issuer, validTo } = new X509Certificate(pem);
  const oneLine = (text: string) => text.replaceAll('\n', ', ');
  return `${oneLine(subject)}, issued by ${oneLine(issuer)}, valid until ${validTo}`;
}

/** A certificate may lack each of the names, although Node's types say that it has them. */
function subjectOf({ CN, O }: Partial<PeerCertificate['subject']>): string {
  return [CN ?? O ?? 'a name that is empty'].flat().join(' ');
}

function codeOf(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return String(code ?? message);
}
