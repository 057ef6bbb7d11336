/** Reads the answers about summaries (RFCE). */
import { isAnotherEncf } from '../../ecf/model/encf.js';
import type { ResultReading, RfceReading } from './answers.js';
import { causeOf } from './known-texts.js';
import { booleanOf, textOf, type Body, type Fields } from './read-body.js';
import { errorBodyOf, finalOf, isTransient, mayBeHandled, readResultReply, unavailable } from './readers.js';
import { dgiiStateOf } from './result-code.js';

/**
 * Recepción de RFCE: the answer is the verdict. `asked` is the e-NCF that we sent; ignores an answer about another one. The
 * client has already handled 401 and 429.
 */
export function readRfceReply(status: number, read: Body, asked: string): RfceReading {
  const { byDgii, codigo, estado, mensajes, fields } = errorBodyOf(read);
  const doubt = (detail: string): RfceReading => ({ kind: 'unknown', detail, mensajes });
  if (mayBeHandled(status) || read.form === 'html') return doubt(`HTTP ${status}`);
  if (status >= 300 && status < 400) return doubt('redirect');
  if (!byDgii) return doubt(`HTTP ${status}, ${read.form} body`);
  const answered = (detail: string): RfceReading => ({
    kind: 'unknown',
    cause: 'answered',
    detail,
    mensajes,
  });
  const told = dgiiStateOf(codigo, estado);
  const cause = causeOf(mensajes);
  // With status 400 or more, `codigo` may be the code of the error and not of a verdict. When DGII rejects a summary, its answer also has an
  // estado or says whether our number is used.
  const named =
    status < 400 ||
    dgiiStateOf(null, estado) !== undefined ||
    (estado === null && saysWhetherUsed(fields, asked));
  // What the other known texts say does not depend on a verdict.
  if (told !== undefined && !named && (cause === 'other' || cause === 'file'))
    return answered(`HTTP ${status}, codigo ${codigo ?? ''} without a known estado`);
  const state = named ? told : undefined;
  switch (state) {
    case 'accepted':
    case 'conditionally-accepted':
    case 'rejected': {
      if (state === 'rejected' && isTransient(mensajes)) return { kind: 'transient', mensajes };
      if (state !== 'rejected' && status >= 400) return answered(`HTTP ${status} with an acceptance`);
      const final = finalOf(fields, state, mensajes);
      return isAnotherEncf(final.encf, asked) ? answered('answer about another e-NCF') : final;
    }
    // This service does not use these states, so the answer says nothing certain about the summary.
    case 'in-process':
    case 'not-found':
    case 'contradictory':
      return answered(`codigo ${codigo ?? ''}, estado ${state}`);
    case undefined:
      if (cause === 'transient') return { kind: 'transient', mensajes };
      if (status < 400 && cause === 'other') return answered(`HTTP ${status}, ${read.form} body`);
      return { kind: 'refused', cause, mensajes };
  }
}

function saysWhetherUsed(fields: Fields, asked: string): boolean {
  const encf = textOf(fields, 'encf');
  return encf !== null && !isAnotherEncf(encf, asked) && booleanOf(fields, 'secuenciaUtilizada') !== null;
}

export function readRfceStateReply(status: number, read: Body, asked: string): ResultReading {
  const reading = readResultReply(status, read);
  if (reading.kind !== 'final' || !isAnotherEncf(reading.encf, asked)) return reading;
  return unavailable('contradictory', 'answer about another e-NCF', reading.mensajes);
}
