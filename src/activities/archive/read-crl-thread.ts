/** Reads one CRL, with a low priority, and posts the result. */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../shared/threads/lower-priority.js';
import { readCrl } from '../../signing/verify/crl.js';
import type { CrlToRead } from './fetch-crls.js';

lowerPriority();

const { bytes, checks } = workerData as CrlToRead;
parentPort?.postMessage(readCrl(bytes, checks));
