/** `document print` and `company look`: the printed form, as an operator makes it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { textOf } from '../../harness/print/open-pdf.js';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { openCli, type Cli } from '../harness.js';

const now = new Date('2026-11-20T15:00:00Z');
const environment = 'pre-certification';
const encf = 'E310000000001';
let cli: Cli;
let rnc: string;
let companyId: number;

beforeAll(async () => {
  cli = await openCli();
  rnc = await cli.company();
  companyId = (await cli.store.findCompanyByRnc(rnc))!.companyId;
  const { document } = await cli.store.admit({
    companyId,
    environment,
    encf,
    requestId: 'r',
    correlationId: 'factura-1',
    tipoeCF: 31,
    rncEmisor: rnc,
    rncComprador: '131880681',
    montoTotal: '1180.00',
    fechaEmision: '20-11-2026',
    fechaVencimientoSecuencia: '31-12-2028',
    contentHash: 'h',
    now,
    firstCheckMs: 30_000,
    conditionalAllowed: false,
    content: JSON.stringify(sampleEcf({ encf, rncEmisor: rnc })),
  });
  const { ref: file, sha256 } = await cli.store.keepContent({
    companyId,
    kind: 'signed-xml',
    content: '<ECF/>',
    now,
    roomBytes: 0,
  });
  const signed = { file, sha256, securityCode: 'AbC123', fechaFirma: '20-11-2026 11:00:00', signedAt: now };
  const ref = { companyId, environment, encf, attempt: document.attempt } as const;
  await cli.store.recordSigned(ref, { ...signed, certificate: 'c' }, now);
});

const print = async (name: string, ...more: string[]) => {
  const output = join(cli.dir, name);
  const { error } = await cli.json(['document', 'print', encf, '--company', rnc, '-o', output, ...more]);
  expect(error).toBeUndefined();
  return readFile(output);
};

test('document print writes the PDF, and never overwrites a file', async () => {
  const pdf = await print('one.pdf');
  const text = await textOf(pdf);
  expect(text).toContain(encf);
  expect(text).toContain('Código de Seguridad: AbC123');
  const output = join(cli.dir, 'one.pdf');
  const again = await cli.json(['document', 'print', encf, '--company', rnc, '-o', output]);
  expect(again.error).toBe('FILE_EXISTS');
});

test('company look sets colour, logo and variant, and removes them', async () => {
  const before = await print('before.pdf');
  const logo = join(cli.dir, 'logo.svg');
  await writeFile(
    logo,
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="#a00"/></svg>',
  );
  await cli.json([
    'company',
    'look',
    'set',
    rnc,
    '--color',
    '#7A1F5C',
    '--logo',
    logo,
    '--value-column',
    'con-itbis',
  ]);
  expect((await cli.store.findCompanyByRnc(rnc))?.look).toMatchObject({
    color: '#7a1f5c',
    valueColumn: 'con-itbis',
  });
  const after = await print('after.pdf');
  expect(after.toString('latin1')).toContain('/Subtype /Image');
  expect(await textOf(after)).toContain('1,180.00');
  await cli.json([
    'company',
    'look',
    'set',
    rnc,
    '--color',
    'ninguno',
    '--logo',
    'ninguno',
    '--value-column',
    'sin-itbis',
  ]);
  expect((await print('again.pdf')).equals(before)).toBe(true);
});

test('company link revoke replaces the key of the links', async () => {
  const first = await cli.store.linkKeyOf(companyId, now);
  expect(await cli.store.linkKeyOf(companyId, now)).toBe(first);
  expect((await cli.json(['company', 'link', 'revoke', rnc])).error).toBe('CONFIRMATION_MISSING');
  expect(await cli.store.findLinkKey(companyId)).toBe(first);
  expect((await cli.json(['company', 'link', 'revoke', rnc, '--yes'])).error).toBeUndefined();
  expect(await cli.store.findLinkKey(companyId)).not.toBe(first);
});

test.each([
  { name: 'no image', bytes: Buffer.from('hola'), code: 'LOGO_UNREADABLE' },
  { name: 'more than 100 KB', bytes: Buffer.alloc(100 * 1024 + 1, 1), code: 'LOGO_TOO_LARGE' },
  { name: 'a PNG that would fill the memory', bytes: hugePng(), code: 'LOGO_UNREADABLE' },
])('a logo that is $name is refused', async ({ bytes, code }) => {
  const logo = join(cli.dir, `${code}-${bytes.length}`);
  await writeFile(logo, bytes);
  expect((await cli.json(['company', 'look', 'set', rnc, '--logo', logo])).error).toBe(code);
});

test('a colour in words is refused', async () => {
  expect((await cli.json(['company', 'look', 'set', rnc, '--color', 'rojo'])).error).toBe('COLOR_INVALID');
});

/** 30,000 × 30,000 pixels in a few bytes. */
function hugePng(): Buffer {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write('IHDR', 4, 'latin1');
  header.writeUInt32BE(30_000, 8);
  header.writeUInt32BE(30_000, 12);
  header.set([8, 6], 16);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, header, deflateSync(Buffer.alloc(1_000))]);
}
