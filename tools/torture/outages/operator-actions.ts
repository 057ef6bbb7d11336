/** What people do about one company: delegate its signers, import and check its certificates. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MongoClient } from 'mongodb';
import { collectionsOf } from '../../../src/ledger/collections.js';
import { projectFile } from '../../../src/shared/project-file.js';
import {
  createAuthority,
  issueCertificate,
  toP12,
  type TestAuthority,
} from '../../simulator/test-authority.js';
import { demoAuthorityFiles, type DemoCompany } from '../../demo/demo-data.js';
import type { OwnStack } from '../../own-stack/own-stack.js';
import { runCommand } from '../../stack/binaries/run-command.js';
import { questionLimitMs } from './wait-until.js';

const cli = projectFile('dist/src/cli/main.js');
/** Protects files that only this run uses. */
const password = 'tortura';
/** A command that takes longer hangs, even on a busy machine. */
const commandLimitMs = 120_000;
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
      // It fails while the company is in trouble.
      await command(stack, ['certificate', 'check', '--company', String(companyId)]).catch(() => undefined);
    },
    isSuspended: ({ companyId }: DemoCompany) => isSuspended(stack.mongoUri, companyId),
  };

  async function importCertificate({ companyId, signer }: DemoCompany, authority: TestAuthority) {
    imported += 1;
    const issued = issueCertificate(authority, { commonName: 'FIRMANTE DE PRUEBA', serialNumber: signer });
    const p12 = join(stack.dataDir, `importado-${imported}.p12`);
    const secret = join(stack.dataDir, `importado-${imported}.clave`);
    writeFileSync(p12, toP12(issued, password), { mode: 0o600 });
    writeFileSync(secret, password, { mode: 0o600 });
    const of = ['--company', String(companyId), '--password-file', secret];
    for (let tries = 1; ; tries += 1) {
      try {
        await command(stack, ['certificate', 'import', p12, '--yes', ...of]);
        return;
      } catch (error) {
        if (tries === importTriesMax || !String(error).includes('LEDGER_UNAVAILABLE')) throw error;
      }
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

/** @throws Error with what the command wrote when it fails */
function command({ env }: OwnStack, args: readonly string[]): Promise<string> {
  return runCommand(process.execPath, [cli, ...args, '--json'], { limitMs: commandLimitMs, env });
}
