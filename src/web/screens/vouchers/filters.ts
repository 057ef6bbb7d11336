/** The filters of the voucher list. They live in the address, so that a link shows the same list. */
import { documentStates, waitingReasons, type DocumentState } from '../../../ecf/model/document-states.js';
import type { QueryOf } from '../../api/answers.js';
import { given } from '../../api/client.js';
import { swapDay } from '../../shared/format.js';
import { parseEcfType, type EcfType } from '../../../ecf/model/ecf-types.js';

/** A reason, or `any`. */
type Waiting = NonNullable<QueryOf<'listVouchers'>['waiting']>;

export interface Filters {
  readonly estado?: DocumentState;
  readonly espera?: Waiting;
  /** Without a final result. */
  readonly pendientes?: true;
  readonly tipo?: EcfType;
  /** Days of reception, `yyyy-MM-dd`. */
  readonly desde?: string;
  readonly hasta?: string;
  readonly encf?: string;
  readonly correlacion?: string;
}

export interface ListSearch extends Filters {
  readonly cursor?: string;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the address; what is not a filter is left out. */
export function filtersOf(search: Record<string, unknown>): ListSearch {
  const { estado, espera, desde, hasta } = search;
  const tipo = parseEcfType(search['tipo']);
  return {
    ...(isState(estado) ? { estado } : {}),
    ...(isWaiting(espera) ? { espera } : {}),
    ...(search['pendientes'] === true ? { pendientes: true as const } : {}),
    ...(tipo === undefined ? {} : { tipo }),
    ...(isDay(desde) ? { desde } : {}),
    ...(isDay(hasta) ? { hasta } : {}),
    ...textIn('encf', search['encf']),
    ...textIn('correlacion', search['correlacion']),
    ...textIn('cursor', search['cursor']),
  };
}

function isState(value: unknown): value is DocumentState {
  return typeof value === 'string' && Object.hasOwn(documentStates, value);
}

function isWaiting(value: unknown): value is Waiting {
  return typeof value === 'string' && (value === 'any' || Object.hasOwn(waitingReasons, value));
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && day.test(value);
}

/** A correlation id of digits arrives as a number. */
function textIn<Name extends string>(name: Name, value: unknown): Partial<Record<Name, string>> {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? ({ [name]: text } as Record<Name, string>) : {};
}

/** The question to the service. Days are days in Santo Domingo; the last one is included. */
export function questionOf(search: ListSearch): QueryOf<'listVouchers'> {
  const { estado, espera, pendientes, tipo, desde, hasta, encf, correlacion, cursor } = search;
  return given({
    state: estado,
    waiting: espera,
    pending: pendientes,
    type: tipo,
    from: desde === undefined ? undefined : swapDay(desde),
    to: hasta === undefined ? undefined : swapDay(hasta),
    // People leave out the E.
    encf: encf?.toUpperCase().replace(/^(?=\d)/, 'E'),
    correlationId: correlacion,
    cursor,
  });
}
