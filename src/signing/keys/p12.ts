/**
 * Reads PKCS#12 files (RFC 7292): private keys and certificates as their DER, whatever else the file has. node-forge reads the encoding, and
 * node:crypto does the arithmetic: 600,000 rounds take node-forge half a minute.
 */
import { timingSafeEqual } from 'node:crypto';
import { OpenError, unreadable, unsupported } from './open-fault.js';
import {
  algorithmOf,
  childrenOf,
  countOf,
  derOf,
  isInteger,
  nameOf,
  octetsOf,
  oidOf,
  readBer,
  type Node,
} from './pkcs12/asn1.js';
import {
  createRounds,
  derivationOf,
  digestOf,
  hmac,
  hmacOf,
  pkcs12Cost,
  pkcs12Key,
  refuseTooMany,
} from './pkcs12/key-derivation.js';
import {
  lockedBy,
  pkcs12Forms,
  pkcs5Forms,
  unlock,
  type Locked,
  type Secret,
} from './pkcs12/password-ciphers.js';

export interface P12Content {
  /** PKCS#8 PrivateKeyInfo, DER. */
  readonly keys: readonly Buffer[];
  readonly certificates: readonly Buffer[];
}

interface Contents {
  readonly keys: Buffer[];
  readonly certificates: Buffer[];
  readonly lockedKeys: Locked[];
  /** Bags, encrypted together. */
  readonly lockedBags: Locked[];
}

const data = '1.2.840.113549.1.7.1';
const signedData = '1.2.840.113549.1.7.2';
const envelopedData = '1.2.840.113549.1.7.3';
const encryptedData = '1.2.840.113549.1.7.6';

/** RFC 7292 §4.2. The others (CRL, secret) are not needed here. */
const bags = {
  '1.2.840.113549.1.12.10.1.1': 'key',
  '1.2.840.113549.1.12.10.1.2': 'encrypted key',
  '1.2.840.113549.1.12.10.1.3': 'certificate',
  '1.2.840.113549.1.12.10.1.6': 'bags',
} as const;

const x509Certificate = '1.2.840.113549.1.9.22.1';

/** RFC 9579. */
const pbmac1 = '1.2.840.113549.1.5.14';

/** Programs write one level of bags within bags, if any. */
const nestedMax = 8;

/** @throws OpenError */
export function readP12(bytes: Uint8Array, password: string): P12Content {
  const [version, authSafe, macData] = childrenOf(readBer(bytes));
  // A certificate chain (.p7b) starts with its type. It never has a key.
  if (version !== undefined && !isInteger(version) && oidOf(version) === signedData)
    throw new OpenError({ reason: 'NO_PRIVATE_KEY' });
  if (!isInteger(version)) throw unreadable();
  const signed = contentOf(authSafe);
  if (signed.type === signedData) throw unsupported('una firma digital en vez de una clave');
  if (signed.type !== data) throw unreadable();
  const safe = octetsOf(signed.content);
  const contents = contentsOf(safe);
  const mac = macData === undefined ? undefined : macOf(macData, safe);
  const locked = [...contents.lockedBags, ...contents.lockedKeys];
  refuseTooMany([...locked, ...(mac ? [mac] : [])].map(({ rounds }) => rounds));
  const secret: Secret = { password, rounds: createRounds() };
  if (mac === undefined || isRight(mac, secret)) return opened(contents, secret);
  // A wrong password and a damaged file have the same MAC. In a damaged file the password still opens something.
  throw new OpenError({ reason: locked.some((one) => opens(one, secret)) ? 'UNREADABLE' : 'WRONG_PASSWORD' });
}

function opens(locked: Locked, secret: Secret): boolean {
  try {
    return unlock(locked, secret).length > 0;
  } catch (error) {
    if (error instanceof OpenError) return false;
    throw error;
  }
}

/** ContentInfo: its type and what it holds. */
function contentOf(info: Node | undefined): { readonly type: string; readonly content: Node | undefined } {
  const [type, wrapped] = childrenOf(info);
  const [content] = childrenOf(wrapped);
  return { type: oidOf(type), content };
}

interface Mac {
  readonly rounds: number;
  readonly forms: (password: string) => readonly Buffer[];
  readonly isRight: (password: Buffer) => boolean;
}

function macOf(macData: Node, safe: Buffer): Mac {
  const [digestInfo, macSalt, count] = childrenOf(macData);
  const [algorithm, written] = childrenOf(digestInfo);
  const mac = octetsOf(written);
  const isMac = (made: Buffer) => made.length === mac.length && timingSafeEqual(made, mac);
  const { oid, params } = algorithmOf(algorithm);
  if (oid === pbmac1) {
    const [kdf, scheme] = childrenOf(params);
    const { rounds, derive } = derivationOf(kdf);
    const hash = hmacOf(scheme);
    return { rounds, forms: pkcs5Forms, isRight: (password) => isMac(hmac(hash, derive(password), safe)) };
  }
  const hash = digestOf(algorithm);
  const from = { hash, salt: octetsOf(macSalt), rounds: count === undefined ? 1 : countOf(count) };
  const wanted = { id: 3, bytes: hash.bytes } as const;
  return {
    rounds: pkcs12Cost(from, hash.bytes),
    forms: pkcs12Forms,
    isRight: (password) => isMac(hmac(hash, pkcs12Key(password, from, wanted), safe)),
  };
}

function isRight({ rounds, forms, isRight: check }: Mac, secret: Secret): boolean {
  return forms(secret.password).some((form) => {
    secret.rounds.spend(rounds);
    return check(form);
  });
}

function contentsOf(safe: Buffer): Contents {
  const found: Contents = { keys: [], certificates: [], lockedKeys: [], lockedBags: [] };
  for (const info of childrenOf(readBer(safe))) {
    const { type, content } = contentOf(info);
    if (type === data) readBags(readBer(octetsOf(content)), found);
    else if (type === encryptedData) found.lockedBags.push(lockedBagsOf(content));
    else throw unsupported(type === envelopedData ? 'un cifrado con llave pública' : nameOf(type));
  }
  return found;
}

function lockedBagsOf(content: Node | undefined): Locked {
  const [, info] = childrenOf(content);
  const [, algorithm, encrypted] = childrenOf(info);
  return lockedBy(algorithm, octetsOf(encrypted));
}

function opened(contents: Contents, secret: Secret): P12Content {
  for (const bags of contents.lockedBags) readBags(readBer(unlock(bags, secret)), contents);
  const keys = contents.lockedKeys.map((key) => unlock(key, secret));
  return { keys: [...contents.keys, ...keys], certificates: contents.certificates };
}

function readBags(contents: Node, found: Contents, depth = 1): void {
  for (const bag of childrenOf(contents)) {
    const [id, wrapped] = childrenOf(bag);
    const [value] = childrenOf(wrapped);
    if (value === undefined) throw unreadable();
    switch (bags[oidOf(id) as keyof typeof bags] as (typeof bags)[keyof typeof bags] | undefined) {
      case 'key':
        found.keys.push(derOf(value));
        break;
      case 'encrypted key': {
        const [algorithm, encrypted] = childrenOf(value);
        found.lockedKeys.push(lockedBy(algorithm, octetsOf(encrypted)));
        break;
      }
      case 'certificate': {
        const [type, octets] = childrenOf(value);
        if (oidOf(type) === x509Certificate) found.certificates.push(octetsOf(childrenOf(octets)[0]));
        break;
      }
      case 'bags':
        if (depth >= nestedMax) throw unsupported(`más de ${nestedMax} niveles de contenidos`);
        readBags(value, found, depth + 1);
        break;
      case undefined:
        break;
    }
  }
}
