/** Receives ACECF: the buyer accepts or rejects a voucher that DGII accepted (Formato ACECF v1.0; web services §3.3, §3.7). */
import { amountAt } from '../verdict/arithmetic.js';
import { readFileName, readPosted, refusedName, rootOrFault } from '../http/posted.js';
import { approvalRefusal, approvalTexts } from './approval-texts.js';
import { bestOf, isFinal } from './queries.js';
import type { Dgii } from '../dgii.js';
import type { Post } from './reception.js';
import { sha256Of } from '../record.js';
import type { Refused } from '../http/refusal.js';
import { refuserOf } from '../http/unserved.js';
import { json, negotiated, type Reply } from '../http/reply.js';
import { find, textAt, type Element } from '../verdict/xml-tree.js';

/** Types that need no approval by the buyer (Descripción técnica 2023). */
const withoutApproval: readonly string[] = ['32', '41', '43', '46', '47'];

export async function approve(dgii: Dgii, post: Post): Promise<Reply> {
  const { record, settings, clock, schemaFault } = dgii;
  const { environment, headers, upload } = post;
  const now = clock();
  const { approvalForm } = settings.current;
  const answer = (status: number, body: object, word: string) => {
    // "OK", or "Error" or "Incorrecto" (Proceso de Certificación para ser Emisor Electrónico, July 2025, p. 10).
    if (approvalForm === 'word') return json(status, word);
    const shown = approvalForm === 'estado' ? { estado: word } : body;
    return negotiated(headers, status, 'RespuestaAprobacionComercial', shown);
  };
  const refuseIt = refuserOf(dgii, { route: { service: 'aprobacion', environment }, upload });
  const refuse = (refused: Refused) =>
    refuseIt(refused, () => answer(refused.status, approvalRefusal(refused.valor), 'Incorrecto'));
  const { rejectionStatus: status } = settings.current;

  const posted = readPosted(upload, dgii, now);
  if ('valor' in posted) return refuse(posted);
  const { bytes, fileName } = posted;
  const root = rootOrFault(posted, {
    name: 'ACECF',
    called: 'XML',
    rncPath: 'DetalleAprobacionComercial/RNCComprador',
    structureFault: (found) => schemaFault('ACECF', '', posted.xml) ?? structureFault(found),
  });
  if (typeof root === 'string') return refuse({ status, valor: root });

  const at1 = (name: string) => textAt(root, `DetalleAprobacionComercial/${name}`);
  const named = readFileName(fileName);
  if (named?.rnc !== at1('RNCComprador') || named.encf !== at1('eNCF')) return refuse(refusedName);
  const [rncEmisor, encf, rncComprador] = [at1('RNCEmisor'), at1('eNCF'), at1('RNCComprador')];
  if (withoutApproval.includes(encf.slice(1, 3)))
    return refuse({ status, valor: approvalTexts['approval-not-required'] });
  // DGII has not accepted a voucher that is En Proceso.
  const decided = record.ofNumber(environment, rncEmisor, encf).filter((one) => isFinal(dgii, one, now));
  const voucher = bestOf(decided);
  if (voucher === undefined) return refuse({ status, valor: approvalTexts['approval-voucher-unknown'] });
  const fits =
    voucher.verdict.outcome !== 'rejected' &&
    voucher.datos.rncComprador === rncComprador &&
    voucher.datos.fechaEmision === at1('FechaEmision') &&
    Number(voucher.datos.montoTotal) === Number(at1('MontoTotal'));
  if (!fits) return refuse({ status, valor: approvalTexts['approval-voucher-not-valid'] });

  const before = record
    .others()
    .some(
      (one) =>
        one.kind === 'approved' &&
        one.environment === environment &&
        one.rncEmisor === rncEmisor &&
        one.rncComprador === rncComprador &&
        one.encf === encf,
    );
  if (before && settings.current.approvedAgain === 'refused')
    return refuse({ status, valor: approvalTexts['approval-voucher-not-valid'] });

  const said = { rncEmisor, rncComprador, encf, estado: at1('Estado') };
  const what = { at: now.toISOString(), environment, sha256: sha256Of(bytes), ...said };
  await record.keep({ kind: 'approved', ...what }, bytes);
  return answer(200, { mensaje: null, estado: 'Aprobacion Comercial Aprobada.', codigo: '01' }, 'OK');
}

function structureFault(root: Element): string | undefined {
  const detail = find(root, 'DetalleAprobacionComercial');
  if (detail === undefined) return `Falta 'DetalleAprobacionComercial'.`;
  const obligatory = [
    ...['Version', 'RNCEmisor', 'eNCF', 'FechaEmision', 'MontoTotal', 'RNCComprador', 'Estado'],
    'FechaHoraAprobacionComercial',
  ];
  const missing = obligatory.find((name) => textAt(detail, name) === '');
  if (missing !== undefined) return `Falta '${missing}'.`;
  const estado = textAt(detail, 'Estado');
  if (estado !== '1' && estado !== '2') return `El valor de 'Estado' no es válido.`;
  if (amountAt(detail, 'MontoTotal').lt(0)) return `El valor de 'MontoTotal' no es válido.`;
  return estado === '2' && textAt(detail, 'DetalleMotivoRechazo') === ''
    ? `Falta 'DetalleMotivoRechazo'.`
    : undefined;
}
