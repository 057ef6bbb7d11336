/**
 * /healthz: the process is alive. /readyz: requests are answered and vouchers are kept, so the ledger answers. It answers yes or no,
 * never why. Temporal does not count: without it the api still takes vouchers, and a worker sends them later.
 */
import type { Express } from 'express';
import { within } from '../../shared/within.js';
import type { ApiDeps } from '../deps.js';

/** Shorter than the usual timeouts of orchestrators' probes. */
const answerMs = 3_000;

export function installHealth(app: Express, { store }: Pick<ApiDeps, 'store'>): void {
  let asked: Promise<boolean> | undefined;
  // The path is public. Requests at the same time share one check.
  const isReady = (): Promise<boolean> => {
    asked ??= within(answerMs, ledgerAnswers(), false).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  const ledgerAnswers = () =>
    store.ping().then(
      () => true,
      () => false,
    );

  app.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  app.get('/readyz', async (_req, res) => {
    const yes = await isReady();
    res.status(yes ? 200 : 503).json({ status: yes ? 'ready' : 'not ready' });
  });
}
