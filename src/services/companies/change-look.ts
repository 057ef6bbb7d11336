/** Changes what a company's printed vouchers look like. */
import type { LookChange } from '../../ledger/companies/looks.js';
import { readLogo, type LogoRefusal } from '../../documents/print/logo.js';
import { colorPattern } from '../../documents/print/pdf/color.js';
import { createFairQueue } from '../../shared/fair-queue.js';
import type { OperatorDeps } from '../deps.js';
import { refused, type Refused } from '../../shared/refused.js';

type LookChanged =
  { readonly outcome: 'changed' } | Refused<'COMPANY_NOT_FOUND' | 'COLOR_INVALID' | LogoRefusal>;

/** One logo at a time, by company: a hostile one takes the whole time limit of its thread. */
const logoTurns = createFairQueue<number>({ runningMax: 1, waitingMax: 1_000, waitingOfOneMax: 1_000 });

/** The logo may be a PNG or an SVG file. The ledger gets a PNG. */
export async function setLook(
  { store, clock }: Pick<OperatorDeps, 'store' | 'clock'>,
  companyId: number,
  { logo, ...change }: LookChange,
): Promise<LookChanged> {
  const color = change.color?.toLowerCase();
  if (color !== undefined && !colorPattern.test(color)) return refused('COLOR_INVALID');
  const read = logo ? await logoTurns.run(companyId, () => readLogo(logo)) : undefined;
  if (read?.ok === false) return refused(read.refusal);
  const changed = await store.setLook(
    companyId,
    {
      ...change,
      ...(color !== undefined && { color }),
      ...(logo === null && { logo: null }),
      ...(read?.ok === true && { logo: read.png }),
    },
    clock(),
  );
  return changed ? { outcome: 'changed' } : refused('COMPANY_NOT_FOUND');
}
