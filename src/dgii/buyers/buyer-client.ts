/**
 * The client of other taxpayers' receivers: it sends our vouchers to their buyers and our approvals to the issuers. A receiver gets a token
 * of its own; DGII's tokens never leave DGII's client. Each call returns a value that says what is certain.
 */
import { authenticate } from '../auth/authenticate.js';
import {
  createTokenCache,
  type Credentials,
  type TokenCache,
  type TokenOutcome,
} from '../auth/token-cache.js';
import { withDeadline } from '../deadline.js';
import type { Exchange, Http } from '../http.js';
import { multipartXml } from '../multipart.js';
import type { DirectoryEntry, Obstacle } from '../replies/answers.js';
import { authenticationUrls, receiverUrl, tokenSources, type PrivateAddresses } from './addresses.js';
import { createBuyerHttp } from './buyer-http.js';

export interface BuyerClientOptions {
  readonly privateAddresses: PrivateAddresses;
  /** `off`: no seed of a stranger is signed, so everything is sent without a token (docs/develop/delivering.md). */
  readonly authentication: 'on' | 'off';
  readonly timeoutMs: number;
  readonly clock: () => Date;
}

export type BuyerAnswer =
  /** The receiver's answer, whatever it is; the caller reads it. `cut`: only its beginning arrived. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly contentType: string;
      readonly bytes: Buffer;
      readonly cut: boolean;
    }
  /** Certainly nothing arrived. `no-address`: the directory has no address that we may call. */
  | { readonly kind: 'not-sent'; readonly cause: Obstacle | 'no-address'; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

export interface BuyerFile {
  /** `{RNCEmisor}{eNCF}.xml` for a voucher, `{RNCComprador}{eNCF}.xml` for an approval. */
  readonly fileName: string;
  readonly xml: string | Uint8Array;
}

export interface Correspondents {
  readonly auth: Credentials;
  readonly entry: DirectoryEntry;
}

export type BuyerClient = ReturnType<typeof createBuyerClient>;

interface BuyerAuth extends Credentials {
  readonly authentication: readonly string[];
}

/** One delivery and, after a 401, one more with a fresh token. */
const roundsMax = 2;
/** How long we remember that a receiver has no authentication service. */
const tokenlessMs = 10 * 60_000;

export function createBuyerClient({
  privateAddresses,
  authentication,
  timeoutMs,
  clock,
}: BuyerClientOptions) {
  const http = createBuyerHttp({
    timeoutMaxMs: timeoutMs,
    privateAddresses,
  });
  const tokens = createTokenCache<BuyerAuth>({
    obtain: (auth) => obtainToken(http, auth, privateAddresses, timeoutMs),
    clock,
    scope: (auth) => auth.authentication.join(' '),
  });

  return {
    /** The answer is the acknowledgement (ARECF), if the receiver keeps to the rules. */
    deliverVoucher: ({ auth, entry }: Correspondents, file: BuyerFile, signal: AbortSignal) =>
      deliver(
        { ...auth, authentication: tokenSourcesOf(entry, entry.urlRecepcion) },
        receiverUrl(entry.urlRecepcion, 'reception', privateAddresses),
        file,
        signal,
      ),

    /** The receiver answers 200 or 400. */
    deliverApproval: ({ auth, entry }: Correspondents, file: BuyerFile, signal: AbortSignal) =>
      deliver(
        { ...auth, authentication: tokenSourcesOf(entry, entry.urlAceptacion) },
        receiverUrl(entry.urlAceptacion, 'approval', privateAddresses),
        file,
        signal,
      ),

    close: () => http.close(),
  };

  function tokenSourcesOf({ urlOpcional }: DirectoryEntry, destination: string | null): readonly string[] {
    return authentication === 'off' ? [] : tokenSources(urlOpcional, destination);
  }

  function deliver(
    auth: BuyerAuth,
    url: URL | undefined,
    { fileName, xml }: BuyerFile,
    outer: AbortSignal | undefined,
  ): Promise<BuyerAnswer> {
    return withDeadline<BuyerAnswer>(timeoutMs, outer, async (signal) => {
      if (url === undefined) return { kind: 'not-sent', cause: 'no-address', detail: '' };
      const form = multipartXml(fileName, xml);
      const headers = { 'content-type': form.contentType, accept: 'application/xml, text/xml, */*' };
      for (let round = 1; ; round += 1) {
        const token = await tokenFor(tokens, auth, signal);
        if (typeof token !== 'string') return token;
        const bearer: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
        const request = { url, method: 'POST', headers: { ...headers, ...bearer }, body: form.body } as const;
        const exchange = await http.exchange(request, signal);
        if (exchange.outcome === 'failed') return failed(exchange);
        const { status, contentType, bytes, cut } = exchange;
        if (status !== 401) return { kind: 'answered', status, contentType, bytes, cut };
        tokens.drop(auth, token);
        if (round === roundsMax || auth.authentication.length === 0)
          return { kind: 'not-sent', cause: 'unauthorized', detail: 'HTTP 401' };
      }
    });
  }
}

/** The token; `''` if the receiver asks for none. */
async function tokenFor(
  tokens: TokenCache<BuyerAuth>,
  auth: BuyerAuth,
  signal: AbortSignal,
): Promise<string | Extract<BuyerAnswer, { kind: 'not-sent' }>> {
  if (auth.authentication.length === 0) return '';
  const taken = await tokens.take(auth, signal);
  if (taken.ok) return taken.token;
  return { kind: 'not-sent', cause: taken.obstructed.cause, detail: taken.obstructed.detail };
}

/**
 * Asks the address that the directory names. If there is no such service, it may be beside the reception; DGII's own test entry
 * is like that. If it is not there either, we send without a token.
 */
async function obtainToken(
  http: Http,
  auth: BuyerAuth,
  privateAddresses: PrivateAddresses,
  timeoutMs: number,
): Promise<TokenOutcome> {
  for (const written of auth.authentication) {
    const addresses = authenticationUrls(written, privateAddresses);
    if (addresses === undefined) continue;
    const outcome = await authenticate(http, addresses, auth, timeoutMs);
    const absent = !outcome.ok && [404, 405].includes(outcome.obstructed.reply?.httpStatus ?? 0);
    if (!absent) return outcome;
  }
  return { ok: true, token: '', lifetimeMs: tokenlessMs };
}

function failed({
  started,
  reason,
  detail,
}: Extract<Exchange, { outcome: 'failed' }>): Exclude<BuyerAnswer, { kind: 'answered' }> {
  if (started) return { kind: 'unknown', detail: `${reason}: ${detail}` };
  const cause = reason === 'timeout' || reason === 'broken' ? 'unreachable' : reason;
  return { kind: 'not-sent', cause, detail };
}
