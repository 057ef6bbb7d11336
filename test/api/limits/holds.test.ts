/** What an open request holds, and when it gives it back. */
import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { holdForRequest, keepHeldDuring } from '../../../src/api/limits/holds.js';
import { createLimit } from '../../../src/api/limits/limit-kinds.js';

const openResponse = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as Response;

test('a request without work gives back what it holds when its connection closes', () => {
  const limit = createLimit<string>('bytes', 100, 1);
  const res = openResponse();
  holdForRequest(res, limit, 'network', 60);
  res.emit('close');
  expect(limit.held).toBe(0);
});

test('a client that leaves does not free what its work still holds', async () => {
  const limit = createLimit<string>('bytes', 100, 1);
  const res = openResponse();
  holdForRequest(res, limit, 'network', 60);
  let end = (): void => undefined;
  const work = keepHeldDuring(res, new Promise<void>((resolve) => (end = resolve)));
  res.emit('close');
  expect(limit.held).toBe(60);
  end();
  await work;
  expect(limit.held).toBe(0);
});

test('work that fails frees what it held', async () => {
  const limit = createLimit<string>('bytes', 100, 1);
  const res = openResponse();
  holdForRequest(res, limit, 'network', 60);
  const work = keepHeldDuring(res, Promise.reject(new Error('failed')));
  res.emit('close');
  await expect(work).rejects.toThrow('failed');
  expect(limit.held).toBe(0);
});
