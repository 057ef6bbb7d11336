/** What remains when all is quiet: the ledger from MongoDB, and the simulator's record from its disk. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { collectionsOf } from '../../../src/ledger/collections.js';
import { temporalClient } from '../../../src/shared/temporal-client.js';
import { workflowType } from '../../../src/workflows/contract/vouchers.js';
import type { DemoCompany } from '../../demo/demo-data.js';
import type { OwnStack } from '../../own-stack/own-stack.js';
import type {
  Answered,
  Approval,
  Emitted,
  Entry,
  Reception,
  Refusal,
  ToBuyer,
} from '../../simulator/record.js';

/** A run ends within a second of its voucher's end. If its worker died, another worker has to take it over first. */
const quietLimitMs = 60_000;
/** Twice the time after which a delivery is given up (service-settings.ts). */
const deliveriesLimitMs = 60_000;
const checkEveryMs = 250;
const connectLimitMs = 10_000;

/** The contents are most of a voucher's record, and no check reads them. */
const contents = ['contentFile', 'signed.file', 'signed.summary.file', 'submissions', 'search'];
export const withoutContents = (of = '') => ({
  projection: Object.fromEntries(contents.map((name) => [of + name, 0])),
});

export type LedgerEvidence = Awaited<ReturnType<typeof readLedger>>;

export async function readLedger({ mongoUri }: Pick<OwnStack, 'mongoUri'>) {
  const client = await MongoClient.connect(mongoUri);
  try {
    const ledger = collectionsOf(client.db('ecf'));
    return {
      documents: await ledger.documents.find({}, withoutContents()).toArray(),
      attempts: await ledger.attempts.find({}, withoutContents('document.')).toArray(),
      reservations: await ledger.reservations.find().toArray(),
      receptions: await ledger.receptions.find().toArray(),
      incomingApprovals: await ledger.incomingApprovals.find().toArray(),
    };
  } finally {
    await client.close();
  }
}

export interface DgiiRecord {
  readonly received: readonly Reception[];
  readonly refused: readonly Refusal[];
  readonly atBuyers: readonly ToBuyer[];
  readonly emitted: readonly Emitted[];
  readonly answered: readonly Answered[];
  readonly approved: readonly Approval[];
}

export async function readRecord(dataDir: string): Promise<DgiiRecord> {
  const entries: Entry[] = [];
  const input = createReadStream(join(dataDir, 'simulator', 'record.jsonl'), 'utf8');
  for await (const line of createInterface({ input })) entries.push(JSON.parse(line) as Entry);
  return {
    received: entries.filter((entry) => entry.kind === 'received'),
    refused: entries.filter((entry) => entry.kind === 'refused'),
    atBuyers: entries.filter((entry) => entry.kind === 'to-buyer'),
    emitted: entries.filter((entry) => entry.kind === 'emitted'),
    answered: entries.filter((entry) => entry.kind === 'answered'),
    approved: entries.filter((entry) => entry.kind === 'approved'),
  };
}

/** What the ledger and DGII have of these companies. Others may have used the same stack before. */
export async function evidenceOf(
  stack: Pick<OwnStack, 'mongoUri' | 'dataDir'>,
  companies: readonly DemoCompany[],
): Promise<LedgerEvidence & DgiiRecord> {
  const ids = new Set(companies.map(({ companyId }) => companyId));
  const rncs = new Set(companies.map(({ rnc }) => rnc));
  const { documents, attempts, reservations, receptions, incomingApprovals } = await readLedger(stack);
  const { received, refused, atBuyers, emitted, answered, approved } = await readRecord(stack.dataDir);
  const isOf = ({
    rncEmisor,
    rncComprador = '',
  }: {
    readonly rncEmisor: string;
    readonly rncComprador?: string;
  }) => rncs.has(rncEmisor) || rncs.has(rncComprador);
  return {
    documents: documents.filter(({ companyId }) => ids.has(companyId)),
    attempts: attempts.filter(({ document }) => ids.has(document.companyId)),
    reservations: reservations.filter(({ companyId }) => ids.has(companyId)),
    received: received.filter(({ rncEmisor }) => rncs.has(rncEmisor)),
    refused,
    receptions: receptions.filter(({ companyId }) => ids.has(companyId)),
    incomingApprovals: incomingApprovals.filter(({ companyId }) => ids.has(companyId)),
    atBuyers: atBuyers.filter(isOf),
    emitted: emitted.filter(isOf),
    answered: answered.filter(isOf),
    approved: approved.filter(isOf),
  };
}

/** @returns how many are still due then */
export async function deliveriesLeft({ mongoUri }: Pick<OwnStack, 'mongoUri'>): Promise<number> {
  const client = await MongoClient.connect(mongoUri);
  try {
    const { documents, receptions } = collectionsOf(client.db('ecf'));
    return await untilNone(deliveriesLimitMs, async () => {
      const vouchers = await documents.countDocuments({ deliverAt: { $exists: true } });
      return vouchers + (await receptions.countDocuments({ approvalDueAt: { $exists: true } }));
    });
  } finally {
    await client.close();
  }
}

/** @returns how many still run then */
export async function workflowsLeft({ temporal }: Pick<OwnStack, 'temporal'>): Promise<number> {
  const client = temporalClient(temporal, connectLimitMs);
  try {
    const query = `ExecutionStatus = 'Running' AND WorkflowType = '${workflowType}'`;
    return await untilNone(quietLimitMs, async () => (await client.workflow.count(query)).count);
  } finally {
    await client.connection.close();
  }
}

async function untilNone(limitMs: number, count: () => Promise<number>): Promise<number> {
  const end = Date.now() + limitMs;
  for (;;) {
    const left = await count();
    if (left === 0 || Date.now() > end) return left;
    await sleep(checkEveryMs);
  }
}
