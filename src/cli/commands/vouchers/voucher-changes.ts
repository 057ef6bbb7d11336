/**
 * `document retry | resend | force | confirm | annul`: an operator's ways to end a voucher's wait. The last three write the operator's
 * decision into the record, with a note and the operator's name. The voucher's run then continues from there.
 */
import { dgiiPlace } from '../../../ecf/messages/dgii-places.js';
import type { Environment } from '../../../ecf/model/environments.js';
import type { DocumentRecord } from '../../../ledger/vouchers/document-record.js';
import { mayBeResent } from '../../../ledger/vouchers/live-document.js';
import type { Confirmation } from '../../../ledger/vouchers/operator-decisions.js';
import {
  decide,
  decisionRefusal,
  retry,
  type Decision,
  type DecisionRefusal,
} from '../../../services/vouchers/decide-voucher.js';
import { statusOf } from '../../../services/vouchers/find-voucher.js';
import { resend, resendRefusal } from '../../../services/vouchers/resend-voucher.js';
import { argument, command, flag, option, required, withDefault, type Values } from '../../command.js';
import type { ChangingContext } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { doneOr, errorOf, type Texts } from '../../terminal/done-or.js';
import type { Result } from '../../terminal/result.js';
import { anyText, wholeNumber } from '../../terminal/values.js';
import { adviceOnWait } from '../../terminal/waiting-advice.js';
import { actOn, attemptMax, documentOf, seenOptions } from './vouchers.js';
import { encfArgument, place } from '../parts.js';

const findings = {
  accepted: { seen: 'aceptado', then: 'queda aceptado' },
  rejected: { seen: 'rechazado', then: 'queda rechazado' },
  received: { seen: 'recibido, sin resultado', then: 'se consulta su resultado' },
  'not-received': { seen: 'no recibido', then: 'se envía de nuevo el mismo archivo' },
} as const satisfies Record<Confirmation['found'], { readonly seen: string; readonly then: string }>;

const documentParts = { encf: encfArgument, ...place };

const decisionParts = {
  ...documentParts,
  note: required('--note <texto>', 'qué se vio y dónde: queda en el registro', anyText),
  yes: flag('--yes', 'no pide confirmación'),
};

const decisionMore =
  'En el comprobante queda quién lo decidió, cuándo y la nota. Se rehúsa mientras hay un envío en curso (IN_FLIGHT). El proceso del ' +
  'comprobante sigue enseguida; sin Temporal, más tarde. En producción exige los dos consentimientos, como todo envío.';

const retryNow = command({
  name: 'retry',
  does: 'intenta de nuevo ahora, sin esperar la pausa',
  example: 'E310000000007 --company 999999982',
  more: 'Si no hay un proceso abierto para el comprobante, inicia uno. Necesita Temporal y un worker.',
  takes: documentParts,
  changes: 'voucher.retry',
  work: async (context, wanted) => {
    const document = await documentOf(context, wanted);
    doneOr(await retry(await context.begin(actOn(document)), document), {
      ALREADY_FINAL: ({ status }) =>
        mayBeResent(document)
          ? `El comprobante ya tiene su resultado final: ${status}. El número quedó libre: envíelo otra vez con «document resend».`
          : undefined,
    });
    const { encf, environment, attempt, state, waiting } = document;
    // A retry alone does not help a voucher that waits for one of these reasons.
    const needsMore = waiting?.reason === 'SEQUENCE_EXPIRED' || waiting?.reason === 'CONFIRM_BY_HAND';
    return {
      data: { encf, environment, attempt, state, waiting: waiting ?? null },
      text: `Se intenta ahora: ${encf} (${statusOf(document)}). «document show ${encf}» dice en qué quedó.`,
      warnings: needsMore
        ? [{ code: waiting.reason, mensaje: adviceOnWait(waiting.reason, environment) }]
        : [],
    };
  },
});

const resendAgain = command({
  name: 'resend',
  does: 'envía otra vez el mismo contenido con su número, si quedó libre',
  example: 'E310000000007 --company 999999982 --note "RNC activo"',
  more: 'Vale si la DGII dejó libre el número, o si el comprobante nunca se envió: es un intento nuevo.',
  takes: decisionParts,
  changes: 'voucher.resend',
  work: async (context, { note, yes, ...wanted }) => {
    const document = await documentOf(context, wanted);
    const refusal = await resendRefusal(context, document);
    if (refusal !== undefined) throw errorOf(refusal);
    const { encf, environment } = document;
    if (!yes)
      await context.confirm(
        `${encf} (${environment}) se firma y se envía otra vez con el mismo contenido. Si la causa sigue, la DGII lo rechaza otra vez, y ` +
          'puede dar el número por utilizado. ¿Enviarlo?',
      );
    const by = context.operator;
    const begun = await context.begin(actOn(document));
    const { document: after } = doneOr(await resend(begun, document, { by, note }));
    const wake = await begun.processes.wake(after);
    return {
      data: { encf, environment, attempt: after.attempt, state: after.state, status: statusOf(after) },
      text: `${encf} se envía otra vez: intento ${after.attempt}. Anotado: ${by}: ${note}`,
      warnings: [wake.outcome === 'refused' ? notWoken(errorOf(wake)) : undefined],
    };
  },
});

const force = command({
  name: 'force',
  does:
    'lo envía aunque la secuencia haya vencido o no se sepa si llegó el envío anterior; si la DGII no admitió el archivo, lo genera ' +
    'de nuevo; vale para un solo envío',
  example: 'E310000000007 --company 999999982 --note "DGII prorrogó"',
  more: decisionMore,
  takes: decisionParts,
  changes: 'voucher.force',
  work: (context, values) => decideOn(context, values, { action: 'force' }),
});

const confirm = command({
  name: 'confirm',
  does: 'anota lo que muestra la DGII (en certificación, el contador de su portal), y sigue desde ahí',
  example: 'E310000000007 rejected --company 999999982 --deliveries 2 --note "OFV, 20-11"',
  more: `Lea primero «document show», mire después la DGII, y anote entonces lo que muestra, con los --deliveries y el --attempt que decía. Si entretanto hubo otro envío, la respuesta es CHANGED_MEANWHILE y se mira otra vez. accepted no lleva --deliveries.
${decisionMore}`,
  takes: {
    ...decisionParts,
    found: argument(
      '<hallazgo>',
      'accepted: aceptado; rejected: rechazado; received: recibido, con su trackId; not-received: no está ni estará',
      Object.keys(findings) as Confirmation['found'][],
    ),
    deliveries: option(
      '--deliveries <n>',
      'salvo con accepted: los envíos que «document show» decía antes de mirar la DGII',
      wholeNumber(0, 1e6),
    ),
    attempt: withDefault(
      '--attempt <n>',
      'el intento que «document show» mostraba',
      wholeNumber(1, attemptMax),
      1,
    ),
    trackId: option('--track-id <trackId>', 'con received: el que muestra la DGII', anyText),
  },
  changes: 'voucher.confirm',
  work: (context, { found, trackId, deliveries, ...values }) =>
    decideOn(context, values, {
      action: 'confirm',
      confirmation: confirmationOf(found, trackId, deliveries),
    }),
});

const annul = command({
  name: 'annul',
  does: 'anota que el número fue anulado en la DGII: no se envía nunca; no vale si el comprobante pudo llegar',
  example: 'E310000000007 --company 999999982 --note "ANECF 124"',
  more: decisionMore,
  takes: decisionParts,
  changes: 'voucher.annul',
  work: (context, values) => decideOn(context, values, { action: 'annul' }),
});

export const documentChangeCommands = [retryNow, resendAgain, force, confirm, annul];

function confirmationOf(
  found: Confirmation['found'],
  trackId: string | undefined,
  deliveries: number | undefined,
): Confirmation {
  if (found !== 'received' && trackId !== undefined)
    throw new CliError('USAGE', '--track-id va solo con received.');
  if (found === 'accepted') return { found };
  if (deliveries === undefined)
    throw new CliError(
      'USAGE',
      `Con ${found} falta --deliveries: «document show» lo dice. Mire la DGII después de leerlo, y repita la orden.`,
    );
  if (found !== 'received') return { found, deliveries };
  if (trackId === undefined) throw new CliError('USAGE', 'Con received falta --track-id.');
  return { found, trackId, deliveries };
}

function textsOf(decision: Decision, one: string, environment: Environment) {
  switch (decision.action) {
    case 'force':
      return {
        question: `${one} se enviará a la DGII (${environment}). Si ya llegó antes, puede quedar rechazado como repetido. ¿Enviarlo?`,
        done: `${one} se envía ahora, una sola vez.`,
      };
    case 'confirm': {
      const { seen, then } = findings[decision.confirmation.found];
      return {
        question: `${one} (${environment}): ${dgiiPlace(environment).shows} lo muestra como ${seen}. ¿Es así?`,
        done: `${one}: ${then}.`,
      };
    }
    case 'annul':
      return {
        question:
          `${one} (${environment}) queda anulado y no se envía nunca. ` +
          // In certification DGII annuls no numbers.
          (environment === 'certification' ? '¿Anularlo?' : '¿Ya se anuló en la Oficina Virtual de la DGII?'),
        done: `${one} queda anulado.`,
      };
  }
}

async function decideOn(
  context: ChangingContext,
  { note, yes, attempt: seen, ...wanted }: Values<typeof decisionParts> & { readonly attempt?: number },
  decision: Decision,
): Promise<Result> {
  const document = await documentOf(context, wanted);
  // What DGII showed of an earlier attempt says nothing about this one.
  if (seen !== undefined && seen !== document.attempt) throw new CliError('ATTEMPT_OVER');
  const { question, done } = textsOf(decision, document.encf, document.environment);
  const refusal = await decisionRefusal(context, document, decision);
  const texts = decisionTexts(document, decision, wanted.company);
  if (refusal !== undefined) throw errorOf(refusal, texts);
  if (!yes) await context.confirm(question);
  const by = context.operator;
  const begun = await context.begin(actOn(document));
  const { document: after } = doneOr(await decide(begun, document, decision, { by, note }), texts);
  const wake = await begun.processes.wake(after);
  const { encf, environment, attempt, state, byHand } = after;
  return {
    data: { encf, environment, attempt, state, status: statusOf(after), byHand: byHand?.at(-1) ?? null },
    text: `${done} Anotado: ${by}: ${note}`,
    warnings: [wake.outcome === 'refused' ? notWoken(errorOf(wake)) : undefined],
  };
}

function decisionTexts(
  document: DocumentRecord,
  decision: Decision,
  company: string,
): Texts<DecisionRefusal> {
  const { encf, environment } = document;
  return {
    CHANGED_MEANWHILE: ({ deliveries }) => {
      if (deliveries === undefined || decision.action !== 'confirm') return undefined;
      const { confirmation } = decision;
      const { found } = confirmation;
      const options = [
        seenOptions(document, deliveries),
        ...(confirmation.found === 'received' ? [`--track-id ${confirmation.trackId}`] : []),
      ].join(' ');
      return (
        `Hubo otro envío después de lo que usted vio: vea «document show ${encf}» y mire otra vez ${dgiiPlace(environment).shows}. ` +
        `Si lo muestra como ${findings[found].seen}, repita: document confirm ${encf} ${found} --company ${company} ` +
        `--environment ${environment} ${options} --note '…'`
      );
    },
    MAY_HAVE_ARRIVED: () =>
      `La DGII lo tiene, o puede tenerlo: ${dgiiPlace(environment).lookUp} y anote lo que muestra con «document confirm».`,
  };
}

function notWoken({ code, message }: CliError) {
  return { code, mensaje: `Queda anotado y el servicio sigue solo más tarde. ${message}` };
}
