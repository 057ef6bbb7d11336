/** How the api logs an error that it does not answer with. */
import { ServiceError as TemporalError, isGrpcServiceError } from '@temporalio/client';
import { LedgerUnavailableError } from '../ledger/unavailable.js';

/** An outage of the ledger or of Temporal is logged without a stack; everything else may be a defect. */
export function errorForLog(error: unknown): { readonly outage: unknown } | { readonly err: unknown } {
  const isAway =
    error instanceof LedgerUnavailableError || error instanceof TemporalError || isGrpcServiceError(error);
  return isAway ? { outage: error } : { err: error };
}
