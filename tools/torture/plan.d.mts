/** Types for tests: see plan.mjs. */
export interface PlannedCompany {
  readonly companyId: number;
  readonly rnc: string;
  readonly origin: 'client' | 'service';
}
export interface PlannedVoucher {
  readonly id: number;
  readonly round: number;
  readonly company: PlannedCompany;
  readonly type: number;
  readonly summary: boolean;
  readonly strike: boolean;
  readonly startMs: number;
  readonly of?: number;
  readonly serial?: number;
  readonly reference?: string;
  readonly order: string | null;
}
export interface PlannedOutage {
  readonly part: string;
  readonly how: string;
}
export interface Plan {
  readonly seed: number;
  readonly workers: number;
  readonly rounds: readonly {
    readonly outage: PlannedOutage & {
      readonly afterMoves: number;
      readonly afterMs: number;
      readonly freezeMs: number;
    };
    readonly dgii: { readonly faults: readonly { readonly service: string; readonly action: string }[] };
    readonly vouchers: readonly PlannedVoucher[];
  }[];
  readonly workerLives: readonly { readonly ms: number; readonly moves: number }[];
}
export declare const outageKinds: readonly PlannedOutage[];
export declare const vouchersMin: number;
export declare const faultActions: readonly string[];
export declare function planOf(seed: number, count: number, companies: readonly PlannedCompany[]): Plan;
