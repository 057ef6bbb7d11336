/** The companies whose vouchers, numbers or certificate need somebody, for support. It reads a few indexes, and no voucher. */
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { SignerRefusal } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../collections.js';
import {
  certificateDays,
  companiesMax,
  stocks,
  type CertificateDays,
  type SequenceStock,
} from '../ledger-overview.js';
import type { StockThresholds } from '../numbers/stock-warnings.js';
import { openMax, questionMs } from '../vouchers/lists/open-vouchers.js';
import type { Company } from './company.js';

/** In the order of urgency. `left` of numbers and days is what is left; a certificate that ended has negative days. */
export type Trouble =
  | { readonly kind: 'suspended'; readonly reason: SignerRefusal; readonly since: Date }
  | { readonly kind: 'waiting'; readonly vouchers: number; readonly since: Date }
  | { readonly kind: 'no-certificate' }
  | { readonly kind: 'certificate-revoked'; readonly since: Date }
  | { readonly kind: 'certificate-ends'; readonly days: number }
  | { readonly kind: 'numbers-low'; readonly ecfType: EcfType; readonly left: number }
  | { readonly kind: 'numbers-expire'; readonly ecfType: EcfType; readonly days: number };

export interface CompanyInTrouble {
  readonly companyId: number;
  readonly rnc: string;
  readonly razonSocial: string;
  readonly environment: Environment;
  /** The most urgent first. */
  readonly troubles: readonly Trouble[];
}

export interface TroubleThresholds extends StockThresholds {
  readonly certificateDays: number;
}

const shown = { rnc: 1, razonSocial: 1, environment: 1, suspended: 1 } as const;
/** Nobody works through more at once. */
const shownMax = 200;
const kinds: readonly Trouble['kind'][] = [
  ...(['suspended', 'waiting', 'no-certificate', 'certificate-revoked', 'certificate-ends'] as const),
  ...(['numbers-low', 'numbers-expire'] as const),
];

export function createCompaniesInTrouble(collections: Collections) {
  return {
    /** The worst first. `whole` is false if there is more than was read or is shown. */
    companiesInTrouble: async (now: Date, thresholds: TroubleThresholds) => {
      const [companies, waiting, certificates, stock] = await Promise.all([
        collections.companies
          .find({}, { projection: shown, maxTimeMS: questionMs })
          .sort({ _id: 1 })
          .limit(companiesMax + 1)
          .toArray(),
        waitingOf(collections),
        certificateDays(collections, now),
        stocks(collections, now),
      ]);
      const known = {
        waiting: new Map(waiting.map((one) => [placeOf(one), one])),
        certificates: new Map(certificates.map((one) => [one.companyId, one])),
        stocks: inPlaces(stock.sequences),
      };
      const found = companies
        .slice(0, companiesMax)
        .flatMap(({ _id: companyId, rnc, razonSocial, environment, suspended }) => {
          const troubles = troublesOf({ companyId, environment, suspended }, known, thresholds);
          return troubles.length === 0 ? [] : [{ companyId, rnc, razonSocial, environment, troubles }];
        });
      found.sort((a, b) => urgencyOf(a) - urgencyOf(b) || a.companyId - b.companyId);
      const isWaitingWhole = waiting.reduce((sum, { vouchers }) => sum + vouchers, 0) < openMax;
      const whole =
        companies.length <= companiesMax && stock.whole && isWaitingWhole && found.length <= shownMax;
      return { companies: found.slice(0, shownMax), whole };
    },
  };
}

interface Own {
  readonly companyId: number;
  readonly environment: Environment;
}

interface Waiting extends Own {
  readonly vouchers: number;
  readonly since: Date;
}

/** Reads only keys of the index of those that wait. */
function waitingOf({ documents }: Pick<Collections, 'documents'>): Promise<Waiting[]> {
  return documents
    .aggregate<Waiting>(
      [
        { $match: { 'waiting.reason': { $gt: '' } } },
        { $limit: openMax },
        {
          $group: {
            _id: { companyId: '$companyId', environment: '$environment' },
            vouchers: { $sum: 1 },
            since: { $min: '$receivedAt' },
          },
        },
        { $replaceWith: { $mergeObjects: ['$_id', { vouchers: '$vouchers', since: '$since' }] } },
      ],
      { hint: 'waiting', maxTimeMS: questionMs },
    )
    .toArray();
}

function placeOf({ companyId, environment }: Own): string {
  return `${companyId}:${environment}`;
}

function inPlaces(sequences: readonly SequenceStock[]): ReadonlyMap<string, readonly SequenceStock[]> {
  const places = new Map<string, SequenceStock[]>();
  for (const one of sequences) {
    const others = places.get(placeOf(one));
    if (others === undefined) places.set(placeOf(one), [one]);
    else others.push(one);
  }
  return places;
}

interface Known {
  readonly waiting: ReadonlyMap<string, Waiting>;
  readonly certificates: ReadonlyMap<number, CertificateDays>;
  readonly stocks: ReadonlyMap<string, readonly SequenceStock[]>;
}

function troublesOf(
  { suspended, ...company }: Own & { readonly suspended: Company['suspended'] },
  known: Known,
  thresholds: TroubleThresholds,
): readonly Trouble[] {
  const place = placeOf(company);
  const troubles: Trouble[] = (known.stocks.get(place) ?? []).flatMap((one) =>
    stockTroubles(one, thresholds),
  );
  if (suspended?.environment === company.environment)
    troubles.push({ kind: 'suspended', reason: suspended.reason, since: suspended.since });
  const waiting = known.waiting.get(place);
  if (waiting !== undefined)
    troubles.push({ kind: 'waiting', vouchers: waiting.vouchers, since: waiting.since });
  const { daysLeft: days, revokedAt: since } = known.certificates.get(company.companyId) ?? {};
  if (since !== undefined) troubles.push({ kind: 'certificate-revoked', since });
  if (days === undefined) troubles.push({ kind: 'no-certificate' });
  else if (days <= thresholds.certificateDays) troubles.push({ kind: 'certificate-ends', days });
  return troubles.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

function stockTroubles(
  { ecfType, numbersLeft, daysLeft }: SequenceStock,
  { lowNumbers, expiryDays }: TroubleThresholds,
): Trouble[] {
  const troubles: Trouble[] = [];
  if (numbersLeft <= lowNumbers) troubles.push({ kind: 'numbers-low', ecfType, left: numbersLeft });
  if (numbersLeft > 0 && daysLeft !== null && daysLeft <= expiryDays)
    troubles.push({ kind: 'numbers-expire', ecfType, days: daysLeft });
  return troubles;
}

function urgencyOf({ troubles: [first] }: CompanyInTrouble): number {
  return first === undefined ? kinds.length : kinds.indexOf(first.kind);
}
