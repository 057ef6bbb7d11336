/**
 * The lanes: task queues for activities that wait for DGII, beside the queue of the workflows. Each lane has slots of its own in
 * every worker, so what waits for a slow host of DGII takes no slot from the rest (docs/adr/0015-lanes.md).
 */

/**
 * `ecf` and `fc`: the steps of vouchers, by the host of DGII that they wait for. `inquiries`: questions to DGII. `buyers`: what
 * waits for other taxpayers' receivers.
 */
export const lanes = ['ecf', 'fc', 'inquiries', 'buyers'] as const;
export type Lane = (typeof lanes)[number];

/** @param taskQueue of the workflows */
export function laneQueueOf(taskQueue: string, lane: Lane): string {
  return `${taskQueue}-${lane}`;
}
