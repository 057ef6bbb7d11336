/**
 * `document retry | force | confirm | annul`: an operator's ways to end a voucher's wait. The last three write the operator's
 * decision into the record, with a note and the operator's name. The voucher's process then continues from there.
 */
import { Argument, Option, type Command } from 'commander';
import { documentStates } from '../../ecf/model/document-states.js';
import type { Encf } from '../../ecf/model/encf.js';
import type {
  ByHandOutcome,
  ByHandRefusal,
  Confirmation,
  Word,
} from '../../ledger/vouchers/operator-decisions.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { CliError, type CliErrorCode } from '../terminal/cli-error.js';
import { companyOf, type CliContext, type Run } from '../context.js';
import { findDocument, statusOf, type DocumentOptions } from './documents.js';
import { assertConsents } from '../terminal/production.js';
import type { Result, Warning } from '../terminal/result.js';
import { companyOption, environmentOption, subcommand } from '../terminal/spanish.js';
import { encf } from '../terminal/values.js';
import { waitingAdvice } from '../terminal/waiting-advice.js';

interface WordOptions extends DocumentOptions {
  readonly note: string;
  readonly yes?: boolean;
}

interface ConfirmOptions extends WordOptions {
  readonly trackId?: string;
}

const findings = [
  'accepted',
  'rejected',
  'received',
  'not-received',
] as const satisfies readonly Confirmation['found'][];

/** The error code for each refusal of the store. A voucher deleted since the lookup is reported as not found. */
const refusalCodes = {
  DOCUMENT_UNKNOWN: 'ECF_NOT_FOUND',
  ATTEMPT_OVER: 'ATTEMPT_OVER',
  ALREADY_FINAL: 'ALREADY_FINAL',
  IN_FLIGHT: 'IN_FLIGHT',
  MAY_HAVE_ARRIVED: 'MAY_HAVE_ARRIVED',
  NOTHING_OPEN: 'NOTHING_OPEN',
  TRACK_ID_INVALID: 'TRACK_ID_INVALID',
  NOTE_INVALID: 'NOTE_INVALID',
  CHANGED_MEANWHILE: 'CHANGED_MEANWHILE',
} as const satisfies Record<ByHandRefusal, CliErrorCode>;

export function documentChangeCommands(document: Command, run: Run): void {
  place(document, 'retry', 'intenta de nuevo ahora, sin esperar la pausa').action(
    (one: Encf, options: DocumentOptions) => run((context) => retry(context, one, options)),
  );
  word(
    document,
    'force',
    'lo envía aunque la secuencia haya vencido o no se sepa si llegó el envío anterior; si la DGII no admitió el archivo, lo genera ' +
      'de nuevo; vale para un solo envío',
  ).action((one: Encf, options: WordOptions) => run((context) => force(context, one, options)));
  word(document, 'confirm', 'anota lo que muestra la Oficina Virtual de la DGII, y sigue desde ahí')
    .addArgument(
      new Argument(
        '<hallazgo>',
        'accepted: aceptado; rejected: rechazado; received: recibido, con su trackId; not-received: no está ni estará',
      ).choices(findings),
    )
    .option('--track-id <trackId>', 'con received: el que muestra la DGII')
    .action((one: Encf, found: Confirmation['found'], options: ConfirmOptions) =>
      run((context) => confirm(context, one, found, options)),
    );
  word(
    document,
    'annul',
    'anota que el número fue anulado en la Oficina Virtual de la DGII: no se envía nunca; no vale si el comprobante pudo llegar',
  ).action((one: Encf, options: WordOptions) => run((context) => annul(context, one, options)));
}

function place(document: Command, name: string, description: string): Command {
  return subcommand(document, name, description)
    .argument('<e-NCF>', 'por ejemplo E310000000001', encf)
    .addOption(companyOption())
    .addOption(environmentOption());
}

function word(document: Command, name: string, description: string): Command {
  return place(document, name, description)
    .addOption(new Option('--note <texto>', 'qué se vio y dónde: queda en el registro').makeOptionMandatory())
    .option('--yes', 'no pide confirmación');
}

async function retry(context: CliContext, one: Encf, options: DocumentOptions): Promise<Result> {
  const document = await findDocument(context, one, options);
  if (document.final) throw alreadyFinal(document);
  await assertMaySend(context, document);
  await context.processes.wake(document);
  const { waiting } = document;
  return {
    data: { ...idOf(document), state: document.state, waiting: waiting ?? null },
    text: `Se intenta ahora: ${one.text} (${statusOf(document)}). «document show ${one.text}» dice en qué quedó.`,
    // A retry alone does not help a voucher that waits for one of these reasons.
    warnings:
      waiting?.reason === 'SEQUENCE_EXPIRED' || waiting?.reason === 'CONFIRM_BY_HAND'
        ? [{ code: waiting.reason, mensaje: waitingAdvice[waiting.reason] }]
        : [],
  };
}

async function force(context: CliContext, one: Encf, options: WordOptions): Promise<Result> {
  const document = await findDocument(context, one, options);
  await assertMaySend(context, document);
  return decide(context, document, options, {
    question: `${one.text} se enviará a la DGII (${document.environment}). Si ya llegó antes, puede quedar rechazado como repetido. ¿Enviarlo?`,
    apply: (ref, said) => context.store.forceDocument(ref, said),
    done: `${one.text} se envía ahora, una sola vez.`,
  });
}

async function confirm(
  context: CliContext,
  one: Encf,
  found: Confirmation['found'],
  options: ConfirmOptions,
): Promise<Result> {
  const confirmation = confirmationOf(found, options.trackId);
  const document = await findDocument(context, one, options);
  if (found === 'not-received') await assertMaySend(context, document);
  return decide(context, document, options, {
    question: `${one.text} (${document.environment}): la Oficina Virtual de la DGII lo muestra como ${seen[found]}. ¿Es así?`,
    apply: (ref, said) => context.store.confirmDocument(ref, confirmation, said),
    done: `${one.text}: ${then[found]}.`,
  });
}

async function annul(context: CliContext, one: Encf, options: WordOptions): Promise<Result> {
  const document = await findDocument(context, one, options);
  return decide(context, document, options, {
    question: `${one.text} (${document.environment}) queda anulado y no se envía nunca. ¿Ya se anuló en la Oficina Virtual de la DGII?`,
    apply: (ref, said) => context.store.annulDocument(ref, said),
    done: `${one.text} queda anulado.`,
  });
}

const seen = {
  accepted: 'aceptado',
  rejected: 'rechazado',
  received: 'recibido, sin resultado',
  'not-received': 'no recibido',
} as const satisfies Record<Confirmation['found'], string>;

const then = {
  accepted: 'queda aceptado',
  rejected: 'queda rechazado',
  received: 'se consulta su resultado',
  'not-received': 'se envía de nuevo el mismo archivo',
} as const satisfies Record<Confirmation['found'], string>;

function confirmationOf(found: Confirmation['found'], trackId: string | undefined): Confirmation {
  if (found === 'received') {
    if (trackId === undefined) throw new CliError('USAGE', 'Con received falta --track-id.');
    return { found, trackId };
  }
  if (trackId !== undefined) throw new CliError('USAGE', '--track-id va solo con received.');
  return { found };
}

interface Decision {
  readonly question: string;
  readonly apply: (ref: AttemptRef, word: Word) => Promise<ByHandOutcome>;
  readonly done: string;
}

/** Asks the operator to confirm, writes the decision, and wakes the voucher's process. */
async function decide(
  context: CliContext,
  document: DocumentRecord,
  { note, yes = false }: WordOptions,
  { question, apply, done }: Decision,
): Promise<Result> {
  if (document.final && document.state !== 'annulled') throw alreadyFinal(document);
  if (!yes) await context.confirm(question);
  const { companyId, environment, encf: text, attempt } = document;
  const said = { by: context.operator, note, now: context.clock() };
  const outcome = await apply({ companyId, environment, encf: text, attempt }, said);
  if (outcome.outcome === 'refused') {
    if (outcome.refusal === 'ALREADY_FINAL' && outcome.document !== undefined)
      throw alreadyFinal(outcome.document);
    throw new CliError(refusalCodes[outcome.refusal]);
  }
  const after = outcome.document;
  const warnings = await wake(context, after);
  return {
    data: {
      ...idOf(after),
      state: after.state,
      status: statusOf(after),
      byHand: after.byHand?.at(-1) ?? null,
    },
    text: `${done} Anotado: ${said.by}: ${note}`,
    warnings,
  };
}

/** The decision is already in the ledger: if this fails, the worker finds it at its next check. */
async function wake(context: CliContext, document: DocumentRecord): Promise<Warning[]> {
  try {
    await context.processes.wake(document);
    return [];
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [
      { code: error.code, mensaje: `Queda anotado y el servicio sigue solo más tarde. ${error.message}` },
    ];
  }
}

function alreadyFinal(document: DocumentRecord): CliError {
  const { status } = documentStates[document.state];
  return new CliError('ALREADY_FINAL', `${document.encf} ya tiene su resultado final: ${status}.`, {
    state: document.state,
    status,
  });
}

/** Without both consents the worker would not send the voucher. */
async function assertMaySend(context: CliContext, { companyId, environment }: DocumentRecord): Promise<void> {
  if (environment !== 'production') return;
  const company = await companyOf(context, String(companyId));
  assertConsents(context, company, 'el de la empresa: «company environment set» con --allow-production');
}

function idOf({ encf: text, environment, attempt }: DocumentRecord) {
  return { encf: text, environment, attempt };
}
