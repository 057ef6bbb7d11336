/** The client with which all our processes reach Temporal. */
import { experimental, InterceptingCall, status, type Interceptor } from '@grpc/grpc-js';
import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  WorkflowNotFoundError,
  type ConnectionOptions,
} from '@temporalio/client';
import {
  certificateProvider,
  createRenewedAccess,
  type ReadTemporalAccess,
  type RenewedAccess,
} from './temporal-access.js';

export interface TemporalServer {
  /** `host:port` */
  readonly address: string;
  readonly namespace: string;
  /** Absent: without TLS and without a key. */
  readonly access?: ReadTemporalAccess;
  /** How often the access is read again; absent: never. */
  readonly renewMs?: number;
}

/** Connects at the first use, so that a process starts and answers even while Temporal is down. */
export function temporalClient(server: TemporalServer, connectTimeout: number): Client {
  const { address, namespace, access, renewMs } = server;
  const interceptors = [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), cancelAfterClose];
  const options = { address, connectTimeout, interceptors };
  if (access === undefined) return new Client({ connection: Connection.lazy(options), namespace });
  const renewed = createRenewedAccess(access, renewMs ?? Infinity);
  const connection = Connection.lazy({ ...options, ...secureOptions(renewed) });
  const { apiKey } = renewed.current();
  // The SDK asks for it with each call.
  if (apiKey !== undefined) connection.setApiKey(() => renewed.current().apiKey ?? apiKey);
  return new Client({ connection, namespace });
}

function secureOptions(renewed: RenewedAccess): ConnectionOptions {
  const { tls, metadata = {} } = renewed.current();
  if (tls === undefined) return { metadata };
  const provider = certificateProvider(renewed);
  const { serverName, client } = tls;
  return {
    metadata,
    // gRPC marks it as experimental. Nothing else lets an open client take renewed certificates.
    credentials: experimental.createCertificateProviderChannelCredentials(
      provider,
      client === undefined ? null : provider,
    ),
    channelArgs: serverName === undefined ? {} : nameArgs(serverName),
  };
}

const nameArgs = (serverName: string) => ({
  'grpc.ssl_target_name_override': serverName,
  'grpc.default_authority': serverName,
});

/**
 * Cancels a call that is made on a closed connection. Temporal's client repeats a failed call from a timer, also after the connection was
 * closed. gRPC then throws, nobody could catch that, and a process that stops while Temporal is down would end with an exception.
 */
const cancelAfterClose: Interceptor = (options, nextCall) => {
  try {
    return new InterceptingCall(nextCall(options));
  } catch (error) {
    return cancelledCall(error instanceof Error ? error.message : 'the connection is closed');
  }
};

function cancelledCall(details: string): InterceptingCall {
  const nothing = () => undefined;
  return new InterceptingCall({
    start: (metadata, listener) => {
      listener?.onReceiveMessage?.(null);
      listener?.onReceiveStatus?.({ code: status.CANCELLED, details, metadata });
    },
    cancelWithStatus: nothing,
    sendMessage: nothing,
    sendMessageWithContext: nothing,
    startRead: nothing,
    halfClose: nothing,
    getPeer: () => '',
    getAuthContext: () => null,
  });
}

/** Shorter than the usual timeouts of orchestrators' probes. */
const answerMs = 2_000;

/** No workflow has this id: the ids of our workflows are longer. */
const absentWorkflowId = 'readiness';

/**
 * True if Temporal can work now. Never rejects. We ask about a workflow that does not exist: to answer that, Temporal reads one row of
 * its database. The cheaper questions are answered from the memory of the frontend, also while the database is down.
 */
export async function answersNow(client: Client): Promise<boolean> {
  try {
    await client.withDeadline(Date.now() + answerMs, () =>
      client.workflow.getHandle(absentWorkflowId).describe(),
    );
    return true;
  } catch (error) {
    // A missing namespace is another error.
    return error instanceof WorkflowNotFoundError;
  }
}
