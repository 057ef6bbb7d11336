/** The errors of the ledger as a whole: MongoDB does not answer, or its address is not safe. */

/** MongoDB is unreachable, has no primary, or did not confirm a write in time. */
export class LedgerUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super('The ledger is unavailable', options);
    this.name = 'LedgerUnavailableError';
  }
}

/** Without a majority and the journal, a confirmed write could be lost. */
export class WeakWritesError extends Error {
  constructor() {
    super('The address of MongoDB weakens the write concern');
    this.name = 'WeakWritesError';
  }
}
