/** DGII as sender. Bytes are recorded before they are sent, so that the same ones can be sent again. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../../src/ecf/model/environments.js';
import { securityCodeOf } from '../../../src/signing/verify/xmldsig.js';
import type { Dgii } from '../dgii.js';
import { localDateTime } from '../http/reply.js';
import { sha256Of, type Answered, type Emitted } from '../record.js';
import { bestOf } from '../services/queries.js';
import { checkAcknowledgement } from './acknowledgement-faults.js';
import {
  approvalXml,
  emittedTypes,
  itbisOf,
  totalOf,
  voucherXml,
  type EmittedType,
  type Flaw,
} from './documents.js';
import { sendFile, type Destination } from './outgoing.js';

export interface VoucherOrder {
  readonly environment: Environment;
  readonly tipo: string;
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly to: Destination;
  /** A number that was sent before: the same bytes go again. Absent: the next number. */
  readonly encf?: string;
  /** Which of the contents that were sent under the number. Default: the last one. */
  readonly sha256?: string;
  /** Other bytes under a number that was sent before. */
  readonly otherBytes?: boolean;
  readonly flaw?: Flaw;
  /** What DGII knows of the voucher. Default: accepted. */
  readonly atDgii?: 'accepted' | 'rejected' | 'unknown';
}

export interface ApprovalOrder {
  readonly environment: Environment;
  readonly rncEmisor: string;
  readonly encf: string;
  readonly estado: '1' | '2';
  readonly to: Destination;
  readonly flaw?: Flaw;
}

export type Emission = { readonly emitted: Emitted; readonly answered: Answered } | string;

const typesText = 'El tipo de comprobante no se envía a un comprador';
const serialDigits = 10;

export async function emitVoucher(dgii: Dgii, order: VoucherOrder): Promise<Emission> {
  const { record, clock, identities, settings } = dgii;
  const { environment, rncEmisor, rncComprador, encf: again, otherBytes = false } = order;
  const type = emittedTypes.find((one) => order.tipo.replace(/^E/i, '') === one);
  if (type === undefined) return typesText;
  const before =
    again === undefined ? undefined : earlier(record.emitted(environment, rncEmisor, again), order);
  if (again !== undefined && before === undefined) return `${again} no ha sido enviado`;
  if (before !== undefined && !otherBytes) return send(dgii, before, order.to);

  const certificate = await identities.of(rncEmisor);
  const at = clock();
  const serial = record.lastEmitted(environment, rncEmisor, type) + 1;
  const encf = again ?? `E${type}${String(serial).padStart(serialDigits, '0')}`;
  const voucher = { type, encf, rncEmisor, rncComprador, content: randomUUID() };
  const form = settings.current.emissionForm;
  const xml = voucherXml(voucher, certificate, { at, form, flaw: order.flaw });
  const emitted: Emitted = {
    kind: 'emitted',
    document: 'ECF',
    at: at.toISOString(),
    environment,
    rncEmisor,
    rncComprador,
    encf,
    sha256: sha256Of(Buffer.from(xml)),
    ...flawOf(order),
  };
  // Recorded in memory before the next await: no other call gets the same number.
  const kept = record.keep(emitted, Buffer.from(xml));
  if (again === undefined) await registerAtDgii(dgii, emitted, { type, xml, at, order });
  await kept;
  return send(dgii, emitted, order.to);
}

function earlier(sent: readonly Emitted[], { sha256 }: VoucherOrder): Emitted | undefined {
  return sent.findLast((one) => one.document === 'ECF' && (sha256 ?? one.sha256) === one.sha256);
}

function flawOf({ flaw = 'none' }: { readonly flaw?: Flaw }): Pick<Emitted, 'flaw'> {
  return flaw === 'none' ? {} : { flaw };
}

interface Registered {
  readonly type: EmittedType;
  readonly xml: string;
  readonly at: Date;
  readonly order: VoucherOrder;
}

/** Each voucher goes to DGII before it goes to the buyer, who may ask DGII about it. */
async function registerAtDgii(
  { record }: Dgii,
  { environment, rncEmisor, rncComprador, encf, sha256 }: Emitted,
  { type, xml, at, order: { atDgii = 'accepted' } }: Registered,
): Promise<void> {
  if (atDgii === 'unknown') return;
  const [, value = ''] = /<SignatureValue>([^<]*)</.exec(xml) ?? [];
  await record.keep(
    {
      kind: 'received',
      service: 'recepcion',
      at: at.toISOString(),
      environment,
      sha256,
      rncEmisor,
      encf,
      trackId: randomUUID(),
      signer: rncEmisor,
      finalAt: at.toISOString(),
      polls: 0,
      verdict: { outcome: atDgii, secuenciaUtilizada: true, mensajes: [{ codigo: 0, valor: '' }] },
      datos: {
        razonSocialEmisor: `SUPLIDOR ${rncEmisor}`,
        razonSocialComprador: `COMPRADOR ${rncComprador}`,
        montoTotal: totalOf(type),
        totalITBIS: itbisOf(type),
        rncComprador,
        idExtranjero: '',
        fechaEmision: localDateTime(at).slice(0, 10),
        fechaFirma: localDateTime(at),
        codigoSeguridad: securityCodeOf(value.replace(/\s/g, '')),
      },
    },
    Buffer.from(xml),
  );
}

/** Sends an approval of a voucher that we issued, signed by its buyer. Repeating a decision sends the same bytes. */
export async function emitApproval(dgii: Dgii, order: ApprovalOrder): Promise<Emission> {
  const { record, clock, identities, settings } = dgii;
  const { environment, rncEmisor, encf, estado, flaw = 'none' } = order;
  if (!emittedTypes.some((type) => type === encf.slice(1, 3)))
    return 'Aprobación Comercial no es requerida para este tipo de e-CF';
  const before = record
    .emitted(environment, rncEmisor, encf)
    .findLast((one) => one.document === 'ACECF' && one.estado === estado && (one.flaw ?? 'none') === flaw);
  if (before !== undefined) return send(dgii, before, order.to);
  const voucher = bestOf(record.ofNumber(environment, rncEmisor, encf));
  if (voucher === undefined || voucher.verdict.outcome === 'rejected')
    return 'Factura no encontrada para esta Aprobación comercial.';
  const { rncComprador, fechaEmision, montoTotal } = voucher.datos;
  if (rncComprador === '') return 'No se encuentra un e-CF válido para esta aprobación comercial';
  const certificate = await identities.of(rncComprador);
  const at = clock();
  const approval = { rncEmisor, encf, fechaEmision, montoTotal, rncComprador, estado };
  const form = settings.current.emissionForm;
  const bytes = Buffer.from(approvalXml(approval, certificate, { at, form, flaw }));
  const emitted: Emitted = {
    kind: 'emitted',
    document: 'ACECF',
    at: at.toISOString(),
    environment,
    rncEmisor,
    rncComprador,
    encf,
    estado,
    sha256: sha256Of(bytes),
    ...flawOf(order),
  };
  await record.keep(emitted, bytes);
  return send(dgii, emitted, order.to);
}

async function send(dgii: Dgii, emitted: Emitted, to: Destination): Promise<Emission> {
  const { identities, settings, record, clock } = dgii;
  const { document, environment, rncEmisor, rncComprador, encf } = emitted;
  const bytes = await bytesOf(dgii, emitted);
  const sender = document === 'ECF' ? rncEmisor : rncComprador;
  const from = {
    rnc: sender,
    certificate: await identities.of(sender),
    form: settings.current.emissionForm,
  };
  const sent = await sendFile(to, { name: `${sender}${encf}.xml`, bytes, document }, from);
  const now = clock();
  const what = { environment, document, rncEmisor, rncComprador, encf, of: emitted.sha256 } as const;
  const checked = checkAnswer(dgii, emitted, sent, now);
  const body = 'failure' in sent ? Buffer.alloc(0) : sent.body;
  const answered: Answered = {
    kind: 'answered',
    at: now.toISOString(),
    ...what,
    sha256: sha256Of(body),
    status: 'failure' in sent ? null : sent.status,
    ...checked,
  };
  await record.keep(answered, body);
  return { emitted, answered };
}

function checkAnswer(
  dgii: Dgii,
  emitted: Emitted,
  sent: Awaited<ReturnType<typeof sendFile>>,
  now: Date,
): Pick<Answered, 'estado' | 'motivo' | 'mensajes'> {
  if ('failure' in sent)
    return { estado: '', motivo: '', mensajes: [`El receptor no respondió: ${sent.failure}`] };
  if (emitted.document === 'ECF') return checkAcknowledgement(dgii, sent, emitted, now);
  const mensajes = sent.status === 200 ? [] : [`El receptor respondió HTTP ${sent.status}`];
  return { estado: '', motivo: '', mensajes };
}

export function bytesOf({ dataDir }: Dgii, { sha256 }: Emitted): Promise<Buffer> {
  return readFile(join(dataDir, 'files', `${sha256}.xml`));
}
