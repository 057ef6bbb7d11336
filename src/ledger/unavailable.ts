/** The error of every function of the ledger while MongoDB does not answer. */

/** MongoDB is unreachable, has no primary, or did not confirm a write in time. */
export class LedgerUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The ledger is unavailable', options);
    this.name = 'LedgerUnavailableError';
  }
}
