/** The first and the last day that a list is about, as the query parameters of a request name them. */
import { dayMs } from '../ecf/durations.js';
import { parseDate, startOfDay } from '../ecf/model/dates.js';
import { ServiceError } from '../shared/errors.js';

type Query = Readonly<Record<string, unknown>>;

/**
 * The days of Santo Domingo, both included, as moments.
 * @throws ServiceError REQUEST_INVALID about a parameter that is no day, or about the last day if it is before the first one
 */
export function daysAsked(query: Query, names: readonly [string, string]): { from?: Date; before?: Date } {
  const [first, last] = names.map((name) => dayOf(query, name));
  if (first !== undefined && last !== undefined && last < first)
    throw new ServiceError('REQUEST_INVALID', {
      campo: names[1],
      mensaje: `${names[1]} no puede ser anterior a ${names[0]}.`,
    });
  return {
    ...(first !== undefined && { from: new Date(first) }),
    ...(last !== undefined && { before: new Date(last + dayMs) }),
  };
}

export function issueDaysAsked(query: Query, names: readonly [string, string]) {
  const issued = daysAsked(query, names);
  return Object.keys(issued).length === 0 ? {} : { issued };
}

/** ISO 8601 with the offset, which nobody can leave to a guess; `Date` reads a moment without one as local time. */
const momentForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A moment as a query parameter names it. @throws ServiceError REQUEST_INVALID if it is no moment */
export function momentAsked(campo: string, text: string): Date {
  // Some clients do not encode the `+` of an offset, so it arrives as a blank.
  const moment = new Date(text.replace(' ', '+'));
  if (momentForm.test(text.replace(' ', '+')) && !Number.isNaN(moment.getTime())) return moment;
  throw new ServiceError('REQUEST_INVALID', {
    campo,
    mensaje: `${campo} debe ser un momento ISO 8601 con zona, por ejemplo 2026-07-01T14:15:00Z.`,
  });
}

export function periodTooLong(): ServiceError {
  const mensaje = 'La consulta tarda demasiado: acótela con desde y hasta, o use menos filtros.';
  return new ServiceError('REQUEST_INVALID', { campo: 'desde', mensaje });
}

function dayOf(query: Query, campo: string): number | undefined {
  const text = query[campo];
  if (text === undefined) return undefined;
  if (typeof text === 'string' && parseDate(text) !== undefined) return startOfDay(text);
  throw new ServiceError('REQUEST_INVALID', { campo, mensaje: `${campo} debe ser un día, DD-MM-AAAA.` });
}
