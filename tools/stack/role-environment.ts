/**
 * Which settings `npm start` passes to each role: only those that the role reads. If someone makes a role reveal its
 * environment, it reveals no secret of another role. docs/operate/operations.md explains each setting.
 */
import { machineNames, onlyThese } from './processes/machine-environment.js';

export type Role = 'api' | 'worker' | 'simulator';

/** For api and worker: the ledger, Temporal, the settings in a run's input, and whether DGII may be contacted at all. */
const shared = [
  ...['LOG_LEVEL', 'ADMIN_HOST', 'ECF_ALLOW_PRODUCTION', 'ECF_XSD_DIR', 'ECF_CHECK_THREADS'],
  ...['MONGODB_URI', 'MONGODB_DATABASE', 'TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE', 'TEMPORAL_TASK_QUEUE'],
  ...['DGII_ECF_HOST', 'DGII_FC_HOST', 'DGII_STATUS_HOST', 'DGII_ALLOW_HTTP'],
  ...['DGII_AUTH_TIMEOUT_MS', 'DGII_SUBMIT_TIMEOUT_MS', 'DGII_QUERY_TIMEOUT_MS'],
  ...['ECF_POLL_FIRST_MS', 'ECF_POLL_MAX_MS', 'ECF_RETRY_FIRST_MS', 'ECF_RETRY_MAX_MS', 'ECF_RUN_MAX_MS'],
  ...['BUYERS_PRIVATE_ADDRESSES', 'BUYERS_AUTHENTICATION', 'BUYERS_TIMEOUT_MS'],
  ...['BUYERS_RETRY_FIRST_MS', 'BUYERS_RETRY_MAX_MS'],
  ...['ECF_HEARTBEAT_MS', 'ECF_CHECK_MARGIN_MS', 'ECF_SEQUENCE_LOW_NUMBERS', 'ECF_SEQUENCE_EXPIRY_DAYS'],
];

export const roleSettings: Readonly<Record<Role, readonly string[]>> = {
  api: [
    ...shared,
    ...['HOST', 'PORT', 'ADMIN_PORT', 'TRUST_PROXY', 'ECF_PUBLIC_URL'],
    ...['ECF_JWT_SECRET', 'ECF_JWT_ISSUER', 'ECF_JWT_AUDIENCE'],
    ...['ECF_WEB', 'ECF_WEB_SECRET', 'ECF_TEMPORAL_UI_URL'],
    ...['RECEIVER_PORT', 'RECEIVER_AUTH', 'RECEIVER_OPERATOR_RNC', 'RECEIVER_CERTIFICATES'],
    ...['RECEIVER_CERTIFICATES_PRE_CERTIFICATION', 'RECEIVER_CERTIFICATES_CERTIFICATION'],
    ...['RECEIVER_CERTIFICATES_PRODUCTION'],
    ...['RECEIVER_CA_FILE', 'RECEIVER_CALLS_PER_MINUTE', 'RECEIVER_UNTRUSTED_MB_PER_HOUR'],
    ...[
      'ECF_CALLS_PER_MINUTE',
      'ECF_LOGIN_FAILURES',
      'ECF_LOGIN_FAILURES_PER_ADDRESS',
      'ECF_LOGIN_FAILURES_PER_USER',
    ],
  ],
  worker: [
    ...shared,
    ...['WORKER_ADMIN_PORT', 'ECF_METRICS_FRESH_MS', 'ECF_MASTER_KEY', 'DGII_STATUS_API_KEY'],
    ...['ECF_REGISTRY_URL', 'ECF_REGISTRY_TIME', 'ECF_LEASE_MARGIN_MS', 'ECF_ASK_AGAIN_MS'],
    ...['ECF_SILENT_AFTER_MS', 'ECF_REFERENCE_WAIT_MAX_MS', 'ECF_TOKEN_PROBE_MS'],
    ...['ECF_COMPLETER_INTERVAL_MS', 'BUYERS_INTERVAL_MS', 'BUYERS_GIVE_UP_MS'],
  ],
  simulator: [
    ...['LOG_LEVEL', 'ECF_XSD_DIR', 'SIMULATOR_PORT', 'SIMULATOR_DATA_DIR', 'SIMULATOR_CA_FILE'],
    ...['SIMULATOR_DELEGATIONS_FILE', 'SIMULATOR_RESULT_DELAY_MS'],
  ],
};

/** Read by `npm start` itself, for the servers that it starts. */
export const stackSettings: readonly string[] = [
  'ECF_DATA_DIR',
  'MONGO_PORT',
  'TEMPORAL_PORT',
  'TEMPORAL_UI_PORT',
];

export function roleEnvironment(
  role: Role,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return onlyThese([...machineNames, ...roleSettings[role]], env);
}
