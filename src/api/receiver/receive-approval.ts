/**
 * Receives a buyer's commercial approval of one of our vouchers. Its signature must be valid, and it must name our voucher with its buyer,
 * date and total.
 */
import { amountOf } from '../../ecf/model/amounts.js';
import type { Company } from '../../ledger/companies/company.js';
import type { IncomingApproval } from '../../ledger/received/incoming-approvals.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { ApprovalFacts } from '../../documents/read/read-approval.js';
import { certificateRefusal } from '../../documents/read/signature.js';
import type { Posted, ReceiverDeps } from './receiver-deps.js';
import { ReceiverError } from './receiver-error.js';

export async function receiveApproval(deps: ReceiverDeps, { network, xml }: Posted): Promise<void> {
  const { store, checker, clock, checks, receptions, config } = deps;
  const read = await receptions.run(network, () => checker.readApproval(network, xml, checks()));
  if (read.outcome === 'refused')
    throw read.reason === 'encoding'
      ? new ReceiverError('XML_ENCODING_UNSUPPORTED', read.detail)
      : new ReceiverError('APPROVAL_INVALID');
  const { facts, signer, signatureHash } = read;
  const company = await store.findCompanyByRnc(facts.rncEmisor);
  if (company === undefined) throw new ReceiverError('APPROVAL_NOT_OURS');
  if (certificateRefusal(signer, config.certificates[company.environment]) !== undefined)
    throw new ReceiverError('APPROVAL_SIGNER_REFUSED');
  const document = await voucherOf(deps, company, facts);
  const { companyId, environment } = company;
  const { encf, rncComprador, montoTotal, approved, motivo, fecha } = facts;
  const approval: IncomingApproval = {
    companyId,
    environment,
    encf,
    rncComprador,
    montoTotal,
    fecha,
    signer,
    signatureHash,
    network,
    receivedAt: clock(),
    decision: approved ? 'aprobado' : 'rechazado',
    ...(motivo === undefined ? {} : { motivo }),
  };
  if (document !== undefined) {
    const kept = await store.keepApproval(approval, xml, document.attempt);
    if (!kept) throw new ReceiverError('APPROVAL_NO_ROOM');
  } else if (!(await store.noteUnknownApproval(approval, xml)))
    deps.log.warn({ companyId, encf }, 'an approval of an unknown voucher was not kept: there are too many');
}

/**
 * The attempt that the approval is about. DGII's certification refers to vouchers of earlier sets, so an earlier attempt may match too.
 * Undefined in DGII's test environments, whose tests may approve vouchers that another program of the company issued.
 */
async function voucherOf(
  { store }: ReceiverDeps,
  { companyId, environment }: Company,
  facts: ApprovalFacts,
): Promise<DocumentRecord | undefined> {
  const document = await store.findDocument(companyId, environment, facts.encf);
  if (document === undefined) {
    if (environment === 'production') throw new ReceiverError('APPROVAL_NOT_OURS');
    return undefined;
  }
  const attempts = [document, ...(await store.earlierAttempts(document))];
  const about = attempts.find((attempt) => fits(attempt, facts));
  if (about === undefined) throw new ReceiverError('APPROVAL_MISMATCH');
  return about;
}

/** Amounts are compared as numbers and not as texts, because DGII's own program writes them without decimals. */
function fits({ rncComprador, fechaEmision, montoTotal }: DocumentRecord, facts: ApprovalFacts): boolean {
  return (
    rncComprador === facts.rncComprador &&
    fechaEmision === facts.fechaEmision &&
    amountOf(montoTotal).eq(amountOf(facts.montoTotal))
  );
}
