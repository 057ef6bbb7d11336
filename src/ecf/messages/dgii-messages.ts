/**
 * DGII's codes and texts, in one table. `code` and `campo` explain a rejection to a client; `cause` decides the next step of
 * the worker. DGII publishes no catalogue: these were seen in live environments or are in the technical documents. Any
 * other message becomes DGII_RECHAZADO, which blames nobody.
 */
import { elementPath, inDocument } from './element-path.js';
import type { EcfType } from '../model/ecf-types.js';
import { phrase, says, wordsOf } from './phrases.js';

export interface DgiiMessage {
  /** As text, because DGII sends both numbers and texts. `""` when the message had no code. */
  readonly codigo: string;
  readonly valor: string;
}

/** A message without a text is left out. */
export function messageTexts(mensajes: readonly DgiiMessage[] = []): readonly string[] {
  return mensajes.map(({ valor }) => valor).filter((valor) => valor !== '');
}

export type MessageCause =
  | 'not-delegated'
  | 'certificate'
  /** The file, its name or its structure: our own fault. */
  | 'file'
  /** "Favor intentar nueva vez": this is not a final answer. */
  | 'transient'
  /** DGII already knows the number, perhaps from our own earlier delivery. */
  | 'already-used';

export interface RejectionReason {
  readonly code: string;
  /** JSON path; null when DGII names no field. */
  readonly campo: string | null;
}

interface Row {
  readonly code: string;
  /**
   * The field it is always about. Of several, the first one that the type has. Null: not a field of the client. Absent: the field that the
   * text names, if any.
   */
  readonly campo?: string | readonly string[] | null;
  readonly cause?: MessageCause;
  /**
   * The cause lies outside the voucher: the issuer's state at DGII, its authorizations, its signer or the time of signing. So DGII may
   * accept the same content later.
   */
  readonly outside?: true;
  readonly codigos?: readonly string[];
  /** As phrases.ts writes them: in lower case, without accents. */
  readonly texts?: readonly string[];
}

const idDoc = 'ECF.Encabezado.IdDoc';
const eNCF = `${idDoc}.eNCF`;
const comprador = 'ECF.Encabezado.Comprador';
const totales = 'ECF.Encabezado.Totales';

const issueDate = '*fechaemision*|fecha [de] [la] emision';
const signingTime = '*fechahorafirma*|*fechafirma*|*fechahora firma*|*fecha [y] [hora] [de] [la] firma*';

const number = 'e ncf|encf|secuencia';
const invalid = 'inval*|no es valid*|no valid*';
const wrongTaxpayer = `${invalid}|no existe|no esta|no se encuentra|inactiv*|suspendid*`;

/**
 * Order matters: the first row that matches a message, by code or by text, wins. The eight reasons for which a rejection leaves
 * the number free are in Descripción técnica de servicios pp.18 and 25.
 */
const rows: readonly Row[] = [
  // Narrow on purpose: a rejection that asks to correct and try again is still a rejection.
  {
    code: 'DGII_ERROR_TRANSITORIO',
    cause: 'transient',
    outside: true,
    codigos: ['004'],
    texts: ['error validando … intentar', 'no fue posible procesar … intentar'],
  },
  // Before the row about the clock: it is about the voucher's own date.
  {
    code: 'DGII_CAMPO_INVALIDO',
    campo: 'ECF.Encabezado.Emisor.FechaEmision',
    texts: [`${issueDate} … ${signingTime}`, `${signingTime} … ${issueDate}`],
  },
  // A clock that is fast. Before the rows about signatures: it does not blame the certificate or suspend the company.
  {
    code: 'DGII_FECHA_FIRMA_INVALIDA',
    campo: null,
    outside: true,
    texts: [signingTime],
  },
  {
    code: 'DGII_NO_DELEGADO',
    cause: 'not-delegated',
    outside: true,
    texts: [
      'no esta delegad*|no se encuentra delegad*',
      'delegado por el emisor',
      'no corresponde a [un] delegado',
    ],
  },
  // Before the rows about signatures: the text about the summary's security code mentions the signature.
  {
    code: 'DGII_SECUENCIA_UTILIZADA',
    campo: eNCF,
    cause: 'already-used',
    texts: ['secuencia ya [ha sido] utilizad*', 'ya han sido utilizados'],
  },
  {
    code: 'DGII_CODIGO_SEGURIDAD_INVALIDO',
    texts: [
      'codigo de seguridad|codigo deseguridad … no coincide|inval*|no es valid*',
      'firma … no coincide … resumen',
    ],
  },
  // The signature is wrong, not the certificate.
  {
    code: 'DGII_FIRMA_INVALIDA',
    cause: 'certificate',
    outside: true,
    texts: [`firma del certificado … ${invalid}`],
  },
  {
    code: 'DGII_CERTIFICADO_INVALIDO',
    cause: 'certificate',
    outside: true,
    texts: [
      'tipo de certificado no admitido',
      'certificado* … vencid*|expirad*|revocad*',
      `certificado … ${invalid}`,
    ],
  },
  { code: 'DGII_FIRMA_INVALIDA', cause: 'certificate', outside: true, texts: [`firma … ${invalid}`] },
  // Code 1209 once came with a .NET text about the schema: then it does not mean that the number is used.
  {
    code: 'DGII_ESTRUCTURA_INVALIDA',
    cause: 'file',
    codigos: ['3'],
    texts: [
      'estructura del archivo|estructura del xml|estructura del documento|estructura del comprobante',
      'estructura de archivo|estructura de xml|estructura de documento|estructura de comprobante',
      `estructura … ${invalid}`,
      'invalid child element',
      'incomplete content',
    ],
  },
  {
    code: 'DGII_ARCHIVO_INVALIDO',
    cause: 'file',
    codigos: ['001', '81', '3243'],
    texts: ['archivo no valido', 'tipo de archivo', 'nombre del archivo'],
  },
  // DGII answers 135 or 1209 to a second delivery of one number.
  { code: 'DGII_SECUENCIA_NO_AUTORIZADA', campo: eNCF, cause: 'already-used', codigos: ['135'] },
  { code: 'DGII_SECUENCIA_UTILIZADA', campo: eNCF, cause: 'already-used', codigos: ['1209'] },
  {
    code: 'DGII_SECUENCIA_VENCIDA',
    campo: `${idDoc}.FechaVencimientoSecuencia`,
    outside: true,
    codigos: ['145'],
    texts: [
      '*fechavencimientosecuencia*',
      'fecha [de] vencimiento [de] [la] secuencia',
      'secuencia … vencida|expirada',
    ],
  },
  {
    code: 'DGII_SECUENCIA_VENCIDA',
    // Types 32 and 34 have no expiry in their content.
    campo: [`${idDoc}.FechaVencimientoSecuencia`, eNCF],
    outside: true,
    texts: ['e ncf|encf … esta vencid*|se encuentra vencid*|esta expirad*|se encuentra expirad*'],
  },
  {
    code: 'DGII_SECUENCIA_NO_AUTORIZADA',
    campo: eNCF,
    outside: true,
    codigos: ['75'],
    texts: [`${number} … no autorizad*|no esta autorizad*|no se encuentra autorizad*`],
  },
  {
    code: 'DGII_SECUENCIA_NO_AUTORIZADA',
    campo: `${idDoc}.TipoeCF`,
    outside: true,
    texts: [
      'tipo [de] comprobante|tipo [de] e cf|tipo [de] ecf|tipoecf … no autorizad*|no esta autorizad*|no se encuentra autorizad*',
    ],
  },
  {
    code: 'DGII_REFERENCIA_NO_EMITIDA',
    campo: 'ECF.InformacionReferencia.NCFModificado',
    codigos: ['614'],
    texts: ['modificado no ha sido emitido'],
  },
  { code: 'DGII_COMPRADOR_INVALIDO', campo: `${comprador}.RNCComprador`, codigos: ['1381', '1385'] },
  { code: 'DGII_COMPRADOR_INVALIDO', campo: `${comprador}.RazonSocialComprador`, codigos: ['1406'] },
  // Whole words: a text about another field of the buyer or the issuer, such as CorreoComprador, is about that field.
  {
    code: 'DGII_COMPRADOR_INVALIDO',
    texts: [`comprador|rnccomprador|razonsocialcomprador … ${wrongTaxpayer}`],
  },
  {
    code: 'DGII_EMISOR_INVALIDO',
    campo: 'ECF.Encabezado.Emisor.RNCEmisor',
    outside: true,
    texts: [
      `emisor|rncemisor … ${wrongTaxpayer}`,
      'no es [un] emisor electronico',
      'no corresponde a [un] emisor electronico',
    ],
  },
  { code: 'DGII_TOTALES_INVALIDOS', campo: `${totales}.MontoGravadoI1`, codigos: ['1934'] },
  { code: 'DGII_TOTALES_INVALIDOS', campo: `${totales}.MontoTotal`, codigos: ['3205'] },
  { code: 'DGII_TOTALES_INVALIDOS', campo: `${totales}.TotalISRRetencion`, codigos: ['11170'] },
  { code: 'DGII_TOTALES_INVALIDOS', texts: ['no coincide con la sumatoria|no coincide con el detalle'] },
  {
    code: 'DGII_CAMPO_INVALIDO',
    campo: `${idDoc}.IndicadorNotaCredito`,
    codigos: ['156'],
  },
  {
    code: 'DGII_CAMPO_INVALIDO',
    campo: `${idDoc}.IndicadorMontoGravado`,
    codigos: ['176'],
  },
  // 260: MontoITBISRetenido; 294: only services; 2020 to 2150: tables of a line, and the text names the line.
  { code: 'DGII_CAMPO_INVALIDO', codigos: ['260', '294', '2020', '2030', '2150'] },
];

const anyRejection: RejectionReason = { code: 'DGII_RECHAZADO', campo: null };

export const rejectionCodes: readonly string[] = [
  ...new Set([anyRejection.code, ...rows.map(({ code }) => code)]),
];

/** The first message that the table knows decides; otherwise the first one that names a field of the voucher. */
export function rejectionReason(
  mensajes: readonly DgiiMessage[],
  type: EcfType | undefined,
): RejectionReason {
  for (const mensaje of mensajes) {
    const row = rowOf(mensaje);
    if (row === undefined) continue;
    return { code: row.code, campo: campoOf(row, mensaje, type) };
  }
  for (const { valor } of mensajes) {
    const campo = elementPath(valor, type);
    if (campo !== null) return { code: 'DGII_CAMPO_INVALIDO', campo };
  }
  return anyRejection;
}

function campoOf({ campo }: Row, { valor }: DgiiMessage, type: EcfType | undefined): string | null {
  const named = campo === undefined ? elementPath(valor, type) : campo;
  const candidates = named === null ? [] : [named].flat();
  return candidates.find((one) => inDocument(one, type)) ?? null;
}

/**
 * Whether DGII may accept the same content later: its messages name a cause outside the voucher, and none about its content. A message
 * that we do not know, and that names no field, decides nothing.
 */
export function isCauseOutside(mensajes: readonly DgiiMessage[], type: EcfType | undefined): boolean {
  const rowsFound = mensajes.map((mensaje) => rowOf(mensaje) ?? unknownRow(mensaje, type));
  return rowsFound.some(isOutside) && rowsFound.every((row) => row === undefined || isOutside(row));
}

function isOutside(row: Row | undefined): boolean {
  return row?.outside === true;
}

/** An unknown message that names a field is about the content. */
function unknownRow({ valor }: DgiiMessage, type: EcfType | undefined): Row | undefined {
  return elementPath(valor, type) === null ? undefined : { code: 'DGII_CAMPO_INVALIDO' };
}

export function messageCause(mensajes: readonly DgiiMessage[]): MessageCause | undefined {
  for (const mensaje of mensajes) {
    const cause = rowOf(mensaje)?.cause;
    if (cause !== undefined) return cause;
  }
  return undefined;
}

const recognised = rows.map((row) => ({ row, phrases: (row.texts ?? []).map(phrase) }));

function rowOf({ codigo, valor }: DgiiMessage): Row | undefined {
  const words = wordsOf(valor);
  return recognised.find(
    ({ row, phrases }) =>
      row.codigos?.includes(codigo) === true || phrases.some((steps) => says(words, steps)),
  )?.row;
}
