/**
 * Makes the keys and certificates that most test files use, once for the whole run: a key takes half a second of processor
 * time. `global-setup.ts` starts this as a process of its own. `harness/samples/signers.ts` reads the file.
 *
 * Plain JavaScript, because Node runs this file itself, and test/ is not built.
 */
import { writeFileSync } from 'node:fs';
import process from 'node:process';

// The built one: `npm test` builds before it starts Jest.
const built = new URL('../../dist/tools/simulator/test-authority.js', import.meta.url).href;
/** @typedef {typeof import('../../tools/simulator/test-authority.js')} TestAuthority */
const { createAuthority, issueCertificate, rsaKeys } = /** @type {TestAuthority} */ (await import(built));

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: make-signers.mjs <file>');

const usual = 'FIRMANTE DE PRUEBA';
const signers = [
  // The companies of a service, in the order in which a test file adds them.
  ...[1, 2, 3, 4].map((n) => ({ commonName: usual, serialNumber: `IDCDO-${String(n).padStart(11, '0')}` })),
  { commonName: usual, serialNumber: 'IDCDO-00199999996' },
  { commonName: 'PÉREZ MARTÍNEZ, PEDRO', serialNumber: 'IDCDO-00199999996' },
];

const authority = createAuthority('AUTORIDAD DE PRUEBA');
const issued = signers.map((signer) => ({ ...signer, ...issueCertificate(authority, signer) }));
const taxpayers = createAuthority('AUTORIDAD DE LOS CONTRIBUYENTES IMITADOS');
writeFileSync(file, JSON.stringify({ authority, issued, spare: rsaKeys(), taxpayers }), { mode: 0o600 });
