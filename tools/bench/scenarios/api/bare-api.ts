/** The yardstick of the api: bare Express routes, as a process of their own. */
import { createSecretKey } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import jwt from 'jsonwebtoken';
import { MongoClient } from 'mongodb';
import { ecfTypeList } from '../../../../src/ecf/model/ecf-types.js';
import { sequenceKey } from '../../../../src/ledger/numbers/numbers.js';
import { mongoUriOfParent, report } from '../../child.js';

const [secret = '', database = ''] = process.argv.slice(2);
const key = createSecretKey(secret, 'utf8');
/** The same connection options as the ledger. */
const client = await MongoClient.connect(mongoUriOfParent(), {
  writeConcern: { w: 'majority', journal: true },
  readConcernLevel: 'majority',
  maxPoolSize: 50,
});
const db = client.db(database);
const byText = (name: string) => db.collection<{ _id: string }>(name);

interface Claims {
  readonly companyId: number;
  readonly environment: 'pre-certification';
}

function withToken(
  work: (claims: Claims, param: string) => Promise<unknown>,
): RequestHandler<{ of?: string }> {
  return async (req, res) => {
    const token = req.headers.authorization?.slice('Bearer '.length) ?? '';
    const claims = jwt.verify(token, key, { algorithms: ['HS256'] }) as unknown as Claims;
    res.json({ procesado: true, data: await work(claims, req.params.of ?? '') });
  };
}

const oneDocument = ({ companyId, environment }: Claims, encf: string) =>
  db.collection('documents').findOne({ companyId, environment, encf });

const app = express();
app.disable('x-powered-by').disable('etag');
app.get('/document-status/:of', withToken(oneDocument));
app.get(
  '/consult-rnc/:of',
  withToken((_, rnc) =>
    byText('taxpayers')
      .find({ _id: { $in: ['registry', rnc] } })
      .toArray(),
  ),
);
app.get(
  '/ecf-sequences',
  withToken(({ companyId, environment }) => {
    const keys = ecfTypeList.map((ecfType) => sequenceKey({ companyId, environment, ecfType }));
    return byText('sequences')
      .find({ _id: { $in: keys } })
      .toArray();
  }),
);
app.post(
  '/next',
  express.json(),
  withToken(({ companyId }) =>
    db
      .collection<{ _id: number; n: number }>('bench_counters')
      .findOneAndUpdate({ _id: companyId }, { $inc: { n: 1 } }, { upsert: true, returnDocument: 'after' }),
  ),
);
app.post('/validate/:of', express.json(), withToken(oneDocument));

const server = app.listen(
  0,
  '127.0.0.1',
  () => void report({ port: (server.address() as AddressInfo).port }),
);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  void report({ cpuMs: (user + system) / 1_000 });
});
process.once('disconnect', () => {
  server.close();
  server.closeAllConnections();
  void client.close();
});
