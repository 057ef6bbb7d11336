/** Decides whether a delivery may go out now, and makes the record that we write ahead. */
import { isPast, localDate } from '../../ecf/model/dates.js';
import {
  removedDeliveries,
  type Delivery,
  type DocumentRecord,
} from '../../ledger/vouchers/document-record.js';
import type { Company } from '../../ledger/companies/company.js';
import type { WaitingReason } from '../../ecf/model/document-states.js';
import { usabilityOf } from '../../signing/verify/certificate-expiry.js';
import { checkConsents } from '../consents.js';
import type { ActivityDeps } from '../deps.js';
import { writeAheadRecord } from '../write-ahead.js';
import { waitOfSuspension } from './suspend-issuing.js';

interface Candidate {
  readonly document: DocumentRecord;
  readonly company: Company | undefined;
  readonly certificate: string;
}

/** What happens to the voucher now: it goes out, is signed anew, or waits for this reason. The first one that applies decides. */
export async function actionNow(
  deps: Pick<ActivityDeps, 'clock' | 'settings' | 'log' | 'store'>,
  { document, company, certificate }: Candidate,
): Promise<WaitingReason | 'deliver' | 'sign-anew'> {
  if (!checkConsents(deps, document, company)) return 'INTERNAL_FAULT';
  if (await shouldBeSignedAnew(deps, document, certificate)) return 'sign-anew';
  const nothingArrived = document.submissions.every(({ outcome }) => outcome === 'not-sent');
  if (nothingArrived && document.forced === undefined && expired(deps, document)) return 'SEQUENCE_EXPIRED';
  return waitOfSuspension(company, document.environment) ?? 'deliver';
}

/** A new delivery replaces the last one if that was never sent, so an outage does not lengthen the list. */
export function newDelivery(
  deps: Pick<ActivityDeps, 'clock' | 'settings'>,
  document: DocumentRecord,
  timeoutMs: number,
): Delivery {
  const last = document.submissions.at(-1);
  const n = last?.outcome === 'not-sent' ? last.n : document.submissionCount + 1;
  return {
    ...writeAheadRecord(deps, n, timeoutMs),
    to: deps.settings.dgiiHosts[document.signed?.summary === undefined ? 'ecf' : 'fc'],
  };
}

/** DGII compares the expiry of the sequence with the day of the first delivery, so only the first delivery waits. */
function expired(
  { clock }: Pick<ActivityDeps, 'clock'>,
  { fechaVencimientoSecuencia: expiry }: Pick<DocumentRecord, 'fechaVencimientoSecuencia'>,
): boolean {
  return isPast(expiry, localDate(clock().getTime()));
}

/**
 * Whether to sign the voucher anew. We must be certain that DGII does not have the signed bytes: nothing was sent, or DGII refused
 * everything that was sent. If an operator forces the voucher, it is enough that DGII refused the last delivery, for whatever
 * reason. Otherwise the certificate must have been replaced since, and DGII must have refused each delivery for its signer. If
 * nothing was sent, the customer may hold the printed form with its code, so the signature must be of no use any more.
 */
async function shouldBeSignedAnew(
  deps: Pick<ActivityDeps, 'clock' | 'store'>,
  document: DocumentRecord,
  certificate: string,
): Promise<boolean> {
  const { submissions, signed, forced } = document;
  const removed = removedDeliveries(document);
  if (removed === 'unsure') return false;
  const sent = submissions.filter(({ outcome }) => outcome !== 'not-sent');
  if (sent.some(({ outcome }) => outcome !== 'refused')) return false;
  if (forced !== undefined && submissions.at(-1)?.outcome === 'refused') return true;
  if (signed === undefined || signed.certificate === certificate) return false;
  if (removed === 'none' && sent.length === 0) return signatureIsUseless(deps, document, signed.certificate);
  return removed !== 'refused' && sent.every(({ signerRefused }) => signerRefused);
}

/** Whether DGII would refuse what the replaced certificate signed: it expired, or DGII refused its signer when we asked for a token. */
async function signatureIsUseless(
  { clock, store }: Pick<ActivityDeps, 'clock' | 'store'>,
  { companyId, waiting }: DocumentRecord,
  replaced: string,
): Promise<boolean> {
  if (waiting?.certificate === replaced) return true;
  const signedWith = await store.findCertificate(companyId, replaced);
  return signedWith !== undefined && usabilityOf(signedWith, clock()) === 'expired';
}
