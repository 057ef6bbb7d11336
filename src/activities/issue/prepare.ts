/** prepare: certificate → XML → XSD → signature → ledger. After a delivery was written ahead, these bytes do not change. */
import { amountOf } from '../../ecf/model/amounts.js';
import { buildXml, type BuiltXml } from '../../ecf/xml/build-xml.js';
import type { DocumentKind } from '../../ecf/catalogue/document-kind.js';
import { goesAsSummary } from '../../ecf/model/consumer-threshold.js';
import { fechaHoraFirma } from '../../ecf/model/dates.js';
import type { Ecf } from '../../ecf/model/ecf.js';
import { parseNormalised } from '../../ecf/json/normalise.js';
import { buildRfce } from '../../ecf/xml/rfce.js';
import type { SigningCertificate } from '../../signing/keys/certificate.js';
import { signBuilt, type SignedBuilt } from '../../signing/keys/sign-built.js';
import { withDummySignature } from '../../xsd/dummy-signature.js';
import { withoutValues } from '../../xsd/xsd-validator.js';
import {
  contentsRoomBytes,
  type DocumentRecord,
  type SignedXml,
} from '../../ledger/vouchers/document-record.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { applyVerdict } from './apply-verdict.js';
import { holdNote } from './hold-note.js';
import { checkAt, load, markWaiting, type Current } from './ledger-steps.js';
import { recordOwnVerdict } from './record-verdict.js';
import type { SignedBytes } from './step-result.js';

const annulled = { codigo: 'ENCF_ANNULLED', valor: 'El número fue anulado antes del envío.' };

export interface Prepared {
  readonly document: Current;
  /** The sizes of what this step signed. Absent when the voucher was already signed, or must wait. */
  readonly written?: SignedBytes;
}

export async function prepare(deps: ActivityDeps, ref: AttemptRef, pauseMs: number): Promise<Prepared> {
  const document = await load(deps, ref);
  if (document === 'superseded') return { document };
  // The worker that recorded a verdict may have died before it applied it.
  await applyVerdict(deps, ref, document);
  if (document.state !== 'admitted') return { document };

  const now = deps.clock();
  // The api may have died before it marked the number as used, so mark it again. If the number was annulled since, do not send it.
  if ((await deps.store.markUsed(ref)) === 'annulled')
    return { document: await recordOwnVerdict(deps, ref, 'annulled', annulled) };
  const certificate = await deps.certificates.current(ref.companyId, now);
  if ('unusable' in certificate) {
    const { companyId, encf } = ref;
    deps.log.warn({ companyId, encf, why: certificate.unusable }, 'certificate unusable');
    return { document: await markWaiting(deps, ref, 'CERTIFICATE_UNUSABLE', pauseMs) };
  }

  const ecf = parseNormalised(await deps.store.getFile(document.contentFile));
  const held = await holdNote(deps, ref, { document, ecf }, pauseMs);
  if (held !== undefined) return { document: held };
  const built = signVoucher(deps, { document, ecf, certificate }, fechaHoraFirma(now.getTime()));
  // The voucher passed validation, but our XML fails our XSD: a defect of ours. It waits unsigned until we fix that.
  if (built === undefined) return { document: await markWaiting(deps, ref, 'INTERNAL_FAULT', pauseMs) };
  const signed: SignedXml = {
    ...(await keepSigned(deps, document, built, now)),
    securityCode: built.full.securityCode,
    fechaFirma: built.fechaFirma,
    signedAt: now,
    certificate: certificate.fingerprint,
  };
  const written = await deps.store.recordSigned(ref, signed, checkAt(deps, pauseMs));
  // Another run signed first, so its bytes are used. If ours went into a file, nothing refers to that file.
  if (written === undefined) return { document: await load(deps, ref) };
  return { document: written, written: bytesOf(built) };
}

interface ToSign {
  readonly document: DocumentRecord;
  readonly ecf: Ecf;
  readonly certificate: SigningCertificate;
}

/** The signed voucher, and the summary that DGII gets instead of a type 32 below 250,000.00. */
interface SignedVoucher {
  readonly full: SignedBuilt;
  readonly summary?: SignedBuilt;
  readonly fechaFirma: string;
}

/** Signs the voucher and, if it needs one, its summary. Undefined: our XML fails our XSD. */
function signVoucher(deps: ActivityDeps, toSign: ToSign, fechaFirma: string): SignedVoucher | undefined {
  const { document, ecf } = toSign;
  const full = sign(deps, toSign, ecf.type, buildXml(ecf, fechaFirma));
  if (full === undefined) return undefined;
  if (!goesAsSummary(ecf.type, amountOf(document.montoTotal))) return { full, fechaFirma };
  const summary = sign(deps, toSign, 'RFCE', buildRfce(ecf, full.securityCode));
  return summary && { full, summary, fechaFirma };
}

/** Checks the XML against our XSD, then signs it. Undefined: it fails our XSD; that is a defect of ours, and it is logged. */
function sign(
  deps: ActivityDeps,
  { document, certificate }: ToSign,
  kind: DocumentKind,
  built: BuiltXml,
): SignedBuilt | undefined {
  const faults = deps.xsd.validate(kind, withDummySignature(built.wire));
  if (faults.length === 0) return signBuilt(built, certificate);
  const { companyId, encf } = document;
  deps.log.error({ companyId, encf, kind, faults: withoutValues(faults) }, 'our XML fails our XSD');
  return undefined;
}

/** Keeps the signed XML within the record while there is room, else in files. The XML that we send to DGII gets the room first. */
async function keepSigned(
  { store }: ActivityDeps,
  { companyId, contentFile }: DocumentRecord,
  { full, summary }: SignedVoucher,
  now: Date,
): Promise<Pick<SignedXml, 'file' | 'sha256' | 'summary'>> {
  let room = contentsRoomBytes - (typeof contentFile === 'string' ? 0 : contentFile.length());
  const keep = async (kind: 'signed-summary' | 'signed-xml', { xml }: SignedBuilt) => {
    const { ref: file, sha256, taken } = await store.keepText(companyId, kind, xml, now, room);
    room -= taken;
    return { file, sha256 };
  };
  const keptSummary = summary && (await keep('signed-summary', summary));
  return { ...(await keep('signed-xml', full)), ...(keptSummary && { summary: keptSummary }) };
}

function bytesOf({ full, summary }: SignedVoucher): SignedBytes {
  const bytes = Buffer.byteLength(full.xml);
  return summary === undefined ? { bytes } : { bytes, summaryBytes: Buffer.byteLength(summary.xml) };
}
