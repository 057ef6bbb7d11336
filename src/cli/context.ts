/** What a command works with. The composition root, cli/run.ts, provides it. */
import type { Environment } from '../ecf/model/environments.js';
import { isRnc } from '../ecf/model/rnc.js';
import type { MasterKey } from '../signing/keys/seal.js';
import type { StockThresholds } from '../ledger/numbering/stock-warnings.js';
import type { Company } from '../ledger/companies/company.js';
import type { OperatorDeps } from '../operator/deps.js';
import { CliError } from './terminal/cli-error.js';
import type { Result } from './terminal/result.js';
import type { SecretOptions, SecretRequest } from './terminal/secret-input.js';

export interface CliContext extends OperatorDeps {
  /** Reports progress to the operator; not part of the answer. */
  readonly say: (text: string) => void;
  /** The first key seals; every key can unseal. Throws MASTER_KEY_MISSING. */
  readonly masterKeys: () => Promise<readonly [MasterKey, ...MasterKey[]]>;
  /** When to warn of few numbers left, or of numbers that expire soon. */
  readonly numbering: StockThresholds;
  /** Runs work that Ctrl-C stops cleanly: the signal aborts with reason CANCELLED. */
  readonly interruptible: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** How a browser on this machine reaches the api. */
  readonly webUrl: string;
  /** Who runs this command. */
  readonly operator: string;
  /** Throws CANCELLED or CONFIRMATION_MISSING. */
  readonly confirm: (question: string) => Promise<void>;
  readonly secret: (options: SecretOptions, request: SecretRequest) => Promise<string>;
}

/** Opens the ledger, runs the command, writes its result and closes everything. */
export type Run = (work: (context: CliContext) => Promise<Result>) => Promise<void>;

/** @param environment absent: the company's own */
export async function placeOf(context: CliContext, text: string, environment?: Environment) {
  const company = await companyOf(context, text);
  return { company, companyId: company.companyId, environment: environment ?? company.environment };
}

/** @param text RNC or id. Throws COMPANY_INVALID or COMPANY_NOT_FOUND. */
export async function companyOf({ store }: CliContext, text: string): Promise<Company> {
  if (!/^\d{1,11}$/.test(text)) throw new CliError('COMPANY_INVALID');
  const byRnc = isRnc(text) ? await store.findCompanyByRnc(text) : undefined;
  const company = byRnc ?? (await store.findCompany(Number(text)));
  if (company === undefined) throw new CliError('COMPANY_NOT_FOUND', `No existe la empresa ${text}.`);
  return company;
}
