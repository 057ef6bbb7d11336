/** Slots for requests that wait. A request without a slot is not refused: it is answered at once. */

export interface WaitSlots {
  /** In metrics. */
  readonly name: string;
  /** False: the company, or all companies together, have no slot left. */
  take(companyId: number): boolean;
  giveBack(companyId: number): void;
  readonly held: number;
}

export function createWaitSlots(
  name: string,
  max: { readonly ofAll: number; readonly ofCompany: number },
): WaitSlots {
  const heldBy = new Map<number, number>();
  let held = 0;
  return {
    name,
    take: (companyId) => {
      const own = heldBy.get(companyId) ?? 0;
      if (held >= max.ofAll || own >= max.ofCompany) return false;
      held += 1;
      heldBy.set(companyId, own + 1);
      return true;
    },
    giveBack: (companyId) => {
      const own = (heldBy.get(companyId) ?? 0) - 1;
      held -= 1;
      if (own > 0) heldBy.set(companyId, own);
      else heldBy.delete(companyId);
    },
    get held() {
      return held;
    },
  };
}
