/**
 * A person sends a voucher again, with the same content, under its number that is free: DGII rejected it and left the number free, or we
 * never sent it. A client does the same with `reenviar=si`. In certification people issue again with the form of the web application.
 */
import { randomUUID } from 'node:crypto';
import { refusalOfNumber } from './admit-voucher.js';
import { parseEncf } from '../../ecf/model/encf.js';
import { isNote } from '../../ledger/numbers/numbers.js';
import { suspensionIn } from '../../ledger/companies/suspensions.js';
import { admittedFactsOf, type DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { mayBeResent } from '../../ledger/vouchers/live-document.js';
import type { NotAllowed } from '../../ledger/companies/company-settings.js';
import { refused, type Refused } from '../../shared/refused.js';
import { missingConsents } from '../companies/change-settings.js';
import type { Ledger, OperatorDeps } from '../deps.js';

export type ResendRefusal =
  | NotAllowed
  | Refused<
      | 'COMPANY_NOT_FOUND'
      | 'NOTE_INVALID'
      /** It has no result, DGII counts its number as used, or the company's suspension is not recorded yet. */
      | 'NUMBER_NOT_FREE'
      /** In certification, or in an environment that the company has left. */
      | 'RESEND_NOT_OFFERED'
      | 'NUMBER_ANNULLED'
      | 'ORIGIN_CHANGING'
      /** Another attempt has replaced the one that the person saw. */
      | 'ATTEMPT_OVER'
    >;

export type Resent = { readonly outcome: 'done'; readonly document: DocumentRecord } | ResendRefusal;

type ResendDeps = Ledger<'findCompany' | 'findNumber'> & Pick<OperatorDeps, 'allowProduction'>;

/** Says in advance why the voucher would not be sent again. Undefined: it would be. */
export async function resendRefusal(
  { store, allowProduction }: ResendDeps,
  document: DocumentRecord,
): Promise<ResendRefusal | undefined> {
  const { companyId, environment, encf } = document;
  if (!mayBeResent(document)) return refused('NUMBER_NOT_FREE');
  const company = await store.findCompany(companyId);
  if (company === undefined) return refused('COMPANY_NOT_FOUND');
  if (environment === 'certification' || environment !== company.environment)
    return refused('RESEND_NOT_OFFERED');
  if (environment === 'production') {
    const missing = missingConsents({ allowProduction }, company);
    if (missing !== undefined) return missing;
  }
  const parsed = parseEncf(encf);
  if (parsed === undefined) throw new Error(`The ledger has a voucher without a valid e-NCF: ${encf}`);
  const number = await store.findNumber(companyId, environment, encf);
  const ofNumber = refusalOfNumber(parsed, number, company);
  if (ofNumber === undefined) return undefined;
  return refused(ofNumber.refusal === 'ENCF_ANNULLED' ? 'NUMBER_ANNULLED' : 'ORIGIN_CHANGING');
}

/**
 * Admits the attempt after the one that the person saw. The compare-and-set on the attempt lets only one of several orders do that.
 * @param document the attempt that the person saw
 */
export async function resend(
  deps: OperatorDeps,
  document: DocumentRecord,
  { by, note }: { readonly by: string; readonly note: string },
): Promise<Resent> {
  if (note.trim() === '' || !isNote(note)) return refused('NOTE_INVALID');
  const refusal = await resendRefusal(deps, document);
  if (refusal !== undefined) return refusal;
  const { store, clock } = deps;
  const { companyId, environment, encf, attempt } = document;
  const requestId = randomUUID();
  const admission = await store.admit({
    ...admittedFactsOf(document),
    requestId,
    issuedBy: { by, newAttemptNote: note.trim() },
    content: await store.getFileBytes(document.contentFile),
    suspended: suspensionIn(await store.findCompany(companyId), environment) !== undefined,
    resend: true,
    replaces: attempt,
    now: clock(),
    firstCheckMs: 0,
  });
  if (admission.document.requestId !== requestId) return refused('ATTEMPT_OVER');
  await store.markUsed({ companyId, environment, encf, attempt: admission.document.attempt });
  return { outcome: 'done', document: admission.document };
}
