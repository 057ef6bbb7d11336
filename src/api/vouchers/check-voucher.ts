/**
 * Checks a voucher, the same way for validate and send: first the catalogue and the rules, then our own XSD on the XML that
 * would be signed. It changes nothing.
 */
import { buildXml } from '../../ecf/xml/build-xml.js';
import { fechaHoraFirma, localDate } from '../../ecf/model/dates.js';
import { identifyModified } from '../../ecf/model/document-facts.js';
import type { Ecf } from '../../ecf/model/ecf.js';
import type { Encf } from '../../ecf/model/encf.js';
import type { Referenced } from '../../ecf/model/facts.js';
import type { Fault } from '../../ecf/model/fault.js';
import { validate } from '../../ecf/validate.js';
import { errorTable, ServiceError, type ErrorCode } from '../../shared/errors.js';
import type { NumberFacts } from '../../ledger/numbering/numbering.js';
import type { Company } from '../../ledger/store.js';
import { withDummySignature } from '../../xsd/dummy-signature.js';
import { withoutValues } from '../../xsd/xsd-validator.js';
import type { ApiDeps } from '../deps.js';

export interface Judgement {
  readonly errores: readonly Fault[];
  readonly advertencias: readonly Fault[];
  readonly ecf: Ecf | undefined;
  /** The XML without Signature, FechaHoraFirma = now; `""` when it cannot be built. */
  readonly xml: string;
}

/** What the ledger knows about the voucher. validate and send both read it before they check the voucher. */
export interface LedgerFacts {
  /** Facts about the e-NCF. */
  readonly number?: NumberFacts;
  /** The voucher that this one modifies. */
  readonly referenced?: Referenced;
}

/** Everything that the check uses besides the voucher itself. */
export interface Beside extends LedgerFacts {
  readonly conditionalAllowed?: boolean;
}

export async function readLedgerFacts(
  { store }: Pick<ApiDeps, 'store'>,
  { companyId, environment }: Company,
  value: unknown,
  encf: Encf,
): Promise<LedgerFacts & { readonly number: NumberFacts }> {
  const modified = identifyModified(value);
  const [number, referenced] = await Promise.all([
    store.findNumber(companyId, environment, encf.text),
    modified === undefined ? undefined : store.findReferenced(companyId, environment, modified, encf.text),
  ]);
  return { number, ...(referenced === undefined ? {} : { referenced }) };
}

/** If our XML fails our XSD, the defect is ours. A few findings are enough to see it. */
const xsdFaultsMax = 20;

export function judge(
  { clock, xsd, log }: Pick<ApiDeps, 'clock' | 'xsd' | 'log'>,
  company: Company,
  value: unknown,
  jsonFaults: readonly Fault[],
  { number, referenced, conditionalAllowed = false }: Beside = {},
): Judgement {
  const nowMs = clock().getTime();
  const { expiresOn } = number ?? {};
  const facts = {
    today: localDate(nowMs),
    company: { rnc: company.rnc },
    ...(expiresOn === undefined ? {} : { reservation: { expiresOn } }),
    ...(referenced === undefined ? {} : { referenced }),
    conditionalAllowed,
  };
  const { errores, advertencias, ecf } = validate(value, facts, jsonFaults);
  if (ecf === undefined) return { errores, advertencias, ecf, xml: '' };
  const { wire } = buildXml(ecf, fechaHoraFirma(nowMs));
  // Skip the XSD when the voucher has faults: libxml2 would repeat them in English, and our own messages are clearer.
  const findings = errores.some(isRejection)
    ? []
    : xsd.validate(ecf.type, withDummySignature(wire)).slice(0, xsdFaultsMax);
  if (findings.length > 0) {
    const where = withoutValues(findings);
    log.error(
      { companyId: company.companyId, tipoeCF: ecf.type, findings: where },
      'a valid voucher fails the XSD',
    );
  }
  const xsdFaults = findings.map(({ message, line }): Fault => {
    return {
      code: 'XSD_INVALID',
      campo: 'ECF',
      mensaje: `Línea ${line} del XML: ${message}`,
      severidad: 'rechazo',
    };
  });
  return { errores: [...xsdFaults, ...errores], advertencias, ecf, xml: wire };
}

function isRejection({ severidad }: Fault): boolean {
  return severidad === 'rechazo';
}

/**
 * Throws when there are faults. If a fault's code is in the error table, the first such code is the error's code. Otherwise the
 * code is ECF_INVALID, or ECF_CONDITIONAL when all faults are conditional.
 */
export function refuseFaults({ errores }: Pick<Judgement, 'errores'>): void {
  const [first] = errores;
  if (first === undefined) return;
  const own = errores.find((fault) => isErrorCode(fault.code));
  if (own !== undefined && isErrorCode(own.code)) {
    throw new ServiceError(own.code, { campo: own.campo, mensaje: own.mensaje, data: { errores } });
  }
  const code = errores.some(isRejection) ? 'ECF_INVALID' : 'ECF_CONDITIONAL';
  throw new ServiceError(code, { campo: first.campo, data: { errores } });
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}
