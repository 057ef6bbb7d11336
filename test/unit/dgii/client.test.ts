/** The client of DGII with a server on this machine: what it sends, what it answers when the network fails, and whose token it uses. */
import { createServer as createTlsServer } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  createDgiiClient,
  type Credentials,
  type DgiiClient,
  type DgiiClientOptions,
  type ObservedCall,
} from '../../../src/dgii/client.js';
import { createLog } from '../../../src/shared/log.js';
import { openPem, type SigningCertificate } from '../../../src/signing/keys/certificate.js';
import { verifyXml } from '../../../src/signing/verify/verify.js';
import { freePort } from '../../../src/shared/free-port.js';
import { until } from '../../harness/until.js';
import { own } from '../../harness/own.js';
import { certifiedSigner } from '../../harness/samples/signers.js';
import { json, reset, silence, startFakeDgii, text, token, trackId, type FakeDgii } from './fake-dgii.js';

/** A request that nobody cancels. */
const never = new AbortController().signal;

const issued = [1, 2].map((n) =>
  certifiedSigner({ commonName: 'FIRMANTE DE PRUEBA', serialNumber: `IDCDO-0000000000${n}` }),
);
const [certificate, certificate2] = issued.map(({ certificatePem, privateKeyPem }) => {
  const opened = openPem(certificatePem, privateKeyPem);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.certificate;
}) as [SigningCertificate, SigningCertificate];

const company1: Credentials = { companyId: 1, environment: 'pre-certification', certificate };
const encf = 'E310000000001';
const doc = {
  fileName: `999999992${encf}.xml`,
  encf,
  xml: '<?xml version="1.0" encoding="utf-8"?><ECF>ñandú € 日本</ECF>',
};

const hourMs = 60 * 60_000;

let dgii: FakeDgii;
let now: number;
const clients: DgiiClient[] = [];

interface Limits {
  readonly submitMs?: number;
  readonly queryMs?: number;
  readonly authMs?: number;
}

function client(options: Partial<DgiiClientOptions> & Limits = {}): DgiiClient {
  const { submitMs = 5_000, queryMs = 5_000, authMs = 5_000, ...rest } = options;
  const made = createDgiiClient({
    hosts: { ecf: dgii.url, fc: dgii.url, status: dgii.url },
    timeouts: { submitMs, queryMs, authMs },
    clock: () => new Date(now),
    ...rest,
  });
  clients.push(made);
  return made;
}

/** It has company 1's token and a connection: a short limit is for the delivery or the question alone. */
async function withToken(options: Partial<DgiiClientOptions> & Limits = {}): Promise<DgiiClient> {
  const made = client(options);
  expect(await made.renewToken(company1, never)).toEqual({ kind: 'token' });
  return made;
}

beforeEach(async () => {
  now = Date.parse('2026-11-20T12:00:00Z');
  dgii = await startFakeDgii();
});

afterEach(async () => {
  await dgii.close();
  await Promise.all(clients.splice(0).map((made) => made.close()));
});

test('each answer shows how far our clock is ahead of the server’s', async () => {
  const ahead: (number | undefined)[] = [];
  now = Date.now() + 3_600_000;
  const made = client({ observe: ({ aheadSeconds }) => ahead.push(aheadSeconds) });
  expect(await made.renewToken(company1, never)).toEqual({ kind: 'token' });
  // For the seed and for the token. An HTTP date has whole seconds.
  expect(ahead.map((seconds) => Math.round((seconds ?? NaN) / 60))).toEqual([60, 60]);
  dgii.answer('semilla', (seen, response, nth) => {
    response.sendDate = false;
    text(500, 'text/plain', '')(seen, response, nth);
  });
  await made.renewToken(company1, never);
  expect(ahead.slice(2)).toEqual([undefined]);
});

describe('a submission', () => {
  test('has the form that DGII asks for: one part, the unchanged bytes, Content-Length, the token', async () => {
    const answer = await client().submitEcf(company1, doc, never);
    expect(answer).toEqual({
      kind: 'received',
      trackId,
      mensajes: [],
      reply: {
        httpStatus: 200,
        contentType: 'application/json; charset=utf-8',
        raw: JSON.stringify({ trackId, error: null, mensaje: null }),
        rawCut: false,
      },
    });
    const [post] = dgii.of('facturaselectronicas');
    expect(post!.url.pathname).toBe('/testecf/recepcion/api/facturaselectronicas');
    expect(post!.headers).toMatchObject({
      accept: 'application/json',
      authorization: `bearer ${token(1)}`,
      'content-length': String(post!.body.length),
    });
    expect(post!.headers['transfer-encoding']).toBeUndefined();
    const boundary = /boundary=(.+)$/.exec(post!.headers['content-type']!)![1]!;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="xml"; filename="${doc.fileName}"\r\nContent-Type: text/xml\r\n\r\n`;
    expect(post!.body.equals(Buffer.from(`${head}${doc.xml}\r\n--${boundary}--\r\n`))).toBe(true);
  });

  test('is preceded by a seed signed with the certificate', async () => {
    await client().submitEcf(company1, doc, never);
    const [handedIn] = dgii.of('validarsemilla');
    const xml = /(<\?xml[^]*<\/SemillaModel>)/.exec(handedIn!.body.toString())![1]!;
    expect(xml).toContain('<valor>7G7KswaOGcLX</valor><fecha>2022-12-06T10:50:14.9682218-04:00</fecha><');
    const verified = verifyXml(xml);
    expect(verified.ok && verified.certificate.raw.equals(certificate.certificateDer)).toBe(true);
    expect(handedIn!.headers['content-length']).toBe(String(handedIn!.body.length));
    expect(handedIn!.headers.authorization).toBeUndefined();
  });

  test.each([
    {
      name: 'a refusal in words',
      answer: json(400, { mensajes: [{ codigo: 81, valor: 'nombre del archivo' }] }),
      is: { kind: 'refused', cause: 'file', reply: { httpStatus: 400 } },
    },
    {
      name: 'a bare 400',
      answer: text(400, 'text/plain', ''),
      is: { kind: 'unknown', reply: { httpStatus: 400 } },
    },
    {
      name: 'HTML of a proxy',
      answer: text(200, 'text/html', '<html>wait</html>'),
      is: { kind: 'unknown', reply: { raw: '<html>wait</html>' } },
    },
    {
      name: 'a 503',
      answer: text(503, 'text/html', '<html>down</html>'),
      is: { kind: 'unknown', reply: { httpStatus: 503 } },
    },
    {
      name: 'a 429',
      answer: text(429, 'text/plain', 'slow down'),
      is: { kind: 'not-sent', cause: 'throttled', reply: { httpStatus: 429 } },
    },
    { name: 'a cut connection', answer: reset, is: { kind: 'unknown', reply: null } },
    {
      name: 'silence',
      answer: silence,
      limits: { submitMs: 1_000 },
      is: { kind: 'unknown', detail: expect.stringMatching(/^timeout/), reply: null },
    },
  ])('that got $name', async ({ answer, limits, is }) => {
    dgii.answer('facturaselectronicas', answer);
    const one = await withToken(limits);
    expect(await one.submitEcf(company1, doc, never)).toMatchObject(is);
    expect(dgii.of('facturaselectronicas')).toHaveLength(1);
  });

  test('whose answer breaks off in the middle may have arrived', async () => {
    dgii.answer('facturaselectronicas', (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"trackId":"', () => response.destroy());
    });
    expect(await client().submitEcf(company1, doc, never)).toMatchObject({ kind: 'unknown', reply: null });
  });

  test('whose answer trickles without end is given up at the deadline', async () => {
    dgii.answer('facturaselectronicas', (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    const one = await withToken({ submitMs: 1_000 });
    expect(await one.submitEcf(company1, doc, never)).toMatchObject({ kind: 'unknown' });
  });

  test('whose answer is huge keeps its beginning and says that it was cut', async () => {
    dgii.answer(
      'facturaselectronicas',
      text(200, 'application/json', `{"trackId":"${trackId}","mensaje":"${'x'.repeat(1_000_000)}"}`),
    );
    const answer = await client().submitEcf(company1, doc, never);
    expect(answer).toMatchObject({ kind: 'unknown', reply: { rawCut: true } });
    expect(answer.reply!.raw).toHaveLength(256 * 1024);
  });

  test('gets an answer that is compressed although we did not ask for it: it is not unpacked', async () => {
    dgii.answer('facturaselectronicas', (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify({ trackId })));
    });
    expect(await client().submitEcf(company1, doc, never)).toMatchObject({
      kind: 'unknown',
      reply: { rawCut: true },
    });
    expect(dgii.of('facturaselectronicas')[0]!.headers['accept-encoding']).toBe('identity');
  });

  test('does not follow a redirect', async () => {
    dgii.answer('facturaselectronicas', (_seen, response) => {
      response.writeHead(307, { location: `${dgii.url}/testecf/elsewhere` }).end();
    });
    expect(await client().submitEcf(company1, doc, never)).toMatchObject({
      kind: 'unknown',
      detail: 'redirect',
    });
    expect(dgii.of('facturaselectronicas')).toHaveLength(1);
    expect(dgii.seen.some(({ url }) => url.pathname.endsWith('/elsewhere'))).toBe(false);
  });

  test('given up by the caller before it left is certain not to have arrived', async () => {
    const answer = await client().submitEcf(company1, doc, AbortSignal.abort());
    expect(answer).toMatchObject({ kind: 'not-sent', cause: 'cancelled' });
    expect(dgii.of('facturaselectronicas')).toHaveLength(0);
  });

  test('given up by the caller after it left may have arrived', async () => {
    dgii.answer('facturaselectronicas', silence);
    const wish = new AbortController();
    const answer = client().submitEcf(company1, doc, wish.signal);
    await until('the submission arrived', async () => dgii.of('facturaselectronicas').length > 0);
    wish.abort();
    expect(await answer).toMatchObject({ kind: 'unknown' });
  });

  test('that never got a connection has certainly not arrived', async () => {
    const unanswered: ServerResponse[] = [];
    dgii.answer('facturaselectronicas', (_seen, response) => unanswered.push(response));
    let outcome = '';
    const observe = (call: ObservedCall) => (outcome = call.outcome);
    const one = await withToken({ submitMs: 20_000, observe });
    // 52 connections to one host, all of them held by the server; the next one waits in vain.
    const held = Array.from({ length: 52 }, () => one.submitEcf(company1, doc, never));
    await until('52 submissions arrived', async () => dgii.of('facturaselectronicas').length === 52);
    const late = await one.submitEcf(company1, doc, AbortSignal.timeout(50));
    expect(late).toMatchObject({ kind: 'not-sent', cause: 'unreachable', detail: 'TimeoutError' });
    // The metric agrees: only a request that may have arrived has a timeout.
    expect(outcome).toBe('unreachable');
    for (const response of unanswered) response.destroy();
    expect((await Promise.all(held)).every(({ kind }) => kind === 'unknown')).toBe(true);
    // This question comes after the late one, so it gets a connection only after it.
    expect(await one.result(company1, trackId, never)).toMatchObject({ kind: 'final' });
    expect(dgii.of('facturaselectronicas')).toHaveLength(52);
  });

  test('that hang take no connection from summaries, tokens or questions, even at one address', async () => {
    const unanswered: ServerResponse[] = [];
    dgii.answer('facturaselectronicas', (_seen, response) => void unanswered.push(response));
    const one = await withToken();
    const hanging = Array.from({ length: 54 }, () => one.submitEcf(company1, doc, never));
    await until('52 submissions arrived', async () => dgii.of('facturaselectronicas').length === 52);
    const question = { rncEmisor: '999999992', encf };
    const [summary, ...answers] = await Promise.all([
      one.sendRfce(company1, doc, never),
      one.renewToken(company1, never),
      one.state(company1, question, never),
      one.probe('pre-certification', never),
    ]);
    // The server knows no summaries, but it answered.
    expect(summary.reply).toMatchObject({ httpStatus: 404 });
    expect(answers.map(({ kind }) => kind)).toEqual(['token', 'found', 'status']);
    dgii.answer('facturaselectronicas', reset);
    for (const response of unanswered) response.destroy();
    await Promise.all(hanging);
  });

  test('to a port where nobody listens', async () => {
    const port = await freePort();
    const hosts = { ecf: `http://127.0.0.1:${port}`, fc: dgii.url, status: dgii.url };
    expect(await client({ hosts }).submitEcf(company1, doc, never)).toMatchObject({
      kind: 'not-sent',
      cause: 'unreachable',
      detail: 'ECONNREFUSED',
      reply: null,
    });
  });

  test('to a host that does not exist', async () => {
    const hosts = { ecf: 'http://dgii.invalid', fc: dgii.url, status: dgii.url };
    expect(await client({ hosts }).submitEcf(company1, doc, never)).toMatchObject({
      kind: 'not-sent',
      cause: 'unreachable',
    });
  });

  test('to a host whose certificate comes from an unknown authority', async () => {
    const server = createTlsServer({ cert: issued[0]!.certificatePem, key: issued[0]!.privateKeyPem });
    const port = await listen(server);
    const url = `https://127.0.0.1:${port}`;
    const hosts = { ecf: url, fc: url, status: url };
    const answer = await client({ hosts }).submitEcf(company1, doc, never);
    await new Promise((resolve) => server.close(resolve));
    expect(answer).toMatchObject({ kind: 'not-sent', cause: 'tls' });
  });

  test('after the client was closed', async () => {
    const one = client();
    await one.close();
    clients.pop();
    expect(await one.submitEcf(company1, doc, never)).toMatchObject({ kind: 'not-sent', cause: 'cancelled' });
  });

  test('with another e-NCF in its file name is a defect of ours, so it throws', async () => {
    await expect(
      client().submitEcf(company1, { ...doc, fileName: '999999992E310000000002.xml' }, never),
    ).rejects.toThrow(/e-NCF/);
    expect(dgii.seen).toHaveLength(0);
  });
});

test.each([
  { environment: 'certification', kind: 'approved' },
  { environment: 'pre-certification', kind: 'unknown' },
  { environment: 'production', kind: 'unknown' },
] as const)('an OK without quotes to an approval in $environment: $kind', async ({ environment, kind }) => {
  expect(await client().sendApproval({ ...company1, environment }, doc, never)).toMatchObject({ kind });
});

describe('a token', () => {
  test('is obtained once for 20 submissions at the same moment', async () => {
    const one = client();
    const answers = await Promise.all(Array.from({ length: 20 }, () => one.submitEcf(company1, doc, never)));
    expect(answers.every(({ kind }) => kind === 'received')).toBe(true);
    expect(counts()).toEqual({ semilla: 1, validarsemilla: 1, facturaselectronicas: 20 });
  });

  test('is never shared between companies, environments or certificates', async () => {
    const one = client();
    const others: Credentials[] = [
      company1,
      { ...company1, companyId: 2 },
      { ...company1, environment: 'certification' },
      { ...company1, certificate: certificate2 },
    ];
    for (const auth of [...others, ...others]) await one.submitEcf(auth, doc, never);
    const used = dgii.of('facturaselectronicas').map(({ headers }) => headers.authorization);
    expect(used.slice(0, 4)).toEqual([1, 2, 3, 4].map((nth) => `bearer ${token(nth)}`));
    expect(used.slice(4)).toEqual(used.slice(0, 4));
  });

  test('is renewed before it expires, by our clock whatever DGII says the time is', async () => {
    const one = client();
    await one.submitEcf(company1, doc, never);
    now += hourMs - 6 * 60_000;
    await one.submitEcf(company1, doc, never);
    expect(counts().validarsemilla).toBe(1);
    now += 2 * 60_000;
    await one.submitEcf(company1, doc, never);
    expect(counts().validarsemilla).toBe(2);
  });

  test('still serves while the token service is down, and not a moment longer than it lives', async () => {
    const one = client();
    await one.submitEcf(company1, doc, never);
    dgii.answer('semilla', text(503, 'text/html', '<html></html>'));
    now += hourMs - 60_000;
    expect(await one.submitEcf(company1, doc, never)).toMatchObject({ kind: 'received' });
    now += 60_000;
    expect(await one.submitEcf(company1, doc, never)).toMatchObject({
      kind: 'not-sent',
      cause: 'auth-unavailable',
      reply: { httpStatus: 503 },
    });
    expect(counts().facturaselectronicas).toBe(2);
  });

  test('is no longer used when DGII refuses to renew it because the delegation is gone', async () => {
    const one = client();
    await one.submitEcf(company1, doc, never);
    dgii.answer(
      'validarsemilla',
      json(400, 'El RNC 00112233445 del certificado no está delegado para realizar transaciones.'),
    );
    now += hourMs - 60_000;
    expect(await one.submitEcf(company1, doc, never)).toMatchObject({
      kind: 'not-sent',
      cause: 'not-delegated',
    });
  });

  test('refused with 401 is renewed once for all, and the submission goes out again', async () => {
    dgii.answer('facturaselectronicas', (seen, response, nth) => {
      if (seen.headers.authorization === `bearer ${token(1)}`) response.writeHead(401).end();
      else json(200, { trackId })(seen, response, nth);
    });
    const one = client();
    const answers = await Promise.all(Array.from({ length: 20 }, () => one.submitEcf(company1, doc, never)));
    expect(answers.every(({ kind }) => kind === 'received')).toBe(true);
    expect(counts()).toEqual({ semilla: 2, validarsemilla: 2, facturaselectronicas: 40 });
  });

  test('that DGII refuses twice is not tried again, and nothing was received', async () => {
    dgii.answer('facturaselectronicas', json(401, 'Token vencido'));
    const answer = await client().submitEcf(company1, doc, never);
    expect(answer).toMatchObject({
      kind: 'not-sent',
      cause: 'unauthorized',
      mensajes: [{ codigo: '', valor: 'Token vencido' }],
    });
    expect(counts()).toEqual({ semilla: 2, validarsemilla: 2, facturaselectronicas: 2 });
  });

  test.each([
    {
      name: 'the delegation',
      answer: json(400, 'El RNC 00112233445 del certificado no está delegado para realizar transaciones.'),
      is: {
        cause: 'not-delegated',
        mensajes: [{ valor: expect.stringContaining('no está delegado') }],
        reply: { httpStatus: 400 },
      },
    },
    {
      name: 'the certificate',
      answer: json(400, 'Tipo de certificado no admitido'),
      is: { cause: 'certificate' },
    },
    {
      name: 'the seed',
      answer: json(400, { mensaje: 'La estructura del archivo XML no es válida' }),
      is: { cause: 'seed-refused' },
    },
    { name: 'unknown words', answer: json(400, { mensaje: 'Otra cosa' }), is: { cause: 'token-refused' } },
    { name: 'nothing, by a 500', answer: text(500, 'text/plain', ''), is: { cause: 'auth-unavailable' } },
    { name: 'nothing, by silence', answer: silence, is: { cause: 'auth-unavailable', reply: null } },
    { name: 'nothing, by a cut connection', answer: reset, is: { cause: 'auth-unavailable' } },
  ])('is refused or does not come: $name', async ({ answer, is }) => {
    dgii.answer('validarsemilla', answer);
    // Long enough for the seed on a busy machine; then the silence uses up the rest.
    const one = client({ authMs: 3_000 });
    expect(await one.submitEcf(company1, doc, never)).toMatchObject({ kind: 'not-sent', ...is });
    expect(await one.result(company1, trackId, never)).toMatchObject({ kind: 'unavailable', ...is });
    // A failure is not remembered.
    expect(counts()).toMatchObject({ validarsemilla: 2, facturaselectronicas: 0 });
  });

  test('that arrives too late for one caller serves the next one', async () => {
    let release: () => void = () => undefined;
    dgii.answer('validarsemilla', (seen, response, nth) => {
      release = () => json(200, { token: token(nth) })(seen, response, nth);
    });
    const one = client({ submitMs: 200, authMs: 20_000 });
    expect(await one.submitEcf(company1, doc, never)).toMatchObject({
      kind: 'not-sent',
      cause: 'auth-unavailable',
      detail: 'no token in time',
    });
    // On a busy machine that may be before it was asked for.
    await until('the token was asked for', async () => counts().validarsemilla === 1);
    const answer = one.result(company1, trackId, never);
    release();
    expect(await answer).toMatchObject({ kind: 'final' });
    expect(counts().validarsemilla).toBe(1);
  });

  test.each([
    { name: 'an e-CF', body: '<ECF><Encabezado/></ECF>' },
    {
      name: 'an e-CF within a seed',
      body: '<SemillaModel><valor>a</valor><fecha>2022-12-06T10:50:14Z</fecha><ECF/></SemillaModel>',
    },
    { name: 'a login page', body: '<html></html>' },
    { name: 'megabytes', body: `<SemillaModel><valor>${'a'.repeat(2_000_000)}</valor>` },
  ])('is not asked for if DGII sends $name instead of a seed', async ({ body }) => {
    dgii.answer('semilla', text(200, 'application/xml', body));
    expect(await client().submitEcf(company1, doc, never)).toMatchObject({
      kind: 'not-sent',
      cause: 'seed-invalid',
    });
    expect(counts()).toEqual({ semilla: 1, validarsemilla: 0, facturaselectronicas: 0 });
  });

  test('is in no answer and no log, nor is the private key', async () => {
    const lines: string[] = [];
    const log = createLog({ role: 'worker', level: 'trace' });
    const spy = Object.assign(Object.create(log) as typeof log, {
      warn: (...args: unknown[]) => void lines.push(JSON.stringify(args)),
    });
    const one = client({ log: spy });
    dgii.answer('facturaselectronicas', (seen, response, nth) =>
      text(500, 'text/plain', `echo ${seen.headers.authorization!}`)(seen, response, nth),
    );
    const answers = [await one.submitEcf(company1, doc, never)];
    dgii.answer('facturaselectronicas', silence);
    answers.push(await client({ log: spy, submitMs: 200 }).submitEcf(company1, doc, never));
    const reported = JSON.stringify(answers) + lines.join('');
    expect(reported).toContain('echo bearer ***');
    expect(lines.length).toBeGreaterThan(0);
    expect(reported).not.toMatch(/eyJ|PRIVATE KEY/);
    expect(reported).not.toContain(doc.xml);
  });
});

describe('a question', () => {
  test('for the result of a trackId', async () => {
    expect(await client().result(company1, trackId, never)).toMatchObject({
      kind: 'final',
      verdict: 'accepted',
      encf,
      reply: { httpStatus: 200 },
    });
    const [get] = dgii.of('estado');
    expect(get!.method).toBe('GET');
    expect(get!.url.pathname + get!.url.search).toBe(
      `/testecf/consultaresultado/api/consultas/estado?trackid=${trackId}`,
    );
  });

  test('for the trackIds of an e-NCF', async () => {
    expect(await client().trackIds(company1, { rncEmisor: '999999992', encf }, never)).toMatchObject({
      kind: 'found',
      trackIds: [{ trackId, state: 'accepted' }],
    });
    expect(dgii.of('consulta')[0]!.url.search).toBe(`?rncemisor=999999992&encf=${encf}`);
  });

  test('for the state of an e-NCF, with and without its two last fields', async () => {
    const one = client();
    await one.state(
      company1,
      {
        rncEmisor: '999999992',
        encf,
        rncComprador: '131880681',
        codigoSeguridad: 'a+/b=c',
      },
      never,
    );
    await one.state(company1, { rncEmisor: '999999992', encf }, never);
    expect(dgii.of('estado').map(({ url }) => url.search)).toEqual([
      `?rncemisor=999999992&ncfelectronico=${encf}&rnccomprador=131880681&codigoseguridad=a%2B%2Fb%3Dc`,
      `?rncemisor=999999992&ncfelectronico=${encf}`,
    ]);
  });

  test('that certification does not offer is not sent to DGII', async () => {
    const one = client();
    const auth = { ...company1, environment: 'certification' } as const;
    expect(await one.trackIds(auth, { rncEmisor: '999999992', encf }, never)).toEqual({
      kind: 'not-offered',
    });
    expect(await one.state(auth, { rncEmisor: '999999992', encf }, never)).toEqual({ kind: 'not-offered' });
    expect(dgii.seen).toHaveLength(0);
  });

  test('refused with 401 is asked again with a new token', async () => {
    dgii.answer('estado', (seen, response, nth) =>
      (nth === 1 ? json(401, '') : json(200, { codigo: 3, estado: 'En Proceso' }))(seen, response, nth),
    );
    expect(await client().result(company1, trackId, never)).toMatchObject({ kind: 'pending' });
    expect(counts().validarsemilla).toBe(2);
  });

  test.each([
    {
      name: 'silence',
      answer: silence,
      limits: { queryMs: 1_000 },
      is: { cause: 'timeout', reply: null },
    },
    { name: 'a cut connection', answer: reset, is: { cause: 'broken', reply: null } },
    {
      name: 'a 500',
      answer: text(500, 'text/html', '<html></html>'),
      is: { cause: 'server-fault', reply: { httpStatus: 500 } },
    },
    { name: 'a refused token, twice', answer: text(401, '', ''), is: { cause: 'unauthorized' } },
    { name: 'a 429', answer: text(429, '', ''), is: { cause: 'throttled' } },
  ])('that got $name has no answer', async ({ answer, limits, is }) => {
    dgii.answer('estado', answer);
    const one = await withToken(limits);
    expect(await one.result(company1, trackId, never)).toMatchObject({ kind: 'unavailable', ...is });
  });
});

function counts() {
  return {
    semilla: dgii.of('semilla').length,
    validarsemilla: dgii.of('validarsemilla').length,
    facturaselectronicas: dgii.of('facturaselectronicas').length,
  };
}

function listen(server: Server): Promise<number> {
  own('a server', () => server.close());
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}
