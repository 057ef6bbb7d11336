/** The QR code, read from the rendered page and from the bitmap of a receipt printer. */
import { wholeDots, dot } from '../../../../src/documents/print/pdf/qr.js';
import { timbreUrl } from '../../../../src/ecf/xml/timbre.js';
import type { Bitmap } from '../../../harness/print/bitmap.js';
import { areaOfCode, readQr, withPdf } from '../../../harness/print/open-pdf.js';
import { print, signature } from '../../../harness/print/print.js';
import { voucher31, voucher32 } from '../../ecf/samples.js';

const pointsPerMm = 72 / 25.4;
const fullAddress =
  'https://ecf.dgii.gov.do/ecf/consultatimbre?rncemisor=999999992&rnccomprador=131880681&encf=E310000000001&fechaemision=15-06-2026&montototal=1180.00&fechafirma=15-06-2026%2014:05:09&codigoseguridad=a%2B%2F%3DBc';

/** Longest possible: RNCs of 11 digits, the longest path, each character of the code encoded, a large amount. */
function longest() {
  const voucher = voucher31();
  voucher.ECF.Encabezado.Emisor.RNCEmisor = '00112345678';
  voucher.ECF.Encabezado.Comprador.RNCComprador = '00187654321';
  voucher.ECF.Encabezado.Totales.MontoTotal = 9999999999999.99;
  return voucher;
}

function small() {
  const voucher = voucher32();
  voucher.ECF.Encabezado.Totales.MontoTotal = 1180;
  return voucher;
}

const cases = [
  { name: 'a voucher sent in full', voucher: voucher31(), order: {}, address: fullAddress, version: 10 },
  {
    name: 'a type 32 below 250,000.00',
    voucher: small(),
    order: {},
    address:
      'https://fc.dgii.gov.do/ecf/consultatimbrefc?rncemisor=999999992&encf=E320000000001&montototal=1180.00&codigoseguridad=a%2B%2F%3DBc',
    version: 8,
  },
  {
    name: 'a received voucher, with the amount as its XML writes it',
    voucher: voucher31(),
    order: { signature: { ...signature, received: { fechaEmision: '01-06-2026', montoTotal: '1180' } } },
    address: fullAddress.replace('15-06-2026', '01-06-2026').replace('1180.00', '1180'),
    version: 10,
  },
  {
    name: 'the longest address',
    voucher: longest(),
    order: { environment: 'certification', signature: { ...signature, securityCode: '++//==' } },
    address: timbreUrl({
      environment: 'certification',
      tipoeCF: 31,
      rncEmisor: '00112345678',
      rncComprador: '00187654321',
      encf: 'E310000000001',
      fechaEmision: '15-06-2026',
      montoTotal: '9999999999999.99',
      fechaFirma: signature.fechaFirma,
      securityCode: '++//==',
    }),
    version: 11,
  },
] as const;

describe.each(cases)('$name', ({ voucher, order, address, version }) => {
  test.each(['a4', 'letter'] as const)(
    '%s: it is read from the page, 22 mm or more, 2 cm from the edges',
    async (paper) => {
      await withPdf(print(voucher, { ...order, paper }), async ([page]) => {
        const dpi = 203;
        const found = readQr(page!.bitmap(dpi, areaOfCode(page!)));
        expect(found?.text).toBe(address);
        expect(found?.version).toBe(version);
        const mm = (pixels: number) => (pixels / dpi) * 25.4;
        expect(mm(found!.right - found!.left)).toBeGreaterThanOrEqual(22);
        expect(mm(found!.left)).toBeGreaterThan(19.9);
        expect(page!.height / pointsPerMm - mm(found!.bottom)).toBeGreaterThanOrEqual(20);
      });
    },
  );

  test.each(['80mm', '58mm'] as const)(
    '%s: it is read from the bitmap at 203 dpi, in whole dots',
    async (paper) => {
      await withPdf(print(voucher, { ...order, paper }), async ([page]) => {
        const bitmap = page!.bitmap(203);
        const found = readQr(bitmap);
        expect(found?.text).toBe(address);
        const modules = 17 + 4 * version;
        const side = darkSide(bitmap, Math.round(found!.left), Math.round(found!.top) + 1);
        expect(side).toBe(modules * 4);
        expect((side / 203) * 25.4).toBeGreaterThanOrEqual(22);
        expect(greyShare(bitmap, found!)).toBe(0);
        // Four modules of white at the left of the code.
        for (let x = 1; x <= 16; x++)
          expect(isDark(bitmap, Math.round(found!.left) - x - 1, Math.round(found!.top) + 2)).toBe(false);
      });
    },
  );
});

/** How wide the code is in the first row of its finder patterns: from the first dark pixel to the last one. */
function darkSide(bitmap: Bitmap, left: number, row: number): number {
  const dark: number[] = [];
  for (let x = Math.max(0, left - 20); x < bitmap.width; x++) if (isDark(bitmap, x, row)) dark.push(x);
  return dark.at(-1)! - dark[0]! + 1;
}

function isDark({ rgba, width }: Bitmap, x: number, y: number): boolean {
  return rgba[(y * width + x) * 4]! < 128;
}

/** Pixels of the code that are neither black nor white: a module that is not a whole number of dots. */
function greyShare(
  { rgba, width }: Bitmap,
  { left, top, right, bottom }: Record<'left' | 'top' | 'right' | 'bottom', number>,
): number {
  let grey = 0;
  for (let y = Math.round(top); y < bottom - 1; y++) {
    for (let x = Math.round(left); x < right - 1; x++) {
      const value = rgba[(y * width + x) * 4]!;
      if (value > 8 && value < 247) grey += 1;
    }
  }
  return grey;
}

test('a length becomes whole dots of a printer with 203 dpi', () => {
  expect(wholeDots(10 * dot)).toBeCloseTo(10 * dot);
  expect(wholeDots(10.2 * dot)).toBeCloseTo(11 * dot);
});

test('each sheet has the code', async () => {
  const voucher = voucher31();
  const [item] = voucher.ECF.DetallesItems.Item;
  voucher.ECF.DetallesItems.Item = Array.from({ length: 70 }, (_, index) => ({
    ...item,
    NumeroLinea: index + 1,
  }));
  await withPdf(print(voucher), async (pages) => {
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(readQr(page.bitmap(203, areaOfCode(page)))?.text).toBe(fullAddress);
  });
});
