/** Before a delivery: whether it may go out now, and the record that we write ahead. make-delivery.ts then makes it. */
import { isPast, localDate } from '../../ecf/model/dates.js';
import {
  removedDeliveries,
  type Delivery,
  type DocumentRecord,
} from '../../ledger/vouchers/document-record.js';
import type { Company } from '../../ledger/companies/company.js';
import type { WaitingReason } from '../../ecf/model/document-states.js';
import { checkConsents, thisProcess } from '../consents.js';
import type { ActivityDeps } from '../deps.js';
import { waitOfSuspension } from './suspend-issuing.js';

interface Candidate {
  readonly document: DocumentRecord;
  readonly company: Company | undefined;
  /** Fingerprint of the company's current certificate. */
  readonly fingerprint: string;
}

/** What happens to the voucher now: it goes out, is signed anew, or waits for this reason. The first one that applies decides. */
export function actionNow(
  deps: Pick<ActivityDeps, 'clock' | 'settings' | 'log'>,
  { document, company, fingerprint }: Candidate,
): WaitingReason | 'deliver' | 'sign-anew' {
  if (!checkConsents(deps, document, company)) return 'INTERNAL_FAULT';
  if (mayBeSignedAnew(document, fingerprint)) return 'sign-anew';
  const nothingArrived = document.submissions.every(({ outcome }) => outcome === 'not-sent');
  if (nothingArrived && document.forced === undefined && expired(deps, document)) return 'SEQUENCE_EXPIRED';
  return waitOfSuspension(company, document.environment) ?? 'deliver';
}

/** The record of the next delivery. It replaces the last one if that was never sent, so an outage does not lengthen the list. */
export function newDelivery(
  deps: Pick<ActivityDeps, 'clock' | 'settings'>,
  document: DocumentRecord,
  timeoutMs: number,
): Delivery {
  const startedAt = deps.clock();
  const last = document.submissions.at(-1);
  return {
    n: last?.outcome === 'not-sent' ? last.n : document.submissionCount + 1,
    startedAt,
    leaseUntil: new Date(startedAt.getTime() + timeoutMs + deps.settings.leaseMarginMs),
    host: thisProcess,
    to: deps.settings.dgiiHosts[document.signed?.summary === undefined ? 'ecf' : 'fc'],
  };
}

/** Whether the sequence expired. DGII compares its expiry with the day of the first delivery, so only the first delivery waits. */
function expired(
  { clock }: Pick<ActivityDeps, 'clock'>,
  { fechaVencimientoSecuencia: expiry }: Pick<DocumentRecord, 'fechaVencimientoSecuencia'>,
): boolean {
  return isPast(expiry, localDate(clock().getTime()));
}

/**
 * Whether we may sign the voucher anew. We must be certain that DGII does not have the signed bytes: nothing was sent, or DGII
 * refused for its signer everything that was sent. In addition the certificate must have been replaced since. If an operator
 * forces the voucher, it is enough that DGII refused the last delivery, for whatever reason.
 */
function mayBeSignedAnew(document: DocumentRecord, fingerprint: string): boolean {
  const { submissions, signed, forced } = document;
  const removed = removedDeliveries(document);
  if (removed === 'unsure') return false;
  const taken = submissions.some(({ outcome }) => outcome !== 'not-sent' && outcome !== 'refused');
  if (taken) return false;
  if (forced !== undefined && submissions.at(-1)?.outcome === 'refused') return true;
  const cured =
    removed !== 'refused' &&
    submissions.every(({ outcome, signerRefused }) => outcome === 'not-sent' || signerRefused);
  return cured && signed?.certificate !== fingerprint;
}
