/** More precise messages than the error table's, for a certificate that is not imported, from the facts of the refusal. */
import { fechaHoraFirma } from '../../ecf/model/dates.js';
import type { ImportFacts } from '../../ledger/inquiries/inquiries.js';
import { errorRows } from '../../shared/errors.js';

export const importTexts = {
  CERTIFICATE_EXPIRED: ({ notAfter }) => `El certificado venció el ${moment(notAfter)}.`,
  CERTIFICATE_NOT_YET_VALID: ({ notBefore }) =>
    `El certificado es válido desde el ${moment(notBefore)}: impórtelo a partir de ese momento.`,
  CERTIFICATE_FORMAT_UNSUPPORTED: ({ what }) =>
    `El archivo usa ${what}, que no se puede abrir: expórtelo de nuevo como .p12 con AES-256 y SHA-256.`,
  CERTIFICATE_TOO_COSTLY: ({ rounds }) =>
    rounds === null
      ? errorRows.CERTIFICATE_TOO_COSTLY.people
      : `El archivo anuncia ${rounds.toLocaleString('en-US')} rondas de cifrado de su clave, más de las que se aceptan: expórtelo de nuevo con menos.`,
} satisfies { readonly [Code in keyof ImportFacts]?: (facts: ImportFacts[Code]) => string };

export function importTextOf(code: string, facts: object): string | undefined {
  const texts: Readonly<Partial<Record<string, (facts: never) => string>>> = importTexts;
  return texts[code]?.(facts as never);
}

function moment(instant: Date): string {
  return `${fechaHoraFirma(instant.getTime())} (hora de Santo Domingo)`;
}
