/**
 * send: sends the signed bytes to DGII. Each delivery is written ahead by compare-and-set. A delivery without an outcome may have arrived;
 * the numbers are then uncertain and stay locked. The bytes may be sent again, because a second delivery does no harm while the numbers are
 * locked. Only DGII's answer to it can decide about numbers of the first one (record-annulment-answer.ts).
 */
import { createHash } from 'node:crypto';
import { rangesOf } from '../../ecf/annulment/encf-ranges.js';
import { fechaHoraFirma } from '../../ecf/model/dates.js';
import { parseEncf } from '../../ecf/model/encf.js';
import { ecfTypeList } from '../../ecf/model/ecf-types.js';
import { buildAnecf, type Anulacion } from '../../ecf/xml/anecf.js';
import { signDigested } from '../../signing/keys/sign-built.js';
import type { AnnulAnswer } from '../../dgii/replies/answers.js';
import type { SigningCertificate } from '../../signing/keys/certificate.js';
import { credentialsOf } from '../certificates/company-certificates.js';
import type { ActivityDeps } from '../deps.js';
import { checkConsents } from '../consents.js';
import { wasPausedTooLong, writeAheadRecord } from '../write-ahead.js';
import type { AnnulmentStep } from '../../workflows/contract/numbers.js';
import { recordAnswer, recordLost } from './record-annulment-answer.js';
import {
  numbersWith,
  readOutcomes,
  recordChanges,
  recordWaiting,
  resultOf,
  type Outcomes,
  type StepInput,
} from './record-annulment.js';

/** How many bytes of the record the signed file may take; a larger one is stored apart. */
const signedRoomBytes = 6 * 1024;

export async function send(
  deps: ActivityDeps,
  input: StepInput,
  cancelled: AbortSignal,
): Promise<AnnulmentStep> {
  const { record } = input;
  const { companyId, environment, rnc, signed, deliveries } = record;
  const open = record.state === 'sending' ? deliveries.at(-1) : undefined;
  if (open !== undefined) {
    // The record's version stays, because the process that is sending must still be able to record DGII's answer.
    const now = deps.clock();
    await deps.store.mendAnnulmentLease(record, now);
    if (now < open.leaseUntil) return { ...resultOf(record), waits: true };
    return recordLost(deps, record);
  }
  const company = await deps.store.findCompany(companyId);
  if (!checkConsents(deps, { companyId, environment, annulmentId: record._id }, company))
    return recordWaiting(deps, input, 'PRODUCTION_NOT_ALLOWED');
  const auth = await credentialsOf(deps.certificates, record, deps.clock());
  if (auth === undefined) return recordWaiting(deps, input, 'CERTIFICATE_UNUSABLE');
  if (signed === undefined) return sign(deps, input, auth.certificate);

  // Read before the lease starts, so that hardly any time passes between the lease and the first byte.
  const xml = await deps.store.getFileBytes(signed.file);
  const delivery = writeAheadRecord(deps, record.deliveryCount + 1, deps.settings.deliveryTimeoutMs);
  const started = await deps.store.changeRangeAnnulment(
    record,
    {
      state: 'sending',
      resend: false,
      deliveryCount: delivery.n,
      deliveries: [...deliveries, delivery],
      dueAt: new Date(delivery.leaseUntil.getTime() + deps.settings.checkMarginMs),
    },
    { now: delivery.startedAt },
  );
  // Another process has started this delivery.
  if (started === undefined) return { ...resultOf(record), waits: true };
  const ours: StepInput = { record: started, pauseMs: input.pauseMs };
  // A person may have freed the numbers in that time.
  if (wasPausedTooLong(deps, delivery)) return recordAnswer(deps, ours, notSent);
  const answer = await deps.dgii.annul(auth, { fileName: `${rnc}ANECF${delivery.n}.xml`, xml }, cancelled);
  return recordAnswer(deps, ours, answer);
}

const notSent: AnnulAnswer = {
  kind: 'not-sent',
  cause: 'cancelled',
  detail: 'stood still',
  mensajes: [],
  reply: null,
};

/** The file is signed once, so that every delivery has the same bytes. */
async function sign(
  deps: ActivityDeps,
  input: StepInput,
  certificate: SigningCertificate,
): Promise<AnnulmentStep> {
  const { record } = input;
  const now = deps.clock();
  const anecf = { RncEmisor: record.rnc, anulaciones: blocksOf(await readOutcomes(deps, record)) };
  const built = deps.checker.checkBuilt('ANECF', buildAnecf(anecf, fechaHoraFirma(now.getTime())));
  if (!built.ok) {
    deps.log.error({ annulmentId: record._id, faults: built.findings }, 'our ANECF fails our XSD');
    return recordWaiting(deps, input, 'INTERNAL_FAULT');
  }
  const { xml } = signDigested(built.xml, certificate);
  const { ref: file } = await deps.store.keepContent({
    companyId: record.companyId,
    kind: 'annulment',
    content: xml,
    now,
    roomBytes: signedRoomBytes,
  });
  const sha256 = createHash('sha256').update(xml).digest('hex');
  return recordChanges(deps, record, { state: 'signed', signed: { file, sha256, signedAt: now } });
}

function blocksOf(outcomes: Outcomes): Anulacion[] {
  const locked = numbersWith(outcomes, ({ outcome }) => outcome === 'locked');
  return ecfTypeList.flatMap((type): Anulacion[] => {
    const rangos = rangesOf(locked.filter((encf) => parseEncf(encf)?.type === type));
    return rangos.length === 0 ? [] : [{ TipoeCF: type, rangos }];
  });
}
