/** prepare: certificate → XML → XSD → signature → ledger. After a delivery was written ahead, these bytes do not change. */
import type { DocumentKind } from '../../ecf/catalogue/document-kind.js';
import { refusals, type Refusal } from '../../ecf/messages/refusals.js';
import { fechaHoraFirma } from '../../ecf/model/dates.js';
import { buildRfce } from '../../ecf/xml/rfce.js';
import type { Unsigned } from '../../documents/check/build-voucher.js';
import type { SigningCertificate } from '../../signing/keys/certificate.js';
import { signDigested, type SignedBytes } from '../../signing/keys/sign-built.js';
import {
  contentsRoomBytes,
  type DocumentRecord,
  type SignedXml,
} from '../../ledger/vouchers/document-record.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { applyVerdict } from './apply-verdict.js';
import { holdNote } from './hold-note.js';
import {
  nextCheckAfter,
  currentOf,
  readCurrent,
  markWaiting,
  documentIn,
  type CurrentDocument,
} from './ledger-steps.js';
import { recordOwnVerdict } from './record-verdict.js';
import type { SignedSizes } from './step-result.js';

const annulled = { codigo: 'ENCF_ANNULLED', valor: 'El número fue anulado antes del envío.' };
const beingAnnulled = {
  codigo: 'ENCF_BEING_ANNULLED' satisfies Refusal,
  valor: refusals.ENCF_BEING_ANNULLED.mensaje,
};

interface Prepared {
  readonly document: CurrentDocument;
  /** The sizes of what this step signed. Absent when the voucher was already signed, or must wait. */
  readonly sizes?: SignedSizes;
}

export async function prepare(deps: ActivityDeps, ref: AttemptRef, pauseMs: number): Promise<Prepared> {
  const found = await deps.store.readDocumentAndMark(ref);
  const current = currentOf(ref, found.document);
  // A worker may have died before it applied the verdict.
  await applyVerdict(deps, ref, current);
  const document = documentIn(['admitted'], current);
  if (document === undefined) return { document: current };

  const now = deps.clock();
  // The api may have died before it marked the number as used. If the number was annulled since, do not send it.
  const mark = found.mark === 'unmarked' ? await deps.store.markUsed(ref) : found.mark;
  if (mark === 'annulled') return { document: await recordOwnVerdict(deps, document, 'annulled', annulled) };
  // If DGII does not void the number after all, the client may send it again.
  if (mark === 'annulling')
    return { document: await recordOwnVerdict(deps, document, 'refused', beingAnnulled) };
  const certificate = await deps.certificates.current(ref.companyId, now);
  if ('unusable' in certificate) {
    const { companyId, encf } = ref;
    deps.log.warn({ companyId, encf, why: certificate.unusable }, 'certificate unusable');
    return { document: await markWaiting(deps, ref, 'CERTIFICATE_UNUSABLE', { pauseMs }) };
  }

  const content = await deps.store.getFileBytes(document.contentFile);
  const held = await holdNote(deps, ref, { document, content }, pauseMs);
  if (held !== undefined) return { document: held };
  const built = await signVoucher(deps, { document, content, certificate }, fechaHoraFirma(now.getTime()));
  // The voucher passed validation, but our XML fails our XSD: a defect of ours. It waits unsigned until we fix that.
  if (built === undefined) return { document: await markWaiting(deps, ref, 'INTERNAL_FAULT', { pauseMs }) };
  const signed: SignedXml = {
    ...(await keepSigned(deps, document, built, now)),
    securityCode: built.full.securityCode,
    fechaFirma: built.fechaFirma,
    signedAt: now,
    certificate: certificate.fingerprint,
  };
  const recorded = await deps.store.recordSigned(ref, signed, nextCheckAfter(deps, pauseMs));
  // Another run signed first, so its bytes are used.
  if (recorded === undefined) return { document: await readCurrent(deps, ref) };
  return { document: recorded, sizes: sizesOf(built) };
}

interface ToSign {
  readonly document: DocumentRecord;
  /** The normal form, in UTF-8. */
  readonly content: Uint8Array;
  readonly certificate: SigningCertificate;
}

interface SignedVoucher {
  readonly full: SignedBytes;
  readonly summary?: SignedBytes;
  readonly fechaFirma: string;
}

/** Signs the voucher and, if it needs one, its summary. Undefined: our XML fails our XSD. */
async function signVoucher(
  deps: ActivityDeps,
  { document, content, certificate }: ToSign,
  fechaFirma: string,
): Promise<SignedVoucher | undefined> {
  const sign = (kind: DocumentKind, unsigned: Unsigned) => {
    if (unsigned.ok) return signDigested(unsigned.xml, certificate);
    const { companyId, encf } = document;
    deps.log.error({ companyId, encf, kind, faults: unsigned.findings }, 'our XML fails our XSD');
    return undefined;
  };
  const built = await deps.checker.build(document.companyId, content, fechaFirma);
  const full = sign(document.tipoeCF, built);
  if (full === undefined) return undefined;
  if (built.forSummary === undefined) return { full, fechaFirma };
  const summary = sign(
    'RFCE',
    deps.checker.checkBuilt('RFCE', buildRfce(built.forSummary, full.securityCode)),
  );
  return summary && { full, summary, fechaFirma };
}

/** The XML that we send to DGII gets the room of the record first. */
async function keepSigned(
  { store }: ActivityDeps,
  { companyId, contentFile }: DocumentRecord,
  { full, summary }: SignedVoucher,
  now: Date,
): Promise<Pick<SignedXml, 'file' | 'sha256' | 'summary'>> {
  let room = contentsRoomBytes - (typeof contentFile === 'string' ? 0 : contentFile.length());
  const keep = async (kind: 'signed-summary' | 'signed-xml', { xml }: SignedBytes) => {
    const kept = await store.keepContent({ companyId, kind, content: xml, now, roomBytes: room });
    room -= kept.bytesInRecord;
    return { file: kept.ref, sha256: kept.sha256 };
  };
  const keptSummary = summary && (await keep('signed-summary', summary));
  return { ...(await keep('signed-xml', full)), ...(keptSummary && { summary: keptSummary }) };
}

function sizesOf({ full, summary }: SignedVoucher): SignedSizes {
  const bytes = full.xml.length;
  return summary === undefined ? { bytes } : { bytes, summaryBytes: summary.xml.length };
}
