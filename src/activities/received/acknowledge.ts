/** acknowledge: signs the ARECF of a reception or of a refusal. The first ARECF that is stored stays. */
import { fechaHoraFirma } from '../../ecf/model/dates.js';
import { buildArecf } from '../../ecf/xml/arecf.js';
import { contentsRoomBytes } from '../../ledger/vouchers/document-record.js';
import { signDigested } from '../../signing/keys/sign-built.js';
import type { ReceiveEnd } from '../../workflows/contract/received.js';
import type { ActivityDeps } from '../deps.js';

const roomBytes = contentsRoomBytes / 2;

export async function acknowledge(
  {
    store,
    certificates,
    checker,
    clock,
    log,
  }: Pick<ActivityDeps, 'store' | 'certificates' | 'checker' | 'clock' | 'log'>,
  receptionId: string,
): Promise<ReceiveEnd> {
  const reception = await store.findToAcknowledge(receptionId);
  if (reception === undefined) return 'unknown';
  if (reception.arecf !== undefined) return 'acknowledged';
  const { companyId, rncEmisor, rncComprador, encf, code } = reception;
  const now = clock();
  const certificate = await certificates.current(companyId, now);
  if ('unusable' in certificate) {
    log.warn({ companyId, receptionId, why: certificate.unusable }, 'certificate unusable');
    return 'certificate-unusable';
  }
  const parties = { RNCEmisor: rncEmisor, RNCComprador: rncComprador, eNCF: encf };
  const arecf = buildArecf({ ...parties, CodigoMotivoNoRecibido: code }, fechaHoraFirma(now.getTime()));
  const built = checker.checkBuilt('ARECF', arecf);
  // This should not happen, because the api has checked these values with the same rules.
  if (!built.ok) throw new Error(`Our ARECF fails our XSD: ${JSON.stringify(built.findings)}`);
  const { xml } = signDigested(built.xml, certificate);
  const { ref: file, sha256 } = await store.keepContent({
    companyId,
    kind: 'acknowledgement',
    content: xml,
    now,
    roomBytes,
  });
  const signed = { file, sha256, signedAt: now, certificate: certificate.fingerprint };
  await store.recordAcknowledgement(reception, signed);
  return 'acknowledged';
}
