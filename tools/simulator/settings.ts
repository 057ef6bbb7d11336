/**
 * How this DGII behaves where its documents say nothing, or where reports differ (web services §3). The first value is
 * the likeliest. docs/develop/simulator-settings.md explains each setting.
 */
import { environments, type Environment } from '../../src/ecf/model/environments.js';
import { blankTexts } from '../../src/signing/verify/verify.js';
import { buyerForm, readBuyer, type Buyer } from './buyers/buyer-settings.js';
import { readFaults, readPlan, type Fault, type Plan } from './faults.js';
import { isCount, isObject } from './values.js';

export const choices = {
  /** What happens to blank text in a signed file. DGII's reader drops it (Servicios de emisores electrónicos p. 6). */
  blankText: blankTexts,
  unknownTrackIds: ['empty-array', 'no-encontrado'],
  /** One trackId: the array that was observed, or the object that is documented. */
  trackIdsForm: ['array', 'object'],
  /** `consultaresultado`: `encf` and a text `codigo` as observed, or `eNCF` and a number as documented. */
  resultForm: ['observed', 'documented'],
  /** An unknown trackId: an error, or state 0 as documented. */
  unknownTrackIdForm: ['error-404', 'codigo-0'],
  directoryForm: ['array', 'object'],
  /** Body of a 401. */
  unauthorizedBody: ['empty', 'text'],
  /** Form of refusals before any verdict (file, seed): as observed for each service, or one form for all. */
  refusalForm: [
    'observed',
    'string',
    'mensaje',
    'mensaje-list',
    'mensajes',
    'mensajes-text',
    'problem-details',
    'model-state',
    'plain-text',
  ],
  /** HTTP status of a synchronous Rechazado (RFCE, annulment, approval). */
  rejectionStatus: [400, 200],
  /** What a difference beyond the tolerance causes (Informe Técnico §12-13). */
  arithmetic: ['conditional', 'rejected', 'off'],
  /** Whether an E-series voucher that a note or a type 31 refers to must have been accepted by this simulator (code 614). */
  references: ['known', 'any'],
  usedNumberCode: [1209, 135],
  /** `secuenciaUtilizada` of a rejection: depends on the reason, or always true, as one project saw it in testecf. */
  burning: ['by-reason', 'always'],
  /** The answer to a commercial approval: as observed, or one word as in the document of the certification, in an object or alone. */
  approvalForm: ['observed', 'estado', 'word'],
  /** Another approval or rejection by the same buyer: no document says what DGII does. */
  approvedAgain: ['accepted', 'refused'],
  /**
   * After a rejection in certification DGII starts the issuer's set again: whether e-CFs, or RFCEs too, are forgotten.
   */
  certificationSet: ['kept', 'starts-again', 'starts-again-with-summaries'],
  /** Numbers that were annulled before: counted as used, refused by name, or annulled once more. */
  annulledAgain: ['used', 'not-possible', 'again'],
  /** How an annulment names the numbers that it left out: the last form has no e-NCF. */
  exceptedForm: ['ranges', 'one-by-one', 'in-sentence', 'serials'],
  /** Whether DGII's own imitated buyer demands a token that it gave. */
  dgiiBuyerToken: ['required', 'not-checked'],
  /** Whether that buyer takes vouchers of type 45, which DGII's document leaves out. */
  dgiiBuyerType45: ['taken', 'refused'],
  /** The documents that DGII sends to our receiver: with the faults that were captured, or as documented. */
  emissionForm: ['captured', 'documented'],
} as const;

type Choices = { readonly [K in keyof typeof choices]: (typeof choices)[K][number] };

/** A longer wait does not help any test. */
const delayMsMax = 24 * 60 * 60 * 1000;
const pollsMax = 10_000;
const tokenSecondsMax = 24 * 60 * 60;

/** Whole numbers: [default, maximum]. */
const counts = {
  /** How long a document reads En Proceso. 0: final at the first query. */
  resultDelayMs: [0, delayMsMax],
  /** How many queries find it En Proceso, however much time passes. */
  resultPolls: [0, pollsMax],
  /** "1 hora por el momento" (Descripción técnica, p. 8). A change applies to tokens issued afterwards. */
  tokenSeconds: [3600, tokenSecondsMax],
} as const;

type Counts = { readonly [K in keyof typeof counts]: number };

/** A late verdict: after a time, or after a number of queries. */
export interface Delay {
  readonly encf: string;
  readonly delayMs?: number;
  readonly polls?: number;
}

/** A range that DGII authorised, both ends included. */
export interface Sequence {
  readonly rnc: string;
  readonly environment: Environment;
  readonly tipo: number;
  readonly desde: number;
  readonly hasta: number;
  /** `dd-MM-yyyy`; null for 32 and 34. */
  readonly vence: string | null;
}

/** `official-test`: the ranges of pre-certification, the same for all issuers. */
export type Sequences = 'any' | 'official-test' | readonly Sequence[];

export interface Maintenance {
  /** Default: all environments. */
  readonly environment?: Environment;
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
}

export interface DirectoryEntry {
  readonly nombre: string;
  readonly rnc: string;
  readonly urlRecepcion: string;
  readonly urlAceptacion: string;
  readonly urlOpcional: string | null;
}

export type TaxpayerProblem = 'unknown' | 'not-electronic' | 'inactive';

/** A verdict on content that a test requests for this e-NCF. It applies only when all earlier checks pass. */
export interface OrderedVerdict {
  readonly encf: string;
  /** Default: any issuer. */
  readonly rnc?: string;
  readonly outcome?: 'rejected' | 'conditionally-accepted';
  readonly codigo?: number;
  readonly valor?: string;
  readonly secuenciaUtilizada?: boolean;
}

export interface Settings extends Choices, Counts {
  readonly faults: readonly Fault[];
  readonly plan: Plan | null;
  readonly rejectEncfs: readonly OrderedVerdict[];
  readonly resultDelays: readonly Delay[];
  readonly sequences: Sequences;
  /** RNCs with a problem, as issuer or buyer. */
  readonly taxpayers: Readonly<Record<string, TaxpayerProblem>>;
  readonly maintenance: readonly Maintenance[];
  readonly directory: readonly DirectoryEntry[];
  /** Imitated taxpayers with a receiver of their own, listed in the directories of production and pre-certification. */
  readonly buyers: readonly Buyer[];
}

export interface SettingsHolder {
  readonly current: Settings;
  /** @returns what is wrong; then nothing has changed. */
  change(body: unknown): string | undefined;
}

const listMax = 10_000;

/** How to read each member that is neither a choice nor a count. A returned text says what is wrong. */
const readers: { readonly [K in keyof Settings]?: (value: unknown) => unknown } = {
  faults: readFaults,
  plan: readPlan,
  rejectEncfs: (value) =>
    readList(
      'rejectEncfs',
      value,
      readOrdered,
      'e-NCFs or {encf, rnc?, outcome?, codigo?, valor?, secuenciaUtilizada?}, codigo of up to nine digits',
    ),
  resultDelays: (value) => readList('resultDelays', value, readDelay, '{encf, delayMs?, polls?}'),
  sequences: (value) =>
    value === 'any' || value === 'official-test'
      ? { kept: value }
      : readList('sequences', value, readSequence, '{rnc, environment, tipo, desde, hasta, vence}'),
  taxpayers: readTaxpayers,
  maintenance: (value) => readList('maintenance', value, readMaintenance, '{environment?, from, to}'),
  buyers: (value) => readList('buyers', value, readBuyer, buyerForm),
  directory: (value) =>
    readList(
      'directory',
      value,
      readDirectoryEntry,
      '{nombre, rnc, urlRecepcion, urlAceptacion, urlOpcional}',
    ),
};

export function createSettings(
  initial: { readonly resultDelayMs?: number },
  changed: (settings: Partial<Settings>) => void,
): SettingsHolder {
  let current: Settings = {
    ...(Object.fromEntries(Object.entries(choices).map(([name, [first]]) => [name, first])) as Choices),
    ...(Object.fromEntries(Object.entries(counts).map(([name, [value]]) => [name, value])) as Counts),
    faults: [],
    plan: null,
    rejectEncfs: [],
    resultDelays: [],
    sequences: 'any',
    taxpayers: {},
    maintenance: [],
    directory: [],
    buyers: [],
    ...initial,
  };
  return {
    get current() {
      return current;
    },
    change(body) {
      const read = readSettings(body);
      if (typeof read === 'string') return read;
      current = { ...current, ...read };
      changed(read);
      return undefined;
    },
  };
}

function readSettings(body: unknown): Partial<Settings> | string {
  if (!isObject(body)) return 'settings must be an object';
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    if (Object.hasOwn(choices, name)) {
      const possible: readonly unknown[] = choices[name as keyof typeof choices];
      if (!possible.includes(value)) return `${name} must be one of ${possible.join(', ')}`;
      read[name] = value;
    } else if (Object.hasOwn(counts, name)) {
      const max = counts[name as keyof typeof counts][1];
      if (!isCount(value, max)) return `${name} must be a whole number from 0 to ${max}`;
      read[name] = value;
    } else {
      const reader = Object.hasOwn(readers, name) ? readers[name as keyof Settings] : undefined;
      if (reader === undefined) return `unknown setting: ${name}`;
      const result = reader(value);
      if (typeof result === 'string') return result;
      read[name] = isKept(result) ? result.kept : result;
    }
  }
  return read;
}

/** A value that is itself a text; the wrapper keeps it apart from a text that says what is wrong. */
function isKept(value: unknown): value is { readonly kept: unknown } {
  return isObject(value) && Object.hasOwn(value, 'kept');
}

function readList<T>(
  name: string,
  value: unknown,
  read: (one: unknown) => T | undefined,
  form: string,
): readonly T[] | string {
  if (!Array.isArray(value) || value.length > listMax) return `${name} must be an array`;
  const list = value.map(read);
  return list.some((one) => one === undefined)
    ? `${name} holds ${form}`
    : list.filter((one) => one !== undefined);
}

function readOrdered(value: unknown): OrderedVerdict | undefined {
  if (typeof value === 'string') return { encf: value };
  if (!isObject(value) || typeof value['encf'] !== 'string') return undefined;
  const { rnc, outcome, codigo, valor, secuenciaUtilizada } = value;
  if (outcome !== undefined && outcome !== 'rejected' && outcome !== 'conditionally-accepted')
    return undefined;
  // DGII's own answers have the code now as a number and now as a text.
  const code = typeof codigo === 'number' ? String(codigo) : codigo;
  if (code !== undefined && !(typeof code === 'string' && /^\d{1,9}$/.test(code))) return undefined;
  return {
    encf: value['encf'],
    ...(typeof rnc === 'string' ? { rnc } : {}),
    ...(outcome === undefined ? {} : { outcome }),
    ...(code === undefined ? {} : { codigo: Number(code) }),
    ...(typeof valor === 'string' ? { valor } : {}),
    ...(typeof secuenciaUtilizada === 'boolean' ? { secuenciaUtilizada } : {}),
  };
}

function readDelay(value: unknown): Delay | undefined {
  if (!isObject(value) || typeof value['encf'] !== 'string') return undefined;
  const { encf, delayMs, polls } = value;
  if (delayMs !== undefined && !isCount(delayMs, delayMsMax)) return undefined;
  if (polls !== undefined && !isCount(polls, pollsMax)) return undefined;
  return {
    encf,
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(polls === undefined ? {} : { polls }),
  };
}

const serialMax = 9_999_999_999;

function readSequence(value: unknown): Sequence | undefined {
  if (!isObject(value)) return undefined;
  const { rnc, environment, tipo, desde, hasta, vence } = value;
  if (typeof rnc !== 'string' || !isEnvironment(environment)) return undefined;
  if (!isCount(tipo, 99) || !isCount(desde, serialMax) || !isCount(hasta, serialMax)) return undefined;
  if (vence !== null && !(typeof vence === 'string' && /^\d{2}-\d{2}-\d{4}$/.test(vence))) return undefined;
  return { rnc, environment, tipo, desde, hasta, vence };
}

function readTaxpayers(value: unknown): Settings['taxpayers'] | string {
  const problems: readonly unknown[] = ['unknown', 'not-electronic', 'inactive'] satisfies TaxpayerProblem[];
  if (!isObject(value) || !Object.values(value).every((problem) => problems.includes(problem)))
    return `taxpayers maps RNCs to ${problems.join(', ')}`;
  return { ...value } as Settings['taxpayers'];
}

function readMaintenance(value: unknown): Maintenance | undefined {
  if (!isObject(value)) return undefined;
  const { environment, from, to } = value;
  if (environment !== undefined && !isEnvironment(environment)) return undefined;
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  if (Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(to))) return undefined;
  return { ...(environment === undefined ? {} : { environment }), from, to };
}

function readDirectoryEntry(value: unknown): DirectoryEntry | undefined {
  if (!isObject(value)) return undefined;
  const { nombre, rnc, urlRecepcion, urlAceptacion, urlOpcional = null } = value;
  if (typeof nombre !== 'string' || typeof rnc !== 'string') return undefined;
  if (typeof urlRecepcion !== 'string' || typeof urlAceptacion !== 'string') return undefined;
  if (urlOpcional !== null && typeof urlOpcional !== 'string') return undefined;
  return { nombre, rnc, urlRecepcion, urlAceptacion, urlOpcional };
}

function isEnvironment(value: unknown): value is Environment {
  return typeof value === 'string' && Object.hasOwn(environments, value);
}
