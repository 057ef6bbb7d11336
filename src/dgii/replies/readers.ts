/**
 * One pure function for each kind of DGII answer: (HTTP status, body) → what is certain. They never throw.
 * They never take a verdict from a 5xx, an HTML page or a bare status, because proxies and firewalls send those too.
 */
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';
import type {
  FinalResult,
  FinalVerdict,
  ResultReading,
  StateReading,
  SubmitReading,
  TrackIdEntry,
  TrackIdsReading,
  UnavailableReading,
} from './answers.js';
import { plain } from '../../ecf/messages/phrases.js';
import { causeOf, mayNotAsk } from './known-texts.js';
import { booleanOf, fieldsOf, messagesOf, textOf, type Body, type Fields } from './read-body.js';
import { dgiiStateOf } from './result-code.js';

/** A trackId goes into URLs and into the ledger. DGII's trackIds are UUIDs. */
const trackIdPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
const decimalPattern = /^-?\d{1,18}(\.\d{1,6})?$/;

interface ErrorBody {
  readonly fields: Fields;
  /** True when DGII's own handlers wrote it, not a proxy or firewall in front of them. */
  readonly byDgii: boolean;
  readonly codigo: string | null;
  readonly estado: string | null;
  readonly mensajes: readonly DgiiMessage[];
}

export function errorBodyOf(read: Body): ErrorBody {
  const fields: Fields = read.form === 'object' ? read.fields : new Map();
  const codigo = textOf(fields, 'codigo');
  const estado = textOf(fields, 'estado');
  const mensajes = messagesOf(read);
  // Unquoted text may come from a proxy. It is DGII's only if its text is known.
  const byDgii =
    read.form === 'text'
      ? read.quoted || causeOf(mensajes) !== 'other'
      : (read.form === 'object' || read.form === 'array') && (mensajes.length > 0 || estado !== null);
  return { fields, byDgii, codigo, estado, mensajes };
}

/** Recepción de e-CF. The client has already handled 401 and 429. */
export function readSubmitReply(status: number, read: Body): SubmitReading {
  const error = errorBodyOf(read);
  // A trackId proves receipt, whatever else the answer says. DGII has answered with a list of one where it documents an object.
  const row = read.form === 'array' && read.items.length === 1 ? fieldsOf(read.items[0]) : error.fields;
  const trackId = textOf(row, 'trackId');
  if (trackId !== null && trackIdPattern.test(trackId))
    return { kind: 'received', trackId, mensajes: error.mensajes };
  if (mayBeHandled(status)) return { kind: 'unknown', detail: `HTTP ${status}`, mensajes: error.mensajes };
  if (status >= 300 && status < 400) return { kind: 'unknown', detail: 'redirect', mensajes: [] };
  const doubt = {
    kind: 'unknown',
    detail: `HTTP ${status}, ${read.form} body`,
    mensajes: error.mensajes,
  } as const;
  if (!error.byDgii) return doubt;
  const answered = { ...doubt, cause: 'answered' } as const;
  // A result state without a trackId: DGII has validated something, so something arrived.
  if (trackId !== null || dgiiStateOf(error.codigo, error.estado) !== undefined) return answered;
  const cause = causeOf(error.mensajes);
  // A success status whose text we do not know as a refusal, for example "Documento recibido, en proceso". A text in `error` is no proof
  // either: it may be about what failed after DGII took the voucher.
  if (status < 400 && cause === 'other') return answered;
  return { kind: 'refused', cause, mensajes: error.mensajes };
}

/** 5xx, and the 4xx of a server or proxy that stopped waiting: DGII may have taken the delivery, whatever the body says. */
export function mayBeHandled(status: number): boolean {
  return status >= 500 || status === 408 || status === 499;
}

/** Consulta de resultado. Ignores an answer about another trackId than the one we asked for. */
export function readResultReply(status: number, read: Body, asked?: string): ResultReading {
  const fault = faultOf(status, read);
  if (fault !== undefined) return fault;
  const { codigo, estado, mensajes, fields } = errorBodyOf(read);
  const trackId = textOf(fields, 'trackId');
  if (asked !== undefined && trackId !== null && trackId.toLowerCase() !== asked.toLowerCase())
    return unavailable('contradictory', 'answer about another trackId', mensajes);

  const state = stateIn(status, codigo, estado ?? wordsOf(mensajes));
  switch (state) {
    case 'accepted':
    case 'conditionally-accepted':
    case 'rejected':
      if (state === 'rejected' && isTransient(mensajes))
        return { kind: 'pending', reason: 'transient-fault' };
      return finalOf(fields, state, mensajes);
    case 'in-process':
      return { kind: 'pending', reason: 'in-process' };
    case 'not-found':
      return { kind: 'not-found' };
    case 'contradictory':
      return unavailable('contradictory', `HTTP ${status}, codigo ${codigo ?? ''}, other estado`, mensajes);
    case undefined:
      return unusable(status, read, mensajes);
  }
}

export function finalOf(
  fields: Fields,
  verdict: FinalVerdict,
  mensajes: readonly DgiiMessage[],
): FinalResult {
  return {
    kind: 'final',
    verdict,
    codigo: textOf(fields, 'codigo') ?? '',
    estado: textOf(fields, 'estado') ?? '',
    mensajes,
    secuenciaUtilizada: booleanOf(fields, 'secuenciaUtilizada'),
    trackId: textOf(fields, 'trackId'),
    rnc: textOf(fields, 'rnc'),
    encf: textOf(fields, 'encf'),
  };
}

/** Consulta de trackIds: documented as an object, observed as an array, one entry for each delivery. */
export function readTrackIdsReply(status: number, read: Body): TrackIdsReading {
  const fault = faultOf(status, read);
  if (fault !== undefined) return fault;
  if (isNothing(status, read)) return { kind: 'not-found' };
  const rows = read.form === 'array' ? read.items.map(fieldsOf) : read.form === 'object' ? [read.fields] : [];
  const trackIds = rows.map(trackIdEntry).filter((entry) => entry !== undefined);
  if (trackIds.length > 0) return { kind: 'found', trackIds };
  const { codigo, estado, mensajes } = errorBodyOf(read);
  const rowEstado = rows.length === 0 ? null : textOf(rows[0] ?? new Map(), 'estado');
  const state = stateIn(status, codigo, estado ?? rowEstado ?? wordsOf(mensajes));
  return state === 'not-found' ? { kind: 'not-found' } : unusable(status, read, mensajes);
}

function trackIdEntry(row: Fields): TrackIdEntry | undefined {
  const trackId = textOf(row, 'trackId');
  if (trackId === null || !trackIdPattern.test(trackId)) return undefined;
  const state = dgiiStateOf(null, textOf(row, 'estado'));
  return { trackId, state: state === undefined || state === 'contradictory' ? null : state };
}

export function readStateReply(status: number, read: Body): StateReading {
  const fault = faultOf(status, read);
  if (fault !== undefined) return fault;
  if (isNothing(status, read)) return { kind: 'not-found' };
  const { codigo, estado, mensajes, fields } = errorBodyOf(read);
  const state = stateIn(status, codigo, estado ?? wordsOf(mensajes));
  if (state === undefined || state === 'contradictory') return unusable(status, read, mensajes);
  if (state === 'not-found') return { kind: 'not-found' };
  const amount = (name: string) => {
    const text = textOf(fields, name);
    return text !== null && decimalPattern.test(text) ? text : null;
  };
  return {
    kind: 'found',
    state,
    rncEmisor: textOf(fields, 'rncEmisor'),
    encf: textOf(fields, 'ncfElectronico', 'encf'),
    montoTotal: amount('montoTotal'),
    totalITBIS: amount('totalITBIS'),
    fechaEmision: textOf(fields, 'fechaEmision'),
    fechaFirma: textOf(fields, 'fechaFirma'),
    rncComprador: textOf(fields, 'rncComprador'),
    codigoSeguridad: textOf(fields, 'codigoSeguridad'),
  };
}

/**
 * The state of a voucher in an answer to a question. From 400 on, `codigo` may be the code of the error itself, and 0 may be the code of any
 * message. So DGII's words must name the state there, and "not found" everywhere: it lets the same bytes go out again. Below 400 and beside
 * code 0 these words may be any that say so of the voucher. An acceptance with an error status contradicts itself.
 */
function stateIn(
  status: number,
  codigo: string | null,
  words: string | null,
): ReturnType<typeof dgiiStateOf> {
  const state = dgiiStateOf(codigo, words);
  const named =
    dgiiStateOf(null, words) !== undefined ||
    (status < 400 && state === 'not-found' && saysNoVoucher.test(plain(words ?? '')));
  if (!named && (status >= 400 || state === 'not-found')) return undefined;
  if (status >= 400 && (state === 'accepted' || state === 'conditionally-accepted')) return 'contradictory';
  return state;
}

const voucher = '(?:factura|comprobante|e-?ncf|e-?cf|trackid)';
const notFound = 'no (?:(?:se|fue|fueron) )?(?:encontr[a-z]+|existe)';
/** "No fue encontrada la factura (e-CF)", "El comprobante no existe". Not that an RNC does not exist, or that a certificate was not found. */
const saysNoVoucher = new RegExp(
  `^(?:(?:el|la) )?${voucher}(?: \\(e-?cf\\))?(?: consultad[oa])? ${notFound}\\b` +
    `|^${notFound}(?:\\.?$| (?:(?:el|la) )?${voucher}\\b)`,
);

export function faultOf(status: number, read: Body): UnavailableReading | undefined {
  const server = status >= 500 || (status >= 300 && status < 400) || read.form === 'html';
  return server ? unavailable('server-fault', `HTTP ${status}`, messagesOf(read)) : undefined;
}

export function unavailable(
  cause: UnavailableReading['cause'],
  detail: string,
  mensajes: readonly DgiiMessage[] = [],
): UnavailableReading {
  return { kind: 'unavailable', cause, detail, mensajes };
}

/** ASP.NET answers 204, `null` or `[]` when it found nothing. */
export function isNothing(status: number, read: Body): boolean {
  if (read.form === 'array') return status === 200 && read.items.length === 0;
  return status === 204 || (status === 200 && read.form === 'null');
}

export function unusable(status: number, read: Body, mensajes: readonly DgiiMessage[]): UnavailableReading {
  const detail = `HTTP ${status}, ${read.form} body`;
  // Before the cause: the text also says that the signer may not be delegated.
  if (mayNotAsk(mensajes)) return unavailable('not-allowed-to-ask', detail, mensajes);
  const cause = causeOf(mensajes);
  if (cause === 'not-delegated' || cause === 'certificate') return unavailable(cause, detail, mensajes);
  if (status >= 400) return unavailable(mensajes.length > 0 ? 'refused' : 'server-fault', detail, mensajes);
  return unavailable('unreadable', detail, mensajes);
}

/** Only code 004: "Ha ocurrido un error validando en eCF, favor intentar nueva vez." With other codes it is a verdict. */
export function isTransient(mensajes: readonly DgiiMessage[]): boolean {
  return mensajes.length > 0 && mensajes.every((mensaje) => causeOf([mensaje]) === 'transient');
}

/** Some errors have the estado as their only text. A proxy's "Recurso no encontrado" does not count. */
function wordsOf(mensajes: readonly DgiiMessage[]): string | null {
  const text = mensajes[0]?.valor ?? '';
  return /^(el )?((trackid|e-?ncf|e-?cf|comprobante) )?no (fue )?encontrado\.?$/i.test(text)
    ? 'No encontrado'
    : null;
}
