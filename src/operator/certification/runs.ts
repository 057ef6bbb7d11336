/**
 * Certification runs as people control them: a workbook becomes a run, and a person starts it, pauses it, lets it go on, or repeats it. A
 * worker sends the rows (src/activities/certification).
 */
import { randomUUID } from 'node:crypto';
import {
  checkInCertification,
  certifying,
  type CertificationDeps,
} from '../../admission/issue-in-certification.js';
import type { Fault } from '../../ecf/model/fault.js';
import type {
  CertificationRunRecord,
  RunKind,
  RunRepetition,
  RunRow,
} from '../../ledger/certification/run-record.js';
import type { RunChanges, RunChanged } from '../../ledger/certification/runs.js';
import type { Store } from '../../ledger/mongo/connect.js';
import type { Company } from '../../ledger/store.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import { leavesNumberFree } from '../../ledger/vouchers/live-document.js';
import { ServiceError } from '../../shared/errors.js';
import { refused, type Refused } from '../../shared/refused.js';

export interface RunDeps {
  readonly store: Pick<
    Store,
    'putRun' | 'findRun' | 'changeRun' | 'runContents' | 'findRunVouchers' | 'findCompany'
  >;
  readonly clock: () => Date;
}

/** One row of a workbook that was read. */
export interface WorkbookRow {
  readonly row: number;
  readonly encf: string;
  /** What the row sends, as JSON. */
  readonly content: string;
}

export interface Workbook {
  readonly kind: RunKind;
  readonly fileName: string;
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
  readonly rows: readonly WorkbookRow[];
}

/** Of each row the person sees this many faults. */
const faultsMax = 10;
/** A worker changes the record after each row, so a person's change may come second a few times. */
const changeTriesMax = 5;
const noteCharsMax = 300;

/** Checks every row as `validate` does, and keeps the run. Nothing is sent before a person starts it. */
export async function createRun(
  deps: RunDeps & Pick<CertificationDeps, 'store' | 'checker' | 'log'>,
  company: Company,
  { rows, ...workbook }: Workbook,
  by: string,
): Promise<CertificationRunRecord> {
  const certified: Company = { ...company, environment: 'certification' };
  const checked: RunRow[] = [];
  for (const { row, encf, content } of rows)
    checked.push({
      ...{ row, encf },
      ...(workbook.kind === 'vouchers' ? await checkRow(deps, certified, content) : { faults: [] }),
    });
  return deps.store.putRun({
    ...workbook,
    ...{ _id: randomUUID(), companyId: company.companyId, by, createdAt: deps.clock() },
    rows: checked,
    contents: rows.map(({ content }) => content),
  });
}

async function checkRow(
  deps: Pick<CertificationDeps, 'store' | 'checker' | 'clock' | 'log'>,
  company: Company,
  content: string,
): Promise<Pick<RunRow, 'faults' | 'contentHash'>> {
  try {
    // With the person's consent, conditional faults are warnings. Here the person sees both kinds.
    const order = { body: Buffer.from(content), conditionalConfirmed: true };
    const { checked } = await checkInCertification(deps, company, order);
    const faults = [...checked.errores, ...checked.advertencias].slice(0, faultsMax);
    return { faults, ...(checked.contentHash !== undefined && { contentHash: checked.contentHash }) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message: mensaje } = error;
    return { faults: [{ code, campo: error.detail.campo ?? '', mensaje, severidad: 'rechazo' }] };
  }
}

export type RunRefusal = Refused<'RUN_NOT_FOUND' | 'RUN_CHANGED' | 'RUN_UNDER_WAY'>;
export type RunOutcome = { readonly outcome: 'done'; readonly run: CertificationRunRecord } | RunRefusal;

export interface RunStart {
  /** The person's e-mail. */
  readonly by: string;
  readonly correlationId: string;
  readonly conditionalConfirmed: boolean;
  /**
   * Sends numbers again that are spent. `all`: DGII has started the set again, so every voucher goes out again. `unaccepted`: only those that
   * DGII has not accepted.
   */
  readonly again?: { readonly note: string; readonly which: 'all' | 'unaccepted' };
}

export type RunStarted =
  | RunOutcome
  | Refused<
      'RUN_ALREADY_STARTED' | 'RUN_HAS_FAULTS' | 'NOTE_INVALID' | 'COMPANY_NOT_FOUND' | 'NOT_IN_CERTIFICATION'
    >
  | Refused<'CONDITIONAL_FAULTS', { readonly advertencias: readonly Fault[] }>
  /** Numbers of the workbook are spent, and the person did not order another attempt. */
  | Refused<'REPETITION_NEEDED', { readonly encfs: readonly string[] }>
  | Refused<'NUMBER_ANNULLED' | 'ATTEMPT_NOT_FINAL', { readonly encf: string }>;

/** Starts the run. The caller then starts its workflow. */
export async function startRun(
  deps: RunDeps,
  company: Company,
  id: string,
  { by, correlationId, conditionalConfirmed, again }: RunStart,
): Promise<RunStarted> {
  const { store, clock } = deps;
  const { companyId } = company;
  const run = await store.findRun(companyId, id);
  if (run === undefined) return refused('RUN_NOT_FOUND');
  const certified = await certifying(deps, companyId);
  if ('outcome' in certified) return certified;
  if (run.state !== 'ready') return refused('RUN_ALREADY_STARTED');
  const faults = run.rows.flatMap((row) => row.faults);
  if (faults.some(({ severidad }) => severidad === 'rechazo')) return refused('RUN_HAS_FAULTS');
  if (faults.length > 0 && !conditionalConfirmed)
    return refused('CONDITIONAL_FAULTS', { advertencias: faults });
  const repetition = await repetitionOf(deps, run, again);
  if ('refusal' in repetition) return repetition;
  const now = clock();
  return outcomeOf(
    await store.changeRun(
      run,
      {
        ...{ state: 'running', startedAt: now, startedBy: by, correlationId, dueAt: now },
        ...(conditionalConfirmed && { conditionalConfirmed }),
        ...(again !== undefined && { repetition: { note: again.note.trim(), ...repetition } }),
      },
      ['expiresAt'],
    ),
  );
}

async function repetitionOf(
  { store }: RunDeps,
  run: CertificationRunRecord,
  again: RunStart['again'],
): Promise<Pick<RunRepetition, 'attempts'> | Exclude<RunStarted, { readonly outcome: 'done' }>> {
  if (again !== undefined && (again.note.trim() === '' || again.note.length > noteCharsMax))
    return refused('NOTE_INVALID');
  if (run.kind === 'approvals') return { attempts: {} };
  const found = await numbersInUse({ store }, run);
  const annulled = found.find(({ use }) => use === 'annulled');
  if (annulled !== undefined) return refused('NUMBER_ANNULLED', { encf: annulled.document.encf });
  const open = found.find(({ use }) => use === 'open');
  if (open !== undefined) return refused('ATTEMPT_NOT_FINAL', { encf: open.document.encf });
  const spent = found.filter(({ use }) => use === 'spent');
  if (again === undefined && spent.length > 0)
    return refused('REPETITION_NEEDED', { encfs: spent.map(({ document }) => document.encf) });
  const wanted = again?.which === 'all' ? found.filter(({ document }) => document.final) : spent;
  return { attempts: Object.fromEntries(wanted.map(({ document: { encf, attempt } }) => [encf, attempt])) };
}

/**
 * What a voucher means for the run's row with the same number. `same`: it is the row's voucher, accepted or under way, and the run follows
 * it. `free`: its number is free. `open`: another voucher, under way. `spent`: only another attempt can send the row.
 */
export type NumberUse = 'same' | 'free' | 'annulled' | 'open' | 'spent';

export interface NumberInUse {
  readonly document: DocumentRecord;
  readonly use: NumberUse;
}

/** The vouchers that have numbers of the run's rows now. */
export async function numbersInUse(
  { store }: { readonly store: Pick<Store, 'findRunVouchers'> },
  { companyId, rows }: CertificationRunRecord,
): Promise<readonly NumberInUse[]> {
  const documents = await store.findRunVouchers(
    companyId,
    rows.map(({ encf }) => encf),
  );
  return documents.map((document) => {
    const row = rows.find(({ encf }) => encf === document.encf);
    return { document, use: useOf(document, row?.contentHash) };
  });
}

function useOf(document: DocumentRecord, rowHash: string | undefined): NumberUse {
  const { state, final, contentHash } = document;
  if (state === 'annulled') return 'annulled';
  const same = contentHash === rowHash;
  // DGII would reject the same content again.
  if (leavesNumberFree(document) && (state === 'refused' || !same)) return 'free';
  if (same && state !== 'rejected') return 'same';
  return final ? 'spent' : 'open';
}

/** Pauses the run after the row on turn: what DGII has been sent, it has. */
export async function pauseRun(
  deps: RunDeps,
  companyId: number,
  id: string,
): Promise<RunOutcome | Refused<'RUN_NOT_RUNNING'>> {
  const changed = await changeState(deps, { companyId, id }, ({ state }) =>
    state === 'running'
      ? { changes: { state: 'paused', reason: 'PERSON' }, remove: ['dueAt'] }
      : 'other-state',
  );
  return changed === 'other-state' ? refused('RUN_NOT_RUNNING') : changed;
}

/** Lets a paused run go on. A row that could not be sent is tried again. The caller then starts its workflow. */
export async function resumeRun(
  deps: RunDeps,
  companyId: number,
  id: string,
): Promise<RunOutcome | Refused<'RUN_NOT_PAUSED'>> {
  const changed = await changeState(deps, { companyId, id }, ({ state, rows, next }) =>
    state === 'paused'
      ? {
          changes: {
            ...{ state: 'running', dueAt: deps.clock() },
            rows: rows.map((row, index) => (index === next ? again(row) : row)),
          },
          remove: ['reason'],
        }
      : 'other-state',
  );
  return changed === 'other-state' ? refused('RUN_NOT_PAUSED') : changed;
}

function again(row: RunRow): RunRow {
  if (row.outcome !== 'not-sent') return row;
  const { attempt: _attempt, outcome: _outcome, refusal: _refusal, tries = 0, ...rest } = row;
  return { ...rest, tries: tries + 1 };
}

interface StateChange {
  readonly changes: RunChanges;
  readonly remove: Parameters<Store['changeRun']>[2];
}

async function changeState(
  { store }: RunDeps,
  { companyId, id }: { readonly companyId: number; readonly id: string },
  changeOf: (run: CertificationRunRecord) => StateChange | 'other-state',
): Promise<RunOutcome | 'other-state'> {
  for (let tries = 0; tries < changeTriesMax; tries += 1) {
    const run = await store.findRun(companyId, id);
    if (run === undefined) return refused('RUN_NOT_FOUND');
    const wanted = changeOf(run);
    if (wanted === 'other-state') return wanted;
    const changed = await store.changeRun(run, wanted.changes, wanted.remove);
    if (changed.outcome !== 'changed-meanwhile') return outcomeOf(changed);
  }
  return refused('RUN_CHANGED');
}

function outcomeOf(changed: RunChanged): RunOutcome {
  if (changed.outcome === 'changed') return { outcome: 'done', run: changed.run };
  return refused(changed.outcome === 'other-runs' ? 'RUN_UNDER_WAY' : 'RUN_CHANGED');
}

/** A new run with the same workbook, checked again. */
export async function repeatRun(
  deps: Parameters<typeof createRun>[0],
  company: Company,
  id: string,
  by: string,
): Promise<RunOutcome> {
  const run = await deps.store.findRun(company.companyId, id);
  if (run === undefined) return refused('RUN_NOT_FOUND');
  const { kind, fileName, sha256, rows } = run;
  const contents = await deps.store.runContents(run);
  const again = rows.map(({ row, encf }, index) => ({ row, encf, content: contents[index] ?? '' }));
  return {
    outcome: 'done',
    run: await createRun(deps, company, { kind, fileName, sha256, rows: again }, by),
  };
}
