/** Sends a prepared answer, of a request that is already handled; a fault decides how much of it arrives, and when. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { slowMsDefault, type Fault } from '../faults.js';
import { html, json, send, type Reply } from './reply.js';

export interface ReplyDelivery {
  deliver(request: IncomingMessage, response: ServerResponse, reply: Reply, fault?: Fault): Promise<void>;
  /** @returns how many they were */
  release(): number;
  /** Ends all pauses; what is still held is not sent. */
  close(): void;
}

/** A held answer is sent after this time at the latest, so that nothing waits forever. */
const holdMsMax = 120_000;
const pieces = 20;
const endlessPiece = 64 * 1024;
const endlessBytesMax = 64 * 1024 * 1024;

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

  function pause(ms: number): Promise<void> {
    return wait(ms, undefined, { signal: closing.signal }).catch(() => undefined);
  }

  async function inPieces(response: ServerResponse, reply: Reply, ms: number): Promise<void> {
    const bytes = Buffer.from(reply.body);
    response.writeHead(reply.status, { ...typeOf(reply), 'content-length': bytes.length });
    const size = Math.ceil(bytes.length / pieces);
    for (let at = 0; at < bytes.length && !closing.signal.aborted && !response.destroyed; at += size) {
      await pause(ms / pieces);
      response.write(bytes.subarray(at, at + size));
    }
    if (closing.signal.aborted) response.destroy();
    else response.end();
  }

  /** Sends blank text after the answer until the client closes, at most `endlessBytesMax`. */
  async function endless(response: ServerResponse, reply: Reply): Promise<void> {
    response.writeHead(reply.status, typeOf(reply));
    response.write(reply.body);
    const blank = Buffer.alloc(endlessPiece, ' ');
    for (let sent = 0; sent < endlessBytesMax && !closing.signal.aborted; sent += endlessPiece) {
      if (!response.write(blank)) await drained(response);
      if (response.destroyed) return;
    }
    response.end();
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
      const onlyDelays = fault?.action === 'slow' || fault?.action === 'hold';
      if (fault?.action === 'slow') await pause(fault.slowMs ?? slowMsDefault);
      if (fault?.action === 'hold') await hold();
      // After a delay the answer keeps its manner: a buyer that has not taken a voucher must not acknowledge it.
      const { action, slowMs = slowMsDefault } = (onlyDelays ? undefined : fault) ?? reply.manner ?? {};
      switch (action) {
        case 'accept-then-drop':
          request.socket.destroy();
          return;
        case 'accept-then-truncate':
          cutShort(response, reply);
          return;
        case 'slow':
          await pause(slowMs);
          break;
        case 'in-pieces':
          await inPieces(response, reply, slowMs);
          return;
        case 'endless':
          await endless(response, reply);
          return;
      }
      if (!closing.signal.aborted) send(response, (fault && replyAfter(fault)) ?? reply);
    },
  };
}

function typeOf({ contentType }: Reply): Readonly<Record<string, string>> {
  return contentType === undefined ? {} : { 'content-type': contentType };
}

/** Resolves when the client has read, or has closed the connection. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
    if (response.destroyed) done();
  });
}

function cutShort(response: ServerResponse, reply: Reply): void {
  const bytes = Buffer.from(reply.body);
  response.writeHead(reply.status, { ...typeOf(reply), 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

function replyAfter({ action }: Fault): Reply | undefined {
  if (action === 'accept-then-500') return json(500, { Message: 'An error has occurred.' });
  return action === 'accept-then-504-html' ? html(504, 'Gateway Timeout') : undefined;
}
