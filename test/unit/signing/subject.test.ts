/** Who a certificate was issued to, and what reading it does to a process that has not used TLS yet. */
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { subjectName, subjectSerialNumber } from '../../../src/signing/verify/subject.js';
import { projectFile } from '../../../src/shared/project-file.js';
import { certifiedSigner } from '../../harness/samples/signers.js';

const signer = { commonName: 'PÉREZ MARTÍNEZ, PEDRO', serialNumber: 'IDCDO-00199999996' };

/** A process of its own, because Jest itself uses TLS. */
const program = `
  const { subjectName } = await import(process.argv[1]);
  const { X509Certificate } = await import('node:crypto');
  console.log(subjectName(new X509Certificate(process.argv[2])));
  const { createSecureContext } = await import('node:tls');
  console.log(typeof createSecureContext);
`;

test('the name and the SN of a signer', () => {
  const certificate = new X509Certificate(certifiedSigner(signer).certificatePem);
  expect(subjectName(certificate)).toBe(signer.commonName);
  expect(subjectSerialNumber(certificate)).toBe(signer.serialNumber);
});

test('a process that reads a subject first can still open TLS connections', async () => {
  const { certificatePem } = certifiedSigner(signer);
  const module = projectFile('dist/src/signing/verify/subject.js');
  const args = ['--input-type=module', '--eval', program, module, certificatePem];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout.trim().split('\n')).toEqual([signer.commonName, 'function']);
});
