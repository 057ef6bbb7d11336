/** document-print: the printed form of a voucher, as a PDF. It shows the voucher as it is now, so its legend may change. */
import { createHash } from 'node:crypto';
import { printJobOf } from '../../services/vouchers/prepare-print.js';
import { paperNames, type Paper } from '../../documents/print/papers.js';
import { ServiceError } from '../../shared/errors.js';
import type { Company } from '../../ledger/companies/company.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import type { ApiDeps } from '../deps.js';
import type { Answer, CompanyRequest, HandlerDeps } from '../handler.js';
import { documentAskedFor } from './document-status.js';

export async function documentPrint(deps: HandlerDeps, request: CompanyRequest): Promise<Answer> {
  const paper = readPaper(request.query['format']);
  const document = await documentAskedFor(deps, request);
  const { company } = request;
  const { companyId } = company;
  return deps.limits.prints.run(companyId, () =>
    printAnswer(deps, company, document, { paper, printedFor: companyId }),
  );
}

interface PrintAnswer extends Answer {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** @param printedFor whose turns it takes: the company's, or those of a stranger's network */
export async function printAnswer(
  { store, checker }: Pick<ApiDeps, 'store' | 'checker'>,
  company: Company,
  document: DocumentRecord,
  { paper, printedFor }: { readonly paper: Paper; readonly printedFor: number | string },
): Promise<PrintAnswer> {
  const { content, order } = await printJobOf(store, company, document, paper);
  const pdf = await checker.print(printedFor, content, order);
  return pdfAnswer(pdf, `${document.encf}-${paper}.pdf`);
}

/**
 * Safari shows a PDF through an element and a style that it adds itself, and holds both to the policy of the answer. Without these two
 * permissions the page stays empty, or shows the PDF in a small corner.
 */
const pdfPolicy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export function pdfAnswer(pdf: Uint8Array, name: string): PrintAnswer {
  const body = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  return {
    body,
    type: 'pdf',
    headers: {
      // The bytes change with the voucher's state, so a copy must be checked each time.
      'Cache-Control': 'private, no-cache',
      ETag: `"${createHash('sha256').update(body).digest('base64url')}"`,
      'Content-Disposition': `inline; filename="${name}"`,
      'Content-Security-Policy': pdfPolicy,
    },
  };
}

export function readPaper(text: unknown): Paper {
  const paper = paperNames.find((name) => name === (text ?? 'a4'));
  if (paper !== undefined) return paper;
  const mensaje = `format debe ser uno de: ${paperNames.join(', ')}.`;
  throw new ServiceError('REQUEST_INVALID', { campo: 'format', mensaje });
}
