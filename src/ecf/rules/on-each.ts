/** Rules that look at one thing after another: each line, each page, each global adjustment. */
import { textAt, type EcfNode } from '../model/ecf.js';
import type { Rule, RuleHead } from './rule.js';
import { paths, type Voucher } from './voucher.js';

export interface Part {
  /** JSON path. */
  readonly path: string;
  readonly node: EcfNode;
}

type PartRule<P> = RuleHead & {
  /** Fields of each part, checked one after another. A finding is on the field. */
  readonly fields: readonly string[];
  /** The message, if the field of this part breaks the rule. */
  readonly fault: (part: P, voucher: Voucher, field: string) => string | undefined;
};

/** Makes rules that check the fields of each of these parts. */
export function onEach<P extends Part>(partsOf: (voucher: Voucher) => Iterable<P>) {
  return ({ fields, fault, ...head }: PartRule<P>): Rule => ({
    ...head,
    *check(voucher) {
      for (const part of partsOf(voucher)) {
        for (const field of fields) {
          const mensaje = fault(part, voucher, field);
          if (mensaje !== undefined) yield { campo: `${part.path}.${field}`, mensaje };
        }
      }
    },
  });
}

export const onLine = onEach(({ lines }) => lines);
export const onAdjustment = onEach(({ adjustments }) => adjustments);
export const onPage = onEach(pagesOf);

export interface Page extends Part {
  /** Counts from 1. */
  readonly number: number;
}

export function* pagesOf({ paginas }: Voucher): Iterable<Page> {
  for (const [index, node] of paginas.entries())
    yield { path: `${paths.paginas}[${index}]`, node, number: index + 1 };
}

/** The message for a field that is missing; `demand` says what was expected. */
export function missing({ node }: Part, field: string, demand: string): string | undefined {
  return textAt(node, field) === undefined ? `${demand}; no se recibió.` : undefined;
}
