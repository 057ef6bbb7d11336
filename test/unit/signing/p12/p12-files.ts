/** Makes PKCS#12 files part by part, also those that no program on this machine writes. */
import {
  createCipheriv,
  createHmac,
  createPrivateKey,
  pbkdf2Sync,
  randomBytes,
  scryptSync,
  X509Certificate,
} from 'node:crypto';
import forge from 'node-forge';
import type { IssuedCertificate } from '../../../../tools/simulator/test-authority.js';

type Der = Buffer;

const { oids } = forge.pki;
const oidNamed = (name: string) => oid(oids[name] ?? name);

export function tlv(tag: number, ...parts: readonly Der[]): Der {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : length < 0x10000
          ? [0x82, length >> 8, length & 0xff]
          : [0x83, length >> 16, (length >> 8) & 0xff, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** With an indefinite length, as BER allows. */
export const indefinite = (tag: number, ...parts: readonly Der[]): Der =>
  Buffer.concat([Buffer.from([tag, 0x80]), ...parts, Buffer.from([0, 0])]);

export const seq = (...parts: readonly Der[]): Der => tlv(0x30, ...parts);
export const octets = (...parts: readonly Der[]): Der => tlv(0x04, ...parts);
export const inside = (...parts: readonly Der[]): Der => tlv(0xa0, ...parts);
export const oid = (id: string): Der => tlv(0x06, Buffer.from(forge.asn1.oidToDer(id).getBytes(), 'latin1'));
export const integer = (value: number): Der =>
  tlv(0x02, Buffer.from(forge.asn1.integerToDer(value).getBytes(), 'latin1'));
const none = Buffer.from([0x05, 0x00]);

export const bagOf = (id: string, value: Der): Der =>
  seq(oid(`1.2.840.113549.1.12.10.1.${id}`), inside(value));

export const certificateBag = ({ certificatePem }: Pick<IssuedCertificate, 'certificatePem'>): Der =>
  bagOf('3', seq(oidNamed('x509Certificate'), inside(octets(new X509Certificate(certificatePem).raw))));
export const keyBag = ({ privateKeyPem }: Pick<IssuedCertificate, 'privateKeyPem'>): Der =>
  bagOf('1', createPrivateKey(privateKeyPem).export({ type: 'pkcs8', format: 'der' }));
export const lockedKeyBag = (algorithm: Der, encrypted: Der): Der =>
  bagOf('2', seq(algorithm, octets(encrypted)));
/** Real ones have a CRL and a secret. Nothing may try to read them. */
export const crlBag = (): Der =>
  bagOf('4', seq(oid('1.2.840.113549.1.9.23.1'), inside(octets(randomBytes(200)))));
export const secretBag = (): Der => bagOf('5', seq(oid('1.2.3.4'), inside(octets(randomBytes(50)))));
export const nestedBags = (...bags: readonly Der[]): Der => bagOf('6', seq(...bags));

export const plain = (...bags: readonly Der[]): Der => seq(oidNamed('data'), inside(octets(seq(...bags))));
export const encrypted = ({ algorithm, lock }: Lock, ...bags: readonly Der[]): Der =>
  seq(
    oidNamed('encryptedData'),
    inside(seq(integer(0), seq(oidNamed('data'), algorithm, tlv(0x80, lock(seq(...bags)))))),
  );

export interface Lock {
  readonly algorithm: Der;
  readonly lock: (content: Der) => Der;
}

interface Pbkdf2 {
  /** Its OID, and the hash for node:crypto. */
  readonly prf?: readonly [string, string];
  readonly rounds?: number;
  /** The rounds that the file announces, if they are others. */
  readonly announced?: number;
}

/** AES-256 with PBKDF2. */
export function pbkdf2Lock(
  password: Buffer,
  { prf = ['1.2.840.113549.2.9', 'sha256'], rounds = 1_000, announced = rounds }: Pbkdf2 = {},
): Lock {
  const salt = randomBytes(16);
  const kdf = seq(oidNamed('pkcs5PBKDF2'), seq(octets(salt), integer(announced), seq(oid(prf[0]), none)));
  return aesLock(kdf, () => pbkdf2Sync(password, salt, rounds, 32, prf[1]));
}

export function scryptLock(password: Buffer, { N = 16_384, r = 8, p = 1 } = {}, derives = true): Lock {
  const salt = randomBytes(16);
  const kdf = seq(oid('1.3.6.1.4.1.11591.4.11'), seq(octets(salt), integer(N), integer(r), integer(p)));
  return aesLock(kdf, () => (derives ? scryptSync(password, salt, 32, { N, r, p }) : randomBytes(32)));
}

function aesLock(kdf: Der, keyOf: () => Buffer): Lock {
  const iv = randomBytes(16);
  return {
    algorithm: seq(oidNamed('pkcs5PBES2'), seq(kdf, seq(oidNamed('aes256-CBC'), octets(iv)))),
    lock: (content) => {
      const cipher = createCipheriv('aes-256-cbc', keyOf(), iv);
      return Buffer.concat([cipher.update(content), cipher.final()]);
    },
  };
}

/** PBMAC1 (RFC 9579) over the content. */
export function pbmac1(
  password: Buffer,
  hash: readonly [string, string] = ['1.2.840.113549.2.9', 'sha256'],
  rounds = 1_000,
) {
  return (safe: Der): Der => {
    const salt = randomBytes(16);
    const key = pbkdf2Sync(password, salt, rounds, 32, hash[1]);
    const kdf = seq(
      oidNamed('pkcs5PBKDF2'),
      seq(octets(salt), integer(rounds), integer(32), seq(oid(hash[0]), none)),
    );
    const algorithm = seq(oid('1.2.840.113549.1.5.14'), seq(kdf, seq(oid(hash[0]), none)));
    const mac = createHmac(hash[1], key).update(safe).digest();
    return seq(seq(algorithm, octets(mac)), octets(Buffer.from('NOT USED')), integer(1));
  };
}

export function pfx(contents: readonly Der[], mac?: (safe: Der) => Der): Buffer {
  const safe = seq(...contents);
  return seq(
    integer(3),
    seq(oidNamed('data'), inside(octets(safe))),
    ...(mac === undefined ? [] : [mac(safe)]),
  );
}
