/** The errors of the ledger as a whole: MongoDB or the object store does not answer, or an address is not safe. */

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

/** The object store of old bodies does not answer or refuses, or this process has no settings for it. */
export class ObjectStoreUnavailableError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ObjectStoreUnavailableError';
  }
}

/** `missing`: the store says that it has no such object. `altered`: its content does not have the hash that the ledger knows. */
export type BodyFault = 'missing' | 'altered';

/** The object store lost an old body. To try again does not help: an operator must bring the object back. */
export class BodyLostError extends Error {
  readonly fault: BodyFault;

  constructor(id: string, fault: BodyFault) {
    super(`The object ${id} is ${fault}`);
    this.name = 'BodyLostError';
    this.fault = fault;
  }
}
