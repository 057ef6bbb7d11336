/** Opens one certificate file and posts the result. */
import { parentPort, workerData } from 'node:worker_threads';
import { openCertificateFile } from '../../signing/keys/certificate.js';

const { file, password } = workerData as { readonly file: Uint8Array; readonly password: string };
parentPort?.postMessage(openCertificateFile(file, password));
