/** The test authority of the whole run, and signers with its certificates. Nobody outside this run trusts them. */
import { readFileSync } from 'node:fs';
import {
  createAuthority,
  issueCertificate,
  rsaKeys,
  type IssuedCertificate,
  type RsaKeys,
  type TestAuthority,
} from '../../../tools/simulator/test-authority.js';

interface Signer {
  readonly commonName: string;
  readonly serialNumber: string;
}

interface Made {
  readonly authority: TestAuthority;
  readonly issued: readonly (Signer & IssuedCertificate)[];
  /** For signers that are not among the usual ones. */
  readonly spare?: RsaKeys;
  /** Of the taxpayers that the simulator imitates. */
  readonly taxpayers?: TestAuthority;
}

let made: Made | undefined;

export const testAuthority = (): TestAuthority => read().authority;

/** Undefined: the simulator has to make it. */
export const taxpayersAuthority = (): TestAuthority | undefined => read().taxpayers;

/** A key that a file may use for certificates of its own. */
export const spareKeys = (): RsaKeys => read().spare ?? rsaKeys();

/** A certificate of the test authority. The usual signers have theirs already; all others share one key. */
export function certifiedSigner({ commonName, serialNumber }: Signer): IssuedCertificate {
  const { authority, issued } = read();
  const found = issued.find((one) => one.commonName === commonName && one.serialNumber === serialNumber);
  return found ?? issueCertificate(authority, { commonName, serialNumber, keys: spareKeys() });
}

/** What test/jest/make-signers.mjs made for the run. Without it (`npm run check`) each file makes its own. */
function read(): Made {
  const file = process.env['TEST_SIGNERS'];
  made ??=
    file === undefined
      ? { authority: createAuthority('AUTORIDAD DE PRUEBA'), issued: [] }
      : (JSON.parse(readFileSync(file, 'utf8')) as Made);
  return made;
}
