/** Receives an e-CF: what is no voucher at all is refused at once, everything else gets a trackId and a verdict. */
import { randomUUID, type X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Environment } from '../ecf/environments.js';
import { subjectSerialNumber } from '../signing/certificate.js';
import { chainFault } from '../signing/chain.js';
import { verifyXml, type Verification } from '../signing/verify.js';
import { isWellFormed } from '../signing/xml-document.js';
import { identityOf, type Delegations } from './delegations.js';
import type { SettingsHolder } from './faults.js';
import { judge, type Verdict } from './judge.js';
import { sha256Of, type Datos, type Reception, type ReceptionRecord } from './record.js';
import { json, negotiated, santoDomingo, type Reply } from './reply.js';
import type { Upload, UploadFault } from './upload.js';
import { readTree, textAt, type Element } from './xml-tree.js';

export interface ReceptionDependencies {
  readonly record: ReceptionRecord;
  readonly settings: SettingsHolder;
  readonly trusted: readonly X509Certificate[];
  readonly delegations: Delegations;
  readonly clock: () => Date;
}

/** `{RNCEmisor}{eNCF}.xml`, the end exactly so. */
const fileNamePattern = /^(\d{9}|\d{11})(E\d{12})\.xml$/;

/** Issuer and e-NCF a file name speaks of; undefined for a name DGII does not take. */
export function readFileName(
  name: string,
): { readonly rncEmisor: string; readonly encf: string } | undefined {
  const [, rncEmisor, encf] = fileNamePattern.exec(name) ?? [];
  return rncEmisor === undefined || encf === undefined ? undefined : { rncEmisor, encf };
}

export async function receive(
  dependencies: ReceptionDependencies,
  request: { readonly environment: Environment; readonly headers: IncomingHttpHeaders },
  upload: Upload | UploadFault,
): Promise<Reply> {
  const { record, clock } = dependencies;
  const { environment, headers } = request;
  const at = clock();
  const refuse = async (reply: Reply, reason: string): Promise<Reply> => {
    const bytes = typeof upload === 'string' ? Buffer.alloc(0) : upload.bytes;
    await record.refuse({ at: at.toISOString(), environment, service: 'recepcion', reason }, bytes);
    return reply;
  };
  if (upload === 'too-large') return refuse(refusal(413, 'El archivo excede el tamaño permitido'), upload);
  if (upload === 'part-invalid') return refuse(refusal(400, 'Archivo no válido'), upload);
  if (typeof upload === 'string') return refuse(refusal(400, upload), upload);

  const named = readFileName(upload.fileName);
  if (named === undefined) {
    return refuse(coded('3243', 'La longitud del nombre del archivo no es válida'), 'file name');
  }
  const xml = textOf(upload.bytes);
  if (xml === undefined) return refuse(coded('001', 'Archivo no válido'), 'byte-order mark or not UTF-8');
  if (!isWellFormed(xml)) return refuse(refusal(400, 'Archivo no válido'), 'not well-formed');

  const verification = verifyXml(xml);
  const ecf = verification.ok ? readTree(verification.content) : undefined;
  const read = ecf && {
    rncEmisor: textAt(ecf, 'Encabezado/Emisor/RNCEmisor'),
    encf: textAt(ecf, 'Encabezado/IdDoc/eNCF'),
  };
  if (read !== undefined && (read.rncEmisor !== named.rncEmisor || read.encf !== named.encf)) {
    return refuse(coded('81', 'El nombre del archivo no coincide con el RNCEmisor y el eNCF'), 'file name');
  }

  const reception: Reception = {
    kind: 'received',
    at: at.toISOString(),
    environment,
    trackId: randomUUID(),
    sha256: sha256Of(upload.bytes),
    ...named,
    signer: verification.ok ? subjectSerialNumber(verification.certificate) : '',
    finalAt: new Date(at.getTime() + dependencies.settings.current.resultDelayMs).toISOString(),
    verdict: verdictOn(dependencies, { environment, ...named }, verification, ecf, at),
    datos: datosOf(ecf, verification),
  };
  // Judged and known before the first wait: of two posts of one number, the second finds it used.
  await record.receive(reception, upload.bytes);
  const answer = { trackId: reception.trackId, error: null, mensaje: null };
  return negotiated(headers, 200, 'RespuestaRecepcion', answer);
}

function verdictOn(
  { record, settings, trusted, delegations }: ReceptionDependencies,
  number: { readonly environment: Environment; readonly rncEmisor: string; readonly encf: string },
  verification: Verification,
  ecf: Element | undefined,
  at: Date,
): Verdict {
  const signer = verification.ok ? identityOf(subjectSerialNumber(verification.certificate)) : '';
  const earlier = record.ofNumber(number.environment, number.rncEmisor, number.encf);
  return judge({
    verification,
    ecf,
    chainFault: verification.ok ? chainFault(verification.certificate, trusted, at) : undefined,
    signer,
    delegatedFor: delegations.of(signer),
    numberUsed: earlier.some(({ verdict }) => verdict.secuenciaUtilizada),
    today: santoDomingo(at).toISOString().slice(0, 10),
    ordered: settings.current.rejectEncfs.find(({ encf }) => encf === number.encf),
  });
}

function datosOf(ecf: Element | undefined, verification: Verification): Datos {
  const at = (path: string) => textAt(ecf, path);
  return {
    montoTotal: at('Encabezado/Totales/MontoTotal'),
    totalITBIS: at('Encabezado/Totales/TotalITBIS'),
    fechaEmision: at('Encabezado/Emisor/FechaEmision'),
    fechaFirma: at('FechaHoraFirma'),
    rncComprador: at('Encabezado/Comprador/RNCComprador'),
    idExtranjero: at('Encabezado/Comprador/IdentificadorExtranjero'),
    codigoSeguridad: verification.ok ? verification.securityCode : '',
  };
}

/** UTF-8 without byte-order mark, which DGII takes for garbage. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function refusal(status: number, error: string): Reply {
  return json(status, { trackId: null, error, mensaje: error });
}

function coded(codigo: string, valor: string): Reply {
  return json(400, { mensajes: [{ valor, codigo }] });
}
