/** /healthz: the process is alive. /readyz: vouchers can be admitted and processed. It answers yes or no, never why. */
import type { Express } from 'express';
import { within } from '../../shared/within.js';
import type { ApiDeps } from '../deps.js';

/** Shorter than the usual timeouts of orchestrators' probes. */
const answerMs = 3_000;

export function installHealth(app: Express, { store, ready }: Pick<ApiDeps, 'store' | 'ready'>): void {
  let asked: Promise<boolean> | undefined;
  // The path is public. Requests at the same time share one check of the ledger and Temporal.
  const isReady = (): Promise<boolean> => {
    asked ??= within(answerMs, bothReady(), false).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  const bothReady = async (): Promise<boolean> => {
    try {
      const [, processing] = await Promise.all([store.ping(), ready()]);
      return processing;
    } catch {
      return false;
    }
  };

  app.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  app.get('/readyz', async (_req, res) => {
    const yes = await isReady();
    res.status(yes ? 200 : 503).json({ status: yes ? 'ready' : 'not ready' });
  });
}
