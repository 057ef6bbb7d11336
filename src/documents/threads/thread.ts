/** A thread that reads, checks and builds large vouchers, one after the other. Piscina calls `runJob`. */
import { workerData } from 'node:worker_threads';
import { createXsdValidator, wasmBytes, type XsdValidatorOptions } from '../check/xsd-validator.js';
import { threadResult } from './thread-result.js';
import { runWork, type InlineName, type Job } from './works.js';

const xsd = createXsdValidator(workerData as XsdValidatorOptions);

export function runJob(job: Job<InlineName>): unknown {
  return threadResult({ result: runWork(job, xsd), wasmBytes: wasmBytes() });
}
