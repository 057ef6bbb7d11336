/** prepare: certificate → XML → XSD → signature → ledger. Once a delivery is written ahead these bytes never change. */
import { amountOf } from '../../ecf/model/amounts.js';
import { buildXml, type BuiltXml } from '../../ecf/xml/build-xml.js';
import type { DocumentKind } from '../../ecf/catalogue/document-kind.js';
import { goesAsSummary } from '../../ecf/model/consumer-threshold.js';
import { fechaHoraFirma } from '../../ecf/model/dates.js';
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
  type Verdict,
} from '../../ledger/vouchers/document-record.js';
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { applyVerdict } from './apply-verdict.js';
import { holdNote } from './hold-note.js';
import { checkAt, load, markWaiting, type Current } from './ledger-steps.js';
import type { SignedBytes } from './step-result.js';

/** A verdict of ours: DGII never saw this voucher. */
const annulled: Verdict = {
  trackId: null,
  codigoDgii: '',
  estado: '',
  mensajes: [{ codigo: 'ENCF_ANNULLED', valor: 'El número fue anulado antes del envío.' }],
  secuenciaUtilizada: null,
  replyFile: null,
};

export interface Prepared {
  readonly document: Current;
  /** Present when this very step signed the voucher. */
  readonly written?: SignedBytes;
}

export async function prepare(deps: ActivityDeps, ref: AttemptRef, pauseMs: number): Promise<Prepared> {
  const document = await load(deps, ref);
  if (document === 'superseded') return { document };
  // The worker that recorded the verdict may have died before it did what follows from it.
  await applyVerdict(deps, ref, document);
  if (document.state !== 'admitted') return { document };
  const waitFor = async (reason: 'CERTIFICATE_UNUSABLE' | 'INTERNAL_FAULT') => {
    return { document: await markWaiting(deps, ref, reason, pauseMs) };
  };

  const now = deps.clock();
  // The api may have died after it admitted the voucher, so the number is marked again. One annulled since must not be sent.
  if ((await deps.store.markUsed(ref)) === 'annulled') {
    const written = await deps.store.recordVerdict(ref, 'annulled', annulled, now);
    return { document: written ?? (await load(deps, ref)) };
  }
  const certificate = await deps.certificates.current(ref.companyId, now);
  if ('unusable' in certificate) {
    const { companyId, encf } = ref;
    deps.log.warn({ companyId, encf, why: certificate.unusable }, 'certificate unusable');
    return waitFor('CERTIFICATE_UNUSABLE');
  }

  const ecf = parseNormalised(await deps.store.getFile(document.contentFile));
  const held = await holdNote(deps, ref, document, ecf, pauseMs);
  if (held !== undefined) return { document: held };
  const fechaFirma = fechaHoraFirma(now.getTime());
  const full = sign(deps, ref, ecf.type, buildXml(ecf, fechaFirma), certificate);
  // The voucher had passed `validate`, so our own tables disagree. It waits, unsigned, until that is mended.
  if (full === undefined) return waitFor('INTERNAL_FAULT');
  const { securityCode } = full;
  let rfce: SignedBuilt | undefined;
  if (goesAsSummary(ecf.type, amountOf(document.montoTotal))) {
    rfce = sign(deps, ref, 'RFCE', buildRfce(ecf, securityCode), certificate);
    if (rfce === undefined) return waitFor('INTERNAL_FAULT');
  }
  const signed: SignedXml = {
    ...(await keepSigned(deps, document, full, rfce, now)),
    securityCode,
    fechaFirma,
    signedAt: now,
    certificate: certificate.fingerprint,
  };
  const written = await deps.store.recordSigned(ref, signed, checkAt(deps, pauseMs));
  // Another run signed first, and its bytes count. Ours are left in a file that nothing refers to.
  if (written === undefined) return { document: await load(deps, ref) };
  return { document: written, written: bytesOf(full, rfce) };
}

function bytesOf(full: SignedBuilt, rfce: SignedBuilt | undefined): SignedBytes {
  const bytes = Buffer.byteLength(full.xml);
  return rfce === undefined ? { bytes } : { bytes, summaryBytes: Buffer.byteLength(rfce.xml) };
}

/** Within the record while there is room. What is sent comes first. */
async function keepSigned(
  { store }: ActivityDeps,
  { companyId, contentFile }: DocumentRecord,
  full: SignedBuilt,
  rfce: SignedBuilt | undefined,
  now: Date,
): Promise<Pick<SignedXml, 'file' | 'sha256' | 'summary'>> {
  let room = contentsRoomBytes - (typeof contentFile === 'string' ? 0 : contentFile.length());
  const keep = async (kind: 'signed-summary' | 'signed-xml', { xml }: SignedBuilt) => {
    const { ref: file, sha256, taken } = await store.keepText(companyId, kind, xml, now, room);
    room -= taken;
    return { file, sha256 };
  };
  const summary = rfce === undefined ? undefined : await keep('signed-summary', rfce);
  return { ...(await keep('signed-xml', full)), ...(summary === undefined ? {} : { summary }) };
}

/** Checked against our XSD first. Undefined: it fails our XSD, which is a fault of ours and is logged. */
function sign(
  deps: ActivityDeps,
  ref: AttemptRef,
  kind: DocumentKind,
  built: BuiltXml,
  certificate: SigningCertificate,
): SignedBuilt | undefined {
  const faults = deps.xsd.validate(kind, withDummySignature(built.wire));
  if (faults.length === 0) return signBuilt(built, certificate);
  const { companyId, encf } = ref;
  deps.log.error({ companyId, encf, kind, faults: withoutValues(faults) }, 'our XML fails our XSD');
  return undefined;
}
