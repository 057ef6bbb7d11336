/** Faults of a voucher's number that only the ledger knows. send refuses or reports them; validate warns of them. */
import type { Encf } from '../../ecf/model/encf.js';
import type { Fault } from '../../ecf/model/fault.js';
import { identityPaths } from '../../ecf/model/document-facts.js';
import { documentStates } from '../../ecf/model/document-states.js';
import type { ErrorCode } from '../../shared/errors.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { NumberFacts } from '../../ledger/numbers/numbers.js';
import type { Company } from '../../ledger/companies/company.js';

/**
 * The fault of a number that the service did not hand out, although it assigns the company's numbers. Undefined while the origin is being
 * changed, and for an annulled number, which has a fault of its own.
 */
export function notIssuedByService(
  encf: Encf,
  { reservation, annulled }: NumberFacts,
  company: Company | undefined,
): Fault | undefined {
  if (company?.origin !== 'service' || company.originChange !== undefined) return undefined;
  if (reservation !== undefined || annulled) return undefined;
  return fault(
    'ENCF_NOT_ISSUED_BY_SERVICE',
    'rechazo',
    `El e-NCF ${encf.text} no fue entregado por ecf-sequences/next, y la empresa usa la numeración del servicio.`,
  );
}

export function annulledNumber(encf: Encf, { annulled }: NumberFacts): Fault | undefined {
  if (!annulled) return undefined;
  const mensaje = `El e-NCF ${encf.text} fue anulado, o se pidió a la DGII que lo anule, y no se puede enviar.`;
  return fault('ENCF_ANNULLED', 'rechazo', mensaje);
}

export function otherContent({ encf, state }: DocumentRecord): Fault {
  const { status } = documentStates[state];
  return fault(
    'ENCF_OTHER_CONTENT',
    'rechazo',
    `El e-NCF ${encf} ya existe con otro contenido (estado: ${status}).`,
  );
}

/** validate shows a refusal of send as a warning, because the number may still be delivered or changed. */
export function asWarning(refusal: Fault): Fault {
  return { ...refusal, severidad: 'condicional', mensaje: `${refusal.mensaje} send lo rechaza.` };
}

function fault(code: ErrorCode, severidad: Fault['severidad'], mensaje: string): Fault {
  return { code, campo: identityPaths.encf, mensaje, severidad };
}
