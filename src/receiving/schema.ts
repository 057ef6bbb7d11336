/** Checks received XML against the XSD of its kind, with the tolerance that genuine documents of DGII need. */
import type { DocumentKind } from '../ecf/catalogue/document-kind.js';
import type { XsdValidator } from '../xsd/xsd-validator.js';

/** Long enough for a person to find the fault. */
const detailCharsMax = 300;

/**
 * @returns the first fault, in libxml2's English with values of the document, so it is not for the log; undefined when valid.
 *
 * DGII's own caller writes Version `1`, and the amount of an approval without decimals, although its XSDs forbid both. Vouchers of one
 * page with TotalPaginas `1` are in use, although the XSDs want at least 2. DGII's own XSDs take more than ours, which are for what we
 * write: days, months and times without their leading zeros, texts of blanks, and in approvals an empty DetalleMotivoRechazo. What DGII
 * takes is a valid voucher, so it must not get code 1 here.
 */
export function schemaFault(kind: DocumentKind, xml: string, xsd: XsdValidator): string | undefined {
  const usual = xml
    .replace(/<Version>1<\/Version>/, '<Version>1.0</Version>')
    .replace(/<TotalPaginas>1<\/TotalPaginas>/, '')
    .replace(dates, padded)
    .replace(blankElements, '');
  const read = kind === 'ACECF' ? withDecimals(withoutEmptyReason(usual)) : usual;
  return xsd.validate(kind, read)[0]?.message.slice(0, detailCharsMax);
}

/** As the content of an element, alone or with a time. */
const dates = />(\d{1,2}-\d{1,2}-\d{4}(?: \d{1,2}:\d{1,2}:\d{1,2})?)(?=<)/g;
const blankElements = /<(\w+)>[ \t\r\n]+<\/\1>/g;

/** The date, or the date and time, with its leading zeros. */
export function padded(date: string): string {
  return date.replace(/(?<!\d)\d(?!\d)/g, '0$&');
}

function withoutEmptyReason(xml: string): string {
  return xml.replace(/<DetalleMotivoRechazo\s*(?:\/>|>\s*<\/DetalleMotivoRechazo>)/, '');
}

function withDecimals(xml: string): string {
  return xml.replace(
    /<MontoTotal>(\d{1,16})(?:\.(\d))?<\/MontoTotal>/,
    (_, whole: string, tenth = '0') => `<MontoTotal>${whole}.${String(tenth)}0</MontoTotal>`,
  );
}
