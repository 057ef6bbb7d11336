/** The ZIP of vouchers that a person chose in the list: the signed XML and the printed form of each, and a text about what is missing. */
import type { Environment } from '../../ecf/model/environments.js';
import type { Company } from '../../ledger/companies/company.js';
import { createVoucherFiles, type Folders } from '../certification/voucher-files.js';
import type { RouteDeps } from '../web/web-route.js';

/** The proxy waits 130 s for an answer (deploy/proxy). What is not ready by then is named in the ZIP. */
const zipMaxMs = 100_000;

const folders: Folders = { xmlOf: () => 'xml', print: 'pdf' };

interface ZipOrder {
  readonly company: Company;
  readonly environment: Environment;
  readonly encfs: readonly string[];
  readonly hasLeft: () => boolean;
}

type Deps = Pick<RouteDeps, 'store' | 'checker' | 'limits' | 'clock'>;

export async function voucherZip(
  deps: Deps,
  { company, environment, encfs, hasLeft }: ZipOrder,
): Promise<Buffer> {
  const { store, limits, clock } = deps;
  const { companyId } = company;
  const files = createVoucherFiles(deps, hasLeft, folders);
  const missing: Missing = { unknown: [], unsigned: [], late: [] };
  const end = clock().getTime() + zipMaxMs;
  // One after the other, so that the other prints of the company have their turns in between.
  for (const encf of new Set(encfs)) {
    files.stopIfLeft();
    if (clock().getTime() > end) {
      missing.late.push(encf);
      continue;
    }
    const document = await limits.lists.run(companyId, () =>
      store.findDocument(companyId, environment, encf),
    );
    if (document === undefined) {
      missing.unknown.push(encf);
      continue;
    }
    if (document.signed === undefined) missing.unsigned.push(encf);
    await files.addXml(document);
    await files.addPrint(company, document);
  }
  return files.zip(readmeOf(missing));
}

interface Missing {
  readonly unknown: string[];
  readonly unsigned: string[];
  readonly late: string[];
}

const sentences: Readonly<Record<keyof Missing, string>> = {
  unknown: 'La empresa no tiene estos comprobantes en este ambiente',
  unsigned: 'Estos comprobantes todavía no tienen XML firmado',
  late: 'No hubo tiempo para estos comprobantes; descárguelos aparte',
};

function readmeOf(missing: Missing): string {
  const kinds = Object.keys(sentences) as (keyof Missing)[];
  return [
    'xml: los e-CF firmados.',
    'pdf: la representación impresa de cada uno.',
    '',
    ...kinds.flatMap((kind) =>
      missing[kind].length === 0 ? [] : [`${sentences[kind]}: ${missing[kind].join(', ')}.`, ''],
    ),
  ].join('\n');
}
