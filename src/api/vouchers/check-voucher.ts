/**
 * The judgement that validate shows and send obeys: the catalogue and the rules, then our own XSD over the XML that
 * would be signed. No effects.
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

/** What the ledger knows beside the voucher, read before it is judged: the same for validate and send. */
export interface LedgerFacts {
  /** Of the e-NCF. */
  readonly number?: NumberFacts;
  /** The voucher that this one modifies. */
  readonly referenced?: Referenced;
}

/** All that is known beside the voucher. */
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

/** Our XML failing our XSD is a defect of ours: a few findings are enough to see it. */
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
  // Of a voucher with faults it could only repeat, in libxml2's English, what our own faults say better.
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
 * Throws when there are faults: the first one that is an error of its own names the refusal, else ECF_INVALID, or
 * ECF_CONDITIONAL when none is worse than conditional.
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
