/** The CRLs that belong to a company: of the authorities that issued the certificates with which it signs, and those authorities' own. */
import { X509Certificate } from 'node:crypto';
import { dayOf, placeOf, type CrlRecord } from '../../ledger/archive/crl-record.js';
import type { Day } from '../../ledger/archive/manifest-record.js';
import type { Store } from '../../ledger/ledger.js';
import { crlSourcesOf } from '../../signing/verify/crl-points.js';

/** A company has a new certificate each year or two. */
const certificatesMax = 100;

/** Those that were fetched on these days, both included, the oldest first. */
export async function crlsOfCompany(
  store: Pick<Store, 'listCertificates' | 'listCrls'>,
  companyId: number,
  days: { readonly from: Day; readonly to: Day },
): Promise<readonly CrlRecord[]> {
  const stored = await store.listCertificates(companyId, certificatesMax);
  const sources = stored.flatMap(({ certificatePem, issuersPem = [] }) =>
    crlSourcesOf([certificatePem, ...issuersPem]),
  );
  const found = await store.listCrls([...new Set(sources.map(({ place }) => place))], days);
  // Another company may have another authority under the same name.
  const own = found.filter(({ _id, issuerPem }) => {
    if (issuerPem === undefined) return true;
    const { publicKey } = new X509Certificate(issuerPem);
    return sources.some(
      ({ place, certificate }) => place === placeOf({ _id }) && certificate.verify(publicKey),
    );
  });
  // Companies without the authority's certificate have the same CRL once more, unchecked. The checked one says more.
  const checkedLast = [...own].sort((a, b) => Number('issuerPem' in a) - Number('issuerPem' in b));
  const each = new Map(checkedLast.map((one) => [`${placeOf(one)} ${dayOf(one)} ${one.sha256}`, one]));
  return [...each.values()].sort((a, b) => a.fetchedAt.getTime() - b.fetchedAt.getTime());
}
