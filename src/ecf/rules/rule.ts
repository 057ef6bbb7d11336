/** What a business rule is. The rules stand in tables; validate.ts runs them all on a voucher of sound structure. */
import type { EcfType } from '../ecf-types.js';
import type { Severity } from '../fault.js';
import type { Voucher } from './voucher.js';

export interface Finding {
  /** JSON path. */
  readonly campo: string;
  /** Spanish: what was expected and what was found. */
  readonly mensaje: string;
}

export interface Rule {
  /** Permanent. */
  readonly code: string;
  readonly severidad: Severity;
  /** Spanish, one sentence: what the rule demands. For docs/validation.md. */
  readonly descripcion: string;
  /** Page of the official document that says so. */
  readonly source: string;
  /** Absent: all types. */
  readonly types?: readonly EcfType[];
  /** It depends on the voucher that this one modifies (`facts.referenced`): judged once more before a note is signed. */
  readonly byLedger?: true;
  /** A field that is absent or faulty in itself is no finding: the structure check told already. */
  readonly check: (voucher: Voucher) => Iterable<Finding>;
}
