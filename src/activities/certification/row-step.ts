/** What one step of a certification run found out about the row on turn. */
import type {
  CertificationRunRecord,
  RowOutcome,
  RowRefusal,
  RunRow,
} from '../../ledger/certification/run-record.js';
import type { Store } from '../../ledger/ledger.js';

export interface RowOnTurn {
  readonly run: CertificationRunRecord;
  readonly row: RunRow;
}

export async function contentOnTurn(
  store: Pick<Store, 'runContents'>,
  run: CertificationRunRecord,
): Promise<string> {
  const content = (await store.runContents(run))[run.next];
  if (content === undefined) throw new Error('A row of the run has no content');
  return content;
}

export type RowStep =
  /** The row waits, or another process was faster. */
  | { readonly outcome: 'waits'; readonly text: string; readonly changes?: DeliveryChanges }
  /** The voucher with this attempt belongs to the row now. */
  | { readonly outcome: 'issued'; readonly attempt: number; readonly text: string }
  /** The approval is signed, and these bytes go out in the next step. */
  | { readonly outcome: 'signed'; readonly signed: NonNullable<RunRow['signed']>; readonly text: string }
  | {
      readonly outcome: Exclude<RowOutcome, 'not-sent'>;
      readonly text: string;
      /** What DGII said. Absent for a voucher, whose record has it. */
      readonly refusal?: RowRefusal;
      readonly changes?: DeliveryChanges;
    }
  /** The row cannot be sent before a person has mended or decided something. */
  | {
      readonly outcome: 'not-sent';
      readonly text: string;
      readonly refusal: RowRefusal;
      readonly faults?: RunRow['faults'];
      readonly changes?: DeliveryChanges;
    };

/** What the row remembers about the deliveries of its approval. */
type DeliveryChanges = Pick<RunRow, 'mayHaveArrived' | 'unread'>;
