/**
 * What a step returns to the workflow. It becomes history, and operators read it in Temporal's Web UI. It has states, references,
 * codes and times, and never contents of a voucher. Keep it small.
 */
import { outcomeText, type DeliveryOutcome } from '../../ecf/messages/deliveries.js';
import {
  documentStates,
  triedRarely,
  waitingReasons,
  waitingStatus,
  type DocumentState,
  type WaitingReason,
} from '../../ecf/model/document-states.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { NoSlot } from './dgii-speed.js';
import type { CurrentDocument } from './ledger-steps.js';

/**
 * The voucher as the ledger has it after a step. `state`, `final`, `triedRarely` and `signed.summary` decide which step follows, when, and in
 * which lane. The workflow only shows the rest, and answers callers with it.
 */
export interface StepResult {
  /** One line in Spanish, for operators. */
  readonly text: string;
  readonly state: DocumentState | 'unknown';
  /** Clients and operators see the same one. */
  readonly status: string;
  readonly final: boolean;
  /** DGII has it, or it is final. */
  readonly handedOver: boolean;
  readonly waiting: WaitingReason | null;
  /** Whatever ends the wait wakes the run, so the voucher is tried again rarely. */
  readonly triedRarely?: true;
  readonly why?: string;
  readonly signed?: SignedDetails;
  readonly delivery?: DeliveryDetails;
  /** DGII's verdict, from `query` or a summary's delivery. From `prepare`: our own verdict on a voucher that is not sent. */
  readonly verdict?: VerdictDetails;
  /** How long the step took. Markers of one workflow task share a timestamp, so each result carries its own time. */
  readonly ms?: number;
}

export interface SignedDetails {
  /** Always `ok`, because we sign only XML that passed our XSD. */
  readonly xsd: 'ok';
  readonly certificate: string;
  readonly securityCode: string;
  readonly sha256: string;
  /** Absent when an earlier step signed the voucher: only the step that signs knows the size. */
  readonly bytes?: number;
  /** DGII gets this RFCE of a type 32 below 250,000.00. */
  readonly summary?: { readonly sha256: string; readonly bytes?: number };
}

export interface SignedSizes {
  readonly bytes: number;
  readonly summaryBytes?: number;
}

interface DeliveryDetails {
  readonly n: number;
  /** `open`: no answer, so it may have arrived. */
  readonly outcome: DeliveryOutcome | 'open';
  readonly trackId?: string;
  readonly codes?: readonly string[];
}

interface VerdictDetails {
  readonly trackId: string | null;
  /** The code of DGII's result, then those of the messages. */
  readonly codes: readonly string[];
  readonly secuenciaUtilizada: boolean | null;
}

/** Why a step did not run within the workflow task. The regular activity of the same step runs instead. */
type NotTried = NoSlot | 'earlier-delivery';

export interface NotTriedResult {
  readonly text: string;
  readonly notTried: NotTried;
  readonly ms?: number;
}

/** The ledger keeps the rest. */
const codesMax = 5;
/** DGII's codes are numbers, and ours are words. Anything else may be a text, and texts must not get into history. */
const codePattern = /^\w{1,30}$/;

/** How a step ended: the record as it is afterwards, or why the step did not run. */
export type StepOutcome = CurrentDocument | { readonly notTried: NotTried };

export function stepResultOf(document: 'superseded' | Pick<DocumentRecord, 'state' | 'waiting'>): StepResult {
  // A later attempt replaced this one. This workflow has nothing left to do, so it must end: `rejected` is final.
  if (document === 'superseded')
    return { ...stepResultOf({ state: 'rejected' }), text: 'Un intento posterior ocupa su lugar' };
  const { status, final } = documentStates[document.state];
  const waiting = final ? null : (document.waiting?.reason ?? null);
  return {
    text: waiting === null ? status : `${waitingStatus}: ${waitingReasons[waiting]}`,
    state: document.state,
    status: waiting === null ? status : waitingStatus,
    final,
    handedOver: final || document.state === 'submitted',
    waiting,
    ...(waiting === null ? {} : { why: waitingReasons[waiting] }),
    ...(waiting !== null && triedRarely.includes(waiting) && { triedRarely: true }),
  };
}

/** @param sizes absent when the step signed nothing */
export function prepareResult(document: CurrentDocument, sizes?: SignedSizes): StepResult {
  const result = stepResultOf(document);
  if (document === 'superseded') return result;
  const { signed } = document;
  if (signed === undefined) {
    // The voucher was refused or annulled before it was signed.
    const verdict = verdictOf(document);
    return { ...result, ...(verdict && { verdict }) };
  }
  const { certificate, securityCode, sha256, summary } = signed;
  const bytes = sizes === undefined ? {} : { bytes: sizes.bytes };
  const summaryBytes = sizes?.summaryBytes === undefined ? {} : { bytes: sizes.summaryBytes };
  const details: SignedDetails = {
    xsd: 'ok',
    certificate,
    securityCode,
    sha256,
    ...bytes,
    ...(summary && { summary: { sha256: summary.sha256, ...summaryBytes } }),
  };
  const text =
    sizes === undefined
      ? `Firmado antes: código de seguridad ${securityCode}`
      : `Firmado: XSD correcto, código de seguridad ${securityCode}, ${sizes.bytes} bytes`;
  return { ...result, text, signed: details };
}

export function submitResult(outcome: StepOutcome): StepResult | NotTriedResult {
  if (wasNotTried(outcome)) return notTriedResult('Entrega', outcome.notTried);
  const result = stepResultOf(outcome);
  if (outcome === 'superseded') return result;
  const last = outcome.submissions.at(-1);
  if (last === undefined) return result;
  const { n, trackId, codes } = last;
  const delivery: DeliveryDetails = {
    n,
    outcome: last.outcome ?? 'open',
    ...(trackId !== undefined && { trackId }),
    ...(codes !== undefined && { codes: shown(codes) }),
  };
  const verdict = verdictOf(outcome);
  const text = [
    `Entrega ${n}: ${outcomeText(last.outcome)}`,
    ...(trackId === undefined ? [] : [`trackId ${trackId}`]),
    ...(result.waiting === null && !result.final ? [] : [result.text]),
  ].join('; ');
  return { ...result, text, delivery, ...(verdict && { verdict }) };
}

export function queryResult(outcome: StepOutcome): StepResult | NotTriedResult {
  if (wasNotTried(outcome)) return notTriedResult('Consulta', outcome.notTried);
  const result = stepResultOf(outcome);
  if (outcome === 'superseded') return result;
  const verdict = verdictOf(outcome);
  if (verdict === undefined) {
    const text = result.waiting === null ? 'Resultado: la DGII aún no lo da' : result.text;
    return { ...result, text };
  }
  const codes = verdict.codes.length === 0 ? '' : `; códigos de la DGII: ${verdict.codes.join(', ')}`;
  return { ...result, text: `Resultado: ${result.status}${codes}`, verdict };
}

const notTriedTexts: Readonly<Record<NotTried, string>> = {
  'dgii-slow': 'no consta que la DGII responda al momento',
  'no-free-slot': 'hay demasiadas en curso',
  'earlier-delivery': 'hubo otra entrega antes',
};

export function wasNotTried(outcome: StepOutcome): outcome is Extract<StepOutcome, { notTried: NotTried }> {
  return typeof outcome === 'object' && 'notTried' in outcome;
}

function notTriedResult(step: string, notTried: NotTried): NotTriedResult {
  return { text: `${step}: queda para una actividad aparte; ${notTriedTexts[notTried]}`, notTried };
}

function verdictOf({ verdict }: DocumentRecord): VerdictDetails | undefined {
  if (verdict === undefined) return undefined;
  const { trackId, codigoDgii, mensajes, secuenciaUtilizada } = verdict;
  return { trackId, codes: shown([codigoDgii, ...mensajes.map(({ codigo }) => codigo)]), secuenciaUtilizada };
}

function shown(codes: readonly string[]): string[] {
  return codes.filter((code) => codePattern.test(code)).slice(0, codesMax);
}
