/**
 * One company's trouble and its solution: DGII's office, which delegates signers, and the operator's command line, which imports
 * and checks certificates.
 */
import { spawn } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { demoAuthorityFiles } from '../../dist/tools/demo/demo-data.js';
import { createAuthority, issueCertificate, toP12 } from '../../dist/src/signing/keys/test-authority.js';

const cli = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
/** Protects files that only this run uses. */
const password = 'tortura';
/** A command that takes longer hangs, even on a busy machine. */
const commandLimitMs = 120_000;
const ledgerAnswerMs = 2_000;
/** An operator tries again when the ledger did not answer. */
const importTriesMax = 5;

/** @param {Awaited<ReturnType<import('../own-stack/own-stack.mjs')['startOwnStack']>>} stack */
export function createOffice(stack) {
  const files = demoAuthorityFiles(stack.dataDir);
  const trusted = {
    certificatePem: readFileSync(files.certificate, 'utf8'),
    privateKeyPem: readFileSync(files.key, 'utf8'),
  };
  const stranger = createAuthority('AUTORIDAD AJENA (SIN VALIDEZ)');
  let imported = 0;

  return {
    /** DGII knows it at once. */
    undelegate: ({ signer }) => delegate(signer, []),
    delegate: ({ signer, rnc }) => delegate(signer, [rnc]),

    /** Imports a new certificate of the same signer; `accredited`: from an authority that DGII accepts. */
    async importCertificate({ companyId, signer }, accredited) {
      imported += 1;
      const authority = accredited ? trusted : stranger;
      const issued = issueCertificate(authority, { commonName: 'FIRMANTE DE PRUEBA', serialNumber: signer });
      const [p12, secret] = ['p12', 'clave'].map((end) =>
        join(stack.dataDir, `importado-${imported}.${end}`),
      );
      writeFileSync(p12, toP12(issued, password), { mode: 0o600 });
      writeFileSync(secret, password, { mode: 0o600 });
      const args = ['certificate', 'import', p12, '--company', String(companyId), '--password-file', secret];
      for (let tries = 1; ; tries += 1) {
        const { code, output } = await command(args);
        if (code === 0) return;
        if (tries === importTriesMax || !output.includes('LEDGER_UNAVAILABLE'))
          throw new Error(`certificate import ended with ${code}: ${output}`);
      }
    },

    /** Asks DGII for a token; the ledger records the result. */
    async check({ companyId }) {
      await command(['certificate', 'check', '--company', String(companyId)]);
    },

    /** Why the company is suspended, from the ledger; null when it is not. */
    async suspension({ companyId }) {
      const limits = { serverSelectionTimeoutMS: ledgerAnswerMs, connectTimeoutMS: ledgerAnswerMs };
      const client = new MongoClient(stack.mongoUri, limits);
      try {
        const company = await client.db('ecf').collection('companies').findOne({ _id: companyId });
        return company?.suspended?.reason ?? null;
      } finally {
        await client.close();
      }
    },
  };

  /** Writes the file as a whole or not at all, because the simulator reads it whenever it changes. */
  function delegate(signer, rncs) {
    const table = { ...JSON.parse(readFileSync(files.delegations, 'utf8')), [signer]: rncs };
    const written = join(dirname(files.delegations), 'delegations.new.json');
    writeFileSync(written, JSON.stringify(table), { mode: 0o600 });
    renameSync(written, files.delegations);
  }

  function command(args) {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [cli, ...args, '--json'], {
        env: stack.env,
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: commandLimitMs,
        killSignal: 'SIGKILL',
      });
      let output = '';
      const keep = (chunk) => (output += chunk);
      child.stdout.setEncoding('utf8').on('data', keep);
      child.stderr.setEncoding('utf8').on('data', keep);
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, output }));
    });
  }
}
