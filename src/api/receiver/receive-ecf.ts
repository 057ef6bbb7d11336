/**
 * Receives an e-CF: verdict, claim, acknowledgement. The order of the checks decides the code: specification (1), signature (2), buyer (4),
 * duplicate (3). The api claims the number in the ledger before a worker signs, so each number has one voucher and one answer. Other bytes
 * take a number only if DGII shows that they are the issuer's own (contests.ts).
 */
import type { Company } from '../../ledger/companies/company.js';
import type { Claim } from '../../ledger/received/receptions.js';
import type {
  ReceivedVoucher,
  ReceptionRecord,
  RefusalCode,
} from '../../ledger/received/reception-record.js';
import type { Parties, ReceivedEcf } from '../../receiving/read-ecf.js';
import { certificateRefusal, type CertificateCheck } from '../../receiving/signature.js';
import { ReceiverError } from './receiver-error.js';
import type { Acknowledging, ToAnswer } from './acknowledging.js';
import type { Contest } from './contests.js';
import { sha256Of } from './read-once.js';
import type { Posted, ReceiverDeps } from './receiver-deps.js';
import { untrustedRoom } from './untrusted-room.js';

/** What became of the voucher, for the metric. */
type ReceptionOutcome = 'received' | 'repeated' | 'displaced-another' | `code-${RefusalCode}`;

interface Verdict extends ToAnswer {
  readonly outcome: ReceptionOutcome;
}

/** The company has already received this number with other bytes. */
interface Contested extends Contest {
  readonly outcome: 'contested';
  readonly buyer: Company;
}

/** The bytes of the signed ARECF. @throws the refusal that has no ARECF, or RECEPTION_NOT_SIGNED */
export async function receiveEcf(
  deps: ReceiverDeps,
  acknowledging: Acknowledging,
  { network, xml }: Posted,
): Promise<Buffer> {
  const found = await deps.turns.run(network, async () => {
    const read = await deps.readEcf(network, xml);
    if (read.outcome === 'unreadable') throw new ReceiverError('RECEPTION_UNREADABLE');
    return verdictOf(deps, { network, xml }, read);
  });
  // Without a turn of the queue, because DGII takes seconds to answer.
  const verdict = found.outcome === 'contested' ? await decideContest(deps, found, xml) : found;
  deps.metrics.received('recepcion', verdict.outcome);
  return acknowledging.acknowledge(network, verdict);
}

type Readable = Exclude<ReceivedEcf, { readonly outcome: 'unreadable' }>;

async function verdictOf(
  deps: ReceiverDeps,
  { network, xml }: Posted,
  read: Readable,
): Promise<Verdict | Contested> {
  const { store } = deps;
  const buyer = await store.findCompanyByRnc(read.parties.rncComprador);
  const refuse = (code: RefusalCode, detail: string) =>
    refuseReception(deps, { buyer, parties: read.parties, code, detail, xml });
  if (read.outcome === 'refused') return refuse(read.code, read.detail);
  const untrusted = certificateRefusal(read.signer, await checkFor(deps, buyer));
  if (untrusted !== undefined) return refuse(2, untrusted);
  if (buyer === undefined) return refuse(4, 'RNCComprador');

  const { companyId, environment, repeatedReception = 'stored' } = buyer;
  const voucher = { companyId, environment, ...read.parties, ...read.facts, signer: read.signer };
  const { outcome, reception } = await claim(deps, { network, xml }, voucher);
  if (outcome === 'created') return answerOf('received', reception);
  const sha256 = sha256Of(xml);
  if (!isSameVoucher(reception, voucher, sha256))
    return { outcome: 'contested', holder: reception, voucher, sha256, buyer };
  // If there is no ARECF yet, the sender never got an answer, so this try completes the same reception.
  if (repeatedReception === 'duplicate' && reception.arecf !== undefined) return refuse(3, 'the same bytes');
  return answerOf('repeated', reception);
}

function answerOf(
  outcome: ReceptionOutcome,
  { _id: id, companyId, sha256, arecf }: ReceptionRecord,
): Verdict {
  return { outcome, id, companyId, sha256, arecf };
}

/**
 * The bytes are the same, or only what no signature covers differs, such as a line break at the end. The code is the beginning of the
 * signature, so nobody but the signer can make another voucher with all these values.
 */
function isSameVoucher(holder: ReceptionRecord, voucher: ReceivedVoucher, sha256: string): boolean {
  if (holder.sha256 === sha256) return true;
  const signedAlike = (['securityCode', 'fechaFirma', 'montoTotal'] as const).every(
    (member) => holder[member] === voucher[member],
  );
  return signedAlike && holder.signer.fingerprint === voucher.signer.fingerprint;
}

/**
 * Only a new voucher of an untrusted signer needs room. A known voucher is not stored again, and a trusted certificate names somebody
 * responsible.
 */
async function claim(deps: ReceiverDeps, { network, xml }: Posted, voucher: ReceivedVoucher): Promise<Claim> {
  const { store, clock } = deps;
  const earlier = await store.findReception(voucher);
  if (earlier !== undefined) return { outcome: 'existing', reception: earlier };
  const isTrusted = voucher.signer.chain === 'trusted';
  const countStored = isTrusted ? undefined : await untrustedRoom(deps, network, xml.length);
  const claimed = await store.claimReception(voucher, xml, clock());
  if (claimed.outcome === 'created') await countStored?.();
  return claimed;
}

/**
 * Gives the second voucher the number or code 3, or asks its sender to try again while DGII does not answer. Meanwhile the reception may
 * change: its ARECF is signed, somebody decides, or a copy of the second voucher takes the number. So it is read and decided again.
 */
async function decideContest(deps: ReceiverDeps, contested: Contested, xml: Buffer): Promise<Verdict> {
  const { store, clock, contests, log } = deps;
  const { voucher, sha256, buyer } = contested;
  let { holder } = contested;
  for (let tries = 0; tries < contestTriesMax; tries += 1) {
    const { _id: id, companyId } = holder;
    const wasState = await contests.decide({ holder, voucher, sha256 });
    if (wasState === 'unanswered') throw new ReceiverError('RECEPTION_UNDECIDED');
    if (wasState === 'stays') break;
    if (await store.displaceReception({ was: holder, wasState, voucher, bytes: xml }, clock())) {
      log.warn(
        { companyId, receptionId: id, displaced: holder.sha256, wasState },
        'a reception lost its number',
      );
      return { outcome: 'displaced-another', id, companyId, sha256 };
    }
    holder = (await store.findReception(voucher)) ?? holder;
    if (isSameVoucher(holder, voucher, sha256)) return answerOf('repeated', holder);
  }
  return refuseReception(deps, { buyer, parties: partiesOf(voucher), code: 3, detail: 'other bytes', xml });
}

/** A try fails only if something else changed the reception, which happens a few times at most. */
const contestTriesMax = 4;

function partiesOf({ rncEmisor, rncComprador, encf }: ReceivedVoucher): Parties {
  return { rncEmisor, rncComprador, encf };
}

interface Refused {
  readonly buyer: Company | undefined;
  readonly parties: Parties;
  readonly code: RefusalCode;
  readonly detail: string;
  readonly xml: Buffer;
}

async function refuseReception(
  { store, clock, config, metrics }: ReceiverDeps,
  { buyer, parties, code, detail, xml }: Refused,
): Promise<Verdict> {
  const signer = buyer ?? (await operator(store, config.operatorRnc));
  if (signer === undefined) {
    metrics.received('recepcion', 'unknown-buyer');
    throw new ReceiverError('RECEPTION_BUYER_UNKNOWN');
  }
  const { companyId, environment } = signer;
  const refusal = { companyId, environment, ...parties, code, detail };
  const sha256 = sha256Of(xml);
  const about = { sha256, bytes: xml.length, receivedAt: clock() };
  const { _id: id, arecf } = await store.refuseReception({ ...refusal, ...about });
  return { outcome: `code-${code}`, id, companyId, sha256, arecf };
}

/** How strict the environment of the answering company is. Without such a company no code can be given. */
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
