/**
 * Gaps: fields of a voucher that are missing or that no rule can read. The rules still run, so that a client sees all
 * faults at once. A finding that depends on a gap is dropped, because the gap itself is already reported.
 */
import type { EcfNode, EcfValue } from '../model/ecf.js';

export class Gaps {
  private seen = new Seen();

  /** Makes `node[name]` a gap: it returns `value` and records each read. */
  mark(node: EcfNode, name: string, campo: string, value: EcfValue | undefined): void {
    const get = () => {
      this.seen.add(campo);
      return value;
    };
    Object.defineProperty(node, name, { get, enumerable: value !== undefined });
  }

  /** Forgets the recorded reads. Call it before each rule. */
  forget(): void {
    this.seen = new Seen();
  }

  /** True when the finding at `campo` may depend on a gap that was read since `forget`. */
  under(campo: string): boolean {
    return this.seen.under(campo);
  }

  /** Computes once. The gaps that the computation read are recorded again for every caller. */
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

/** A finding in one line never depends on a gap in another line. */
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
