/** What each command leaves in the audit log: the act before its effect, the result after it, and nothing if it only reads. */
import { hostname } from 'node:os';
import { MongoClient, type Db } from 'mongodb';
import { freePort } from '../../../src/shared/free-port.js';
import { toP12 } from '../../../tools/simulator/test-authority.js';
import { ownVerdict } from '../../../src/ledger/vouchers/document-record.js';
import { admitInput } from '../../harness/ledger.js';
import { own } from '../../harness/own.js';
import { postulacion } from '../../harness/samples/portal-xml.js';
import { csvOf } from '../../harness/samples/registry.js';
import { certifiedSigner } from '../../harness/samples/signers.js';
import { openCli, type Cli } from '../harness.js';
import { commandActions } from './command-actions.js';

/** Decided by hand: a new command without a row fails. */
const decided: Readonly<Record<string, string>> = {
  'company add': 'company.add',
  'company list': 'reads',
  'company show': 'reads',
  'company name': 'company.name',
  'company annul-rejected': 'company.annulRejected',
  'company deferred-sending': 'company.deferredSending',
  'company origin set': 'company.origin',
  'company origin cancel': 'company.origin',
  'company environment set': 'company.environment',
  'company conditional set': 'company.conditional',
  'company delivery set': 'company.buyerDelivery',
  'company approvals set': 'company.approvals',
  'company repeated-reception set': 'company.repeatedReception',
  'company look set': 'company.look',
  'company link revoke': 'company.revokeLinks',
  'user add': 'user.add',
  'user password': 'user.password',
  'user disable': 'user.disabled',
  'user enable': 'user.disabled',
  'user list': 'reads',
  'event list': 'reads',
  'webhook list': 'reads',
  'webhook show': 'reads',
  'webhook enable': 'webhook.change',
  'webhook disable': 'webhook.change',
  'key add': 'key.add',
  'key rotate': 'key.rotate',
  'key keep': 'key.keep',
  'key revoke': 'key.revoke',
  'key list': 'reads',
  'person add': 'person.invite',
  'person list': 'reads',
  'person reset': 'person.reset',
  'ledger lost': 'reads',
  'mail list': 'reads',
  'mail show': 'reads',
  'mail retry': 'mail.retry',
  'certificate import': 'certificate.import',
  'certificate use': 'certificate.use',
  'certificate list': 'reads',
  'certificate check': 'certificate.check',
  'certificate reseal': 'certificate.reseal',
  'certificate sign-xml': 'portalXml.sign',
  'authorization add': 'range.add',
  'authorization change': 'range.change',
  'authorization list': 'reads',
  'sequence list': 'reads',
  'sequence unused': 'reads',
  'reservation annul': 'number.annul',
  'annulment candidates': 'reads',
  'annulment request': 'annulment.request',
  'archive check': 'reads',
  'archive export': 'reads',
  'archive verify': 'reads',
  'annulment show': 'reads',
  'annulment list': 'reads',
  'annulment cancel': 'annulment.cancel',
  'annulment confirm': 'annulment.confirm',
  'document show': 'reads',
  'document xml': 'reads',
  'document list': 'reads',
  'document print': 'reads',
  'document retry': 'voucher.retry',
  'document resend': 'voucher.resend',
  'document force': 'voucher.force',
  'document confirm': 'voucher.confirm',
  'document annul': 'voucher.annul',
  'document deliver': 'voucher.deliver',
  'document acknowledgement': 'reads',
  'received list': 'reads',
  'received refused': 'reads',
  'received remove-refused': 'received.removeRefused',
  'received decide': 'received.decide',
  'dgii status': 'reads',
  'registry import': 'registry.import',
  'registry status': 'reads',
};

const environment = 'pre-certification';
const clave = 'una-clave-de-prueba';
const encf = 'E310000000001';
const note = ['--note', 'prueba', '--yes'];
let cli: Cli;
let db: Db;
let rnc: string;
let companyId: number;
let env: Record<string, string>;

beforeAll(async () => {
  cli = await openCli();
  const mongo = await MongoClient.connect(cli.uri);
  own('the client', () => mongo.close());
  db = mongo.db(cli.database);
  rnc = await cli.company({ origin: 'service' });
  companyId = (await cli.store.findCompanyByRnc(rnc))!.companyId;
  env = { SUDO_USER: 'ana', TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}` };
});

interface Entry {
  readonly kind: 'act' | 'result';
  readonly at: Date;
  readonly actId: string;
}

const entries = () =>
  db
    .collection<Entry>('audit')
    .find({}, { projection: { _id: 0 } })
    .toArray();

/** A mail of the company that the relay refused. */
async function putFailedMail(mailId: string): Promise<void> {
  const at = new Date();
  const about = { kind: 'password-changed', companyId, to: 'luz@prueba.example', language: 'es' } as const;
  await cli.store.putMail(mailId, { ...about, data: { at }, createdAt: at });
  const tried = (await cli.store.beginMail(mailId, at, at))!;
  await cli.store.recordFailed(tried, '550', at);
}

/** Runs the command, and returns what it added to the audit log. */
async function added(words: string, stdin = '') {
  const before = (await entries()).length;
  const ran = await cli.json(
    words.split(' ').filter((word) => word !== ''),
    { stdin, env },
  );
  const [act, result, ...more] = (await entries()).slice(before);
  expect(more).toEqual([]);
  return { ran, act, result };
}

test('each command either reads, or says in its help what it leaves in the audit log', () => {
  expect(commandActions()).toEqual(decided);
});

test('each command that changes something writes who, where and what before, and the result after', async () => {
  const seen = new Set<string>();
  /** @param words of the command, and after a bar its arguments */
  const check = async (words: string, about: object, { stdin = '', code = '' } = {}) => {
    const [name = '', args = ''] = words.split(' | ');
    seen.add(name);
    const { ran, act, result } = await added(`${name} ${args}`, stdin);
    const operator = `ana@${hostname()}`;
    const ids = expect.anything();
    expect({ name, act }).toEqual({
      name,
      act: {
        kind: 'act',
        actId: ids,
        at: ids,
        action: decided[name],
        operator,
        companyIds: [companyId],
        ...about,
        // The log of the platform shows what belongs to no company.
        ...('companyIds' in about && { platform: true }),
      },
    });
    const failed = ['PROCESS_UNAVAILABLE'].includes(code);
    expect({ name, error: ran.error, result }).toMatchObject({
      name,
      error: code === '' ? undefined : code,
      result: {
        actId: act?.actId,
        ...(code === '' ? { outcome: 'done' } : { outcome: failed ? 'failed' : 'refused', code }),
      },
    });
    expect(result!.at.getTime()).toBeGreaterThanOrEqual(act!.at.getTime());
    return result as Entry & { readonly target?: string };
  };
  const here = ` --company ${rnc}`;
  const number = { environment, target: encf };

  expect(await check('company add | 999999992 --name X', { companyIds: [] })).toMatchObject({
    target: String((await cli.store.findCompanyByRnc('999999992'))?.companyId),
  });
  await check(`company name | ${rnc} OTRO`, {});
  await check(`company annul-rejected | ${rnc} allow`, { target: 'allow' });
  await check(`company deferred-sending | ${rnc} allow`, { target: 'allow' });
  await check(`company conditional set | ${rnc} allow`, { target: 'allow' });
  await check(`company repeated-reception set | ${rnc} duplicate`, { target: 'duplicate' });
  await check(`company approvals set | ${rnc} reminder --days 5`, { target: 'reminder 5' });
  await check(`company delivery set | ${rnc} on --type-45 on`, { target: 'on 45:on' });
  await check(`company look set | ${rnc} --color #112233`, { target: 'color' });
  await check(`company link revoke | ${rnc} --yes`, {});
  await check(
    `company environment set | ${rnc} production --allow-production`,
    { target: 'production allow' },
    {
      code: 'PRODUCTION_NOT_ALLOWED',
    },
  );
  await check(`company origin set | ${rnc} client --no-wait`, { target: 'start client' });
  await check(`company origin cancel | ${rnc}`, { target: 'cancel' });

  const password = `--password-stdin${here}`;
  await check(`user add | pos ${password}`, { target: 'pos' }, { stdin: clave });
  await check(`user password | pos ${password}`, { target: 'pos' }, { stdin: `otra-${clave}` });
  await check(`user disable | pos${here}`, { target: 'pos desactivado' });
  await check(`user enable | pos${here}`, { target: 'pos activado' });
  const made = await check(`key add | ERP --environment ${environment} --scope numbers${here}`, {
    environment,
  });
  const key = String(made.target);
  await check(`key rotate | ${key}`, { target: key });
  await check(`key keep | ${key} new`, { target: `${key} new` });
  await check(`key revoke | ${key} --yes`, { target: key });
  const invited = await check(`person add | eva@prueba.example --role operador${here}`, {});
  expect(invited.target).toMatch(/^[\da-f-]{36} operador$/);
  const person = { personId: 'p-1', email: 'luz@prueba.example', name: 'Luz', support: false };
  const memberships = [{ companyId, role: 'consulta' as const }];
  await cli.store.addPerson({ ...person, memberships, generation: 0, secondFactor: false });
  await check('person reset | Luz@prueba.example --yes', { target: 'p-1' });
  await putFailedMail('mail-1');
  await check('mail retry | mail-1', { target: 'mail-1' });

  const signer = certifiedSigner({ commonName: 'LUZ', serialNumber: 'IDCDO-00199999996' });
  const p12 = await cli.file('luz.p12', toP12(signer, clave, { iterations: 1 }));
  const target = expect.stringMatching(/^[\da-f]{64}$/);
  await check(`certificate import | ${p12} ${password}`, { target }, { stdin: clave });
  const { fingerprint } = (await cli.store.currentCertificate(companyId))!;
  await check(`certificate use | ${fingerprint}${here}`, { target: fingerprint });
  const away = { code: 'PROCESS_UNAVAILABLE' };
  await check(`certificate check |${here}`, { target: environment }, away);
  await check('certificate reseal | ', { companyIds: [] });
  const xml = await cli.file('portal.xml', postulacion);
  await check(`certificate sign-xml | --in ${xml} --out ${xml}.firmado${here}`, {}, away);

  const range = '--type 31 --from 1 --to 90 --number A-1 --expires 31-12-2028';
  await check(`authorization add | ${range}${here}`, { environment, target: `${encf} 90` });
  await check(`authorization change | ${encf} --to 95${here}`, { environment, target: `${encf} to:95` });
  await check(`reservation annul | E310000000050${here} ${note.join(' ')}`, {
    environment,
    target: 'E310000000050',
  });
  const ranges = 'E310000000060-E310000000061';
  await check(`annulment request | --range ${ranges} --yes${here}`, { environment, target: ranges });
  const [requested] = (await cli.store.listRangeAnnulments({ companyId, environment, limit: 1 })).rows;
  const annulment = { environment, target: requested!._id };
  await check(`annulment confirm | ${annulment.target} annulled${here} ${note.join(' ')}`, annulment, {
    code: 'ANNULMENT_NOT_UNCERTAIN',
  });
  await check(`annulment cancel | ${annulment.target}${here}`, annulment);

  await cli.store.admit(admitInput({ companyId, encf }));
  await check(`document retry | ${encf}${here}`, number, away);
  await check(`document deliver | ${encf}${here}`, number, { code: 'NOT_FOR_BUYER' });
  const free = { encf: 'E310000000002', target: { ...number, target: 'E310000000002' } };
  await cli.store.admit(admitInput({ companyId, encf: free.encf }));
  await cli.store.recordVerdict(
    { companyId, environment, encf: free.encf, attempt: 1 },
    { state: 'refused', verdict: ownVerdict('REFERENCE_REJECTED', 'Prueba') },
    new Date(),
  );
  await cli.store.recordVerdictApplied({ companyId, environment, encf: free.encf, attempt: 1 });
  await check(`document resend | ${free.encf}${here} ${note.join(' ')}`, free.target);
  await check(`document force | ${encf}${here} ${note.join(' ')}`, number);
  await check(`document confirm | ${encf} accepted${here} ${note.join(' ')}`, number, {
    code: 'NOTHING_OPEN',
  });
  await check(`document annul | ${encf}${here} ${note.join(' ')}`, number);
  await check(
    `received decide | 131880681 ${encf} aprobado${here}`,
    { environment, target: `131880681 ${encf} aprobado` },
    { code: 'RECEPTION_NOT_FOUND' },
  );
  await check(`received remove-refused | --yes${here}`, { environment, target: '1' });
  const secret = { sealed: 'v1.sealed', createdAt: new Date() };
  const webhookId = `wh_${'0'.repeat(24)}`;
  await cli.store.putWebhook({
    _id: webhookId,
    companyId,
    environment,
    url: 'https://erp.ejemplo.example/',
    types: [],
    description: '',
    secret,
    cursor: 0,
    now: new Date(),
  });
  await check(`webhook disable | ${webhookId}${here}`, { environment, target: webhookId });
  await check(`webhook enable | ${webhookId}${here} --from-now`, { environment, target: webhookId });

  const taxpayers = await cli.file('rnc.csv', csvOf(20, 'COMPANY'));
  await check(`registry import | ${taxpayers} --date 29-08-2026`, { companyIds: [] });

  const changing = Object.keys(decided).filter((name) => decided[name] !== 'reads');
  expect([...seen].sort()).toEqual(changing.sort());
}, 120_000);

test('commands that read, and those that stop before their act, leave nothing', async () => {
  const commands = ['company list', `company show ${rnc}`, 'company show 999999911', 'person list'];
  const stopped = [
    `company name 999999911 X`,
    `company link revoke ${rnc}`,
    'person reset no@prueba.example --yes',
  ];
  for (const words of [...commands, ...stopped]) expect((await added(words)).act).toBeUndefined();
});

describe('a ledger that refuses to write into the audit log', () => {
  const refuseAll = (validator: object) => db.command({ collMod: 'audit', validator });
  afterEach(() => refuseAll({}));

  test('a command that cannot write its act changes nothing', async () => {
    const before = await cli.store.findCompany(companyId);
    await refuseAll({ kind: 'result' });
    const { ran, act } = await added(`company name ${rnc} NUNCA`);
    expect([ran.code, ran.error, act]).toEqual([1, 'INTERNAL_ERROR', undefined]);
    expect(await cli.store.findCompany(companyId)).toEqual(before);
  });

  test('a command that cannot write its result is done, and says that the audit log lacks it', async () => {
    await refuseAll({ kind: 'act' });
    const { ran, act, result } = await added(`company name ${rnc} SIEMPRE`);
    expect([ran.code, act?.kind, result]).toEqual([0, 'act', undefined]);
    expect(ran.warnings).toContain('AUDIT_INCOMPLETE');
    expect(await cli.store.findCompany(companyId)).toMatchObject({ razonSocial: 'SIEMPRE' });
  });
});
