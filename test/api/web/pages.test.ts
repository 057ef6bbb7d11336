/** The built pages: one page for every address, assets for ever, and the policy of each. */
import { mkdtempSync, rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { own } from '../../harness/own.js';
import { until } from '../../harness/until.js';
import { startWeb, type Web } from './harness.js';

const folder = mkdtempSync(join(tmpdir(), 'ecf-pages-'));
own('its folder', () => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'assets'));
const script = 'export const x = 1;\n'.repeat(200);
writeFileSync(
  join(folder, 'index.html'),
  '<html><meta nonce="ECF_CSP_NONCE"><i nonce="ECF_CSP_NONCE"></html>',
);
writeFileSync(join(folder, 'assets/index-abc.js'), script);
writeFileSync(join(folder, 'secret.txt'), 'secret');

let web: Web;
beforeAll(async () => {
  web = await startWeb({ pages: folder });
});

test.each(['/app/', '/app/empresas/7/pre-certification/comprobantes/E310000000001?intento=1', '/app/x.js'])(
  '%s serves the page, with a new nonce in each answer',
  async (path) => {
    const nonces = new Set<string>();
    for (let count = 0; count < 2; count++) {
      const { status, headers, text } = await web.browser().call('GET', path);
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      const policy = String(headers['content-security-policy']);
      const [, nonce = ''] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
      expect(text).toBe(`<html><meta nonce="${nonce}"><i nonce="${nonce}"></html>`);
      expect(policy.replace(nonce, 'N').split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "worker-src 'self'",
        "style-src 'self' 'nonce-N'",
        "require-trusted-types-for 'script'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(2);
  },
);

test('the log shows no token of a link', async () => {
  const token = 'a'.repeat(43);
  const before = web.log.length;
  for (const path of [
    `/app/invitacion/${token}`,
    `/c/${token}`,
    `/nada/${token}`,
    `/app/api/invitations/${token}`,
  ])
    await web.browser().call('GET', path);
  await until('the requests are logged', () => Promise.resolve(web.log.length >= before + 4));
  const paths = web.log.map(({ line }) => line['path']);
  expect(paths).toEqual(expect.arrayContaining(['/app/*path', '/api/nada/…']));
  expect(JSON.stringify(web.log)).not.toContain(token);
});

test('/app leads to /app/', async () => {
  const { status, headers } = await web.browser().call('GET', '/app/../app');
  expect({ status, location: headers['location'] }).toEqual({ status: 301, location: 'app/' });
});

test('an asset is compressed, and browsers may keep it for ever', async () => {
  const { status, headers, text } = await web.browser().call('GET', '/app/assets/index-abc.js');
  expect({ status, text }).toEqual({ status: 200, text: script });
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  const zipped = await web.browser().call('GET', '/app/assets/index-abc.js', {
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(Number(zipped.headers['content-length'])).toBeLessThan(script.length / 10);
});

test.each(['..%2Fsecret.txt', '%2e%2e%2fsecret.txt', 'index-abc.js%00', 'missing.js', '__proto__'])(
  'no asset %s',
  async (name) => {
    const { status, text } = await web.browser().call('GET', `/app/assets/${name}`);
    expect(status).toBe(404);
    expect(text).not.toContain('secret');
  },
);

test('without a build the page says what to do', async () => {
  const unbuilt = await startWeb({ pages: join(folder, 'absent') });
  const { status, text } = await unbuilt.browser().call('GET', '/app/');
  expect({ status, text }).toEqual({
    status: 503,
    text: 'La aplicación web no está construida: npm run build.\n',
  });
});
