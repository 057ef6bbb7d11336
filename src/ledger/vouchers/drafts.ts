/** What a person wrote into the form of a voucher and wants to finish later, perhaps at another computer. Only that person sees it. */
import { dayMs } from '../../ecf/durations.js';
import type { Collections } from '../collections.js';
import { pageLimitMs } from '../mongo/pages.js';
import type { DraftOwner, DraftRow, VoucherDraft } from './voucher-draft.js';

/** A person who has more of them has forgotten some. */
export const draftsMax = 50;
export const draftKeptMs = 90 * dayMs;

const shown = { _id: 0, reference: 1, tipoeCF: 1, cliente: 1, total: 1, savedAt: 1 } as const;
const whole = { ...shown, started: 1, values: 1 } as const;

export function createDrafts({ drafts }: Pick<Collections, 'drafts'>) {
  return {
    /** Replaces the draft with this reference. False: the owner has as many others as are allowed. */
    putDraft: async (owner: DraftOwner, draft: VoucherDraft): Promise<boolean> => {
      const _id = idOf(owner, draft.reference);
      const others = await drafts.countDocuments(
        { ...ownerOf(owner), _id: { $ne: _id } },
        { limit: draftsMax },
      );
      if (others === draftsMax) return false;
      const expiresAt = new Date(draft.savedAt.getTime() + draftKeptMs);
      await drafts.replaceOne({ _id }, { ...ownerOf(owner), ...draft, expiresAt }, { upsert: true });
      return true;
    },

    /** The last saved ones first. */
    listDrafts: (owner: DraftOwner): Promise<DraftRow[]> =>
      drafts
        .find<DraftRow>(ownerOf(owner), { projection: shown, maxTimeMS: pageLimitMs })
        .sort({ savedAt: -1 })
        .limit(draftsMax)
        .toArray(),

    findDraft: async (owner: DraftOwner, reference: string): Promise<VoucherDraft | undefined> =>
      (await drafts.findOne<VoucherDraft>({ _id: idOf(owner, reference) }, { projection: whole })) ??
      undefined,

    /** Nothing happens if it is gone already. */
    removeDraft: async (owner: DraftOwner, reference: string): Promise<void> => {
      await drafts.deleteOne({ _id: idOf(owner, reference) });
    },
  };
}

function ownerOf({ companyId, environment, owner }: DraftOwner): DraftOwner {
  return { companyId, environment, owner };
}

function idOf({ companyId, environment, owner }: DraftOwner, reference: string): string {
  return [companyId, environment, owner, reference].join(':');
}
