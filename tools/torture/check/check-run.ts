/** Checks a run from the simulator's record, the ledger and the clients. Each violation begins with its code. */
import { checkNumbers } from './check-numbers.js';
import { checkVoucher } from './check-voucher.js';
import { groupedBy } from './grouped-by.js';
import type { Evidence, VoucherResult } from './run-evidence.js';

export function checkRun(evidence: Evidence): string[] {
  const received = groupedBy(evidence.received, ({ rncEmisor, encf }) => `${rncEmisor}:${encf}`);
  const refused = groupedBy(evidence.refused, ({ fileName }) => fileName);
  const documents = new Map(evidence.documents.map((one) => [keyOf(one), one]));
  const attempts = groupedBy(
    evidence.attempts.map(({ document }) => document),
    keyOf,
  );
  const found = evidence.results.flatMap((result) => {
    const key = keyOf(result);
    const document = documents.get(key);
    if (document === undefined) return [`MISSING: ${key} was reported to a client and is not in the ledger`];
    return checkVoucher({
      result,
      document,
      attempts: attempts.get(key) ?? [],
      received: received.get(`${result.rnc}:${result.encf}`) ?? [],
      refused: refused.get(`${document.rncEmisor}${document.encf}.xml`) ?? [],
    });
  });
  return [
    ...found,
    ...unknownVouchers(evidence.results, documents.keys(), received.keys()),
    ...checkNumbers(evidence),
  ];
}

function unknownVouchers(
  results: readonly VoucherResult[],
  inLedger: Iterable<string>,
  atDgii: Iterable<string>,
): string[] {
  const sent = new Set(results.map(keyOf));
  const sentToDgii = new Set(results.map(({ rnc, encf }) => `${rnc}:${encf}`));
  return [
    ...[...inLedger]
      .filter((key) => !sent.has(key))
      .map((key) => `UNKNOWN-VOUCHER: the ledger has ${key}, which no client sent`),
    ...[...atDgii]
      .filter((key) => !sentToDgii.has(key))
      .map((key) => `UNKNOWN-VOUCHER: DGII has ${key}, which no client sent`),
  ];
}

function keyOf({ companyId, encf }: { readonly companyId: number; readonly encf: string }): string {
  return `${companyId}:${encf}`;
}
