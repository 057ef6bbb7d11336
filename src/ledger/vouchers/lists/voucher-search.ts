/**
 * What a voucher is found by: words and the amount, kept in its record and written with it (docs/develop/adr/0036-search-by-kept-words.md).
 * They are personal data, so no log, metric or error has any of them.
 */
import { Decimal128, type Collection, type Filter, type IndexDescription } from 'mongodb';
import { beginningMax, searchWords, type Sought } from '../../../ecf/search-words.js';
import type { Environment } from '../../../ecf/model/environments.js';
import { pageLimitMs } from '../../mongo/pages.js';
import type { AdmittedVoucher, DocumentRecord, VoucherSearch } from '../document-record.js';

export const voucherSearchIndexes: IndexDescription[] = [
  // Serves the search. A usual voucher enters it 30 to 50 times, once for each word and its beginnings, all in its first write.
  { name: 'search', key: { companyId: 1, environment: 1, 'search.words': 1, receivedAt: -1, encf: -1 } },
  { name: 'amount', key: { companyId: 1, environment: 1, 'search.amount': 1, receivedAt: -1, encf: -1 } },
  // Finds the vouchers of an earlier version, which the search does not find yet.
  { name: 'unindexed', key: { 'search.version': 1, companyId: 1 } },
];

/** What lists and sums read of a record. Version 1 lacks the amounts by rate, which the sums of a month need. */
export const listedVersion = 2;
export const earlierVersions: readonly number[] = [1];

export function voucherSearchOf(
  voucher: Omit<AdmittedVoucher, 'requestId' | 'correlationId'>,
): VoucherSearch {
  return {
    version: listedVersion,
    words: searchWords(voucher, voucher.externalReference),
    amount: Decimal128.fromString(voucher.montoTotal),
  };
}

/** The limits are decimal text, and both are included. */
export interface AmountRange {
  readonly from?: string;
  readonly to?: string;
}

interface Place {
  readonly companyId: number;
  readonly environment: Environment;
}

export function amountFilter({ from, to }: AmountRange): Filter<DocumentRecord> {
  return {
    'search.amount': {
      ...(from !== undefined && { $gte: Decimal128.fromString(from) }),
      ...(to !== undefined && { $lte: Decimal128.fromString(to) }),
    },
  };
}

/** Which word few vouchers have is clear after this many. */
const countedWords = 500;

/** Issued vouchers, or received ones. */
interface Counted {
  countDocuments(filter: object, options: object): Promise<number>;
}

interface FirstWord {
  readonly word: string | undefined;
  /** Whether many vouchers have it, so that another condition may leave fewer. */
  readonly isUsual: boolean;
}

/**
 * Finds the word that the fewest vouchers have. MongoDB reads the vouchers with it, and compares the other words in their records.
 * @param countsOne whether to count the vouchers also if there is only one word
 */
export async function rarestWord(
  documents: Counted,
  { companyId, environment }: Place,
  { words }: Sought,
  countsOne = false,
): Promise<FirstWord> {
  if (words.length < 2 && !countsOne) return { word: words[0], isUsual: false };
  const counted = await Promise.all(
    words.map(async (word) => {
      const filter = { companyId, environment, 'search.words': keptOf(word) };
      const options = { limit: countedWords, hint: 'search', maxTimeMS: pageLimitMs } as const;
      return { word, count: await documents.countDocuments(filter, options) };
    }),
  );
  counted.sort((a, b) => a.count - b.count || b.word.length - a.word.length);
  const [first] = counted;
  return { word: first?.word, isUsual: (first?.count ?? 0) >= countedWords };
}

/** MongoDB sorts so few vouchers of a range of amounts faster than it looks for them among all the others. */
const sortedAmounts = 5_000;

/** Whether few vouchers have such an amount, so that the index of amounts serves. */
export async function areAmountsRare(
  documents: Collection<DocumentRecord>,
  { companyId, environment }: Place,
  range: AmountRange,
): Promise<boolean> {
  const filter = { companyId, environment, ...amountFilter(range) };
  const options = { limit: sortedAmounts + 1, hint: 'amount', maxTimeMS: pageLimitMs } as const;
  return (await documents.countDocuments(filter, options)) <= sortedAmounts;
}

/** @param first the word that the index starts from; undefined: another index serves */
export function wordsFilter({ words }: Sought, first: string | undefined) {
  // Expressions, because MongoDB could start from any other form of condition, also from a word that most vouchers have.
  const compared = words.filter((word) => word !== first || keptOf(word) !== word).map(hasWord);
  return {
    ...(first !== undefined && { 'search.words': keptOf(first) }),
    ...(compared.length > 0 && { $expr: { $and: compared } }),
  };
}

/** The word or the beginning that vouchers keep of it. Amounts with cents are kept whole only. */
function keptOf(word: string): string {
  return isWhole(word) ? word : Array.from(word).slice(0, beginningMax).join('');
}

const isWhole = (word: string) => word.includes('.');

const keptWords = { $ifNull: ['$search.words', []] };

function hasWord(word: string) {
  if (isWhole(word) || keptOf(word) === word) return { $in: [word, keptWords] };
  const begins = { $eq: [{ $indexOfCP: ['$$kept', word] }, 0] };
  return { $anyElementTrue: [{ $map: { input: keptWords, as: 'kept', in: begins } }] };
}
