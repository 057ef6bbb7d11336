/**
 * Checks a run from three sources: the simulator's own record, the ledger, and the clients. Pure: plain records in, violations
 * out. Each violation is a sentence that begins with its code.
 */
import type { DocumentRecord, SignedXml, Verdict } from '../../../src/ledger/vouchers/document-record.js';
import type { ReservationRecord } from '../../../src/ledger/numbering/numbering.js';
import type { Reception, Refusal } from '../../simulator/record.js';
import type { VoucherData } from '../clients/answer-history.js';
import type { OrderedOutcome } from '../plan/voucher-plan.js';
import { checkNumbers } from './check-numbers.js';
import { checkVoucher } from './check-voucher.js';
import { groupedBy } from './grouped-by.js';

export interface Evidence {
  readonly results: readonly VoucherResult[];
  /** As `ecf-sequences/next` delivered them. */
  readonly numbers: readonly DeliveredNumber[];
  /** The numbers that the service lists as unused, by company. */
  readonly unused: Readonly<Record<number, readonly string[]>>;
  readonly documents: readonly LedgerVoucher[];
  /** What the ledger keeps of earlier attempts. */
  readonly attempts: readonly { readonly document: Pick<LedgerVoucher, 'companyId' | 'encf' | 'signed'> }[];
  readonly reservations: readonly LedgerNumber[];
  /** What DGII received. */
  readonly received: readonly DgiiReception[];
  /** Posts that DGII answered without receiving them. */
  readonly refused: readonly Pick<Refusal, 'fileName' | 'sha256'>[];
}

/** A voucher as its client knows it. */
export interface VoucherResult {
  readonly companyId: number;
  readonly rnc: string;
  readonly encf: string;
  /** The answer with the most advanced state. */
  readonly last: CheckedAnswer | undefined;
  /** The verdict that DGII was ordered to give. */
  readonly order?: OrderedOutcome | null;
}

export type CheckedAnswer = Pick<VoucherData, 'accepted' | 'attempt' | 'securityCode' | 'secuenciaUtilizada'>;

export interface DeliveredNumber {
  readonly companyId: number;
  readonly encf: string;
  readonly reference: string | undefined;
}

type VoucherFacts = 'companyId' | 'encf' | 'rncEmisor' | 'attempt' | 'state' | 'final' | 'trackIds';

/** As the ledger has it. */
export interface LedgerVoucher extends Pick<DocumentRecord, VoucherFacts | 'earlierTrackIds'> {
  readonly waiting?: { readonly reason: string };
  readonly signed?: Pick<SignedXml, 'sha256' | 'securityCode'> & {
    readonly summary?: { readonly sha256: string };
  };
  readonly verdict?: Pick<Verdict, 'trackId' | 'mensajes' | 'secuenciaUtilizada'>;
}

export type LedgerNumber = Pick<ReservationRecord, 'companyId' | 'ecfType' | 'key' | 'n' | 'state'>;

/** One post that DGII received, with its verdict. */
export type DgiiReception = Pick<Reception, 'trackId' | 'sha256' | 'rncEmisor' | 'encf' | 'verdict'>;

export function checkRun(evidence: Evidence): string[] {
  const received = groupedBy(evidence.received, ({ rncEmisor, encf }) => `${rncEmisor}:${encf}`);
  const documents = new Map(evidence.documents.map((one) => [keyOf(one), one]));
  const attempts = groupedBy(
    evidence.attempts.map(({ document }) => document),
    keyOf,
  );
  const found = evidence.results.flatMap((result) => {
    const key = keyOf(result);
    const document = documents.get(key);
    if (document === undefined) return [`MISSING: ${key} was acknowledged and is not in the ledger`];
    return checkVoucher({
      ...{ result, document, attempts: attempts.get(key) ?? [] },
      received: received.get(`${result.rnc}:${result.encf}`) ?? [],
      refused: evidence.refused,
    });
  });
  return [
    ...found,
    ...unknownVouchers(evidence.results, documents.keys(), received.keys()),
    ...checkNumbers(evidence),
  ];
}

/** The ledger and DGII have nothing that no client sent. */
function unknownVouchers(
  results: readonly VoucherResult[],
  inLedger: Iterable<string>,
  atDgii: Iterable<string>,
): string[] {
  const sent = new Set(results.map(keyOf));
  const sentToDgii = new Set(results.map(({ rnc, encf }) => `${rnc}:${encf}`));
  return [
    ...[...inLedger]
      .filter((key) => !sent.has(key))
      .map((key) => `UNKNOWN-VOUCHER: the ledger has ${key}, which no client sent`),
    ...[...atDgii]
      .filter((key) => !sentToDgii.has(key))
      .map((key) => `UNKNOWN-VOUCHER: DGII has ${key}, which no client sent`),
  ];
}

function keyOf({ companyId, encf }: { readonly companyId: number; readonly encf: string }): string {
  return `${companyId}:${encf}`;
}
