/** The simulation of the certification as a browser sees it: what counts, and the files for DGII's portal. No worker runs. */
import { strFromU8, unzipSync } from 'fflate';
import { simulationFiles } from '../../../../src/api/certification/simulation-files.js';
import { createLimits } from '../../../../src/api/limits/limits.js';
import type { RouteDeps } from '../../../../src/api/web/web-route.js';
import type { EcfType } from '../../../../src/ecf/model/ecf-types.js';
import type { AdmitInput } from '../../../../src/ledger/vouchers/document-record.js';
import type { Company } from '../../../../src/ledger/companies/company.js';
import { encfOf, sampleVoucher } from '../../../../tools/demo/test-set/sample-set.js';
import { admitInput, attemptOf, signedXml } from '../../../harness/ledger.js';
import { textOf } from '../../../harness/print/open-pdf.js';
import { startWeb, type Web } from '../harness.js';
import { signedIn, type SignedIn } from './signed-in.js';

const environment = 'certification';
/** Noon in Santo Domingo. */
const noon = new Date('2026-11-20T16:00:00Z');

interface Count {
  readonly kind: string;
  readonly accepted: number;
  readonly vouchers: readonly { readonly ecf: string; readonly state: string }[];
}

let web: Web;
let company: Company;
let consulta: SignedIn;
beforeAll(async () => {
  web = await startWeb();
});
beforeEach(async () => {
  company = await web.addCompany({ environment });
  consulta = await signedIn(web, 'consulta', company);
});

let serial = 0;

async function admitted(type: EcfType, change: Partial<AdmitInput> = {}): Promise<AdmitInput> {
  serial += 1;
  const voucher = sampleVoucher(type, serial);
  voucher.ECF.Encabezado.Emisor.RNCEmisor = company.rnc;
  const input = admitInput({
    companyId: company.companyId,
    environment,
    tipoeCF: type,
    encf: encfOf(voucher),
    now: noon,
    rncEmisor: company.rnc,
    content: JSON.stringify(voucher),
    requestId: `web:${serial}:0`,
    ...change,
  });
  await web.store.admit(input);
  return input;
}

async function ended(
  type: EcfType,
  state: 'accepted' | 'conditionally-accepted' | 'rejected' = 'accepted',
  change: Partial<AdmitInput> = {},
): Promise<string> {
  const input = await admitted(type, change);
  const ref = attemptOf(input);
  const keep = (content: string) =>
    web.store.keepContent({
      companyId: company.companyId,
      kind: 'signed-xml',
      content,
      now: noon,
      roomBytes: 1_000,
    });
  const { ref: file, sha256 } = await keep(`<ECF>${input.encf}</ECF>`);
  const summary = type === 32 && Number(input.montoTotal) < 250_000 ? { file, sha256 } : undefined;
  await web.store.recordSigned(ref, signedXml({ file, sha256, ...(summary && { summary }) }), noon);
  const verdict = { trackId: null, codigoDgii: '', estado: '', mensajes: [], replyFile: null };
  await web.store.recordVerdict(ref, { state, verdict: { ...verdict, secuenciaUtilizada: true } }, noon);
  return input.encf;
}

const path = () => `/companies/${company.companyId}/simulation`;
const ask = async (from = '20-11-2026'): Promise<readonly Count[]> => {
  const { status, body } = await consulta.browser.call('GET', `${path()}?from=${from}`);
  expect(status).toBe(200);
  return body['kinds'] as readonly Count[];
};
const countsOf = (kinds: readonly Count[]) =>
  Object.fromEntries(
    kinds.filter(({ vouchers }) => vouchers.length > 0).map(({ kind, accepted }) => [kind, accepted]),
  );

describe('the counts', () => {
  test('are of the vouchers that people issued in certification, since a day in Santo Domingo', async () => {
    const encf = await ended(31);
    await ended(31, 'conditionally-accepted');
    await ended(31, 'rejected');
    await admitted(44);
    await ended(32, 'accepted', { montoTotal: '250000.00' });
    await ended(32, 'accepted', { montoTotal: '249999.99' });
    // These do not count: DGII's workbook, another environment, another company, and the day before.
    await ended(41, 'accepted', { requestId: 'run:1:0:0' });
    await ended(43, 'accepted', { environment: 'pre-certification' });
    await ended(45, 'accepted', { companyId: (await web.addCompany({ environment })).companyId });
    await ended(46, 'accepted', { now: new Date('2026-11-20T03:59:59Z') });
    await ended(47, 'accepted', { now: new Date('2026-11-20T04:00:00Z') });
    const kinds = await ask();
    expect(countsOf(kinds)).toEqual({ '31': 2, '32-full': 1, '44': 0, '47': 1, '32-summary': 1 });
    expect(kinds).toHaveLength(11);
    expect(kinds[0]!.vouchers).toContainEqual({
      ecf: encf,
      attempt: 1,
      state: 'accepted',
      status: 'Aceptado',
      receivedAt: noon.toISOString(),
    });
    expect(countsOf(await ask('21-11-2026'))).toEqual({});
  });

  test.each(['', '?from=2026-11-20', '?from=31-02-2026'])(
    'a text that names no day is refused: "%s"',
    async (query) => {
      for (const end of ['', '/files']) {
        const { status, body } = await consulta.browser.call('GET', path() + end + query);
        expect([status, body['code'], body['campo']]).toEqual([400, 'REQUEST_INVALID', 'from']);
      }
    },
  );
});

describe('the files', () => {
  test('are the accepted vouchers: what DGII got, what a person uploads, and the printed forms', async () => {
    const [invoice, conditional] = [await ended(31), await ended(44, 'conditionally-accepted')];
    const small = await ended(32);
    await ended(45, 'rejected');
    await admitted(46);
    const { status, headers, bytes } = await consulta.browser.call('GET', `${path()}/files?from=20-11-2026`);
    expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
    const files = unzipSync(bytes);
    const { rnc } = company;
    expect(Object.keys(files).sort()).toEqual(
      [
        ...[`enviados/${rnc}${invoice}.xml`, `enviados/${rnc}${conditional}.xml`],
        `subir-al-portal/${rnc}${small}.xml`,
        ...[invoice, conditional, small].map((encf) => `representacion-impresa/${rnc}${encf}.pdf`),
        'leame.txt',
      ].sort(),
    );
    expect(strFromU8(files[`subir-al-portal/${rnc}${small}.xml`]!)).toBe(`<ECF>${small}</ECF>`);
    expect(await textOf(Buffer.from(files[`representacion-impresa/${rnc}${small}.pdf`]!))).toContain(small);
    const readme = strFromU8(files['leame.txt']!);
    expect(readme).toContain('desde 20-11-2026.');
    expect(readme).toContain(`31, 1 de 4: ${invoice}\n`);
    expect(readme).toContain(`44, 1 de 2: ${conditional} (aceptado condicional)\n`);
    expect(readme).toContain(`32 de menos de RD$250,000, 1 de 4: ${small}\n`);
    expect(readme).not.toContain('No cupieron');
  });

  test('without accepted vouchers: the text alone', async () => {
    const { bytes } = await consulta.browser.call('GET', `${path()}/files?from=20-11-2026`);
    expect(Object.keys(unzipSync(bytes))).toEqual(['leame.txt']);
  });

  test('printed forms beyond 10 MB are left out and named, and each kind has one before another has two', async () => {
    const [older, newer] = [
      await ended(31, 'accepted', { now: new Date(noon.getTime() - 1_000) }),
      await ended(31),
    ];
    const credit = await ended(34);
    const printer = fakePrinter(4_000_000);
    const files = unzipSync(
      await simulationFiles(printer.deps, { company, from: day(), hasLeft: () => false }),
    );
    const printed = Object.keys(files).filter((name) => name.endsWith('.pdf'));
    expect(printed.map((name) => name.slice(-17, -4))).toEqual([newer, credit]);
    expect(strFromU8(files['leame.txt']!)).toMatch(new RegExp(`No cupieron los PDF .*: ${older}\\.\n`));
    expect(Object.keys(files).filter((name) => name.endsWith('.xml'))).toHaveLength(3);
    expect(printer.most).toBe(1);
  });

  test('nothing more is printed after the browser has left', async () => {
    for (let count = 0; count < 4; count += 1) await ended(31);
    const printer = fakePrinter(100);
    const hasLeft = () => printer.prints === 2;
    await expect(simulationFiles(printer.deps, { company, from: day(), hasLeft })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
    });
    expect(printer.prints).toBe(2);
  });
});

const day = () => new Date('2026-11-20T04:00:00Z');

/** Makes PDFs of this size, and counts how many it makes at once. */
function fakePrinter(bytes: number) {
  let running = 0;
  const printer = {
    prints: 0,
    most: 0,
    deps: {
      store: web.store,
      limits: createLimits(),
      checker: {
        print: async () => {
          printer.prints += 1;
          running += 1;
          printer.most = Math.max(printer.most, running);
          await web.store.ping();
          running -= 1;
          return new Uint8Array(bytes);
        },
      },
    } as unknown as RouteDeps,
  };
  return printer;
}
