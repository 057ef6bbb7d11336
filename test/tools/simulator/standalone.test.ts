/** The simulator as a program of its own, used by software of somebody else. */
import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';
import { openCertificateFile } from '../../../src/signing/keys/certificate.js';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import { toP12 } from '../../../tools/simulator/test-authority.js';
import type { RunningSimulator } from '../../../tools/simulator/start.js';
import { startStandalone } from '../../../tools/simulator/standalone.js';
import { p12Password } from '../../../tools/simulator/test-identity.js';
import { call, exchange, seed } from './client.js';

const dir = mkdtempSync(join(tmpdir(), 'simulator-alone-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ simulator: RunningSimulator; printed: string }> {
  let printed = '';
  const simulator = await startStandalone(['--port', '0', '--data-dir', dir, ...args], (text) => {
    printed += text;
  });
  if (simulator === undefined) throw new Error(printed);
  return { simulator, printed };
}

test('makes its authority and a certificate that gets a token; a second start finds them', async () => {
  const first = await run('--rnc', '999999992');
  const p12 = readFileSync(join(dir, 'identidad/firmante.p12'));
  expect(first.printed).toContain(first.simulator.fcUrl);
  const opened = openCertificateFile(p12, p12Password);
  if (!opened.ok) throw new Error(opened.reason);
  const signed = async (url: string) => signXml(await seed(url), opened.certificate);
  expect((await exchange(first.simulator.url, await signed(first.simulator.url))).status).toBe(200);
  await first.simulator.close();

  const second = await run('--rnc', '999999974');
  expect(readFileSync(join(dir, 'identidad/firmante.p12')).equals(p12)).toBe(true);
  expect(JSON.parse(readFileSync(join(dir, 'identidad/delegaciones.json'), 'utf8'))).toEqual({
    'IDCDO-00199999996': ['999999992', '999999974'],
  });
  expect((await exchange(second.simulator.url, await signed(second.simulator.url))).status).toBe(200);
  await second.simulator.close();
});

describe('the signer’s .p12', () => {
  const identity = join(dir, 'identidad');
  const file = join(identity, 'firmante.p12');
  const signer = () => new X509Certificate(readFileSync(join(identity, 'firmante.pem')));
  const start = async () => (await run()).simulator.close();
  beforeAll(start);

  /** The bags in file order: `cert` or `key`, with their localKeyID. */
  function bags() {
    const asn1 = forge.asn1.fromDer(readFileSync(file).toString('binary'));
    return forge.pkcs12
      .pkcs12FromAsn1(asn1, p12Password)
      .safeContents.flatMap(({ safeBags }) => safeBags)
      .map((bag) => ({
        subject: (bag.cert?.subject.getField('CN') as { value: string } | undefined)?.value ?? 'key',
        localKeyId: (bag.attributes as { localKeyId?: string[] }).localKeyId,
      }));
  }

  test('contains only the signer’s certificate, paired with the key by localKeyID', () => {
    const found = bags();
    expect(found.map(({ subject }) => subject)).toEqual(['FIRMANTE DE PRUEBA', 'key']);
    const sha1 = createHash('sha1').update(signer().raw).digest('binary');
    expect(found.map(({ localKeyId }) => localKeyId)).toEqual([[sha1], [sha1]]);
  });

  test('is one key with the signer’s certificate for Java’s key store', () => {
    let listed: string;
    try {
      const args = ['-list', '-v', '-storetype', 'PKCS12', '-keystore', file, '-storepass', p12Password];
      listed = execFileSync('keytool', ['-J-Duser.language=en', ...args], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      console.warn('NOT CHECKED: keytool is not installed, so the .p12 was not read by Java.');
      return;
    }
    const { fingerprint256 } = signer();
    expect(listed).toContain('Entry type: PrivateKeyEntry');
    expect(listed).toContain('Certificate chain length: 1');
    expect(listed).toContain(`SHA256: ${fingerprint256}`);
  });

  test('is rewritten at the next start if an earlier version put the authority first', async () => {
    const [certificatePem, privateKeyPem, ca] = ['firmante.pem', 'firmante-clave.pem', 'ca.pem'].map((name) =>
      readFileSync(join(identity, name), 'utf8'),
    ) as [string, string, string];
    const earlier = toP12({ certificatePem, privateKeyPem }, p12Password, {
      chainPems: [ca],
      chainFirst: true,
    });
    writeFileSync(file, earlier);
    expect(bags().map(({ subject }) => subject)).toEqual([
      'AUTORIDAD DEL SIMULADOR (SIN VALIDEZ)',
      'FIRMANTE DE PRUEBA',
      'key',
    ]);
    await start();
    expect(bags().map(({ subject }) => subject)).toEqual(['FIRMANTE DE PRUEBA', 'key']);
    expect(readFileSync(join(identity, 'firmante.pem'), 'utf8')).toBe(certificatePem);
    const opened = openCertificateFile(readFileSync(file), p12Password);
    expect(opened.ok && opened.certificate.certificateDer.equals(signer().raw)).toBe(true);
  });
});

test('reads settings from a file and refuses wrong ones', async () => {
  const file = join(dir, 'settings.json');
  writeFileSync(file, JSON.stringify({ resultPolls: 3 }));
  const { simulator } = await run('--settings', file);
  expect((await call(`${simulator.url}/_simulator/settings`)).json).toMatchObject({ resultPolls: 3 });
  await simulator.close();
  writeFileSync(file, JSON.stringify({ resultPolls: -3 }));
  await expect(run('--settings', file)).rejects.toThrow(/resultPolls/);
});

test.each([
  { name: 'help', args: ['--help'], text: /Simulador de los servicios web/ },
  { name: 'an unknown option', args: ['--puerto', '1'], text: /puerto/, fails: true },
  { name: 'an invalid port', args: ['--port', 'x'], text: /entero de 0 a 65535/, fails: true },
])('$name', async ({ args, text, fails }) => {
  let printed = '';
  const started = startStandalone(args, (more) => {
    printed += more;
  });
  if (fails === true) await expect(started).rejects.toThrow();
  else expect(await started).toBeUndefined();
  expect(printed).toMatch(text);
});
