/**
 * The CRLs of the authorities that issued the companies' certificates: which one each address had on which day. A CRL itself is a file, once
 * for all companies.
 */
import type { IndexDescription } from 'mongodb';
import type { Day } from './manifest-record.js';

export interface CrlRecord {
  /** `{place}:{day}:{issuer's key}`: what `crlSourcesOf` says of a certificate (signing/verify/crl-points.ts), and the day. */
  readonly _id: string;
  readonly sha256: string;
  readonly url: string;
  /** The authority, for people. */
  readonly issuer: string;
  /** PEM of the certificate whose key signed the CRL. Absent: nobody checked the signature. */
  readonly issuerPem?: string;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  readonly fetchedAt: Date;
}

/** When a worker next asks for a CRL. */
export interface CrlSourceRecord {
  /** `{place}:{issuer's key}`. */
  readonly _id: string;
  readonly dueAt: Date;
  readonly triedAt: Date;
  /** Since the last success. */
  readonly tries: number;
  readonly fault?: string;
  readonly failingSince?: Date;
}

/** No certificate has named it for this time. */
const forgottenAfterSeconds = 90 * 86_400;

export const crlSourceIndexes: IndexDescription[] = [
  { name: 'expiry', key: { triedAt: 1 }, expireAfterSeconds: forgottenAfterSeconds },
];

/** The files of no company in particular. */
export const noCompany = 0;

export const crlFolder = 'crl/';
export const crlIndexPath = `${crlFolder}index.csv`;
export const crlPath = (sha256: string) => `${crlFolder}${sha256}.crl`;

export function crlId({ place, key }: { readonly place: string; readonly key: string }, day: Day): string {
  return `${place}:${day}:${key}`;
}

export function placeOf({ _id }: Pick<CrlRecord, '_id'>): string {
  return _id.slice(0, _id.indexOf(':'));
}

export function dayOf({ _id }: Pick<CrlRecord, '_id'>): Day {
  return _id.split(':')[1] ?? '';
}
