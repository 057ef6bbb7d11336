/** What the receiver reads from a commercial approval and from a signed seed. */
import { readApproval } from '../../../../src/documents/read/read-approval.js';
import { readSignedSeed } from '../../../../src/documents/read/read-seed.js';
import type { SignatureChecks } from '../../../../src/documents/read/signature.js';
import { signXml } from '../../../../src/signing/keys/sign-xml.js';
import { createXsdValidator } from '../../../../src/documents/check/xsd-validator.js';
import { issuerCertificate, sentApproval } from '../../../harness/samples/received.js';

const checks: SignatureChecks = { nowMs: Date.now(), authorities: '' };
const xsd = createXsdValidator();
afterAll(() => xsd.dispose());

const approved = {
  RNCEmisor: '999999992',
  eNCF: 'E310000000001',
  FechaEmision: '20-11-2026',
  MontoTotal: '35400',
  RNCComprador: '131880681',
  Estado: 1 as const,
};
const rejected = { ...approved, Estado: 2 as const, DetalleMotivoRechazo: 'Mercancía no recibida' };
const read = (bytes: Uint8Array) => readApproval(bytes, checks, xsd);

test.each([
  { name: 'an approval', acecf: approved, facts: { approved: true } },
  { name: 'a rejection', acecf: rejected, facts: { approved: false, motivo: 'Mercancía no recibida' } },
])('reads $name', ({ acecf, facts }) => {
  expect(read(sentApproval(acecf))).toMatchObject({
    outcome: 'good',
    facts: { rncEmisor: '999999992', encf: 'E310000000001', rncComprador: '131880681', ...facts },
  });
});

test('takes an approval that declares UTF-16, as .NET does whatever it sends', () => {
  const declared = '<?xml version="1.0" encoding="utf-16"?>';
  const text = sentApproval(rejected)
    .toString('utf8')
    .replace(/^(?:<\?xml[^>]*\?>)?/, declared);
  expect(read(Buffer.from(text))).toMatchObject({
    outcome: 'good',
    facts: { motivo: 'Mercancía no recibida' },
  });
});

test('says who signed, as the certificate does', () => {
  expect(read(sentApproval(approved))).toMatchObject({
    signer: { name: 'FIRMANTE DE PRUEBA', serialNumber: 'IDCDO-00000000001', chain: 'not-checked' },
  });
});

test('takes an amount without decimals and Version 1, as DGII writes them', () => {
  const change = (xml: string) => xml.replace('35400.00', '35400').replace('>1.0<', '>1<');
  expect(read(sentApproval(approved, { change }))).toMatchObject({ facts: { montoTotal: '35400' } });
});

test.each([
  '<DetalleMotivoRechazo/>',
  '<DetalleMotivoRechazo />',
  '<DetalleMotivoRechazo> </DetalleMotivoRechazo>',
])('takes an approval with %s', (empty) => {
  const change = (xml: string) => xml.replace('</Estado>', `</Estado>${empty}`);
  const answer = read(sentApproval(approved, { change }));
  expect(answer).toMatchObject({ outcome: 'good', facts: { approved: true } });
  expect(answer).not.toHaveProperty('facts.motivo');
});

test.each([
  {
    name: 'a rejection without its reason',
    acecf: approved,
    from: '<Estado>1',
    to: '<Estado>2',
    taken: false,
  },
  {
    name: 'a rejection with an empty reason',
    acecf: rejected,
    from: 'Mercancía no recibida',
    to: ' ',
    taken: false,
  },
  { name: 'an approval with a reason', acecf: rejected, from: '<Estado>2', to: '<Estado>1', taken: true },
])('takes $name, as DGII does', ({ acecf, from, to, taken }) => {
  const answer = read(sentApproval(acecf, { change: (xml) => xml.replace(from, to) }));
  expect(answer).toMatchObject({ outcome: 'good', facts: { approved: taken } });
  expect(answer).not.toHaveProperty('facts.motivo');
});

test('takes numbers and dates as other programs write them', () => {
  const change = (xml: string) =>
    xml.replace('<Estado>1', '<Estado>01').replace(/(<FechaEmision>)[^<]*/, '$11-7-2026');
  expect(read(sentApproval(approved, { change }))).toMatchObject({
    outcome: 'good',
    facts: { approved: true, fechaEmision: '01-07-2026' },
  });
});

test('reads a decimal without the white space that the schema allows around it', () => {
  const change = (xml: string) => xml.replace('>35400.00<', '>\n 35400.00 <');
  expect(read(sentApproval(approved, { change }))).toMatchObject({ facts: { montoTotal: '35400.00' } });
});

test.each([
  {
    name: 'one that is much too large',
    bytes: sentApproval(approved, {
      change: (xml) => xml.replace('<Estado>', `<!--${'x'.repeat(100_000)}--><Estado>`),
    }),
    reason: 'xml',
  },
  {
    name: 'one in UTF-16',
    bytes: Buffer.from(sentApproval(approved).toString('utf8'), 'utf16le'),
    reason: 'encoding',
  },
  { name: 'no XML', bytes: Buffer.from('hola'), reason: 'xml' },
  { name: 'another document', bytes: Buffer.from('<ECF/>'), reason: 'xml' },
  {
    name: 'an unknown state',
    bytes: sentApproval(approved, { change: (xml) => xml.replace('<Estado>1', '<Estado>3') }),
    reason: 'schema',
  },
  {
    name: 'an amount changed after the signature',
    bytes: Buffer.from(sentApproval(approved).toString('utf8').replace('35400.00', '35400.01')),
    reason: 'signature',
  },
])('refuses $name', ({ bytes, reason }) => {
  expect(read(bytes)).toMatchObject({ outcome: 'refused', reason });
});

describe('a seed', () => {
  const seed = '<SemillaModel><valor>abc</valor><fecha>2026-11-20T09:30:00-04:00</fecha></SemillaModel>';

  test('gives its value when its signature is good', () => {
    const signed = Buffer.from(signXml(seed, issuerCertificate()));
    expect(readSignedSeed(signed, checks)).toMatchObject({ outcome: 'good', valor: 'abc' });
  });

  test.each([
    ['unsigned', seed],
    ['changed', signXml(seed, issuerCertificate()).replace('abc', 'abd')],
    ['another document', signXml('<ECF><valor>abc</valor></ECF>', issuerCertificate())],
  ])('gives nothing when it is %s', (_, xml) => {
    expect(readSignedSeed(Buffer.from(xml), checks)).toMatchObject({ outcome: 'refused' });
  });
});
