/**
 * `document retry | force | confirm | annul`: an operator's ways to end a voucher's wait. The last three write the operator's
 * decision into the record, with a note and the operator's name. The voucher's process then continues from there.
 */
import { Argument, Option, type Command } from 'commander';
import type { Encf } from '../../ecf/model/encf.js';
import type { Confirmation } from '../../ledger/vouchers/operator-decisions.js';
import { decide, decisionRefusal, retry, type Decision } from '../../operator/decisions.js';
import { statusOf } from '../../operator/documents.js';
import { CliError } from '../terminal/cli-error.js';
import type { CliContext, Run } from '../context.js';
import { documentOf, type DocumentOptions } from './documents.js';
import { doneOr, errorOf } from '../terminal/done-or.js';
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

export function documentChangeCommands(document: Command, run: Run): void {
  place(document, 'retry', 'intenta de nuevo ahora, sin esperar la pausa').action(
    (one: Encf, options: DocumentOptions) => run((context) => retryNow(context, one, options)),
  );
  word(
    document,
    'force',
    'lo envía aunque la secuencia haya vencido o no se sepa si llegó el envío anterior; si la DGII no admitió el archivo, lo genera ' +
      'de nuevo; vale para un solo envío',
  ).action((one: Encf, options: WordOptions) =>
    run((context) => decideOn(context, one, options, { action: 'force' })),
  );
  word(document, 'confirm', 'anota lo que muestra la Oficina Virtual de la DGII, y sigue desde ahí')
    .addArgument(
      new Argument(
        '<hallazgo>',
        'accepted: aceptado; rejected: rechazado; received: recibido, con su trackId; not-received: no está ni estará',
      ).choices(findings),
    )
    .option('--track-id <trackId>', 'con received: el que muestra la DGII')
    .action((one: Encf, found: Confirmation['found'], options: ConfirmOptions) =>
      run((context) =>
        decideOn(context, one, options, {
          action: 'confirm',
          confirmation: confirmationOf(found, options.trackId),
        }),
      ),
    );
  word(
    document,
    'annul',
    'anota que el número fue anulado en la Oficina Virtual de la DGII: no se envía nunca; no vale si el comprobante pudo llegar',
  ).action((one: Encf, options: WordOptions) =>
    run((context) => decideOn(context, one, options, { action: 'annul' })),
  );
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

async function retryNow(context: CliContext, one: Encf, options: DocumentOptions): Promise<Result> {
  const document = await documentOf(context, one, options);
  doneOr(await retry(context, document));
  const { encf: text, environment, attempt, state, waiting } = document;
  return {
    data: { encf: text, environment, attempt, state, waiting: waiting ?? null },
    text: `Se intenta ahora: ${text} (${statusOf(document)}). «document show ${text}» dice en qué quedó.`,
    // A retry alone does not help a voucher that waits for one of these reasons.
    warnings:
      waiting?.reason === 'SEQUENCE_EXPIRED' || waiting?.reason === 'CONFIRM_BY_HAND'
        ? [{ code: waiting.reason, mensaje: waitingAdvice[waiting.reason] }]
        : [],
  };
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

/** What the operator confirms, and what the answer says afterwards. */
function wordsOf(decision: Decision, one: string, environment: string) {
  switch (decision.action) {
    case 'force':
      return {
        question: `${one} se enviará a la DGII (${environment}). Si ya llegó antes, puede quedar rechazado como repetido. ¿Enviarlo?`,
        done: `${one} se envía ahora, una sola vez.`,
      };
    case 'confirm': {
      const { found } = decision.confirmation;
      return {
        question: `${one} (${environment}): la Oficina Virtual de la DGII lo muestra como ${seen[found]}. ¿Es así?`,
        done: `${one}: ${then[found]}.`,
      };
    }
    case 'annul':
      return {
        question: `${one} (${environment}) queda anulado y no se envía nunca. ¿Ya se anuló en la Oficina Virtual de la DGII?`,
        done: `${one} queda anulado.`,
      };
  }
}

/** Asks the operator to confirm what would not be refused, and writes the decision. */
async function decideOn(
  context: CliContext,
  one: Encf,
  { note, yes = false, ...options }: WordOptions,
  decision: Decision,
): Promise<Result> {
  const document = await documentOf(context, one, options);
  const { question, done } = wordsOf(decision, one.text, document.environment);
  const refusal = await decisionRefusal(context, document, decision);
  if (refusal !== undefined) throw errorOf(refusal);
  if (!yes) await context.confirm(question);
  const by = context.operator;
  const { document: after, wake } = doneOr(await decide(context, document, decision, { by, note }));
  const { encf: text, environment, attempt, state, byHand } = after;
  return {
    data: {
      encf: text,
      environment,
      attempt,
      state,
      status: statusOf(after),
      byHand: byHand?.at(-1) ?? null,
    },
    text: `${done} Anotado: ${by}: ${note}`,
    warnings: wake.outcome === 'refused' ? [notWoken(errorOf(wake))] : [],
  };
}

function notWoken({ code, message }: CliError): Warning {
  return { code, mensaje: `Queda anotado y el servicio sigue solo más tarde. ${message}` };
}
