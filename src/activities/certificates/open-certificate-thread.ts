/** Opens one certificate file, with a low priority, and posts the result. */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../shared/threads/lower-priority.js';
import { openCertificateFile } from '../../signing/keys/certificate.js';
import type { FileToOpen } from './open-certificate.js';

lowerPriority();

const { file, password, fingerprint } = workerData as FileToOpen;
parentPort?.postMessage(openCertificateFile(file, password, fingerprint));
