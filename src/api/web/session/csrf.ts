/**
 * Refuses a request that changes something and comes from another site's page. The cookie is SameSite=Strict; this is the second
 * lock. Browsers set Sec-Fetch-Site themselves, and a page cannot change it. Old browsers send Origin only.
 */
import type { Request, RequestHandler } from 'express';
import { WebError } from '../web-error.js';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The JSON content type is checked where the body is read: a page of another site cannot send it without asking first. */
export const refuseOtherSites: RequestHandler = (req, _res, next) => {
  if (!safeMethods.has(req.method) && !isFromOurPage(req)) throw new WebError('CROSS_SITE_REFUSED');
  next();
};

function isFromOurPage(req: Request): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = req.get('origin');
  return origin !== undefined && origin === originOf(req);
}

/** How the browser names this service. X-Forwarded-Proto and -Host are believed from a declared proxy only. */
export function originOf(req: Request): string {
  // Express's `host` obeys trust proxy.
  return `${req.protocol}://${req.host}`;
}
