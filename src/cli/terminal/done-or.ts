/** Turns a refusal of an operator's function into the command's error, with a message in the terminal's words. */
import type { AlreadyFinal } from '../../services/vouchers/decide-voucher.js';
import type { NotAllowed } from '../../ledger/companies/company-settings.js';
import type { ProcessRefusal } from '../../services/deps.js';
import type { Refused } from '../../shared/refused.js';
import { CliError, type CliErrorCode } from './cli-error.js';

type Refusal = Refused<CliErrorCode, object>;
type Outcome = { readonly outcome: string; readonly refusal?: never } | Refusal;

export type Texts<From> = {
  readonly [Code in Extract<From, Refusal>['refusal']]?: (facts: FactsOf<From, Code>) => string | undefined;
};

/** A union of refusals shares its facts, so match the code by inference. */
type FactsOf<From, Code> = From extends { readonly refusal: infer Codes; readonly facts: infer Facts }
  ? Code extends Codes
    ? Facts
    : never
  : never;

/** @returns the outcome when it is no refusal. Throws CliError. */
export function doneOr<From extends Outcome>(outcome: From, texts: Texts<From> = {}): Exclude<From, Refusal> {
  if (outcome.refusal === undefined) return outcome as Exclude<From, Refusal>;
  throw errorOf(outcome, texts);
}

export function errorOf<From extends Refusal>({ refusal, facts }: From, texts: Texts<From> = {}): CliError {
  if (refusal === 'PRODUCTION_NOT_ALLOWED') return notAllowed(facts as NotAllowed['facts']);
  const all = { ...commonTexts, ...texts } as Readonly<
    Partial<Record<CliErrorCode, (facts: object) => string | undefined>>
  >;
  return new CliError(refusal, all[refusal]?.(facts), { ...facts });
}

const commonTexts: Texts<ProcessRefusal | AlreadyFinal> = {
  PROCESS_UNAVAILABLE: ({ address }) =>
    `Temporal no responde en ${address}: si el servicio arrancó con otro TEMPORAL_PORT, dé a esta orden el mismo valor; si no está ` +
    'en marcha, arránquelo (npm start); si usa un Temporal propio, revise TEMPORAL_ADDRESS y que esté arriba.',
  ALREADY_FINAL: ({ status }) => `El comprobante ya tiene su resultado final: ${status}.`,
};

const consents = {
  service: 'ECF_ALLOW_PRODUCTION=true en el servicio y en el entorno de esta orden',
  company: 'el de la empresa: «company environment set» con --allow-production',
} as const;

function notAllowed(facts: NotAllowed['facts']): CliError {
  const missing = facts.missing.map((one) => consents[one]);
  return new CliError(
    'PRODUCTION_NOT_ALLOWED',
    `Producción exige dos consentimientos. Falta: ${missing.join('; ')}.`,
    { missing },
  );
}
