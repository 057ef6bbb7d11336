/** How a company's printed vouchers look: its colour, its logo, and what the column Valor shows. */
import type { Collections } from '../collections.js';
import type { Files } from '../files.js';
import type { CompanyLook } from './company.js';

/** Null removes a setting, and the usual look returns. */
export interface LookChange {
  readonly color?: string | null;
  readonly valueColumn?: CompanyLook['valueColumn'] | null;
  /** The bytes of a picture's file. */
  readonly logo?: Uint8Array | null;
}

export function createLooks({ companies }: Pick<Collections, 'companies'>, files: Files) {
  return {
    /** The logo is a PNG. False if there is no such company. */
    setLook: async (companyId: number, { logo, ...settings }: LookChange, now: Date): Promise<boolean> => {
      const kept = logo && {
        logo: (await files.keepContent({ companyId, kind: 'logo', content: logo, now, roomBytes: 0 })).ref,
      };
      const change = { ...settings, ...(logo === undefined ? {} : { logo: kept?.logo ?? null }) };
      const members = Object.entries(change).map(([name, value]): [string, unknown] => [
        `look.${name}`,
        value === null ? '$$REMOVE' : { $literal: value },
      ]);
      // `companyId` stays as it is: MongoDB refuses an update that sets nothing.
      const $set = { companyId, ...Object.fromEntries(members) };
      return (await companies.updateOne({ _id: companyId }, [{ $set }])).matchedCount === 1;
    },
  };
}
