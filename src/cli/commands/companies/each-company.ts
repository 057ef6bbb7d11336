/** `sequence list` and `certificate list` without a company: what each company has, page by page in the order of the companies' ids. */
import { localDate } from '../../../ecf/model/dates.js';
import { assignsItsOwnNumbers, type SequenceStatus } from '../../../ledger/numbers/numbers.js';
import { stockWarnings } from '../../../ledger/numbers/stock-warnings.js';
import type { Company } from '../../../ledger/companies/company.js';
import { currentExpiry } from '../../../services/certificates/list-certificates.js';
import { flag, option, type Values } from '../../command.js';
import type { CliContext } from '../../context.js';
import { CliError } from '../../terminal/cli-error.js';
import { expiryWarning } from '../../terminal/expiry-warning.js';
import { table, type Result } from '../../terminal/result.js';
import { day } from '../../terminal/text.js';
import { anyText, wholeNumber } from '../../terminal/values.js';

/** Each company costs two queries, one after the other. */
const companiesMax = 1_000;
const companiesUsual = 100;

export const oneOrAll = {
  company: option('--company <empresa>', 'RNC o id de la empresa; sin ella, todas', anyText),
  warned: flag('--warned', 'sin --company: solo lo que pide atención'),
  after: option('--after <id>', 'sin --company: continúa después de esta empresa', wholeNumber(0, 1e9)),
  limit: option(
    '--limit <n>',
    `sin --company: cuántas empresas (${companiesUsual} si no se dice)`,
    wholeNumber(1, companiesMax),
  ),
};

type PageWanted = Omit<Values<typeof oneOrAll>, 'company'>;

/** A list about one company always shows all of it. */
export function refusePaging({ warned, after, limit }: PageWanted): void {
  if (warned || after !== undefined || limit !== undefined)
    throw new CliError('USAGE', '--warned, --after y --limit van solo sin --company.');
}

/** A type needs attention when no voucher of it can be issued, now or soon. */
function stockAttention(
  status: SequenceStatus,
  { clock, numbering }: Pick<CliContext, 'clock' | 'numbering'>,
): readonly string[] {
  const today = localDate(clock().getTime());
  if (status.state === 'Vencida') return ['SEQUENCE_EXPIRED'];
  return stockWarnings(status, today, numbering).map(({ code }) => code);
}

export async function sequencesEverywhere(context: CliContext, wanted: PageWanted): Promise<Result> {
  const today = localDate(context.clock().getTime());
  return eachCompany(context, wanted, {
    rowsOf: async (company) => {
      const { companyId, environment } = company;
      if (assignsItsOwnNumbers(company, environment)) return [];
      const sequences = await context.store.sequencesOverview(companyId, environment, today);
      return sequences
        .filter(({ state }) => state !== 'Sin autorizaciones')
        .map((status) => ({ ...status, warnings: stockAttention(status, context) }));
    },
    empty: 'Ningún tipo de comprobante que mostrar.',
    columns: {
      Tipo: (one) => one.ecfType,
      Estado: (one) => one.state,
      Próximo: (one) => one.next,
      Disponibles: (one) => one.available,
      Vence: (one) => one.expiresOn,
      Aviso: (one) => one.warnings.join(' ') || null,
    },
  });
}

interface CertificateRow extends Warned {
  readonly notAfter: Date | null;
  readonly daysLeft: number | null;
  readonly standing: string;
}

export async function certificatesEverywhere(context: CliContext, wanted: PageWanted): Promise<Result> {
  return eachCompany<CertificateRow>(context, wanted, {
    rowsOf: async ({ companyId }) => {
      const expiry = await currentExpiry(context, companyId);
      if (expiry === undefined)
        return [
          { notAfter: null, daysLeft: null, standing: 'sin certificado', warnings: ['CERTIFICATE_MISSING'] },
        ];
      const warning = expiryWarning(expiry)?.code;
      return [{ ...expiry, warnings: warning === undefined ? [] : [warning] }];
    },
    empty: 'Ningún certificado que mostrar.',
    columns: {
      Hasta: ({ notAfter }) => notAfter && day(notAfter),
      Días: ({ daysLeft }) => daysLeft,
      Estado: ({ standing }) => standing,
      Aviso: ({ warnings }) => warnings.join(' ') || null,
    },
  });
}

interface Warned {
  readonly warnings: readonly string[];
}

async function eachCompany<Row extends Warned>(
  { store }: CliContext,
  { warned, after = 0, limit = companiesUsual }: PageWanted,
  { rowsOf, empty, columns }: EachCompany<Row>,
): Promise<Result> {
  const companies = await store.listCompanies(after, limit);
  const rows: (Row & Pick<Company, 'companyId' | 'rnc' | 'environment'>)[] = [];
  for (const company of companies) {
    const { companyId, rnc, environment } = company;
    for (const row of await rowsOf(company))
      if (!warned || row.warnings.length > 0) rows.push({ companyId, rnc, environment, ...row });
  }
  const last = companies.length < limit ? undefined : companies.at(-1)?.companyId;
  const about = {
    Empresa: ({ rnc }: Pick<Company, 'rnc'>) => rnc,
    Ambiente: ({ environment }: Pick<Company, 'environment'>) => environment,
  };
  return {
    data: { rows, after: last ?? null },
    text:
      table(rows, empty, { ...about, ...columns }) +
      (last === undefined ? '' : `\n\nHay más empresas: --after ${last}`),
  };
}

interface EachCompany<Row> {
  readonly rowsOf: (company: Company) => Promise<readonly Row[]>;
  readonly empty: string;
  readonly columns: Readonly<Record<string, (row: Row) => string | number | null | undefined>>;
}
