/** Checks the numbers that the service handed out: each once, none lost, none skipped. */
import { formatEncf } from '../../../src/ecf/model/encf.js';
import type { DeliveredNumber, Evidence, LedgerNumber, LedgerVoucher } from './run-evidence.js';
import { groupedBy } from './grouped-by.js';

export function checkNumbers({ numbers, reservations, documents, unused }: Evidence): string[] {
  const held = new Map(reservations.map((one) => [keyOf(one), one]));
  const lost = numbers
    .map(({ companyId, encf }) => `${companyId}:${encf}`)
    .filter((key) => !held.has(key))
    .map((key) => `NUMBER-LOST: ${key} was delivered and is not in the ledger`);
  return [
    ...checkDelivered(numbers),
    ...new Set(lost),
    ...checkSkipped(reservations),
    ...checkStates(held, documents),
    ...Object.entries(unused).flatMap(([companyId, listed]) =>
      checkListed(
        companyId,
        listed,
        reservations.filter((one) => String(one.companyId) === companyId),
      ),
    ),
  ];
}

/** A number belongs to one document, and a document has one number. Without a reference every request is a document. */
function checkDelivered(numbers: readonly DeliveredNumber[]): string[] {
  const found: string[] = [];
  const ownerOf = new Map<string, string | symbol>();
  const numberOf = new Map<string, string>();
  for (const { companyId, encf, reference } of numbers) {
    const key = `${companyId}:${encf}`;
    const owner = reference ?? Symbol(key);
    const otherOwner = ownerOf.get(key);
    if (otherOwner !== undefined && otherOwner !== owner)
      found.push(`NUMBER-TWICE: ${key} was delivered twice`);
    ownerOf.set(key, owner);
    if (reference === undefined) continue;
    const before = numberOf.get(reference);
    if (before !== undefined && before !== encf)
      found.push(`REFERENCE-TWICE: ${reference} got ${before} and ${encf}`);
    numberOf.set(reference, encf);
  }
  return found;
}

function checkSkipped(reservations: readonly LedgerNumber[]): string[] {
  const found: string[] = [];
  for (const [key, list] of groupedBy(reservations, (one) => one.key)) {
    const serials = new Set(list.map(({ n }) => n));
    // A long run has more numbers than a call may have arguments.
    const highest = list.reduce((max, { n }) => Math.max(max, n), 0);
    for (let n = 1; n <= highest; n += 1)
      if (!serials.has(n)) found.push(`NUMBER-SKIPPED: ${key} has no ${n}`);
  }
  return found;
}

/** A number is used while a document has it, and reserved before that. DGII may have left a rejected number free. */
function checkStates(held: ReadonlyMap<string, LedgerNumber>, documents: readonly LedgerVoucher[]): string[] {
  const live = new Set(documents.filter(hasItsNumber).map(({ companyId, encf }) => `${companyId}:${encf}`));
  return [...held].flatMap(([key, { state }]) => {
    const wanted = live.has(key) ? 'used' : 'reserved';
    return state === wanted ? [] : [`RESERVATION: ${key} is ${state}, and should be ${wanted}`];
  });
}

function checkListed(
  companyId: string,
  listed: readonly string[],
  reservations: readonly LedgerNumber[],
): string[] {
  const reserved = new Set(reservations.filter(({ state }) => state === 'reserved').map(encfOf));
  const shown = new Set(listed);
  return [
    ...[...reserved]
      .filter((encf) => !shown.has(encf))
      .map((encf) => `UNLISTED: ${companyId}:${encf} is unused and not listed`),
    ...listed
      .filter((encf) => !reserved.has(encf))
      .map((encf) => `LISTED: ${companyId}:${encf} is not unused and is listed`),
    ...(shown.size === listed.length ? [] : [`LISTED: numbers of ${companyId} are listed twice`]),
  ];
}

function hasItsNumber({ state, verdict }: LedgerVoucher): boolean {
  if (state === 'rejected') return verdict?.secuenciaUtilizada !== false;
  return state !== 'refused' && state !== 'annulled';
}

function keyOf(number: LedgerNumber): string {
  return `${number.companyId}:${encfOf(number)}`;
}

function encfOf({ ecfType, n }: LedgerNumber): string {
  return formatEncf(ecfType, n);
}
