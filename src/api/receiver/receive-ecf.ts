/**
 * Receives an e-CF: verdict, claim, acknowledgement. The order of the checks decides the code: specification (1), signature (2), buyer
 * (4), duplicate (3). The claim is in the ledger before anybody signs, so each number has one voucher and one answer.
 */
import type { Company } from '../../ledger/store.js';
import type { RefusalCode, StoredAcknowledgement } from '../../ledger/received/reception-record.js';
import type { Parties, ReceivedEcf } from '../../receiving/read-ecf.js';
import { ReceiverError } from './receiver-error.js';
import type { Acknowledging } from './acknowledging.js';
import { sha256Of } from './read-once.js';
import type { Posted, ReceiverDeps } from './receiver-deps.js';

/** What the voucher became, for the metric. */
export type ReceptionOutcome = 'received' | 'repeated' | `code-${RefusalCode}`;

interface Verdict {
  readonly outcome: ReceptionOutcome;
  /** Of the reception or of the refusal. */
  readonly id: string;
  readonly companyId: number;
  readonly arecf?: StoredAcknowledgement | undefined;
}

/** The bytes of the signed ARECF. @throws the refusal that has no ARECF, or RECEPTION_NOT_SIGNED */
export async function receiveEcf(
  deps: ReceiverDeps,
  acknowledging: Acknowledging,
  { network, xml }: Posted,
): Promise<Buffer> {
  const verdict = await deps.turns.run(network, async () => {
    const read = await deps.readEcf(network, xml);
    if (read.outcome === 'unreadable') throw new ReceiverError('RECEPTION_UNREADABLE');
    return verdictOf(deps, xml, read);
  });
  deps.metrics.received('recepcion', verdict.outcome);
  return acknowledging.acknowledge(verdict.id, verdict.companyId, verdict.arecf);
}

type Readable = Exclude<ReceivedEcf, { readonly outcome: 'unreadable' }>;

async function verdictOf(deps: ReceiverDeps, xml: Buffer, read: Readable): Promise<Verdict> {
  const { store, clock } = deps;
  const buyer = await store.findCompanyByRnc(read.parties.rncComprador);
  const refuse = (code: RefusalCode, detail: string) =>
    refuseReception(deps, { buyer, parties: read.parties, code, detail, xml });
  if (read.outcome === 'refused') return refuse(read.code, read.detail);
  if (buyer === undefined) return refuse(4, 'RNCComprador');

  const { companyId, environment, repeatedReception = 'stored' } = buyer;
  const voucher = { companyId, environment, ...read.parties, ...read.facts, signer: read.signer };
  const { outcome, reception } = await store.claimReception(voucher, xml, clock());
  const { _id: id, arecf } = reception;
  if (outcome === 'created') return { outcome: 'received', id, companyId };
  if (reception.sha256 !== sha256Of(xml)) return refuse(3, 'other bytes');
  // Without an ARECF the sender never got an answer, so this try completes the same reception.
  if (repeatedReception === 'duplicate' && arecf !== undefined) return refuse(3, 'the same bytes');
  return { outcome: 'repeated', id, companyId, arecf };
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
  const about = { sha256: sha256Of(xml), bytes: xml.length, receivedAt: clock() };
  const { _id: id, arecf } = await store.refuseReception({ ...refusal, ...about });
  return { outcome: `code-${code}`, id, companyId, arecf };
}

async function operator(store: ReceiverDeps['store'], rnc: string): Promise<Company | undefined> {
  return rnc === '' ? undefined : store.findCompanyByRnc(rnc);
}
