/** An expected refusal as a value: a stable code, and the facts that a message to a person needs. */
export interface Refused<Code extends string, Facts extends object = NoFacts> {
  readonly outcome: 'refused';
  readonly refusal: Code;
  readonly facts: Facts;
}

type NoFacts = Readonly<Record<string, never>>;

export function refused<const Code extends string>(refusal: Code): Refused<Code>;
export function refused<const Code extends string, Facts extends object>(
  refusal: Code,
  facts: Facts,
): Refused<Code, Facts>;
export function refused(refusal: string, facts: object = {}): Refused<string, object> {
  return { outcome: 'refused', refusal, facts };
}
