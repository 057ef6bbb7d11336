/** What an open request takes of the memory, and when it releases it. */
import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { acquireForRequest, createByteLimit, keepMemoryDuring } from '../../../src/api/limits/body-memory.js';

const openResponse = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as Response;

test('a request without work releases its memory when its connection closes', () => {
  const limit = createByteLimit<string>('bytes', 100, 1);
  const res = openResponse();
  acquireForRequest(res, limit, 'network')(60);
  res.emit('close');
  expect(limit.inUse).toBe(0);
});

test('a client that leaves does not release what its work still uses', async () => {
  const limit = createByteLimit<string>('bytes', 100, 1);
  const res = openResponse();
  acquireForRequest(res, limit, 'network')(60);
  let end = (): void => undefined;
  const work = keepMemoryDuring(res, new Promise<void>((resolve) => (end = resolve)));
  res.emit('close');
  expect(limit.inUse).toBe(60);
  end();
  await work;
  expect(limit.inUse).toBe(0);
});

test('work that fails releases its memory', async () => {
  const limit = createByteLimit<string>('bytes', 100, 1);
  const res = openResponse();
  acquireForRequest(res, limit, 'network')(60);
  const work = keepMemoryDuring(res, Promise.reject(new Error('failed')));
  res.emit('close');
  await expect(work).rejects.toThrow('failed');
  expect(limit.inUse).toBe(0);
});
