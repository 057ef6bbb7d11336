/** validate: reports what send would do with this voucher, and changes nothing. It answers 200 for any body (spec §4.1). */
import type { Encf } from '../../ecf/model/encf.js';
import type { Fault } from '../../ecf/model/fault.js';
import { errorTable } from '../../shared/errors.js';
import { openForNewAttempt } from '../../ledger/vouchers/live-document.js';
import type { FoundNumber } from '../../ledger/numbering/reservations.js';
import type { Company } from '../../ledger/store.js';
import { conditionalAllowed, readConditional } from './conditional.js';
import { contentOf } from './content.js';
import type { ApiDeps } from '../deps.js';
import { processed, type Answer } from '../http/envelope.js';
import { readEncf } from './identified.js';
import { checkVoucher, readLedgerFacts } from './check-voucher.js';
import { annulledNumber, asWarning, notIssuedByService, otherContent } from './number-faults.js';
import type { EcfRequest } from '../requests.js';
import { withWarnings } from './warnings.js';

const conditionalInvalid: Fault = {
  code: 'CONDICIONAL_INVALID',
  campo: 'condicional',
  mensaje: errorTable.CONDICIONAL_INVALID.mensaje,
  severidad: 'rechazo',
};

export async function validateEcf(deps: ApiDeps, { body, principal, query }: EcfRequest): Promise<Answer> {
  const asked = readConditional(query['condicional']);
  const ofQuery = asked === 'invalid' ? [conditionalInvalid] : [];
  if (!body.ok) {
    await principal.confirm();
    return answer({
      errores: [...ofQuery, { code: body.code, campo: '', mensaje: body.mensaje, severidad: 'rechazo' }],
      advertencias: [],
      xml: '',
    });
  }
  const { company } = principal;
  const encf = readEncf(body.value, body.faults, company);
  const asksFor = {
    conditionalAllowed: conditionalAllowed(asked === 'invalid' ? undefined : asked, company),
  };
  if (encf === undefined) {
    await principal.confirm();
    const { errores, ...rest } = checkVoucher(deps, company, body, asksFor);
    return answer({ ...rest, errores: [...ofQuery, ...errores] });
  }
  const [known] = await Promise.all([readLedgerFacts(deps, company, body.value, encf), principal.confirm()]);
  const checked = checkVoucher(deps, company, body, { ...known, ...asksFor });
  const hash = contentOf(checked, body.faults)?.hash;
  const ofNumber = numberWarnings(company, { encf, hash, number: known.number });
  return answer({
    errores: [...ofQuery, ...checked.errores],
    advertencias: [...ofNumber, ...checked.advertencias],
    xml: checked.xml,
  });
}

interface NumberInUse {
  readonly encf: Encf;
  /** Hash of the content that is validated; undefined when the content cannot be compared. */
  readonly hash: string | undefined;
  readonly number: FoundNumber;
}

/** Warns of what send would do because of the number. It does not affect `valido`, because the number may still change. */
function numberWarnings(company: Company, { encf, hash, number }: NumberInUse): Fault[] {
  const existing = number.document;
  const suspended = company.suspended?.environment === company.environment;
  if (existing !== undefined && !openForNewAttempt(existing, hash ?? '', suspended))
    return existing.contentHash === hash ? [] : [otherContent(existing)];
  // In certification send admits no new voucher, so its number does not matter.
  if (company.environment === 'certification') return [];
  const refusals = [annulledNumber(encf, number), notIssuedByService(encf, number, company)];
  return refusals.filter((refusal) => refusal !== undefined).map(asWarning);
}

function answer(found: { errores: readonly Fault[]; advertencias: readonly Fault[]; xml: string }): Answer {
  const { errores, advertencias, xml } = found;
  const valido = errores.length === 0;
  return {
    body: processed(withWarnings(messageFor(errores), advertencias), { valido, errores, advertencias, xml }),
  };
}

const conditionalMessage =
  'La DGII aceptaría el comprobante solo condicionalmente. Corríjalo o, para enviarlo así, use condicional=permitir.';

function messageFor(errores: readonly Fault[]): string {
  if (errores.length === 0) return 'El comprobante es válido.';
  if (errores.every(({ severidad }) => severidad === 'condicional')) return conditionalMessage;
  return 'El comprobante tiene errores de validación.';
}
