/** Answers what became of an e-CF: by trackId, by number, and which trackIds a number has (web services §3.3). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Environment } from '../ecf/environments.js';
import type { Delegations } from './delegations.js';
import type { SettingsHolder } from './faults.js';
import { inProcess, outcomes } from './judge.js';
import type { Reception, ReceptionRecord } from './record.js';
import { json, negotiated, usDateTime, type Reply } from './reply.js';

export interface Query {
  readonly environment: Environment;
  readonly headers: IncomingHttpHeaders;
  /** Names in lower case: DGII's do not mind the case. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Cédula or RNC of the token's holder. */
  readonly holder: string;
}

export interface QueryDependencies {
  readonly record: ReceptionRecord;
  readonly settings: SettingsHolder;
  readonly delegations: Delegations;
  readonly clock: () => Date;
}

export function isFinal(reception: Reception, now: Date): boolean {
  return now.toISOString() >= reception.finalAt;
}

/** consultaresultado. `codigo` is text here, as observed, though documented as a number. */
export function resultOf({ record, clock }: QueryDependencies, query: Query): Reply {
  const reception = record.byTrackId(query.parameters.get('trackid') ?? '');
  if (reception === undefined || reception.environment !== query.environment)
    return json(404, { estado: 'TrackId no encontrado.' });
  const final = isFinal(reception, clock());
  const { verdict } = reception;
  const { codigo, estado } = final ? outcomes[verdict.outcome] : inProcess;
  return negotiated(query.headers, 200, 'RespuestaConsultaTrackId', {
    trackId: reception.trackId,
    codigo: String(codigo),
    estado,
    rnc: reception.rncEmisor,
    encf: reception.encf,
    secuenciaUtilizada: final && verdict.secuenciaUtilizada,
    fechaRecepcion: usDateTime(new Date(reception.at)),
    mensajes: final ? verdict.mensajes : [],
  });
}

/** consultatrackids: the question to ask after an answer was lost. */
export function trackIdsOf(dependencies: QueryDependencies, query: Query): Reply {
  const { record, settings, delegations, clock } = dependencies;
  const rncEmisor = query.parameters.get('rncemisor') ?? '';
  const encf = query.parameters.get('encf') ?? '';
  const faults = [
    rncEmisor === '' ? 'El campo RNC Emisor es requerido.' : undefined,
    encf === '' ? 'El campo ENCF es requerido.' : undefined,
    rncEmisor !== '' && ![9, 11].includes(rncEmisor.length)
      ? 'La longitud del RNC Emisor es inválida.'
      : undefined,
    encf !== '' && encf.length !== 13 ? 'La longitud del ENCF es inválida.' : undefined,
    encf.length === 13 && !/^E\d{12}$/.test(encf) ? 'El ENCF es inválido.' : undefined,
  ].filter((fault) => fault !== undefined);
  if (faults.length > 0) return json(400, { mensajes: faults });
  if (!delegations.of(query.holder).includes(rncEmisor)) return json(400, { mensajes: [notAuthorized] });

  const found = record.ofNumber(query.environment, rncEmisor, encf).map((reception) => ({
    trackId: reception.trackId,
    estado: (isFinal(reception, clock()) ? outcomes[reception.verdict.outcome] : inProcess).estado,
    fechaRecepcion: usDateTime(new Date(reception.at)),
  }));
  const unknown = [{ trackId: null, estado: 'No encontrado', fechaRecepcion: null }];
  if (found.length === 0 && settings.current.unknownTrackIds === 'no-encontrado') return json(200, unknown);
  return json(200, found);
}

const notAuthorized =
  'El RNC del token no está autorizado a consultar el trackid de este e-NCF, favor verificar que se encuentre delegado por el emisor y volver a intentarlo.';

/**
 * consultaestado. What is still in process reads No encontrado, and a conditional acceptance Aceptado: this service knows
 * 0, 1 and 2 only (Descripción técnica, "Consulta de estado"). Buyer and code must fit when they are given.
 */
export function stateOf({ record, delegations, clock }: QueryDependencies, query: Query): Reply {
  const rncEmisor = query.parameters.get('rncemisor') ?? '';
  const encf = query.parameters.get('ncfelectronico') ?? '';
  const rncComprador = query.parameters.get('rnccomprador') ?? '';
  const codigoSeguridad = query.parameters.get('codigoseguridad') ?? '';
  if (rncEmisor === '' || encf === '')
    return json(400, { mensajes: ['El campo RNC Emisor y el campo NCF electrónico son requeridos.'] });

  const now = clock();
  const candidates = record
    .ofNumber(query.environment, rncEmisor, encf)
    .filter((reception) => isFinal(reception, now))
    .filter(({ datos }) => rncComprador === '' || datos.rncComprador === rncComprador)
    .filter(({ datos }) => codigoSeguridad === '' || datos.codigoSeguridad === codigoSeguridad);
  const found = candidates.find(({ verdict }) => verdict.outcome !== 'rejected') ?? candidates.at(-1);
  const holderFor = delegations.of(query.holder);
  if (!holderFor.includes(rncEmisor) && !holderFor.includes(found?.datos.rncComprador ?? rncComprador))
    return json(400, { mensajes: ['El RNC del token no está autorizado a consultar este e-NCF.'] });

  const { codigo, estado } = found ? knownState(found) : { codigo: 0, estado: 'No encontrado' };
  return negotiated(query.headers, 200, 'RespuestaConsultaEstado', {
    codigo,
    estado,
    rncEmisor,
    ncfElectronico: encf,
    montoTotal: Number(found?.datos.montoTotal ?? 0),
    totalITBIS: Number(found?.datos.totalITBIS ?? 0),
    fechaEmision: found?.datos.fechaEmision ?? null,
    fechaFirma: found?.datos.fechaFirma ?? null,
    rncComprador: found?.datos.rncComprador ?? null,
    codigoSeguridad: found?.datos.codigoSeguridad ?? null,
    idExtranjero: found?.datos.idExtranjero ?? null,
  });
}

function knownState({ verdict }: Reception): { readonly codigo: number; readonly estado: string } {
  return verdict.outcome === 'rejected' ? outcomes.rejected : outcomes.accepted;
}
