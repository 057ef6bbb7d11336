/** The shape of a business rule. The rules are rows in tables; validate.ts runs them all. */
import type { Amount } from '../model/amounts.js';
import type { EcfType } from '../model/ecf-types.js';
import type { Voucher } from './voucher.js';

export interface Finding {
  /** JSON path. */
  readonly campo: string;
  /** Spanish: what was expected and what was found. */
  readonly mensaje: string;
}

/**
 * The evidence for a conditional rule. `DGII`: DGII answers with a code for it. `oficial`: an official page requires it.
 * In both cases `source` names it. `practica`: there is no evidence; one sentence in Spanish why the rule only warns.
 */
export type Evidence = 'DGII' | 'oficial' | { readonly practica: string };

/** The severity of a finding. A conditional one also names its evidence: without evidence it does not stop a voucher. */
export type Grade =
  { readonly severidad: 'rechazo' } | { readonly severidad: 'condicional'; readonly evidencia: Evidence };

/** What docs/integrar/validacion.md says of a rule. */
export type RuleHead = Grade & {
  /** Permanent. */
  readonly code: string;
  /** Spanish, one sentence: what the rule requires. For docs/integrar/validacion.md. */
  readonly descripcion: string;
  /** Page of the official document that says so. */
  readonly source: string;
  /** Absent: all types. */
  readonly types?: readonly EcfType[];
  /** Depends on the voucher that this one modifies (`facts.referenced`), so it runs again before a note is signed. */
  readonly byLedger?: true;
};

export type Rule = RuleHead & {
  /** Must not report a field for being invalid in itself: the structure check does that. */
  readonly check: (voucher: Voucher) => Iterable<Finding>;
  /** The amounts that other fields decide, so that they can be computed for a person. Absent: the rule computes none. */
  readonly amounts?: (voucher: Voucher) => Iterable<RuledAmount>;
};

/** An amount of a voucher, and what the official text says that it is. */
export interface RuledAmount {
  /** JSON path. */
  readonly campo: string;
  /** As the voucher has it; undefined when it was left out. */
  readonly text: string | undefined;
  /** The accepted amounts, the usual one first. Undefined ones are skipped; without any, every amount passes. */
  readonly readings: () => Iterable<Amount | undefined>;
  /** Whether a given amount stays that follows no reading to the cent. Absent: it does not. */
  readonly isKept?: () => boolean;
  /**
   * `always`: the voucher needs it, also if it is zero. `asGiven`: it is the person's choice whether the voucher has it. `never`: the voucher
   * should not have it. `withLines`: it comes and goes with the lines that it sums up. Absent: the voucher needs it if it is not zero, and one
   * that the person gave stays.
   */
  readonly needed?: 'always' | 'asGiven' | 'never' | 'withLines';
}

export const rechazo: Grade = { severidad: 'rechazo' };
export const dgii: Grade = { severidad: 'condicional', evidencia: 'DGII' };
export const oficial: Grade = { severidad: 'condicional', evidencia: 'oficial' };
export const practica = (why: string): Grade => ({
  severidad: 'condicional',
  evidencia: { practica: why },
});

/** True when a finding of this rule stops a voucher. The issuer may still permit conditional ones. */
export function blocks(rule: Grade): boolean {
  return rule.severidad === 'rechazo' || typeof rule.evidencia === 'string';
}
