/** What a recorded ledger has: a little of everything, and each kind of work that an upgrade may find under way. */
import type { Db, Document } from 'mongodb';
import { localDate } from '../../../src/ecf/model/dates.js';
import { dayMs } from '../../../src/ecf/durations.js';
import { demoCompany } from '../../demo/demo-data.js';
import { sampleVoucher } from '../../demo/sample-voucher.js';
import { testSetSheets, type Voucher } from '../../demo/test-set/dgii-workbooks.js';
import { demoSet } from '../../demo/test-set/demo-set.js';
import { xlsxOf } from '../../demo/test-set/xlsx.js';
import type { OwnStack } from '../../own-stack/own-stack.js';
import { until } from '../../stack/processes/wait.js';
import { openDgii, openPerson, openProgram } from './requests.js';

/** No clock comes so far, and the numbers of a kept ledger are good as long as it is. */
const expiresOn = '31-12-2099';
/** The first takes what arrives. The second answers nothing, so deliveries to it are due. */
const takingBuyer = { rnc: '999999801' };
const silentBuyer = { rnc: '999999802', address: 'dead-port' };
export const buyers = [takingBuyer, silentBuyer];

const client = demoCompany(1);
const numbered = demoCompany(2);
const certifying = demoCompany(3);
const setRows = 3;
const waits = { everyMs: 100, limitMs: 90_000 };
/** The test moves the ledger to an earlier day, and the first manifest must be of a day before that. */
const closedDayAgo = 4 * dayMs;

export interface Places {
  readonly stack: OwnStack;
  readonly ledger: Db;
  readonly webhookUrl: string;
  /** From now on the mail server takes nothing. */
  readonly stopMail: () => Promise<void>;
}

interface VoucherOptions {
  readonly encf: string;
  readonly price?: number;
  readonly buyer?: string;
  /** The voucher that a note modifies. */
  readonly on?: string;
}

const encfOf = (type: number, serial: number) => `E${type}${String(serial).padStart(10, '0')}`;
const today = () => localDate(Date.now());

function voucher({ encf, price = 1_000, buyer = takingBuyer.rnc, on }: VoucherOptions, issuer = client) {
  const { ECF } = sampleVoucher({ encf, issuer, issuedOn: today(), prices: [price], expiresOn });
  const { Encabezado } = ECF;
  const Comprador = { ...Encabezado.Comprador, RNCComprador: buyer };
  const IdDoc = { ...Encabezado.IdDoc, ...(encf.startsWith('E34') && { IndicadorNotaCredito: 0 }) };
  const InformacionReferencia = { NCFModificado: on, FechaNCFModificado: today(), CodigoModificacion: 3 };
  const reference = on !== undefined && { InformacionReferencia };
  return { ECF: { ...ECF, Encabezado: { ...Encabezado, IdDoc, Comprador }, ...reference } };
}

function unnumbered(price: number) {
  const { ECF } = voucher({ encf: encfOf(31, 1), price }, numbered);
  const { eNCF: _encf, FechaVencimientoSecuencia: _expiry, ...IdDoc } = ECF.Encabezado.IdDoc as Document;
  return { ECF: { ...ECF, Encabezado: { ...ECF.Encabezado, IdDoc } } };
}

/** @throws Error if the part does not run: a signal to no process id would reach ourselves */
export function signalTo({ pids }: OwnStack, part: 'api' | 'worker', signal: NodeJS.Signals): void {
  const pid = pids()[part];
  if (pid === undefined) throw new Error(`${part} does not run`);
  process.kill(pid, signal);
}

export async function openStory({ stack, ledger, webhookUrl, stopMail }: Places) {
  const ranges = { arrayFilters: [{ 'one.expiresOn': { $type: 'string' } }] };
  await ledger
    .collection('sequences')
    .updateMany({}, { $set: { 'authorizations.$[one].expiresOn': expiresOn } }, ranges);
  const dgii = openDgii(stack);
  const ofClient = await openProgram(stack, client.rnc);
  const ofNumbered = await openProgram(stack, numbered.rnc);
  const administrator = await openPerson(stack, 'admin@demo.example');
  const operator = await openPerson(stack, 'operador@demo.example');
  const send = (options: VoucherOptions, wait = 60) =>
    ofClient('POST', `/dgii-ecf/send?waitForFinal=${wait}s`, voucher(options));
  const issue = (reference: string, price: number, wait = 60) =>
    ofNumbered(
      'POST',
      `/dgii-ecf/issue?externalReference=${reference}&waitForFinal=${wait}s`,
      unnumbered(price),
    );
  const next = (externalReference: string) =>
    ofNumbered('POST', '/ecf-sequences/next', { ecfType: 31, externalReference });
  const annul = (encf: string) =>
    ofNumbered('POST', '/ecf-sequences/annulments', {
      ranges: [{ desde: encf, hasta: encf }],
      note: 'Cambio',
    });
  const mail = (encf: string, correo: string) =>
    ofClient('POST', `/dgii-ecf/document-mail/${encf}`, { correos: [correo] }, { 'idempotency-key': correo });
  const receive = (rncEmisor: string) =>
    dgii('POST', '/emission', { rnc: client.rnc, rncEmisor, tipoEncf: '31', urlRecepcion: stack.apiUrl });
  const approve = async (rncEmisor: string) => {
    const { encf } = await receive(rncEmisor);
    await ofClient('POST', `/ecf-received/${rncEmisor}/${String(encf)}/approval`, { estado: 'aprobado' });
  };
  const has = async (collection: string, filter: Document, count = 1) => {
    const found = async () => (await ledger.collection(collection).countDocuments(filter)) >= count;
    if (!(await until(found, waits)))
      throw new Error(`Not ${count} of ${collection}: ${JSON.stringify(filter)}`);
  };

  return {
    /** Work that has ended, and the manifest of the day on which it did. */
    async playEnded() {
      await dgii('PUT', '/settings', {
        buyers,
        rejectEncfs: [
          { encf: encfOf(31, 2), rnc: client.rnc },
          { encf: encfOf(31, 3), rnc: client.rnc, outcome: 'conditionally-accepted' },
        ],
      });
      await ofClient('POST', '/webhooks', { url: webhookUrl, types: [] });
      await ofClient('POST', '/webhooks', { url: 'http://127.0.0.1:9/nadie', types: ['ecf.accepted'] });
      await administrator('POST', `/companies/${client.companyId}/keys`, {
        name: 'ERP',
        environment: client.environment,
        scopes: ['vouchers:issue', 'vouchers:read', 'events:read'],
      });
      for (const serial of [1, 2, 3]) await send({ encf: encfOf(31, serial) });
      await send({ encf: encfOf(32, 1), price: 500 });
      await send({ encf: encfOf(32, 2), price: 250_000 });
      await send({ encf: encfOf(34, 1), price: 100, on: encfOf(31, 1) });
      for (const serial of [1, 2, 3]) await issue(`FAC-${serial}`, serial * 1_000);
      await annul(String((await next('ANULADA'))['encf']));
      await next('SIN-USAR');
      await mail(encfOf(31, 1), 'compras@cliente.example');
      await receive('999999803');
      await approve('999999804');
      await dgii('POST', '/emission', {
        rnc: client.rnc,
        encf: encfOf(31, 1),
        estadoAprobacion: '1',
        urlAprobacionComercial: stack.apiUrl,
      });
      await operator('PUT', `/companies/${client.companyId}/${client.environment}/drafts/borrador-1`, {
        tipoeCF: 31,
        cliente: 'CLIENTE DE PRUEBA',
        total: '118.00',
        started: {},
        values: { text: '{}', note: '', choice: '{}', number: 'given' },
      });
      await has('documents', { 'buyerDelivery.state': 'delivered' });
      await has('mails', { kind: 'voucher', state: 'sent' });
      await has('receptions', { 'approval.dgii.state': 'delivered' });
      await has('rangeAnnulments', { state: 'annulled' });
      await closeDay();
    },

    /** Work that stays under way, because DGII, a buyer or the mail server does not do its part. */
    async playUnderWay() {
      const [lost, refused, summary] = [encfOf(31, 11), encfOf(31, 12), encfOf(32, 10)] as const;
      const always = (service: string, action: string) => ({ service, action, times: 100_000 });
      const once = (service: string, encf: string) => ({
        service,
        action: 'accept-then-drop',
        times: 1,
        encf,
      });
      const faults = [
        once('recepcion', lost),
        once('recepcionfc', summary),
        { ...always('recepcion', 'status-503-html'), encf: refused },
        always('resultado', 'transient-004'),
        ...['trackids', 'estado', 'consultarfce'].map((service) => always(service, 'status-500')),
        ...['anulacion', 'aprobacion'].map((service) => always(service, 'drop-before-reading')),
      ];
      await dgii('PUT', '/settings', { faults });
      await stopMail();
      const invoice = encfOf(31, 10);
      await send({ encf: invoice }, 0);
      await has('documents', { encf: invoice, state: 'submitted' });
      await send({ encf: encfOf(34, 10), price: 100, on: invoice }, 0);
      await send({ encf: lost }, 0);
      await send({ encf: refused }, 0);
      await send({ encf: summary, price: 500 }, 0);
      await issue('FAC-10', 10_000, 0);
      await annul(String((await next('POR-ANULAR'))['encf']));
      await mail(encfOf(31, 1), 'pagos@cliente.example');
      await approve('999999804');
      await startRun();
      await has('documents', { state: 'submitted' }, 3);
      await has('documents', { 'waiting.reason': 'REFERENCE_PENDING' });
      await has('documents', { 'waiting.reason': 'DGII_UNAVAILABLE' }, 3);
      await has('documents', { 'buyerDelivery.state': { $exists: true }, deliverAt: { $exists: true } });
      await has('mails', { state: { $ne: 'sent' }, attempts: { $gte: 1 } });
      await has('receptions', { approvalDueAt: { $exists: true } });
      // DGII gives no more tokens, so the last one is signed and not sent.
      await dgii('PUT', '/settings', { faults: [...faults, always('semilla', 'status-503-html')] });
      await dgii('POST', '/revoke-tokens', {});
      await send({ encf: encfOf(31, 14) }, 0);
      await has('documents', { encf: encfOf(31, 14), 'waiting.reason': 'DGII_UNAVAILABLE' });
    },

    /** Call it while no worker runs: these are only admitted. */
    async playAdmitted() {
      await send({ encf: encfOf(31, 13) }, 0);
      await send({ encf: encfOf(32, 11), price: 700 }, 0);
      await issue('FAC-11', 11_000, 0);
      await next('RESERVADA');
    },
  };

  /** A manifest is of a day that is over, so what happened is moved to an earlier one. A worker looks when it starts. */
  async function closeDay(): Promise<void> {
    await send({ encf: encfOf(31, 4), buyer: silentBuyer.rnc });
    await has('events', { companyId: client.companyId, type: 'ecf.accepted' }, 5);
    const day = { $dateSubtract: { startDate: '$createdAt', unit: 'millisecond', amount: closedDayAgo } };
    await ledger.collection('events').updateMany({}, [{ $set: { createdAt: day } }]);
    signalTo(stack, 'worker', 'SIGKILL');
    await has('feeds', { closedThrough: { $exists: true } }, 2);
    const manifest = await ledger.collection('manifests').findOne();
    await ledger.collection('feeds').updateMany({}, { $set: { closedThrough: manifest?.['day'] as string } });
  }

  async function startRun(): Promise<void> {
    const runs = `/companies/${certifying.companyId}/certification-runs`;
    const isInvoice = ({ ECF }: Voucher) => ECF.Encabezado.IdDoc.eNCF.startsWith('E31');
    const set = demoSet(certifying).filter(isInvoice).slice(0, setRows);
    for (const { ECF } of set) Object.assign(ECF.Encabezado.IdDoc, { FechaVencimientoSecuencia: expiresOn });
    const file = xlsxOf(testSetSheets(set));
    const { id } = await operator('POST', `${runs}?kind=vouchers&fileName=set.xlsx`, file);
    await operator('POST', `${runs}/${String(id)}/start`, {});
  }
}
