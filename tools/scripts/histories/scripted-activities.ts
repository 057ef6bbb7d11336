/** Activities that follow a scenario instead of doing anything. The e-NCF or the question's id selects the script. */
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { stepResultOf, type SignedDetails } from '../../../src/activities/vouchers/step-result.js';
import { documentStates, waitingReasons } from '../../../src/ecf/model/document-states.js';
import type { AttemptRef } from '../../../src/ecf/model/encf.js';
import type { DocumentState, WaitingReason } from '../../../src/ecf/model/document-states.js';
import type { CertificationTopic } from '../../../src/workflows/contract/certification.js';
import type { Scenario } from './scenario.js';

const annulmentSteps = ['lockAnnulment', 'sendAnnulment', 'askAnnulment', 'settleAnnulment'] as const;
const deliverySteps = ['deliverVoucher', 'sendApproval'] as const;
const steps = [
  ...(['prepare', 'submit', 'query', 'park', 'answerInquiry', 'acknowledge', 'refreshRegistry'] as const),
  ...annulmentSteps,
  ...deliverySteps,
  ...(['takeRow', 'retryDeliveries', 'deliverMail'] as const),
];
type Step = (typeof steps)[number];
type About = AttemptRef | CertificationTopic | string | undefined;

/** The duration that each step reports: the same in every recording. */
const ms = 5;
const signedSummary: SignedDetails = {
  xsd: 'ok',
  certificate: 'b'.repeat(64),
  securityCode: 'aB3/+z',
  sha256: 'a'.repeat(64),
  bytes: 2_900,
  summary: { sha256: 'c'.repeat(64), bytes: 2_400 },
};

export function createScriptedActivities() {
  const scenarios = new Map<string, Scenario>();
  /** How many results each step of each run has returned, by `id:step`. */
  const returned = new Map<string, number>();
  /** Steps that wait until their scenario releases them. */
  const waiting: (() => void)[] = [];
  const released = () => new Promise<void>((resolve) => waiting.push(resolve));

  return {
    byName: Object.fromEntries(
      steps.map((step) => [step, (about: About) => resultOf(step, nextAnswer(step, idOf(about)))]),
    ),
    release: () => waiting.splice(0).forEach((resolve) => resolve()),
    follow: (id: string, scenario: Scenario) => void scenarios.set(id, scenario),
  };

  /** The last one repeats. */
  function nextAnswer(step: Step, id: string): string {
    const scenario = scenarios.get(id);
    const answers = scenario === undefined ? [] : (scriptOf(scenario)[step] ?? []);
    const n = returned.get(`${id}:${step}`) ?? 0;
    returned.set(`${id}:${step}`, n + 1);
    const answer = answers[Math.min(n, answers.length - 1)];
    if (answer === undefined) throw new Error(`No script for ${step} of ${id}`);
    return answer;
  }

  async function resultOf(step: Step, answer: string): Promise<unknown> {
    if (answer === 'dies') return Context.current().cancelled;
    if (answer === 'unavailable')
      throw ApplicationFailure.create({ message: 'LEDGER_UNAVAILABLE', type: 'LEDGER_UNAVAILABLE' });
    if (answer === 'later') throw ApplicationFailure.create({ message: 'MAIL_451', type: 'MAIL_451' });
    if (step === 'answerInquiry' || step === 'acknowledge' || step === 'deliverMail') return answer;
    if (annulmentSteps.some((name) => name === step)) {
      const [next, waits] = answer.split('+');
      return { text: 'Paso', state: 'recorded', next, waits: waits === 'waits' };
    }
    if (step === 'takeRow') {
      const [found, waits] = answer.split('+');
      return { text: `Fila ${found}`, waits: waits === 'waits', ends: found === 'end' };
    }
    if (deliverySteps.some((name) => name === step))
      return { text: 'Envío', status: 'Envío', state: answer, ended: answer !== 'waiting', attempts: 1, ms };
    if (step === 'retryDeliveries') {
      const next = answer === 'done' ? { state: 'done' } : { state: 'retrying', pauseMs: Number(answer) };
      return { text: 'Envíos', status: 'Envíos', tried: 1, ms, ...next };
    }
    if (step === 'refreshRegistry')
      return { outcome: answer, rows: 788_700, malformed: 3, dataDate: '29-08-2026' };
    if (answer === 'not-tried') return { text: 'No se hace al momento', notTried: 'dgii-slow', ms };
    const [result = '', more] = answer.split('+');
    if (more === 'held') await released();
    return { ...stepResultOf(documentOf(result)), ...(more === 'summary' && { signed: signedSummary }), ms };
  }
}

const onlyStepOf = {
  inquiry: 'answerInquiry',
  reception: 'acknowledge',
  registry: 'refreshRegistry',
  certification: 'takeRow',
  mail: 'deliverMail',
  'to-buyer': 'deliverVoucher',
  approval: 'sendApproval',
  webhook: 'retryDeliveries',
} as const;

function scriptOf(scenario: Scenario): Partial<Record<Step, readonly string[]>> {
  return 'script' in scenario ? scenario.script : { [onlyStepOf[scenario.kind]]: scenario.answers };
}

function idOf(about: About): string {
  if (typeof about !== 'object') return about ?? '';
  return 'runId' in about ? about.runId : about.encf;
}

/** @param result `state` or `state/WAITING_REASON` */
function documentOf(result: string) {
  const [state = '', reason] = result.split('/');
  if (!isState(state)) throw new Error(`${state} is no state of a voucher`);
  if (reason === undefined) return { state };
  if (!isReason(reason)) throw new Error(`${reason} is no reason to wait`);
  return { state, waiting: { reason, since: new Date(0), nextTryAt: new Date(0) } };
}

function isState(text: string): text is DocumentState {
  return Object.hasOwn(documentStates, text);
}

function isReason(text: string): text is WaitingReason {
  return Object.hasOwn(waitingReasons, text);
}
