/**
 * Checks a voucher, the same way for validate and send: first the catalogue and the rules, then our own XSD on the XML that
 * would be signed. It changes nothing.
 */
import { buildXml } from '../../ecf/xml/build-xml.js';
import { fechaHoraFirma, localDate } from '../../ecf/model/dates.js';
import { identifyModified } from '../../ecf/model/document-facts.js';
import type { Ecf } from '../../ecf/model/ecf.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Encf } from '../../ecf/model/encf.js';
import type { Referenced } from '../../ecf/model/facts.js';
import type { Fault } from '../../ecf/model/fault.js';
import { validate } from '../../ecf/validate.js';
import { errorTable, ServiceError, type ErrorCode } from '../../shared/errors.js';
import type { NumberFacts } from '../../ledger/numbering/numbering.js';
import type { FoundNumber } from '../../ledger/numbering/reservations.js';
import type { Company } from '../../ledger/store.js';
import { withDummySignature } from '../../xsd/dummy-signature.js';
import { withoutValues } from '../../xsd/xsd-validator.js';
import type { ApiDeps } from '../deps.js';
import type { ReadBody } from '../http/request-body.js';

/** The result of a check. */
export interface Checked {
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
): Promise<LedgerFacts & { readonly number: FoundNumber }> {
  const modified = identifyModified(value);
  const [number, referenced] = await Promise.all([
    store.findNumber(companyId, environment, encf.text),
    modified === undefined ? undefined : store.findReferenced(companyId, environment, modified, encf.text),
  ]);
  return { number, ...(referenced === undefined ? {} : { referenced }) };
}

/** If our XML fails our XSD, the defect is ours. A few findings are enough to see it. */
const xsdFaultsMax = 20;

export function checkVoucher(
  deps: Pick<ApiDeps, 'clock' | 'xsd' | 'log'>,
  company: Company,
  body: Pick<ReadBody, 'value' | 'faults'>,
  { number, referenced, conditionalAllowed = false }: Beside = {},
): Checked {
  const nowMs = deps.clock().getTime();
  const { expiresOn } = number ?? {};
  const facts = {
    today: localDate(nowMs),
    company: { rnc: company.rnc },
    ...(expiresOn === undefined ? {} : { reservation: { expiresOn } }),
    ...(referenced === undefined ? {} : { referenced }),
    conditionalAllowed,
  };
  const { errores, advertencias, ecf } = validate(body.value, facts, body.faults);
  if (ecf === undefined) return { errores, advertencias, ecf, xml: '' };
  const { wire } = buildXml(ecf, fechaHoraFirma(nowMs));
  // Skip the XSD when the voucher has faults: libxml2 would repeat them in English, and our own messages are clearer.
  const xsdFaults = errores.some(isRejection) ? [] : checkXml(deps, company, ecf.type, wire);
  return { errores: [...xsdFaults, ...errores], advertencias, ecf, xml: wire };
}

function checkXml(
  { xsd, log }: Pick<ApiDeps, 'xsd' | 'log'>,
  { companyId }: Company,
  tipoeCF: EcfType,
  wire: string,
): Fault[] {
  const findings = xsd.validate(tipoeCF, withDummySignature(wire)).slice(0, xsdFaultsMax);
  if (findings.length > 0)
    log.error({ companyId, tipoeCF, findings: withoutValues(findings) }, 'a valid voucher fails the XSD');
  return findings.map(({ message, line }): Fault => {
    const mensaje = `Línea ${line} del XML: ${message}`;
    return { code: 'XSD_INVALID', campo: 'ECF', mensaje, severidad: 'rechazo' };
  });
}

function isRejection({ severidad }: Fault): boolean {
  return severidad === 'rechazo';
}

/**
 * Throws when there are faults. If a fault's code is in the error table, the first such code is the error's code. Otherwise the
 * code is ECF_INVALID, or ECF_CONDITIONAL when all faults are conditional.
 */
export function refuseFaults({ errores }: Pick<Checked, 'errores'>): void {
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
