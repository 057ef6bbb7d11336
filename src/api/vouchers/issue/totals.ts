/** totals: computes the amounts of a voucher and reports its faults. As validate, it answers 200 for any body. */
import { assignedByService } from '../../../documents/check/draft.js';
import type { CheckedVoucher } from '../../../documents/check/check-voucher.js';
import { isRejection, type Fault } from '../../../ecf/model/fault.js';
import { checkParsed } from '../../../services/vouchers/check-with-ledger.js';
import type { ApiDeps } from '../../deps.js';
import type { Answer, EcfRequest, HandlerDeps } from '../../handler.js';
import { processed } from '../../http/envelope.js';
import { amountsIn } from './amounts.js';
import { inTurn, parseVoucher } from './parse-voucher.js';
import { withWarnings } from './warnings.js';

export async function computeTotals(deps: HandlerDeps, request: EcfRequest): Promise<Answer> {
  const found = await inTurn(deps, request, () => compute(deps, request));
  return answer(found);
}

type Computed = Pick<CheckedVoucher, 'errores' | 'advertencias' | 'amounts' | 'json'>;

async function compute(deps: ApiDeps, { body, principal }: EcfRequest): Promise<Computed> {
  const company = await principal.readAgain();
  const parsed = await parseVoucher(deps, company, body);
  if (!parsed.ok) {
    const { code, mensaje } = parsed;
    return { errores: [{ code, campo: '', mensaje, severidad: 'rechazo' }], advertencias: [], amounts: [] };
  }
  const { modifies, encf } = parsed.identity;
  const { companyId, environment } = company;
  const referenced =
    modifies === undefined
      ? undefined
      : await deps.store.findReferenced(companyId, environment, modifies, encf?.text ?? '');
  const checked = await checkParsed(deps, company, parsed, {
    ...(referenced && { referenced }),
    conditionalAllowed: company.conditional === 'allow',
    wanted: 'json',
    withAmounts: true,
  });
  return encf === undefined ? { ...checked, errores: withoutNumberFaults(checked.errores) } : checked;
}

/** `issue` puts the number and its expiry into the voucher. */
function withoutNumberFaults(errores: readonly Fault[]): readonly Fault[] {
  return errores.filter((fault) => !(isRejection(fault) && assignedByService.includes(fault.campo)));
}

const openingBrace = '{'.charCodeAt(0);

/** The voucher is JSON already, and it may have megabytes. */
function answer(computed: Computed): Answer {
  const { errores, advertencias, json } = computed;
  const valido = errores.length === 0;
  const text = valido
    ? 'Los montos se calcularon y el comprobante es válido.'
    : 'Se calcularon los montos que se pudieron; el comprobante tiene errores de validación.';
  const data = { valido, errores, advertencias, ...amountsIn(computed), comprobante: null };
  const rest = JSON.stringify(processed(withWarnings(text, advertencias), data));
  const end = 'null}}';
  if (!rest.endsWith(end)) throw new Error('The voucher must be the last member of the answer');
  // A list or a number is JSON too, but no voucher to compute anything in.
  if (json?.[0] !== openingBrace) return { body: Buffer.from(rest) };
  return { body: Buffer.concat([Buffer.from(rest.slice(0, -end.length)), json, Buffer.from('}}')]) };
}
