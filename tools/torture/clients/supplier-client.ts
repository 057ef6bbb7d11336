/** Imitated suppliers and buyers that send to our receiver again until they have an answer that they can use. */
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { pause, pauseMinMs } from './pause.js';
import { createDice, type Dice } from '../../bench/dice.js';
import type { PlannedSupply } from '../plan/supplier-plan.js';
import type { DgiiRecord } from '../check/evidence.js';
import { isUsable } from '../check/check-received.js';
import type { Journal } from './journal.js';
import type { PlayedVoucher } from './voucher-requests.js';

/** The simulator waits 30 s for our receiver. */
const orderLimitMs = 40_000;

interface Ordered {
  readonly encf: string;
  readonly sha256: string;
  readonly status: number | null;
  readonly mensajes: readonly string[];
}

export interface SupplierOptions {
  readonly simulatorUrl: string;
  readonly receiverUrl: string;
  readonly seed: number;
  readonly journal: Journal;
}

export function createSupplierClient({ simulatorUrl, receiverUrl, seed, journal }: SupplierOptions) {
  return { play, sendUnanswered, approve };

  /** @returns the voucher's number */
  async function play({ id, rncEmisor, company, type, ...how }: PlannedSupply): Promise<string> {
    const dice = createDice(`${seed}:supplier:${id}`);
    await sleep(how.startMs);
    const what = { rnc: company.rnc, rncEmisor, urlRecepcion: receiverUrl };
    const first = await orderUntilSent({ ...what, tipoEncf: type, flaw: how.flaw });
    const again = { ...what, encf: first.encf, sha256: first.sha256 };
    const copies = Array.from({ length: how.copies }, () => untilUsable(again, dice));
    await Promise.all([untilUsable(again, dice, first), ...copies]);
    if (how.otherBytes) {
      const other = await orderUntilSent({ ...what, encf: first.encf, bytes: 'other' });
      await untilUsable({ ...again, sha256: other.sha256 }, dice, other);
    }
    journal.counts.supplied += 1;
    journal.progress();
    return first.encf;
  }

  /** The buyer approves or rejects our voucher. Resolves when it has our receiver's 200, or its 400 if the signature is wrong. */
  async function approve({ voucher, encf, answers }: PlayedVoucher): Promise<void> {
    const { id, company, buyerSays } = voucher;
    if (buyerSays === null || encf === undefined || answers.last?.accepted !== 1) return;
    const { estado, flaw } = buyerSays;
    const order = { rnc: company.rnc, encf, estadoAprobacion: estado, urlAprobacionComercial: receiverUrl };
    const dice = createDice(`${seed}:approval:${id}`);
    const expected = flaw === 'none' ? 200 : 400;
    for (let tries = 1; (await orderUntilSent({ ...order, flaw })).status !== expected; tries += 1)
      await pause(dice, tries);
    journal.progress();
  }

  /** Call it after all outages: if the simulator died with an order, its document may still be without an answer. */
  async function sendUnanswered({ emitted, answered }: DgiiRecord): Promise<void> {
    const dice = createDice(`${seed}:unanswered`);
    const done = new Set(answered.filter(isUsable).map(({ of }) => of));
    for (const { document, sha256, rncEmisor, rncComprador, encf } of emitted)
      if (document === 'ECF' && !done.has(sha256))
        await untilUsable({ rnc: rncComprador, rncEmisor, urlRecepcion: receiverUrl, encf, sha256 }, dice);
  }

  async function untilUsable(members: object, dice: Dice, had?: Ordered): Promise<void> {
    let last = had;
    for (let tries = 1; !journal.isAbandoned() && (last === undefined || !isUsable(last)); tries += 1) {
      if (last !== undefined) await pause(dice, tries);
      last = await orderUntilSent(members);
    }
  }

  /** Repeats the order until the simulator answers, because it may be down. */
  async function orderUntilSent(members: object): Promise<Ordered> {
    while (!journal.isAbandoned()) {
      const ordered = await order(members);
      if (ordered !== undefined) return ordered;
      await sleep(pauseMinMs);
    }
    throw new Error('The run ended before a supplier could send');
  }

  async function order(members: object): Promise<Ordered | undefined> {
    let status: number;
    let text: string;
    try {
      const answer = await request(`${simulatorUrl}/_simulator/emission`, {
        method: 'POST',
        body: JSON.stringify(members),
        signal: AbortSignal.timeout(orderLimitMs),
      });
      status = answer.statusCode;
      text = await answer.body.text();
    } catch {
      return undefined;
    }
    // Our own mistake: trying again would not help.
    if (status === 400) throw new Error(`The simulator refused an order: ${text}`);
    return status === 200 ? (JSON.parse(text) as Ordered) : undefined;
  }
}
