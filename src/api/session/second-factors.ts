/**
 * The second factor: codes of an authenticator (RFC 6238) and recovery codes. Each code works once. The authenticator's secret is sealed,
 * so nobody can make codes from a copy of the ledger.
 */
import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Person, Totp, UnseenCodes } from '../../ledger/people/person.js';
import { ServiceError } from '../../shared/errors.js';
import { WebError } from '../web/web-error.js';
import type { RouteDeps } from '../web/web-route.js';
import { nextTryAtMs } from './code-tries.js';
import type { SecurityNotices } from './security-notices.js';
import { createSealer } from './web/keys.js';

const issuer = 'Comprobantes e-CF';
const periodSeconds = 30;
/** RFC 6238 §5.2 allows one step before and after, because the phone's clock may differ and typing takes time. */
const window = 1;
/** RFC 4226 §4 requires 128 bits and recommends 160. */
const secretBytes = 20;
const recoveryCodesMade = 10;
/** Leaves out letters and digits that look alike. Four groups of four are 79 bits, too many to guess. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const recoveryGroups = 4;
const recoveryGroup = 4;
/** Each lost round means that another try of the same person was counted meanwhile. */
const countRoundsMax = 20;
const countRetrySeconds = 2;

export type SecondFactors = ReturnType<typeof createSecondFactors>;

interface CodeTry {
  readonly person: Person;
  readonly session: string;
}

type RightCodeKind = 'totp' | 'recovery-code';

interface RightCode<Right> {
  readonly right: Right;
  /** The wrong codes before it. The person must see them. */
  readonly unseen: UnseenCodes | undefined;
}

export function createSecondFactors(
  { store, clock, config }: Pick<RouteDeps, 'store' | 'clock' | 'config'>,
  notices: Pick<SecurityNotices, 'wrongCode'>,
) {
  const sealer = createSealer(config.web.secrets, 'ecf web second factor');

  const stepOf = (secret: string, code: string): number | undefined => {
    const nowMs = clock().getTime();
    const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window });
    return delta === null ? undefined : Math.floor(nowMs / 1_000 / periodSeconds) + delta;
  };

  const verifyTotp = async (person: Person, sealed: string, code: string): Promise<boolean> => {
    const { personId } = person;
    const opened = sealer.open(sealed, personId);
    if (opened === undefined)
      throw new Error(`The second factor of ${personId} is sealed with another secret`);
    const step = stepOf(opened.text, code);
    if (step === undefined || !(await store.useTotpStep(personId, step))) return false;
    if (!opened.current) await store.resealTotp(personId, sealed, sealer.seal(opened.text, personId));
    return true;
  };

  /** Counts a try before its check. Throws TOO_MANY_REQUESTS or SECOND_FACTOR_LOCKED if wrong codes make the person wait. */
  const countTry = async (personId: string, session: string): Promise<Date | undefined> => {
    for (let round = 0; round < countRoundsMax; round++) {
      const found = await store.findPersonWithSecrets({ personId });
      const totp = found?.secrets.totp;
      if (totp === undefined) return undefined;
      const { wrongCodes = [] } = totp;
      const at = clock();
      const nextAtMs = nextTryAtMs(wrongCodes);
      if (nextAtMs === Infinity) throw new WebError('SECOND_FACTOR_LOCKED');
      if (at.getTime() < nextAtMs) throw mustWait(Math.ceil((nextAtMs - at.getTime()) / 1_000));
      if (await store.countCodeTry(personId, wrongCodes, { session, at })) return at;
    }
    throw mustWait(countRetrySeconds);
  };

  /** Runs `check`, which returns undefined if the code is wrong, as a try that counts for ever if it fails. */
  const asTry = async <Right>(
    { person, session }: CodeTry,
    check: () => Promise<Right | undefined>,
  ): Promise<RightCode<Right> | undefined> => {
    const at = await countTry(person.personId, session);
    if (at === undefined) return undefined;
    const right = await check();
    if (right !== undefined) return { right, unseen: await store.takeBackCodeTries(person, session) };
    await notices.wrongCode(person, await store.keepWrongCode(person.personId, at));
    return undefined;
  };

  const confirmed = (personId: string, sealed: string, code: string) => {
    const opened = sealer.open(sealed, personId);
    const step = opened === undefined ? undefined : stepOf(opened.text, code);
    if (step === undefined) return undefined;
    const { codes, hashes } = newRecoveryCodes(personId);
    const totp: Totp = { sealedSecret: sealed, lastStep: step, recoveryCodes: hashes };
    return { totp, codes };
  };

  const kindOf = async (person: Person, code: string): Promise<RightCodeKind | undefined> => {
    const found = await store.findPersonWithSecrets({ personId: person.personId });
    const totp = found?.secrets.totp;
    if (totp === undefined) return undefined;
    const typed = code.replace(/[\s-]/g, '').toLowerCase();
    if (/^\d{6}$/.test(typed))
      return (await verifyTotp(person, totp.sealedSecret, typed)) ? 'totp' : undefined;
    const isUsed = await store.useRecoveryCode(person.personId, recoveryHash(person.personId, typed));
    return isUsed ? 'recovery-code' : undefined;
  };

  return {
    /**
     * A new secret. The authenticator reads `uri` or `secret`, as text or as a QR code. The session keeps `sealed` until the person confirms
     * with a code.
     */
    enrol: ({ personId, email }: Person) => {
      const secret = new Secret({ size: secretBytes }).base32;
      return { uri: totpOf(secret, email).toString(), secret, sealed: sealer.seal(secret, personId) };
    },

    /** @returns the recovery codes, which the ledger keeps only as hashes; undefined if the code is wrong */
    confirm: async ({ personId }: Person, sealed: string, code: string) => {
      const made = confirmed(personId, sealed, code);
      if (made === undefined) return undefined;
      return (await store.enrolTotp(personId, made.totp)) ? made.codes : undefined;
    },

    /** Replaces the current authenticator, as `confirm` does. Ends every session of the person. */
    replace: async (tried: CodeTry, sealed: string, code: string) => {
      const { person } = tried;
      const replaced = await asTry(tried, async () => {
        const made = confirmed(person.personId, sealed, code);
        if (made === undefined) return undefined;
        if (!(await store.replaceTotp(person, made.totp))) throw new WebError('SESSION_REQUIRED');
        return made.codes;
      });
      return replaced?.right;
    },

    /** @returns new recovery codes; the earlier ones no longer work */
    renewRecoveryCodes: async (person: Person) => {
      const { codes, hashes } = newRecoveryCodes(person.personId);
      if (!(await store.replaceRecoveryCodes(person, hashes))) throw new WebError('SESSION_REQUIRED');
      return codes;
    },

    recoveryCodesLeft: async ({ personId }: Person) => {
      const found = await store.findPersonWithSecrets({ personId });
      return found?.secrets.totp?.recoveryCodes.length ?? 0;
    },

    /** @param code a code of the authenticator, or a recovery code. Undefined if it is wrong */
    verify: (tried: CodeTry, code: string): Promise<RightCode<RightCodeKind> | undefined> =>
      asTry(tried, () => kindOf(tried.person, code)),
  };
}

function mustWait(retryAfterSeconds: number): ServiceError {
  return new ServiceError('TOO_MANY_REQUESTS', {
    retryAfterSeconds,
    mensaje: 'Hubo demasiados códigos errados.',
  });
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret });
}

function newRecoveryCodes(personId: string) {
  const codes = Array.from({ length: recoveryCodesMade }, newRecoveryCode);
  return { codes, hashes: codes.map((one) => recoveryHash(personId, one)) };
}

function newRecoveryCode(): string {
  const group = () => Array.from({ length: recoveryGroup }, randomLetter).join('');
  return Array.from({ length: recoveryGroups }, group).join('-');
}

function randomLetter(): string {
  return recoveryAlphabet.charAt(randomInt(recoveryAlphabet.length));
}

function recoveryHash(personId: string, code: string): string {
  return createHash('sha256')
    .update(`${personId}:${code.replaceAll('-', '')}`)
    .digest('base64url');
}
