/** Issues a voucher that a person wrote. */
import {
  checkForPerson,
  issueByPerson,
  issuingCompany,
  refusalOfCheck,
  type IssuingPlace,
  type NotAdmitted,
} from '../../../services/vouchers/issue-by-person.js';
import { parseEncf } from '../../../ecf/model/encf.js';
import type { EcfType } from '../../../ecf/model/ecf-types.js';
import type { DocumentRecord } from '../../../ledger/vouchers/document-record.js';
import type { Company } from '../../../ledger/companies/company.js';
import { numberFrom } from '../../numbers/sequences.js';
import { throwRefused } from '../../throw-refused.js';
import { doneOr } from '../../web/operator-refusal.js';
import type { RouteDeps } from '../../web/web-route.js';
import { WebError } from '../../web/web-error.js';
import { previewOf, type Draft } from './person-draft.js';

export interface Order extends Draft {
  /** The form makes it once. So a second click, or a retry after a lost answer, does not issue a second voucher. */
  readonly reference: string;
  readonly conditionalConfirmed?: true;
  /** Orders another attempt of a number that is spent. `attempt` is the one that the person saw. */
  readonly newAttempt?: { readonly note: string; readonly attempt: number };
}

interface OrderedBy {
  readonly by: string;
  readonly correlationId: string;
}

export async function issueVoucher(
  deps: RouteDeps,
  place: IssuingPlace,
  order: Order,
  ordered: OrderedBy,
): Promise<DocumentRecord> {
  const { newAttempt, conditionalConfirmed = false } = order;
  if (newAttempt?.note.trim() === '') throw new WebError('NOTE_INVALID', { campo: 'newAttempt.note' });
  if (newAttempt !== undefined && place.environment !== 'certification')
    throw new WebError('NOT_IN_CERTIFICATION');
  const company = await issuingCompany(deps, place);
  const body = await bodyOf(deps, 'outcome' in company ? doneOr(company) : company, order);
  const issued = await issueByPerson({ ...deps, firstCheckMs: deps.config.firstCheckMs }, place, {
    body,
    ...ordered,
    conditionalConfirmed,
    requestId: requestIdOf(order),
    numberFrom: order.number ?? 'given',
    ...(newAttempt && { newAttempt }),
  });
  const known = admitted(issued);
  if (known.outcome === 'refused' && known.refusal === 'REFERENCE_USED')
    return refuseAfter(deps, place, known.facts.encf);
  return start(deps, doneOr(known).document);
}

function requestIdOf({ reference, newAttempt }: Order): string {
  return `web:${reference}:${newAttempt?.attempt ?? 0}`;
}

/** With `next`, the voucher is first checked under the number that would come next, so that a voucher with faults takes no number. */
async function bodyOf(deps: RouteDeps, company: Company, order: Order): Promise<Uint8Array> {
  const { store, clock, checker } = deps;
  const { companyId, environment } = company;
  const { draft, ecfType, preview } = await previewOf(deps, company, order);
  if (ecfType === undefined) return draft;
  await refuseSecondNumber(deps, company, order, ecfType);
  if (preview !== undefined) {
    const toCheck = { body: preview, conditionalConfirmed: order.conditionalConfirmed ?? false };
    const checked = admitted(await checkForPerson(deps, company, toCheck));
    doneOr(admitted(refusalOfCheck(checked) ?? { outcome: 'valid' }));
  }
  const ref = `web:${order.reference}`;
  const next = await store.nextNumber({ companyId, environment, ecfType, ref, clock });
  // Another person moved the company a moment ago. A client of the API would get TOKEN_INVALID; a person gets the reason.
  if (next.outcome === 'other-environment')
    throw new WebError(environment === 'certification' ? 'NOT_IN_CERTIFICATION' : 'NOT_IN_ENVIRONMENT');
  return checker.numberDraft(companyId, draft, numberFrom(next, ecfType));
}

/**
 * This check comes before a number is taken. Without it an order that was sent before, with another type or under a number of the set,
 * would take the next number in vain.
 */
async function refuseSecondNumber(
  deps: RouteDeps,
  place: IssuingPlace,
  order: Order,
  ecfType: EcfType,
): Promise<void> {
  const { companyId } = place;
  const claimed = await deps.store.claimedNumber({ companyId, requestId: requestIdOf(order) });
  if (claimed === undefined) return;
  // The ledger gives a reference one number of each type, so such an order gets the number that it has.
  const isOwn = claimed.numberFrom === 'next' && parseEncf(claimed.encf)?.type === ecfType;
  if (!isOwn) await refuseAfter(deps, place, claimed.encf);
}

async function refuseAfter(
  { store }: RouteDeps,
  { companyId, environment }: IssuingPlace,
  encf: string,
): Promise<never> {
  const document = await store.findDocument(companyId, environment, encf);
  if (document === undefined) throw new WebError('REFERENCE_USED', { detalle: { encf } });
  const { attempt, state, final } = document;
  throw new WebError('ENCF_EXISTS', { detalle: { encf, attempt, state, final, sameContent: false } });
}

function admitted<Found extends object>(found: Found): Exclude<Found, NotAdmitted> {
  if (isNotAdmitted(found)) throwRefused(found.why);
  return found as Exclude<Found, NotAdmitted>;
}

function isNotAdmitted(found: object): found is NotAdmitted {
  return 'outcome' in found && found.outcome === ('not-admitted' satisfies NotAdmitted['outcome']);
}

/** Starts the workflow and does not wait for DGII, because the screen follows the voucher. */
async function start({ issuing }: RouteDeps, document: DocumentRecord): Promise<DocumentRecord> {
  const { companyId, environment, encf, attempt, tipoeCF, correlationId } = document;
  if (!document.final)
    await issuing.startAndWait(
      { companyId, environment, encf, attempt },
      { tipoeCF, correlationId },
      'handed-over',
      0,
    );
  return document;
}
