/** CRLs that openssl makes with the keys of a test authority, and a server of this machine that has them. */
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestAuthority } from '../../tools/simulator/test-authority.js';
import { own } from './own.js';

interface CrlOptions {
  /** PEM of the certificates that it revokes. */
  readonly revoked?: readonly string[];
  readonly revokedAt?: Date;
  readonly thisUpdate?: Date;
  readonly nextUpdate?: Date;
  readonly digest?: 'sha1' | 'sha256' | 'sha512';
  /** openssl's lines for extensions of the CRL. */
  readonly extensions?: string;
}

const dayMs = 86_400_000;

/** @returns DER */
export function makeCrl(authority: TestAuthority, options: CrlOptions = {}): Buffer {
  const {
    revoked = [],
    revokedAt = new Date(Date.now() - dayMs),
    digest = 'sha256',
    extensions = '',
  } = options;
  const thisUpdate = options.thisUpdate ?? new Date(Date.now() - 60_000);
  const nextUpdate = options.nextUpdate ?? new Date(Date.now() + 7 * dayMs);
  const dir = mkdtempSync(join(tmpdir(), 'ecf-crl-'));
  try {
    const at = (name: string) => join(dir, name);
    const lines = revoked.map((pem) => {
      const { serialNumber, validTo } = new X509Certificate(pem);
      return ['R', utcTime(new Date(validTo)), utcTime(revokedAt), serialNumber, 'unknown', '/CN=a\n'].join(
        '\t',
      );
    });
    writeFileSync(at('index.txt'), lines.join(''));
    writeFileSync(at('crlnumber'), '01\n');
    writeFileSync(
      at('ca.cnf'),
      `[ca]
default_ca = test
[test]
database = index.txt
crlnumber = crlnumber
default_md = ${digest}
crl_extensions = extensions
[extensions]
${extensions}
`,
    );
    writeFileSync(at('ca.pem'), authority.certificatePem);
    writeFileSync(at('ca.key'), authority.privateKeyPem, { mode: 0o600 });
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' });
    const times = ['-crl_lastupdate', utcTime(thisUpdate), '-crl_nextupdate', utcTime(nextUpdate)];
    const signer = ['-cert', 'ca.pem', '-keyfile', 'ca.key'];
    openssl('ca', '-config', 'ca.cnf', '-gencrl', ...signer, ...times, '-out', 'list.pem');
    openssl('crl', '-in', 'list.pem', '-outform', 'DER', '-out', 'list.crl');
    return readFileSync(at('list.crl'));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

export function pemOf(crl: Buffer): string {
  return `-----BEGIN X509 CRL-----\n${crl.toString('base64').replaceAll(/(.{64})/g, '$1\n')}\n-----END X509 CRL-----\n`;
}

/** YYMMDDHHMMSSZ. */
function utcTime(time: Date): string {
  return `${time.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}Z`;
}

export interface CrlServer {
  readonly url: (path: string) => string;
  /** What it answers at each path: a CRL, or anything else. */
  readonly answers: Map<string, Buffer | ((res: ServerResponse) => void)>;
  /** The paths that were asked for. */
  readonly asked: string[];
}

export async function startCrlServer(): Promise<CrlServer> {
  const answers: CrlServer['answers'] = new Map();
  const asked: string[] = [];
  const server = createServer((req, res) => {
    const path = req.url ?? '';
    asked.push(path);
    const answer = answers.get(path);
    if (answer === undefined) res.writeHead(404).end();
    else if (typeof answer === 'function') answer(res);
    else res.writeHead(200, { 'content-type': 'application/pkix-crl' }).end(answer);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  own('the server of CRLs', () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: (path) => `http://127.0.0.1:${port}${path}`, answers, asked };
}
