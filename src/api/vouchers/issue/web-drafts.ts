/** The drafts of a person: what is in the form of a voucher, to be finished later, perhaps at another computer. */
import type { EcfType } from '../../../ecf/model/ecf-types.js';
import type { DraftRow } from '../../../ledger/vouchers/voucher-draft.js';
import { get, put, remove, type RouteDeps, type WebRequest, type WebRoute } from '../../web/web-route.js';
import { WebError } from '../../web/web-error.js';

const path = '/companies/:companyId/:environment/drafts';
const one = `${path}/:reference`;

interface SavedDraft {
  readonly tipoeCF: EcfType;
  readonly cliente: string;
  readonly total: string;
  readonly started: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, string>>;
}

export function draftRoutes({ store, clock }: RouteDeps): readonly WebRoute[] {
  return [
    get(path, 'issue', async (request) => ({ items: (await store.listDrafts(ownerOf(request))).map(rowOf) })),
    get(one, 'issue', async (request) => {
      const draft = await store.findDraft(ownerOf(request), referenceOf(request));
      if (draft === undefined) throw new WebError('DRAFT_NOT_FOUND');
      return { ...rowOf(draft), started: draft.started, values: draft.values };
    }),
    put(one, { permission: 'issue', body: 'draft', audit: 'draft.save' }, async (request) => {
      const { tipoeCF, cliente, total, started, values } = request.body as SavedDraft;
      const draft = {
        reference: referenceOf(request),
        savedAt: clock(),
        tipoeCF,
        cliente,
        total,
        started,
        values,
      };
      if (!(await store.putDraft(ownerOf(request), draft))) throw new WebError('DRAFTS_TOO_MANY');
      return rowOf(draft);
    }),
    remove(one, { permission: 'issue', audit: 'draft.remove' }, async (request) => {
      await store.removeDraft(ownerOf(request), referenceOf(request));
      return {};
    }),
  ];
}

export function ownerOf({ company: { companyId }, environment, actor }: WebRequest) {
  return { companyId, environment, owner: actor.id };
}

function referenceOf({ params }: WebRequest): string {
  return params['reference'] ?? '';
}

function rowOf({ reference, tipoeCF, cliente, total, savedAt }: DraftRow) {
  return { reference, tipoeCF, cliente, total, savedAt: savedAt.toISOString() };
}
