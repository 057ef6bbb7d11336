/** Answers queries about a voucher: its result by trackId or by number, and the trackIds of a number (web services §3.3). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Environment } from '../../../src/ecf/model/environments.js';
import type { Dgii } from '../dgii.js';
import { inProcess, outcomes, type Outcome } from '../verdict/verdict.js';
import type { Reception } from '../record.js';
import { json, negotiated, usDateTime, wantsXml, xmlList, type Reply } from '../http/reply.js';

export interface Query {
  readonly environment: Environment;
  readonly headers: IncomingHttpHeaders;
  /** Names in lower case: DGII's parameter names are not case-sensitive. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly holder: string;
}

/** The delay is over, and enough queries found it En Proceso. */
export function isFinal({ looks }: Dgii, reception: Reception, now: Date): boolean {
  return (
    now.toISOString() >= reception.finalAt && (looks.get(reception.trackId ?? '') ?? 0) >= reception.polls
  );
}

/** consultaresultado. */
export function resultOf(dgii: Dgii, query: Query): Reply {
  const { record, settings, looks, clock } = dgii;
  const { resultForm, unknownTrackIdForm } = settings.current;
  const trackId = query.parameters.get('trackid') ?? '';
  const reception = record.byTrackId(trackId);
  const documented = resultForm === 'documented';
  if (reception?.trackId == null || reception.environment !== query.environment) {
    if (unknownTrackIdForm === 'error-404') return json(404, { estado: 'TrackId no encontrado.' });
    const unknown = { codigo: documented ? 0 : '0', estado: 'No encontrado', rnc: null, mensajes: [] };
    return negotiated(query.headers, 200, 'RespuestaConsultaTrackId', { trackId, ...unknown });
  }
  const final = isFinal(dgii, reception, clock());
  if (!final) countLook(looks, reception);
  const { verdict, encf } = reception;
  const { codigo, estado } = final ? outcomes[verdict.outcome] : inProcess;
  return negotiated(query.headers, 200, 'RespuestaConsultaTrackId', {
    trackId: reception.trackId,
    codigo: documented ? codigo : String(codigo),
    estado,
    rnc: reception.rncEmisor,
    // The document writes eNCF in JSON and encf in XML (Descripción técnica pp. 23-24).
    ...(documented && !wantsXml(query.headers) ? { eNCF: encf } : { encf }),
    secuenciaUtilizada: final && verdict.secuenciaUtilizada,
    fechaRecepcion: usDateTime(new Date(reception.at)),
    mensajes: final ? verdict.mensajes : [],
  });
}

function countLook(looks: Dgii['looks'], { trackId }: Reception): void {
  if (trackId !== null) looks.set(trackId, (looks.get(trackId) ?? 0) + 1);
}

/** consultatrackids: the query to use after an answer was lost. */
export function trackIdsOf(dgii: Dgii, query: Query): Reply {
  const { record, settings, delegations, clock } = dgii;
  const { unknownTrackIds, trackIdsForm } = settings.current;
  const rncEmisor = query.parameters.get('rncemisor') ?? '';
  const encf = query.parameters.get('encf')?.toUpperCase() ?? '';
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

  const found = record
    .ofNumber(query.environment, rncEmisor, encf)
    .filter(({ trackId }) => trackId !== null)
    .map((reception) => ({
      trackId: reception.trackId,
      estado: (isFinal(dgii, reception, clock()) ? outcomes[reception.verdict.outcome] : inProcess).estado,
      fechaRecepcion: usDateTime(new Date(reception.at)),
    }));
  const unknown = [{ trackId: null, estado: 'No encontrado', fechaRecepcion: null }];
  const list = found.length === 0 && unknownTrackIds === 'no-encontrado' ? unknown : found;
  if (trackIdsForm === 'object' && list.length === 1)
    return negotiated(query.headers, 200, 'TrackingDetalle', list[0] ?? {});
  return xmlList(query.headers, 'TrackingDetalle', list);
}

const notAuthorized =
  'El RNC del token no está autorizado a consultar el trackid de este e-NCF, favor verificar que se encuentre delegado por el emisor y volver a intentarlo.';

/**
 * consultaestado, for e-CF and summaries. A voucher in process reads No encontrado. A conditional acceptance reads Aceptado,
 * except for a summary (Descripción técnica, "Consulta de estado"). Buyer and security code must match when given.
 */
export function stateOf(dgii: Dgii, query: Query): Reply {
  const { record, delegations, clock, looks } = dgii;
  const rncEmisor = query.parameters.get('rncemisor') ?? '';
  const encf = query.parameters.get('ncfelectronico')?.toUpperCase() ?? '';
  const rncComprador = query.parameters.get('rnccomprador') ?? '';
  const codigoSeguridad = query.parameters.get('codigoseguridad') ?? '';
  if (rncEmisor === '' || encf === '')
    return json(400, { mensajes: ['El campo RNC Emisor y el campo NCF electrónico son requeridos.'] });

  const now = clock();
  const received = record.ofNumber(query.environment, rncEmisor, encf);
  const final = received.filter((reception) => isFinal(dgii, reception, now));
  for (const reception of received) if (!final.includes(reception)) countLook(looks, reception);
  const candidates = final
    .filter(({ datos }) => rncComprador === '' || datos.rncComprador === rncComprador)
    .filter(({ datos }) => codigoSeguridad === '' || datos.codigoSeguridad === codigoSeguridad);
  const found = bestOf(candidates);
  const holderFor = delegations.of(query.holder);
  if (!holderFor.includes(rncEmisor) && !holderFor.includes(found?.datos.rncComprador ?? rncComprador))
    return json(400, { mensajes: ['El RNC del token no está autorizado a consultar este e-NCF.'] });

  const { codigo, estado } = found ? receptionState(found) : notFound;
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

/** consultarfce: all three values are required and must match. */
export function summaryOf({ record, delegations }: Dgii, query: Query): Reply {
  const rnc = query.parameters.get('rnc_emisor') ?? query.parameters.get('rncemisor') ?? '';
  const encf = query.parameters.get('encf')?.toUpperCase() ?? '';
  const code = query.parameters.get('cod_seguridad_ecf') ?? query.parameters.get('codigoseguridad') ?? '';
  if (rnc === '' || encf === '' || code === '')
    return json(400, { mensajes: ['Los campos RNC_Emisor, ENCF y Cod_Seguridad_eCF son requeridos.'] });
  if (!delegations.of(query.holder).includes(rnc))
    return json(400, { mensajes: ['El RNC del token no está autorizado a consultar este e-NCF.'] });
  const found = bestOf(
    record
      .ofNumber(query.environment, rnc, encf)
      .filter(({ service, datos }) => service === 'recepcionfc' && datos.codigoSeguridad === code),
  );
  const { codigo, estado } = found ? outcomes[found.verdict.outcome] : notFound;
  return negotiated(query.headers, 200, 'Respuesta', {
    rnc,
    encf,
    secuenciaUtilizada: found?.verdict.secuenciaUtilizada ?? false,
    codigo: String(codigo),
    estado,
    mensajes: found?.verdict.mensajes ?? [],
  });
}

const notFound = { codigo: 0, estado: 'No encontrado' } as const;

/** The accepted one of several deliveries; otherwise the last one. */
export function bestOf(receptions: readonly Reception[]): Reception | undefined {
  return receptions.find(({ verdict }) => verdict.outcome !== 'rejected') ?? receptions.at(-1);
}

function receptionState({ verdict, service }: Reception): {
  readonly codigo: number;
  readonly estado: string;
} {
  const shown: Record<Outcome, { readonly codigo: number; readonly estado: string }> = {
    ...outcomes,
    'conditionally-accepted':
      service === 'recepcionfc' ? outcomes['conditionally-accepted'] : outcomes.accepted,
  };
  return shown[verdict.outcome];
}
