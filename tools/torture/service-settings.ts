/**
 * The service's intervals under torture are short, so that a run sees many of each. Limits of answers and leases leave a busy
 * machine time: a process that gets no processor for a second is slow, not dead.
 */
export const serviceSettings = {
  ECF_POLL_FIRST_MS: '100',
  ECF_POLL_MAX_MS: '1500',
  ECF_RETRY_FIRST_MS: '100',
  ECF_RETRY_MAX_MS: '2000',
  ECF_HEARTBEAT_MS: '2000',
  ECF_LEASE_MARGIN_MS: '5000',
  ECF_TOKEN_PROBE_MS: '1000',
  ECF_ASK_AGAIN_MS: '500',
  ECF_CHECK_MARGIN_MS: '5000',
  ECF_COMPLETER_INTERVAL_MS: '1000',
  DGII_SUBMIT_TIMEOUT_MS: '5000',
  DGII_AUTH_TIMEOUT_MS: '5000',
  DGII_QUERY_TIMEOUT_MS: '5000',
  BUYERS_TIMEOUT_MS: '2000',
  BUYERS_RETRY_FIRST_MS: '100',
  BUYERS_RETRY_MAX_MS: '2000',
  BUYERS_GIVE_UP_MS: '30000',
  // The run's receiver of webhooks is on this machine.
  WEBHOOKS_PRIVATE_ADDRESSES: 'allow',
  WEBHOOKS_TIMEOUT_MS: '2000',
};
