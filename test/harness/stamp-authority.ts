/** A test authority of timestamps (RFC 3161): openssl signs with keys that are made here, and a server of this machine answers. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { own } from './own.js';

export interface StampAuthority {
  readonly url: string;
  /** PEM of the authority that issued the signer's certificate. */
  readonly caFile: string;
  /** Stamps such a query with these settings of openssl. */
  reply(query: Buffer): Buffer;
  /** How it answers from now on. */
  answer: (query: Buffer) => { readonly status: number; readonly body: Buffer };
}

export async function startStampAuthority(): Promise<StampAuthority> {
  const dir = mkdtempSync(join(tmpdir(), 'ecf-tsa-'));
  own('the folder of the authority', () => rmSync(dir, { recursive: true, force: true }));
  const at = (name: string) => join(dir, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' });
  writeFileSync(at('serial'), '01\n');
  writeFileSync(
    at('tsa.cnf'),
    `[req]
distinguished_name = name
prompt = no
[name]
CN = AUTORIDAD DE SELLO DE PRUEBA
[ca]
basicConstraints = critical, CA:TRUE
[signer]
basicConstraints = CA:FALSE
extendedKeyUsage = critical, timeStamping
[tsa]
default_tsa = tsa_config
[tsa_config]
serial = ${at('serial')}
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
ess_cert_id_alg = sha256
`,
  );
  const key = ['-newkey', 'rsa:2048', '-nodes', '-config', 'tsa.cnf'];
  openssl('req', '-x509', ...key, '-extensions', 'ca', '-days', '30', '-keyout', 'ca.key', '-out', 'ca.pem');
  openssl('req', ...key, '-subj', '/CN=SELLO DE PRUEBA', '-keyout', 'tsa.key', '-out', 'tsa.csr');
  const issue = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '30'];
  const extensions = ['-extfile', 'tsa.cnf', '-extensions', 'signer'];
  openssl('x509', '-req', '-in', 'tsa.csr', ...issue, ...extensions, '-out', 'tsa.pem');

  const reply = (query: Buffer): Buffer => {
    writeFileSync(at('query'), query);
    const signer = ['-signer', 'tsa.pem', '-inkey', 'tsa.key', '-chain', 'ca.pem'];
    openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query', ...signer, '-out', 'reply');
    return readFileSync(at('reply'));
  };
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { status, body } = authority.answer(Buffer.concat(chunks));
      res.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  own('the authority', () => void server.close());
  const authority: StampAuthority = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    caFile: at('ca.pem'),
    reply,
    answer: (query) => ({ status: 200, body: reply(query) }),
  };
  return authority;
}
