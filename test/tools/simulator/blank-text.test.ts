/** Indented files: before the imitated DGII verifies a signature it drops blank text, unless a setting says otherwise. */
import { SignedXml } from 'xml-crypto';
import { certificatePem } from '../../../src/signing/keys/certificate.js';
import { signXml } from '../../../src/signing/keys/sign-xml.js';
import { algorithms } from '../../../src/signing/verify/xmldsig.js';
import type { RunningSimulator } from '../../../tools/simulator/start.js';
import { exchange, login, makeWorld, put, result, seed, submit, voucher, type World } from './client.js';

let world: World;
let simulator: RunningSimulator;
let serial = 0;

beforeAll(async () => {
  world = makeWorld();
  simulator = await world.start();
});

/** Signs the text as it is, including its blank text. */
function signAsIs(xml: string): string {
  const signer = new SignedXml({
    privateKey: world.certificate.privateKey,
    publicCert: certificatePem(world.certificate),
    signatureAlgorithm: algorithms.rsaSha256,
    canonicalizationAlgorithm: algorithms.inclusiveC14n,
  });
  const transforms = [algorithms.enveloped];
  signer.addReference({
    xpath: '/*',
    transforms,
    digestAlgorithm: algorithms.sha256,
    uri: '',
    isEmptyUri: true,
  });
  signer.computeSignature(xml, { location: { reference: '/*', action: 'append' } });
  return signer.getSignedXml();
}

const indent = (xml: string) => xml.replace(/></g, '>\r\n  <');

const ways = {
  'signed on one line': (xml: string) => signXml(xml, world.certificate),
  'signed over its indentation': (xml: string) => signAsIs(indent(xml)),
  'signed on one line and indented afterwards': (xml: string) => indent(signXml(xml, world.certificate)),
};

const cases = [
  { blankText: undefined, way: 'signed on one line', holds: true },
  { blankText: undefined, way: 'signed over its indentation', holds: false },
  { blankText: undefined, way: 'signed on one line and indented afterwards', holds: true },
  { blankText: 'either', way: 'signed on one line', holds: true },
  { blankText: 'either', way: 'signed over its indentation', holds: true },
  { blankText: 'either', way: 'signed on one line and indented afterwards', holds: true },
  { blankText: 'as-received', way: 'signed on one line', holds: true },
  { blankText: 'as-received', way: 'signed over its indentation', holds: true },
  { blankText: 'as-received', way: 'signed on one line and indented afterwards', holds: false },
] as const;

describe.each(cases)('blankText $blankText: $way', ({ blankText, way, holds }) => {
  beforeAll(async () => {
    if (blankText !== undefined) expect((await put(simulator.url, { blankText })).status).toBe(200);
  });

  test(`a seed is ${holds ? 'exchanged for a token' : 'refused'}`, async () => {
    const answer = await exchange(simulator.url, ways[way](await seed(simulator.url)));
    if (holds) expect(answer).toMatchObject({ status: 200, json: { token: expect.any(String) } });
    else expect(answer).toMatchObject({ status: 400, json: 'Firma del certificado invalida' });
  });

  test(`a voucher is ${holds ? 'accepted' : 'rejected, and its number stays free'}`, async () => {
    const token = await login(simulator.url, world.certificate);
    const xml = ways[way](voucher(`E31${String(++serial).padStart(10, '0')}`));
    const { trackId } = (await submit(simulator.url, token, xml)).json;
    expect(await result(simulator.url, token, trackId)).toMatchObject(
      holds
        ? { estado: 'Aceptado', secuenciaUtilizada: true }
        : {
            estado: 'Rechazado',
            secuenciaUtilizada: false,
            mensajes: [{ codigo: 0, valor: 'La firma del documento no es válida.' }],
          },
    );
  });
});

test('the blanks of an otherwise empty element are dropped too, so the signature fails', async () => {
  await put(simulator.url, { blankText: 'dropped' });
  const token = await login(simulator.url, world.certificate);
  const xml = voucher(`E31${String(++serial).padStart(10, '0')}`, (text) =>
    text.replace('</RazonSocialEmisor>', '</RazonSocialEmisor><NombreComercial>   </NombreComercial>'),
  );
  const { trackId } = (await submit(simulator.url, token, signAsIs(xml))).json;
  expect(await result(simulator.url, token, trackId)).toMatchObject({ estado: 'Rechazado' });
});
