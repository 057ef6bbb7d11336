/** What remains when all is quiet: the ledger from MongoDB, and the simulator's record from its disk. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { MongoClient } from 'mongodb';

/** A run ends within a second of its voucher's end. If its worker died, another worker has to take it over first. */
const quietLimitMs = 60_000;
const lookEveryMs = 250;

export async function readLedger({ mongoUri }) {
  const client = await MongoClient.connect(mongoUri);
  try {
    const db = client.db('ecf');
    const all = (name) => db.collection(name).find().toArray();
    const [documents, attempts, reservations] = await Promise.all(
      ['documents', 'attempts', 'reservations'].map(all),
    );
    return { documents, attempts, reservations };
  } finally {
    await client.close();
  }
}

export async function readRecord(dataDir) {
  const lines = [];
  const input = createReadStream(join(dataDir, 'simulator', 'record.jsonl'), 'utf8');
  for await (const line of createInterface({ input })) lines.push(JSON.parse(line));
  return lines;
}

/** @returns how many workflows still run after the time in which all of them should have ended */
export async function workflowsLeft({ temporalAddress }) {
  const connection = await Connection.connect({ address: temporalAddress });
  try {
    const client = new Client({ connection });
    const end = Date.now() + quietLimitMs;
    for (;;) {
      const { count } = await client.workflow.count(
        `ExecutionStatus = 'Running' AND WorkflowType = 'issueEcf'`,
      );
      if (count === 0 || Date.now() > end) return count;
      await sleep(lookEveryMs);
    }
  } finally {
    await connection.close();
  }
}
