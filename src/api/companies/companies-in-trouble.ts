/** Which companies need somebody, for support: one answer for all, kept for some seconds because it reads the whole ledger's indexes. */
import type { CompanyInTrouble, Trouble } from '../../ledger/companies/companies-in-trouble.js';
import { keptAnswer } from '../kept-answer.js';
import { get, type RouteDeps, type WebRoute } from '../web/web-route.js';

const knownForMs = 30_000;
/** DGII's authorities take some days for a certificate. */
const certificateDays = 30;

export function troubleRoutes({ store, clock, config }: RouteDeps): readonly WebRoute[] {
  const thresholds = { ...config.numbering, certificateDays };
  const read = keptAnswer(() => store.companiesInTrouble(clock(), thresholds), { clock, forMs: knownForMs });
  return [
    get('/companies-in-trouble', 'platformHealth', async () => {
      const { companies, whole } = await read();
      return { items: companies.map(rowOf), whole };
    }),
  ];
}

function rowOf({ troubles, ...company }: CompanyInTrouble) {
  return { ...company, troubles: troubles.map(troubleRow) };
}

function troubleRow(trouble: Trouble) {
  return 'since' in trouble ? { ...trouble, since: trouble.since.toISOString() } : trouble;
}
