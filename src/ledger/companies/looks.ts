/** How a company's printed vouchers look: its colour, its logo, and what the column Valor shows. */
import type { Collections } from '../mongo/collections.js';
import type { Files } from '../mongo/files.js';
import type { CompanyLook } from '../store.js';

/** What changes. Null removes a setting, so the usual look returns. */
export interface LookChange {
  readonly color?: string | null;
  readonly valueColumn?: CompanyLook['valueColumn'] | null;
  /** A PNG. */
  readonly logo?: Uint8Array | null;
}

export function createLooks({ companies }: Pick<Collections, 'companies'>, files: Files) {
  return {
    /** One write changes everything that is given. False: there is no such company. */
    setLook: async (companyId: number, { logo, ...settings }: LookChange, now: Date): Promise<boolean> => {
      const kept = logo && { logo: (await files.keepText(companyId, 'logo', logo, now, 0)).ref };
      const change = { ...settings, ...(logo === undefined ? {} : { logo: kept?.logo ?? null }) };
      const entries = Object.entries(change).map(([name, value]) => [`look.${name}`, value] as const);
      const set = entries.filter(([, value]) => value !== null);
      const unset = entries.filter(([, value]) => value === null).map(([name]) => [name, ''] as const);
      // An update without operators is not allowed; this one changes nothing.
      if (entries.length === 0)
        return (await companies.countDocuments({ _id: companyId }, { limit: 1 })) === 1;
      const changed = await companies.updateOne(
        { _id: companyId },
        {
          ...(set.length > 0 && { $set: Object.fromEntries(set) }),
          ...(unset.length > 0 && { $unset: Object.fromEntries(unset) }),
        },
      );
      return changed.matchedCount === 1;
    },
  };
}
