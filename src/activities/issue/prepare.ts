/** prepare: certificate → XML → XSD → signature → ledger. From the first write-ahead on these bytes never change. */
import { amountOf } from '../../ecf/amounts.js';
import { buildXml, type BuiltXml } from '../../ecf/build-xml.js';
import type { DocumentKind } from '../../ecf/catalogue/documents.js';
import { goesAsSummary } from '../../ecf/consumer-threshold.js';
import { fechaHoraFirma } from '../../ecf/dates.js';
import { parseNormalised } from '../../ecf/normalise.js';
import { buildRfce } from '../../ecf/rfce.js';
import type { SigningCertificate } from '../../signing/certificate.js';
import { signBuilt, type SignedBuilt } from '../../signing/sign-built.js';
import { withDummySignature } from '../../xsd/dummy-signature.js';
import { withoutValues } from '../../xsd/xsd-validator.js';
import {
  contentsRoomBytes,
  type DocumentRecord,
  type SignedXml,
  type Submission,
  type Verdict,
} from '../../store/document-record.js';
import type { Company } from '../../store/store.js';
import type { DocumentRef } from '../../workflows/contract.js';
import type { ActivityDeps } from '../deps.js';
import { load, superseded, viewAfter, wait } from './ledger-steps.js';
import { holdNote } from './hold-note.js';
import { settle } from './apply-verdict.js';
import { stepViewOf, type StepView } from './step-result.js';

/** Our own word: DGII never saw this voucher. */
const annulled: Verdict = {
  trackId: null,
  codigoDgii: '',
  estado: '',
  mensajes: [{ codigo: 'ENCF_ANNULLED', valor: 'El número fue anulado antes del envío.' }],
  secuenciaUtilizada: null,
  replyFile: null,
};

/** How a voucher goes on within the same step, once it is signed. */
export interface AtOnce {
  /** Its first delivery, to be written ahead together with the signature; undefined: another step makes it. */
  delivery(document: DocumentRecord, company: Company | undefined): Submission | undefined;
  deliver(document: DocumentRecord, certificate: SigningCertificate, delivery: Submission): Promise<StepView>;
}

export async function prepare(
  deps: ActivityDeps,
  ref: DocumentRef,
  pauseMs: number,
  atOnce?: AtOnce,
): Promise<StepView> {
  const [document, company] = await Promise.all([
    load(deps, ref),
    atOnce === undefined ? undefined : deps.store.findCompany(ref.companyId),
  ]);
  if (document === undefined) return superseded;
  // Whoever recorded the verdict may have died before all that follows from it was done.
  await settle(deps, ref, document);
  if (document.state !== 'admitted') return stepViewOf(document);

  const now = deps.clock();
  // Again, because the api may have died after it admitted the voucher; and a number annulled since must not be sent.
  if ((await deps.store.markUsed(ref)) === 'annulled')
    return viewAfter(deps, ref, await deps.store.recordVerdict(ref, 'annulled', annulled, now));

  const certificate = await deps.certificates.current(ref.companyId, now);
  if ('unusable' in certificate) {
    deps.log.warn(
      { companyId: ref.companyId, encf: ref.encf, why: certificate.unusable },
      'certificate unusable',
    );
    return wait(deps, ref, 'CERTIFICATE_UNUSABLE', pauseMs);
  }

  const ecf = parseNormalised(await deps.store.getFile(document.contentFile));
  const held = await holdNote(deps, ref, document, ecf, pauseMs);
  if (held !== undefined) return held;
  const fechaFirma = fechaHoraFirma(now.getTime());
  const full = sign(deps, ref, ecf.type, buildXml(ecf, fechaFirma), certificate);
  // What was admitted had passed `validate`: our own tables disagree. It waits, unsigned, for us.
  if (full === undefined) return wait(deps, ref, 'INTERNAL_FAULT', pauseMs);
  const { securityCode } = full;
  let rfce: SignedBuilt | undefined;
  if (goesAsSummary(ecf.type, amountOf(document.montoTotal))) {
    rfce = sign(deps, ref, 'RFCE', buildRfce(ecf, securityCode), certificate);
    if (rfce === undefined) return wait(deps, ref, 'INTERNAL_FAULT', pauseMs);
  }
  const signed = {
    ...(await keepSigned(deps, document, full, rfce, now)),
    securityCode,
    fechaFirma,
    signedAt: now,
    certificate: certificate.fingerprint,
  };
  const delivery = atOnce?.delivery(document, company);
  const next = delivery?.leaseUntil.getTime() ?? now.getTime() + pauseMs;
  const written = await deps.store.recordSigned(
    ref,
    signed,
    new Date(next + deps.settings.checkMarginMs),
    delivery,
  );
  // Lost: another run signed first, and its bytes stand. Ours stay a file that nothing refers to.
  if (written === undefined || atOnce === undefined || delivery === undefined)
    return viewAfter(deps, ref, written);
  return atOnce.deliver(written, certificate, delivery);
}

/** Within the record as long as there is room: what is sent first. */
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

/** Checked against our XSD first; undefined when it fails, which is a fault of ours and logged. */
function sign(
  deps: ActivityDeps,
  ref: DocumentRef,
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
