/**
 * What the rooms need of traces: a few spans, and the W3C `traceparent` that carries a trace to the next process. `noTraces` is for a service
 * without a collector; src/boot/open-traces.ts has the other ones. Facts are codes, numbers and references: nothing of a buyer, no names,
 * texts or amounts.
 */

/** The names are OpenTelemetry's where it has one, else they begin with `ecf.`. What is undefined is left out. */
export type TraceFacts = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Span {
  /** Everything that this work calls is a part of the span. */
  run<T>(work: () => T): T;
  /** @param failed the operator has something to look into */
  end(facts?: TraceFacts, failed?: boolean): void;
}

export interface FirstSpan {
  /** Of the process before. Absent: a new trace, and the sampler decides whether it is kept. */
  readonly traceparent?: string | undefined;
  readonly since?: Date;
  readonly facts?: TraceFacts;
  readonly kind?: 'server';
}

export interface Traces {
  /** Opens the first span of this process. */
  open(name: string, options?: FirstSpan): Span;
  /** Does the work as a part of the trace around it. Without one it only does the work. */
  part<T>(name: string, facts: TraceFacts, work: () => Promise<T>): Promise<T>;
  /** Adds a call to another service, which ended now, to the trace around it. */
  called(name: string, seconds: number, facts: TraceFacts): void;
  /** Of the span around. Undefined: there is no trace, or it is not kept, so the next process has nothing to add. */
  traceparent(): string | undefined;
  /** Sends what is left, but waits only briefly for it. */
  close(): Promise<void>;
}

export const noSpan: Span = { run: (work) => work(), end: () => undefined };

export const noTraces: Traces = {
  open: () => noSpan,
  part: (_name, _facts, work) => work(),
  called: () => undefined,
  traceparent: () => undefined,
  close: () => Promise.resolve(),
};

/** Does the work within the span, and ends the span with it. */
export async function during<T>(
  span: Span,
  work: () => Promise<T>,
  factsOf: (result: T) => TraceFacts = () => ({}),
): Promise<T> {
  try {
    const result = await span.run(work);
    span.end(factsOf(result));
    return result;
  } catch (error) {
    span.end({}, true);
    throw error;
  }
}
