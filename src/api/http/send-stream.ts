/** Sends an answer while it is made. If it fails in the middle, the connection ends without the rest, so that nobody takes it for whole. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

export async function sendStream(res: Response, stream: Readable): Promise<void> {
  try {
    await pipeline(stream, res);
  } catch (error) {
    // The client has left, or its connection is cut: there is nobody to answer.
    if (res.headersSent || res.destroyed) return;
    throw error;
  }
}
