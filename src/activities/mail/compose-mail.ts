/** Makes the message of one mail: its text, the same as simple HTML, and its headers. */
import type { MailRecord } from '../../ledger/mail/mail-record.js';
import { headerText, type MailAddress } from '../../services/mail/mail-address.js';
import type { MailText } from './mail-texts.js';

export interface MailMessage {
  readonly from: MailAddress;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Equal in every try: who gets the mail twice, because an answer was lost, has a chance to see it once. */
  readonly messageId: string;
  readonly date: Date;
  /** Where answers go. Absent: where those to all mails go. */
  readonly replyTo?: string;
  readonly attachments?: readonly Attachment[];
}

export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Recipients see this name, unless the mail is about a company or MAIL_FROM has a name. */
const serviceName = 'Comprobantes e-CF';
const foot = 'Este mensaje es automático. Comprobantes fiscales electrónicos (e-CF).';

/** @param companyName empty for a mail about no company */
export function composeMail(
  mail: MailRecord,
  text: MailText,
  { companyName, sender }: { readonly companyName: string; readonly sender: MailAddress },
): MailMessage {
  const name = companyName || sender.name || serviceName;
  const domain = sender.address.split('@')[1] ?? '';
  return {
    from: { name: headerText(name), address: sender.address },
    to: mail.to,
    subject: headerText(text.subject),
    text: plainText(text),
    html: htmlText(text),
    messageId: `<${mail._id}@${domain}>`,
    date: mail.createdAt,
  };
}

function plainText({ paragraphs, facts = [], links }: MailText): string {
  const table = facts.map(([name, value]) => `${name}: ${oneLine(value)}`).join('\n');
  return [
    ...paragraphs.map(oneLine),
    ...(table === '' ? [] : [table]),
    ...links.map(({ label, url }) => `${label}: ${url}`),
    foot,
  ].join('\n\n');
}

function htmlText({ subject, paragraphs, facts = [], links }: MailText): string {
  const cells = facts.map(
    ([name, value]) =>
      `<tr><td style="padding-right: 1em">${escaped(name)}</td><td>${escaped(oneLine(value))}</td></tr>`,
  );
  return [
    '<!doctype html>',
    `<html lang="es"><head><meta charset="utf-8"><title>${escaped(headerText(subject))}</title></head>`,
    '<body style="font-family: sans-serif; max-width: 36em">',
    ...paragraphs.map((line) => `<p>${escaped(oneLine(line))}</p>`),
    ...(cells.length === 0 ? [] : ['<table>', ...cells, '</table>']),
    ...links.map(({ label, url }) => `<p><a href="${escaped(url)}">${escaped(label)}</a></p>`),
    `<p style="color: #555">${escaped(foot)}</p>`,
    '</body></html>',
  ].join('\n');
}

/** A company's name must not begin a line of its own, or hide what follows it. */
function oneLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
