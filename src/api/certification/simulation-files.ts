/** The ZIP of the simulation: the accepted vouchers as DGII got them, those for DGII's portal, and their printed forms. */
import { localDate } from '../../ecf/model/dates.js';
import type { Company } from '../../ledger/companies/company.js';
import {
  acceptedInTurn,
  isAccepted,
  simulationOf,
  type KindCount,
} from '../../services/certification/count-simulation.js';
import type { RouteDeps } from '../web/web-route.js';
import { createVoucherFiles, foldersText, printsText } from './voucher-files.js';

interface SimulationOrder {
  readonly company: Company;
  readonly from: Date;
  readonly hasLeft: () => boolean;
}

type Deps = Pick<RouteDeps, 'store' | 'checker' | 'limits'>;

export async function simulationFiles(
  deps: Deps,
  { company, from, hasLeft }: SimulationOrder,
): Promise<Buffer> {
  const { store, limits } = deps;
  const { companyId } = company;
  const kinds = await limits.lists.run(companyId, () => simulationOf(deps, companyId, from));
  const wanted = acceptedInTurn(kinds);
  const files = createVoucherFiles(deps, hasLeft);
  // One after the other, so that the other prints of the company have their turns in between.
  for (const { encf, attempt } of wanted) {
    files.stopIfLeft();
    const document = await store.findDocument(companyId, 'certification', encf);
    // A new attempt since then has no result yet.
    if (document?.attempt !== attempt) continue;
    await files.addXml(document);
    await files.addPrint(company, document);
  }
  return files.zip(readmeOf(kinds, from));
}

function readmeOf(kinds: readonly KindCount[], from: Date): string {
  return [
    `Comprobantes que la DGII aceptó en la simulación, desde ${localDate(from.getTime())}.`,
    '',
    `${foldersText}${printsText}`,
    'Por clase:',
    ...kinds.map(lineOf),
    '',
  ].join('\n');
}

const kindNames: Readonly<Record<string, string>> = {
  '32-full': '32 desde RD$250,000',
  '32-summary': '32 de menos de RD$250,000',
};

function lineOf({ kind, needed, accepted, vouchers }: KindCount): string {
  const encfs = vouchers
    .filter(isAccepted)
    .map(({ encf, state }) => (state === 'accepted' ? encf : `${encf} (aceptado condicional)`));
  const list = encfs.length === 0 ? '' : `: ${encfs.join(', ')}`;
  return `${kindNames[kind] ?? kind}, ${accepted} de ${needed}${list}`;
}
