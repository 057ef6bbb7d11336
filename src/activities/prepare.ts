/** prepare: certificate → XML → XSD → signature → ledger. From the first write-ahead on these bytes never change. */
import { amountOf } from '../ecf/amounts.js';
import { buildXml, type BuiltXml } from '../ecf/build-xml.js';
import type { DocumentKind } from '../ecf/catalogue/documents.js';
import { goesAsSummary } from '../ecf/consumer-threshold.js';
import { fechaHoraFirma } from '../ecf/dates.js';
import { parseNormalised } from '../ecf/normalise.js';
import { buildRfce } from '../ecf/rfce.js';
import type { SigningCertificate } from '../signing/certificate.js';
import { signBuilt, type SignedBuilt } from '../signing/sign-built.js';
import { withDummySignature } from '../xsd/dummy-signature.js';
import { withoutValues } from '../xsd/xsd-validator.js';
import type { SignedXml, Verdict } from '../store/document-record.js';
import type { DocumentRef } from '../workflows/contract.js';
import type { ActivityDeps } from './deps.js';
import { checkAt, load, superseded, viewAfter, wait } from './ledger-steps.js';
import { settleNumber } from './record.js';
import { holdNote } from './reference.js';
import { stepViewOf, type StepView } from './step-view.js';

/** Our own word: DGII never saw this voucher. */
const annulled: Verdict = {
  trackId: null,
  codigoDgii: '',
  estado: '',
  mensajes: [{ codigo: 'ENCF_ANNULLED', valor: 'El número fue anulado antes del envío.' }],
  secuenciaUtilizada: null,
  replyFile: null,
};

export async function prepare(deps: ActivityDeps, ref: DocumentRef, pauseMs: number): Promise<StepView> {
  const document = await load(deps, ref);
  if (document === undefined) return superseded;
  if (document.state === 'refused') await settleNumber(deps, ref, document);
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
  const { id: file, sha256 } = await deps.store.putFile(ref.companyId, 'signed-xml', full.xml, now);
  const { securityCode } = full;

  let summary: SignedXml['summary'];
  if (goesAsSummary(ecf.type, amountOf(document.montoTotal))) {
    const rfce = sign(deps, ref, 'RFCE', buildRfce(ecf, securityCode), certificate);
    if (rfce === undefined) return wait(deps, ref, 'INTERNAL_FAULT', pauseMs);
    const stored = await deps.store.putFile(ref.companyId, 'signed-summary', rfce.xml, now);
    summary = { file: stored.id, sha256: stored.sha256 };
  }
  const signed = {
    file,
    sha256,
    securityCode,
    fechaFirma,
    signedAt: now,
    certificate: certificate.fingerprint,
    ...(summary === undefined ? {} : { summary }),
  };
  // Lost: another run signed first, and its bytes stand. Ours stay a file that nothing refers to.
  return viewAfter(deps, ref, await deps.store.recordSigned(ref, signed, checkAt(deps, pauseMs)));
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
