/** A person's decision about a voucher that the company received, and the list of vouchers that it refused to receive. */
import { dayMs } from '../../ecf/durations.js';
import { notReceivedReasons } from '../../ecf/codes/buyer-delivery.js';
import { receptionFaultText } from '../../ecf/messages/reception-faults.js';
import { withoutForbidden } from '../../ecf/json/check-value.js';
import { acceptedStates, isAcceptedState, type DgiiState } from '../../ecf/codes/reception-states.js';
import type { Decision, ReceptionRecord } from '../../ledger/received/reception-record.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { ReceptionKey } from '../../ledger/received/receptions.js';
import type { RefusedQuery, RefusedRow } from '../../ledger/received/refused-receptions.js';
import type { Company } from '../../ledger/companies/company.js';
import type { Page } from '../../ledger/pages.js';
import type { Ledger } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';

const motivoCharsMax = 250;

export interface DecisionOrder extends Pick<Decision, 'estado' | 'by'> {
  readonly motivo?: string | undefined;
  /** The hash of the voucher that the person decided about. Without it, the decision applies to the voucher that has the number now. */
  readonly xmlSha256?: string | undefined;
}

export type DecidedReception =
  | { readonly outcome: 'decided'; readonly reception: ReceptionRecord }
  | Refused<'MOTIVO_MISSING' | 'MOTIVO_EXTRA' | 'MOTIVO_TOO_LONG' | 'RECEPTION_NOT_FOUND'>
  /** Another voucher took the number, and the person has not seen that one. */
  | Refused<'RECEIVED_CHANGED'>
  /** The first decision stays, because the issuer and DGII may already have it. */
  | Refused<'APPROVAL_DECIDED', { readonly estado: Decision['estado'] }>;

/** Records the decision. A repetition of the same decision gets the same answer. */
export async function decideReception(
  { store, clock }: Ledger<'decideReception'>,
  key: ReceptionKey,
  { estado, by, motivo: given = '', xmlSha256 }: DecisionOrder,
): Promise<DecidedReception> {
  const motivo = withoutForbidden(given).trim();
  if (estado === 'rechazado' && motivo === '') return refused('MOTIVO_MISSING');
  if (estado === 'aprobado' && motivo !== '') return refused('MOTIVO_EXTRA');
  if (motivo.length > motivoCharsMax) return refused('MOTIVO_TOO_LONG');
  const decision = { estado, ...(motivo === '' ? {} : { motivo }), by, at: clock() };
  const decided = await store.decideReception(key, decision, xmlSha256);
  if (decided.outcome === 'unknown') return refused('RECEPTION_NOT_FOUND');
  if (decided.outcome === 'changed') return refused('RECEIVED_CHANGED');
  const { reception } = decided;
  if (decided.outcome === 'decided' || decided.same) return { outcome: 'decided', reception };
  return refused('APPROVAL_DECIDED', { estado: reception.decision?.estado ?? estado });
}

/**
 * DGII's states of the vouchers that a person can decide about. DGII takes no approval of any other voucher. In certification DGII gives no
 * state, so a voucher without one counts there.
 */
export function decidableStates(environment: Environment): readonly (DgiiState | null)[] {
  return environment === 'certification' ? [...acceptedStates, null] : acceptedStates;
}

/** Until when the company wants to have decided about a voucher that it received at this moment. Undefined if it wants no reminders. */
export function decideBefore({ approvals }: Pick<Company, 'approvals'>, receivedAt: Date): Date | undefined {
  if (approvals?.mode !== 'reminder') return undefined;
  return new Date(receivedAt.getTime() + approvals.days * dayMs);
}

/** The company wants to be reminded of vouchers that it received before this moment. Undefined if it wants no reminders. */
export function overdueBefore({ approvals }: Pick<Company, 'approvals'>, now: Date): Date | undefined {
  if (approvals?.mode !== 'reminder') return undefined;
  return new Date(now.getTime() - approvals.days * dayMs + 1);
}

/**
 * Whether the company wants to be reminded of this voucher now: DGII accepted it, the company has had it for the days of the reminder, and
 * nobody has decided.
 */
export function isOverdue(
  { decision, dgii, receivedAt }: Pick<ReceptionRecord, 'decision' | 'dgii' | 'receivedAt'>,
  company: Pick<Company, 'approvals'>,
  now: Date,
): boolean {
  const before = overdueBefore(company, now);
  if (before === undefined || decision !== undefined) return false;
  return receivedAt < before && isAcceptedState(dgii?.estado);
}

/** `reason`: DGII's words for the code that we answered. */
export async function listRefused(
  { store }: Pick<Ledger<'findRefused'>, 'store'>,
  query: RefusedQuery,
): Promise<Page<RefusedRow & { readonly reason: string }>> {
  const { rows, next } = await store.findRefused(query);
  return {
    rows: rows.map((row) => ({
      ...row,
      reason: notReceivedReasons[row.code] ?? '',
      detail: receptionFaultText(row.detail),
    })),
    next,
  };
}
