/** Asks DGII about vouchers, and for the addresses of their buyers. A query changes nothing at DGII. */
import { assertNever } from '../../shared/errors.js';
import type { Credentials } from '../auth/token-cache.js';
import type {
  DgiiReply,
  DirectoryAnswer,
  ResultAnswer,
  RfceStateAnswer,
  StateAnswer,
  TrackIdsAnswer,
  Unavailable,
} from '../replies/answers.js';
import { readDirectoryReply } from '../replies/buyer-readers.js';
import { readResultReply, readStateReply, readTrackIdsReply } from '../replies/readers.js';
import { readRfceStateReply } from '../replies/summary-readers.js';
import { isOffered, serviceUrl } from '../services.js';
import { sendAuthorized, readWith, type Call, type Connection, type Read } from './send-authorized.js';

interface VoucherNumber {
  readonly rncEmisor: string;
  readonly encf: string;
}

interface RfceQuestion extends VoucherNumber {
  readonly codigoSeguridad: string;
}

interface StateQuestion extends VoucherNumber {
  readonly rncComprador?: string;
  readonly codigoSeguridad?: string;
}

export function createQueries(connection: Connection) {
  return {
    result: (auth: Credentials, trackId: string, signal: AbortSignal): Promise<ResultAnswer> =>
      ask(connection, { auth, service: 'consultaResultado', signal }, { trackid: trackId }, (status, body) =>
        readResultReply(status, body, trackId),
      ),

    /** Used when the answer to a delivery was lost. */
    trackIds: async (auth: Credentials, q: VoucherNumber, signal: AbortSignal): Promise<TrackIdsAnswer> => {
      if (!isOffered('consultaTrackIds', auth.environment)) return { kind: 'not-offered' };
      const query = { rncemisor: q.rncEmisor, encf: q.encf };
      return ask(connection, { auth, service: 'consultaTrackIds', signal }, query, readTrackIdsReply);
    },

    state: async (auth: Credentials, q: StateQuestion, signal: AbortSignal): Promise<StateAnswer> => {
      if (!isOffered('consultaEstado', auth.environment)) return { kind: 'not-offered' };
      const query = {
        rncemisor: q.rncEmisor,
        ncfelectronico: q.encf,
        ...(q.rncComprador === undefined ? {} : { rnccomprador: q.rncComprador }),
        ...(q.codigoSeguridad === undefined ? {} : { codigoseguridad: q.codigoSeguridad }),
      };
      return ask(connection, { auth, service: 'consultaEstado', signal }, query, readStateReply);
    },

    queryRfce: (auth: Credentials, q: RfceQuestion, signal: AbortSignal): Promise<RfceStateAnswer> =>
      ask(
        connection,
        { auth, service: 'consultaRfce', signal },
        // The names are spelt as in DGII's document. DGII ignores their case.
        { RNC_Emisor: q.rncEmisor, ENCF: q.encf, Cod_Seguridad_eCF: q.codigoSeguridad },
        (status, body) => readRfceStateReply(status, body, q.encf),
      ),

    /** Not offered in certification. */
    directoryEntry: async (auth: Credentials, rnc: string, signal: AbortSignal): Promise<DirectoryAnswer> => {
      if (!isOffered('consultaDirectorio', auth.environment)) return { kind: 'not-offered' };
      const anyRnc = auth.environment === 'pre-certification';
      return ask(connection, { auth, service: 'consultaDirectorio', signal }, { RNC: rnc }, (status, body) =>
        readDirectoryReply(status, body, { rnc, anyRnc }),
      );
    },
  };
}

async function ask<R extends { readonly kind: string }>(
  connection: Connection,
  call: Call,
  query: Readonly<Record<string, string>>,
  read: Read<R>,
): Promise<(R & { readonly reply: DgiiReply }) | Unavailable> {
  const { auth, service } = call;
  const url = serviceUrl(connection.hosts, auth.environment, service, query);
  const request = { url, method: 'GET', headers: {} } as const;
  const outcome = await sendAuthorized(connection, call, request, connection.timeouts.queryMs);
  switch (outcome.kind) {
    case 'obstructed':
      return { ...outcome.obstructed, kind: 'unavailable' };
    case 'broken': {
      const { reason, detail } = outcome.failure;
      const cause = reason === 'timeout' ? 'timeout' : 'broken';
      return { kind: 'unavailable', cause, detail, mensajes: [], reply: null };
    }
    case 'answered':
      return readWith(read, outcome.reply);
    default:
      return assertNever(outcome);
  }
}
