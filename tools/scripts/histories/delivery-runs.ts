/** The runs of deliveries to other taxpayers, as runs.ts. */
import type { Client } from '@temporalio/client';
import {
  approveStartOf,
  approveType,
  deliverStartOf,
  deliverToBuyerType,
  type BuyerTimings,
} from '../../../src/workflows/contract/buyers.js';
import { encfOf, opened, taskQueue, uuidOf } from './runs.js';
import type { DeliveryScenario } from './scenario.js';

const buyerTimings: BuyerTimings = {
  retryFirstMs: 20,
  retryMaxMs: 80,
  runMaxMs: 60_000,
  tryTimeoutMs: 500,
  heartbeatMs: 400,
};

/** One voucher to its buyer. @param serial of its e-NCF */
export function openToBuyer(client: Client, { timings }: DeliveryScenario, serial: number) {
  const start = deliverStartOf(taskQueue, {
    companyId: 1,
    environment: 'pre-certification',
    attempt: 1,
    tipoeCF: 31,
    encf: encfOf(serial),
    correlationId: 'recording',
    timings: { ...buyerTimings, ...timings },
  });
  return opened(client, encfOf(serial), deliverToBuyerType, start);
}

/** One approval of ours, to the issuer and to DGII. */
export function openApproval(client: Client, { timings }: DeliveryScenario, serial: number) {
  const receptionId = uuidOf(serial);
  const topic = { companyId: 1, environment: 'pre-certification', encf: encfOf(serial) };
  const start = approveStartOf(taskQueue, topic, { receptionId, timings: { ...buyerTimings, ...timings } });
  return opened(client, receptionId, approveType, start);
}
