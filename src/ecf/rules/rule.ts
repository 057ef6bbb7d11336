/** What a business rule is. The rules stand in tables; validate.ts runs them all on a voucher of sound structure. */
import type { EcfType } from '../model/ecf-types.js';
import type { Voucher } from './voucher.js';

export interface Finding {
  /** JSON path. */
  readonly campo: string;
  /** Spanish: what was expected and what was found. */
  readonly mensaje: string;
}

/**
 * What a conditional rule rests on. `DGII`: DGII answers with a code for it. `oficial`: an official page states the demand.
 * In both cases `source` names it. Otherwise Spanish, one sentence: why the rule only warns.
 */
export type Evidence = 'DGII' | 'oficial' | { readonly practica: string };

/** How grave a finding is; of a conditional one also what it rests on, since only evidence stops a voucher. */
export type Grade =
  { readonly severidad: 'rechazo' } | { readonly severidad: 'condicional'; readonly evidencia: Evidence };

export type Rule = Grade & {
  /** Permanent. */
  readonly code: string;
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
};

export const rechazo: Grade = { severidad: 'rechazo' };
export const oficial: Grade = { severidad: 'condicional', evidencia: 'oficial' };
export const practica = (why: string): Grade => ({
  severidad: 'condicional',
  evidencia: { practica: why },
});

/** Whether its findings stop a voucher, unless the issuer permits conditional ones. */
export function blocks(rule: Grade): boolean {
  return rule.severidad === 'rechazo' || typeof rule.evidencia === 'string';
}
