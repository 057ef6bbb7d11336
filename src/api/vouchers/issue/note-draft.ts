/** note-draft: the JSON of a note on a voucher, ready for `issue`, or for `send` with its number. It takes no number and changes nothing. */
import type { NoteType } from '../../../ecf/model/ecf-types.js';
import type { NoteCode } from '../../../ecf/notes/note-codes.js';
import type { NoteLine } from '../../../ecf/notes/note-lines.js';
import { noteBasis, type NoteBasis } from '../../../services/vouchers/note-basis.js';
import { ServiceError } from '../../../shared/errors.js';
import type { Answer, HandlerDeps, JsonRequest } from '../../handler.js';
import { processed } from '../../http/envelope.js';
import { encfAsked } from '../../encf-asked.js';
import { readEnvironment } from '../document-status.js';

interface Asked {
  readonly tipoeCF: NoteType;
  readonly codigoModificacion: 1 | 2 | 3;
  readonly razonModificacion?: string;
  readonly lineas?: readonly {
    readonly numeroLinea: number;
    readonly cantidad?: number;
    readonly monto?: number;
  }[];
}

export async function draftNoteOn(deps: HandlerDeps, request: JsonRequest): Promise<Answer> {
  const encf = encfAsked(request.params['encf']);
  const { companyId, environment: current } = request.company;
  const environment = readEnvironment(request.query['environment']) ?? current;
  const order = orderOf(request.body as Asked);
  const basis = await deps.limits.lists.run(companyId, () =>
    noteBasis(deps, { companyId, environment, encf: encf.text }, order),
  );
  if (basis.outcome === 'refused') {
    if (basis.refusal === 'ECF_NOT_FOUND') throw new ServiceError('ECF_NOT_FOUND');
    throw new ServiceError('NOTE_NOT_POSSIBLE', { mensaje: basis.facts.mensaje });
  }
  return answer(basis);
}

function orderOf({ tipoeCF, codigoModificacion, razonModificacion, lineas }: Asked) {
  if (tipoeCF === 33 && codigoModificacion !== 3)
    throw new ServiceError('REQUEST_INVALID', {
      campo: 'codigoModificacion',
      mensaje: 'Una nota de débito solo corrige montos: codigoModificacion es 3.',
    });
  return {
    type: tipoeCF,
    code: String(codigoModificacion) as NoteCode,
    ...(razonModificacion !== undefined && { reason: razonModificacion }),
    ...(lineas !== undefined && { lines: lineas.map(lineOf) }),
  };
}

function lineOf(
  { numeroLinea: line, cantidad, monto }: NonNullable<Asked['lineas']>[number],
  index: number,
): NoteLine {
  if (cantidad !== undefined && monto === undefined) return { line, quantity: String(cantidad) };
  if (monto !== undefined && cantidad === undefined) return { line, amount: String(monto) };
  throw new ServiceError('REQUEST_INVALID', {
    campo: `lineas[${index}]`,
    mensaje: 'Cada línea lleva cantidad o monto, y no los dos.',
  });
}

const draftText = 'El borrador de la nota. Complete lo que falte y envíelo con issue.';

function answer({ note, balance, credited, more }: NoteBasis): Answer {
  if (note === undefined) throw new Error('A note that was ordered was not drafted');
  const { total, debited, credited: taken, left } = balance;
  const data = {
    saldo: {
      montoTotal: Number(total),
      debitado: Number(debited),
      acreditado: Number(taken),
      porAcreditar: Number(left),
    },
    acreditadoPorLinea: Object.entries(credited.units).map(([numeroLinea, cantidad]) => ({
      numeroLinea: Number(numeroLinea),
      cantidad: Number(cantidad),
    })),
    hayMasNotas: more,
    comprobante: null,
  };
  const rest = JSON.stringify(processed(draftText, data));
  // The note is JSON already, and it may have megabytes.
  return { body: Buffer.concat([Buffer.from(rest.slice(0, -'null}}'.length)), note, Buffer.from('}}')]) };
}
