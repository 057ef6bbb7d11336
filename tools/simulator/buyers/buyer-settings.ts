/** Imitated taxpayers that tests order: each with a directory entry, a receiver of its own and its way to answer. */
import { environments, type Environment } from '../../../src/ecf/model/environments.js';
import { isCount, isObject } from '../values.js';
import { approvalAnswerNames, buyerAnswerNames, type BuyerAnswer } from './buyer-answers.js';

export const buyerAddresses = [
  'host',
  'slash',
  /** With a path before `/fe/`. */
  'prefixed',
  /** The complete address of each service. */
  'full',
  'dead-port',
  /** A name that leads to no machine. */
  'unknown-host',
] as const;

/** What a buyer answers when the same bytes come again: reason 3, or an acknowledgement as before. */
export const repeatedAnswers = ['reason-3', 'acknowledge-again'] as const;

const leftOut = ['nombre', 'urlRecepcion', 'urlAceptacion', 'urlOpcional'] as const;

export interface Buyer {
  readonly rnc: string;
  readonly nombre: string;
  readonly address: (typeof buyerAddresses)[number];
  /** Form of the directory's answer about this buyer; absent: as `directoryForm` says. */
  readonly form?: 'array' | 'object';
  readonly missing: readonly (typeof leftOut)[number][];
  /** The buyer has declared an authentication service, and refuses posts without its own token. */
  readonly authentication: boolean;
  /** For each voucher: what the first, second… delivery meets. The last one repeats. */
  readonly answers: readonly BuyerAnswer[];
  readonly approvalAnswers: readonly BuyerAnswer[];
  readonly repeated: (typeof repeatedAnswers)[number];
  readonly lateMs: number;
}

const lateMsMax = 120_000;
const lateMsDefault = 1_000;
const answersMax = 100;
const rncPattern = /^(?:\d{9}|\d{11})$/;
export const buyerForm = '{rnc, nombre?, address?, form?, missing?, authentication?, answers?, …}';

export function readBuyer(value: unknown): Buyer | undefined {
  if (!isObject(value) || Object.keys(value).some((name) => !members.includes(name))) return undefined;
  const { rnc, nombre = `COMPRADOR ${String(rnc)}`, address = 'host', form, missing = [] } = value;
  const { authentication = false, repeated = 'reason-3', lateMs = lateMsDefault } = value;
  const { answers = ['acknowledge'], approvalAnswers = ['acknowledge'] } = value;
  const good =
    typeof rnc === 'string' &&
    rncPattern.test(rnc) &&
    typeof nombre === 'string' &&
    typeof authentication === 'boolean' &&
    isCount(lateMs, lateMsMax) &&
    isOneOf(address, buyerAddresses) &&
    isOneOf(repeated, repeatedAnswers) &&
    (form === undefined || isOneOf(form, ['array', 'object'] as const)) &&
    isListOf(missing, leftOut, 0) &&
    isListOf(answers, buyerAnswerNames, 1) &&
    isListOf(approvalAnswers, approvalAnswerNames, 1);
  if (!good) return undefined;
  const shape = form === undefined ? {} : { form };
  return {
    rnc,
    nombre,
    address,
    missing,
    authentication,
    answers,
    approvalAnswers,
    repeated,
    lateMs,
    ...shape,
  };
}

const members: readonly string[] = [
  ...['rnc', 'nombre', 'address', 'form', 'missing', 'authentication', 'answers', 'approvalAnswers'],
  ...['repeated', 'lateMs'],
];

function isOneOf<T extends string>(value: unknown, possible: readonly T[]): value is T {
  return possible.some((one) => one === value);
}

function isListOf<T extends string>(value: unknown, possible: readonly T[], min: number): value is T[] {
  if (!Array.isArray(value) || value.length < min || value.length > answersMax) return false;
  return value.every((one) => isOneOf(one, possible));
}

/** Before `/fe/` in the address of a buyer that is `prefixed`; DGII's own example has two such parts. */
export const addressPrefix = '/ambiente/nombreservicio';
const deadUrl = 'http://127.0.0.1:1';
const unknownUrl = 'http://comprador.invalid';

export function directoryEntryOf(
  { rnc, nombre, address, missing, authentication }: Buyer,
  environment: Environment,
  baseUrl: string,
): Readonly<Record<string, string | null>> {
  const own = `${baseUrl}/${environments[environment].segment}/contribuyentes/${rnc}`;
  const bases = { 'dead-port': deadUrl, 'unknown-host': unknownUrl, prefixed: own + addressPrefix };
  const base = address in bases ? bases[address as keyof typeof bases] : own;
  const url = (suffix: string) =>
    address === 'full' ? base + suffix : address === 'slash' ? `${base}/` : base;
  const entry = {
    nombre,
    rnc,
    urlRecepcion: url('/fe/recepcion/api/ecf'),
    urlAceptacion: url('/fe/aprobacioncomercial/api/ecf'),
    urlOpcional: authentication ? url('/fe/autenticacion/api/semilla') : '',
  };
  return Object.fromEntries(
    Object.entries(entry).filter(([name]) => !missing.some((absent) => absent === name)),
  );
}
