/** Seeds and tokens (web services §3.2): the company's signer signs a seed and exchanges it for a token of one hour. */
import { createHmac, createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import type { KeyObject, X509Certificate } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { environments, type Environment } from '../../../src/ecf/model/environments.js';
import { subjectSerialNumber } from '../../../src/signing/verify/subject.js';
import { chainFault } from '../../../src/signing/verify/chain.js';
import { isWellFormed } from '../../../src/signing/verify/xml-document.js';
import { verifyXml } from '../../../src/signing/verify/verify.js';
import { identityOf, type Delegations } from '../verdict/delegations.js';
import { structureText } from '../services/approval-texts.js';
import type { Refused } from './refusal.js';
import { santoDomingo } from './reply.js';
import type { SettingsHolder } from '../settings.js';
import { readTree, textAt, type Element } from '../verdict/xml-tree.js';

const nameClaim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name';
const issuer = 'DGII.FE';
const audience = 'USUARIOS.DGII.FE';
const seedLifetimeMs = 5 * 60 * 1000;
const seedBytes = 90;
/** Limit for unused seeds; the oldest one is dropped first. */
const seedsMax = 10_000;
const secretBytes = 32;

export interface Authentication {
  /** The seed's XML, indented as DGII sends it. */
  seed(environment: Environment): string;
  exchange(
    environment: Environment,
    xml: string,
  ): { readonly token: TokenAnswer } | { readonly refused: Refused };
  /** Cédula or RNC of the token's holder; undefined when it is missing, foreign or expired. */
  holder(environment: Environment, authorization: string | undefined): string | undefined;
  revokeAll(): Promise<void>;
}

export interface TokenAnswer {
  readonly token: string;
  readonly expira: string;
  readonly expedido: string;
}

interface Dependencies {
  readonly dataDir: string;
  readonly settings: Pick<SettingsHolder, 'current'>;
  readonly trusted: readonly X509Certificate[];
  readonly delegations: Delegations;
  readonly clock: () => Date;
}

export async function openAuthentication(dependencies: Dependencies): Promise<Authentication> {
  const { dataDir, settings, trusted, delegations, clock } = dependencies;
  let keys = keysOf(await tokenSecret(dataDir));
  /** `environment:valor` → when the seed expires. */
  const seeds = new Map<string, number>();

  return {
    seed(environment) {
      const now = clock();
      const valor = randomBytes(seedBytes).toString('base64');
      seeds.set(`${environment}:${valor}`, now.getTime() + seedLifetimeMs);
      const oldest = seeds.keys().next().value;
      if (seeds.size > seedsMax && oldest !== undefined) seeds.delete(oldest);
      return seedXml(valor, now);
    },

    exchange(environment, xml) {
      const structure = seedFault(xml);
      if (structure !== undefined)
        return { refused: { status: 400, valor: structureText, errores: [structure] } };
      const now = clock();
      const signer = signerOf(environment, xml, now);
      return 'refusal' in signer
        ? { refused: { status: 400, valor: signer.refusal } }
        : { token: issue(environment, signer.identity, now) };
    },

    holder(environment, authorization) {
      const [, token] = /^bearer (\S+)$/i.exec(authorization ?? '') ?? [];
      if (token === undefined) return undefined;
      try {
        const claims = jwt.verify(token, keys[environment], {
          algorithms: ['HS256'],
          issuer,
          audience,
          clockTimestamp: seconds(clock()),
        });
        const name: unknown = typeof claims === 'string' ? undefined : claims[nameClaim];
        return typeof name === 'string' ? name : undefined;
      } catch {
        return undefined;
      }
    },

    async revokeAll() {
      keys = keysOf(await newSecret(dataDir));
    },
  };

  function signerOf(
    environment: Environment,
    xml: string,
    now: Date,
  ): { readonly identity: string } | { readonly refusal: string } {
    const verification = verifyXml(xml, settings.current.blankText);
    if (!verification.ok) return { refusal: 'Firma del certificado invalida' };
    const { certificate, content } = verification;
    // Single use: the same seed is never accepted again, whatever the result.
    const key = `${environment}:${textAt(readTree(content), 'valor')}`;
    const expiresAt = seeds.get(key);
    seeds.delete(key);
    if (expiresAt === undefined || expiresAt < now.getTime())
      return { refusal: 'La semilla no es válida o ya expiró' };
    if (chainFault(certificate, trusted, now) !== undefined)
      return { refusal: 'Tipo de certificado no admitido' };
    const identity = identityOf(subjectSerialNumber(certificate));
    return identity === '' || delegations.of(identity).length === 0
      ? { refusal: `El RNC ${identity} del certificado no está delegado para realizar transacciones.` }
      : { identity };
  }

  function issue(environment: Environment, identity: string, now: Date): TokenAnswer {
    const nbf = seconds(now);
    const exp = nbf + settings.current.tokenSeconds;
    const claims = { [nameClaim]: identity, jti: randomUUID(), nbf, exp, iss: issuer, aud: audience };
    const token = jwt.sign(claims, keys[environment], { algorithm: 'HS256', noTimestamp: true });
    return { token, expira: isoSeconds(exp), expedido: isoSeconds(nbf) };
  }
}

/** One key per environment, so a token of another environment is foreign. As key objects, which the library verifies fast. */
function keysOf(secret: Buffer): Readonly<Record<Environment, KeyObject>> {
  const keyOf = (segment: string) => createSecretKey(createHmac('sha256', secret).update(segment).digest());
  return {
    'pre-certification': keyOf(environments['pre-certification'].segment),
    certification: keyOf(environments.certification.segment),
    production: keyOf(environments.production.segment),
  };
}

const secretFile = 'token-secret';

/** The secret behind the tokens. It is kept in the data folder, so tokens survive a restart. */
async function tokenSecret(dataDir: string): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true });
  const kept = await readFile(join(dataDir, secretFile)).catch(() => undefined);
  return kept?.length === secretBytes ? kept : newSecret(dataDir);
}

async function newSecret(dataDir: string): Promise<Buffer> {
  const secret = randomBytes(secretBytes);
  const handle = await open(join(dataDir, secretFile), 'w', 0o600);
  try {
    await handle.writeFile(secret);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return secret;
}

function seedXml(valor: string, now: Date): string {
  // .NET writes seven decimals of a second.
  const fecha = `${santoDomingo(now).toISOString().replace('Z', '')}${String(now.getTime() % 10_000).padStart(4, '0')}-04:00`;
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    '  <SemillaModel xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">\n' +
    `    <valor>${valor}</valor>\n    <fecha>${fecha}</fecha>\n  </SemillaModel>`
  );
}

/** `valor`, `fecha`, then one more element, the Signature (semilla-v1.0.xsd). The texts are those of .NET. */
function seedFault(xml: string): string | undefined {
  const root = isWellFormed(xml) ? readTree(xml) : undefined;
  if (root === undefined) return 'Data at the root level is invalid. Line 1, position 1.';
  if (root.name !== 'SemillaModel') return `The '${root.name}' element is not declared.`;
  const expected = ['valor', 'fecha', 'any element'];
  const wrong = expected.findIndex((name, index) => !fits(root.children[index], name));
  if (wrong !== -1) {
    const found = root.children[wrong];
    const list = `List of possible elements expected: '${expected[wrong] ?? ''}'.`;
    return found === undefined
      ? `The element 'SemillaModel' has incomplete content. ${list}`
      : `The element 'SemillaModel' has invalid child element '${found.name}'. ${list}`;
  }
  const further = root.children[expected.length];
  return further && `The element 'SemillaModel' has invalid child element '${further.name}'.`;
}

function fits(element: Element | undefined, name: string): boolean {
  return element !== undefined && (name === 'any element' || element.name === name);
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}

function isoSeconds(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString().replace('.000Z', 'Z');
}
