/**
 * Gaps: fields of a voucher that are missing, or that say nothing a rule could read. The rules are asked all the same, so
 * that a client learns of everything at once; what they find by looking at a gap is not told, for its cause was.
 */
import type { EcfNode, EcfValue } from '../model/ecf.js';

export class Gaps {
  private seen = new Seen();

  /** From now on `node[name]` is a gap that notices who looks at it; it yields `value`. */
  mark(node: EcfNode, name: string, campo: string, value: EcfValue | undefined): void {
    const get = () => {
      this.seen.add(campo);
      return value;
    };
    Object.defineProperty(node, name, { get, enumerable: value !== undefined });
  }

  /** Another rule begins. */
  forget(): void {
    this.seen = new Seen();
  }

  /** True when what was found at `campo` may rest on a gap that was looked at since the rule began. */
  under(campo: string): boolean {
    return this.seen.under(campo);
  }

  /** Computes once. The gaps that were looked at to compute it count for all who ask. */
  once<T>(compute: () => T): () => T {
    let known: { readonly value: T; readonly seen: Seen } | undefined;
    return () => {
      if (known === undefined) {
        const before = this.seen;
        this.seen = new Seen();
        try {
          known = { value: compute(), seen: this.seen };
        } finally {
          this.seen = before;
        }
      }
      this.seen.addAll(known.seen);
      return known.value;
    };
  }
}

const itemPath = /^ECF\.DetallesItems\.Item\[(\d+)\]/;

/** The gaps that were looked at. What is found in a line never rests on a gap in another line. */
class Seen {
  private readonly lines = new Set<string>();
  private elsewhere = false;

  add(campo: string): void {
    const line = itemPath.exec(campo)?.[1];
    if (line === undefined) this.elsewhere = true;
    else this.lines.add(line);
  }

  addAll(other: Seen): void {
    for (const line of other.lines) this.lines.add(line);
    this.elsewhere ||= other.elsewhere;
  }

  under(campo: string): boolean {
    if (this.elsewhere || this.lines.size === 0) return this.elsewhere;
    const line = itemPath.exec(campo)?.[1];
    return line === undefined || this.lines.has(line);
  }
}
