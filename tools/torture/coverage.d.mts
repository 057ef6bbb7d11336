/** Types for tests: see coverage.mjs. */
export interface Coverage {
  planned: readonly { readonly part: string; readonly how: string }[];
  met: Readonly<Record<string, readonly number[]>>;
  faults: Readonly<Record<string, number>>;
  suspended: number;
}
export declare function coverageGaps(coverage: Coverage): string[];
