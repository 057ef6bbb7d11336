/**
 * submit: delivers the signed bytes to DGII, and never sends them again while an earlier delivery may have arrived.
 *
 * Only the ledger permits a delivery. Each delivery is written there by compare-and-set before its first byte goes out
 * (`writeAhead`); then make-delivery.ts sends the bytes and records DGII's answer. A delivery without an outcome may have arrived.
 * So check-earlier-delivery.ts asks DGII first, and the same bytes go out again only after DGII said twice, some time apart, that
 * it does not know the e-NCF. Certification does not answer such questions about an e-CF: there the end of the lease decides.
 * docs/develop/recovery.md says what follows from each answer in each recorded state.
 */
import { removedBy } from '../../ledger/vouchers/deliveries.js';
import type { DocumentRecord, Delivery } from '../../ledger/vouchers/document-record.js';
import { statesToDeliver } from '../../ecf/model/document-states.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import { credentialsOf } from '../certificates/company-certificates.js';
import type { ActivityDeps } from '../deps.js';
import { applyVerdict } from './apply-verdict.js';
import { checkEarlierDelivery } from './check-earlier-delivery.js';
import { actionNow, newDelivery } from './next-delivery.js';
import { dgiiHostOf } from './dgii-speed.js';
import {
  keepWaiting,
  readCurrent,
  markWaiting,
  documentIn,
  waitAfter,
  type CurrentDocument,
  type FromPreviousStep,
} from './ledger-steps.js';
import { makeDelivery, type DeliveryToMake } from './make-delivery.js';
import type { StepOutcome } from './step-result.js';

export interface SubmitOptions {
  readonly pauseMs: number;
  /** The limit of a delivery within a workflow task. Absent: the step runs as a regular activity. */
  readonly quickMs?: number;
}

export async function submit(
  deps: ActivityDeps,
  ref: AttemptRef,
  { pauseMs, quickMs, recent }: SubmitOptions & FromPreviousStep,
  cancelled: AbortSignal,
): Promise<StepOutcome> {
  const [current, company] = await Promise.all([
    recent ?? readCurrent(deps, ref),
    deps.store.findCompany(ref.companyId),
  ]);
  // A worker may have died before it applied the verdict.
  await applyVerdict(deps, ref, current);
  const document = documentIn(statesToDeliver, current);
  if (document === undefined) return current;
  // Before a later delivery we may have to ask DGII, which takes time.
  if (quickMs !== undefined && document.submissionCount > 0) return { notTried: 'earlier-delivery' };

  const auth = await credentialsOf(deps.certificates, ref, deps.clock());
  if (auth === undefined) return markWaiting(deps, ref, 'CERTIFICATE_UNUSABLE', { pauseMs });

  const endsHere = await resolveOpenDelivery(deps, { auth, ref, document, pauseMs }, cancelled);
  if (endsHere !== undefined) return endsHere;

  const { fingerprint: certificate } = auth.certificate;
  const action = await actionNow(deps, { document, company, certificate });
  if (action === 'sign-anew') {
    // DGII would refuse the old bytes, or an operator forces the voucher.
    await deps.store.signAnew(document, deps.clock());
    return readCurrent(deps, ref);
  }
  if (action !== 'deliver') return markWaiting(deps, ref, action, { pauseMs, certificate });

  const slot =
    quickMs === undefined ? undefined : deps.dgiiSpeed.takeSlot(dgiiHostOf(document), ref.companyId);
  if (typeof slot === 'string') return { notTried: slot };
  try {
    const timeoutMs = quickMs ?? deps.settings.deliveryTimeoutMs;
    const delivery = newDelivery(deps, document, timeoutMs);
    // The next try reads the outcome of the other process's delivery from the ledger.
    if (!(await writeAhead(deps, ref, document, delivery)))
      return await keepWaiting(deps, ref, document, pauseMs);
    return await makeDelivery(deps, { auth, ref, document, delivery, timeoutMs, pauseMs }, cancelled);
  } finally {
    slot?.release();
  }
}

/**
 * Asks DGII about a last delivery without an outcome. If it arrived, or may still have arrived, the step ends with the voucher. Undefined:
 * no delivery is open any more, so the step goes on.
 */
async function resolveOpenDelivery(
  deps: ActivityDeps,
  { auth, ref, document, pauseMs }: Pick<DeliveryToMake, 'auth' | 'ref' | 'document' | 'pauseMs'>,
  cancelled: AbortSignal,
): Promise<CurrentDocument | undefined> {
  const delivery = document.submissions.at(-1);
  if (delivery === undefined || delivery.outcome !== undefined) return undefined;
  const askedAt = deps.clock();
  const arrival = await checkEarlierDelivery(deps, { auth, ref, document, delivery }, cancelled);
  if (arrival === 'lost') return undefined;
  if (arrival === 'found') return readCurrent(deps, ref);
  if (arrival === 'undecided') return keepWaiting(deps, ref, document, pauseMs);
  const { fingerprint: certificate } = auth.certificate;
  return waitAfter(deps, ref, arrival, { askedAt, pauseMs, certificate });
}

/** False: another process wrote this delivery first. */
async function writeAhead(
  deps: ActivityDeps,
  ref: AttemptRef,
  document: DocumentRecord,
  delivery: Delivery,
): Promise<boolean> {
  const until = new Date(delivery.leaseUntil.getTime() + deps.settings.checkMarginMs);
  return document.submissions.at(-1)?.n === delivery.n
    ? deps.store.beginDeliveryAgain(ref, delivery, until)
    : deps.store.beginDelivery(ref, delivery, until, removedBy(document));
}
