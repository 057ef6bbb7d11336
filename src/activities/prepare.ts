/** prepare: certificate → XML → XSD → signature → ledger. From the first write-ahead on these bytes never change. */
import { buildXml } from '../ecf/build-xml.js';
import { fechaHoraFirma } from '../ecf/dates.js';
import { parseNormalised } from '../ecf/normalise.js';
import { signBuilt } from '../signing/sign-built.js';
import { withDummySignature } from '../xsd/dummy-signature.js';
import { withoutValues } from '../xsd/xsd-validator.js';
import { parseEcfType } from '../ecf/ecf-types.js';
import type { Verdict } from '../store/document-record.js';
import type { DocumentRef } from '../workflows/contract.js';
import type { ActivityDeps } from './deps.js';
import { checkAt, load, superseded, viewAfter, wait } from './ledger-steps.js';
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
  const fechaFirma = fechaHoraFirma(now.getTime());
  const built = buildXml(ecf, fechaFirma);
  const type = parseEcfType(document.tipoeCF);
  const faults = type === undefined ? [] : deps.xsd.validate(type, withDummySignature(built.wire));
  if (type === undefined || faults.length > 0) {
    // What was admitted had passed `validate`: our own tables disagree. It waits, unsigned, for us.
    deps.log.error(
      { companyId: ref.companyId, encf: ref.encf, faults: withoutValues(faults) },
      'our XML fails our XSD',
    );
    return wait(deps, ref, 'INTERNAL_FAULT', pauseMs);
  }

  const { xml, securityCode } = signBuilt(built, certificate);
  const { id: file, sha256 } = await deps.store.putFile(ref.companyId, 'signed-xml', xml, now);
  const signed = {
    file,
    sha256,
    securityCode,
    fechaFirma,
    signedAt: now,
    certificate: certificate.fingerprint,
  };
  // Lost: another run signed first, and its bytes stand. Ours stay a file that nothing refers to.
  return viewAfter(deps, ref, await deps.store.recordSigned(ref, signed, checkAt(deps, pauseMs)));
}
