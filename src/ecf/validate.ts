/** Judges a voucher before it is sent: structure by the catalogue, then the rules. Pure. */
import type { Ecf } from './ecf.js';
import type { Facts } from './facts.js';
import type { Fault } from './fault.js';

export type { Facts };

export interface Validation {
  /** True when there is no `rechazo` fault. */
  readonly valido: boolean;
  /** All `rechazo` faults, in document order. */
  readonly errores: Fault[];
  /** All `condicional` faults, in document order. */
  readonly advertencias: Fault[];
  /** Present when the structure is sound enough to build the XML. */
  readonly ecf: Ecf | undefined;
}
