/** The client with which all our processes reach Temporal. */
import { InterceptingCall, status, type Interceptor } from '@grpc/grpc-js';
import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  WorkflowNotFoundError,
} from '@temporalio/client';

interface TemporalAddress {
  readonly address: string;
  readonly namespace: string;
}

/** Connects at the first use, so that a process starts and answers even while Temporal is down. */
export function temporalClient({ address, namespace }: TemporalAddress, connectTimeout: number): Client {
  const interceptors = [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), cancelAfterClose];
  return new Client({ connection: Connection.lazy({ address, connectTimeout, interceptors }), namespace });
}

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
