/**
 * The lanes: task queues for activities that wait for DGII or for other taxpayers, beside the queue of the workflows. Each lane has its own
 * slots in every worker, so activities that wait for a slow host take no slot from the others (docs/develop/adr/0015-lanes.md).
 */

/**
 * `ecf` and `fc` have the steps of vouchers, by the host of DGII that they wait for. `inquiries` has questions to DGII and the steps of
 * certification runs. `buyers` has deliveries to other taxpayers' receivers, `webhooks` the retries of events, and `mail` the mails to
 * the operator's relay.
 */
export const lanes = ['ecf', 'fc', 'inquiries', 'buyers', 'webhooks', 'mail'] as const;
export type Lane = (typeof lanes)[number];

/** @param taskQueue the task queue of the workflows */
export function laneQueueOf(taskQueue: string, lane: Lane): string {
  return `${taskQueue}-${lane}`;
}
