/** The client of other taxpayers' receivers: what it sends, to whom it connects, and what it says when a receiver misbehaves. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { authenticationUrls, receiverUrl, tokenSources } from '../../../src/dgii/buyers/addresses.js';
import {
  createBuyerClient,
  type BuyerClientOptions,
  type Correspondents,
} from '../../../src/dgii/buyers/buyer-client.js';
import { createDirectory } from '../../../src/dgii/buyers/directory.js';
import type { DirectoryAnswer, DirectoryEntry } from '../../../src/dgii/replies/answers.js';
import { openPem } from '../../../src/signing/keys/certificate.js';
import { own } from '../../harness/own.js';
import { certifiedSigner } from '../../harness/samples/signers.js';

/** A request that nobody cancels. */
const never = new AbortController().signal;

const seed =
  '<?xml version="1.0" encoding="utf-8"?><SemillaModel><valor>7G7KswaOGcLX</valor><fecha>2026-12-06T10:50:14-04:00</fecha></SemillaModel>';
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJqdGkiOiJ1In0.c2ln';
const file = { fileName: '131880681E310000000001.xml', xml: '<ECF>ñ</ECF>' };

function makeAuth(): Correspondents['auth'] {
  const issued = certifiedSigner({ commonName: 'FIRMANTE', serialNumber: 'IDCDO-00000000001' });
  const opened = openPem(issued.certificatePem, issued.privateKeyPem);
  if (!opened.ok) throw new Error(opened.reason);
  return { companyId: 1, environment: 'production', certificate: opened.certificate };
}
const auth = makeAuth();

interface Seen {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
type Handler = (seen: Seen, response: ServerResponse) => void;

/** A receiver that remembers its requests. */
async function receiver(handler: Handler) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      seen.push(one);
      handler(one, response);
    });
  });
  const url = await listening(server);
  own('the receiver', () => {
    server.closeAllConnections();
    server.close();
  });
  return { url, seen };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function client(options: Partial<BuyerClientOptions> = {}) {
  const made = createBuyerClient({
    privateAddresses: 'allow',
    authentication: 'on',
    timeoutMs: 2_000,
    clock: () => new Date(),
    ...options,
  });
  own('the client', () => made.close());
  return made;
}

const packers = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;

function entry(base: string, urlOpcional: string | null = null): DirectoryEntry {
  return { rnc: '101000001', urlRecepcion: base, urlAceptacion: base, urlOpcional };
}

const ok: Handler = (_seen, response) =>
  response.writeHead(200, { 'content-type': 'application/xml' }).end('<ARECF/>');

describe('addresses', () => {
  test.each([
    ['https://a.example', 'https://a.example/fe/recepcion/api/ecf'],
    ['https://a.example/', 'https://a.example/fe/recepcion/api/ecf'],
    [' a.example/base// ', 'https://a.example/base/fe/recepcion/api/ecf'],
    ['https://a.example/base/FE/Recepción/api/ecf', 'https://a.example/base/FE/Recepci%C3%B3n/api/ecf'],
    ['https://a.example/base/fe', 'https://a.example/base/fe/recepcion/api/ecf'],
    ['https://a.example/fe/recepcion', 'https://a.example/fe/recepcion/api/ecf'],
    ['https://a.example:8443/x?y=1#z', 'https://a.example:8443/x/fe/recepcion/api/ecf'],
  ])('%s', (written, expected) => {
    expect(receiverUrl(written, 'reception', 'refuse')?.href).toBe(expected);
  });

  test('the authentication has two', () => {
    for (const written of ['https://a.example/auth', 'https://a.example/auth/fe/autenticacion/api/Semilla']) {
      const urls = authenticationUrls(written, 'refuse');
      expect([urls?.seed.href, urls?.token.href]).toEqual([
        'https://a.example/auth/fe/autenticacion/api/semilla',
        'https://a.example/auth/fe/autenticacion/api/validacioncertificado',
      ]);
    }
  });

  test.each([
    ...[
      null,
      '',
      'http://a.example',
      'ftp://a.example',
      'file:///etc/passwd',
      'https://',
      'https://u:p@a.example',
    ],
    ...['https://127.0.0.1', 'https://0x7f000001', 'https://2130706433', 'https://10.1.2.3', 'https://[::1]'],
    ...[
      'https://[::ffff:127.0.0.1]',
      'https://169.254.169.254/latest',
      'https://192.168.0.1',
      'https://[fd00::1]',
    ],
    ...['https://0', 'https://127.1', 'https://[64:ff9b::a00:1]'],
  ])('%s is not called', (written) => {
    expect(receiverUrl(written, 'reception', 'refuse')).toBeUndefined();
  });
});

describe('a token', () => {
  const dgii = 'https://ecf.dgii.gov.do/testecf';
  test.each([
    { name: 'none is asked for', declared: null, to: 'https://a.example', from: [] },
    {
      name: 'of the taxpayer',
      declared: 'https://b.example',
      to: 'https://a.example',
      from: ['https://b.example', 'https://a.example'],
    },
    {
      name: 'of DGII, for DGII',
      declared: dgii,
      to: `${dgii}/emisorreceptor`,
      from: [dgii, `${dgii}/emisorreceptor`],
    },
    { name: 'of DGII, for another', declared: dgii, to: 'https://a.example', from: ['https://a.example'] },
    {
      name: 'of DGII, in other letters',
      declared: 'ECF.DGII.gov.do.',
      to: 'dgii.gov.do.a.example',
      from: ['dgii.gov.do.a.example'],
    },
    { name: 'of DGII, for nobody', declared: dgii, to: null, from: [] },
  ])('$name', ({ declared, to, from }) => {
    expect(tokenSources(declared, to)).toEqual(from);
  });
});

describe('only public addresses', () => {
  test('a name of a private address is not connected to', async () => {
    let connections = 0;
    const server = createTcpServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    const { port } = new URL(await listening(server));
    own('the server', () => server.close());
    const strict = client({ privateAddresses: 'refuse' });
    const named = await strict.deliverVoucher(
      { auth, entry: entry(`https://localhost:${port}`) },
      file,
      never,
    );
    expect(named).toEqual({ kind: 'not-sent', cause: 'unreachable', detail: 'PrivateAddressError' });
    const answer = await strict.deliverVoucher(
      { auth, entry: entry(`https://127.0.0.1:${port}`) },
      file,
      never,
    );
    expect(answer).toMatchObject({ kind: 'not-sent', cause: 'no-address' });
    expect(connections).toBe(0);
  });

  test('neither is an authentication service', async () => {
    const inside = await receiver(ok);
    const strict = client({ privateAddresses: 'refuse' });
    const answer = await strict.deliverVoucher(
      { auth, entry: entry('https://localhost:1', inside.url.replace('http:', 'https:')) },
      file,
      never,
    );
    expect(answer).toMatchObject({ kind: 'not-sent' });
    expect(inside.seen).toEqual([]);
  });

  test('a redirect is an answer and is not followed', async () => {
    const inside = await receiver(ok);
    const { url } = await receiver((_seen, response) =>
      response.writeHead(307, { location: inside.url }).end(),
    );
    expect(await client().deliverVoucher({ auth, entry: entry(url) }, file, never)).toMatchObject({
      kind: 'answered',
      status: 307,
    });
    expect(inside.seen).toEqual([]);
  });
});

describe('a delivery', () => {
  test('has one part with the bytes, and no token unless the taxpayer declares authentication', async () => {
    const { url, seen } = await receiver(ok);
    const answer = await client().deliverVoucher({ auth, entry: entry(`${url}/base/`) }, file, never);
    expect(answer).toMatchObject({ kind: 'answered', status: 200, cut: false });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ path: '/base/fe/recepcion/api/ecf' });
    expect(seen[0]!.headers.authorization).toBeUndefined();
    expect(seen[0]!.headers['content-length']).toBeDefined();
    expect(seen[0]!.body).toContain(`filename="${file.fileName}"`);
    expect(seen[0]!.body).toContain(file.xml);
  });

  const authenticating =
    (more: Handler): Handler =>
    (seen, response) => {
      if (seen.path.endsWith('/semilla'))
        response.writeHead(200, { 'content-type': 'application/xml' }).end(seed);
      else if (seen.path.endsWith('/validacioncertificado'))
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ token, expira: '2026-11-23T12:00:00Z', expedido: '2026-11-23T11:00:00Z' }));
      else more(seen, response);
    };

  test('brings the receiver’s own token, which serves several deliveries', async () => {
    const { url, seen } = await receiver(authenticating(ok));
    const made = client();
    for (let n = 0; n < 2; n += 1)
      expect(
        await made.deliverVoucher({ auth, entry: entry(url, `${url}/auth`) }, file, never),
      ).toMatchObject({
        kind: 'answered',
      });
    expect(seen.map(({ path }) => path)).toEqual([
      '/auth/fe/autenticacion/api/semilla',
      '/auth/fe/autenticacion/api/validacioncertificado',
      ...['/fe/recepcion/api/ecf', '/fe/recepcion/api/ecf'],
    ]);
    expect(seen[2]!.headers.authorization).toBe(`Bearer ${token}`);
    expect(seen[1]!.body).toContain('<Signature');
  });

  test('finds the authentication beside the reception, as at DGII’s own test receiver', async () => {
    const { url, seen } = await receiver(
      authenticating((one, response) =>
        one.path.startsWith('/nowhere') ? response.writeHead(404).end() : ok(one, response),
      ),
    );
    const { url: elsewhere } = await receiver((_one, response) => response.writeHead(404).end());
    await client().deliverVoucher(
      { auth, entry: entry(`${url}/base`, `${elsewhere}/autenticacion`) },
      file,
      never,
    );
    expect(seen.map(({ path }) => path)).toEqual([
      '/base/fe/autenticacion/api/semilla',
      '/base/fe/autenticacion/api/validacioncertificado',
      '/base/fe/recepcion/api/ecf',
    ]);
  });

  test('goes out without a token when there is no authentication service at all', async () => {
    const { url, seen } = await receiver((one, response) =>
      one.path.includes('autenticacion') ? response.writeHead(404).end() : ok(one, response),
    );
    const answer = await client().deliverVoucher({ auth, entry: entry(url, url) }, file, never);
    expect(answer).toMatchObject({ kind: 'answered', status: 200 });
    expect(seen.at(-1)!.headers.authorization).toBeUndefined();
  });

  test('where no seed of others is signed, it goes out without a token', async () => {
    const { url, seen } = await receiver(authenticating(ok));
    const careful = client({ authentication: 'off' });
    expect(await careful.deliverVoucher({ auth, entry: entry(url, url) }, file, never)).toMatchObject({
      kind: 'answered',
      status: 200,
    });
    expect(seen.map(({ path }) => path)).toEqual(['/fe/recepcion/api/ecf']);
    expect(seen[0]!.headers.authorization).toBeUndefined();
  });

  test('asks for a new token once after a 401', async () => {
    let refused = 0;
    const { url } = await receiver(
      authenticating((one, response) => {
        refused += 1;
        if (refused === 1) response.writeHead(401).end();
        else ok(one, response);
      }),
    );
    expect(await client().deliverVoucher({ auth, entry: entry(url, url) }, file, never)).toMatchObject({
      kind: 'answered',
      status: 200,
    });
  });

  test('signs nothing but a seed', async () => {
    const { url, seen } = await receiver((_one, response) =>
      response.writeHead(200, { 'content-type': 'application/xml' }).end('<ECF><Encabezado/></ECF>'),
    );
    expect(await client().deliverVoucher({ auth, entry: entry(url, url) }, file, never)).toMatchObject({
      kind: 'not-sent',
      cause: 'seed-invalid',
    });
    expect(seen).toHaveLength(1);
  });

  test('an approval goes to its own address', async () => {
    const { url, seen } = await receiver(ok);
    await client().deliverApproval({ auth, entry: { ...entry(url), urlRecepcion: null } }, file, never);
    expect(seen.map(({ path }) => path)).toEqual(['/fe/aprobacioncomercial/api/ecf']);
  });
});

describe('a receiver that misbehaves', () => {
  test('a connection that breaks after the request: it may have arrived', async () => {
    const { url } = await receiver((_seen, response) => response.destroy());
    expect(await client().deliverVoucher({ auth, entry: entry(url) }, file, never)).toMatchObject({
      kind: 'unknown',
    });
  });

  test('nobody listens: nothing arrived', async () => {
    const server = createTcpServer();
    const url = await listening(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await client().deliverVoucher({ auth, entry: entry(url) }, file, never)).toMatchObject({
      kind: 'not-sent',
      cause: 'unreachable',
    });
  });

  test('an answer that never ends is cut, one that drips ends at the time limit', async () => {
    const endless = await receiver((_seen, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const more = () => {
        while (!response.destroyed && response.write(chunk));
        response.once('drain', more);
      };
      more();
    });
    expect(await client().deliverVoucher({ auth, entry: entry(endless.url) }, file, never)).toMatchObject({
      kind: 'answered',
      cut: true,
      bytes: expect.objectContaining({ length: 256 * 1024 }),
    });
    const drips = await receiver((_seen, response) => {
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    });
    const answer = await client().deliverVoucher({ auth, entry: entry(drips.url) }, file, never);
    expect(answer).toMatchObject({ kind: 'unknown' });
  });
});

describe('an answer of the directory is remembered for a while', () => {
  let now = 0;
  const asked: string[] = [];
  const answers: Record<string, DirectoryAnswer> = {
    '1': { kind: 'found', entry: entry('https://a.example'), reply: {} as never },
    '2': { kind: 'not-found', reply: {} as never },
    '3': { kind: 'unavailable', cause: 'server-fault', detail: '', mensajes: [], reply: null },
    '4': { kind: 'unavailable', cause: 'not-delegated', detail: '', mensajes: [], reply: null },
  };
  const directory = createDirectory(
    {
      directoryEntry: (_auth, rnc) => {
        asked.push(rnc);
        return Promise.resolve(answers[rnc]!);
      },
    },
    () => new Date(now),
  );

  test.each([
    { rnc: '1', name: 'found', keptMs: 10 * 60_000 },
    { rnc: '2', name: 'not listed', keptMs: 10 * 60_000 },
    { rnc: '3', name: 'no answer', keptMs: 60_000 },
    { rnc: '4', name: 'a signer that is not delegated', keptMs: 0 },
  ])('$name', async ({ rnc, keptMs }) => {
    asked.length = 0;
    now += 3_600_000;
    await Promise.all([directory.find(auth, rnc, never), directory.find(auth, rnc, never)]);
    expect(asked).toHaveLength(1);
    now += Math.max(0, keptMs - 1_000);
    await directory.find(auth, rnc, never);
    expect(asked).toHaveLength(keptMs === 0 ? 2 : 1);
    now += 2_000;
    await directory.find(auth, rnc, never);
    expect(asked).toHaveLength(keptMs === 0 ? 3 : 2);
  });

  test('a company does not get the failure of another one, nor a voucher that of a cancelled one', async () => {
    const ends: ((answer: DirectoryAnswer) => void)[] = [];
    const waiting = createDirectory(
      { directoryEntry: () => new Promise((resolve) => ends.push(resolve)) },
      () => new Date(now),
    );
    const cancelled = { ...answers['4']!, cause: 'cancelled' } as DirectoryAnswer;
    const [first, same, other] = [
      waiting.find(auth, '1', never),
      waiting.find(auth, '1', never),
      waiting.find({ ...auth, companyId: auth.companyId + 1 }, '1', never),
    ];
    expect(ends).toHaveLength(2);
    ends[1]!(answers['1']!);
    expect(await other).toEqual(answers['1']);
    ends[0]!(cancelled);
    expect(await first).toEqual(cancelled);
    // The request that nobody cancelled asks again, and by now the other company's answer is known.
    expect(await same).toEqual(answers['1']);
    expect(ends).toHaveLength(2);
  });

  test('each environment has its own', async () => {
    asked.length = 0;
    now += 3_600_000;
    await directory.find(auth, '1', never);
    await directory.find({ ...auth, environment: 'pre-certification' }, '1', never);
    expect(asked).toEqual(['1', '1']);
  });
});

describe('an answer that is packed although we asked for identity', () => {
  const answerOf = async (encoding: string, bytes: Buffer) => {
    const { url } = await receiver((_seen, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
    );
    return client().deliverVoucher({ auth, entry: entry(url) }, file, never);
  };

  test.each(Object.entries(packers))('%s is unpacked', async (encoding, pack) => {
    const answer = await answerOf(encoding, pack(Buffer.from('<ARECF>ñ</ARECF>')));
    expect(answer).toMatchObject({ kind: 'answered', cut: false, bytes: Buffer.from('<ARECF>ñ</ARECF>') });
  });

  test.each([
    ['a bomb', 'gzip', gzipSync(Buffer.alloc(50 * 1024 * 1024))],
    ['no gzip at all', 'gzip', Buffer.from('<ARECF/>')],
    ['the beginning of one', 'gzip', gzipSync(Buffer.from('<ARECF/>')).subarray(0, 12)],
    ['an unknown coding', 'zstd', Buffer.from('<ARECF/>')],
    ['the name of a member of every object', 'constructor', Buffer.from('<ARECF/>')],
  ])('%s is not accepted as an answer', async (_name, encoding, bytes) => {
    expect(await answerOf(encoding, bytes)).toMatchObject({
      kind: 'answered',
      cut: true,
      bytes: Buffer.alloc(0),
    });
  });
});
