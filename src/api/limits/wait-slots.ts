/** Slots for requests that wait. A request without a slot is not refused: it is answered at once. */

export interface WaitSlots {
  readonly name: string;
  tryAcquire(companyId: number): boolean;
  release(companyId: number): void;
  readonly inUse: number;
}

export function createWaitSlots(
  name: string,
  max: { readonly ofAll: number; readonly ofCompany: number },
): WaitSlots {
  const usedBy = new Map<number, number>();
  let inUse = 0;
  return {
    name,
    tryAcquire: (companyId) => {
      const own = usedBy.get(companyId) ?? 0;
      if (inUse >= max.ofAll || own >= max.ofCompany) return false;
      inUse += 1;
      usedBy.set(companyId, own + 1);
      return true;
    },
    release: (companyId) => {
      const own = (usedBy.get(companyId) ?? 0) - 1;
      inUse -= 1;
      if (own > 0) usedBy.set(companyId, own);
      else usedBy.delete(companyId);
    },
    get inUse() {
      return inUse;
    },
  };
}
