/**
 * The addresses of another taxpayer's receiver, from what that taxpayer wrote into DGII's directory: a host, a prefix, or a full
 * path, with or without `https://` (Descripción técnica de servicios de emisores electrónicos, pp. 8-12).
 */
import { isPublicHost } from '../../shared/public-address.js';
import type { AuthenticationAddresses } from '../auth/authenticate.js';
import { withoutAccents } from '../../ecf/without-accents.js';

/** `refuse`: only https to public addresses. `allow`: anything, where the buyers are imitated. */
export type PrivateAddresses = 'refuse' | 'allow';

const paths = {
  reception: ['fe', 'recepcion', 'api', 'ecf'],
  approval: ['fe', 'aprobacioncomercial', 'api', 'ecf'],
  authentication: ['fe', 'autenticacion', 'api'],
} as const;

/** Undefined if the directory's text is not an address, or if we must not call it. */
export function receiverUrl(
  written: string | null,
  service: 'reception' | 'approval',
  allowed: PrivateAddresses,
): URL | undefined {
  return withPath(written, paths[service], allowed);
}

export function authenticationUrls(
  written: string | null,
  allowed: PrivateAddresses,
): AuthenticationAddresses | undefined {
  const base = written?.replace(/\/(semilla|validacioncertificado)\/*\s*$/i, '') ?? null;
  const url = withPath(base, paths.authentication, allowed);
  if (url === undefined) return undefined;
  return { seed: new URL(`${url.href}/semilla`), token: new URL(`${url.href}/validacioncertificado`) };
}

/**
 * The addresses that may give us a token of a taxpayer, the likeliest first: the one that it declares, then `destination`, to which we will
 * send the token. If it declares none, it asks for no token. A token from DGII would open DGII's services in our name. So we never send one
 * to anybody but DGII, whatever the directory says.
 */
export function tokenSources(declared: string | null, destination: string | null): readonly string[] {
  if (declared === null) return [];
  const foreign = isAtDgii(declared) && !(destination !== null && isAtDgii(destination));
  return [...(foreign ? [] : [declared]), ...(destination === null ? [] : [destination])];
}

function isAtDgii(written: string): boolean {
  const host = withPath(written, [], 'allow')?.hostname ?? '';
  return /(^|\.)dgii\.gov\.do\.?$/i.test(host);
}

function withPath(
  written: string | null,
  path: readonly string[],
  allowed: PrivateAddresses,
): URL | undefined {
  const text = written?.trim() ?? '';
  if (text === '') return undefined;
  const given = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(given)) return undefined;
  const url = new URL(given);
  if (url.username !== '' || url.password !== '' || !mayCall(url, allowed)) return undefined;
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const present = [...path.keys(), path.length]
    .reverse()
    .find((count) => endsWith(segments, path.slice(0, count)));
  url.pathname = [...segments, ...path.slice(present)].join('/');
  url.search = '';
  url.hash = '';
  return url;
}

/** Receivers ignore case, and DGII once printed `recepción`. */
function endsWith(segments: readonly string[], path: readonly string[]): boolean {
  const end = segments.slice(segments.length - path.length);
  return end.length === path.length && end.every((segment, index) => plain(segment) === path[index]);
}

function plain(segment: string): string {
  return withoutAccents(decoded(segment)).toLowerCase();
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A name is checked once more when it is looked up (buyer-http.ts). */
export function mayCall(url: URL, allowed: PrivateAddresses): boolean {
  if (allowed === 'allow') return url.protocol === 'https:' || url.protocol === 'http:';
  return url.protocol === 'https:' && isPublicHost(url);
}
