/** What a command works with. The composition root, cli/run.ts, provides it. */
import type { Environment } from '../ecf/model/environments.js';
import { isRnc } from '../ecf/model/rnc.js';
import type { MasterKey } from '../signing/keys/seal.js';
import type { StockThresholds } from '../ledger/numbers/stock-warnings.js';
import type { Company } from '../ledger/companies/company.js';
import type { NewAct } from '../ledger/people/act.js';
import type { Store } from '../ledger/ledger.js';
import type { Ledger, OperatorDeps, Processes } from '../services/deps.js';
import { CliError } from './terminal/cli-error.js';
import type { Result } from './terminal/result.js';
import type { SecretOptions, SecretRequest } from './terminal/secret-input.js';

type Reads =
  | Extract<keyof Store, `find${string}` | `list${string}`>
  | 'annulmentRequested'
  | 'annulmentResults'
  | 'countPending'
  | 'currentCertificate'
  | 'getFileBytes'
  | 'highestOf'
  | 'lastCertificate'
  | 'ping'
  | 'registryStatus'
  | 'sequencesOverview'
  | 'unused'
  | 'readFeed'
  | 'latestSeq'
  | 'oldestSeq'
  | 'readPart'
  | 'readEvidence';

/** It can read the ledger. Only `begin` gives the means to change it. */
export interface CliContext extends Ledger<Reads>, Pick<OperatorDeps, 'allowProduction'> {
  readonly processes: Pick<Processes, 'ask'>;
  /** Reports progress to the operator; not part of the answer. */
  readonly say: (text: string) => void;
  /** The first key seals; every key can unseal. Throws MASTER_KEY_MISSING. */
  readonly masterKeys: () => Promise<readonly [MasterKey, ...MasterKey[]]>;
  readonly numbering: StockThresholds;
  /** Runs work that Ctrl-C stops cleanly: the signal aborts with reason CANCELLED. */
  readonly interruptible: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** How people reach the web application: ECF_PUBLIC_URL, or else this machine. */
  readonly webUrl: string;
  readonly operator: string;
  /** Throws CANCELLED or CONFIRMATION_MISSING. */
  readonly confirm: (question: string) => Promise<void>;
  readonly secret: (options: SecretOptions, request: SecretRequest) => Promise<string>;
}

export interface ChangingContext extends CliContext {
  /**
   * Writes the act into the audit log. If that fails, it throws, and nothing may be changed. Call it when nothing more is asked of the
   * operator, so that an act without a result is one that may have happened.
   */
  readonly begin: (act: Intended) => Promise<Begun>;
}

export type Intended = Pick<NewAct, 'companyIds' | 'environment' | 'target'>;

export interface Begun extends OperatorDeps {
  /** Replaces the act's target when its result is written. */
  readonly about: (target: string) => void;
}

/** Opens the ledger, runs the command, writes its result and closes everything. */
export type Run = (work: (context: ChangingContext) => Promise<Result>, changes?: string) => Promise<void>;

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
