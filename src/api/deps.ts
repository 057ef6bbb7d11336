/** What the composition root passes to the api. */
import type { Log } from '../shared/log.js';
import type { ApiMetrics } from '../shared/metrics/api-metrics.js';
import type { Traces } from '../shared/traces.js';
import type { ApiStore } from '../ledger/ledger.js';
import type { StockThresholds } from '../ledger/numbers/stock-warnings.js';
import type { Checker } from '../documents/threads/checker.js';
import type { Processes } from '../services/deps.js';
import type { AddressRules } from '../services/events/webhook-input.js';
import type { Issuing } from './processes/processes.js';
import type { LoginLimitConfig } from './session/login-limit.js';
import type { PasswordThreads } from './session/password-threads.js';
import type { TokenConfig } from './session/jwt.js';
import type { ReceiverConfig } from './receiver/receiver-config.js';
import type { WebDeps } from './web/web-deps.js';

export interface LimitsConfig extends LoginLimitConfig {
  /** 0: no limit. */
  readonly callsPerMinute: number;
}

export interface ApiConfig {
  readonly jwt: TokenConfig;
  /** How long after admission the completer checks for a voucher whose workflow was never started. */
  readonly firstCheckMs: number;
  /** The proxies whose X-Forwarded-* headers the api trusts: their addresses, or how many stand before the api. */
  readonly trustProxy: false | number | readonly string[];
  readonly numbering: StockThresholds;
  readonly limits: LimitsConfig;
  /** The setting ECF_ALLOW_PRODUCTION. Without it no API key of production works. */
  readonly allowProduction: boolean;
  /** Where buyers reach this api; empty: there are no links for buyers. */
  readonly publicUrl: string;
  readonly webhooks: AddressRules;
  /** In production, of one company. 0: no voucher is mailed to a customer. */
  readonly customerMailsPerDay: number;
}

export interface ApiDeps {
  readonly config: ApiConfig;
  readonly log: Log;
  readonly store: ApiStore;
  readonly issuing: Issuing;
  /** Asks DGII, through a worker: only workers have certificates and tokens. */
  readonly processes: Pick<Processes, 'ask'>;
  readonly checker: Checker;
  readonly passwordThreads: PasswordThreads;
  readonly clock: () => Date;
  readonly metrics: ApiMetrics;
  readonly traces: Traces;
  readonly receiver?: ReceiverConfig;
  readonly web?: WebDeps;
  /** Aborted when the process must stop: requests that wait for DGII are then answered from the ledger. */
  readonly stopping: AbortSignal;
}
