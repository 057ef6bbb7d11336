/**
 * Issues a certification voucher for a person, with the same checks, the same admission and the same workflow as `send`. `send` itself
 * answers 409 in certification. The number comes from DGII's set (`given`) or from the voucher master (`next`).
 */
import { suspensionIn } from '../../../../ledger/companies/suspensions.js';
import type { CheckedVoucher } from '../../../../checking/check-voucher.js';
import type { Encf } from '../../../../ecf/model/encf.js';
import type { FoundNumber } from '../../../../ledger/numbering/reservations.js';
import type { Company } from '../../../../ledger/store.js';
import type { DocumentRecord } from '../../../../ledger/vouchers/document-record.js';
import { openForNewAttempt, openForRepetition } from '../../../../ledger/vouchers/live-document.js';
import { ServiceError } from '../../../../shared/errors.js';
import { numberFrom } from '../../../sequences/sequences.js';
import { admitVoucher, refuseNumber, refuseUnidentified } from '../../../vouchers/admit-voucher.js';
import { checkOpened, openVoucher, readLedgerFacts, refuseFaults } from '../../../vouchers/check-voucher.js';
import { ownEncf } from '../../../vouchers/own-encf.js';
import type { RouteDeps } from '../../route-deps.js';
import { WebError } from '../../web-error.js';
import { previewNumber, readDraft } from './number.js';

export interface Order {
  /** The voucher as JSON text, so that its numbers keep their digits. */
  readonly ecf: string;
  readonly number: 'given' | 'next';
  /** The form makes it once. So a second click, or a retry after a lost answer, does not issue a second voucher. */
  readonly reference: string;
  readonly conditionalConfirmed?: true;
  /** Orders another attempt of a number that is spent. `attempt` is the one that the person saw. */
  readonly newAttempt?: { readonly note: string; readonly attempt: number };
}

export interface OrderedBy {
  /** The person's e-mail. */
  readonly by: string;
  readonly correlationId: string;
}

export interface Issued {
  readonly encf: string;
  readonly attempt: number;
}

export async function issueVoucher(
  deps: RouteDeps,
  companyId: number,
  order: Order,
  ordered: OrderedBy,
): Promise<Issued> {
  const { newAttempt, conditionalConfirmed } = order;
  if (newAttempt?.note.trim() === '') throw new WebError('NOTE_INVALID', { campo: 'newAttempt.note' });
  const company = await certifying(deps, companyId);
  const body = await bodyOf(deps, company, order);
  const found = await check(deps, company, body, order);
  // The check may have taken a while, so the company is read again shortly before the admission.
  const current = await certifying(deps, companyId);
  const requestId = `web:${order.reference}:${newAttempt?.attempt ?? 0}`;
  const suspended = suspensionIn(current, 'certification') !== undefined;
  const existing = found.number.document;
  const repeated = existing?.requestId === requestId;
  if (repeated && existing.contentHash === found.checked.contentHash) return start(deps, existing);
  refuseExisting(found, order, suspended);
  refuseFaultsOf(found.checked);
  refuseNumber(found.encf, found.number, current);
  const { outcome, document } = await admitVoucher(deps, {
    ...{ company: current, ...found, requestId, suspended },
    correlationId: ordered.correlationId,
    conditionalAllowed: conditionalConfirmed === true,
    issuedBy: {
      by: ordered.by,
      ...(conditionalConfirmed && { conditionalConfirmed }),
      ...(newAttempt && { newAttemptNote: newAttempt.note }),
    },
    ...(newAttempt && { replaces: newAttempt.attempt }),
  });
  if (outcome === 'existing' || document.contentHash !== found.checked.contentHash)
    throw exists(document, found.checked);
  return start(deps, document);
}

/** Reads the company again, because another person may have moved it to another environment. */
async function certifying({ store }: RouteDeps, companyId: number): Promise<Company> {
  const company = await store.findCompany(companyId);
  if (company === undefined) throw new WebError('COMPANY_NOT_FOUND');
  if (company.environment !== 'certification') throw new WebError('NOT_IN_CERTIFICATION');
  return company;
}

/**
 * The voucher with its number. With `next`, the voucher is first checked under the number that would come next, so that a voucher with
 * faults takes no number.
 */
async function bodyOf(deps: RouteDeps, company: Company, order: Order): Promise<Uint8Array> {
  const draft = order.number === 'next' ? readDraft(order.ecf) : undefined;
  if (draft === undefined) return Buffer.from(order.ecf);
  const { companyId } = company;
  const { ecfType } = draft;
  const preview = await previewNumber(deps, companyId, ecfType);
  if (preview !== undefined)
    refuseFaultsOf((await check(deps, company, draft.numbered(preview), order)).checked);
  const ref = `web:${order.reference}`;
  const { store, clock } = deps;
  const next = await store.nextNumber({ companyId, environment: 'certification', ecfType, ref, clock });
  // Another person moved the company a moment ago. A client of the API would get TOKEN_INVALID; a person gets the reason.
  if (next.outcome === 'other-environment') throw new WebError('NOT_IN_CERTIFICATION');
  return draft.numbered(numberFrom(next, ecfType));
}

interface Checked {
  readonly encf: Encf;
  readonly checked: CheckedVoucher;
  readonly number: FoundNumber;
}

/** Throws if the body is not JSON or does not name a voucher of the company. */
async function check(
  deps: RouteDeps,
  company: Company,
  bytes: Uint8Array,
  { conditionalConfirmed }: Pick<Order, 'conditionalConfirmed'>,
): Promise<Checked> {
  const opened = await openVoucher(deps, company, { ok: true, bytes });
  if (!opened.ok) throw new ServiceError(opened.code, { campo: 'ecf', mensaje: opened.mensaje });
  const encf = ownEncf(opened.identity, company);
  const wanted = { wanted: 'content', conditionalAllowed: conditionalConfirmed === true } as const;
  if (encf === undefined) refuseUnidentified(await checkOpened(deps, company, opened, wanted));
  const known = await readLedgerFacts(deps, { company }, opened, encf);
  return {
    encf,
    number: known.number,
    checked: await checkOpened(deps, company, opened, { ...known, ...wanted }),
  };
}

/** Refuses a voucher with faults. Conditional faults have a code of their own, because a person may confirm them. */
function refuseFaultsOf(checked: CheckedVoucher): void {
  try {
    refuseFaults(checked);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'ECF_CONDITIONAL') throw error;
    throw new WebError('CONDITIONAL_FAULTS', { detalle: { advertencias: checked.errores } });
  }
}

/** Refuses a number that already has a document, unless the document is open for a new attempt or the person ordered one. */
function refuseExisting({ number, checked }: Checked, { newAttempt }: Order, suspended: boolean): void {
  const { document } = number;
  if (document === undefined) {
    if (newAttempt !== undefined) throw new WebError('ATTEMPT_NOT_FOUND');
    return;
  }
  if (newAttempt === undefined) {
    if (openForNewAttempt(document, checked.contentHash, suspended)) return;
    throw exists(document, checked);
  }
  if (openForRepetition(document, newAttempt.attempt)) return;
  if (document.attempt !== newAttempt.attempt) throw new WebError('ATTEMPT_OVER');
  throw new WebError(document.final ? 'NUMBER_ANNULLED' : 'ATTEMPT_NOT_FINAL');
}

function exists(
  { encf, attempt, state, final, contentHash }: DocumentRecord,
  checked: CheckedVoucher,
): WebError {
  const sameContent = contentHash === checked.contentHash;
  return new WebError('ENCF_EXISTS', { detalle: { encf, attempt, state, final, sameContent } });
}

/**
 * Starts the workflow and does not wait for DGII, because the screen follows the voucher. If Temporal is down, the completer starts the
 * workflow later.
 */
async function start({ issuing }: RouteDeps, document: DocumentRecord): Promise<Issued> {
  const { companyId, environment, encf, attempt, tipoeCF, correlationId } = document;
  if (!document.final)
    await issuing.startAndWait(
      { companyId, environment, encf, attempt },
      { tipoeCF, correlationId },
      'handed-over',
      0,
    );
  return { encf, attempt };
}
