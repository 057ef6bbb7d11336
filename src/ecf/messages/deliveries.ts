/** Deliveries to DGII in words for people: the same in Temporal's history, on the command line and in the web application. */

/** Each text continues a sentence about the voucher. */
const outcomes = {
  received: 'la DGII lo recibió',
  /** No answer came, but DGII knew the e-NCF when asked. */
  found: 'la DGII confirma que lo tiene',
  refused: 'la DGII no lo admitió',
  'not-sent': 'no salió',
  /** Asked twice, DGII did not know the e-NCF. */
  lost: 'no llegó a la DGII',
} as const;

export type DeliveryOutcome = keyof typeof outcomes;

/** @param outcome absent or null: DGII did not answer, at least not yet */
export function outcomeText(outcome?: DeliveryOutcome | null): string {
  return outcome ? outcomes[outcome] : 'sin respuesta: puede haber llegado';
}
