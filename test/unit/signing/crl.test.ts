/** CRLs that openssl makes: whose they are, who signed them, whom they revoke; and where a certificate says that they are. */
import { X509Certificate } from 'node:crypto';
import { readCrl, type CrlChecks } from '../../../src/signing/verify/crl.js';
import { crlSourcesOf } from '../../../src/signing/verify/crl-points.js';
import {
  createAuthority,
  issueCertificate,
  type IssuedCertificate,
} from '../../../tools/simulator/test-authority.js';
import { makeCrl, pemOf } from '../../harness/crl-server.js';
import { spareKeys, testAuthority } from '../../harness/samples/signers.js';

const dayMs = 86_400_000;
const urls = ['http://crl.example/a.crl', 'https://copy.example/a.crl'];
const authority = testAuthority();
const issue = (crlUrls: readonly string[] = urls, from = authority): IssuedCertificate =>
  issueCertificate(from, {
    commonName: 'PÉREZ, ANA',
    serialNumber: 'IDCDO-00199999996',
    keys: spareKeys(),
    crlUrls,
  });
const [one, other] = [issue(), issue()];
const serialOf = ({ certificatePem }: IssuedCertificate) => new X509Certificate(certificatePem).serialNumber;

const checks = (change: Partial<CrlChecks> = {}): CrlChecks => ({
  certificatePem: one.certificatePem,
  issuerPem: authority.certificatePem,
  serials: [one, other].map(serialOf),
  now: new Date(),
  ...change,
});

test('a CRL of the issuer is checked, and says since when it revokes which certificates', () => {
  const revokedAt = new Date('2026-11-05T14:00:00Z');
  const thisUpdate = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 60_000);
  const crl = makeCrl(authority, { revoked: [other.certificatePem], revokedAt, thisUpdate });
  expect(readCrl(crl, checks())).toMatchObject({
    ok: true,
    der: crl,
    thisUpdate,
    checked: true,
    revoked: [{ serial: serialOf(other).replace(/^0+/, ''), at: revokedAt }],
  });
  const { serialNumber } = new X509Certificate(one.certificatePem);
  expect(readCrl(crl, checks({ serials: [serialNumber] }))).toMatchObject({ ok: true, revoked: [] });
});

test('a CRL in PEM is read, and kept in DER', () => {
  const crl = makeCrl(authority, { digest: 'sha512' });
  expect(readCrl(Buffer.from(pemOf(crl)), checks())).toMatchObject({ ok: true, der: crl, checked: true });
});

test('without the issuer’s certificate, or with an unknown algorithm, the name must be right and nothing is checked', () => {
  const crl = makeCrl(authority, { revoked: [other.certificatePem] });
  expect(readCrl(crl, checks({ issuerPem: undefined }))).toMatchObject({ ok: true, checked: false });
  const old = makeCrl(authority, { digest: 'sha1' });
  expect(readCrl(old, checks())).toMatchObject({ ok: true, checked: false });
});

test('an indirect CRL revokes nothing, because its serial numbers may be of another authority', () => {
  const extensions = 'issuingDistributionPoint = critical, @point\n[point]\nindirectCRL = TRUE';
  const crl = makeCrl(authority, { revoked: [other.certificatePem], extensions });
  expect(readCrl(crl, checks())).toMatchObject({ ok: true, checked: true, revoked: [] });
});

const changed = () => {
  const bytes = makeCrl(authority);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return bytes;
};
/** It has the same name, and another key. */
const sameName = () => createAuthority('AUTORIDAD DE PRUEBA');
const ago = (days: number) => new Date(Date.now() - days * dayMs);

test.each([
  { of: 'a changed signature', fault: 'SIGNATURE_WRONG', crl: changed },
  { of: 'another key under the same name', fault: 'SIGNATURE_WRONG', crl: () => makeCrl(sameName()) },
  {
    of: 'another authority, without the issuer’s certificate',
    fault: 'OTHER_ISSUER',
    crl: () => makeCrl(createAuthority('OTRA AUTORIDAD')),
    change: { issuerPem: undefined },
  },
  {
    of: 'last month',
    fault: 'OUT_OF_DATE',
    crl: () => makeCrl(authority, { thisUpdate: ago(40), nextUpdate: ago(10) }),
  },
  { of: 'next month', fault: 'OUT_OF_DATE', crl: () => makeCrl(authority, { thisUpdate: ago(-5) }) },
  { of: 'half of it', fault: 'UNREADABLE', crl: () => makeCrl(authority).subarray(0, 100) },
  { of: 'a page', fault: 'UNREADABLE', crl: () => Buffer.from('<html>404</html>') },
  { of: 'a certificate', fault: 'UNREADABLE', crl: () => new X509Certificate(one.certificatePem).raw },
  { of: 'nothing', fault: 'UNREADABLE', crl: () => Buffer.alloc(0) },
])('a CRL of $of: $fault', ({ fault, crl, change = {} }) => {
  expect(readCrl(crl(), checks(change))).toEqual({ ok: false, fault });
});

test('a certificate names its sources; another key or address is another source', () => {
  const sourceOf = (pems: readonly string[]) => crlSourcesOf(pems)[0];
  const source = sourceOf([one.certificatePem, authority.certificatePem]);
  expect(source).toMatchObject({ urls, isSigner: true });
  expect(sourceOf([other.certificatePem, authority.certificatePem])?.id).toBe(source?.id);
  const alone = sourceOf([one.certificatePem]);
  expect(alone).toMatchObject({ place: source?.place, key: 'unchecked' });
  const fake = sameName();
  const forged = sourceOf([issue(urls, fake).certificatePem, fake.certificatePem]);
  expect(forged?.key).not.toBe(source?.key);
  expect(sourceOf([issue(['http://crl.example/b.crl']).certificatePem])?.place).not.toBe(source?.place);
});

test.each([
  { of: 'no address', crlUrls: [] },
  { of: 'a directory', crlUrls: ['ldap://crl.example/cn=a'] },
  { of: 'an address that is far too long', crlUrls: [`http://crl.example/${'a'.repeat(600)}`] },
])('a certificate with $of has no source', ({ crlUrls }) => {
  expect(crlSourcesOf([issue(crlUrls).certificatePem])).toEqual([]);
});

test('what is no certificate has no source', () => {
  expect(crlSourcesOf([''])).toEqual([]);
});
