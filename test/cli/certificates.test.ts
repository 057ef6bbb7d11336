/** `certificate import | use | list`: `.p12` and PEM files as authorities deliver them, and the error for each bad file. */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import forge from 'node-forge';
import { fechaHoraFirma } from '../../src/ecf/model/dates.js';
import { secretContextOf } from '../../src/ledger/events/webhook-record.js';
import { seal, unseal } from '../../src/signing/keys/seal.js';
import { openCompanyCertificates } from '../../src/activities/certificates/company-certificates.js';
import {
  issueCertificate,
  rsaKeys,
  toP12,
  type IssuedCertificate,
  type IssueOptions,
  type TestAuthority,
} from '../../tools/simulator/test-authority.js';
import { certifiedSigner, spareKeys, testAuthority } from '../harness/samples/signers.js';
import {
  certificateBag,
  encrypted as encryptedBags,
  pbkdf2Lock,
  pfx,
} from '../unit/signing/p12/p12-files.js';
import { openCli, type Cli } from './harness.js';

const dayMs = 86_400_000;
const clave = 'clave-del-archivo';
let cli: Cli;
let authority: TestAuthority;
let issued: IssuedCertificate;
let other: IssuedCertificate;

beforeAll(async () => {
  cli = await openCli();
  authority = testAuthority();
  issued = certifiedSigner(signer);
  other = issue();
});

const signer = { commonName: 'PÉREZ MARTÍNEZ, PEDRO', serialNumber: 'IDCDO-00199999996' };

/** Another certificate of the signer, with another key. */
function issue(change: Partial<IssueOptions> = {}): IssuedCertificate {
  return issueCertificate(authority, { ...signer, keys: spareKeys(), ...change });
}

/** Only the tests of the file's format use the iterations of real files. */
const quickP12 = (one: IssuedCertificate, password = clave) => toP12(one, password, { iterations: 1 });

let files = 0;
async function importFile(
  rnc: string,
  content: Uint8Array,
  options: { stdin?: string; args?: string[]; env?: object } = {},
) {
  files += 1;
  const path = await cli.file(`${files}.p12`, content);
  const args = ['certificate', 'import', path, '--company', rnc, '--password-stdin', ...(options.args ?? [])];
  return cli.json(args, { stdin: options.stdin ?? clave, env: { ...options.env } });
}

function ellipticKey(): string {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  }).privateKey;
}

/** Opens the company's certificate as the worker does. */
async function usableBy(masterKey: Buffer, rnc: string) {
  const { companyId } = (await cli.store.findCompanyByRnc(rnc))!;
  return openCompanyCertificates(cli.store, [masterKey]).current(companyId, new Date());
}

/** A .p12 whose key and certificate do not belong together, or with only one of the two. */
function p12Of(key: IssuedCertificate | undefined, certificate: IssuedCertificate | undefined): Uint8Array {
  // forge's types do not allow a file without a key or without certificates, but the library does.
  const pem = certificate === undefined ? null : forge.pki.certificateFromPem(certificate.certificatePem);
  const privateKey = key === undefined ? null : forge.pki.privateKeyFromPem(key.privateKeyPem);
  const asn1 = forge.pkcs12.toPkcs12Asn1(privateKey, pem as forge.pki.Certificate, clave, {
    algorithm: '3des',
    count: 1,
  });
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary');
}

/** Made with openssl, because node-forge can read RC2 but not write it. */
async function rc2P12(): Promise<Buffer | undefined> {
  const [cert, key] = await Promise.all([
    cli.file('rc2-cert.pem', issued.certificatePem),
    cli.file('rc2-key.pem', issued.privateKeyPem),
  ]);
  const out = join(cli.dir, 'rc2.p12');
  const args = ['pkcs12', '-export', '-legacy', '-certpbe', 'PBE-SHA1-RC2-40', '-keypbe', 'PBE-SHA1-3DES'];
  try {
    const files = ['-in', cert, '-inkey', key, '-out', out, '-passout', `pass:${clave}`];
    execFileSync('openssl', [...args, ...files], { stdio: 'ignore' });
  } catch {
    console.warn(
      'NOT CHECKED: openssl with its legacy provider is not installed, so no RC2 file is imported',
    );
    return undefined;
  }
  return readFile(out);
}

describe('certificate import', () => {
  test.each([
    { name: 'AES', p12: () => toP12(issued, clave) },
    { name: 'the older 3DES', p12: () => toP12(issued, clave, { algorithm: '3des' }) },
    {
      name: 'several certificates with the signer’s at the end',
      p12: () =>
        toP12(issued, clave, {
          chainPems: [authority.certificatePem, other.certificatePem],
          chainFirst: true,
        }),
    },
  ])('takes a file of $name; the worker signs with it', async ({ p12 }) => {
    const rnc = await cli.company();
    const { code, data, warnings } = await importFile(rnc, p12());
    expect({ code, warnings }).toEqual({ code: 0, warnings: [] });
    expect(data).toMatchObject({ current: true, standing: 'vigente', replaces: null, daysLeft: 729 });
    expect(data.subject).toContain('PÉREZ MARTÍNEZ, PEDRO');
    expect(await usableBy(cli.masterKey, rnc)).toMatchObject({ fingerprint: data.fingerprint });
  });

  const crlf = (pem: string) => pem.replaceAll(/\r?\n/g, '\r\n');
  const encrypted = (type: 'pkcs1' | 'pkcs8') =>
    createPrivateKey(issued.privateKeyPem)
      .export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: clave })
      .toString();
  const attributes = 'Bag Attributes\n    friendlyName: PEDRO\nKey Attributes: <No Attributes>\n';

  test.each([
    { name: 'key, then certificate', pem: () => issued.privateKeyPem + issued.certificatePem },
    {
      name: 'the chain with the signer’s certificate at the end, then the key',
      pem: () => authority.certificatePem + issued.certificatePem + issued.privateKeyPem,
    },
    {
      name: 'a PKCS#1 key',
      pem: () =>
        issued.certificatePem +
        createPrivateKey(issued.privateKeyPem).export({ type: 'pkcs1', format: 'pem' }).toString(),
    },
    {
      name: 'text between the blocks, and Windows line ends',
      pem: () => crlf(attributes + issued.privateKeyPem + attributes + issued.certificatePem),
    },
    {
      name: 'a byte-order mark, and indented lines',
      pem: () => `\ufeff${(issued.privateKeyPem + issued.certificatePem).replaceAll('\n', '\n  ')}`,
    },
  ])('takes a PEM file with $name, and asks for no password', async ({ pem }) => {
    const rnc = await cli.company();
    const path = await cli.file(`${(files += 1)}.pem`, pem());
    const { code, data, warnings } = await cli.json(['certificate', 'import', path, '--company', rnc]);
    expect({ code, warnings }).toEqual({ code: 0, warnings: ['KEY_NOT_ENCRYPTED'] });
    expect(await usableBy(cli.masterKey, rnc)).toMatchObject({ fingerprint: data.fingerprint });
  });

  test.each(['pkcs1', 'pkcs8'] as const)('takes a PEM file with an encrypted %s key', async (type) => {
    const rnc = await cli.company();
    const pem = Buffer.from(issued.certificatePem + encrypted(type));
    const wrong = await importFile(rnc, pem, { stdin: 'otra' });
    expect([wrong.code, wrong.error]).toEqual([1, 'CERTIFICATE_WRONG_PASSWORD']);
    const { code, data, warnings } = await importFile(rnc, pem);
    expect({ code, warnings }).toEqual({ code: 0, warnings: [] });
    expect(await usableBy(cli.masterKey, rnc)).toMatchObject({ fingerprint: data.fingerprint });
  });

  test('refuses a key that is encrypted with an old cipher', async () => {
    const rnc = await cli.company();
    const label = 'RSA PRIVATE KEY';
    const pem = `${issued.certificatePem}-----BEGIN ${label}-----
Proc-Type: 4,ENCRYPTED
DEK-Info: DES-CBC,0011223344556677

${randomBytes(1_192).toString('base64').replaceAll(/.{64}/g, '$&\n')}
-----END ${label}-----
`;
    const { code, error } = await importFile(rnc, Buffer.from(pem));
    expect([code, error]).toEqual([1, 'CERTIFICATE_KEY_CIPHER_UNSUPPORTED']);
  });

  test.each([
    {
      name: 'a certificate without its key',
      pem: () => issued.certificatePem,
      error: 'CERTIFICATE_NO_PRIVATE_KEY',
    },
    {
      name: 'a certificate in DER',
      pem: () => new X509Certificate(issued.certificatePem).raw,
      error: 'CERTIFICATE_NO_PRIVATE_KEY',
    },
    {
      name: 'a key without its certificate',
      pem: () => issued.privateKeyPem,
      error: 'CERTIFICATE_NO_CERTIFICATE',
    },
    {
      name: 'the certificate of another key',
      pem: () => other.certificatePem + issued.privateKeyPem,
      error: 'CERTIFICATE_NO_MATCHING_CERTIFICATE',
    },
    {
      name: 'an elliptic-curve key',
      pem: () => issued.certificatePem + ellipticKey(),
      error: 'CERTIFICATE_KEY_UNSUPPORTED',
    },
    {
      name: 'a truncated key',
      pem: () => issued.certificatePem + issued.privateKeyPem.replace(/\n[^\n]+\n[^\n]+\n/, '\n'),
      error: 'CERTIFICATE_UNREADABLE',
    },
    {
      name: 'a last block without its END line',
      pem: () => issued.certificatePem + issued.privateKeyPem.replace(/-----END.*/, ''),
      error: 'CERTIFICATE_NO_PRIVATE_KEY',
    },
  ])('refuses a PEM file with $name, and says what is missing', async ({ pem, error }) => {
    const rnc = await cli.company();
    const path = await cli.file(`${(files += 1)}.pem`, pem());
    const ran = await cli.json(['certificate', 'import', path, '--company', rnc]);
    expect({ error: ran.error, code: ran.code }).toEqual({ error, code: 1 });
    expect(ran.stdout + ran.stderr).not.toMatch(/BEGIN|MII/);
  });

  test('accepts a file with RC2, which OpenSSL 3 refuses', async () => {
    const p12 = await rc2P12();
    if (p12 === undefined) return;
    const rnc = await cli.company();
    const { code, data } = await importFile(rnc, p12);
    expect(code).toBe(0);
    expect(await usableBy(cli.masterKey, rnc)).toMatchObject({ fingerprint: data.fingerprint });
  });

  test('keeps the key sealed: no part of it appears in the ledger or in an answer', async () => {
    const rnc = await cli.company();
    const ran = await importFile(rnc, quickP12(issued));
    const { companyId } = (await cli.store.findCompanyByRnc(rnc))!;
    const stored = JSON.stringify(await cli.store.currentCertificate(companyId));
    expect(ran.stdout + ran.stderr + stored).not.toMatch(/PRIVATE KEY|clave-del-archivo/);
    expect(ran.stdout).not.toContain('sealed');
    expect(await usableBy(randomBytes(32), rnc)).toHaveProperty('unusable');
  });

  test('a renewed certificate replaces the previous one; importing the same one again changes nothing', async () => {
    const rnc = await cli.company();
    const first = await importFile(rnc, quickP12(issued));
    const renewed = await importFile(rnc, quickP12(other));
    expect(renewed.data).toMatchObject({ replaces: first.data.fingerprint, current: true });
    const again = await importFile(rnc, quickP12(other));
    expect(again.data.replaces).toBeNull();
    const { data } = await cli.json(['certificate', 'list', '--company', rnc]);
    expect(data.map(({ fingerprint, current }) => [fingerprint, current])).toEqual([
      [renewed.data.fingerprint, true],
      [first.data.fingerprint, false],
    ]);
  });

  test.each([
    { name: 'of another holder', change: { commonName: 'OTRA', serialNumber: 'IDCDO-00199999988' } },
    { name: 'that ends earlier', change: { notAfter: new Date(Date.now() + 100 * dayMs) } },
  ])('a certificate $name replaces the present one only with --yes', async ({ change }) => {
    const rnc = await cli.company();
    const first = await importFile(rnc, quickP12(issued));
    const refused = await importFile(rnc, quickP12(issue(change)));
    expect([refused.code, refused.error]).toEqual([1, 'CERTIFICATE_NOT_CONFIRMED']);
    expect(refused.stdout).toContain('PÉREZ MARTÍNEZ, PEDRO');
    expect(await usableBy(cli.masterKey, rnc)).toMatchObject({ fingerprint: first.data.fingerprint });
    const confirmed = await importFile(rnc, quickP12(issue(change)), { args: ['--yes'] });
    expect(confirmed.data).toMatchObject({ replaces: first.data.fingerprint, current: true });
  });

  test('the certificate of another taxpayer is refused, also as the first one and with --yes', async () => {
    const rnc = await cli.company();
    const ofOther = quickP12(issue({ commonName: 'OTRA SRL VATDO-131880681' }));
    for (const args of [[], ['--yes']]) {
      const refused = await importFile(rnc, ofOther, { args });
      expect([refused.code, refused.error]).toEqual([1, 'CERTIFICATE_OTHER_RNC']);
    }
    const own = await importFile(rnc, quickP12(issue({ commonName: `MI EMPRESA SRL VATDO-${rnc}` })));
    expect(own.data).toMatchObject({ current: true });
  });

  test('of a file with two holders the operator chooses one by fingerprint', async () => {
    const rnc = await cli.company();
    const ofOther = issue({ commonName: 'GÓMEZ, ANA', serialNumber: 'IDCDO-00299999995' });
    const pem = [issued, ofOther].map((one) => one.certificatePem + one.privateKeyPem).join('');
    const asked = await importFile(rnc, Buffer.from(pem));
    expect([asked.code, asked.error]).toEqual([1, 'CERTIFICATE_CHOICE_NEEDED']);
    expect(asked.stdout).toContain('--fingerprint');
    expect(asked.stdout).toContain('PÉREZ MARTÍNEZ, PEDRO');
    const { fingerprint256 } = new X509Certificate(ofOther.certificatePem);
    const chosen = fingerprint256.replaceAll(':', '').toLowerCase();
    expect(asked.stdout).toContain(chosen.slice(0, 16));
    const { data } = await importFile(rnc, Buffer.from(pem), {
      args: ['--fingerprint', chosen.slice(0, 16)],
    });
    expect(data).toMatchObject({ fingerprint: chosen, current: true });
  });

  test('a certificate that starts later today is refused with its hour in Santo Domingo', async () => {
    const rnc = await cli.company();
    const notBefore = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000);
    const ran = await importFile(rnc, quickP12(issue({ notBefore })));
    expect([ran.code, ran.error]).toEqual([1, 'CERTIFICATE_NOT_YET_VALID']);
    expect(ran.stdout).toContain(`${fechaHoraFirma(notBefore.getTime())} (hora de Santo Domingo)`);
  });

  test('names the rounds that a file asks for, and the part that is not supported', async () => {
    const rnc = await cli.company();
    const jks = await importFile(rnc, Buffer.concat([Buffer.from('feedfeed', 'hex'), randomBytes(99)]));
    expect([jks.error, jks.stdout]).toEqual([
      'CERTIFICATE_FORMAT_UNSUPPORTED',
      expect.stringContaining('JKS'),
    ]);
    const { algorithm, lock } = pbkdf2Lock(Buffer.from(clave), { rounds: 1, announced: 50_000_000 });
    const costly = await importFile(rnc, pfx([encryptedBags({ algorithm, lock }, certificateBag(issued))]));
    expect([costly.error, costly.stdout]).toEqual([
      'CERTIFICATE_TOO_COSTLY',
      expect.stringContaining('50,000,000 rondas'),
    ]);
  });

  test('a renewed certificate that spells the holder’s name differently needs no --yes', async () => {
    const rnc = await cli.company();
    await importFile(rnc, quickP12(issued));
    const renewed = await importFile(rnc, quickP12(issue({ commonName: 'PEREZ MARTINEZ PEDRO' })));
    expect(renewed).toMatchObject({ code: 0, warnings: [] });
  });

  test.each([
    { name: 'a wrong password', p12: () => quickP12(issued, 'otra'), error: 'CERTIFICATE_WRONG_PASSWORD' },
    {
      name: 'a wrong password for a 3DES file',
      p12: () => toP12(issued, 'otra', { algorithm: '3des', iterations: 1 }),
      error: 'CERTIFICATE_WRONG_PASSWORD',
    },
    { name: 'a text file', p12: () => Buffer.from('no soy un certificado'), error: 'CERTIFICATE_UNREADABLE' },
    { name: 'an empty file', p12: () => Buffer.alloc(0), error: 'CERTIFICATE_UNREADABLE' },
    {
      name: 'a file that is far too large',
      p12: () => Buffer.alloc(1024 * 1024 + 1),
      error: 'CERTIFICATE_TOO_LARGE',
    },
    { name: 'no private key', p12: () => p12Of(undefined, issued), error: 'CERTIFICATE_NO_PRIVATE_KEY' },
    { name: 'no certificate', p12: () => p12Of(issued, undefined), error: 'CERTIFICATE_NO_CERTIFICATE' },
    {
      name: 'the certificate of another key',
      p12: () => p12Of(issued, other),
      error: 'CERTIFICATE_NO_MATCHING_CERTIFICATE',
    },
    {
      name: 'a short key',
      p12: () => quickP12(issue({ keys: rsaKeys(1024) })),
      error: 'CERTIFICATE_KEY_UNSUPPORTED',
    },
    {
      name: 'an expired certificate',
      p12: () =>
        quickP12(
          issue({ notBefore: new Date(Date.now() - 9 * dayMs), notAfter: new Date(Date.now() - dayMs) }),
        ),
      error: 'CERTIFICATE_EXPIRED',
    },
    {
      name: 'a certificate that is not valid yet',
      p12: () => quickP12(issue({ notBefore: new Date(Date.now() + 2 * dayMs) })),
      error: 'CERTIFICATE_NOT_YET_VALID',
    },
  ])('refuses $name, and the company keeps the one it has', async ({ p12, error }) => {
    const rnc = await cli.company();
    const { data } = await importFile(rnc, quickP12(issued));
    const ran = await importFile(rnc, p12());
    expect({ error: ran.error, code: ran.code }).toEqual({ error, code: 1 });
    expect(ran.stdout).not.toContain('forge');
    expect(await usableBy(cli.masterKey, rnc)).toMatchObject({ fingerprint: data.fingerprint });
  });

  test('refuses a missing file and an unknown company', async () => {
    const rnc = await cli.company();
    const args = ['certificate', 'import', '/no/such.p12', '--password-stdin', '--company'];
    const [file, company] = await Promise.all([cli.json([...args, rnc]), cli.json([...args, '999999911'])]);
    expect([file.error, company.error]).toEqual(['FILE_UNREADABLE', 'COMPANY_NOT_FOUND']);
  });
});

describe('certificate use', () => {
  test('the company signs again with the certificate that a wrong one replaced', async () => {
    const rnc = await cli.company();
    const good = await importFile(rnc, quickP12(issued));
    const wrong = await importFile(rnc, quickP12(certifiedSigner({ ...signer, serialNumber: 'OTRO' })), {
      args: ['--yes'],
    });
    const use = (fingerprint: string) => cli.json(['certificate', 'use', fingerprint, '--company', rnc]);
    const listed = async () =>
      (await cli.json(['certificate', 'list', '--company', rnc])).data.map(({ fingerprint }) => fingerprint);
    expect(await listed()).toEqual([wrong.data.fingerprint, good.data.fingerprint]);
    // The list for people shows the beginning of a fingerprint only.
    const used = await use(good.data.fingerprint.slice(0, 16));
    expect(used.data).toMatchObject({ fingerprint: good.data.fingerprint, current: true });
    expect(await listed()).toEqual([good.data.fingerprint, wrong.data.fingerprint]);
    expect(await usableBy(cli.masterKey, rnc)).toMatchObject({ fingerprint: good.data.fingerprint });
  });

  test('refuses a fingerprint of no certificate, and an expired certificate', async () => {
    const rnc = await cli.company();
    const { data } = await importFile(rnc, quickP12(issued));
    const { companyId } = (await cli.store.findCompanyByRnc(rnc))!;
    const stored = (await cli.store.currentCertificate(companyId))!;
    await cli.store.putCertificate({ ...stored, notAfter: new Date(Date.now() - dayMs) });
    const use = (fingerprint: string) => cli.json(['certificate', 'use', fingerprint, '--company', rnc]);
    expect((await use('0'.repeat(64))).error).toBe('CERTIFICATE_NOT_FOUND');
    expect((await use(data.fingerprint)).error).toBe('CERTIFICATE_EXPIRED');
  });
});

describe('the master key', () => {
  test('of the local installation is read from its data folder, never made there', async () => {
    const rnc = await cli.company();
    const env = { ECF_MASTER_KEY: undefined, ECF_DATA_DIR: join(cli.dir, 'local') };
    expect((await importFile(rnc, quickP12(issued), { env })).error).toBe('MASTER_KEY_MISSING');
    await mkdir(join(cli.dir, 'local', 'secrets'), { recursive: true });
    await writeFile(join(cli.dir, 'local', 'secrets', 'master-key'), `${cli.masterKey.toString('base64')}\n`);
    expect((await importFile(rnc, quickP12(issued), { env })).code).toBe(0);
    expect(await usableBy(cli.masterKey, rnc)).toHaveProperty('fingerprint');
  });

  test('is refused if it did not seal the last certificate, unless it was changed on purpose', async () => {
    const mine = await openCli();
    const rnc = await mine.company();
    const path = await mine.file('a.p12', quickP12(issued));
    const args = ['certificate', 'import', path, '--company', rnc, '--password-stdin'];
    const [before, after] = [mine.env['ECF_MASTER_KEY'], randomBytes(32).toString('base64')];
    const run = (key: string | undefined, more: string[] = []) =>
      mine.json([...args, ...more], { stdin: clave, env: { ECF_MASTER_KEY: key } });
    expect((await run(before)).error).toBeUndefined();
    expect((await run(after)).error).toBe('MASTER_KEY_MISMATCH');
    // During a rotation the worker has both.
    expect((await run(`${after},${before ?? ''}`)).error).toBeUndefined();
    expect((await run(before)).error).toBe('MASTER_KEY_MISMATCH');
    expect((await run(before, ['--new-master-key'])).error).toBeUndefined();
  });
});

describe('certificate reseal', () => {
  test('seals every key under the first master key, so that the old one can be removed', async () => {
    const mine = await openCli();
    const [old, fresh] = [mine.masterKey, randomBytes(32)];
    const both = `${fresh.toString('base64')},${old.toString('base64')}`;
    const path = await mine.file('a.p12', quickP12(issued));
    const rncs = [await mine.company(), await mine.company()];
    for (const rnc of rncs)
      await mine.json(['certificate', 'import', path, '--company', rnc, '--password-stdin'], {
        stdin: clave,
      });
    const reseal = (keys: string) => mine.json(['certificate', 'reseal'], { env: { ECF_MASTER_KEY: keys } });
    const opens = (key: Buffer) =>
      Promise.all(
        rncs.map(async (rnc) => {
          const { companyId } = (await mine.store.findCompanyByRnc(rnc))!;
          return openCompanyCertificates(mine.store, [key]).current(companyId, new Date());
        }),
      );

    const strange = await reseal(randomBytes(32).toString('base64'));
    expect([strange.data, strange.warnings]).toEqual([
      { resealed: 0, already: 0, notOpened: 2 },
      ['CERTIFICATE_NOT_OPENED'],
    ]);
    expect(await opens(old)).toEqual(
      [1, 2].map(() => expect.objectContaining({ notAfter: expect.any(Date) })),
    );

    const done = await reseal(both);
    expect([done.data, done.warnings]).toEqual([{ resealed: 2, already: 0, notOpened: 0 }, []]);
    expect(await opens(fresh)).toEqual(
      [1, 2].map(() => expect.objectContaining({ notAfter: expect.any(Date) })),
    );
    expect(await opens(old)).toEqual([1, 2].map(() => ({ unusable: 'sealed-under-another-key-or-damaged' })));
    expect((await reseal(both)).data).toEqual({ resealed: 0, already: 2, notOpened: 0 });
  });
});

test('certificate reseal seals every secret of a webhook too, and it signs as before', async () => {
  const mine = await openCli();
  const [old, fresh] = [mine.masterKey, randomBytes(32)];
  const both = `${fresh.toString('base64')},${old.toString('base64')}`;
  const { companyId } = (await mine.store.findCompanyByRnc(await mine.company()))!;
  const [id, otherId] = ['a', 'b'].map((digit) => `wh_${digit.repeat(24)}`) as [string, string];
  const now = new Date();
  const secrets = [randomBytes(32), randomBytes(32)] as const;
  const sealedUnderOld = (secret: Buffer, webhookId: string) =>
    seal(secret, old, secretContextOf(companyId, webhookId));
  for (const _id of [id, otherId])
    await mine.store.putWebhook({
      _id,
      companyId,
      environment: 'production',
      url: 'https://erp.ejemplo.example/',
      types: [],
      description: '',
      cursor: 0,
      now,
      secret: { sealed: sealedUnderOld(secrets[0], _id), createdAt: now },
    });
  // A rotation is under way: both secrets sign.
  const before = (await mine.store.findWebhook(id))!;
  await mine.store.changeWebhook(
    before,
    { secrets: [{ sealed: sealedUnderOld(secrets[1], id), createdAt: now }, ...before.secrets] },
    now,
  );
  const reseal = (keys: string) => mine.json(['certificate', 'reseal'], { env: { ECF_MASTER_KEY: keys } });
  const opened = async (webhookId: string, key: Buffer) =>
    (await mine.store.findWebhook(webhookId))!.secrets.map(({ sealed }) =>
      unseal(sealed, [key], secretContextOf(companyId, webhookId)),
    );

  const strange = await reseal(randomBytes(32).toString('base64'));
  expect([strange.data.resealed, strange.warnings]).toEqual([0, ['WEBHOOK_SECRET_NOT_OPENED']]);
  expect(await opened(id, old)).toEqual([secrets[1], secrets[0]]);

  expect(await reseal(both)).toMatchObject({ data: { resealed: 3, already: 0 }, warnings: [] });
  expect(await opened(id, fresh)).toEqual([secrets[1], secrets[0]]);
  expect(await opened(otherId, fresh)).toEqual([secrets[0]]);
  expect(await opened(id, old)).toEqual([undefined, undefined]);
  // Sealed for one endpoint, it opens for no other one.
  const {
    secrets: [moved],
  } = (await mine.store.findWebhook(otherId))!;
  expect(unseal(moved!.sealed, [fresh], secretContextOf(companyId, id))).toBeUndefined();
  expect((await reseal(both)).data).toMatchObject({ resealed: 0, already: 3 });
});

describe('certificate list', () => {
  test.each([
    { days: 40.9, standing: 'vigente', warnings: [] },
    { days: 29.9, standing: 'vence pronto', warnings: ['CERTIFICATE_EXPIRES_SOON'] },
    { days: 6.9, standing: 'vence esta semana', warnings: ['CERTIFICATE_EXPIRES_SOON'] },
    { days: 0.9, standing: 'vence mañana', warnings: ['CERTIFICATE_EXPIRES_SOON'] },
  ])('$days days before the end: $standing', async ({ days, standing, warnings }) => {
    const rnc = await cli.company();
    await importFile(rnc, quickP12(issue({ notAfter: new Date(Date.now() + days * dayMs) })));
    const [listed, shown] = await Promise.all([
      cli.json(['certificate', 'list', '--company', rnc]),
      cli.json(['company', 'show', rnc]),
    ]);
    expect(listed.data[0]).toMatchObject({ standing, daysLeft: Math.floor(days) });
    expect([listed.warnings, shown.warnings]).toEqual([warnings, warnings]);
  });

  test('reports a certificate that has expired since its import', async () => {
    const rnc = await cli.company();
    await importFile(rnc, quickP12(issued));
    const { companyId } = (await cli.store.findCompanyByRnc(rnc))!;
    const stored = (await cli.store.currentCertificate(companyId))!;
    await cli.store.putCertificate({ ...stored, notAfter: new Date(Date.now() - dayMs) });
    const { stdout, stderr } = await cli.run(['certificate', 'list', '--company', rnc]);
    expect(stdout).toContain('vencido');
    expect(stderr).toContain('Advertencia CERTIFICATE_EXPIRED');
  });
});
