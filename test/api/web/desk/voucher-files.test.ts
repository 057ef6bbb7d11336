/** The ZIP of the vouchers that a person chose in the list. No worker runs. */
import { strFromU8, unzipSync } from 'fflate';
import type { RouteDeps } from '../../../../src/api/web/web-route.js';
import { createLimits } from '../../../../src/api/limits/limits.js';
import { voucherZip } from '../../../../src/api/vouchers/voucher-zip.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import { encfOf, sampleVoucher } from '../../../../tools/demo/test-set/sample-set.js';
import { admitInput, attemptOf, signedXml } from '../../../harness/ledger.js';
import { textOf } from '../../../harness/print/open-pdf.js';
import { startWeb, type Web } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

const environment = 'certification';
const now = new Date('2026-11-20T16:00:00Z');

let web: Web;
let company: Company;
let consulta: SignedIn;
beforeAll(async () => {
  web = await startWeb();
  company = await web.addCompany({ environment });
  consulta = await signedIn(web, 'consulta', company);
});

let serial = 0;

async function admitted(isSigned: boolean): Promise<string> {
  serial += 1;
  const voucher = sampleVoucher(31, serial);
  voucher.ECF.Encabezado.Emisor.RNCEmisor = company.rnc;
  const encf = encfOf(voucher);
  const { companyId, rnc } = company;
  const input = admitInput({
    companyId,
    environment,
    encf,
    now,
    rncEmisor: rnc,
    tipoeCF: 31,
    content: JSON.stringify(voucher),
    requestId: `web:${serial}:0`,
  });
  await web.store.admit(input);
  if (!isSigned) return encf;
  const content = `<ECF>${encf}</ECF>`;
  const kept = await web.store.keepContent({ companyId, kind: 'signed-xml', content, now, roomBytes: 1_000 });
  const signed = signedXml({ file: kept.ref, sha256: kept.sha256 });
  await web.store.recordSigned(attemptOf(input), signed, now);
  return encf;
}

const ask = (encfs: readonly string[]) =>
  consulta.browser.call(
    'GET',
    `/companies/${company.companyId}/${environment}/vouchers-files?encfs=${encfs.join(',')}`,
  );

test('the ZIP has the signed XML and the printed form of each chosen voucher, and names what is missing', async () => {
  const [first, second, unsigned] = [await admitted(true), await admitted(true), await admitted(false)];
  const unknown = 'E319999999999';
  const { status, headers, bytes } = await ask([first, second, unsigned, unknown, first]);
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'application/zip',
    `attachment; filename=comprobantes-${company.rnc}.zip`,
  ]);
  const files = unzipSync(bytes);
  const { rnc } = company;
  expect(Object.keys(files).sort()).toEqual(
    [
      ...[first, second].map((encf) => `xml/${rnc}${encf}.xml`),
      ...[first, second, unsigned].map((encf) => `pdf/${rnc}${encf}.pdf`),
      'leame.txt',
    ].sort(),
  );
  expect(strFromU8(files[`xml/${rnc}${first}.xml`]!)).toBe(`<ECF>${first}</ECF>`);
  expect(await textOf(Buffer.from(files[`pdf/${rnc}${second}.pdf`]!))).toContain(second);
  const readme = strFromU8(files['leame.txt']!);
  expect(readme).toContain(`todavía no tienen XML firmado: ${unsigned}.`);
  expect(readme).toContain(`La empresa no tiene estos comprobantes en este ambiente: ${unknown}.`);
});

test.each([
  { name: 'none', encfs: [] },
  {
    name: 'more than 200',
    encfs: Array.from({ length: 201 }, (_, at) => `E31${String(at).padStart(10, '0')}`),
  },
  { name: 'a text that is no e-NCF', encfs: ['E31'] },
])('a ZIP of $name is refused', async ({ encfs }) => {
  const { status, body } = await ask(encfs);
  expect([status, body['code']]).toEqual([400, 'REQUEST_INVALID']);
});

test('another company’s vouchers are not in the ZIP', async () => {
  const encf = await admitted(true);
  const other = await signedIn(web, 'consulta', await web.addCompany({ environment }));
  const path = `/companies/${company.companyId}/${environment}/vouchers-files?encfs=${encf}`;
  expect((await other.browser.call('GET', path)).body['code']).toBe('COMPANY_NOT_FOUND');
});

test('what is not ready before the proxy gives up is named, and nothing more is made after the browser has left', async () => {
  const [first, second] = [await admitted(true), await admitted(true)];
  let prints = 0;
  let ms = 0;
  const deps = {
    store: web.store,
    limits: createLimits(),
    // Each print takes more than a minute and a half.
    clock: () => new Date((ms += 90_000)),
    checker: { print: () => Promise.resolve(new Uint8Array([(prints += 1)])) },
  } as unknown as RouteDeps;
  const order = { company, environment, encfs: [first, second] } as const;
  const files = unzipSync(await voucherZip(deps, { ...order, hasLeft: () => false }));
  expect(strFromU8(files['leame.txt']!)).toContain(
    `No hubo tiempo para estos comprobantes; descárguelos aparte: ${second}.`,
  );
  expect(prints).toBe(1);
  await expect(voucherZip(deps, { ...order, hasLeft: () => true })).rejects.toMatchObject({
    code: 'REQUEST_INVALID',
  });
  expect(prints).toBe(1);
});
