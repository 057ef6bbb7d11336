/** The test authority of the whole run, and signers with its certificates. Nobody outside this run trusts them. */
import { readFileSync } from 'node:fs';
import {
  createAuthority,
  issueCertificate,
  type IssuedCertificate,
  type TestAuthority,
} from '../../../tools/simulator/test-authority.js';

interface Signer {
  readonly commonName: string;
  readonly serialNumber: string;
}

interface Made {
  readonly authority: TestAuthority;
  readonly issued: readonly (Signer & IssuedCertificate)[];
}

let made: Made | undefined;

export const testAuthority = (): TestAuthority => read().authority;

/** A certificate of the test authority. The usual signers have theirs already; any other gets a new key. */
export function certifiedSigner({ commonName, serialNumber }: Signer): IssuedCertificate {
  const { authority, issued } = read();
  const found = issued.find((one) => one.commonName === commonName && one.serialNumber === serialNumber);
  return found ?? issueCertificate(authority, { commonName, serialNumber });
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
