/**
 * Options for a read that finds all that a majority has confirmed. For a moment after an election the new primary does not know what a
 * majority has, so a usual read may miss a record that a client knows. This read waits until the primary knows. It costs a write.
 * Use it before an answer that would be wrong without the record.
 */
const waitMs = 5_000;

export const confirmed = { readConcern: 'linearizable', maxTimeMS: waitMs } as const;
