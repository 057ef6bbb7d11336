/**
 * What people do about one company: DGII's office delegates signers, and the operator imports and checks certificates with the
 * command line.
 */
import { spawn } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MongoClient } from 'mongodb';
import { collectionsOf } from '../../../src/ledger/mongo/collections.js';
import { projectFile } from '../../../src/shared/project-file.js';
import {
  createAuthority,
  issueCertificate,
  toP12,
  type TestAuthority,
} from '../../simulator/test-authority.js';
import { demoAuthorityFiles, type DemoCompany } from '../../demo/demo-data.js';
import type { OwnStack } from '../../own-stack/own-stack.js';
import { questionLimitMs } from './wait-until.js';

const cli = projectFile('dist/src/cli/main.js');
/** Protects files that only this run uses. */
const password = 'tortura';
/** A command that takes longer hangs, even on a busy machine. */
const commandLimitMs = 120_000;
/** An operator tries again when the ledger did not answer. */
const importTriesMax = 5;

export type OperatorActions = ReturnType<typeof createOperatorActions>;

export function createOperatorActions(stack: OwnStack) {
  const files = demoAuthorityFiles(stack.dataDir);
  const accredited: TestAuthority = {
    certificatePem: readFileSync(files.certificate, 'utf8'),
    privateKeyPem: readFileSync(files.key, 'utf8'),
  };
  const notAccredited = createAuthority('AUTORIDAD AJENA (SIN VALIDEZ)');
  let imported = 0;

  return {
    /** DGII knows it at once. */
    undelegate: ({ signer }: DemoCompany) => delegate(files.delegations, signer, []),
    delegate: ({ signer, rnc }: DemoCompany) => delegate(files.delegations, signer, [rnc]),
    importGoodCertificate: (company: DemoCompany) => importCertificate(company, accredited),
    /** DGII does not accept its authority. */
    importBadCertificate: (company: DemoCompany) => importCertificate(company, notAccredited),
    /** Asks DGII for a token; the ledger records the result. */
    async checkCertificate({ companyId }: DemoCompany): Promise<void> {
      await command(stack, ['certificate', 'check', '--company', String(companyId)]);
    },
    /** Whether the ledger has the company as suspended. */
    isSuspended: ({ companyId }: DemoCompany) => isSuspended(stack.mongoUri, companyId),
  };

  /** Imports a new certificate of the same signer. */
  async function importCertificate({ companyId, signer }: DemoCompany, authority: TestAuthority) {
    imported += 1;
    const issued = issueCertificate(authority, { commonName: 'FIRMANTE DE PRUEBA', serialNumber: signer });
    const p12 = join(stack.dataDir, `importado-${imported}.p12`);
    const secret = join(stack.dataDir, `importado-${imported}.clave`);
    writeFileSync(p12, toP12(issued, password), { mode: 0o600 });
    writeFileSync(secret, password, { mode: 0o600 });
    const args = [
      'certificate',
      'import',
      p12,
      '--yes',
      '--company',
      String(companyId),
      '--password-file',
      secret,
    ];
    for (let tries = 1; ; tries += 1) {
      const { code, output } = await command(stack, args);
      if (code === 0) return;
      if (tries === importTriesMax || !output.includes('LEDGER_UNAVAILABLE'))
        throw new Error(`certificate import ended with ${code ?? 'a signal'}: ${output}`);
    }
  }
}

/** Writes the file as a whole or not at all, because the simulator reads it whenever it changes. */
function delegate(file: string, signer: string, rncs: readonly string[]): void {
  const before = JSON.parse(readFileSync(file, 'utf8')) as Record<string, readonly string[]>;
  const written = join(dirname(file), 'delegations.new.json');
  writeFileSync(written, JSON.stringify({ ...before, [signer]: rncs }), { mode: 0o600 });
  renameSync(written, file);
}

async function isSuspended(mongoUri: string, companyId: number): Promise<boolean> {
  const limits = { serverSelectionTimeoutMS: questionLimitMs, connectTimeoutMS: questionLimitMs };
  const client = new MongoClient(mongoUri, limits);
  try {
    const company = await collectionsOf(client.db('ecf')).companies.findOne({ _id: companyId });
    return company?.suspended !== undefined;
  } finally {
    await client.close();
  }
}

interface CommandEnd {
  readonly code: number | null;
  readonly output: string;
}

function command({ env }: OwnStack, args: readonly string[]): Promise<CommandEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args, '--json'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: commandLimitMs,
      killSignal: 'SIGKILL',
    });
    let output = '';
    const keep = (chunk: string) => (output += chunk);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
