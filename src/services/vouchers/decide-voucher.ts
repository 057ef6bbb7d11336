/**
 * What an operator can do about a voucher that waits. `decide` records a decision with a note and its author; `retry` records nothing. The
 * voucher's workflow then continues from the record.
 */
import { documentStates, type DocumentState } from '../../ecf/model/document-states.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import {
  endedDeliveries,
  isOutdated,
  type Confirmation,
  type DecisionNote,
  type DecisionOutcome,
  type DecisionRefusalCode,
  type MaySee,
} from '../../ledger/vouchers/operator-decisions.js';
import type { NotAllowed } from '../../ledger/companies/company-settings.js';
import { missingConsents } from '../companies/change-settings.js';
import type { Ledger, OperatorDeps, ProcessRefusal } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';

export type Decision =
  /** Send the voucher once, although its sequence expired or an earlier delivery may have arrived. */
  | ({ readonly action: 'force' } & MaySee)
  /** Record what DGII's virtual office shows. */
  | { readonly action: 'confirm'; readonly confirmation: Confirmation }
  /** The number was voided at DGII: never send the voucher. */
  | ({ readonly action: 'annul' } & MaySee);

export type AlreadyFinal = Refused<
  'ALREADY_FINAL',
  { readonly state: DocumentState; readonly status: string }
>;

/** `deliveries` is present if the person has not seen the last of these deliveries (`endedDeliveries`). */
type ChangedMeanwhile = Refused<'CHANGED_MEANWHILE', { readonly deliveries?: number }>;

export type DecisionRefusal =
  | AlreadyFinal
  | NotAllowed
  | ChangedMeanwhile
  | Refused<'COMPANY_NOT_FOUND' | Exclude<DecisionRefusalCode, 'ALREADY_FINAL' | 'CHANGED_MEANWHILE'>>;

type Decided = { readonly outcome: 'done'; readonly document: DocumentRecord } | DecisionRefusal;

type ConsentDeps = Ledger<'findCompany'> & Pick<OperatorDeps, 'allowProduction'>;

export async function retry(
  deps: OperatorDeps,
  document: DocumentRecord,
): Promise<
  { readonly outcome: 'woken' } | AlreadyFinal | NotAllowed | Refused<'COMPANY_NOT_FOUND'> | ProcessRefusal
> {
  if (document.final) return alreadyFinal(document);
  return (await maySend(deps, document)) ?? deps.processes.wake(document);
}

/**
 * Says in advance why a decision would be refused, so that no person confirms it in vain. The ledger checks again when it records the
 * decision.
 */
export async function decisionRefusal(
  deps: ConsentDeps,
  document: DocumentRecord,
  decision: Decision,
): Promise<DecisionRefusal | undefined> {
  const sends =
    decision.action === 'force' ||
    (decision.action === 'confirm' && decision.confirmation.found === 'not-received');
  const refusal = sends ? await maySend(deps, document) : undefined;
  if (refusal !== undefined) return refusal;
  // An annulled voucher may be annulled again, because that also makes sure that its number is never handed out.
  if (document.final && document.state !== 'annulled') return alreadyFinal(document);
  return outdated(deps, document, decision);
}

/** Records the decision. The voucher's workflow finds it at its next check, or at once if the caller wakes it. */
export async function decide(
  deps: OperatorDeps,
  document: DocumentRecord,
  decision: Decision,
  note: Omit<DecisionNote, 'now'>,
): Promise<Decided> {
  const refusal = await decisionRefusal(deps, document, decision);
  if (refusal !== undefined) return refusal;
  const { store, clock } = deps;
  const { companyId, environment, encf, attempt } = document;
  const ref = { companyId, environment, encf, attempt };
  const dated = { ...note, now: clock() };
  const outcome = await apply();
  if (outcome.outcome === 'done') return outcome;
  const read = outcome.document ?? document;
  if (outcome.refusal === 'ALREADY_FINAL') return alreadyFinal(read);
  if (outcome.refusal === 'CHANGED_MEANWHILE')
    return outdated(deps, read, decision) ?? refused('CHANGED_MEANWHILE', {});
  return refused(outcome.refusal);

  function apply(): Promise<DecisionOutcome> {
    switch (decision.action) {
      case 'force':
        return store.forceDocument(ref, { ...dated, deliveries: decision.deliveries });
      case 'confirm':
        return store.confirmDocument(ref, decision.confirmation, dated);
      case 'annul':
        return store.annulDocument(ref, { ...dated, deliveries: decision.deliveries });
    }
  }
}

function outdated(
  { clock }: Pick<OperatorDeps, 'clock'>,
  document: DocumentRecord,
  decision: Decision,
): ChangedMeanwhile | undefined {
  const now = clock();
  if (decision.action !== 'confirm') return undefined;
  // In other states there is no delivery to confirm, and the ledger says so.
  if (document.state !== 'submitting' && document.state !== 'submitted') return undefined;
  if (!isOutdated(decision.confirmation, document, now)) return undefined;
  return refused('CHANGED_MEANWHILE', { deliveries: endedDeliveries(document, now) });
}

/** A refusal if one of the two consents to production is missing, because the worker would then not send the voucher. */
async function maySend(
  deps: ConsentDeps,
  { companyId, environment }: DocumentRecord,
): Promise<NotAllowed | Refused<'COMPANY_NOT_FOUND'> | undefined> {
  if (environment !== 'production') return undefined;
  const company = await deps.store.findCompany(companyId);
  return company === undefined ? refused('COMPANY_NOT_FOUND') : missingConsents(deps, company);
}

function alreadyFinal({ state }: DocumentRecord): AlreadyFinal {
  return refused('ALREADY_FINAL', { state, status: documentStates[state].status });
}
