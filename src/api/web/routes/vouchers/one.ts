/** One voucher: what the screen shows, its JSON and its signed XML. */
import { createHash } from 'node:crypto';
import { parseEncf } from '../../../../ecf/model/encf.js';
import type { DocumentRecord } from '../../../../ledger/vouchers/document-record.js';
import { ServiceError } from '../../../../shared/errors.js';
import type { RouteDeps } from '../../route-deps.js';
import { WebError } from '../../web-error.js';
import { FileAnswer, type WebRequest, type WebRoute } from '../../web-route.js';
import { voucherView, type Attempts } from './voucher-view.js';

const path = '/companies/:companyId/:environment/vouchers/:encf';

export function oneRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, config } = deps;
  return [
    {
      ...{ method: 'get', path, permission: 'read' },
      handle: async (request) => {
        const { document, attempts } = await findVoucher(deps, request);
        return voucherView(document, attempts, config.web.temporalUiUrl);
      },
    },
    {
      ...{ method: 'get', path: `${path}/json`, permission: 'read' },
      handle: async (request) => {
        const { document } = await findVoucher(deps, request);
        const bytes = await store.getFileBytes(document.contentFile);
        return new FileAnswer(`${document.encf}.json`, 'application/json', bytes);
      },
    },
    {
      ...{ method: 'get', path: `${path}/xml`, permission: 'read' },
      handle: async (request) => {
        const { document } = await findVoucher(deps, request);
        const { signed, rncEmisor, encf } = document;
        if (signed === undefined) throw new WebError('XML_NOT_SIGNED');
        const bytes = await store.getFileBytes(signed.file);
        if (createHash('sha256').update(bytes).digest('hex') !== signed.sha256)
          throw new Error(`The signed XML of ${encf} is not the one that was signed`);
        return new FileAnswer(`${rncEmisor}${encf}.xml`, 'application/xml', bytes);
      },
    },
  ];
}

/** The attempt that the request names, else the latest. Throws ECF_NOT_FOUND or ATTEMPT_NOT_FOUND. */
export async function findVoucher(
  { store }: RouteDeps,
  {
    company: { companyId },
    environment,
    params,
    query,
  }: Pick<WebRequest, 'company' | 'environment' | 'params' | 'query'>,
): Promise<{ readonly document: DocumentRecord; readonly attempts: Attempts }> {
  const encf = parseEncf(params['encf']);
  if (encf === undefined) throw new ServiceError('ENCF_INVALID', { campo: 'encf' });
  const latest = await store.findDocument(companyId, environment, encf.text);
  if (latest === undefined) throw new ServiceError('ECF_NOT_FOUND');
  const earlier = await store.earlierAttempts(latest);
  const wanted = query['attempt'] === undefined ? latest.attempt : Number(query['attempt']);
  const document = [latest, ...earlier].find(({ attempt }) => attempt === wanted);
  if (document === undefined) throw new WebError('ATTEMPT_NOT_FOUND');
  return { document, attempts: { latest, earlier } };
}
