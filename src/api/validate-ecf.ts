/** validate: what would happen to this voucher, without any effect. Answers 200 whatever the body is (spec §4.1). */
import type { Fault } from '../ecf/fault.js';
import type { ApiDeps } from './deps.js';
import { processed, type Answer } from './envelope.js';
import { readEncf } from './identified.js';
import { judge, readLedgerFacts } from './judge.js';
import type { EcfRequest } from './operations.js';

export async function validateEcf(deps: ApiDeps, { body, principal }: EcfRequest): Promise<Answer> {
  if (!body.ok) {
    await principal.confirm();
    return answer({
      errores: [{ code: body.code, campo: '', mensaje: body.mensaje, severidad: 'rechazo' }],
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
  return answer(judge(deps, company, body.value, body.faults, known));
}

function answer(found: { errores: readonly Fault[]; advertencias: readonly Fault[]; xml: string }): Answer {
  const { errores, advertencias, xml } = found;
  const valido = errores.length === 0;
  const mensaje = valido ? 'El comprobante es válido.' : 'El comprobante tiene errores de validación.';
  return { body: processed(mensaje, { valido, errores, advertencias, xml }) };
}
