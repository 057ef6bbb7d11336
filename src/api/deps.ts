/** What the api is given by the composition root. */
import type { Log } from '../shared/log.js';
import type { ApiMetrics } from '../shared/metrics.js';
import type { ApiStore } from '../ledger/store.js';
import type { XsdValidator } from '../xsd/xsd-validator.js';
import type { Issuing } from './issuing/issuing.js';
import type { LoginLimitConfig } from './auth/login-limit.js';
import type { TokenConfig } from './auth/tokens.js';

/** When to warn of a sequence that will soon be of no use. */
export interface NumberingConfig {
  /** So many numbers left, or fewer. */
  readonly lowNumbers: number;
  /** All of them expire within so many days. */
  readonly expiryDays: number;
}

/** What is too much from one company, or too many failed logins. */
export interface LimitsConfig extends LoginLimitConfig {
  /** 0: no limit. */
  readonly callsPerMinute: number;
}

export interface ApiConfig {
  readonly jwt: TokenConfig;
  /** How long after admission the completer looks for a voucher whose workflow was never started. */
  readonly firstCheckMs: number;
  /** Whose X-Forwarded-* is believed: these proxies' addresses, or as many proxies before the api. */
  readonly trustProxy: false | number | readonly string[];
  readonly numbering: NumberingConfig;
  readonly limits: LimitsConfig;
}

export interface ApiDeps {
  readonly config: ApiConfig;
  readonly log: Log;
  readonly store: ApiStore;
  readonly issuing: Issuing;
  readonly xsd: XsdValidator;
  readonly clock: () => Date;
  readonly metrics: ApiMetrics;
  /** Aborted when the process is told to stop: whoever waits for DGII is answered with what the ledger has. */
  readonly stopping: AbortSignal;
  /** Whether vouchers can be processed now (Temporal answers). */
  readonly ready: () => Promise<boolean>;
}
