/** The history of one attempt of a voucher, oldest event first, in words for people. */
import { outcomeText } from '../../ecf/messages/deliveries.js';
import { documentStates, waitingReasons } from '../../ecf/model/document-states.js';
import type { DocumentRecord, OperatorDecision } from '../../ledger/vouchers/document-record.js';

interface TimelineEvent {
  readonly fecha: Date;
  readonly kind:
    'received' | 'signed' | 'delivery' | 'delivery-ended' | 'submitted' | 'waiting' | 'decision' | 'final';
  readonly texto: string;
}

export function timelineOf(document: DocumentRecord): readonly TimelineEvent[] {
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
  ];
  return events.filter((one) => one !== undefined).sort((a, b) => a.fecha.getTime() - b.fecha.getTime());
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
