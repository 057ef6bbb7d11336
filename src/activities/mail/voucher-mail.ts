/** The mail that takes a voucher to the company's customer, with the printed form and the signed XML as they are at this moment. */
import { amountOf, shownMoney } from '../../ecf/model/amounts.js';
import { documentStates } from '../../ecf/model/document-states.js';
import { ecfTypes } from '../../ecf/model/ecf-types.js';
import type { Checker } from '../../documents/threads/checker.js';
import type { Store } from '../../ledger/ledger.js';
import type { VoucherMailRecord } from '../../ledger/mail/mail-record.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { tokenOf } from '../../services/buyers/link-token.js';
import type { MailAddress } from '../../services/mail/mail-address.js';
import { printJobOf } from '../../services/vouchers/prepare-print.js';
import { qrUrlOf } from '../../services/vouchers/qr-url.js';
import { composeMail, type Attachment, type MailMessage } from './compose-mail.js';
import type { MailText } from './mail-texts.js';
import { messageBytesMax } from './smtp.js';

export interface VoucherMailDeps {
  readonly store: Pick<Store, 'findCompany' | 'findDocument' | 'getFileBytes' | 'linkKeyOf'>;
  readonly checker: Pick<Checker, 'print'>;
  readonly sender: MailAddress;
  readonly publicUrl: string;
  readonly clock: () => Date;
}

/** The rest is for the text, which has a few KB. */
const filesBytesMax = messageBytesMax - 64 * 1024;

/** Undefined: the voucher that was sent is no longer the one that DGII accepted. */
export async function voucherMessage(
  deps: VoucherMailDeps,
  mail: VoucherMailRecord,
): Promise<MailMessage | undefined> {
  const { store, checker, sender, publicUrl, clock } = deps;
  const { companyId } = mail;
  const { environment, encf, attempt } = mail.data;
  const [company, document] = await Promise.all([
    store.findCompany(companyId),
    store.findDocument(companyId, environment, encf),
  ]);
  const signed = document?.signed;
  if (company === undefined || document === undefined || signed === undefined) return undefined;
  if (document.attempt !== attempt || documentStates[document.state].accepted !== 1) return undefined;

  const { content, order } = await printJobOf(store, company, document, 'a4');
  const pdf = await checker.print(companyId, content, order);
  const name = `${document.rncEmisor}${encf}`;
  const files: readonly Attachment[] = [
    { filename: `${name}.pdf`, contentType: 'application/pdf', content: Buffer.from(pdf) },
    {
      filename: `${name}.xml`,
      contentType: 'application/xml',
      content: await store.getFileBytes(signed.file),
    },
  ];
  const bytes = files.reduce((sum, { content: file }) => sum + file.length, 0);
  const fits = bytes <= filesBytesMax;
  const url = `${publicUrl}/c/${tokenOf(document, await store.linkKeyOf(companyId, clock()))}`;
  const companyName = company.razonSocial;
  const text = textOf(mail, document, { companyName, url, fits });
  return {
    ...composeMail(mail, text, { companyName, sender }),
    ...(company.mailReplyTo && { replyTo: company.mailReplyTo }),
    ...(fits && { attachments: files }),
  };
}

interface Facts {
  readonly companyName: string;
  readonly url: string;
  /** Whether the files are attached. */
  readonly fits: boolean;
}

function textOf(
  { data: { message = '', environment } }: VoucherMailRecord,
  document: DocumentRecord,
  { companyName, url, fits }: Facts,
): MailText {
  const { encf, fechaEmision, montoTotal, signed, tipoMoneda, montoTotalOtraMoneda } = document;
  const isTest = environment !== 'production';
  const qrUrl = qrUrlOf(document);
  return {
    subject: `${isTest ? 'Prueba: comprobante' : 'Comprobante'} ${encf} de ${companyName}`,
    paragraphs: [
      ...(isTest ? ['Este comprobante es de prueba y no tiene valor fiscal.'] : []),
      `${companyName} le envía este comprobante fiscal electrónico.`,
      ...message.split(/\r?\n/).filter((line) => line.trim() !== ''),
      fits
        ? 'Van adjuntos la representación impresa (PDF) y el XML firmado.'
        : 'Sus archivos son demasiado grandes para un correo: descárguelos con el primer enlace.',
    ],
    facts: [
      ['Comprobante', ecfTypes[document.tipoeCF].nombre],
      ['e-NCF', encf],
      ['Fecha', fechaEmision],
      ['Monto total', `RD$ ${shownMoney(amountOf(montoTotal))}`],
      ...(tipoMoneda === undefined || montoTotalOtraMoneda === undefined
        ? []
        : [[`Monto en ${tipoMoneda}`, shownMoney(amountOf(montoTotalOtraMoneda))] as const]),
      ['Código de seguridad', signed?.securityCode ?? ''],
    ],
    links: [
      { label: 'Ver y descargar el comprobante', url },
      ...(qrUrl === null ? [] : [{ label: 'Verificarlo en la DGII', url: qrUrl }]),
    ],
  };
}
