/** The steps of a send without HTTP: it validates and admits, the worker issues, and it reads the outcome from the ledger. */
import { createHash, randomUUID } from 'node:crypto';
import { readConfig, timingsOf } from '../../../dist/src/boot/config.js';
import { createTemporalIssuing } from '../../../dist/src/api/issuing/temporal-issuing.js';
import { localDate } from '../../../dist/src/ecf/model/dates.js';
import { summaryOf } from '../../../dist/src/ecf/model/document-facts.js';
import { normalise } from '../../../dist/src/ecf/json/normalise.js';
import { validate } from '../../../dist/src/ecf/validate.js';
import { createLog } from '../../../dist/src/shared/log.js';
import { connectStore } from '../../../dist/src/ledger/mongo/connect.js';

const waitMs = 10_000;
const firstCheckMs = 30_000;

/**
 * @param {object} options
 * @param {Readonly<Record<string, string>>} options.env of the service
 * @param {string} options.mongoUri
 * @param {string} options.temporalAddress
 * @param {{ companyId: number, rnc: string }} options.company
 * @param {() => object} options.nextVoucher
 */
export async function startDirect({ env, mongoUri, temporalAddress, company, nextVoucher }) {
  const config = readConfig({ ...env, MONGODB_URI: mongoUri, TEMPORAL_ADDRESS: temporalAddress });
  const store = await connectStore(mongoUri, config.mongo.database);
  const log = createLog({ role: 'bench', level: 'warn' });
  const issuing = createTemporalIssuing({ ...config.temporal, timings: timingsOf(config), log });
  const { companyId, rnc } = company;
  const environment = 'pre-certification';

  return {
    /** @throws when DGII did not accept it in time */
    issue: async () => {
      const facts = { today: localDate(Date.now()), company: { rnc } };
      const { ecf } = validate(nextVoucher(), facts, []);
      const content = normalise(ecf);
      const { document } = await store.admit({
        companyId,
        environment,
        requestId: randomUUID(),
        correlationId: 'bench',
        ...summaryOf(ecf),
        contentHash: createHash('sha256').update(content).digest('hex'),
        content,
        now: new Date(),
        firstCheckMs,
      });
      const { encf, attempt, tipoeCF, correlationId } = document;
      const ref = { companyId, environment, encf, attempt };
      await issuing.process(ref, { tipoeCF, correlationId }, 'final', waitMs);
      const { state } = await store.findDocument(companyId, environment, encf);
      if (state !== 'accepted') throw new Error(`${encf} is ${state}`);
    },
    stop: () => Promise.all([issuing.close(), store.close()]),
  };
}
