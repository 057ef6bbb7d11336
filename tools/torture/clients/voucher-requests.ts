/** The requests for one voucher that has its number. Each answer goes into the voucher's history, or is noted as a refusal. */
import { documentStates } from '../../../src/ecf/model/document-states.js';
import type { Dice } from '../../bench/dice.js';
import { issuingOf, type Downtimes } from '../outages/downtimes.js';
import type { PlannedVoucher } from '../plan/voucher-plan.js';
import type { AnswerHistory, VoucherData } from './answer-history.js';
import { existingOfAnswer, faultOfAnswer, voucherOfAnswer, type Answer } from './api.js';
import type { CompanyRequests } from './company-requests.js';
import type { Journal } from './journal.js';

/** For a note on a voucher that DGII rejected because of its signer and will accept later. */
const referenceRejected = 'REFERENCIA-13';

export interface PlayedVoucher {
  readonly voucher: PlannedVoucher;
  readonly answers: AnswerHistory;
  readonly dice: Dice;
  /** Undefined until it has its number. */
  encf: string | undefined;
  final: Promise<void>;
}

export type Numbered = PlayedVoucher & { readonly encf: string };

export interface VoucherRequestsDependencies {
  readonly requests: CompanyRequests;
  readonly journal: Journal;
  readonly downtimes: Downtimes;
}

export function createVoucherRequests({ requests, journal, downtimes }: VoucherRequestsDependencies) {
  const { counts } = journal;
  return { send, queryStatus };

  async function send(one: Numbered, body: unknown): Promise<void> {
    const { id, company, waits } = one.voucher;
    counts.sends += 1;
    const wait = one.dice.pick(waits);
    const path = `/api/v2/dgii-ecf/send${wait === null ? '' : `?waitForFinal=${wait}ms`}`;
    const headers = { 'x-correlation-id': `tortura-${id}` };
    record(one, await requests.post(company, path, { body, headers }));
  }

  async function queryStatus(one: Numbered): Promise<void> {
    counts.questions += 1;
    const path = `/api/v2/dgii-ecf/document-status/${one.encf}`;
    record(one, await requests.get(one.voucher.company, path));
  }

  function record({ voucher, answers }: Numbered, answer: Answer): void {
    const existing = existingOfAnswer(answer);
    if (answer.status === 200) recordStep(answers, answer, voucherOfAnswer(answer));
    else if (existing !== undefined) recordStep(answers, answer, existing);
    else if (isTooEarly(voucher, answer)) counts.refusedForNow += 1;
    else if (answer.status === 404 && faultOfAnswer(answer).code === 'ECF_NOT_FOUND')
      answers.addUnknown(answer);
    else requests.noteRefusal(answers.name, answer);
  }

  /** A note may come while its invoice is not accepted yet. */
  function isTooEarly({ modifies, company }: PlannedVoucher, answer: Answer): boolean {
    const { code, errores = [] } = faultOfAnswer(answer);
    if (modifies === undefined || answer.status !== 400 || code !== 'ECF_INVALID') return false;
    const { startedAt, endedAt } = answer;
    const inTrouble = downtimes.overlaps(issuingOf(company.companyId), startedAt, endedAt);
    return (
      (inTrouble || journal.isOpen(modifies.id)) && errores.every((one) => one.code === referenceRejected)
    );
  }

  function recordStep(answers: AnswerHistory, { startedAt, endedAt }: Answer, data: VoucherData): void {
    const before = answers.last;
    answers.add({ data, startedAt, endedAt });
    const { last } = answers;
    if (before?.status === last?.status && before?.attempt === last?.attempt) return;
    // The api admits a voucher; a step counts only when a worker made it.
    if (last?.status !== documentStates.admitted.status) counts.moves += 1;
    journal.progress();
  }
}
