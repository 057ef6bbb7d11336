/** Fetches a CRL. The address is in a company's certificate, so a stranger chose it; the CRL is signed, so http is allowed too. */
import { request } from 'undici';
import { isDownloadAddress, PrivateAddressError, publicOnly } from '../shared/public-address.js';
import { readLimited } from './read-limited.js';

/** Of one address, with its redirects. */
const timeoutMs = 30_000;
/** Authorities of millions of certificates have 1 MB. */
export const crlBytesMax = 10 * 1024 * 1024;
/** To https, and to another host. */
const redirectsMax = 3;

export type FetchedCrl =
  | { readonly outcome: 'fetched'; readonly bytes: Buffer }
  /** What to tell an operator. */
  | { readonly outcome: 'failed'; readonly reason: string };

export interface CrlFetch {
  readonly addresses: 'public' | 'any';
  readonly stopping: AbortSignal;
}

/** Never rejects. */
export async function fetchCrl(address: string, { addresses, stopping }: CrlFetch): Promise<FetchedCrl> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
  const guard = addresses === 'public' ? { dispatcher: publicOnly } : {};
  try {
    let url = new URL(address);
    for (let hops = 0; hops <= redirectsMax; hops += 1) {
      if (!isDownloadAddress(url, addresses)) return failed('ADDRESS_REFUSED');
      const headers = { 'user-agent': 'ecf-issuer', accept: '*/*', 'accept-encoding': 'identity' };
      const response = await request(url, { headers, signal, ...guard });
      const { location } = response.headers;
      if (response.statusCode === 200) {
        const bytes = await readLimited(response.body, crlBytesMax);
        return bytes === undefined ? failed('TOO_LARGE') : { outcome: 'fetched', bytes };
      }
      await response.body.dump();
      if (response.statusCode < 300 || response.statusCode > 399 || typeof location !== 'string')
        return failed(`HTTP ${response.statusCode}`);
      url = new URL(location, url);
    }
    return failed('TOO_MANY_REDIRECTS');
  } catch (error) {
    if (error instanceof PrivateAddressError) return failed('ADDRESS_REFUSED');
    const { code, name } = error as NodeJS.ErrnoException;
    return failed(typeof code === 'string' ? code : name);
  }
}

function failed(reason: string): FetchedCrl {
  return { outcome: 'failed', reason };
}
