/** Certificate files as authorities deliver them, and the error of each bad one. */
import { execFileSync } from 'node:child_process';
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  X509Certificate,
} from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';
import {
  certificatePem,
  openCertificateFile,
  openPem,
  privateKeyPem,
} from '../../../src/signing/keys/certificate.js';
import { openInThread } from '../../../src/activities/certificates/open-certificate.js';
import { inOwnThread } from '../../../src/shared/threads/own-thread.js';
import { threadPriorities } from '../../harness/processes/thread-priorities.js';
import { usabilityOf } from '../../../src/signing/verify/certificate-expiry.js';
import {
  createAuthority,
  issueCertificate,
  toP12,
  type IssueOptions,
  type IssuedCertificate,
  type TestAuthority,
} from '../../../tools/simulator/test-authority.js';
import { spareKeys, testAuthority } from '../../harness/samples/signers.js';

/** Of the certificate, in days from now. */
type Pair = { readonly from?: number; readonly to?: number } & Pick<IssueOptions, 'usage'>;

let authority: TestAuthority;
let issued: IssuedCertificate;
let other: IssuedCertificate;
let dir: string;

beforeAll(() => {
  authority = testAuthority();
  issued = issueCertificate(authority, { commonName: 'PÉREZ, PEDRO', serialNumber: 'IDCDO-00199999996' });
  other = issueCertificate(authority, { commonName: 'OTRO', serialNumber: 'IDCDO-00199999997' });
  dir = mkdtempSync(join(tmpdir(), 'certificates-'));
  writeFileSync(join(dir, 'cert.pem'), issued.certificatePem);
  writeFileSync(join(dir, 'key.pem'), issued.privateKeyPem, { mode: 0o600 });
  writeFileSync(join(dir, 'ca.pem'), authority.certificatePem);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const password = 'clave-de-prueba';

function opensslInstalled(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(
      'NOT CHECKED: openssl is not installed, so .p12 files of foreign make (RC2, AES with accents) are not opened',
    );
    return false;
  }
}

/** A file made by openssl; undefined where this openssl cannot make it. */
function opensslP12(args: string[], secret = password): Buffer {
  const out = join(dir, 'out.p12');
  execFileSync(
    'openssl',
    ['pkcs12', '-export', '-in', join(dir, 'cert.pem'), '-out', out, '-passout', `pass:${secret}`, ...args],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  return readFileSync(out);
}

describe('PEM', () => {
  test('tells who signs, and until when', () => {
    const opened = openPem(issued.certificatePem, issued.privateKeyPem);
    expect(opened).toMatchObject({
      ok: true,
      certificate: {
        subjectSerialNumber: 'IDCDO-00199999996',
        subject: expect.stringContaining('PÉREZ'),
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
  });

  test('keeps those that issued the certificate, in their order, whatever else the file has', () => {
    const root = createAuthority('AUTORIDAD SUPERIOR');
    const below = createAuthority('AUTORIDAD INTERMEDIA', { root });
    const keys = spareKeys();
    const leaf = issueCertificate(below, { commonName: 'PÉREZ', serialNumber: 'IDCDO-1', keys });
    const chainPems = [root, authority, below].map((one) => one.certificatePem);
    const opened = openCertificateFile(toP12(leaf, password, { chainPems, iterations: 1 }), password);
    const plain = (pem: string) => new X509Certificate(pem).fingerprint256;
    expect(opened.ok && opened.certificate.issuersPem.map(plain)).toEqual(
      [below, root].map((one) => plain(one.certificatePem)),
    );
    const alone = openPem(leaf.certificatePem, leaf.privateKeyPem);
    expect(alone.ok && alone.certificate.issuersPem).toEqual([]);
  });

  test('of two certificates of one key the one that is valid longest signs, in whatever order they come', () => {
    const publicKey = createPublicKey(issued.privateKeyPem)
      .export({ type: 'spki', format: 'pem' })
      .toString();
    const keys = { publicKey, privateKey: issued.privateKeyPem };
    const notAfter = new Date(Date.now() + 3 * 86_400_000);
    const old = issueCertificate(authority, { commonName: 'PÉREZ', serialNumber: 'IDCDO-1', keys, notAfter });
    const fingerprintOf = (opened: ReturnType<typeof openCertificateFile>) =>
      opened.ok && opened.certificate.fingerprint;
    const expected = fingerprintOf(openPem(issued.certificatePem, issued.privateKeyPem));
    for (const pems of [
      [old, issued],
      [issued, old],
    ]) {
      const text = pems.map(({ certificatePem: pem }) => pem).join('');
      expect(fingerprintOf(openPem(text, issued.privateKeyPem))).toBe(expected);
    }
    const p12 = toP12(old, password, { chainPems: [issued.certificatePem], iterations: 1 });
    expect(fingerprintOf(openCertificateFile(p12, password))).toBe(expected);
  });

  test.each([
    { name: 'the renewed pair after the one that expired', first: { to: -2 }, signs: 'other' },
    { name: 'the renewed pair after the one that expires soon', first: { to: 5 }, signs: 'other' },
    { name: 'the renewed pair before the old one', other: { to: 5 }, signs: 'first' },
    { name: 'the first one of a day', other: { to: 300.5 }, signs: 'first' },
    { name: 'not the one for encryption', other: { to: 700, usage: 'encryption' }, signs: 'first' },
    { name: 'nor when it comes first', first: { to: 700, usage: 'encryption' }, signs: 'other' },
    { name: 'the one with nonRepudiation', first: { usage: 'nonRepudiation' }, signs: 'first' },
    { name: 'a longer one without keyUsage', other: { to: 700, usage: 'none' }, signs: 'other' },
    { name: 'not one that is valid only in 15 days', other: { from: 15, to: 700 }, signs: 'first' },
    { name: 'the current one after the future one', first: { from: 15, to: 700 }, signs: 'other' },
    {
      name: 'one of two that are not valid today',
      first: { to: -2 },
      other: { from: 15, to: 700 },
      signs: 'other',
    },
  ] satisfies readonly { name: string; first?: Pair; other?: Pair; signs: 'first' | 'other' }[])(
    'of two key pairs in one file, $name',
    ({ first = {}, other: second = {}, signs }: { first?: Pair; other?: Pair; signs: 'first' | 'other' }) => {
      const at = (days: number) => new Date(Date.now() + days * 86_400_000);
      const issue = (
        { privateKeyPem: privateKey }: IssuedCertificate,
        { from = -9, to = 300, ...usage }: Pair,
      ) => {
        const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
        const holder = { commonName: 'PÉREZ', serialNumber: 'IDCDO-1', keys: { publicKey, privateKey } };
        return issueCertificate(authority, { ...holder, ...usage, notBefore: at(from), notAfter: at(to) });
      };
      const pairs = { first: issue(issued, first), other: issue(other, second) };
      const text = Object.values(pairs).map((one) => one.certificatePem + one.privateKeyPem);
      const opened = openCertificateFile(Buffer.from(text.join('')), '');
      if (!opened.ok) throw new Error(opened.reason);
      const expected = new X509Certificate(pairs[signs].certificatePem).raw;
      expect(opened.certificate.certificateDer.equals(expected)).toBe(true);
    },
  );

  test('comes back as it went in', () => {
    const opened = openPem(issued.certificatePem, issued.privateKeyPem);
    if (!opened.ok) throw new Error(opened.reason);
    const again = openPem(certificatePem(opened.certificate), privateKeyPem(opened.certificate));
    expect(again).toMatchObject({ ok: true, certificate: { fingerprint: opened.certificate.fingerprint } });
  });

  const elliptic = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  test.each([
    {
      name: 'chain before the leaf',
      cert: () => authority.certificatePem + other.certificatePem + issued.certificatePem,
      key: () => issued.privateKeyPem,
      reason: undefined,
    },
    { name: 'no certificate', cert: () => '', key: () => issued.privateKeyPem, reason: 'NO_CERTIFICATE' },
    {
      name: 'another certificate',
      cert: () => other.certificatePem,
      key: () => issued.privateKeyPem,
      reason: 'NO_MATCHING_CERTIFICATE',
    },
    {
      name: 'no key',
      cert: () => issued.certificatePem,
      key: () => issued.certificatePem,
      reason: 'NO_PRIVATE_KEY',
    },
    {
      name: 'a damaged key',
      cert: () => issued.certificatePem,
      key: () => issued.privateKeyPem.replace('MII', 'MIX'),
      reason: 'UNREADABLE',
    },
    {
      name: 'an elliptic key',
      cert: () => issued.certificatePem,
      key: () => elliptic.privateKey,
      reason: 'KEY_UNSUPPORTED',
    },
    {
      name: 'too large',
      cert: () => ' '.repeat(2_000_000),
      key: () => issued.privateKeyPem,
      reason: 'TOO_LARGE',
    },
  ])('$name', ({ cert, key, reason }) => {
    const opened = openPem(cert(), key());
    expect(opened.ok ? undefined : opened.reason).toBe(reason);
  });
});

describe('.p12', () => {
  test.each([
    { name: 'AES', make: () => toP12(issued, password) },
    { name: '3DES', make: () => toP12(issued, password, { algorithm: '3des' as const }) },
    {
      name: 'the leaf is not the first certificate',
      make: () =>
        toP12(issued, password, {
          chainPems: [authority.certificatePem, other.certificatePem],
          chainFirst: true,
        }),
    },
  ])('opens: $name', ({ make }) => {
    const { certificate } = openPem(issued.certificatePem, issued.privateKeyPem) as {
      certificate: { fingerprint: string };
    };
    expect(openCertificateFile(make(), password)).toMatchObject({
      ok: true,
      certificate: { fingerprint: certificate.fingerprint },
    });
  });

  test('is written with the signer first, and with the key’s localKeyID at the signer only', () => {
    const bytes = toP12(issued, password, { chainPems: [authority.certificatePem] });
    const bags = forge.pkcs12
      .pkcs12FromAsn1(forge.asn1.fromDer(bytes.toString('binary')), password)
      .safeContents.flatMap(({ safeBags }) => safeBags);
    const sha1 = createHash('sha1').update(new X509Certificate(issued.certificatePem).raw).digest('binary');
    expect(
      bags.map(({ cert, attributes }) => [
        (cert?.subject.getField({ type: '2.5.4.5' }) as { value: string } | undefined)?.value,
        (attributes as { localKeyId?: string[] }).localKeyId,
      ]),
    ).toEqual([
      ['IDCDO-00199999996', [sha1]],
      [undefined, undefined],
      [undefined, [sha1]],
    ]);
  });

  test.each([
    {
      name: 'wrong password',
      bytes: () => toP12(issued, password),
      secret: 'otra',
      reason: 'WRONG_PASSWORD',
    },
    { name: 'empty password', bytes: () => toP12(issued, password), secret: '', reason: 'WRONG_PASSWORD' },
    {
      name: 'another certificate only',
      bytes: () => toP12({ ...issued, certificatePem: other.certificatePem }, password),
      secret: password,
      reason: 'NO_MATCHING_CERTIFICATE',
    },
    {
      name: 'no such file',
      bytes: () => Buffer.from('no es un certificado'),
      secret: password,
      reason: 'UNREADABLE',
    },
    { name: 'empty', bytes: () => Buffer.alloc(0), secret: password, reason: 'UNREADABLE' },
    {
      name: 'cut',
      bytes: () => toP12(issued, password).subarray(0, 900),
      secret: password,
      reason: 'UNREADABLE',
    },
    { name: 'too large', bytes: () => Buffer.alloc(2_000_000), secret: password, reason: 'TOO_LARGE' },
  ])('says why not: $name', ({ bytes, secret, reason }) => {
    expect(openCertificateFile(bytes(), secret)).toEqual({ ok: false, reason });
  });

  if (opensslInstalled()) {
    const key = () => ['-inkey', join(dir, 'key.pem')];
    test.each([
      {
        name: 'RC2 and 3DES, as Windows used to write',
        args: () => [...key(), '-legacy', '-certpbe', 'PBE-SHA1-RC2-40', '-keypbe', 'PBE-SHA1-3DES'],
        secret: password,
      },
      { name: 'AES with SHA-256, as OpenSSL 3 writes', args: key, secret: password },
      { name: 'AES and a password with accents', args: key, secret: 'contraseña-ü' },
      { name: 'the whole chain', args: () => [...key(), '-certfile', join(dir, 'ca.pem')], secret: password },
      {
        name: 'an unencrypted key',
        args: () => [...key(), '-keypbe', 'NONE', '-certpbe', 'NONE'],
        secret: password,
      },
    ])('opens what openssl made: $name', ({ args, secret }) => {
      expect(openCertificateFile(opensslP12(args(), secret), secret)).toMatchObject({
        ok: true,
        certificate: { subjectSerialNumber: 'IDCDO-00199999996' },
      });
    });

    test('a certificate signed with RSASSA-PSS stays as its authority wrote it', () => {
      const pss = ['-sha256', '-sigopt', 'rsa_padding_mode:pss', '-sigopt', 'rsa_pss_saltlen:222'];
      const own = ['req', '-x509', '-key', join(dir, 'key.pem'), '-subj', '/CN=PSS', '-days', '30'];
      execFileSync('openssl', [...own, ...pss, '-out', join(dir, 'pss.pem')], { stdio: 'ignore' });
      const written = new X509Certificate(readFileSync(join(dir, 'pss.pem')));
      const opened = openCertificateFile(opensslP12([...key(), '-in', join(dir, 'pss.pem')]), password);
      if (!opened.ok) throw new Error(opened.reason);
      expect(new X509Certificate(opened.certificate.certificateDer).verify(written.publicKey)).toBe(true);
      expect(opened.certificate.certificateDer.equals(written.raw)).toBe(true);
    });

    test('a wrong password with accents is reported as wrong', () => {
      expect(openCertificateFile(opensslP12(key()), 'contraseña')).toEqual({
        ok: false,
        reason: 'WRONG_PASSWORD',
      });
    });

    test('a file without a private key is reported as such', () => {
      expect(openCertificateFile(opensslP12(['-nokeys']), password)).toEqual({
        ok: false,
        reason: 'NO_PRIVATE_KEY',
      });
    });
  }
});

test.each([
  { name: 'before', now: '2026-01-01T00:00:00Z', state: 'not-yet-valid' },
  { name: 'first instant', now: '2026-02-01T00:00:00Z', state: 'usable' },
  { name: 'last instant', now: '2026-03-01T00:00:00Z', state: 'usable' },
  { name: 'after', now: '2026-03-01T00:00:01Z', state: 'expired' },
])('a certificate may sign within its time: $name', ({ now, state }) => {
  const validity = {
    notBefore: new Date('2026-02-01T00:00:00Z'),
    notAfter: new Date('2026-03-01T00:00:00Z'),
  };
  expect(usabilityOf(validity, new Date(now))).toBe(state);
});

describe('a file that somebody uploaded', () => {
  test('opens in its thread as it does here', async () => {
    const file = toP12(issued, password);
    const [there, here] = [await openInThread(file, password), openCertificateFile(file, password)];
    if (!there.ok || !here.ok) throw new Error('It does not open');
    expect(there.certificate.fingerprint).toBe(here.certificate.fingerprint);
    expect(privateKeyPem(there.certificate)).toBe(privateKeyPem(here.certificate));
    expect(certificatePem(there.certificate)).toBe(certificatePem(here.certificate));
  });

  test('whose password is hashed for long ends after its time, and everything else goes first', async () => {
    let turns = 0;
    const priorities = new Set<number>();
    const counting = setInterval(() => {
      turns += 1;
      if (process.platform === 'linux') threadPriorities().threads.forEach((one) => priorities.add(one));
    }, 20);
    const opened = await openInThread(
      withRounds(toP12(issued, password), 2 ** 23 - 1),
      password,
      undefined,
      1_500,
    );
    clearInterval(counting);
    expect(opened).toEqual({ ok: false, reason: 'TOO_COSTLY', facts: { rounds: null } });
    expect(turns).toBeGreaterThan(5);
    if (process.platform === 'linux') expect(priorities).toContain(constants.priority.PRIORITY_BELOW_NORMAL);
  });

  test.each([
    { name: 'its MAC', hostile: () => withRounds(toP12(issued, password), 2 ** 31 - 1) },
    { name: 'an encryption', hostile: () => withEncryptionRounds(toP12(issued, password), 2 ** 31 - 1) },
  ])('whose password would be hashed for hours is not even tried: $name', async ({ hostile }) => {
    const data = { file: hostile(), password };
    const program = 'activities/certificates/open-certificate-thread';
    const opened = await inOwnThread({ program, data, limitMs: 20_000 });
    expect(opened).toMatchObject({ ok: false, reason: 'TOO_COSTLY' });
  });

  test('gets WRONG_PASSWORD although a wrong password happens to decrypt it', () => {
    const info = forge.pki.wrapRsaPrivateKey(
      forge.pki.privateKeyToAsn1(forge.pki.privateKeyFromPem(issued.privateKeyPem)),
    );
    const quick = { algorithm: 'aes128', count: 1 } as const;
    const key = forge.pki.encryptedPrivateKeyToPem(forge.pki.encryptPrivateKeyInfo(info, password, quick));
    const codeFor = (passphrase: string) => {
      try {
        createPrivateKey({ key, passphrase });
        return 'opened';
      } catch (error) {
        return (error as NodeJS.ErrnoException).code;
      }
    };
    // One in 256 of them.
    const lucky = Array.from({ length: 10_000 }, (_, n) => `otra-${n}`).find(
      (wrong) => codeFor(wrong) === 'ERR_OSSL_UNSUPPORTED',
    );
    const file = Buffer.from(issued.certificatePem + key);
    expect(openCertificateFile(file, lucky!)).toEqual({ ok: false, reason: 'WRONG_PASSWORD' });
    expect(openCertificateFile(file, password)).toMatchObject({ ok: true });
  });

  test('whose key hashes its password for hours is refused before OpenSSL begins', () => {
    const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: password } as const;
    const encrypted = createPrivateKey(issued.privateKeyPem).export(cipher).toString();
    const opened = (key: string) => openCertificateFile(Buffer.from(issued.certificatePem + key), password);
    expect(opened(encrypted)).toMatchObject({ ok: true });
    expect(opened(keyWithRounds(encrypted, 4_096))).toEqual({ ok: false, reason: 'WRONG_PASSWORD' });
    expect(opened(keyWithRounds(encrypted, 2 ** 31 - 1))).toMatchObject({ ok: false, reason: 'TOO_COSTLY' });
  });
});

/** The same key, with another number of rounds for its password. So its password is wrong now. */
function keyWithRounds(pem: string, rounds: number): string {
  const [block] = forge.pem.decode(pem);
  const key = forge.asn1.fromDer(block?.body ?? '');
  const change = (node: forge.asn1.Asn1): void => {
    if (Array.isArray(node.value)) node.value.forEach(change);
    else if (node.type === forge.asn1.Type.INTEGER) node.value = forge.asn1.integerToDer(rounds).getBytes();
  };
  change((key.value as forge.asn1.Asn1[])[0]!);
  return forge.pem.encode({ type: 'ENCRYPTED PRIVATE KEY', body: forge.asn1.toDer(key).getBytes() });
}

/** The same file, with another number of rounds for each encryption by password. */
function withEncryptionRounds(file: Uint8Array, rounds: number): Buffer {
  const { Type } = forge.asn1;
  const change = (node: forge.asn1.Asn1, within: boolean): void => {
    const { value, type } = node;
    if (Array.isArray(value)) {
      const [first] = value;
      const isEncryption = first?.type === Type.OID && first.value === forge.asn1.oidToDer(pbes2).getBytes();
      value.forEach((one) => change(one, within || isEncryption));
    } else if (type === Type.INTEGER && within) node.value = forge.asn1.integerToDer(rounds).getBytes();
    else if (type === Type.OCTETSTRING && !within) {
      try {
        const inner = forge.asn1.fromDer(value);
        change(inner, false);
        node.value = forge.asn1.toDer(inner).getBytes();
      } catch {
        // It holds no further structure.
      }
    }
  };
  const pfx = forge.asn1.fromDer(Buffer.from(file).toString('binary'));
  change((pfx.value as forge.asn1.Asn1[])[1]!, false);
  return Buffer.from(forge.asn1.toDer(pfx).getBytes(), 'binary');
}

const pbes2 = '1.2.840.113549.1.5.13';

/** The same file, with another number of rounds for its MAC. */
function withRounds(file: Uint8Array, rounds: number): Buffer {
  const pfx = forge.asn1.fromDer(Buffer.from(file).toString('binary'));
  const mac = (pfx.value as forge.asn1.Asn1[])[2]?.value as forge.asn1.Asn1[];
  mac[2] = forge.asn1.create(
    forge.asn1.Class.UNIVERSAL,
    forge.asn1.Type.INTEGER,
    false,
    forge.asn1.integerToDer(rounds).getBytes(),
  );
  return Buffer.from(forge.asn1.toDer(pfx).getBytes(), 'binary');
}
