/** `document show | xml | list | acknowledgement`: vouchers in the ledger, as an operator sees them. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { waitingReasons, type WaitingReason } from '../../src/ecf/model/document-states.js';
import type { EcfType } from '../../src/ecf/model/ecf-types.js';
import type { AttemptRef } from '../../src/ecf/model/encf.js';
import type { BuyerAcknowledgement } from '../../src/ledger/buyers/buyer-delivery.js';
import type { SignerFacts } from '../../src/ecf/codes/reception-states.js';
import type { Verdict } from '../../src/ledger/vouchers/document-record.js';
import { addNumberedCompany } from '../harness/numbers.js';
import { openCli, type Cli } from './harness.js';

const now = new Date('2026-11-20T15:00:00Z');
const later = new Date('2026-11-20T15:01:00Z');
const xml = '<?xml version="1.0" encoding="utf-8"?><ECF><RazonSocial>AÑEJO & CÍA</RazonSocial></ECF>';
const environment = 'pre-certification';
let cli: Cli;
let rnc: string;
let companyId: number;

beforeAll(async () => {
  cli = await openCli();
  rnc = await cli.company();
  companyId = (await cli.store.findCompanyByRnc(rnc))!.companyId;
});

async function admit(encf: string, content = '{}', change: object = {}): Promise<AttemptRef> {
  const { document } = await cli.store.admit({
    companyId,
    environment,
    encf,
    requestId: `${encf}${content}`,
    correlationId: 'factura-1',
    tipoeCF: Number(encf.slice(1, 3)) as EcfType,
    rncEmisor: rnc,
    rncComprador: '131880681',
    montoTotal: '1180.00',
    fechaEmision: '20-11-2026',
    fechaVencimientoSecuencia: '31-12-2028',
    contentHash: content,
    content,
    now,
    firstCheckMs: 30_000,
    conditionalAllowed: false,
    ...change,
  });
  return {
    companyId: document.companyId,
    environment: document.environment,
    encf,
    attempt: document.attempt,
  };
}

async function sign(ref: AttemptRef, text = xml): Promise<string> {
  const { ref: file, sha256 } = await cli.store.keepContent({
    companyId,
    kind: 'signed-xml',
    content: text,
    now,
    roomBytes: 0,
  });
  const about = {
    securityCode: 'AbC123',
    fechaFirma: '20-11-2026 11:00:00',
    signedAt: now,
    certificate: 'c',
  };
  await cli.store.recordSigned(ref, { file, sha256, ...about }, later);
  return sha256;
}

const rejected: Verdict = {
  trackId: 'T-1',
  codigoDgii: '2',
  estado: 'Rechazado',
  secuenciaUtilizada: false,
  replyFile: null,
  mensajes: [{ codigo: '145', valor: 'Secuencia \u001b[31mvencida' }],
};

async function submit(ref: AttemptRef, n = 1) {
  const delivery = { n, startedAt: now };
  await cli.store.beginDelivery(
    ref,
    { ...delivery, leaseUntil: later, host: 'http://127.0.0.1:1', to: 'ecf.dgii.gov.do' },
    later,
    {},
  );
  const outcome = { endedAt: later, outcome: 'received', httpStatus: 200, trackId: `T-${n}` } as const;
  await cli.store.recordSubmitted(
    ref,
    [`T-${n}`],
    { delivery, patch: outcome },
    { now: later, nextCheckAt: later },
  );
}

const ask = (verb: string, encf: string, ...more: string[]) =>
  cli.json(['document', verb, encf, '--company', rnc, ...more]);

describe('document show', () => {
  test('shows the history of a voucher and cannot control the terminal', async () => {
    const ref = await admit('E310000000001');
    await sign(ref);
    await submit(ref);
    await cli.store.recordVerdict(ref, { state: 'rejected', verdict: rejected }, later);
    const { data } = await ask('show', 'e310000000001');
    expect(data).toMatchObject({
      encf: 'E310000000001',
      state: 'rejected',
      status: 'Rechazado',
      trackIds: ['T-1'],
      advice: null,
      submissions: [{ n: 1, outcome: 'received', httpStatus: 200, trackId: 'T-1' }],
      verdict: { codigoDgii: '2', secuenciaUtilizada: false },
    });
    const { stdout } = await cli.run(['document', 'show', 'E310000000001', '--company', rnc]);
    expect(stdout).toMatch(/Estado +Rechazado \(rejected\)/);
    expect(stdout).toMatch(/En la DGII desde +20-11-2026 11:01:00/);
    expect(stdout).toMatch(/145: Secuencia ·\[31mvencida/);
    expect(stdout).toMatch(/Secuencia utilizada +no/);
    expect(stdout).not.toContain('\u001b');
  });

  test.each(Object.keys(waitingReasons) as WaitingReason[])('says what to do about %s', async (reason) => {
    const encf = `E3200000001${String(Object.keys(waitingReasons).indexOf(reason)).padStart(2, '0')}`;
    const ref = await admit(encf);
    await cli.store.recordWaiting(ref, reason, { now, nextTryAt: later, nextCheckAt: later });
    const { data } = await ask('show', encf);
    expect(data).toMatchObject({
      status: 'En Espera',
      waiting: { reason },
      advice: expect.stringMatching(/\.$/),
    });
    const { stdout } = await cli.run(['document', 'show', encf, '--company', rnc]);
    expect(stdout).toContain(`${reason}: ${waitingReasons[reason]}`);
    expect(stdout).toContain(data.advice.slice(0, 40));
  });

  test.each([
    { reason: 'NOT_DELEGATED', environment: 'certification', advice: /representante está registrado/ },
    { reason: 'CONFIRM_BY_HAND', environment: 'certification', advice: /mire su contador en el portal/ },
    { reason: 'SEQUENCE_EXPIRED', environment: 'certification', advice: /la DGII no anula números/ },
    { reason: 'NOT_DELEGATED', environment: 'pre-certification', advice: /Oficina Virtual/ },
    { reason: 'CONFIRM_BY_HAND', environment: 'pre-certification', advice: /Oficina Virtual/ },
    { reason: 'SEQUENCE_EXPIRED', environment: 'pre-certification', advice: /Oficina Virtual/ },
  ] as const)('names what DGII shows in $environment: $reason', async (row) => {
    const { reason, advice } = row;
    const encf = `E33000000020${['NOT_DELEGATED', 'CONFIRM_BY_HAND', 'SEQUENCE_EXPIRED'].indexOf(reason)}`;
    const ref = await admit(encf, '{}', { environment: row.environment });
    await cli.store.recordWaiting(ref, reason, { now, nextTryAt: later, nextCheckAt: later });
    const { data } = await ask('show', encf, '--environment', row.environment);
    expect(data.advice).toMatch(advice);
    if (row.environment === 'certification') expect(data.advice).not.toContain('Oficina Virtual');
  });

  test.each([
    { environment: 'certification', place: 'portal de certificación' },
    { environment: 'pre-certification', place: 'Oficina Virtual' },
  ] as const)('a number that may have arrived in $environment is not annulled: $place', async (row) => {
    const ref = await admit('E340000000777', '{}', { environment: row.environment });
    await sign(ref);
    await submit(ref);
    const refused = await ask(
      ...(['annul', 'E340000000777', '--environment', row.environment, '--note', 'x', '--yes'] as const),
    );
    expect(refused.error).toBe('MAY_HAVE_ARRIVED');
    expect(refused.stdout).toContain(row.place);
  });

  test('says how a delivery ended, and that one without an answer may have arrived', async () => {
    const ref = await admit('E310000000002');
    await sign(ref);
    const sent = {
      n: 1,
      startedAt: now,
      leaseUntil: later,
      host: 'http://127.0.0.1:1',
      to: 'ecf.dgii.gov.do',
    };
    await cli.store.beginDelivery(ref, sent, later, {});
    const show = async () => (await cli.run(['document', 'show', 'E310000000002', '--company', rnc])).stdout;
    expect(await show()).toContain('sin respuesta: puede haber llegado');
    await cli.store.updateDelivery(ref, sent, { outcome: 'refused', endedAt: now });
    expect(await show()).toContain('la DGII no lo admitió');
  });

  test('shows the time of the next try and DGII’s host', async () => {
    const ref = await admit('E310000000005');
    await sign(ref);
    const sent = { n: 1, startedAt: now, leaseUntil: later, host: 'worker-1:77', to: 'ecf.dgii.gov.do' };
    await cli.store.beginDelivery(ref, sent, later, {});
    const wait = (nextTryAt: Date) =>
      cli.store.recordWaiting(ref, 'DGII_UNAVAILABLE', { now, nextTryAt, nextCheckAt: later });
    const show = () => cli.run(['document', 'show', 'E310000000005', '--company', rnc]);
    await wait(new Date('2999-01-01T12:00:00Z'));
    const { stdout } = await show();
    expect(stdout).toMatch(/Próximo intento +01-01-2999 08:00:00, o ya con «document retry»/);
    expect(stdout).toMatch(/Destino +Enviado por/);
    expect(stdout).toMatch(/ecf\.dgii\.gov\.do +worker-1:77/);
    await wait(later);
    expect((await show()).stdout).toMatch(/Próximo intento +en curso/);
  });

  test("shows who signed the buyer's decision, and whether a trusted authority issued the certificate", async () => {
    const ref = await admit('E310000000006');
    const signer: SignerFacts = {
      subject: 'CN=x',
      name: 'EL\u001bCOMPRADOR',
      serialNumber: 'IDCDO-00000000002',
      fingerprint: 'f',
      ...({ chain: 'not-trusted', period: 'usable' } as const),
    };
    const approval = {
      rncComprador: '131880681',
      montoTotal: '1180',
      decision: 'rechazado',
      motivo: 'No',
    } as const;
    await cli.store.keepApproval(
      { ...ref, ...approval, fecha: '21-11-2026 09:00:00', signer, receivedAt: now },
      Buffer.from('<ACECF/>'),
      ref.attempt,
    );
    const { stdout } = await cli.run(['document', 'show', 'E310000000006', '--company', rnc]);
    expect(stdout).toMatch(/Firmada por +EL·COMPRADOR, IDCDO-00000000002/);
    expect(stdout).toMatch(/Certificado +vigente, de una entidad que no es de confianza/);
  });

  test('finds an earlier attempt, and one in another environment', async () => {
    const first = await admit('E310000000003', '{"a":1}');
    const sha256 = await sign(first, `${xml}<!-- 1 -->`);
    await submit(first);
    await cli.store.recordVerdict(first, { state: 'rejected', verdict: rejected }, later);
    expect((await admit('E310000000003', '{"a":2}')).attempt).toBe(2);
    await admit('E310000000003', '{}', { environment: 'certification' });
    const [last, earlier, elsewhere, never] = await Promise.all([
      ask('show', 'E310000000003'),
      ask('show', 'E310000000003', '--attempt', '1'),
      ask('show', 'E310000000003', '--environment', 'certification'),
      ask('show', 'E310000000003', '--attempt', '3'),
    ]);
    expect(last.data).toMatchObject({ attempt: 2, state: 'admitted', earlierTrackIds: ['T-1'] });
    expect(earlier.data).toMatchObject({ attempt: 1, state: 'rejected', signed: { sha256 } });
    expect(elsewhere.data).toMatchObject({ attempt: 1, environment: 'certification' });
    expect([never.code, never.error]).toEqual([1, 'ATTEMPT_NOT_FOUND']);
    const kept = await ask('xml', 'E310000000003', '--attempt', '1');
    expect(kept.data).toEqual({ encf: 'E310000000003', attempt: 1, sha256, xml: `${xml}<!-- 1 -->` });
  });

  test.each([
    { name: 'an invalid e-NCF', encf: 'E3100000001', error: 'ENCF_INVALID', code: 2 },
    { name: 'a type that does not exist', encf: 'E300000000001', error: 'ENCF_INVALID', code: 2 },
    { name: 'an unknown voucher', encf: 'E310000009999', error: 'ECF_NOT_FOUND', code: 1 },
  ])('refuses $name', async ({ encf, error, code }) => {
    for (const verb of ['show', 'xml']) {
      const ran = await ask(verb, encf);
      expect({ error: ran.error, code: ran.code }).toEqual({ error, code });
    }
  });

  test('never shows another company’s voucher', async () => {
    await admit('E310000000004');
    const other = await cli.company();
    const ran = await cli.json(['document', 'show', 'E310000000004', '--company', other]);
    expect(ran.error).toBe('ECF_NOT_FOUND');
  });
});

describe('document xml', () => {
  test('writes the signed bytes to standard output or to a new file', async () => {
    const sha256 = await sign(await admit('E330000000001'));
    const { stdout, stderr } = await cli.run(['document', 'xml', 'E330000000001', '--company', rnc]);
    expect({ stdout, stderr }).toEqual({ stdout: xml, stderr: '' });
    const path = join(cli.dir, 'E330000000001.xml');
    expect((await ask('xml', 'E330000000001', '-o', path)).data).toEqual({
      encf: 'E330000000001',
      attempt: 1,
      sha256,
      file: path,
    });
    expect(await readFile(path, 'utf8')).toBe(xml);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await ask('xml', 'E330000000001', '--output', path)).error).toBe('FILE_EXISTS');
    expect((await ask('xml', 'E330000000001', '--output', join(path, 'x'))).error).toBe('FILE_UNWRITABLE');
  });

  test('refuses a voucher that is not signed yet', async () => {
    await admit('E330000000002');
    const { error, code } = await ask('xml', 'E330000000002');
    expect({ error, code }).toEqual({ error: 'XML_NOT_SIGNED', code: 1 });
  });

  test('refuses bytes that differ from the signed ones', async () => {
    const sha256 = await sign(await admit('E330000000003'), `${xml}<!-- 3 -->`);
    const { ref: id } = await cli.store.keepContent({
      companyId,
      kind: 'signed-xml',
      content: `${xml}<!-- forged -->`,
      now,
      roomBytes: 0,
    });
    const client = await MongoClient.connect(cli.uri);
    const documents = client.db(cli.database).collection('documents');
    await documents.updateOne({ companyId, encf: 'E330000000003' }, { $set: { 'signed.file': id } });
    await client.close();
    expect(id).not.toContain(sha256);
    expect((await ask('xml', 'E330000000003')).error).toBe('XML_ALTERED');
  });
});

describe('document list', () => {
  let mine: string;
  beforeAll(async () => {
    mine = await cli.company();
    const { companyId: id } = (await cli.store.findCompanyByRnc(mine))!;
    for (const encf of [
      'E310000000011',
      'E310000000012',
      'E310000000013',
      'E320000000001',
      'E470000000001',
    ]) {
      const ref = await admit(encf, '{}', { companyId: id });
      if (encf === 'E310000000012')
        await cli.store.recordWaiting(ref, 'DGII_UNAVAILABLE', { now, nextTryAt: later, nextCheckAt: later });
      if (encf === 'E310000000013')
        await cli.store.recordVerdict(ref, { state: 'accepted', verdict: rejected }, later);
    }
    await admit('E310000000014', '{}', { companyId: id, environment: 'certification' });
  });

  test.each([
    {
      name: 'all',
      args: [],
      encfs: ['E470000000001', 'E320000000001', 'E310000000013', 'E310000000012', 'E310000000011'],
    },
    { name: 'one type', args: ['--type', '31'], encfs: ['E310000000013', 'E310000000012', 'E310000000011'] },
    { name: 'a page', args: ['--limit', '2'], encfs: ['E470000000001', 'E320000000001'] },
    {
      name: 'the next page',
      args: ['--limit', '2', '--before', 'E320000000001'],
      encfs: ['E310000000013', 'E310000000012'],
    },
    {
      name: 'the rest of a type',
      args: ['--type', '31', '--before', 'E310000000012'],
      encfs: ['E310000000011'],
    },
    {
      name: 'a type without any voucher below it',
      args: ['--type', '47', '--before', 'E470000000001'],
      encfs: [],
    },
    { name: 'a type above the page', args: ['--type', '47', '--before', 'E320000000001'], encfs: [] },
    {
      name: 'a type below the page',
      args: ['--type', '32', '--before', 'E470000000001'],
      encfs: ['E320000000001'],
    },
    { name: 'a state', args: ['--state', 'accepted'], encfs: ['E310000000013'] },
    {
      name: 'pending vouchers of a type',
      args: ['--pending', '--type', '31'],
      encfs: ['E310000000012', 'E310000000011'],
    },
    { name: 'waiting vouchers', args: ['--waiting'], encfs: ['E310000000012'] },
    {
      name: 'vouchers that wait for one reason',
      args: ['--waiting', 'DGII_UNAVAILABLE'],
      encfs: ['E310000000012'],
    },
    { name: 'vouchers that wait for another reason', args: ['--waiting', 'DGII_SILENT'], encfs: [] },
    { name: 'another environment', args: ['--environment', 'certification'], encfs: ['E310000000014'] },
  ])('lists $name', async ({ args, encfs }) => {
    const { data } = await cli.json(['document', 'list', '--company', mine, ...args]);
    expect(data.map(({ encf }: { encf: string }) => encf)).toEqual(encfs);
  });

  test('lists the vouchers of a reference, one of each type', async () => {
    const [companyId, environment] = [900, 'pre-certification'] as const;
    await addNumberedCompany(cli.store, { companyId, rnc: '490000001', now });
    for (const ecfType of [31, 33] as const) {
      const range = { companyId, environment, ecfType, from: 1, to: 9, expiresOn: '31-12-2028' };
      await cli.store.addAuthorization({ ...range, authorizationNumber: 'A-1', now });
      for (const ref of ['FAC-1', 'FAC-2']) {
        const next = await cli.store.nextNumber({ companyId, environment, ecfType, ref, clock: () => now });
        if (next.outcome !== 'handed-out') throw new Error(next.outcome);
        await admit(next.encf, '{}', { companyId });
      }
    }
    const { data } = await cli.json(['document', 'list', '--company', '490000001', '--reference', 'FAC-2']);
    expect(data.map(({ encf }: { encf: string }) => encf)).toEqual(['E330000000002', 'E310000000002']);
  });

  test('counts pending vouchers for company show', async () => {
    const { data } = await cli.json(['company', 'show', mine]);
    expect(data.pendingDocuments).toEqual({ 'pre-certification': 4, certification: 1 });
  });

  test.each([
    { name: 'a state that does not exist', args: ['--state', 'lost'] },
    { name: 'a reason that does not exist', args: ['--waiting', 'PEREZA'] },
    { name: 'a type that does not exist', args: ['--type', '35'] },
  ])('refuses $name', async ({ args }) => {
    const { error, code } = await cli.json(['document', 'list', '--company', mine, ...args]);
    expect({ error, code }).toEqual({ error: 'USAGE', code: 2 });
  });
});

describe('the acknowledgement of a buyer', () => {
  // Not UTF-8: a receiver may answer in any encoding.
  const arecf = Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><ARECF>\xf1</ARECF>', 'latin1');

  async function acknowledged(encf: string, said: Pick<BuyerAcknowledgement, 'signature' | 'signer'>) {
    const ref = await admit(encf);
    await sign(ref);
    await submit(ref);
    const verdict: Verdict = { ...rejected, codigoDgii: '1', estado: 'Aceptado', mensajes: [] };
    await cli.store.recordVerdict(ref, { state: 'accepted', verdict }, later);
    const { ref: file, sha256 } = await cli.store.keepContent({
      companyId,
      kind: 'acknowledgement',
      content: arecf,
      now,
      roomBytes: 3_000,
    });
    const acknowledgement = { file, sha256, ...said, fechaHora: '20-11-2026 11:00:02' };
    const refused = { state: 'refused', since: now, attempts: 1, code: '2', acknowledgement } as const;
    await cli.store.changeBuyerDelivery(ref, undefined, refused, null);
    return { ref, sha256 };
  }

  test('show says whether its signature is valid, and who signed it', async () => {
    await acknowledged('E310000000081', { signature: 'valid', signer: 'CN=EL\u001bCOMPRADOR' });
    const { sha256 } = await acknowledged('E310000000082', { signature: 'content-altered', signer: null });
    const show = async (encf: string) => (await cli.run(['document', 'show', encf, '--company', rnc])).stdout;
    const valid = await show('E310000000081');
    expect(valid).toMatch(/Firma del acuse +válida\n/);
    expect(valid).toMatch(/Acuse firmado por +CN=EL·COMPRADOR/);
    const altered = await show('E310000000082');
    expect(altered).toMatch(/Firma del acuse +no válida: El contenido no es el que se firmó/);
    expect(altered).toMatch(/Fecha del acuse +20-11-2026 11:00:02/);
    expect(altered).toContain(sha256);
    expect(altered).not.toContain('Acuse firmado por');
  });

  test('acknowledgement writes its bytes to a new file', async () => {
    const { ref, sha256 } = await acknowledged('E310000000083', {
      signature: 'signature-missing',
      signer: null,
    });
    const path = join(cli.dir, 'arecf.xml');
    expect((await ask('acknowledgement', ref.encf, '-o', path)).data).toEqual({
      encf: ref.encf,
      attempt: 1,
      sha256,
      file: path,
    });
    expect(await readFile(path)).toEqual(arecf);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await ask('acknowledgement', ref.encf, '-o', path)).toMatchObject({ error: 'FILE_EXISTS' });
    expect(await ask('acknowledgement', ref.encf)).toMatchObject({ error: 'USAGE' });
    await admit('E310000000084');
    const none = await ask('acknowledgement', 'E310000000084', '-o', `${path}.2`);
    expect(none).toMatchObject({ code: 1, error: 'NOT_ACKNOWLEDGED' });
  });
});

describe('document deliver', () => {
  test('sends an accepted voucher to its buyer, unless its company does not deliver', async () => {
    const ref = await admit('E310000000071');
    await sign(ref);
    await submit(ref);
    expect(await ask('deliver', ref.encf)).toMatchObject({ error: 'NOT_FOR_BUYER' });
    const verdict: Verdict = { ...rejected, codigoDgii: '1', estado: 'Aceptado', mensajes: [] };
    await cli.store.recordVerdict(ref, { state: 'accepted', verdict }, later);
    expect(await cli.json(['company', 'delivery', 'set', rnc, 'off'])).toMatchObject({ code: 0 });
    expect(await ask('deliver', ref.encf)).toMatchObject({ error: 'BUYER_DELIVERY_OFF' });
    expect(await cli.json(['company', 'delivery', 'set', rnc, 'on'])).toMatchObject({ code: 0 });
    expect(await ask('deliver', ref.encf)).toMatchObject({ code: 0, data: { encf: ref.encf, before: null } });
    const document = await cli.store.findDocument(companyId, ref.environment, ref.encf);
    // Due since the order, no longer since the verdict.
    expect(document?.deliverAt?.getTime()).toBeGreaterThan(later.getTime());
  });
});
