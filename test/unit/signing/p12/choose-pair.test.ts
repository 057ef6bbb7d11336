/** Which of several pairs in one file signs, and when a person must choose. */
import { openCertificateFile } from '../../../../src/signing/keys/certificate.js';
import {
  issueCertificate,
  rsaKeys,
  type IssuedCertificate,
  type IssueOptions,
  type TestAuthority,
} from '../../../../tools/simulator/test-authority.js';
import { spareKeys, testAuthority } from '../../../harness/samples/signers.js';
import { certificateBag, keyBag, pfx, plain } from './p12-files.js';

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

const keys = [spareKeys(), rsaKeys()] as const;

type Wanted = Partial<IssueOptions> & { readonly by?: 'itself' };

/** A certificate of the first or the second key. `itself`: nobody else vouches for it. */
function made(which: 0 | 1, { by, ...change }: Wanted): IssuedCertificate {
  const holder = {
    commonName: 'PÉREZ, PEDRO',
    serialNumber: 'IDCDO-00199999996',
    keys: keys[which],
    ...change,
  };
  if (by === undefined) return issueCertificate(testAuthority(), holder);
  // An authority of the same name as its only certificate.
  const own: TestAuthority = issueCertificate(testAuthority(), holder);
  return issueCertificate(own, holder);
}

function opened(pairs: readonly IssuedCertificate[], fingerprint?: string) {
  const bags = pairs.flatMap((pair) => [certificateBag(pair), keyBag(pair)]);
  return openCertificateFile(pfx([plain(...bags)]), '', fingerprint);
}

const other = { commonName: 'GÓMEZ, ANA', serialNumber: 'IDCDO-00299999995' };
const selfSigned: Wanted = { by: 'itself', notAfter: inDays(3_000) };

test.each<{ name: string; issued: Wanted; beside: Wanted }>([
  { name: 'a self-signed one that ends later', issued: {}, beside: selfSigned },
  { name: 'a self-signed one of another name', issued: {}, beside: { ...selfSigned, ...other } },
  {
    name: 'one of an authority without a number',
    issued: {},
    beside: { commonName: 'servidor', serialNumber: 'no' },
  },
  {
    name: 'a self-signed one of a company, by its RNC',
    issued: { commonName: 'EMPRESA SRL VATDO-131880681', serialNumber: 'sin' },
    beside: selfSigned,
  },
  { name: 'one for encryption', issued: {}, beside: { ...other, usage: 'encryption' } },
  {
    name: 'another holder’s that has expired',
    issued: {},
    beside: { ...other, notBefore: inDays(-9), notAfter: inDays(-1) },
  },
  // Then the refusal says that it has expired.
  {
    name: 'a self-signed one that is still valid',
    issued: { notBefore: inDays(-9), notAfter: inDays(-1) },
    beside: selfSigned,
  },
])(
  'the pair that an authority issued for a number signs, not $name, in whatever order',
  ({ issued, beside }) => {
    const [right, wrong] = [made(0, issued), made(1, beside)];
    const [alone] = [opened([right])];
    if (!alone.ok) throw new Error(alone.reason);
    const { fingerprint } = alone.certificate;
    for (const pairs of [
      [right, wrong],
      [wrong, right],
    ])
      expect(opened(pairs)).toMatchObject({ ok: true, certificate: { fingerprint } });
  },
);

test.each<{ name: string; pairs: readonly [Wanted, Wanted] }>([
  { name: 'two holders with numbers', pairs: [{}, other] },
  { name: 'two self-signed ones', pairs: [selfSigned, { ...selfSigned, ...other }] },
  {
    name: 'two without a number',
    pairs: [
      { commonName: 'A', serialNumber: 'x' },
      { commonName: 'B', serialNumber: 'y' },
    ],
  },
])('a person chooses between $name', ({ pairs: [first, second] }) => {
  const pairs = [made(0, first), made(1, second)];
  const asked = opened(pairs);
  if (asked.ok || asked.reason !== 'CHOICE_NEEDED') throw new Error('It did not ask');
  const { candidates } = asked.facts;
  expect(candidates).toEqual(
    [first, second].map(({ commonName = 'PÉREZ, PEDRO' }) => ({
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      subject: expect.stringContaining(commonName),
      issuer: expect.stringContaining('CN='),
      notAfter: expect.any(Date),
    })),
  );
  for (const { fingerprint } of candidates) {
    expect(opened(pairs, fingerprint)).toMatchObject({ ok: true, certificate: { fingerprint } });
    expect(opened(pairs, fingerprint.slice(0, 16).toUpperCase())).toMatchObject({ ok: true });
  }
});

test('a choice that is not in the file asks again, also when one would sign without it', () => {
  const pairs = [made(0, {}), made(1, selfSigned)];
  expect(opened(pairs, '0'.repeat(64))).toMatchObject({
    reason: 'CHOICE_NEEDED',
    facts: { candidates: [{}, {}] },
  });
});

test('the same pair twice is one', () => {
  const pair = made(0, {});
  expect(opened([pair, pair])).toMatchObject({ ok: true });
});
