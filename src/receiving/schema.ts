/** Checks received XML against the XSD of its kind, with the tolerance that genuine documents of DGII need. */
import type { DocumentKind } from '../ecf/catalogue/document-kind.js';
import type { XsdValidator } from '../xsd/xsd-validator.js';

/** Long enough for a person to find the fault. */
const detailCharsMax = 300;

/**
 * @returns the first fault, in libxml2's English with values of the document, so it is not for the log; undefined when valid.
 *
 * DGII's own caller writes Version `1`, and the amount of an approval without decimals, although its XSDs forbid both. Vouchers of one
 * page with TotalPaginas `1` are in use, although the XSDs want at least 2. DGII's own XSD of approvals takes an empty
 * DetalleMotivoRechazo, as senders write it that fill in a form; ours, which is for what we write, does not.
 */
export function schemaFault(kind: DocumentKind, xml: string, xsd: XsdValidator): string | undefined {
  const usual = xml
    .replace(/<Version>1<\/Version>/, '<Version>1.0</Version>')
    .replace(/<TotalPaginas>1<\/TotalPaginas>/, '');
  const read = kind === 'ACECF' ? withDecimals(withoutEmptyReason(usual)) : usual;
  return xsd.validate(kind, read)[0]?.message.slice(0, detailCharsMax);
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
