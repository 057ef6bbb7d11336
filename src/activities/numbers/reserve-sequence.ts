/** reserveSequence: gives a number to a workflow that issues by itself. It calls the same function as the api's `next`. */
import { ecfTypes, parseEcfType } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { NextNumber } from '../../ledger/numbers/numbers.js';
import { assertNever } from '../../shared/errors.js';
import type { ActivityDeps } from '../deps.js';

export interface ReserveSequenceInput {
  readonly companyId: number;
  readonly environment: Environment;
  readonly ecfType: number;
  /**
   * Names the voucher, for example by workflow id and step. With the same reference, a retry after a crash gets the same
   * number. 1 to 64 code points.
   */
  readonly reference: string;
}

/** It becomes history, so it is small and has no contents of a voucher. */
export type ReservedSequence =
  | {
      readonly reserved: true;
      readonly encf: string;
      /** DD-MM-YYYY; null for types 32 and 34. */
      readonly expiresOn: string | null;
      readonly reused: boolean;
    }
  /** There is no number. `code` is the api's error code; some codes have a `reason`. */
  | { readonly reserved: false; readonly code: ReserveRefusal; readonly reason: string | null };

type ReserveRefusal =
  | 'SEQUENCE_NOT_AVAILABLE'
  | 'SEQUENCE_MANAGED_EXTERNALLY'
  | 'ISSUING_SUSPENDED'
  | 'ORIGIN_CHANGING'
  | 'ENVIRONMENT_CHANGED'
  | 'TOO_MANY_REQUESTS';

/** A refusal is a value, so that the workflow can decide whether to wait, and how long. */
export async function reserveSequence(
  { store, clock }: Pick<ActivityDeps, 'store' | 'clock'>,
  { companyId, environment, ecfType: type, reference: ref }: ReserveSequenceInput,
): Promise<ReservedSequence> {
  const ecfType = parseEcfType(type);
  if (ecfType === undefined) throw new Error(`Not one of the ${Object.keys(ecfTypes).length} types: ${type}`);
  return resultOf(await store.nextNumber({ companyId, environment, ecfType, ref, clock }));
}

function resultOf(next: NextNumber): ReservedSequence {
  switch (next.outcome) {
    case 'handed-out': {
      const { encf, expiresOn, reused } = next;
      return { reserved: true, encf, expiresOn, reused };
    }
    case 'not-available':
      return { reserved: false, code: 'SEQUENCE_NOT_AVAILABLE', reason: next.reason };
    case 'suspended':
      return { reserved: false, code: 'ISSUING_SUSPENDED', reason: next.reason };
    case 'client-origin':
      return { reserved: false, code: 'SEQUENCE_MANAGED_EXTERNALLY', reason: null };
    case 'origin-changing':
      return { reserved: false, code: 'ORIGIN_CHANGING', reason: null };
    case 'other-environment':
      return { reserved: false, code: 'ENVIRONMENT_CHANGED', reason: null };
    case 'busy':
      return { reserved: false, code: 'TOO_MANY_REQUESTS', reason: null };
    case 'caller-refused':
      throw new Error('A workflow asks for a number without a caller');
    default:
      return assertNever(next);
  }
}
