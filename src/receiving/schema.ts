/** Checks received XML against the XSD of its kind, and tolerates what genuine documents at DGII contain. */
import type { DocumentKind } from '../ecf/catalogue/document-kind.js';
import type { XsdValidator } from '../xsd/xsd-validator.js';

/** Long enough for a person to find the fault. */
const detailCharsMax = 300;

/**
 * Genuine documents break DGII's own XSDs: DGII's program writes Version `1` and an approval's amount without decimals, and vouchers of
 * one page are in use with TotalPaginas `1`, although the XSDs want at least 2. Our XSDs are stricter than DGII's, because they are made
 * for what we write: DGII's allow days, months and times without leading zeros, texts of blanks, and in approvals an empty
 * DetalleMotivoRechazo. DGII accepts all of these, so we must not answer them with code 1.
 *
 * @returns the first fault, undefined if there are no faults. It is libxml2's English text with values of the document: do not log it.
 */
export function schemaFault(kind: DocumentKind, xml: string, xsd: XsdValidator): string | undefined {
  const usual = xml
    .replace(declaration, '')
    .replace(/<Version>1<\/Version>/, '<Version>1.0</Version>')
    .replace(/<TotalPaginas>1<\/TotalPaginas>/, '')
    .replace(dates, padded)
    .replace(blankElements, '');
  const read = kind === 'ACECF' ? withDecimals(withoutEmptyReason(usual)) : usual;
  return xsd.validate(kind, read)[0]?.message.slice(0, detailCharsMax);
}

/** The text is decoded already. .NET declares UTF-16 whatever it sends, and libxml2 would believe it. */
const declaration = /^\uFEFF?\s*<\?xml[^>]*\?>/;

/** Dates, alone or with a time, that are the whole content of an element. */
const dates = />(\d{1,2}-\d{1,2}-\d{4}(?: \d{1,2}:\d{1,2}:\d{1,2})?)(?=<)/g;
const blankElements = /<(\w+)>[ \t\r\n]+<\/\1>/g;

/** Adds the missing leading zeros to a date, or to a date and time. */
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
