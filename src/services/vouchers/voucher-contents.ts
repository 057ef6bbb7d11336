/** The contents of some vouchers, for what is worked out from several of them. */
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Store } from '../../ledger/ledger.js';
import type { VoucherRow } from '../../ledger/vouchers/lists/voucher-pages.js';

interface Place {
  readonly companyId: number;
  readonly environment: Environment;
}

interface VoucherContent {
  readonly type: EcfType;
  /** In the JSON of the ledger. */
  readonly content: Uint8Array;
}

/** @param bytesMax of all contents together. The voucher that exceeds it, and those after it, are left out. */
export async function contentsOf(
  store: Pick<Store, 'findDocument' | 'getFileBytes'>,
  { companyId, environment }: Place,
  vouchers: readonly Pick<VoucherRow, 'encf' | 'tipoeCF'>[],
  bytesMax: number,
): Promise<readonly VoucherContent[]> {
  const contents: VoucherContent[] = [];
  let bytes = 0;
  for (const { encf, tipoeCF } of vouchers) {
    const document = await store.findDocument(companyId, environment, encf);
    if (document === undefined) continue;
    const content = await store.getFileBytes(document.contentFile);
    bytes += content.length;
    if (bytes > bytesMax) break;
    contents.push({ type: tipoeCF, content });
  }
  return contents;
}
