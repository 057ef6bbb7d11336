/** Sends a prepared answer. A fault decides how much of it reaches the client, and when. The request is handled by then. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { slowMsDefault, type Fault } from '../faults.js';
import { send, type Reply } from './reply.js';
import { replyAfter } from './serve.js';

export interface ReplyDelivery {
  deliver(request: IncomingMessage, response: ServerResponse, reply: Reply, fault?: Fault): Promise<void>;
  /** Sends the held answers. @returns how many they were */
  release(): number;
  /** Ends all pauses; what is still held is not sent. */
  close(): void;
}

/** A held answer is sent after this time at the latest, so that nothing waits forever. */
const holdMsMax = 120_000;

export function createReplyDelivery(): ReplyDelivery {
  const held = new Set<() => void>();
  const closing = new AbortController();

  function hold(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, holdMsMax);
      held.add(done);
      function done() {
        clearTimeout(timer);
        held.delete(done);
        resolve();
      }
    });
  }

  function release(): number {
    const waiting = [...held];
    for (const done of waiting) done();
    return waiting.length;
  }

  return {
    release,
    close() {
      closing.abort();
      release();
    },
    async deliver(request, response, reply, fault) {
      switch (fault?.action) {
        case 'accept-then-drop':
          request.socket.destroy();
          return;
        case 'accept-then-truncate':
          cutShort(response, reply);
          return;
        case 'slow':
          await wait(fault.slowMs ?? slowMsDefault, undefined, { signal: closing.signal }).catch(
            () => undefined,
          );
          break;
        case 'hold':
          await hold();
      }
      if (!closing.signal.aborted) send(response, (fault && replyAfter(fault)) ?? reply);
    },
  };
}

/** Announces the whole answer, sends the first half of it and cuts the connection. */
function cutShort(response: ServerResponse, { status, contentType, body }: Reply): void {
  const bytes = Buffer.from(body);
  const headers = { 'content-length': bytes.length };
  response.writeHead(
    status,
    contentType === undefined ? headers : { ...headers, 'content-type': contentType },
  );
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}
