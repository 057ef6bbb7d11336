/** Seeds and tokens of the imitated DGII: what it accepts, and each refusal in DGII's own form. */
import jwt from 'jsonwebtoken';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import { createAuthority } from '../../../tools/simulator/test-authority.js';
import type { RunningSimulator } from '../../../tools/simulator/start.js';
import {
  call,
  certificateOf,
  exchange,
  get,
  login,
  makeWorld,
  rnc,
  seed,
  serialNumber,
  submit,
  voucher,
  type World,
} from './client.js';

let world: World;
let simulator: RunningSimulator;
let now = new Date('2026-11-20T14:50:14.968Z');

beforeAll(async () => {
  world = makeWorld();
  now = new Date();
  simulator = await world.start({ clock: () => now });
});

const day = 24 * 3600 * 1000;

describe('the seed', () => {
  test('has exactly DGII’s form', async () => {
    expect(await seed(simulator.url)).toMatch(
      /^<\?xml version="1.0" encoding="utf-8"\?>\n {2}<SemillaModel xmlns:xsi="http:\/\/www.w3.org\/2001\/XMLSchema-instance" xmlns:xsd="http:\/\/www.w3.org\/2001\/XMLSchema">\n {4}<valor>[A-Za-z0-9+/=]{100,}<\/valor>\n {4}<fecha>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}-04:00<\/fecha>\n {2}<\/SemillaModel>$/,
    );
  });

  test.each([
    '/TesteCF/Autenticacion/api/Autenticacion/Semilla',
    '/ECF/autenticacion/api/autenticacion/semilla/',
  ])('is found whatever the case of the path: %s', async (path) =>
    expect((await call(simulator.url + path)).status).toBe(200),
  );
});

describe('the token', () => {
  test('is a JWT of one hour with DGII’s claims', async () => {
    const answer = await exchange(simulator.url, signXml(await seed(simulator.url), world.certificate));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json)).toEqual(['token', 'expira', 'expedido']);
    expect(answer.json.expira).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(Date.parse(answer.json.expira) - Date.parse(answer.json.expedido)).toBe(3600 * 1000);
    expect(jwt.decode(answer.json.token)).toEqual({
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name': '00199999996',
      jti: expect.any(String),
      nbf: expect.any(Number),
      exp: expect.any(Number),
      iss: 'DGII.FE',
      aud: 'USUARIOS.DGII.FE',
    });
  });

  test('comes as XML for a caller that asks for XML', async () => {
    const signed = signXml(await seed(simulator.url), world.certificate);
    const answer = await exchange(simulator.url, signed, 'testecf', 'application/xml');
    expect(answer.text).toMatch(
      /<RespuestaAutenticacion><token>.+<\/token><expira>.+<\/expira><expedido>.+<\/expedido><\/RespuestaAutenticacion>$/,
    );
  });

  test.each([
    { name: 'missing', authorization: async () => '' },
    { name: 'not a token', authorization: async () => 'bearer x.y.z' },
    {
      name: 'of another environment',
      authorization: async () => `bearer ${await login(simulator.url, world.certificate, 'ecf')}`,
    },
    {
      name: 'expired',
      authorization: async () => {
        const token = await login(simulator.url, world.certificate);
        now = new Date(now.getTime() + 3601 * 1000);
        return `bearer ${token}`;
      },
    },
  ])('$name: 401 with an empty body', async ({ authorization }) => {
    const header = await authorization();
    const path = '/testecf/consultaresultado/api/consultas/estado?trackid=x';
    const answer = await call(simulator.url + path, {
      headers: header === '' ? {} : { authorization: header },
    });
    expect(answer).toMatchObject({ status: 401, text: '' });
  });

  test('survives a restart of the simulator', async () => {
    const own = makeWorld();
    const first = await own.start();
    const token = await login(first.url, own.certificate);
    await first.close();
    const second = await own.start();
    expect((await get(second.url, token, 'consultaresultado/api/consultas/estado?trackid=x')).status).toBe(
      404,
    );
    await second.close();
  });
});

describe('a signed seed is refused with 400', () => {
  const signedBy = async (certificate: World['certificate'], change = (xml: string) => xml) =>
    change(signXml(await seed(simulator.url), certificate));

  test.each([
    {
      name: 'content changed after signing',
      send: () => signedBy(world.certificate, (xml) => xml.replace('<valor>', '<valor>A')),
      body: 'Firma del certificado invalida',
    },
    {
      name: 'not signed',
      send: () => seed(simulator.url),
      body: {
        mensaje:
          'La estructura del archivo XML no es válido, favor proveer un XML con una estructura válida, verificar el XSD correspondiente.',
        errores: [
          "The element 'SemillaModel' has incomplete content. List of possible elements expected: 'any element'.",
        ],
      },
    },
    {
      name: 'a missing element',
      send: async () => (await seed(simulator.url)).replace(/<fecha>.*<\/fecha>/, ''),
      body: {
        mensaje: expect.stringMatching(/^La estructura del archivo XML no es válido/),
        errores: [
          "The element 'SemillaModel' has incomplete content. List of possible elements expected: 'fecha'.",
        ],
      },
    },
    {
      name: 'not XML',
      send: async () => 'semilla',
      body: {
        mensaje: expect.any(String),
        errores: ['Data at the root level is invalid. Line 1, position 1.'],
      },
    },
    {
      name: 'a certificate of another authority',
      send: () => signedBy(certificateOf(createAuthority('OTRA'), { commonName: 'X', serialNumber })),
      body: 'Tipo de certificado no admitido',
    },
    {
      name: 'an expired certificate',
      send: () =>
        signedBy(
          certificateOf(world.authority, {
            commonName: 'X',
            serialNumber,
            notBefore: new Date(Date.now() - 3 * day),
            notAfter: new Date(Date.now() - day),
          }),
        ),
      body: 'Tipo de certificado no admitido',
    },
    {
      name: 'a signer without any delegation',
      send: () =>
        signedBy(certificateOf(world.authority, { commonName: 'X', serialNumber: 'IDCDO-00112233445' })),
      body: 'El RNC 00112233445 del certificado no está delegado para realizar transacciones.',
    },
    {
      name: 'a seed that the simulator never issued',
      send: async () =>
        signXml(
          (await seed(simulator.url)).replace(/<valor>.*<\/valor>/, '<valor>AAAA</valor>'),
          world.certificate,
        ),
      body: 'La semilla no es válida o ya expiró',
    },
    {
      name: 'a seed used before',
      send: async () => {
        const signed = await signedBy(world.certificate);
        expect((await exchange(simulator.url, signed)).status).toBe(200);
        return signed;
      },
      body: 'La semilla no es válida o ya expiró',
    },
    {
      name: 'an old seed',
      send: async () => {
        const signed = await signedBy(world.certificate);
        now = new Date(now.getTime() + 301 * 1000);
        return signed;
      },
      body: 'La semilla no es válida o ya expiró',
    },
  ])('$name', async ({ send, body }) => {
    const answer = await exchange(simulator.url, await send());
    expect(answer).toMatchObject({ status: 400, json: body });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

test('delegations in a file are read again when the file changes', async () => {
  const own = makeWorld();
  const { writeFileSync, utimesSync } = await import('node:fs');
  const file = `${own.dataDir}/delegations.json`;
  writeFileSync(file, JSON.stringify({}));
  const running = await own.start({ delegations: file });
  const refused = await exchange(running.url, signXml(await seed(running.url), own.certificate));
  expect(refused.json).toMatch(/no está delegado/);
  writeFileSync(file, JSON.stringify({ [serialNumber]: [rnc] }));
  utimesSync(file, new Date(), new Date(Date.now() + 5_000));
  const token = await login(running.url, own.certificate);
  expect((await submit(running.url, token, signXml(voucher('E310000000001'), own.certificate))).status).toBe(
    200,
  );
  await running.close();
});
