/** Opens one certificate file, with a low priority, and posts the result. */
import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../shared/threads/lower-priority.js';
import { openCertificateFile } from '../../signing/keys/certificate.js';

lowerPriority();

const { file, password } = workerData as { readonly file: Uint8Array; readonly password: string };
parentPort?.postMessage(openCertificateFile(file, password));
