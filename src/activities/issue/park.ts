/** park: a run ends without a verdict, so the completer starts another one later. */
import type { AttemptRef } from '../../ecf/model/encf.js';
import type { ActivityDeps } from '../deps.js';
import { load, type CurrentDocument } from './ledger-steps.js';

export async function park(deps: ActivityDeps, ref: AttemptRef, forMs: number): Promise<CurrentDocument> {
  await deps.store.postponeCheck(ref, new Date(deps.clock().getTime() + forMs));
  return load(deps, ref);
}
