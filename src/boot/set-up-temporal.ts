/**
 * The job `temporal-setup`: `node dist/src/main.js temporal-setup` makes the namespace, and the search attributes with which an operator finds
 * a voucher. Run again, it changes only the retention.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { status as grpc } from '@grpc/grpc-js';
import type { Client } from '@temporalio/client';
import { encodeSearchAttributeIndexedValueType } from '@temporalio/common/lib/search-attributes.js';
import { msToTs } from '@temporalio/common/lib/time.js';
import type { Log } from '../shared/log.js';
import { temporalClient } from '../shared/temporal-client.js';
import { searchAttributes } from '../workflows/contract/vouchers.js';
import { ConfigError, type Config } from './config.js';
import { given, type Environment } from './settings/setting.js';
import { codeOf } from './start-checks.js';

const connectMs = 5_000;
const answerMs = 10_000;
/** Temporal needs seconds to start, and seconds until all its parts know a new namespace or attribute. */
const triesMax = 60;
const pauseMs = 1_000;

/** Its own variable is TEMPORAL_RETENTION: how long Temporal keeps the history of an ended run. */
export async function setUpTemporal(env: Environment, { temporal }: Config, log: Log): Promise<void> {
  const retention = retentionOf(given(env, 'TEMPORAL_RETENTION') || '720h');
  if (temporal.address === '') throw new ConfigError('TEMPORAL_ADDRESS is required: host:port');
  const client = temporalClient(temporal, connectMs);
  const ask = (work: () => Promise<void>) => repeated(() => client.withDeadline(Date.now() + answerMs, work));
  try {
    await ask(() => putNamespace(client, temporal.namespace, retention));
    await ask(() => addAttributes(client, temporal.namespace));
    await ask(() => askByEach(client, temporal.namespace));
  } finally {
    await client.connection.close();
  }
  log.info('the namespace is ready');
}

function retentionOf(text: string) {
  const hours = Number(/^(\d{1,5})h$/.exec(text)?.[1] ?? 0);
  if (hours === 0) throw new ConfigError(`TEMPORAL_RETENTION=${text} is not a number of hours such as 720h`);
  return msToTs(hours * 3_600_000);
}

/** @throws the last error */
async function repeated(work: () => Promise<void>): Promise<void> {
  for (let triesLeft = triesMax; ; triesLeft -= 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (triesLeft === 0 || isFinal.has(codeOf(error))) throw error;
    }
    await sleep(pauseMs);
  }
}

/** Another try would get the same answer. */
const isFinal = new Set<unknown>([grpc.UNAUTHENTICATED, grpc.PERMISSION_DENIED, grpc.UNIMPLEMENTED]);

type Retention = ReturnType<typeof retentionOf>;

/** Also at an existing namespace, so that a changed retention takes effect. */
async function putNamespace({ workflowService }: Client, namespace: string, ttl: Retention): Promise<void> {
  try {
    await workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl: ttl } });
  } catch (error) {
    if (codeOf(error) !== grpc.NOT_FOUND) throw error;
    await workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod: ttl });
  }
}

async function addAttributes(client: Client, namespace: string): Promise<void> {
  const { operatorService } = client.connection;
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const missing = Object.entries(searchAttributes).filter(([name]) => !(name in customAttributes));
  if (missing.length === 0) return;
  const typeOf = encodeSearchAttributeIndexedValueType;
  const added = Object.fromEntries(missing.map(([name, type]) => [name, typeOf(type) ?? 0] as const));
  await operatorService.addSearchAttributes({ namespace, searchAttributes: added });
}

async function askByEach({ workflowService }: Client, namespace: string): Promise<void> {
  const query = Object.keys(searchAttributes)
    .map((name) => `${name} IS NULL`)
    .join(' AND ');
  await workflowService.countWorkflowExecutions({ namespace, query });
}
