/** `document show | xml | list`: vouchers in the ledger. Read-only: a voucher's workflow alone decides its fate. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import {
  documentStates,
  waitingReasons,
  type DocumentState,
  type WaitingReason,
} from '../../ecf/model/document-states.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Encf } from '../../ecf/model/encf.js';
import type { OperatorDecision, DocumentRecord, Submission } from '../../ledger/vouchers/document-record.js';
import { withoutContents } from '../../ledger/mongo/files.js';
import { findDocument, statusOf } from '../../operator/documents.js';
import { CliError } from '../terminal/cli-error.js';
import { placeOf, type CliContext, type PlaceOptions, type Run } from '../context.js';
import { doneOr } from '../terminal/done-or.js';
import { fields, table, type Result } from '../terminal/result.js';
import { companyOption, environmentOption, group, subcommand } from '../terminal/spanish.js';
import { moment } from '../terminal/text.js';
import { ecfType, encf, wholeNumber } from '../terminal/values.js';
import { waitingAdvice } from '../terminal/waiting-advice.js';

export interface DocumentOptions extends PlaceOptions {
  readonly attempt?: number;
  readonly output?: string;
}

interface ListOptions extends DocumentOptions {
  readonly type?: EcfType;
  readonly state?: DocumentState;
  readonly pending?: boolean;
  readonly waiting?: WaitingReason | true;
  readonly before?: Encf;
  readonly limit: number;
}

const listMax = 1_000;
/** A client retries a number after a rejection that left it free. People do this, so there are never thousands of attempts. */
const attemptMax = 10_000;

export function documentCommands(program: Command, run: Run): Command {
  const document = group(program, 'document', 'comprobantes en el registro');

  subcommand(document, 'show', 'muestra un comprobante: estado, envíos, trackIds, qué espera y qué hacer')
    .argument('<e-NCF>', 'por ejemplo E310000000001', encf)
    .addOption(companyOption())
    .addOption(environmentOption())
    .addOption(attemptOption())
    .action((one: Encf, options: DocumentOptions) => run((context) => showDocument(context, one, options)));

  subcommand(document, 'xml', 'escribe el XML firmado, byte por byte')
    .argument('<e-NCF>', 'por ejemplo E310000000001', encf)
    .addOption(companyOption())
    .addOption(environmentOption())
    .addOption(attemptOption())
    .option('-o, --output <archivo>', 'archivo nuevo; sin ella, la salida estándar')
    .action((one: Encf, options: DocumentOptions) => run((context) => writeXml(context, one, options)));

  subcommand(document, 'list', 'lista comprobantes, de cada tipo el número más alto primero')
    .addOption(companyOption())
    .addOption(environmentOption())
    .addOption(new Option('--type <tipo>', 'tipo de e-CF').argParser(ecfType))
    .addOption(new Option('--state <estado>', 'estado').choices(Object.keys(documentStates)))
    .option('--pending', 'solo los que no tienen resultado final')
    .addOption(
      new Option('--waiting [motivo]', 'solo los que esperan, por este motivo o por cualquiera').choices(
        Object.keys(waitingReasons),
      ),
    )
    .addOption(new Option('--before <e-NCF>', 'continúa por debajo de este e-NCF').argParser(encf))
    .addOption(new Option('--limit <n>', 'cuántos').argParser(wholeNumber(1, listMax)).default(50))
    .action((options: ListOptions) => run((context) => listDocuments(context, options)));
  return document;
}

function attemptOption(): Option {
  return new Option('--attempt <n>', 'un intento anterior; sin ella, el último').argParser(
    wholeNumber(1, attemptMax),
  );
}

/** Throws ECF_NOT_FOUND or ATTEMPT_NOT_FOUND. */
export async function documentOf(
  context: CliContext,
  { text: encf }: Encf,
  options: DocumentOptions,
): Promise<DocumentRecord> {
  const { company, companyId, environment } = await placeOf(context, options);
  const { attempt } = options;
  const wanted = { companyId, environment, encf, ...(attempt === undefined ? {} : { attempt }) };
  const { document } = doneOr(await findDocument(context, wanted), {
    ECF_NOT_FOUND: () => `No existe ${encf} en la empresa ${company.rnc}, ambiente ${environment}.`,
    ATTEMPT_NOT_FOUND: ({ latest }) => `${encf} no tiene el intento ${attempt}; el último es el ${latest}.`,
  });
  return document;
}

async function showDocument(context: CliContext, one: Encf, options: DocumentOptions): Promise<Result> {
  const document = await documentOf(context, one, options);
  const { waiting, verdict } = document;
  const advice = waiting === undefined ? null : waitingAdvice[waiting.reason];
  const { contentFile: _file, requestId: _request, ...shown } = withoutContents(document);
  const parts = [
    documentFields(document),
    ...(waiting === undefined
      ? []
      : [
          `Espera\n${fields([
            ['Motivo', `${waiting.reason}: ${waitingReasons[waiting.reason]}`],
            ['Desde', moment(waiting.since)],
            ['Próximo intento', nextTryText(waiting.nextTryAt, context.clock())],
            ['Qué hacer', waitingAdvice[waiting.reason]],
          ])}`,
        ]),
    ...(verdict === undefined
      ? []
      : [
          `Respuesta de la DGII\n${fields([
            ['Estado', `${verdict.estado} (código ${verdict.codigoDgii})`],
            [
              'Secuencia utilizada',
              { true: 'sí', false: 'no', null: 'no lo dijo' }[`${verdict.secuenciaUtilizada}`],
            ],
            [
              'Mensajes',
              verdict.mensajes.map(({ codigo, valor }) => `${codigo}: ${valor}`).join('\n') || '—',
            ],
          ])}`,
        ]),
    ...(document.byHand === undefined ? [] : [`Anotado a mano\n${decisionsTable(document.byHand)}`]),
    `Envíos (${document.submissionCount})\n${submissionsTable(document.submissions)}`,
  ];
  return {
    data: { ...shown, status: statusOf(document), advice },
    text: parts.join('\n\n'),
  };
}

/** A time in the past means that the next try is running or about to start. */
function nextTryText(nextTryAt: Date | undefined, now: Date): string {
  if (nextTryAt === undefined) return '—';
  return nextTryAt <= now ? 'en curso' : `${moment(nextTryAt)}, o ya con «document retry»`;
}

function documentFields(document: DocumentRecord): string {
  const { signed } = document;
  return fields([
    ['e-NCF', document.encf],
    ['Estado', `${statusOf(document)} (${document.state})`],
    ['Ambiente', document.environment],
    ['Intento', String(document.attempt)],
    ['Emisor → comprador', `${document.rncEmisor} → ${document.rncComprador || '—'}`],
    ['Monto total', document.montoTotal],
    ['Fecha de emisión', document.fechaEmision],
    ['Recibido', moment(document.receivedAt)],
    ['Firmado', moment(signed?.signedAt)],
    ['En la DGII desde', moment(document.submittedAt)],
    ['Resultado final', moment(document.finalAt)],
    ['Se revisa a más tardar', moment(document.nextCheckAt)],
    ['Código de seguridad', signed?.securityCode ?? '—'],
    ['SHA-256 del XML', signed?.sha256 ?? '—'],
    ['X-Correlation-Id', document.correlationId],
    ['trackIds', document.trackIds.join('\n') || '—'],
    ...(document.earlierTrackIds.length === 0
      ? []
      : [['trackIds de intentos anteriores', document.earlierTrackIds.join('\n')] as const]),
  ]);
}

function decisionsTable(words: readonly OperatorDecision[]): string {
  return table(
    ['Cuándo', 'Quién', 'Qué', 'Nota'],
    words.map(({ at, by, action, note }) => [moment(at), by, action, note]),
  );
}

const outcomeTexts = {
  received: 'recibido',
  found: 'encontrado en la DGII',
  refused: 'rehusado',
  'not-sent': 'no salió',
  lost: 'no llegó',
} as const satisfies Record<NonNullable<Submission['outcome']>, string>;

function submissionsTable(submissions: readonly Submission[]): string {
  if (submissions.length === 0) return 'Ninguno todavía.';
  return table(
    ['N.º', 'Inicio', 'Fin', 'Resultado', 'HTTP', 'trackId', 'Códigos', 'Destino', 'Enviado por'],
    submissions.map((one) => [
      String(one.n),
      moment(one.startedAt),
      moment(one.endedAt),
      one.outcome === undefined ? 'sin respuesta: pudo haber llegado' : outcomeTexts[one.outcome],
      one.httpStatus === undefined ? '—' : String(one.httpStatus),
      one.trackId ?? '—',
      one.codes?.join(' ') ?? '—',
      one.to ?? '—',
      one.host,
    ]),
  );
}

async function writeXml(context: CliContext, one: Encf, options: DocumentOptions): Promise<Result> {
  const { signed, attempt } = await documentOf(context, one, options);
  if (signed === undefined) throw new CliError('XML_NOT_SIGNED');
  const xml = await context.store.getFile(signed.file);
  if (createHash('sha256').update(xml, 'utf8').digest('hex') !== signed.sha256)
    throw new CliError('XML_ALTERED');
  const about = { encf: one.text, attempt, sha256: signed.sha256 };
  if (options.output === undefined) return { data: { ...about, xml }, text: xml, raw: true };
  await writeNew(options.output, xml);
  return {
    data: { ...about, file: options.output },
    text: `${options.output}: ${one.text}, SHA-256 ${signed.sha256}`,
  };
}

/** The file contains a buyer's data, so only the operator may read it. */
async function writeNew(path: string, content: string): Promise<void> {
  try {
    await writeFile(path, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new CliError('FILE_EXISTS', `${path} ya existe; no se sobrescribe.`);
    throw new CliError('FILE_UNWRITABLE', `No se puede escribir ${path} (${code}).`);
  }
}

async function listDocuments(context: CliContext, options: ListOptions): Promise<Result> {
  const { companyId, environment } = await placeOf(context, options);
  const { type, state, pending, waiting, before, limit } = options;
  const documents = await context.store.listDocuments({
    ...{ companyId, environment },
    ...(type === undefined ? {} : { type }),
    ...(state === undefined ? {} : { state }),
    ...(pending === undefined ? {} : { pending }),
    ...(waiting === undefined ? {} : { waiting: waiting === true ? 'any' : waiting }),
    ...(before === undefined ? {} : { beforeEncf: before.text }),
    limit,
  });
  const rows = documents.map((one) => [
    one.encf,
    statusOf(one),
    one.waiting?.reason ?? '',
    one.montoTotal,
    moment(one.receivedAt),
    one.trackIds.at(-1) ?? '—',
  ]);
  const last = documents.at(-1);
  const more =
    documents.length === limit && last !== undefined ? `\n\nPuede haber más: --before ${last.encf}` : '';
  return {
    data: documents.map(summary),
    text:
      documents.length === 0
        ? 'Ningún comprobante.'
        : table(['e-NCF', 'Estado', 'Motivo', 'Monto total', 'Recibido', 'trackId'], rows) + more,
  };
}

function summary(document: DocumentRecord) {
  const {
    encf: one,
    environment,
    attempt,
    state,
    waiting,
    montoTotal,
    fechaEmision,
    receivedAt,
    finalAt,
  } = document;
  return {
    ...{ encf: one, environment, attempt, state, status: statusOf(document), waiting: waiting ?? null },
    ...{ montoTotal, fechaEmision, receivedAt, finalAt: finalAt ?? null, trackIds: document.trackIds },
  };
}
