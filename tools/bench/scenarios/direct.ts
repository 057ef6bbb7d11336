/** The steps of a send without HTTP: it validates and admits, the worker issues, and it reads the outcome from the ledger. */
import { createHash, randomUUID } from 'node:crypto';
import { createTemporalIssuing, type TemporalIssuing } from '../../../src/api/issuing/temporal-issuing.js';
import { inquiryTimingsOf, readConfig, timingsOf } from '../../../src/boot/config.js';
import { normalise } from '../../../src/ecf/json/normalise.js';
import { localDate } from '../../../src/ecf/model/dates.js';
import { mainFactsOf } from '../../../src/ecf/model/document-facts.js';
import { validate } from '../../../src/ecf/validate.js';
import { connectStore, type Store } from '../../../src/ledger/mongo/connect.js';
import { createLog } from '../../../src/shared/log.js';
import type { OwnStack } from '../../own-stack/own-stack.js';
import { nextVoucher, sender } from '../service.js';

const waitMs = 10_000;
const firstCheckMs = 30_000;

export interface Direct {
  /** @throws when DGII did not accept it in time */
  readonly issue: () => Promise<void>;
  stop(): Promise<void>;
}

export async function startDirect({ env, mongoUri, temporalAddress }: OwnStack): Promise<Direct> {
  const config = readConfig({ ...env, MONGODB_URI: mongoUri, TEMPORAL_ADDRESS: temporalAddress });
  const store = await connectStore(mongoUri, config.mongo.database);
  const issuing = createTemporalIssuing({
    ...config.temporal,
    timings: timingsOf(config),
    inquiryTimings: inquiryTimingsOf(config),
    log: createLog({ role: 'bench', level: 'warn' }),
  });
  return {
    issue: () => issue(store, issuing),
    stop: async () => {
      await Promise.all([issuing.close(), store.close()]);
    },
  };
}

async function issue(store: Store, issuing: TemporalIssuing): Promise<void> {
  const { companyId, environment, rnc } = sender;
  const { ecf } = validate(nextVoucher(), { today: localDate(Date.now()), company: { rnc } });
  if (ecf === undefined) throw new Error('The voucher is at fault');
  const content = normalise(ecf);
  const { document } = await store.admit({
    companyId,
    environment,
    requestId: randomUUID(),
    correlationId: 'bench',
    ...mainFactsOf(ecf),
    contentHash: createHash('sha256').update(content).digest('hex'),
    content,
    now: new Date(),
    firstCheckMs,
  });
  const { encf, attempt, tipoeCF, correlationId } = document;
  const ref = { companyId, environment, encf, attempt };
  await issuing.process(ref, { tipoeCF, correlationId }, 'final', waitMs);
  const found = await store.findDocument(companyId, environment, encf);
  if (found?.state !== 'accepted') throw new Error(`${encf} is ${found?.state ?? 'unknown'}`);
}
