/** The program of a company for one voucher: it sends and queries through every outage until the result is final. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pause, pauseMinMs } from './pause.js';
import { formatEncf } from '../../../src/ecf/model/encf.js';
import { documentStates } from '../../../src/ecf/model/document-states.js';
import { createDice } from '../../bench/dice.js';
import { voucherOf } from '../../bench/scenarios/vouchers.js';
import type { DgiiFaults } from '../outages/dgii-faults.js';
import type { PlannedVoucher } from '../plan/voucher-plan.js';
import { createAnswerHistory, type VoucherData } from './answer-history.js';
import type { NumberClient } from './number-client.js';
import {
  createVoucherRequests,
  type Numbered,
  type PlayedVoucher,
  type VoucherRequestsDependencies,
} from './voucher-requests.js';

/**
 * Three at most: the first, one after the number was left free, and one when a restart made the simulator forget its
 * order.
 */
const contentsMax = 4;
/** Rejections because of the signer, before the company is suspended. More for one voucher are not accidental. */
const signerRejectionsMax = 10;
/** DGII objected to the signer: the same content is accepted once that is solved. */
const signerCodes = ['DGII_NO_DELEGADO', 'DGII_CERTIFICADO_INVALIDO', 'DGII_FIRMA_INVALIDA'];
type ContentOf = (name: string) => unknown;

export interface VoucherClientDependencies extends VoucherRequestsDependencies {
  readonly seed: number;
  readonly numbers: NumberClient;
  readonly dgii: Pick<DgiiFaults, 'order' | 'cancelOrder' | 'forgetOrder'>;
}

export function createVoucherClient(dependencies: VoucherClientDependencies) {
  const { seed, numbers, journal, dgii } = dependencies;
  const { counts } = journal;
  const { send, queryStatus } = createVoucherRequests(dependencies);
  const played = new Map<number, PlayedVoucher>();

  return {
    async play(voucher: PlannedVoucher): Promise<PlayedVoucher> {
      const { id } = voucher;
      const answers = createAnswerHistory(`voucher ${id}`);
      const dice = createDice(`${seed}:client:${id}`);
      const one: PlayedVoucher = { voucher, answers, dice, encf: undefined, final: Promise.resolve() };
      played.set(id, one);
      counts.started += 1;
      one.final = issue(one);
      await one.final;
      dgii.forgetOrder(voucher.company.rnc, one.encf ?? '');
      journal.closed(id);
      counts.final += 1;
      journal.progress();
      return one;
    },
    played: (): PlayedVoucher[] => [...played.values()],
  };

  async function issue(one: PlayedVoucher): Promise<void> {
    const { voucher, dice } = one;
    const { id, company, type, summary, order, gaps, startMs, buyer } = voucher;
    if (startMs > 0) await sleep(startMs);
    for (let gap = 0; gap < gaps; gap += 1) await numbers.next({ company, type, reference: undefined }, dice);
    const { encf, expiresOn } = await numberFor(one);
    one.encf = encf;
    if (order !== null) await dgii.order(company.rnc, encf, order);
    const invoice = voucher.modifies === undefined ? undefined : await invoiceOf(voucher.modifies);
    journal.opened(id);
    await sendUntilIssued({ ...one, encf }, (content) =>
      voucherOf({ type, encf, company, expiresOn, summary, invoice, buyer, content }),
    );
  }

  async function numberFor({ voucher, dice }: PlayedVoucher) {
    const { company, type, number } = voucher;
    if ('serial' in number) return { encf: formatEncf(type, number.serial), expiresOn: null };
    const { encf, sequenceExpiresOn } = await numbers.next({ company, type, ...number }, dice);
    return { encf, expiresOn: sequenceExpiresOn };
  }

  /** Waits for the invoice to be final, or, for a note in a hurry, only until the service knows of it. */
  async function invoiceOf({ id, hurry }: { readonly id: number; readonly hurry: boolean }) {
    const invoice = played.get(id);
    if (invoice === undefined) throw new Error(`voucher ${id} is not played yet`);
    if (!hurry) await invoice.final;
    while (invoice.answers.last === undefined && !journal.isAbandoned()) await sleep(pauseMinMs);
    return invoice.encf;
  }

  /** A rejected voucher is corrected and sent again as long as DGII left its number free. */
  async function sendUntilIssued(one: Numbered, contentOf: ContentOf): Promise<void> {
    const { voucher, encf } = one;
    let rejectedAttempt = 0;
    let signerRejections = 0;
    for (let n = 1; n <= contentsMax;) {
      const last = await sendUntilFinal(one, contentOf, { n, rejectedAttempt });
      rejectedAttempt = last.attempt;
      if (last.status === documentStates.refused.status && voucher.modifies !== undefined) {
        // Its invoice was rejected because of the signer: once the invoice is accepted, the note is valid.
        await played.get(voucher.modifies.id)?.final;
      } else if (last.accepted === 1 || last.secuenciaUtilizada !== false) {
        return;
      } else if (signerCodes.includes(last.code ?? '')) {
        counts.signerRejected += 1;
        signerRejections += 1;
        if (signerRejections > signerRejectionsMax) break;
      } else {
        n += 1;
        counts.newAttempts += 1;
        await dgii.cancelOrder(voucher.company.rnc, encf);
      }
    }
    one.answers.object('it was rejected again and again with its number left free');
  }

  async function sendUntilFinal(
    one: Numbered,
    contentOf: ContentOf,
    { n, rejectedAttempt }: { readonly n: number; readonly rejectedAttempt: number },
  ): Promise<VoucherData> {
    const { together, otherContent } = one.voucher;
    const own = contentOf(`A${n}`);
    await Promise.all(Array.from({ length: together }, () => send(one, own)));
    if (otherContent && rejectedAttempt === 0) await send(one, contentOf('B'));
    return finalAfter(one, own, rejectedAttempt);
  }

  /** Sends and queries until an attempt after this one is final; only a send can start an attempt. */
  async function finalAfter(one: Numbered, body: unknown, attempt: number): Promise<VoucherData> {
    const { voucher, answers, dice } = one;
    for (let tries = 1; !journal.isAbandoned(); tries += 1) {
      const { last } = answers;
      const started = last !== undefined && last.attempt > attempt;
      if (started && last.accepted !== null) return last;
      if (!started || dice.chance(voucher.resendShare)) await send(one, body);
      else await queryStatus(one);
      await pause(dice, tries);
    }
    throw new Error(`The run ended before voucher ${voucher.id} (${one.encf}) was final`);
  }
}
