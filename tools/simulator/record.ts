/**
 * The simulator's memory, which survives a restart. `record.jsonl` in its data folder has one line per posted document;
 * `files/` has the bytes, named by their SHA-256. A post is answered only after both are on disk.
 */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../src/ecf/model/environments.js';
import { assertNever } from '../../src/shared/errors.js';
import { keepFile, openJournal, readLines } from './durable-files.js';
import type { Verdict } from './verdict/verdict.js';
import type { BuyerAnswer } from './buyers/buyer-answers.js';
import type { ServiceName } from './http/services.js';

/** What queries return in addition to the verdict; `""` where the document has no value. */
export interface Datos {
  readonly razonSocialEmisor: string;
  readonly razonSocialComprador: string;
  readonly montoTotal: string;
  readonly totalITBIS: string;
  readonly fechaEmision: string;
  readonly fechaFirma: string;
  readonly rncComprador: string;
  readonly idExtranjero: string;
  readonly codigoSeguridad: string;
}

export interface Reception {
  readonly kind: 'received';
  /** `recepcionfc`: a summary (RFCE), which never has a trackId. */
  readonly service: 'recepcion' | 'recepcionfc';
  /** ISO 8601. */
  readonly at: string;
  readonly environment: Environment;
  readonly trackId: string | null;
  readonly sha256: string;
  readonly rncEmisor: string;
  readonly encf: string;
  readonly signer: string;
  /** Cédula or RNC of the token that came with the post; absent in records of earlier versions. */
  readonly holder?: string;
  /** The result reads En Proceso until this time. */
  readonly finalAt: string;
  /** The result also reads En Proceso for this many queries. */
  readonly polls: number;
  readonly verdict: Verdict;
  readonly datos: Datos;
}

/** A post that was answered without being received, for example because of a requested fault. */
export interface Refusal {
  readonly kind: 'refused';
  readonly at: string;
  readonly environment: Environment;
  readonly service: ServiceName;
  /** RNC of the buyer of the settings that it was posted to, if it was one. */
  readonly receiver?: string;
  readonly sha256: string;
  /** As posted; "" when the name could not be read. */
  readonly fileName: string;
  readonly reason: string;
}

/** Numbers that will never be used (ANECF), both ends included. */
export interface Annulment {
  readonly kind: 'annulled';
  readonly at: string;
  readonly environment: Environment;
  readonly sha256: string;
  readonly rncEmisor: string;
  readonly ranges: readonly AnnulledRange[];
}

export interface AnnulledRange {
  readonly tipo: string;
  readonly desde: number;
  readonly hasta: number;
}

export interface Approval {
  readonly kind: 'approved';
  readonly at: string;
  readonly environment: Environment;
  readonly sha256: string;
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly encf: string;
  /** 1 accepted, 2 rejected. */
  readonly estado: string;
}

/** A full type 32 below 250,000.00, handed over in addition to its RFCE, as in the certification's test data step. */
export interface HandedOver {
  readonly kind: 'handed-over';
  readonly at: string;
  readonly environment: Environment;
  readonly sha256: string;
  readonly rncEmisor: string;
  readonly encf: string;
  readonly codigoSeguridad: string;
}

export interface ToBuyer {
  readonly kind: 'to-buyer';
  readonly at: string;
  readonly environment: Environment;
  readonly sha256: string;
  readonly service: ServiceName;
  readonly rncEmisor: string;
  readonly encf: string;
  /** RNC of a buyer of the settings; absent for the buyer that DGII imitates. */
  readonly receiver?: string;
  readonly rncComprador?: string;
  /** What the buyer did; absent for the buyer that DGII imitates. */
  readonly answer?: BuyerAnswer;
  /**
   * CodigoMotivoNoRecibido of its ARECF; `""` when the buyer accepted the document. `repeated`: it had accepted the same
   * bytes before. `not-taken`: it did nothing with them.
   */
  readonly motivo: string;
}

/** A document of an imitated taxpayer for us, recorded before it is sent. */
export interface Emitted {
  readonly kind: 'emitted';
  readonly document: 'ECF' | 'ACECF';
  readonly at: string;
  readonly environment: Environment;
  readonly sha256: string;
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly encf: string;
  /** Of an ACECF: 1 accepted, 2 rejected. */
  readonly estado?: '1' | '2';
  /** What is wrong with it on purpose. */
  readonly flaw?: 'altered' | 'incomplete';
}

export interface Answered {
  readonly kind: 'answered';
  readonly document: Emitted['document'];
  readonly at: string;
  readonly environment: Environment;
  readonly sha256: string;
  /** SHA-256 of the document. */
  readonly of: string;
  readonly rncEmisor: string;
  readonly rncComprador: string;
  readonly encf: string;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** Of the ARECF: 0 received, 1 not received; `""` for an ACECF, or when it cannot be read. */
  readonly estado: string;
  readonly motivo: string;
  readonly mensajes: readonly string[];
}

export type BuyerPlace = Pick<ToBuyer, 'environment' | 'service' | 'receiver' | 'rncEmisor' | 'encf'>;

export type Entry = Reception | Refusal | Annulment | Approval | HandedOver | ToBuyer | Emitted | Answered;

/** All lines are in memory too. Beyond this number the simulator refuses to continue. */
const entriesMax = 1_000_000;
export interface ReceptionRecord {
  byTrackId(trackId: string): Reception | undefined;
  /** Oldest first. */
  ofNumber(environment: Environment, rncEmisor: string, encf: string): readonly Reception[];
  all(): readonly Reception[];
  others(): readonly Exclude<Entry, Reception>[];
  /** Queries see the entry at once; the promise resolves when bytes and line are on disk. */
  keep(entry: Entry, bytes: Buffer): Promise<void>;
  isAnnulled(environment: Environment, rncEmisor: string, encf: string): boolean;
  /** What arrived at a buyer about an e-NCF, oldest first. */
  atBuyer(place: BuyerPlace): readonly ToBuyer[];
  /** What imitated taxpayers sent us about an e-NCF of this issuer, oldest first. */
  emitted(environment: Environment, rncEmisor: string, encf: string): readonly Emitted[];
  /** The last serial of an imitated issuer's own vouchers of a type; 0 before the first. */
  lastEmitted(environment: Environment, rncEmisor: string, type: string): number;
  /** What we answered about an e-NCF of any issuer, oldest first. */
  answersTo(environment: Environment, encf: string): readonly Answered[];
  /** Security codes of the full vouchers seen under an e-NCF, whatever the verdict. */
  securityCodes(environment: Environment, rncEmisor: string, encf: string): readonly string[];
  close(): Promise<void>;
}

export async function openRecord(dataDir: string): Promise<ReceptionRecord> {
  const filesDir = join(dataDir, 'files');
  await mkdir(filesDir, { recursive: true });
  const path = join(dataDir, 'record.jsonl');
  const receptions: Reception[] = [];
  const others: Exclude<Entry, Reception>[] = [];
  const byTrackId = new Map<string, Reception>();
  const byNumber = new Map<string, Reception[]>();
  const annulled = new Map<string, AnnulledRange[]>();
  const codes = new Map<string, string[]>();
  const emitted = new Map<string, Emitted[]>();
  const lastEmitted = new Map<string, number>();
  const answers = new Map<string, Answered[]>();
  const atBuyers = new Map<string, ToBuyer[]>();
  const filesKept = new Set<string>();
  for (const line of await readLines<Entry>(path)) {
    index(line);
    filesKept.add(line.sha256);
  }
  const journal = await openJournal(path);

  return {
    byTrackId: (trackId) => byTrackId.get(trackId.toLowerCase()),
    ofNumber: (environment, rncEmisor, encf) => byNumber.get(numberKey(environment, rncEmisor, encf)) ?? [],
    all: () => receptions,
    others: () => others,
    async keep(entry, bytes) {
      if (receptions.length + others.length >= entriesMax)
        throw new Error('The simulator is full: use a new data folder');
      index(entry);
      if (!filesKept.has(entry.sha256)) await keepFile(filesDir, entry.sha256, bytes);
      filesKept.add(entry.sha256);
      await journal.append(JSON.stringify(entry));
    },
    isAnnulled(environment, rncEmisor, encf) {
      const serial = Number(encf.slice(3));
      return (annulled.get(numberKey(environment, rncEmisor, encf.slice(1, 3))) ?? []).some(
        ({ desde, hasta }) => desde <= serial && serial <= hasta,
      );
    },
    emitted: (environment, rncEmisor, encf) => emitted.get(numberKey(environment, rncEmisor, encf)) ?? [],
    lastEmitted: (environment, rncEmisor, type) =>
      lastEmitted.get(numberKey(environment, rncEmisor, type)) ?? 0,
    answersTo: (environment, encf) => answers.get(numberKey(environment, '', encf)) ?? [],
    atBuyer: (place) => atBuyers.get(placeKey(place)) ?? [],
    securityCodes: (environment, rncEmisor, encf) => codes.get(numberKey(environment, rncEmisor, encf)) ?? [],
    close: () => journal.close(),
  };

  function index(entry: Entry): void {
    if (entry.kind !== 'received') others.push(entry);
    switch (entry.kind) {
      case 'received': {
        receptions.push(entry);
        if (entry.trackId !== null) byTrackId.set(entry.trackId, entry);
        const key = numberKey(entry.environment, entry.rncEmisor, entry.encf);
        append(byNumber, key, entry);
        if (entry.service === 'recepcion' && entry.datos.codigoSeguridad !== '')
          append(codes, key, entry.datos.codigoSeguridad);
        return;
      }
      case 'handed-over':
        append(codes, numberKey(entry.environment, entry.rncEmisor, entry.encf), entry.codigoSeguridad);
        return;
      case 'annulled':
        for (const range of entry.ranges)
          append(annulled, numberKey(entry.environment, entry.rncEmisor, range.tipo), range);
        return;
      case 'emitted': {
        const { environment, rncEmisor, encf } = entry;
        append(emitted, numberKey(environment, rncEmisor, encf), entry);
        const key = numberKey(environment, rncEmisor, encf.slice(1, 3));
        if (entry.document === 'ECF')
          lastEmitted.set(key, Math.max(lastEmitted.get(key) ?? 0, Number(encf.slice(3))));
        return;
      }
      case 'answered':
        append(answers, numberKey(entry.environment, '', entry.encf), entry);
        return;
      case 'to-buyer':
        append(atBuyers, placeKey(entry), entry);
        return;
      case 'approved':
      case 'refused':
        return;
      default:
        assertNever(entry);
    }
  }
}

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function placeKey({ environment, service, receiver = '', rncEmisor, encf }: BuyerPlace): string {
  return `${environment}:${service}:${receiver}:${rncEmisor}:${encf}`;
}

function numberKey(environment: Environment, rncEmisor: string, number: string): string {
  return `${environment}:${rncEmisor}:${number}`;
}
