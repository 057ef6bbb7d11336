/** PKCS#12 files of all makes: what opens, and the error that names what does not. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openInThread } from '../../../../src/activities/certificates/open-certificate.js';
import { needsPassword, openCertificateFile } from '../../../../src/signing/keys/certificate.js';
import { roundsMax } from '../../../../src/signing/keys/pkcs12/key-derivation.js';
import { toP12 } from '../../../../tools/simulator/test-authority.js';
import { certifiedSigner, testAuthority } from '../../../harness/samples/signers.js';
import {
  bagOf,
  certificateBag,
  crlBag,
  encrypted,
  indefinite,
  integer,
  inside,
  keyBag,
  lockedKeyBag,
  nestedBags,
  octets,
  oid,
  pbkdf2Lock,
  pbmac1,
  pfx,
  plain,
  scryptLock,
  secretBag,
  seq,
  tlv,
} from './p12-files.js';

const password = 'contraseña-ü';
const utf8 = Buffer.from(password);
const issued = certifiedSigner({ commonName: 'PÉREZ, PEDRO', serialNumber: 'IDCDO-00199999996' });
const keyDer = createPrivateKey(issued.privateKeyPem).export({ type: 'pkcs8', format: 'der' });
const fingerprint = new X509Certificate(issued.certificatePem).fingerprint256
  .replaceAll(':', '')
  .toLowerCase();
const opensAs = { ok: true, certificate: { fingerprint } };

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'p12-'));
  writeFileSync(join(dir, 'cert.pem'), issued.certificatePem);
  writeFileSync(join(dir, 'key.pem'), issued.privateKeyPem, { mode: 0o600 });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const both = () => plain(certificateBag(issued), keyBag(issued));
/** Random bytes in place of a certificate. */
const damagedBag = () => bagOf('3', seq(oid('1.2.840.113549.1.9.22.1'), inside(octets(randomBytes(300)))));
const open = (file: Uint8Array, secret = password) => openCertificateFile(file, secret);

describe('the parts of a file', () => {
  const lock = () => pbkdf2Lock(utf8);
  const lockedKey = ({ algorithm, lock: close } = lock()) => lockedKeyBag(algorithm, close(keyDer));
  test.each([
    {
      name: 'key and certificate in separate contents',
      make: () => [plain(keyBag(issued)), encrypted(lock(), certificateBag(issued))],
    },
    {
      name: 'an encrypted key in an encrypted content',
      make: () => [encrypted(lock(), certificateBag(issued), lockedKey())],
    },
    {
      name: 'a CRL and a secret',
      make: () => [
        plain(crlBag(), secretBag(), keyBag(issued)),
        encrypted(lock(), crlBag(), certificateBag(issued)),
      ],
    },
    {
      name: 'bags within bags',
      make: () => [plain(nestedBags(nestedBags(certificateBag(issued)), lockedKey()))],
    },
    {
      name: 'scrypt',
      make: () => [plain(lockedKey(scryptLock(utf8))), encrypted(scryptLock(utf8), certificateBag(issued))],
    },
    {
      name: 'the password in Latin-1',
      make: () => [plain(certificateBag(issued), lockedKey(pbkdf2Lock(Buffer.from(password, 'latin1'))))],
    },
    {
      name: 'the password in UTF-16, as old NSS',
      make: () => [
        plain(
          certificateBag(issued),
          lockedKey(pbkdf2Lock(Buffer.from(`${password}\0`, 'utf16le').swap16())),
        ),
      ],
    },
    {
      name: 'the certificate of its authority, and one that is damaged',
      make: () => [plain(certificateBag(testAuthority()), damagedBag()), both()],
    },
  ])('opens: $name', ({ make }) => {
    expect(open(pfx(make()))).toMatchObject(opensAs);
  });

  test.each([
    ['hmacWithSHA224', '1.2.840.113549.2.8', 'sha224'],
    ['hmacWithSHA512-256', '1.2.840.113549.2.13', 'sha512-256'],
    ['hmacWithSHA3-256', '2.16.840.1.101.3.4.2.14', 'sha3-256'],
    ['hmacWithSHA3-512', '2.16.840.1.101.3.4.2.16', 'sha3-512'],
  ] as const)('opens PBKDF2 and PBMAC1 with %s', (_name, id, hash) => {
    const { algorithm, lock: close } = pbkdf2Lock(utf8, { prf: [id, hash] });
    const contents = [plain(certificateBag(issued), lockedKeyBag(algorithm, close(keyDer)))];
    expect(open(pfx(contents, pbmac1(utf8, [id, hash])))).toMatchObject(opensAs);
  });

  test('lengths that are not known before, in all levels', () => {
    const bags = seq(certificateBag(issued), keyBag(issued));
    const pieces = [bags.subarray(0, 500), bags.subarray(500)].map((piece) => octets(piece));
    const data = oid('1.2.840.113549.1.7.1');
    const safe = indefinite(0x30, indefinite(0x30, data, indefinite(0xa0, indefinite(0x24, ...pieces))));
    const file = indefinite(
      0x30,
      integer(3),
      indefinite(0x30, data, indefinite(0xa0, indefinite(0x24, octets(safe)))),
    );
    expect(open(file)).toMatchObject(opensAs);
  });

  test.each([
    {
      name: 'RC4',
      make: () =>
        pfx([
          encrypted(
            {
              algorithm: seq(oid('1.2.840.113549.1.12.1.1'), seq(octets(utf8), integer(1))),
              lock: (one) => one,
            },
            certificateBag(issued),
          ),
        ]),
      what: /RC4.*1\.2\.840\.113549\.1\.12\.1\.1/,
    },
    {
      name: 'an unknown MAC',
      make: () =>
        pfx([both()], () => seq(seq(seq(oid('1.2.643.7.1.1.2.2')), octets(utf8)), octets(utf8), integer(1))),
      what: /1\.2\.643\.7\.1\.1\.2\.2/,
    },
    {
      name: 'an encryption with a public key',
      make: () => pfx([seq(oid('1.2.840.113549.1.7.3'), inside(seq(integer(0))))]),
      what: /llave pública/,
    },
    {
      name: 'a signature instead of a MAC',
      make: () => seq(integer(3), seq(oid('1.2.840.113549.1.7.2'), inside(seq(integer(1))))),
      what: /firma digital/,
    },
    {
      name: 'too many levels',
      make: () =>
        pfx([
          plain(Array.from({ length: 9 }).reduce<Buffer>((one) => nestedBags(one), certificateBag(issued))),
        ]),
      what: /8 niveles/,
    },
    {
      name: 'more than 20 keys',
      make: () => pfx([plain(...Array.from({ length: 21 }, () => keyBag(issued)))]),
      what: /20 llaves/,
    },
    {
      name: 'a Java keystore',
      make: () => Buffer.concat([Buffer.from('feedfeed00000002', 'hex'), randomBytes(99)]),
      what: /JKS/,
    },
  ])('names what is not supported: $name', ({ make, what }) => {
    expect(open(make())).toEqual({
      ok: false,
      reason: 'FORMAT_UNSUPPORTED',
      facts: { what: expect.stringMatching(what) },
    });
  });

  const elliptic = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  test.each([
    {
      name: 'an elliptic key',
      make: () => pfx([plain(keyBag({ privateKeyPem: elliptic.privateKey }), certificateBag(issued))]),
      reason: 'KEY_UNSUPPORTED',
    },
    {
      name: 'a chain alone (.p7b)',
      make: () => seq(oid('1.2.840.113549.1.7.2'), inside(seq(integer(1)))),
      reason: 'NO_PRIVATE_KEY',
    },
    { name: 'no bags', make: () => pfx([]), reason: 'NO_PRIVATE_KEY' },
    {
      name: 'cut off in the middle',
      make: () => toP12(issued, password).subarray(0, 1_500),
      reason: 'UNREADABLE',
    },
    {
      name: 'cut off by one byte',
      make: () => toP12(issued, password).subarray(0, -1),
      reason: 'UNREADABLE',
    },
    {
      name: 'values within values without end',
      make: () => Buffer.from('3080'.repeat(100_000), 'hex'),
      reason: 'UNREADABLE',
    },
    {
      name: 'a half million of values',
      make: () => tlv(0x30, Buffer.from('3000'.repeat(500_000), 'hex')),
      reason: 'UNREADABLE',
    },
    { name: 'zeros', make: () => Buffer.alloc(5_000), reason: 'UNREADABLE' },
  ])('says why not: $name', ({ make, reason }) => {
    expect(open(make())).toEqual({ ok: false, reason });
  });

  test('an elliptic key beside the RSA one does not disturb it', () => {
    expect(open(pfx([plain(keyBag({ privateKeyPem: elliptic.privateKey })), both()]))).toMatchObject(opensAs);
  });
});

describe('a wrong password is told from damage', () => {
  const locked = (mac?: Parameters<typeof pfx>[1]) => {
    const { algorithm, lock } = pbkdf2Lock(utf8);
    return pfx([plain(certificateBag(issued), lockedKeyBag(algorithm, lock(keyDer)))], mac);
  };
  const damaged = (file: Buffer) => {
    const at = file.indexOf(new X509Certificate(issued.certificatePem).raw) + 300;
    return Buffer.concat([file.subarray(0, at), Buffer.from([(file[at] ?? 0) ^ 1]), file.subarray(at + 1)]);
  };
  test.each([
    { name: 'PBMAC1', file: () => locked(pbmac1(utf8)) },
    { name: 'the older MAC', file: () => toP12(issued, password) },
    { name: 'no MAC', file: () => locked() },
  ])('$name: a wrong password', ({ file }) => {
    expect(open(file(), 'otra')).toEqual({ ok: false, reason: 'WRONG_PASSWORD' });
    expect(open(file(), '')).toEqual({ ok: false, reason: 'WRONG_PASSWORD' });
  });

  test('PBMAC1: a changed byte', () => {
    expect(open(damaged(locked(pbmac1(utf8))))).toEqual({ ok: false, reason: 'UNREADABLE' });
    expect(open(damaged(locked(pbmac1(utf8))), 'otra')).toEqual({ ok: false, reason: 'WRONG_PASSWORD' });
  });
});

describe('what is around a file', () => {
  const file = toP12(issued, password);
  const text = file.toString('base64');
  const lines = (end: string) => (text.match(/.{1,64}/g) ?? []).join(end);
  test.each([
    { name: 'a line feed at its end', bytes: Buffer.concat([file, Buffer.from('\n')]) },
    { name: 'zeros at its end', bytes: Buffer.concat([file, Buffer.alloc(600)]) },
    { name: 'anything at its end', bytes: Buffer.concat([file, randomBytes(100)]) },
    { name: 'Base64 on one line', bytes: Buffer.from(text) },
    { name: 'Base64 of Windows with a byte-order mark', bytes: Buffer.from(`\ufeff${lines('\r\n')}\r\n`) },
    { name: 'Base64 in UTF-16', bytes: Buffer.from(`\ufeff${lines('\r\n')}\r\n`, 'utf16le') },
    {
      name: 'PEM lines',
      bytes: Buffer.from(`-----BEGIN PKCS12-----\n${lines('\n')}\n-----END PKCS12-----\n`),
    },
    {
      name: 'PEM lines and text before them',
      bytes: Buffer.from(`Firmante\r\n-----BEGIN PKCS12-----\r\n${lines('\r\n')}\r\n-----END PKCS12-----`),
    },
  ])('opens with $name', ({ bytes }) => {
    expect(needsPassword(bytes)).toBe(true);
    expect(open(bytes)).toMatchObject(opensAs);
    expect(open(bytes, 'otra')).toEqual({ ok: false, reason: 'WRONG_PASSWORD' });
  });

  test('a certificate with OpenSSL’s trust opens as any other', () => {
    const trusted = seq(seq(oid('1.3.6.1.5.5.7.3.2')));
    const body = Buffer.concat([new X509Certificate(issued.certificatePem).raw, trusted]).toString('base64');
    const pem = `-----BEGIN TRUSTED CERTIFICATE-----\n${body}\n-----END TRUSTED CERTIFICATE-----\n`;
    expect(open(Buffer.from(pem + issued.privateKeyPem))).toMatchObject(opensAs);
  });
});

describe('the rounds that a file announces', () => {
  test('600,000 for each part open in the thread of an upload', async () => {
    const lock = pbkdf2Lock(utf8, { rounds: 600_000 });
    const contents = [
      encrypted(lock, certificateBag(issued)),
      plain(lockedKeyBag(lock.algorithm, lock.lock(keyDer))),
    ];
    const file = pfx(contents, pbmac1(utf8, undefined, 600_000));
    expect(await openInThread(file, password)).toMatchObject(opensAs);
  });

  test.each([roundsMax + 1, 50_000_000, 2 ** 31 - 1])(
    '%d are refused before the first one, and named',
    (announced) => {
      const { algorithm, lock } = pbkdf2Lock(utf8, { rounds: 1, announced });
      for (const contents of [
        [encrypted({ algorithm, lock }, certificateBag(issued))],
        [plain(lockedKeyBag(algorithm, lock(keyDer)))],
      ])
        expect(open(pfx(contents))).toEqual({
          ok: false,
          reason: 'TOO_COSTLY',
          facts: { rounds: announced },
        });
    },
  );

  test('many parts that take seconds each are refused too', () => {
    const parts = Array.from({ length: 30 }, () =>
      encrypted(pbkdf2Lock(utf8, { rounds: 1, announced: 400_000 }), certificateBag(issued)),
    );
    expect(open(pfx(parts))).toEqual({ ok: false, reason: 'TOO_COSTLY', facts: { rounds: 400_000 } });
  });

  test.each([
    { name: 'memory', cost: { N: 2 ** 20, r: 8, p: 1 } },
    { name: 'rows', cost: { N: 2, r: 2 ** 20, p: 1 } },
    { name: 'parallel lanes', cost: { N: 2 ** 14, r: 8, p: 4_000 } },
  ])('scrypt that takes too much is refused: $name', ({ cost }) => {
    const { algorithm } = scryptLock(utf8, cost, false);
    const rounds = cost.N * cost.r * cost.p;
    expect(open(pfx([plain(lockedKeyBag(algorithm, randomBytes(64)))]))).toEqual({
      ok: false,
      reason: 'TOO_COSTLY',
      facts: { rounds },
    });
  });

  test('an encrypted PEM key is bounded in the same way', () => {
    const pem = (announced: number) => {
      const { algorithm, lock } = pbkdf2Lock(utf8, { rounds: Math.min(announced, 600_000), announced });
      const label = 'ENCRYPTED PRIVATE KEY';
      const body = seq(algorithm, octets(lock(keyDer))).toString('base64');
      const key = `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
      return Buffer.from(issued.certificatePem + key);
    };
    expect(open(pem(600_000))).toMatchObject(opensAs);
    expect(open(pem(20_000_000))).toEqual({ ok: false, reason: 'TOO_COSTLY', facts: { rounds: 20_000_000 } });
  });
});

/** Whether the program is installed. If it is not, a warning says what is not checked. */
function installed(program: string, args: readonly string[], what: string): boolean {
  if (spawnSync(program, args, { stdio: 'ignore' }).error === undefined) return true;
  console.warn(`NOT CHECKED: ${program} is not installed, so ${what} are not opened`);
  return false;
}

/** What people pass to `openssl pkcs12 -export`, with the password that the file gets. */
function opensslP12(args: readonly string[], secret: string): Buffer {
  const out = join(dir, 'openssl.p12');
  const files = ['-in', join(dir, 'cert.pem'), '-inkey', join(dir, 'key.pem'), '-out', out];
  execFileSync('openssl', ['pkcs12', '-export', ...files, '-passout', `pass:${secret}`, ...args], {
    stdio: 'ignore',
  });
  return readFileSync(out);
}

if (installed('openssl', ['version'], '.p12 files of OpenSSL')) {
  const digests = ['md5', 'sha1', 'sha224', 'sha384', 'sha512', 'sha512-224', 'sha512-256'];
  const sha3 = ['sha3-224', 'sha3-256', 'sha3-384', 'sha3-512'];
  test.each([...digests, ...sha3])('opens a MAC with %s', (digest) => {
    const file = opensslP12(['-macalg', digest], password);
    expect(open(file)).toMatchObject(opensAs);
    expect(open(file, 'otra')).toEqual({ ok: false, reason: 'WRONG_PASSWORD' });
  });

  const rc2 = ['PBE-SHA1-RC2-40', 'PBE-SHA1-RC2-128', 'PBE-SHA1-2DES', 'PBE-SHA1-3DES'];
  const pbes2 = ['aes-128-cbc', 'aes-192-cbc', 'camellia-256-cbc', 'des-ede3-cbc', 'des-cbc'];
  test.each([...rc2, ...pbes2, 'rc2-cbc', 'rc2-40-cbc', 'rc2-64-cbc'])(
    'opens the encryption %s',
    (cipher) => {
      const file = opensslP12(
        ['-legacy', '-certpbe', cipher, '-keypbe', cipher, '-macalg', 'sha1'],
        password,
      );
      expect(open(file)).toMatchObject(opensAs);
    },
  );

  test.each(['', 'ñandú', 'clave €', '😀', 'ASCII 123'])('opens with the password «%s»', (secret) => {
    expect(open(opensslP12([], secret), secret)).toMatchObject(opensAs);
    const old = ['-legacy', '-certpbe', 'PBE-SHA1-RC2-40', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];
    expect(open(opensslP12(old, secret), secret)).toMatchObject(opensAs);
  });

  test('opens one round, no MAC, and a name in Spanish', () => {
    for (const args of [['-noiter', '-nomaciter'], ['-nomac'], ['-name', 'Firma de la compañía']])
      expect(open(opensslP12(args, password))).toMatchObject(opensAs);
  });
}

if (installed('pk12util', ['-H'], '.p12 files of Firefox and NSS')) {
  test('opens what pk12util writes with its 600,000 rounds', async () => {
    const [db, out] = [join(dir, 'nss'), join(dir, 'nss.p12')];
    writeFileSync(join(dir, 'in.p12'), opensslP12(['-name', 'firma'], password));
    writeFileSync(join(dir, 'password'), password);
    const own = ['-d', `sql:${db}`, '-w', join(dir, 'password'), '-K', ''];
    mkdirSync(db);
    execFileSync('pk12util', ['-i', join(dir, 'in.p12'), ...own], { stdio: 'ignore' });
    execFileSync('pk12util', ['-o', out, '-n', 'firma', ...own], { stdio: 'ignore' });
    expect(await openInThread(readFileSync(out), password)).toMatchObject(opensAs);
  });
}

if (installed('certtool', ['--version'], '.p12 files of GnuTLS')) {
  test('opens what certtool writes with its 600,000 rounds', async () => {
    const out = join(dir, 'gnutls.p12');
    const files = ['--load-certificate', join(dir, 'cert.pem'), '--load-privkey', join(dir, 'key.pem')];
    const args = [
      '--to-p12',
      ...files,
      '--p12-name',
      'firma',
      '--password',
      'clave',
      '--outder',
      '--outfile',
      out,
    ];
    execFileSync('certtool', args, { stdio: 'ignore' });
    expect(await openInThread(readFileSync(out), 'clave')).toMatchObject(opensAs);
  });
}

if (installed('keytool', ['-help'], '.p12 files of Java')) {
  test('opens a keystore of Java that also has a secret key', () => {
    const store = join(dir, 'java.p12');
    writeFileSync(join(dir, 'in.p12'), toP12(issued, 'changeit'));
    const from = ['-srckeystore', join(dir, 'in.p12'), '-srcstorepass', 'changeit', '-noprompt'];
    const to = ['-deststoretype', 'PKCS12', '-deststorepass', 'changeit'];
    execFileSync('keytool', ['-importkeystore', ...from, '-destkeystore', store, ...to], { stdio: 'ignore' });
    const secret = ['-genseckey', '-alias', 's', '-keyalg', 'AES', '-keysize', '128', '-storetype', 'PKCS12'];
    execFileSync('keytool', [...secret, '-keystore', store, '-storepass', 'changeit'], { stdio: 'ignore' });
    expect(open(readFileSync(store), 'changeit')).toMatchObject(opensAs);
    const jks = join(dir, 'java.jks');
    const old = ['-deststoretype', 'JKS', '-deststorepass', 'changeit'];
    execFileSync('keytool', ['-importkeystore', ...from, '-destkeystore', jks, ...old], { stdio: 'ignore' });
    expect(open(readFileSync(jks), 'changeit')).toMatchObject({ reason: 'FORMAT_UNSUPPORTED' });
  });
}
