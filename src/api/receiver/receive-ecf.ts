/**
 * Receives an e-CF: verdict, claim, acknowledgement. The order of the checks decides the code: specification (1), signature (2), buyer (4),
 * duplicate (3). The api claims the number in the ledger before a worker signs, so each number has one voucher and one answer. Other bytes
 * take a number only if DGII shows that they are the issuer's own (contests.ts).
 */
import type { SignerFacts } from '../../ecf/codes/reception-states.js';
import type { Company } from '../../ledger/companies/company.js';
import type { Claim } from '../../ledger/received/receptions.js';
import type {
  ReceivedVoucher,
  ReceptionRecord,
  RefusalCode,
  RefusedReceptionRecord,
} from '../../ledger/received/reception-record.js';
import type { Parties, ReceivedEcf } from '../../documents/read/read-ecf.js';
import { certificateRefusal, type CertificateCheck } from '../../documents/read/signature.js';
import { ReceiverError } from './receiver-error.js';
import type { createAcknowledging, ToAnswer } from './acknowledging.js';
import type { Contest } from './contests.js';
import { sha256Of } from './read-once.js';
import type { Posted, ReceiverDeps } from './receiver-deps.js';
import { refusalRoom, untrustedRoom } from './untrusted-room.js';

interface Contested extends Contest {
  readonly buyer: Company;
}

/** @throws ReceiverError where the answer has no ARECF */
export async function receiveEcf(
  deps: ReceiverDeps,
  acknowledge: ReturnType<typeof createAcknowledging>,
  { network, xml }: Posted,
): Promise<Buffer> {
  const found = await deps.receptions.run(network, async () => {
    const read = await deps.readEcf(network, xml);
    if (read.outcome === 'unreadable')
      throw read.encoding === undefined
        ? new ReceiverError('RECEPTION_UNREADABLE')
        : new ReceiverError('XML_ENCODING_UNSUPPORTED', read.encoding);
    return verdictOf(deps, { network, xml }, read);
  });
  // Without a turn of the queue, because DGII takes seconds to answer.
  const answer = 'holder' in found ? await decideContest(deps, found, { network, xml }) : found;
  return acknowledge(network, answer);
}

type Readable = Exclude<ReceivedEcf, { readonly outcome: 'unreadable' }>;

async function verdictOf(deps: ReceiverDeps, posted: Posted, read: Readable): Promise<ToAnswer | Contested> {
  const { store } = deps;
  const buyer = await store.findCompanyByRnc(read.parties.rncComprador);
  const signer = read.outcome === 'good' ? read.signer : undefined;
  const refuse = (code: RefusalCode, detail: string) =>
    refuseReception(deps, posted, { buyer, parties: read.parties, signer, code, detail });
  if (read.outcome === 'refused') return refuse(read.code, read.detail);
  const untrusted = certificateRefusal(read.signer, await checkFor(deps, buyer));
  if (untrusted !== undefined) return refuse(2, untrusted);
  if (buyer === undefined) return refuse(4, 'RNCComprador');

  const { companyId, environment, repeatedReception = 'stored' } = buyer;
  const voucher = { companyId, environment, ...read.parties, ...read.facts, signer: read.signer };
  const { outcome, reception } = await claim(deps, posted, voucher);
  if (outcome === 'created') return answerOf(reception);
  const sha256 = sha256Of(posted.xml);
  if (!isSameVoucher(reception, voucher, sha256))
    return { holder: reception, voucher, sha256, network: posted.network, buyer };
  // A copy with a certificate that nobody trusts may have come first.
  if (isTrusted(voucher.signer) && !isTrusted(reception.signer))
    await store.trustSigner(reception, voucher.signer);
  // If there is no ARECF yet, the sender never got an answer, so this try completes the same reception.
  if (repeatedReception === 'duplicate' && reception.arecf !== undefined) return refuse(3, 'the same bytes');
  return answerOf(reception);
}

function answerOf(record: ReceptionRecord | RefusedReceptionRecord): ToAnswer {
  const { _id: id, companyId, sha256, arecf } = record;
  return { id, companyId, sha256, arecf };
}

/**
 * The bytes are the same, or only what no signature covers differs, such as a line break at the end or the certificates. Anybody can make
 * an authority that certifies the key of a genuine voucher again, but nobody without the key can sign other content with the same
 * SignatureValue. A reception from before the hashes were kept is compared by what the signature covers.
 */
function isSameVoucher(holder: ReceptionRecord, voucher: ReceivedVoucher, sha256: string): boolean {
  if (holder.sha256 === sha256) return true;
  if (holder.signatureHash !== undefined && holder.signer.publicKeyHash !== undefined)
    return (
      holder.signatureHash === voucher.signatureHash &&
      holder.signer.publicKeyHash === voucher.signer.publicKeyHash
    );
  const signedAlike = (['securityCode', 'fechaFirma', 'montoTotal'] as const).every(
    (member) => holder[member] === voucher[member],
  );
  return signedAlike && holder.signer.fingerprint === voucher.signer.fingerprint;
}

/** Only a signer whose certificate is not trusted has limited room: a trusted certificate names somebody responsible. */
async function claim(deps: ReceiverDeps, { network, xml }: Posted, voucher: ReceivedVoucher): Promise<Claim> {
  const { store, clock } = deps;
  const earlier = await store.findReception(voucher);
  if (earlier !== undefined) return { outcome: 'existing', reception: earlier };
  const countStored = isTrusted(voucher.signer) ? undefined : await untrustedRoom(deps, network, xml.length);
  const claimed = await store.claimReception(voucher, xml, clock());
  if (claimed.outcome === 'created') await countStored?.();
  return claimed;
}

function isTrusted(signer: SignerFacts | undefined): boolean {
  return signer?.chain === 'trusted';
}

/**
 * Gives the second voucher the number or code 3, or asks its sender to try again while nobody can decide. Meanwhile the reception may
 * change: its ARECF is signed, somebody decides, or a copy of the second voucher takes the number. So it is read and decided again.
 */
async function decideContest(deps: ReceiverDeps, contested: Contested, posted: Posted): Promise<ToAnswer> {
  const { store, clock, decideContested, log } = deps;
  const { voucher, sha256, network, buyer } = contested;
  let { holder } = contested;
  for (let tries = 0; tries < contestTriesMax; tries += 1) {
    const { _id: id, companyId } = holder;
    const wasState = await decideContested({ holder, voucher, sha256, network });
    if (wasState === 'both-fit')
      log.warn(
        { companyId, receptionId: id, signer: holder.signer.fingerprint, other: voucher.signer.fingerprint },
        'one of two vouchers with a number is forged, and DGII’s answer fits both',
      );
    if (wasState === 'both-fit' || wasState === 'unanswered') throw new ReceiverError('RECEPTION_UNDECIDED');
    if (wasState === 'stays') break;
    if (await store.displaceReception({ was: holder, wasState, voucher, bytes: posted.xml }, clock())) {
      log.warn(
        { companyId, receptionId: id, displaced: holder.sha256, wasState },
        'a reception lost its number',
      );
      return { id, companyId, sha256 };
    }
    holder = (await store.findReception(voucher)) ?? holder;
    if (isSameVoucher(holder, voucher, sha256)) return answerOf(holder);
  }
  const { signer } = voucher;
  const refused = { buyer, parties: partiesOf(voucher), signer, code: 3, detail: 'other bytes' } as const;
  return refuseReception(deps, posted, refused);
}

/** A try fails only if something else changed the reception, which happens a few times at most. */
const contestTriesMax = 4;

function partiesOf({ rncEmisor, rncComprador, encf }: ReceivedVoucher): Parties {
  return { rncEmisor, rncComprador, encf };
}

interface Refused {
  readonly buyer: Company | undefined;
  readonly parties: Parties;
  /** Undefined if the signature is not valid, or nobody has checked it. */
  readonly signer: SignerFacts | undefined;
  readonly code: RefusalCode;
  readonly detail: string;
}

async function refuseReception(
  deps: ReceiverDeps,
  { network, xml }: Posted,
  { buyer, parties, signer, code, detail }: Refused,
): Promise<ToAnswer> {
  const { store, clock, config } = deps;
  const company = buyer ?? (await operator(store, config.operatorRnc));
  if (company === undefined) throw new ReceiverError('RECEPTION_BUYER_UNKNOWN');
  const { companyId, environment } = company;
  const about = { sha256: sha256Of(xml), bytes: xml.length, receivedAt: clock() };
  const refusal = { companyId, environment, ...parties, code, detail, ...about };
  const earlier = await store.findRefusal(refusal);
  if (earlier !== undefined) return answerOf(earlier);
  const countStored = isTrusted(signer) ? undefined : await refusalRoom(deps, network, companyId);
  const refused = await store.refuseReception(refusal);
  await countStored?.();
  return answerOf(refused);
}

async function checkFor(
  { store, config }: ReceiverDeps,
  buyer: Company | undefined,
): Promise<CertificateCheck> {
  const company = buyer ?? (await operator(store, config.operatorRnc));
  return company === undefined ? 'record' : config.certificates[company.environment];
}

async function operator(store: ReceiverDeps['store'], rnc: string): Promise<Company | undefined> {
  return rnc === '' ? undefined : store.findCompanyByRnc(rnc);
}
