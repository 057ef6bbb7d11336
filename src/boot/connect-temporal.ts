/** Connects to Temporal at the start of a worker, and checks what the configuration alone cannot show. */
import { status as grpc } from '@grpc/grpc-js';
import type { Client } from '@temporalio/client';
import { temporalClient, type TemporalServer } from '../shared/temporal-client.js';
import { noAnswer, temporalFault } from '../shared/temporal-fault.js';
import { searchAttributes } from '../workflows/contract/vouchers.js';
import { ConfigError } from './config.js';
import { codeOf, messageOf } from './start-checks.js';

const connectMs = 10_000;
/** Longer, because Temporal has already accepted the connection. On a busy machine Temporal or this process may be slow. */
const temporalAnswerMs = 20_000;

/** @throws ConfigError that names the setting, the certificate or the name */
export async function connectTemporal(server: TemporalServer): Promise<Client> {
  const { address, namespace } = server;
  if (address === '') throw new ConfigError('TEMPORAL_ADDRESS is required: host:port');
  const refused = (what: string) => new ConfigError(`TEMPORAL_ADDRESS=${address}: Temporal ${what}`);
  await refuseFault(server, refused);
  const client = temporalClient(server, connectMs);
  try {
    await client.connection.ensureConnected().catch((error: unknown) => {
      // The SDK wraps what the server said.
      const cause = error instanceof Error ? error.cause : undefined;
      if (refusals.has(codeOf(cause))) throw cause;
      throw refused(`does not answer (${messageOf(error)})`);
    });
    await client.withDeadline(Date.now() + temporalAnswerMs, () => checkNamespace(client, namespace));
    return client;
  } catch (error) {
    await client.connection.close();
    if (error instanceof ConfigError) throw error;
    const code = codeOf(error);
    if (code === grpc.NOT_FOUND)
      throw new ConfigError(`TEMPORAL_NAMESPACE=${namespace} does not exist at ${address}`);
    if (refusals.has(code))
      throw refused(
        `refuses us in the namespace ${namespace}: check TEMPORAL_API_KEY or the certificate (${messageOf(error)})`,
      );
    throw refused(`does not say which search attributes it has (${messageOf(error)})`);
  }
}

/** A server that is starting may not listen yet, so that alone is left to the client, which waits. */
async function refuseFault(
  { address, access }: TemporalServer,
  refused: (what: string) => ConfigError,
): Promise<void> {
  const fault = await temporalFault(address, access?.().tls);
  if (fault !== undefined && !fault.startsWith(noAnswer)) throw refused(fault);
}

async function checkNamespace(client: Client, namespace: string): Promise<void> {
  await client.connection.workflowService.describeNamespace({ namespace });
  const missing = await missingAttributes(client, namespace);
  if (missing.length > 0) {
    throw new ConfigError(
      `TEMPORAL_NAMESPACE=${namespace} lacks the search attributes ${missing.join(', ')}: register them as ` +
        'docs/operate/temporal.md says',
    );
  }
}

const refusals = new Set<unknown>([grpc.UNAUTHENTICATED, grpc.PERMISSION_DENIED]);

/** Temporal Cloud, and accounts with few rights elsewhere, have no operator service. */
const noOperatorService = new Set<unknown>([...refusals, grpc.UNIMPLEMENTED]);

async function missingAttributes(client: Client, namespace: string): Promise<readonly string[]> {
  const wanted = Object.keys(searchAttributes);
  try {
    const { customAttributes } = await client.connection.operatorService.listSearchAttributes({ namespace });
    return wanted.filter((name) => !(name in customAttributes));
  } catch (error) {
    if (!noOperatorService.has(codeOf(error))) throw error;
  }
  const known = await Promise.all(wanted.map((name) => canBeAsked(client, namespace, name)));
  return wanted.filter((_name, index) => known[index] !== true);
}

/** Whether the namespace has this search attribute: a question about one that it lacks is invalid. */
async function canBeAsked(client: Client, namespace: string, name: string): Promise<boolean> {
  try {
    await client.workflowService.countWorkflowExecutions({ namespace, query: `${name} IS NULL` });
    return true;
  } catch (error) {
    if (codeOf(error) === grpc.INVALID_ARGUMENT) return false;
    throw error;
  }
}
