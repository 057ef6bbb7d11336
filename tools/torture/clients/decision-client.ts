/** The programs of companies that approve or reject what suppliers sent to them. */
import { pause } from './pause.js';
import { createDice } from '../../bench/dice.js';
import type { PlannedSupply } from '../plan/supplier-plan.js';
import { faultOfAnswer, type Answer } from './api.js';
import type { CompanyRequests } from './company-requests.js';
import type { Journal } from './journal.js';

export interface DecisionClientOptions {
  readonly seed: number;
  readonly requests: CompanyRequests;
  readonly journal: Journal;
}

type Decision = PlannedSupply['decisions'][number];

export function createDecisionClient({ seed, requests, journal }: DecisionClientOptions) {
  return {
    /** Resolves when each has its answer: only one decision holds. */
    async decide(supply: PlannedSupply, encf: string): Promise<void> {
      const { id, rncEmisor, decisions } = supply;
      const answers = await Promise.all(
        decisions.map((decision, index) => untilAnswered(supply, encf, { decision, of: `${id}:${index}` })),
      );
      const taken = new Set(decisions.filter((_, index) => answers[index]?.status === 200));
      if (decisions.length > 0 && taken.size !== 1)
        journal.violations.push(`DECIDED: ${taken.size} decisions on ${encf} of ${rncEmisor} were taken`);
    },
  };

  async function untilAnswered(
    { rncEmisor, company }: PlannedSupply,
    encf: string,
    { decision, of }: { readonly decision: Decision; readonly of: string },
  ): Promise<Answer> {
    const dice = createDice(`${seed}:decision:${of}`);
    const path = `/api/v2/ecf-received/${rncEmisor}/${encf}/approval`;
    const body = { estado: decision, ...(decision === 'rechazado' ? { motivo: 'No se pidió' } : {}) };
    while (!journal.isAbandoned()) {
      const answer = await requests.post(company, path, { body });
      if (answer.status === 200 || isDecidedOtherwise(answer)) return answer;
      requests.noteRefusal(`the decision on ${encf}`, answer);
      await pause(dice);
    }
    throw new Error(`The run ended before the decision on ${encf} was answered`);
  }
}

function isDecidedOtherwise(answer: Answer): boolean {
  return answer.status === 409 && faultOfAnswer(answer).code === 'APPROVAL_DECIDED';
}
