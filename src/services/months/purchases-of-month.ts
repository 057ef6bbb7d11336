/** What a month's e-CF say for form 606, page by page: the vouchers that the company received and approved, or its own as a buyer. */
import type { Checker } from '../../documents/threads/checker.js';
import { received606, type Form606Line } from '../../ecf/form-606.js';
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Page, PageCursor } from '../../ledger/pages.js';
import type { Store } from '../../ledger/ledger.js';
import { documentStates } from '../../ecf/model/document-states.js';

export interface PurchasesDeps {
  readonly store: Pick<
    Store,
    'findReceptions' | 'findReception' | 'findVouchers' | 'findDocument' | 'getFileBytes'
  >;
  readonly checker: Pick<Checker, 'form606'>;
}

export interface PurchasesAsked {
  readonly companyId: number;
  readonly environment: Environment;
  readonly from: Date;
  readonly before: Date;
  readonly limit: number;
  readonly cursor?: PageCursor;
}

export async function receivedPurchases(
  { store, checker }: PurchasesDeps,
  { from, before, ...page }: PurchasesAsked,
): Promise<Page<Form606Line> | 'too-slow'> {
  const found = await store.findReceptions({ ...page, estado: 'aprobado', issued: { from, before } });
  if (found === 'too-slow') return found;
  const rows: Form606Line[] = [];
  for (const { companyId, environment, rncEmisor, encf, ecfType } of found.rows) {
    if (!received606.includes(ecfType)) continue;
    const reception = await store.findReception({ companyId, environment, rncEmisor, encf });
    if (reception === undefined) continue;
    rows.push(await checker.form606(companyId, await store.getFileBytes(reception.file), 'xml'));
  }
  return { ...found, rows };
}

/** @param type 41 or 43 */
export async function ownPurchases(
  { store, checker }: PurchasesDeps,
  { from, before, ...page }: PurchasesAsked,
  type: EcfType,
): Promise<Page<Form606Line> | 'too-slow'> {
  const found = await store.findVouchers({ ...page, type, issued: { from, before } });
  if (found === 'too-slow') return found;
  const rows: Form606Line[] = [];
  for (const { encf, state } of found.rows) {
    const document =
      documentStates[state].accepted === 1
        ? await store.findDocument(page.companyId, page.environment, encf)
        : undefined;
    if (document === undefined) continue;
    const content = await store.getFileBytes(document.contentFile);
    rows.push(await checker.form606(page.companyId, content, 'normal-form'));
  }
  return { ...found, rows };
}
