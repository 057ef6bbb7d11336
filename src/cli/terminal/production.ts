/** The two consents that production needs: the service's and the company's. The worker checks both at each delivery. */
import type { Company } from '../../ledger/store.js';
import { CliError } from './cli-error.js';
import type { CliContext } from '../context.js';

/** @param companyConsents the company's present or intended consent. Throws PRODUCTION_NOT_ALLOWED and names what is missing. */
export function assertConsents(
  { allowProduction }: CliContext,
  { productionAllowed }: Pick<Company, 'productionAllowed'>,
  companyHow: string,
): void {
  const missing = [
    ...(allowProduction ? [] : ['ECF_ALLOW_PRODUCTION=true en el servicio y en el entorno de esta orden']),
    ...(productionAllowed ? [] : [companyHow]),
  ];
  if (missing.length === 0) return;
  throw new CliError(
    'PRODUCTION_NOT_ALLOWED',
    `Producción exige dos consentimientos. Falta: ${missing.join('; ')}.`,
    { missing },
  );
}
