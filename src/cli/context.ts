/** What a command works with. The composition root, cli/run.ts, provides it. */
import { isRnc } from '../ecf/model/rnc.js';
import type { MasterKey } from '../signing/keys/seal.js';
import type { Store } from '../ledger/mongo/connect.js';
import type { SequenceStatus } from '../ledger/numbering/numbering.js';
import type { Company } from '../ledger/store.js';
import { CliError } from './terminal/cli-error.js';
import type { Processes } from './processes.js';
import type { Result, Warning } from './terminal/result.js';
import type { SecretOptions, SecretRequest } from './terminal/secret-input.js';

export interface CliContext {
  readonly store: Store;
  readonly clock: () => Date;
  /** Reports progress to the operator; not part of the answer. */
  readonly say: (text: string) => void;
  /** ECF_ALLOW_PRODUCTION: one of the two consents for production. The other is the company's own. */
  readonly allowProduction: boolean;
  /** The first key seals; every key can unseal. Throws MASTER_KEY_MISSING. */
  readonly masterKeys: () => Promise<readonly [MasterKey, ...MasterKey[]]>;
  /** Binds a sealed key to its company and certificate; the worker unseals it with the same context. */
  readonly sealContext: (companyId: number, fingerprint: string) => string;
  /** Warns of few numbers left, or of numbers that expire soon; the api gives the same warnings. */
  readonly stockWarnings: (status: SequenceStatus, today: string) => readonly Warning[];
  /** Runs work that Ctrl-C stops cleanly: the signal aborts with reason CANCELLED. */
  readonly interruptible: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Reaches the workers through Temporal. */
  readonly processes: Processes;
  /** Who runs this command. */
  readonly operator: string;
  /** Throws CANCELLED or CONFIRMATION_MISSING. */
  readonly confirm: (question: string) => Promise<void>;
  readonly secret: (options: SecretOptions, request: SecretRequest) => Promise<string>;
}

/** Opens the ledger, runs the command, writes its result and closes everything. */
export type Run = (work: (context: CliContext) => Promise<Result>) => Promise<void>;

/** @param text RNC or id. Throws COMPANY_INVALID or COMPANY_NOT_FOUND. */
export async function companyOf({ store }: CliContext, text: string): Promise<Company> {
  if (!/^\d{1,11}$/.test(text)) throw new CliError('COMPANY_INVALID');
  const byRnc = isRnc(text) ? await store.findCompanyByRnc(text) : undefined;
  const company = byRnc ?? (await store.findCompany(Number(text)));
  if (company === undefined) throw new CliError('COMPANY_NOT_FOUND', `No existe la empresa ${text}.`);
  return company;
}
