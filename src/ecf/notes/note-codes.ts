/** CodigoModificacion: cancels the voucher, corrects its texts, corrects its amounts. A debit note can only correct amounts. */
export const noteCodes = { cancels: '1', correctsText: '2', correctsAmounts: '3' } as const;

export type NoteCode = (typeof noteCodes)[keyof typeof noteCodes];
