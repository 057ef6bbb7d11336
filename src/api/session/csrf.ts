/**
 * Refuses a request that changes something and comes from another site's page. The SameSite=Strict cookie already prevents such requests;
 * this check is the second protection. Browsers set Sec-Fetch-Site themselves, and a page cannot change it. Old browsers send only Origin.
 */
import type { Request, RequestHandler } from 'express';
import { WebError } from '../web/web-error.js';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The code that reads the body checks its content type, JSON or plain bytes: another site's page cannot send these types without asking our
 * server first.
 */
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

/** The origin of this service as browsers see it. X-Forwarded-Proto and -Host count only if a declared proxy sent them. */
function originOf(req: Request): string {
  return `${req.protocol}://${req.host}`;
}
