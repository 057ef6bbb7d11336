/** The buyer's link: who can open it, what it shows, and that nobody can guess or list links. */
import { openToken, tokenOf } from '../../../src/services/buyers/link-token.js';
import { ownVerdict } from '../../../src/ledger/vouchers/document-record.js';
import { createConcurrencyLimit } from '../../../src/api/limits/concurrency-limit.js';
import { startApi, voucher, type Api } from '../harness.js';
import { textOf } from '../../harness/print/open-pdf.js';

const publicUrl = 'https://facturas.example/ecf';
let api: Api;
let without: Api;
beforeAll(async () => {
  [api, without] = await Promise.all([startApi({}, { publicUrl, trustProxy: ['loopback'] }), startApi()]);
});
beforeEach(() => {
  for (const one of [api, without]) one.reset();
});

const encf = 'E310000000001';
const signed = {
  file: 'xml',
  sha256: 'f'.repeat(64),
  securityCode: 'KUyfr9',
  fechaFirma: '01-07-2026 10:15:00',
  signedAt: new Date(),
  certificate: 'c',
};
const status = (at: Api) =>
  at.call('GET', `/api/v2/dgii-ecf/document-status/${encf}`, { token: at.tokenOf(1) });

async function issued(at = api): Promise<string> {
  const { body } = await at.call('POST', '/api/v2/dgii-ecf/send', { token: at.tokenOf(1), body: voucher() });
  at.store.patch(encf, { state: 'accepted', final: true, signed });
  return String((body.data as { consultaUrl?: string }).consultaUrl);
}

/** Each call comes from its own network, unless a test counts calls. */
let network = 0;
const open = (url: string, from = `10.${(network += 1) >> 8}.${network & 255}.1`) =>
  api.call('GET', url.replace(publicUrl, ''), { undescribed: true, headers: { 'x-forwarded-for': from } });
const tokenIn = (url: string) => url.slice(url.lastIndexOf('/') + 1);

test('send and document-status give the same link, and it stays the same', async () => {
  const url = await issued();
  expect(url).toMatch(/^https:\/\/facturas\.example\/ecf\/c\/[\w-]{40}$/);
  expect((await status(api)).body.data).toMatchObject({ consultaUrl: url });
  expect((await status(api)).body.data).toMatchObject({ consultaUrl: url });
});

test('without a public address there are no links', async () => {
  expect(await issued(without)).toBe('undefined');
  expect((await status(without)).body.data).not.toHaveProperty('consultaUrl');
  const { status: code } = await without.call('GET', '/c/abc', { undescribed: true });
  expect(code).toBe(404);
});

test('the page shows the voucher and its state now, and cannot be indexed, framed or scripted', async () => {
  const url = await issued();
  const { status: code, headers, text } = await open(url);
  expect(code).toBe(200);
  for (const part of [encf, 'EMPRESA DE PRUEBA SRL', '1,180.00', 'KUyfr9', 'Aceptado'])
    expect(text).toContain(part);
  expect(headers).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(text).not.toMatch(/<script|Signature/);
  api.store.patch(encf, { state: 'rejected' });
  expect((await open(url)).text).toContain('Rechazado');
});

test('after the company changes its name the page shows the one on the voucher, as the PDF does', async () => {
  const url = await issued();
  api.store.companies.set(1, { ...api.store.companies.get(1)!, razonSocial: 'OTRO NOMBRE SRL' });
  const { text } = await open(url);
  expect(text).toContain('<dd>EMPRESA DE PRUEBA SRL</dd>');
  expect(text).not.toContain('OTRO NOMBRE');
  const { bytes } = await open(`${url}/pdf`);
  expect(await textOf(bytes)).toContain('EMPRESA DE PRUEBA SRL');
});

test('a voucher of an earlier version, whose record has no name, is shown with the name of the company', async () => {
  const url = await issued();
  for (const [key, { razonSocialEmisor: _name, ...document }] of api.store.documents)
    api.store.documents.set(key, document);
  expect((await open(url)).text).toContain('<dd>EMPRESA DE PRUEBA 1 SRL</dd>');
});

test('a name with HTML is shown as text', async () => {
  const url = await issued();
  api.store.patch(encf, { razonSocialEmisor: '<img src=x onerror=alert(1)> & "SRL"' });
  const { text } = await open(url);
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;SRL&quot;');
});

test('the PDF opens, in each paper, with an ETag', async () => {
  const url = await issued();
  const { status: code, headers, bytes } = await open(`${url}/pdf`);
  expect([code, headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(headers['etag']).toMatch(/^"/);
  expect(await textOf(bytes)).toContain(encf);
  expect((await open(`${url}/pdf?format=80mm`)).status).toBe(200);
  expect((await open(`${url}/pdf?format=a5`)).status).toBe(400);
});

test('after another buyer gets the number of a rejected voucher, each link opens its own voucher', async () => {
  const first = await issued();
  api.store.patch(encf, {
    state: 'rejected',
    verdict: ownVerdict('2', 'Rechazado', { secuenciaUtilizada: false }),
  });
  const again = voucher();
  again.ECF.Encabezado.Comprador.RazonSocialComprador = 'OTRO COMPRADOR SRL';
  const { body } = await api.call('POST', '/api/v2/dgii-ecf/send', { token: api.tokenOf(1), body: again });
  const second = String((body.data as { consultaUrl?: string }).consultaUrl);
  expect(second).not.toBe(first);
  expect((await open(first)).text).toContain('Rechazado');
  expect(await textOf((await open(`${first}/pdf`)).bytes)).not.toContain('OTRO COMPRADOR');
  expect(await textOf((await open(`${second}/pdf`)).bytes)).toContain('OTRO COMPRADOR');
});

test('unknown, foreign, revoked, altered and malformed links answer the same', async () => {
  const url = await issued();
  const token = tokenIn(url);
  const key = api.store.linkKeys.get(1)!;
  const altered = Buffer.from(token, 'base64url');
  altered[29]! ^= 1;
  const foreign = Buffer.from(token, 'base64url');
  foreign.writeUInt32BE(2, 0);
  const links = [
    tokenOf({ companyId: 1, environment: 'pre-certification', encf: 'E310000000099', attempt: 1 }, key),
    tokenOf({ companyId: 77, environment: 'pre-certification', encf, attempt: 1 }, key),
    tokenOf({ companyId: 1, environment: 'production', encf, attempt: 1 }, key),
    ...[0, 2].map((attempt) =>
      tokenOf({ companyId: 1, environment: 'pre-certification', encf, attempt }, key),
    ),
    ...[altered, foreign].map((bytes) => bytes.toString('base64url')),
    ...['x', 'x'.repeat(40), '%00', 'x'.repeat(4_000), `${token}=`, encf, '..%2f..%2fetc'],
  ];
  const answers = await Promise.all(links.flatMap((link) => [open(`/c/${link}`), open(`/c/${link}/pdf`)]));
  const [first] = answers;
  expect(first!.status).toBe(404);
  for (const { status: code, text, headers } of answers) {
    expect([code, text]).toEqual([404, first!.text]);
    expect(headers['x-robots-tag']).toBe('noindex, nofollow');
  }
  api.store.linkKeys.set(1, Buffer.alloc(32, 7).toString('base64'));
  expect((await open(url)).text).toBe(first!.text);
});

test('there is no list, and other methods do nothing', async () => {
  await issued();
  expect((await open('/c')).status).toBe(404);
  expect((await open('/c/')).status).toBe(404);
  expect((await api.call('POST', '/c/x', { undescribed: true })).status).toBe(404);
});

test('no log line has the token of a link', async () => {
  const url = await issued();
  expect((await open(url)).status).toBe(200);
  expect((await open(`${url}/pdf`)).status).toBe(200);
  expect(JSON.stringify(api.log)).not.toContain(tokenIn(url));
});

test('a token contains 128 bits of proof, and only one spelling is valid', () => {
  const linked = { companyId: 12, environment: 'production', encf: 'E320000012345', attempt: 3 } as const;
  const key = Buffer.alloc(32, 1).toString('base64');
  const token = tokenOf(linked, key);
  const opened = openToken(token);
  expect(opened?.voucher).toEqual(linked);
  expect(opened?.madeWith(key)).toBe(true);
  expect(opened?.madeWith(Buffer.alloc(32, 2).toString('base64'))).toBe(false);
  for (let bit = 14 * 8; bit < 30 * 8; bit++) {
    const changed = Buffer.from(token, 'base64url');
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(openToken(changed.toString('base64url'))?.madeWith(key)).toBe(false);
  }
  for (const other of [`${token}=`, ` ${token}`, token.replace(/-/g, '+'), `${token}A`].filter(
    (text) => text !== token,
  ))
    expect(openToken(other)).toBeUndefined();
});

test('printing for links is bounded apart from the company: its own prints go on', async () => {
  const nothing = { runningMax: 0, waitingMax: 0, waitingOfOneMax: 0 };
  const busy = await startApi(
    {},
    { publicUrl, limits: { linkPrints: createConcurrencyLimit('link-prints', nothing, 5) } },
  );
  const link = await issued(busy);
  const path = link.replace(publicUrl, '');
  const ofStranger = await busy.call('GET', `${path}/pdf`, { undescribed: true });
  expect([ofStranger.status, ofStranger.headers['retry-after']]).toEqual([503, '5']);
  const print = `/api/v2/dgii-ecf/document-print/${encf}`;
  const own = await busy.call('GET', print, { token: busy.tokenOf(1) });
  expect(own.status).toBe(200);
});
