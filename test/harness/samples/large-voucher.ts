/** Large vouchers: valid ones of many lines, and one whose XML is too large because its texts must be escaped. */
import { sampleVoucher } from '../../../tools/demo/sample-voucher.js';

/** The longest DescripcionItem. */
const descriptionMax = 1_000;
/** Type 32 below 250,000.00: the type that may have 10,000 lines. */
const lineAmount = 20;

export interface LargeOptions {
  readonly lines: number;
  readonly encf?: string;
  readonly rnc?: string;
  readonly issuedOn?: string;
  readonly description?: string;
}

export function largeVoucher({ lines, encf, rnc, issuedOn, description }: LargeOptions) {
  const voucher = sampleVoucher({
    encf: encf ?? 'E320000000001',
    issuer: { rnc: rnc ?? '999999992', razonSocial: 'EMPRESA DE PRUEBA SRL' },
    issuedOn: issuedOn ?? '15-06-2026',
    prices: Array.from({ length: lines }, () => lineAmount),
  });
  if (description === undefined) return voucher;
  const { ECF } = voucher;
  const Item = ECF.DetallesItems.Item.map((item) => ({ ...item, DescripcionItem: description }));
  return { ECF: { ...ECF, DetallesItems: { Item } } };
}

/** 7 MB of JSON. Each character of its texts has five bytes in the XML, so it is just above the limit of 32 MiB. */
export function voucherOfTooLargeXml() {
  return largeVoucher({ lines: 6_700, description: "'".repeat(descriptionMax) });
}
