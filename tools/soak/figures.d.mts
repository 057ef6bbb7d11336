/** Types for tests: see figures.mjs. */
export interface RequestSample {
  readonly atMs: number;
  readonly operation: string;
  readonly ms: number;
}
export interface MemorySample {
  readonly atMs: number;
  readonly role: string;
  readonly rss?: number;
  readonly held?: number;
}
export declare const bounds: { readonly samplesMin: number };
export declare function quantile(samples: readonly number[], share: number): number;
export declare function intervalFigures(
  samples: readonly Omit<RequestSample, 'atMs'>[],
  seconds: number,
): {
  perSecond: number;
  operations: Record<string, { count: number; p50: number; p95: number }>;
};
export declare function compareThirds(
  requests: readonly RequestSample[],
  memory: readonly MemorySample[],
  span: { readonly fromMs: number; readonly toMs: number },
): { grown: string[]; lines: string[] };
