/** How a company's printed vouchers look: its colour, its logo, and what the column Valor shows. */
import type { Collections } from '../mongo/collections.js';
import type { Files } from '../mongo/files.js';
import type { CompanyLook } from './company.js';

/** The settings to change. Null removes a setting, and the usual look returns. */
export interface LookChange {
  readonly color?: string | null;
  readonly valueColumn?: CompanyLook['valueColumn'] | null;
  /** The bytes of a picture's file. */
  readonly logo?: Uint8Array | null;
}

export function createLooks({ companies }: Pick<Collections, 'companies'>, files: Files) {
  return {
    /** Changes all given settings in one write. The logo is a PNG. False if there is no such company. */
    setLook: async (companyId: number, { logo, ...settings }: LookChange, now: Date): Promise<boolean> => {
      const kept = logo && {
        logo: (await files.keepContent({ companyId, kind: 'logo', content: logo, now, roomBytes: 0 })).ref,
      };
      const change = { ...settings, ...(logo === undefined ? {} : { logo: kept?.logo ?? null }) };
      const entries = Object.entries(change).map(([name, value]) => [`look.${name}`, value] as const);
      const set = entries.filter(([, value]) => value !== null);
      const unset = entries.filter(([, value]) => value === null).map(([name]) => [name, ''] as const);
      // MongoDB refuses an update without operators, and there is nothing to change here.
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
