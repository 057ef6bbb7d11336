/** validate: what would happen to this voucher, without any effect. Answers 200 whatever the body is (spec §4.1). */
import type { Fault } from '../ecf/fault.js';
import { errorTable } from '../errors.js';
import { conditionalAllowed, readConditional } from './conditional.js';
import type { ApiDeps } from './deps.js';
import { processed, type Answer } from './envelope.js';
import { readEncf } from './identified.js';
import { judge, readLedgerFacts } from './judge.js';
import type { EcfRequest } from './operations.js';

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
  const [known] = await Promise.all([
    encf === undefined ? {} : readLedgerFacts(deps, company, body.value, encf),
    principal.confirm(),
  ]);
  const allowed = conditionalAllowed(asked === 'invalid' ? undefined : asked, company);
  const judgement = judge(deps, company, body.value, body.faults, { ...known, conditionalAllowed: allowed });
  return answer({ ...judgement, errores: [...ofQuery, ...judgement.errores] });
}

function answer(found: { errores: readonly Fault[]; advertencias: readonly Fault[]; xml: string }): Answer {
  const { errores, advertencias, xml } = found;
  const valido = errores.length === 0;
  const mensaje = valido ? 'El comprobante es válido.' : 'El comprobante tiene errores de validación.';
  return { body: processed(mensaje, { valido, errores, advertencias, xml }) };
}
