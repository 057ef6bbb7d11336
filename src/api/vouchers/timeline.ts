/** The history of one attempt of a voucher, oldest event first, in words for people. */
import { outcomeText } from '../../ecf/messages/deliveries.js';
import { documentStates, waitingReasons } from '../../ecf/model/document-states.js';
import type { VoucherMailRecord } from '../../ledger/mail/mail-record.js';
import type { DocumentRecord, OperatorDecision } from '../../ledger/vouchers/document-record.js';
import { mailReasonOf } from '../../services/mail/mail-reason.js';

interface TimelineEvent {
  readonly fecha: Date;
  readonly kind:
    | 'received'
    | 'signed'
    | 'delivery'
    | 'delivery-ended'
    | 'submitted'
    | 'waiting'
    | 'decision'
    | 'final'
    | 'mail'
    | 'mail-sent'
    | 'mail-failed';
  readonly texto: string;
}

/** @param mails to the customer, of any attempt */
export function timelineOf(
  document: DocumentRecord,
  mails: readonly VoucherMailRecord[],
): readonly TimelineEvent[] {
  const {
    receivedAt,
    signed,
    submissions,
    submittedAt,
    waiting,
    byHand = [],
    finalAt,
    final,
    state,
  } = document;
  const events = [
    event(receivedAt, 'received', receivedText(document)),
    event(signed?.signedAt, 'signed', 'Firmado'),
    ...submissions.flatMap((one) => [
      event(one.startedAt, 'delivery', `Envío ${one.n} a la DGII`),
      event(one.endedAt, 'delivery-ended', `Envío ${one.n}: ${outcomeText(one.outcome)}`),
    ]),
    event(submittedAt, 'submitted', 'La DGII lo tiene'),
    ...byHand.map((one) => event(one.at, 'decision', `${decisionTexts[one.action]}: ${one.by}`)),
    final ? undefined : event(waiting?.since, 'waiting', waiting && waitingReasons[waiting.reason]),
    event(finalAt, 'final', documentStates[state].status),
    ...mails.filter(({ data }) => data.attempt === document.attempt).flatMap(mailEvents),
  ];
  return events.filter((one) => one !== undefined).sort((a, b) => a.fecha.getTime() - b.fecha.getTime());
}

function mailEvents({ to, state, code, data: { by }, createdAt, endedAt }: VoucherMailRecord) {
  const waits = state === 'queued' && code !== undefined ? `; espera: ${mailReasonOf(code)}` : '';
  return [
    event(createdAt, 'mail', `Correo al cliente, ${to}, enviado por ${by}${waits}`),
    ...(state === 'sent' ? [event(endedAt, 'mail-sent', `El servidor de correo tomó el de ${to}`)] : []),
    ...(state === 'failed'
      ? [event(endedAt, 'mail-failed', `El correo a ${to} no salió: ${mailReasonOf(code ?? '')}`)]
      : []),
  ];
}

function event(
  fecha: Date | undefined,
  kind: TimelineEvent['kind'],
  texto: string | undefined,
): TimelineEvent | undefined {
  return fecha === undefined || texto === undefined ? undefined : { fecha, kind, texto };
}

function receivedText({ issuedBy, attempt }: DocumentRecord): string {
  const received = attempt === 1 ? 'Recibido' : `Recibido: intento ${attempt}`;
  return issuedBy === undefined ? received : `${received}, emitido por ${issuedBy.by}`;
}

const decisionTexts = {
  force: 'Se ordenó enviarlo',
  annul: 'Se anotó como anulado en la DGII',
  'confirm-received': 'Se confirmó que la DGII lo recibió',
  'confirm-not-received': 'Se confirmó que la DGII no lo tiene',
  'confirm-accepted': 'Se confirmó que la DGII lo aceptó',
  'confirm-rejected': 'Se confirmó que la DGII lo rechazó',
} as const satisfies Record<OperatorDecision['action'], string>;
