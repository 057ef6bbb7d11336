/** What a command works with; cli/run.ts, the composition root, provides it. */
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
  /** Tells the operator how it goes; not part of the answer. */
  readonly say: (text: string) => void;
  /** ECF_ALLOW_PRODUCTION: one of the two consents for production; the other is the company's own. */
  readonly allowProduction: boolean;
  /** The first one seals, all of them open. Throws MASTER_KEY_MISSING. */
  readonly masterKeys: () => Promise<readonly [MasterKey, ...MasterKey[]]>;
  /** What binds a sealed key to its place, as the worker will ask for it. */
  readonly sealContext: (companyId: number, fingerprint: string) => string;
  /** Few numbers left, or none that outlives the next days: as the api tells it. */
  readonly stockWarnings: (status: SequenceStatus, today: string) => readonly Warning[];
  /** Work that Ctrl-C ends in order: it is told by the signal, whose reason is CANCELLED. */
  readonly interruptible: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Workers, by way of Temporal. */
  readonly processes: Processes;
  /** Who gives this command. */
  readonly operator: string;
  /** Throws CANCELLED or CONFIRMATION_MISSING. */
  readonly confirm: (question: string) => Promise<void>;
  readonly secret: (options: SecretOptions, request: SecretRequest) => Promise<string>;
}

/** Opens the ledger, runs the command, writes its result and lets go of everything. */
export type Run = (work: (context: CliContext) => Promise<Result>) => Promise<void>;

/** @param text RNC or id. Throws COMPANY_INVALID or COMPANY_NOT_FOUND. */
export async function companyOf({ store }: CliContext, text: string): Promise<Company> {
  if (!/^\d{1,11}$/.test(text)) throw new CliError('COMPANY_INVALID');
  const byRnc = isRnc(text) ? await store.findCompanyByRnc(text) : undefined;
  const company = byRnc ?? (await store.findCompany(Number(text)));
  if (company === undefined) throw new CliError('COMPANY_NOT_FOUND', `No existe la empresa ${text}.`);
  return company;
}
