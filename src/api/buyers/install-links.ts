/**
 * `/c/{token}`: the buyer's link. It is public, so every invalid link gets the same 404, and the proxy limits the requests of one address.
 * The page does not offer the signed XML: clients never handle it (specification §1.3), and clients have this link too.
 */
import type { Express, Request, Response } from 'express';
import type { Company } from '../../ledger/companies/company.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { findDocument } from '../../services/vouchers/find-voucher.js';
import type { Client } from '../http/client-address.js';
import type { ApiDeps } from '../deps.js';
import type { FairQueue } from '../../shared/fair-queue.js';
import { printAnswer, readPaper } from '../vouchers/document-print.js';
import { buyerPage, notFoundPage, pagePolicy } from './buyer-page.js';
import { openToken } from '../../services/buyers/link-token.js';

interface LinkGuards {
  readonly clientOf: (req: Request) => Client;
  /** PDFs, by network. */
  readonly prints: FairQueue<string>;
}

interface Found {
  readonly document: DocumentRecord;
  readonly company: Company;
}

export function installLinks(app: Express, deps: ApiDeps, guards: LinkGuards): void {
  if (deps.config.publicUrl === '') return;
  app.get('/c/:token', async (req, res) => {
    const token = tokenIn(req);
    const found = await findLinked(deps, token);
    if (found === undefined) notFound(res);
    else showPage(res.status(200), buyerPage(found.document, found.company, token));
  });
  app.get('/c/:token/pdf', async (req, res) => {
    const found = await findLinked(deps, tokenIn(req));
    if (found === undefined) {
      notFound(res);
      return;
    }
    const paper = readPaper(req.query['format']);
    const { network } = guards.clientOf(req);
    const { body, headers } = await guards.prints.run(network, () =>
      printAnswer(deps, found.company, found.document, { paper, printedFor: network }),
    );
    res.set(headers).set('X-Robots-Tag', 'noindex, nofollow').status(200).type('pdf').send(body);
  });
  app.get(/^\/c(\/|$)/, (_req, res) => notFound(res));
}

async function findLinked(deps: ApiDeps, token: string): Promise<Found | undefined> {
  const opened = openToken(token);
  if (opened === undefined) return undefined;
  const { store } = deps;
  const { companyId } = opened.voucher;
  const key = await store.findLinkKey(companyId);
  if (key === undefined || !opened.madeWith(key)) return undefined;
  const [found, company] = await Promise.all([
    findDocument(deps, opened.voucher),
    store.findCompany(companyId),
  ]);
  return found.outcome === 'found' && company ? { document: found.document, company } : undefined;
}

function notFound(res: Response): void {
  showPage(res.status(404), notFoundPage);
}

function showPage(res: Response, html: string): void {
  res
    .set({ 'Content-Security-Policy': pagePolicy, 'X-Robots-Tag': 'noindex, nofollow' })
    .type('html')
    .send(html);
}

function tokenIn(req: Request): string {
  return String(req.params['token']);
}
