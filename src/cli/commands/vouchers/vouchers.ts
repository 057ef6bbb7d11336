/** `document show | xml | list`: vouchers in the ledger. Read-only: a voucher's workflow alone decides its fate. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { outcomeText } from '../../../ecf/messages/deliveries.js';
import {
  documentStates,
  waitingReasons,
  type DocumentState,
  type WaitingReason,
} from '../../../ecf/model/document-states.js';
import type { Encf } from '../../../ecf/model/encf.js';
import type { Environment } from '../../../ecf/model/environments.js';
import { withoutContents } from '../../../ledger/files.js';
import { endedDeliveries } from '../../../ledger/vouchers/operator-decisions.js';
import type {
  DocumentRecord,
  FileRef,
  OperatorDecision,
  Delivery,
} from '../../../ledger/vouchers/document-record.js';
import { findDocument, statusOf } from '../../../services/vouchers/find-voucher.js';
import { command, flag, option, withDefault, type Values } from '../../command.js';
import { placeOf, type CliContext } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { doneOr } from '../../terminal/done-or.js';
import { fields, table, type Result } from '../../terminal/result.js';
import { moment, yesNo } from '../../terminal/text.js';
import { anyText, cursor, ecfType, encf, wholeNumber } from '../../terminal/values.js';
import { adviceOnWait } from '../../terminal/waiting-advice.js';
import { pendingEverywhere, waitingEverywhere } from './open-vouchers.js';
import { approvalFields, buyerFields } from '../buyers/document-buyer.js';
import { encfArgument, place } from '../parts.js';

const listMax = 1_000;
const olderThanMax = 525_600;
/** A client retries a number after a rejection that left it free. People do this, so there are never thousands of attempts. */
export const attemptMax = 10_000;

const documentParts = {
  encf: encfArgument,
  ...place,
  attempt: option('--attempt <n>', 'un intento anterior; sin ella, el último', wholeNumber(1, attemptMax)),
};

/** Throws ECF_NOT_FOUND or ATTEMPT_NOT_FOUND. */
export async function documentOf(
  context: CliContext,
  wanted: {
    readonly encf: Encf;
    readonly company: string;
    readonly environment?: Environment;
    readonly attempt?: number;
  },
): Promise<DocumentRecord> {
  const { company, companyId, environment } = await placeOf(context, wanted.company, wanted.environment);
  const encf = wanted.encf.text;
  const found = await findDocument(context, { ...wanted, companyId, environment, encf });
  return doneOr(found, {
    ECF_NOT_FOUND: () => `No existe ${encf} en la empresa ${company.rnc}, ambiente ${environment}.`,
    ATTEMPT_NOT_FOUND: ({ latest }) =>
      `${encf} no tiene el intento ${wanted.attempt}; el último es el ${latest}.`,
  }).document;
}

export function actOn({ companyId, environment, encf }: DocumentRecord) {
  return { companyIds: [companyId], environment, target: encf };
}

const show = command({
  name: 'show',
  does: 'muestra un comprobante: estado, envíos, trackIds, qué espera y qué hacer',
  example: 'E310000000007 --company 999999982',
  takes: documentParts,
  work: async (context, wanted) => {
    const document = await documentOf(context, wanted);
    const { waiting, byHand, buyerDelivery, buyerApproval } = document;
    const advice = waiting === undefined ? null : adviceOnWait(waiting.reason, document.environment);
    const {
      contentFile: _file,
      requestId: _request,
      pending: _pending,
      ...shown
    } = withoutContents(document);
    const ended = endedDeliveries(document, context.clock());
    const parts = [
      documentFields(document),
      waiting && waitingFields(waiting, document.environment, context.clock()),
      document.verdict && verdictFields(document.verdict),
      buyerDelivery && buyerFields(buyerDelivery),
      buyerApproval && approvalFields(buyerApproval),
      byHand && `Anotado a mano\n${decisionsTable(byHand)}`,
      `Envíos (${document.submissionCount})\n${submissionsTable(document.submissions)}`,
      document.state === 'submitting' || document.state === 'submitted'
        ? `Para «document confirm», si mira ahora la DGII: ${seenOptions(document, ended)}`
        : undefined,
    ];
    return {
      data: { ...shown, status: statusOf(document), advice, endedDeliveries: ended },
      text: parts.filter((part) => part !== undefined).join('\n\n'),
    };
  },
});

const xml = command({
  name: 'xml',
  does: 'escribe el XML firmado, byte por byte',
  example: 'E310000000007 --company 999999982 -o E310000000007.xml',
  takes: {
    ...documentParts,
    output: option('-o, --output <archivo>', 'archivo nuevo; sin ella, la salida estándar', anyText),
  },
  work: async (context, { output, ...wanted }) => {
    const { encf, signed, attempt } = await documentOf(context, wanted);
    if (signed === undefined) throw new CliError('XML_NOT_SIGNED');
    if (output !== undefined) return writeKept(context, { encf, attempt, kept: signed }, output);
    const xml = (await keptBytes(context, signed)).toString('utf8');
    return { data: { encf, attempt, sha256: signed.sha256, xml }, text: xml, raw: true };
  },
});

interface Kept {
  readonly file: FileRef;
  readonly sha256: string;
}

async function keptBytes({ store }: CliContext, { file, sha256 }: Kept): Promise<Buffer> {
  const bytes = await store.getFileBytes(file);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new CliError('XML_ALTERED');
  return bytes;
}

/** Writes what the ledger keeps of a voucher to a new file, byte for byte. Throws XML_ALTERED. */
export async function writeKept(
  context: CliContext,
  { encf, attempt, kept }: Pick<DocumentRecord, 'encf' | 'attempt'> & { readonly kept: Kept },
  file: string,
) {
  const { sha256 } = kept;
  await writeNew(file, await keptBytes(context, kept));
  return { data: { encf, attempt, sha256, file }, text: `${file}: ${encf}, SHA-256 ${sha256}` };
}

const listParts = {
  ...place,
  company: option(
    '--company <empresa>',
    'RNC o id de la empresa; sin ella, todas (con --waiting o --pending)',
    anyText,
  ),
  type: option('--type <tipo>', 'tipo de e-CF', ecfType),
  state: option('--state <estado>', 'estado', Object.keys(documentStates) as DocumentState[]),
  pending: flag('--pending', 'solo los que no tienen resultado final'),
  olderThanMinutes: option(
    '--older-than-minutes <n>',
    'con --pending, sin --company: solo los recibidos hace tantos minutos o más',
    wholeNumber(0, olderThanMax),
  ),
  // Without a reason commander's value is true.
  waiting: option<WaitingReason | true>(
    '--waiting [motivo]',
    'solo los que esperan, por este motivo o por cualquiera',
    Object.keys(waitingReasons) as WaitingReason[],
  ),
  reference: option(
    '--reference <texto>',
    'los del número que se pidió con esta referencia externa',
    anyText,
  ),
  before: option('--before <e-NCF>', 'continúa por debajo de este e-NCF', encf),
  cursor: option('--cursor <texto>', 'sin --company: continúa donde terminó la página anterior', cursor),
  limit: withDefault('--limit <n>', 'cuántos', wholeNumber(1, listMax), 50),
};

const list = command({
  name: 'list',
  does:
    'lista comprobantes, de cada tipo el número más alto primero; sin --company, los que esperan, o los que no tienen resultado, de todas las ' +
    'empresas',
  example: '--waiting DGII_SILENT',
  more: 'De todas las empresas: --waiting muestra los que esperan; --pending con --older-than-minutes, los que llevan tanto tiempo sin resultado, el más atrasado primero.',
  takes: listParts,
  work: async (context, { company, ...wanted }) =>
    company === undefined ? listEverywhere(context, wanted) : listOfCompany(context, company, wanted),
});

type WantedDocuments = Omit<Values<typeof listParts>, 'company'>;

function listEverywhere(context: CliContext, wanted: WantedDocuments): Promise<Result> {
  const {
    environment,
    type,
    state,
    reference,
    before,
    pending,
    olderThanMinutes,
    waiting,
    cursor: after,
    limit,
  } = wanted;
  const onlyOfCompany = [environment, before, type, state, reference].some((one) => one !== undefined);
  const takesThese = pending
    ? waiting === undefined && after === undefined
    : waiting !== undefined && olderThanMinutes === undefined;
  if (onlyOfCompany || !takesThese)
    throw new CliError(
      'USAGE',
      'Sin --company van solo --waiting con --cursor y --limit, o --pending con --older-than-minutes y --limit.',
    );
  if (pending) return pendingEverywhere(context, { olderThanMinutes: olderThanMinutes ?? 0, limit }, summary);
  const reason = waiting === true ? undefined : waiting;
  return waitingEverywhere(
    context,
    { limit, ...(reason && { reason }), ...(after && { cursor: after }) },
    summary,
  );
}

async function listOfCompany(
  context: CliContext,
  company: string,
  { environment: where, waiting, olderThanMinutes, before, cursor: after, ...wanted }: WantedDocuments,
): Promise<Result> {
  if (after !== undefined) throw new CliError('USAGE', 'Con --company se continúa con --before.');
  if (olderThanMinutes !== undefined)
    throw new CliError('USAGE', '--older-than-minutes va solo con --pending y sin --company.');
  const { companyId, environment } = await placeOf(context, company, where);
  const documents = await context.store.listDocuments({
    companyId,
    environment,
    ...wanted,
    ...(waiting !== undefined && { waiting: waiting === true ? 'any' : waiting }),
    ...(before !== undefined && { beforeEncf: before.text }),
  });
  const last = documents.at(-1);
  const more =
    documents.length === wanted.limit && last !== undefined
      ? `\n\nPuede haber más: --before ${last.encf}`
      : '';
  const rows = table(documents, 'Ningún comprobante.', {
    'e-NCF': (one) => one.encf,
    Estado: statusOf,
    Motivo: (one) => one.waiting?.reason ?? '',
    'Monto total': (one) => one.montoTotal,
    Recibido: (one) => moment(one.receivedAt),
    trackId: (one) => one.trackIds.at(-1),
  });
  return { data: documents.map(summary), text: rows + more };
}

export function seenOptions({ attempt }: Pick<DocumentRecord, 'attempt'>, deliveries: number): string {
  return `${attempt === 1 ? '' : `--attempt ${attempt} `}--deliveries ${deliveries}`;
}

export const documentCommands = [show, xml, list];

function waitingFields(
  waiting: NonNullable<DocumentRecord['waiting']>,
  environment: Environment,
  now: Date,
): string {
  const { reason, since, nextTryAt } = waiting;
  return `Espera\n${fields({
    Motivo: `${reason}: ${waitingReasons[reason]}`,
    Desde: moment(since),
    'Próximo intento': nextTryText(nextTryAt, now),
    'Qué hacer': adviceOnWait(reason, environment),
  })}`;
}

function verdictFields(verdict: NonNullable<DocumentRecord['verdict']>): string {
  const { estado, codigoDgii, secuenciaUtilizada, mensajes } = verdict;
  return `Respuesta de la DGII\n${fields({
    Estado: `${estado} (código ${codigoDgii})`,
    'Secuencia utilizada': secuenciaUtilizada === null ? 'no lo dijo' : yesNo(secuenciaUtilizada),
    Mensajes: mensajes.map(({ codigo, valor }) => `${codigo}: ${valor}`).join('\n') || '—',
  })}`;
}

/** A time in the past means that the next try is running or about to start. */
function nextTryText(nextTryAt: Date, now: Date): string {
  return nextTryAt <= now ? 'en curso' : `${moment(nextTryAt)}, o ya con «document retry»`;
}

function documentFields(document: DocumentRecord): string {
  const { signed, earlierTrackIds } = document;
  return fields({
    'e-NCF': document.encf,
    Estado: `${statusOf(document)} (${document.state})`,
    Ambiente: document.environment,
    Intento: document.attempt,
    'Emisor → comprador': `${document.rncEmisor} → ${document.rncComprador || '—'}`,
    'Monto total': document.montoTotal,
    'Fecha de emisión': document.fechaEmision,
    Recibido: moment(document.receivedAt),
    Firmado: moment(signed?.signedAt),
    'En la DGII desde': moment(document.submittedAt),
    'Resultado final': moment(document.finalAt),
    'Se revisa a más tardar': moment(document.nextCheckAt),
    'Código de seguridad': signed?.securityCode ?? '—',
    'SHA-256 del XML': signed?.sha256 ?? '—',
    'X-Correlation-Id': document.correlationId,
    'Referencia externa': document.externalReference,
    trackIds: document.trackIds.join('\n') || '—',
    'trackIds de intentos anteriores': earlierTrackIds.join('\n') || undefined,
  });
}

function decisionsTable(decisions: readonly OperatorDecision[]): string {
  return table(decisions, '', {
    Cuándo: ({ at }) => moment(at),
    Quién: ({ by }) => by,
    Qué: ({ action }) => action,
    Nota: ({ note }) => note,
  });
}

function submissionsTable(submissions: readonly Delivery[]): string {
  return table(submissions, 'Ninguno todavía.', {
    'N.º': (one) => one.n,
    Inicio: (one) => moment(one.startedAt),
    Fin: (one) => moment(one.endedAt),
    Resultado: ({ outcome }) => outcomeText(outcome),
    HTTP: (one) => one.httpStatus,
    trackId: (one) => one.trackId,
    Códigos: (one) => one.codes?.join(' '),
    Destino: (one) => one.to,
    'Enviado por': (one) => one.host,
  });
}

/** The file contains a buyer's data, so only the operator may read it. */
export async function writeNew(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new CliError('FILE_EXISTS', `${path} ya existe; no se sobrescribe.`);
    throw new CliError('FILE_UNWRITABLE', `No se puede escribir ${path} (${code}).`);
  }
}

function summary(document: DocumentRecord) {
  const { encf, environment, attempt, state, montoTotal, fechaEmision, receivedAt, trackIds } = document;
  return {
    encf,
    environment,
    attempt,
    state,
    status: statusOf(document),
    waiting: document.waiting ?? null,
    montoTotal,
    fechaEmision,
    receivedAt,
    finalAt: document.finalAt ?? null,
    trackIds,
  };
}
