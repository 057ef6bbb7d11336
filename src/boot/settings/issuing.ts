/** The settings of issuing a voucher: its pauses and time limits. */
import { chapter, milliseconds } from './setting.js';

const hourMs = 3_600_000;

const pollFirstMs = milliseconds('ECF_POLL_FIRST_MS', 250, [10, 60_000], {
  text: 'The first pause between two queries for a result; each next one is longer.',
  readers: ['api', 'worker', 'cli'],
});

const retryFirstMs = milliseconds('ECF_RETRY_FIRST_MS', 500, [10, 60_000], {
  text: 'The first pause before a step that waits is tried again; each next one is longer.',
  readers: ['api', 'worker', 'cli'],
});

export const issuing = chapter('Issuing a voucher', {
  pollFirstMs,
  pollMaxMs: milliseconds('ECF_POLL_MAX_MS', 300_000, [10, hourMs], {
    text: 'The longest pause between two queries for a result.',
    readers: ['api', 'worker', 'cli'],
    atLeast: pollFirstMs,
  }),
  retryFirstMs,
  retryMaxMs: milliseconds('ECF_RETRY_MAX_MS', 60_000, [10, hourMs], {
    text: 'The longest pause before a step that waits is tried again; 15 times as long for a voucher that waits for people or for another voucher.',
    readers: ['api', 'worker', 'cli'],
    atLeast: retryFirstMs,
  }),
  runMaxMs: milliseconds('ECF_RUN_MAX_MS', 72 * hourMs, [1_000, 30 * 24 * hourMs], {
    text: 'A run in Temporal ends after this; the completer starts another one.',
    readers: ['api', 'worker', 'cli'],
  }),
  heartbeatMs: milliseconds('ECF_HEARTBEAT_MS', 5_000, [500, 60_000], {
    text: 'After this silence a worker counts as dead, and another one takes over.',
    readers: ['api', 'worker', 'cli'],
  }),
  leaseMarginMs: milliseconds('ECF_LEASE_MARGIN_MS', 5_000, [50, 60_000], {
    text: "How long a delivery's lease outlives its deadline. Until then nobody else may deliver the voucher.",
    readers: ['worker'],
  }),
  askAgainMs: milliseconds('ECF_ASK_AGAIN_MS', 5_000, [10, 600_000], {
    text: 'The least time between two answers "not found" before the same bytes go out again.',
    readers: ['worker'],
  }),
  tokenProbeMs: milliseconds('ECF_TOKEN_PROBE_MS', 10_000, [50, hourMs], {
    text: 'The least time between two requests for a token of a suspended company.',
    readers: ['worker'],
  }),
  silentAfterMs: milliseconds('ECF_SILENT_AFTER_MS', hourMs / 4, [1_000, 24 * hourMs], {
    text: 'A voucher without a result this long after DGII received it is marked `DGII_SILENT`.',
    readers: ['worker'],
  }),
  referenceWaitMaxMs: milliseconds('ECF_REFERENCE_WAIT_MAX_MS', 72 * hourMs, [100, 30 * 24 * hourMs], {
    text: 'A note, or a type 31 with code 5, waits this long for the voucher that it refers to; then it is not sent (`REFERENCE_NOT_FINAL`). If that voucher is in contingency, the time counts from when DGII has it; 30 days at most.',
    readers: ['worker'],
  }),
  checkMarginMs: milliseconds('ECF_CHECK_MARGIN_MS', 30_000, [100, hourMs], {
    text: 'How late the completer may take up a voucher whose run does not advance.',
    readers: ['api', 'worker'],
  }),
  completerIntervalMs: milliseconds('ECF_COMPLETER_INTERVAL_MS', 10_000, [50, 600_000], {
    text: 'The pause between two rounds of the completer.',
    readers: ['worker'],
  }),
});
