/** Receives vouchers. An e-CF gets a trackId now and its verdict later; a summary (RFCE) gets its verdict at once. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Environment } from '../../../src/ecf/model/environments.js';
import { ecfFindings, rfceFindings } from '../verdict/arithmetic.js';
import { contentFindings } from '../verdict/content.js';
import {
  decideVerdict,
  outcomes,
  saysUsed,
  type Finding,
  type VerdictInput,
  type Verdict,
} from '../verdict/verdict.js';
import type { Dgii } from '../dgii.js';
import { readFileName, readPosted, refusedName, type Posted } from '../http/posted.js';
import { sha256Of, type Datos, type Reception } from '../record.js';
import { isFinal } from './queries.js';
import type { Refused } from '../http/refusal.js';
import { refuserOf } from '../http/unserved.js';
import { json, negotiated, santoDomingo, type Reply } from '../http/reply.js';
import { isoDate, stateOfNumber } from '../verdict/sequences.js';
import type { Upload, UploadFault } from '../http/upload.js';
import { textAt, type Element } from '../verdict/xml-tree.js';

export interface Post {
  readonly environment: Environment;
  readonly headers: IncomingHttpHeaders;
  readonly upload: Upload | UploadFault;
  readonly holder: string;
}

export type VoucherService = Reception['service'];

/** @param twice a fault makes the service receive the post twice; this chooses which of the two trackIds is returned. */
export async function receive(
  dgii: Dgii,
  post: Post,
  twice?: 'answer-first' | 'answer-second',
): Promise<Reply> {
  const first = await take(dgii, post, 'recepcion');
  if ('body' in first) return first;
  const second = twice === undefined ? first : await take(dgii, post, 'recepcion');
  if ('body' in second) return second;
  const answered = twice === 'answer-second' ? second : first;
  const answer = { trackId: answered.trackId, error: null, mensaje: null };
  return negotiated(post.headers, 200, 'RespuestaRecepcion', answer);
}

/** recepcionfc: no trackId; the answer is the verdict. */
export async function receiveSummary(dgii: Dgii, post: Post): Promise<Reply> {
  const reception = await take(dgii, post, 'recepcionfc');
  if ('body' in reception) return reception;
  const { verdict, encf } = reception;
  const { rejectionStatus } = dgii.settings.current;
  const status = verdict.outcome === 'rejected' ? rejectionStatus : 200;
  return negotiated(post.headers, status, 'Respuesta', summaryAnswer(verdict, encf));
}

/** In this answer codes are text. */
function summaryAnswer({ outcome, secuenciaUtilizada, mensajes }: Verdict, encf: string): object {
  const { codigo, estado } = outcomes[outcome];
  return {
    codigo,
    estado,
    mensajes: mensajes.map((mensaje) => ({ codigo: String(mensaje.codigo), valor: mensaje.valor })),
    encf,
    secuenciaUtilizada,
  };
}

async function take(
  dgii: Dgii,
  { environment, upload, holder }: Post,
  service: VoucherService,
): Promise<Reception | Reply> {
  const { record, settings, clock } = dgii;
  const at = clock();
  const refuseIt = refuserOf(dgii, { route: { service, environment }, upload });
  const refuse = (refused: Refused) => refuseIt(refused, () => observedRefusal(refused, service));
  const posted = readPosted(upload, dgii, at);
  const named = typeof upload === 'string' ? undefined : readFileName(upload.fileName);
  // DGII checks the name before the file's content.
  if (typeof upload !== 'string' && named === undefined) return refuse(refusedName);
  if ('valor' in posted) return refuse(posted);
  if (named === undefined) return refuse(refusedName);
  const { root } = posted;
  if (
    root !== undefined &&
    (textAt(root, 'Encabezado/Emisor/RNCEmisor') !== named.rnc ||
      textAt(root, 'Encabezado/IdDoc/eNCF') !== named.encf)
  ) {
    const valor = 'El nombre del archivo no coincide con el RNCEmisor y el eNCF';
    return refuse({ status: 400, codigo: '81', valor });
  }

  const { resultDelayMs, resultPolls, resultDelays } = settings.current;
  const delay = resultDelays.find(({ encf }) => encf === named.encf);
  const summary = service === 'recepcionfc';
  const delayMs = summary ? 0 : (delay?.delayMs ?? resultDelayMs);
  const reception: Reception = {
    kind: 'received',
    service,
    at: at.toISOString(),
    environment,
    trackId: summary ? null : randomUUID(),
    sha256: sha256Of(posted.bytes),
    rncEmisor: named.rnc,
    encf: named.encf,
    signer: posted.serialNumber,
    holder,
    finalAt: new Date(at.getTime() + delayMs).toISOString(),
    polls: summary ? 0 : (delay?.polls ?? resultPolls),
    verdict: decideVerdict(verdictInput(dgii, { environment, service, ...named, at }, posted)),
    datos: datosOf(posted),
  };
  // Checked and recorded in memory before the first await: of two posts with one number, the second finds it used.
  await record.keep(reception, posted.bytes);
  return reception;
}

interface Addressed {
  readonly environment: Environment;
  readonly service: VoucherService;
  readonly rnc: string;
  readonly encf: string;
  readonly at: Date;
}

/**
 * DGII started the issuer's set again at this voucher or after it: it rejected one, for another reason than a number used twice. DGII counts
 * accepted summaries apart, and was seen to keep them.
 */
function isForgotten({ record, settings }: Dgii, reception: Reception): boolean {
  const { certificationSet } = settings.current;
  if (reception.environment !== 'certification' || certificationSet === 'kept') return false;
  const isCountedApart = reception.service === 'recepcionfc' && reception.verdict.outcome !== 'rejected';
  if (isCountedApart && certificationSet !== 'starts-again-with-summaries') return false;
  const all = record.all();
  return all
    .slice(all.indexOf(reception))
    .some(
      ({ environment, rncEmisor, verdict }) =>
        environment === 'certification' &&
        rncEmisor === reception.rncEmisor &&
        verdict.outcome === 'rejected' &&
        !verdict.mensajes.some(saysUsed),
    );
}

function verdictInput(
  dgii: Dgii,
  { environment, service, rnc, encf, at }: Addressed,
  posted: Posted,
): VerdictInput {
  const { record, schemaFault } = dgii;
  const settings = dgii.settings.current;
  const { root, verification, chainFault, signer, delegatedFor } = posted;
  const document = service === 'recepcion' ? 'ECF' : 'RFCE';
  const summary = document === 'RFCE';
  const code = textAt(root, 'Encabezado/CodigoSeguridadeCF');
  const received = record.ofNumber(environment, rnc, encf);
  const known = received.filter((one) => !isForgotten(dgii, one));
  const spending = known.filter(({ verdict }) => verdict.secuenciaUtilizada);
  const sameCode = spending.some((one) => one.service === service && one.datos.codigoSeguridad === code);
  return {
    environment,
    document,
    verification,
    root,
    chainFault,
    signer,
    delegatedFor,
    schemaFault: root && schemaFault(document, textAt(root, 'Encabezado/IdDoc/TipoeCF'), posted.xml),
    issuer: settings.taxpayers[rnc],
    sequence: stateOfNumber(settings.sequences, {
      environment,
      rnc,
      encf,
      expiry: textAt(root, 'Encabezado/IdDoc/FechaVencimientoSecuencia'),
      summary,
      today: santoDomingo(at).toISOString().slice(0, 10),
    }),
    annulled: record.isAnnulled(environment, rnc, encf),
    used: spending.length === 0 ? 'no' : summary && sameCode ? 'same-code' : 'yes',
    // With the voucher DGII forgets the full invoice that was uploaded.
    knownCodes:
      summary && known.length === received.length ? record.securityCodes(environment, rnc, encf) : [],
    unknownReference: summary ? '' : unknownReference(dgii, { environment, rnc, at }, root),
    signedAhead: isAhead(textAt(root, 'FechaHoraFirma'), at),
    findings: findingsOf(dgii, root, summary),
    ordered: settings.rejectEncfs.find((one) => one.encf === encf && (one.rnc ?? rnc) === rnc),
    settings,
  };
}

function findingsOf({ settings }: Dgii, root: Element | undefined, summary: boolean): readonly Finding[] {
  const { arithmetic, taxpayers } = settings.current;
  if (root === undefined) return [];
  if (summary) return arithmetic === 'off' ? [] : rfceFindings(root, arithmetic);
  const buyer = taxpayers[textAt(root, 'Encabezado/Comprador/RNCComprador')];
  return [...contentFindings(root, buyer), ...(arithmetic === 'off' ? [] : ecfFindings(root, arithmetic))];
}

/**
 * A note, and a type 31 with code 5, must refer to a voucher that DGII has accepted (code 614); one that is En Proceso is not accepted yet.
 * Paper vouchers (series B, A and P) are not known here.
 */
function unknownReference(
  dgii: Dgii,
  { environment, rnc, at }: Pick<Addressed, 'environment' | 'rnc' | 'at'>,
  root: Element | undefined,
): string {
  const { record, settings } = dgii;
  if (settings.current.references === 'any') return '';
  const modified = textAt(root, 'InformacionReferencia/NCFModificado');
  const refers = ['31', '33', '34'].includes(textAt(root, 'Encabezado/IdDoc/TipoeCF'));
  if (!refers || !/^E\d{12}$/.test(modified)) return '';
  // Another taxpayer issued the original, for example a merged company; it may have been sent elsewhere.
  if (textAt(root, 'InformacionReferencia/RNCOtroContribuyente') !== '') return '';
  const accepted = record
    .ofNumber(environment, rnc, modified)
    .filter((one) => !isForgotten(dgii, one))
    .some((one) => one.verdict.outcome !== 'rejected' && isFinal(dgii, one, at));
  return accepted ? '' : modified;
}

/** How far FechaHoraFirma may be ahead of DGII's clock (Formato e-CF p. 59: not after now). */
const clockAheadMs = 5 * 60 * 1000;

/** Compares `dd-MM-yyyy HH:mm:ss` in Santo Domingo time, which is four hours behind UTC all year. */
function isAhead(fechaHoraFirma: string, at: Date): boolean {
  const [date = '', time = ''] = fechaHoraFirma.split(' ');
  const signedAt = Date.parse(`${isoDate(date)}T${time}-04:00`);
  return signedAt > at.getTime() + clockAheadMs;
}

export function datosOf({ root, verification }: Posted): Datos {
  const at = (path: string) => textAt(root, path);
  return {
    razonSocialEmisor: at('Encabezado/Emisor/RazonSocialEmisor'),
    razonSocialComprador: at('Encabezado/Comprador/RazonSocialComprador'),
    montoTotal: at('Encabezado/Totales/MontoTotal'),
    totalITBIS: at('Encabezado/Totales/TotalITBIS'),
    fechaEmision: at('Encabezado/Emisor/FechaEmision'),
    fechaFirma: at('FechaHoraFirma'),
    rncComprador: at('Encabezado/Comprador/RNCComprador'),
    idExtranjero: at('Encabezado/Comprador/IdentificadorExtranjero'),
    // A summary carries the security code of its voucher.
    codigoSeguridad:
      root?.name === 'RFCE'
        ? at('Encabezado/CodigoSeguridadeCF')
        : verification.ok
          ? verification.securityCode
          : '',
  };
}

/** For RFCE only verdicts were observed. */
function observedRefusal({ status, codigo, valor }: Refused, service: VoucherService): Reply {
  if (codigo !== undefined) return json(status, { mensajes: [{ valor, codigo }] });
  return service === 'recepcion'
    ? json(status, { trackId: null, error: valor, mensaje: valor })
    : json(status, { mensaje: valor });
}
