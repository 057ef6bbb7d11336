/** Each accepted voucher was taken by its buyer once, with DGII's bytes, or is recorded as not delivered. */
import type { BuyerAnswer } from '../../simulator/buyers/buyer-answers.js';
import { lastAnswers, refusals } from '../plan/buyer-plan.js';
import type { ArrivedAtBuyer, BuyerEvidence, LedgerDelivery } from './buyer-evidence.js';
import { groupedBy } from './grouped-by.js';

/** Type 45 goes to the buyer only if its company wants that; the run's companies do not. */
const delivered: readonly number[] = [31, 33, 34, 44];
/** An outage may lose answers of a buyer, but at most this many about one document. */
export const wellAnsweredMax = 2;
/** If a buyer can be reached and gets this many vouchers, outages do not spoil all of them. */
const allGivenUpMin = 3;
/** Each of these ends a delivery. */
const endingAnswers: readonly BuyerAnswer[] = [...lastAnswers, ...refusals];
const leakedToken = 'llegó un token de la DGII';

export function checkBuyers(evidence: BuyerEvidence): string[] {
  const vouchers = evidence.atBuyers.filter(({ service }) => service === 'receptorrecepcion');
  const arrived = groupedBy(vouchers, keyOf);
  const known = new Set(evidence.documents.map(keyOf));
  return [
    ...evidence.documents.flatMap((document) =>
      checkDelivery(document, arrived.get(keyOf(document)) ?? [], evidence.buyers),
    ),
    ...checkReachable(evidence),
    ...[...arrived.keys()]
      .filter((key) => !known.has(key))
      .map((key) => `UNKNOWN-DELIVERY: a buyer was sent ${key}, which the ledger does not have`),
    ...evidence.refused
      .filter(({ reason }) => reason === leakedToken)
      .map(({ fileName }) => `LEAKED-TOKEN: DGII's token went to a buyer with ${fileName}`),
  ];
}

function checkDelivery(
  document: LedgerDelivery,
  arrived: readonly ArrivedAtBuyer[],
  buyers: readonly string[],
): string[] {
  const name = `${document.companyId}:${document.encf}`;
  const accepted = document.state === 'accepted' || document.state === 'conditionally-accepted';
  if (!accepted || !delivered.includes(document.tipoeCF) || document.rncComprador === '')
    return arrived.length === 0 ? [] : [`EARLY: ${name} is ${document.state}, and it arrived at a buyer`];
  return [
    ...checkState(name, document, arrived),
    ...checkPlace(name, document, arrived, buyers),
    ...arrived
      .filter(({ sha256 }) => sha256 !== document.signed?.sha256)
      .map(({ sha256 }) => `OTHER-BYTES: ${name}: the buyer was sent ${sha256}, which is not the voucher`),
  ];
}

function checkState(name: string, document: LedgerDelivery, arrived: readonly ArrivedAtBuyer[]): string[] {
  const { state, code = '' } = document.buyerDelivery ?? { state: 'absent' };
  const taken = arrived.filter(({ motivo }) => motivo === '').length;
  const times = taken > 1 ? [`TAKEN-TIMES: the buyer took ${name} ${taken} times`] : [];
  const wrong = (what: string) => [...times, `DELIVERY: ${name} is ${state}: ${what}`];
  switch (state) {
    case 'delivered':
      return taken === 0 ? wrong('the buyer never took it') : times;
    case 'refused':
      if (taken > 0) return wrong('the buyer took it');
      return arrived.some(({ motivo }) => motivo === code) ? times : wrong(`the buyer never said ${code}`);
    case 'given-up':
      // The buyer may still have it, if each of its answers was lost.
      if (arrived.filter(isWellAnswered).length <= wellAnsweredMax) return times;
      return [...times, `GIVEN-UP: ${name}, although the buyer answered it again and again`];
    default:
      return wrong('neither delivered nor visibly undelivered');
  }
}

function isWellAnswered({ answer = 'acknowledge' }: ArrivedAtBuyer): boolean {
  return endingAnswers.includes(answer);
}

/** Not every delivery to a buyer that can be reached is given up. */
function checkReachable({ documents, reachable }: BuyerEvidence): string[] {
  return reachable.flatMap((rnc) => {
    const own = documents.filter((one) => one.rncComprador === rnc && one.buyerDelivery !== undefined);
    const givenUp = own.filter(({ buyerDelivery }) => buyerDelivery?.state === 'given-up');
    return own.length >= allGivenUpMin && givenUp.length === own.length
      ? [`GIVEN-UP: all ${own.length} deliveries to ${rnc}, which can be reached`]
      : [];
  });
}

function checkPlace(
  name: string,
  { rncComprador }: LedgerDelivery,
  arrived: readonly ArrivedAtBuyer[],
  buyers: readonly string[],
): string[] {
  const expected = buyers.includes(rncComprador) ? rncComprador : undefined;
  return arrived
    .filter(({ receiver }) => receiver !== expected)
    .map(({ receiver = 'DGII' }) => `OTHER-BUYER: ${name} for ${rncComprador} was sent to ${receiver}`);
}

function keyOf({ rncEmisor, encf }: { readonly rncEmisor: string; readonly encf: string }): string {
  return `${rncEmisor}:${encf}`;
}
