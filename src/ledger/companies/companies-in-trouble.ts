/** The companies whose vouchers, numbers or certificate need somebody, for support. It reads a few indexes, and no voucher. */
import type { EcfType } from '../../ecf/model/ecf-types.js';
import type { SignerRefusal } from '../../ecf/model/document-states.js';
import type { Environment } from '../../ecf/model/environments.js';
import type { Collections } from '../collections.js';
import { certificateDays, companiesMax, stocks } from '../ledger-overview.js';
import type { StockThresholds } from '../numbers/stock-warnings.js';
import { openMax, questionMs } from '../vouchers/open-vouchers.js';

/** In the order of urgency. `left` of numbers and days is what is left; a certificate that ended has negative days. */
export type Trouble =
  | { readonly kind: 'suspended'; readonly reason: SignerRefusal; readonly since: Date }
  | { readonly kind: 'waiting'; readonly vouchers: number; readonly since: Date }
  | { readonly kind: 'no-certificate' }
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

/** Nobody works through more at once. */
const shownMax = 200;
const kinds: readonly Trouble['kind'][] = [
  ...([
    'suspended',
    'waiting',
    'no-certificate',
    'certificate-ends',
    'numbers-low',
    'numbers-expire',
  ] as const),
];

export function createCompaniesInTrouble(collections: Collections) {
  return {
    /** The worst first. `whole` is false if there is more than was read or is shown. */
    companiesInTrouble: async (now: Date, thresholds: TroubleThresholds) => {
      const [companies, waiting, certificates, stock] = await Promise.all([
        collections.companies
          .find(
            {},
            { projection: { rnc: 1, razonSocial: 1, environment: 1, suspended: 1 }, maxTimeMS: questionMs },
          )
          .sort({ _id: 1 })
          .limit(companiesMax + 1)
          .toArray(),
        waitingOf(collections),
        certificateDays(collections, now),
        stocks(collections, now),
      ]);
      const daysOf = new Map(certificates.map(({ companyId, daysLeft }) => [companyId, daysLeft]));
      const found = companies
        .slice(0, companiesMax)
        .flatMap(({ _id: companyId, ...company }): CompanyInTrouble[] => {
          const { environment, suspended, rnc, razonSocial } = company;
          const isHere = (one: Own) => one.companyId === companyId && one.environment === environment;
          const days = daysOf.get(companyId);
          const troubles: Trouble[] = [
            ...(suspended?.environment === environment
              ? [{ kind: 'suspended', reason: suspended.reason, since: suspended.since } as const]
              : []),
            ...waiting
              .filter(isHere)
              .map(({ vouchers, since }) => ({ kind: 'waiting', vouchers, since }) as const),
            ...(days === undefined ? [{ kind: 'no-certificate' } as const] : []),
            ...(days !== undefined && days <= thresholds.certificateDays
              ? [{ kind: 'certificate-ends', days } as const]
              : []),
            ...stock.sequences.filter(isHere).flatMap((one) => troublesOf(one, thresholds)),
          ];
          return troubles.length === 0
            ? []
            : [{ companyId, rnc, razonSocial, environment, troubles: sorted(troubles) }];
        });
      found.sort((a, b) => urgencyOf(a) - urgencyOf(b) || a.companyId - b.companyId);
      const whole = companies.length <= companiesMax && stock.whole && found.length <= shownMax;
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

interface Stock {
  readonly ecfType: EcfType;
  readonly numbersLeft: number;
  readonly daysLeft: number | null;
}

function troublesOf(
  { ecfType, numbersLeft, daysLeft }: Stock,
  { lowNumbers, expiryDays }: TroubleThresholds,
): Trouble[] {
  return [
    ...(numbersLeft <= lowNumbers ? [{ kind: 'numbers-low', ecfType, left: numbersLeft } as const] : []),
    ...(numbersLeft > 0 && daysLeft !== null && daysLeft <= expiryDays
      ? [{ kind: 'numbers-expire', ecfType, days: daysLeft } as const]
      : []),
  ];
}

function sorted(troubles: readonly Trouble[]): readonly Trouble[] {
  return [...troubles].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
}

function urgencyOf({ troubles: [first] }: CompanyInTrouble): number {
  return first === undefined ? kinds.length : kinds.indexOf(first.kind);
}
