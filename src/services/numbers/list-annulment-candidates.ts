/** The numbers that a company may want to void. */
import { rangeOf, rangesOf, type EncfRange, type SerialRun } from '../../ecf/annulment/encf-ranges.js';
import type { Store } from '../../ledger/ledger.js';
import type { Company } from '../../ledger/companies/company.js';

interface AnnulmentCandidates {
  /** Numbers that were handed out and never sent. */
  readonly unused: readonly EncfRange[];
  /** Numbers that DGII granted and that were never handed out. */
  readonly remaining: readonly EncfRange[];
  readonly more: boolean;
}

/** For each authorization, the most closed numbers that are read: numbers that were voided or locked and never handed out. */
const closedMax = 10_000;

function withoutClosed(closed: readonly number[], { type, from, to }: SerialRun): EncfRange[] {
  const left: EncfRange[] = [];
  let next = from;
  for (const n of [...closed, to + 1]) {
    if (next < n) left.push(rangeOf({ type, from: next, to: n - 1 }));
    next = n + 1;
  }
  return left;
}

/**
 * Numbers that a company may want to void. A number that was handed out after `reservedBefore` is left out, because it may still be sent.
 */
export async function annulmentCandidates(
  { store }: { readonly store: Pick<Store, 'unused' | 'listAuthorizations' | 'highestOf' | 'findClosed'> },
  { companyId, environment }: Pick<Company, 'companyId' | 'environment'>,
  reservedBefore: Date,
): Promise<AnnulmentCandidates> {
  const page = await store.unused({ companyId, environment, reservedBefore, limit: 1_000 });
  const authorizations = await store.listAuthorizations(companyId, environment);
  const remaining: EncfRange[] = [];
  for (const authorization of authorizations) {
    const { ecfType: type, first, to } = authorization;
    const sequence = { companyId, environment, ecfType: type };
    const highest = await store.highestOf(sequence, authorization);
    const from = (highest ?? first - 1) + 1;
    if (from > to) continue;
    const closed = await store.findClosed(sequence, { from, to }, closedMax);
    // Only the numbers up to the last closed one that was read are certain. A later call offers the numbers after it.
    const end = closed.length < closedMax ? to : (closed.at(-1) ?? to);
    remaining.push(...withoutClosed(closed, { type, from, to: end }));
  }
  return { unused: rangesOf(page.numbers.map(({ encf }) => encf)), remaining, more: page.next !== undefined };
}
