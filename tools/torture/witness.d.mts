/** Types for tests: see witness.mjs. */
export interface Heard {
  readonly body: { readonly data: Readonly<Record<string, unknown>> };
  readonly startedAt: number;
  readonly endedAt: number;
}
export interface Witness {
  readonly objections: readonly string[];
  readonly last: Readonly<Record<string, unknown>> | undefined;
  hear(answer: Heard): void;
  hearUnknown(answer: Pick<Heard, 'startedAt'>): void;
}
export declare function createWitness(name: string): Witness;
