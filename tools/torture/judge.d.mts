/** Types for tests: see judge.mjs. */
export interface Evidence {
  results: unknown[];
  numbers: unknown[];
  unused: Record<number, string[]>;
  documents: unknown[];
  attempts: unknown[];
  reservations: unknown[];
  record: unknown[];
}
export declare function judge(evidence: Evidence): string[];
