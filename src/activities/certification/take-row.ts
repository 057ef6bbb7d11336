/**
 * One step of a certification run: issues the row on turn, or looks at its result. The run goes on only if DGII accepted the row. After a
 * rejection DGII starts the whole set again, so the run stops there.
 */
import { waitingReasons } from '../../ecf/model/document-states.js';
import { companyInCertification } from '../../services/certification/company-in-certification.js';
import type {
  CertificationRunRecord,
  RunReason,
  RunRow,
  RunState,
} from '../../ledger/certification/run-record.js';
import type { RunChanges } from '../../ledger/certification/runs.js';
import type { CertificationStep, CertificationTopic } from '../../workflows/contract/certification.js';
import { assertNever } from '../../shared/errors.js';
import type { ActivityDeps } from '../deps.js';
import type { RowStep } from './row-step.js';
import { takeApproval } from './take-approval.js';
import { takeVoucher } from './take-voucher.js';

export async function takeRow(
  deps: ActivityDeps,
  { companyId, runId }: CertificationTopic,
  cancelled: AbortSignal,
): Promise<CertificationStep> {
  const { store, clock } = deps;
  const run = await store.findRun(companyId, runId);
  if (run === undefined) return { text: 'La corrida ya no existe', waits: false, ends: true };
  if (run.state !== 'running') return { text: stateTexts[run.state], waits: false, ends: true };
  const row = run.rows[run.next];
  if (row === undefined) return change(deps, run, { state: 'done', endedAt: clock() }, 'Terminada');
  const company = await companyInCertification(deps, companyId);
  if ('outcome' in company) return halt(deps, run, row.encf, { reason: 'NOT_IN_CERTIFICATION' });

  if (run.kind === 'vouchers') return afterStep(deps, run, await takeVoucher(deps, { run, row }));
  const marked = await markDelivery(deps, run, row);
  if (marked === undefined)
    return { text: `${row.encf}: Otro proceso va delante`, waits: false, ends: false };
  return afterStep(deps, marked, await takeApproval(deps, { run, row }, cancelled));
}

/** The row remembers a delivery before it is made. Undefined: another process changed the run first. */
async function markDelivery(
  { store }: ActivityDeps,
  run: CertificationRunRecord,
  { signed, mayHaveArrived = false }: RunRow,
): Promise<CertificationRunRecord | undefined> {
  if (signed === undefined || mayHaveArrived) return run;
  const changed = await store.changeRun(run, { rows: withRow(run, { mayHaveArrived: true }) });
  return changed.outcome === 'done' ? changed.run : undefined;
}

async function afterStep(
  deps: ActivityDeps,
  run: CertificationRunRecord,
  step: RowStep,
): Promise<CertificationStep> {
  const text = `${run.rows[run.next]?.encf ?? ''}: ${step.text}`;
  switch (step.outcome) {
    case 'waits':
      if (step.changes !== undefined) await change(deps, run, { row: step.changes }, text);
      return { text, waits: true, ends: false };
    case 'issued':
      return change(deps, run, { row: { attempt: step.attempt } }, text);
    case 'signed':
      return change(deps, run, { row: { signed: step.signed } }, text);
    case 'accepted':
      return change(deps, run, { row: { outcome: 'accepted' }, passed: true }, text);
    case 'conditional':
      return halt(deps, run, text, { reason: 'CONDITIONAL', row: endOf(step), passed: true });
    case 'rejected':
      return halt(deps, run, text, { reason: 'REJECTED', row: endOf(step) });
    case 'not-sent':
      return halt(deps, run, text, {
        reason: 'NOT_SENT',
        row: { ...endOf(step), ...(step.faults && { faults: step.faults.slice(0, faultsMax) }) },
      });
    default:
      return assertNever(step);
  }
}

/** Pauses the run at the row on turn. The service's own logs say what failed. */
export async function haltAfterDefect(
  deps: ActivityDeps,
  { companyId, runId }: CertificationTopic,
): Promise<CertificationStep> {
  const run = await deps.store.findRun(companyId, runId);
  if (run?.state !== 'running') return { text: 'La corrida ya no está en curso', waits: false, ends: true };
  const refusal = { code: 'INTERNAL_FAULT', mensaje: waitingReasons.INTERNAL_FAULT };
  return halt(deps, run, refusal.mensaje, {
    reason: 'NOT_SENT',
    row: { outcome: 'not-sent', refusal },
  });
}

function endOf({ outcome, refusal, changes }: Extract<RowStep, { readonly refusal?: unknown }>) {
  return { outcome, ...(refusal !== undefined && { refusal }), ...changes };
}

/** A person sees at most this many faults of a row. */
const faultsMax = 10;

function withRow({ rows, next }: CertificationRunRecord, changes: Partial<RunRow>) {
  return rows.map((row, index) => (index === next ? { ...row, ...changes } : row));
}

const reasonTexts: Readonly<Record<RunReason, string>> = {
  PERSON: 'Una persona la pausó',
  CONDITIONAL: 'Aceptado condicional: una persona decide si continúa',
  REJECTED: 'Rechazado: la DGII reinicia el set',
  NOT_SENT: 'No se pudo enviar: una persona debe corregirlo',
  NOT_IN_CERTIFICATION: 'La empresa no está en certificación',
};

const stateTexts: Readonly<Record<RunState, string>> = {
  ready: 'La corrida no se ha iniciado',
  running: 'La corrida está en curso',
  paused: 'La corrida está en pausa',
  stopped: 'La corrida se detuvo',
  done: 'La corrida terminó',
};

function halt(
  deps: ActivityDeps,
  run: CertificationRunRecord,
  text: string,
  { reason, ...changes }: StepChanges & { readonly reason: RunReason },
): Promise<CertificationStep> {
  const state = reason === 'REJECTED' ? 'stopped' : 'paused';
  const ended = state === 'stopped' ? { endedAt: deps.clock() } : {};
  return change(deps, run, { ...changes, ...ended, state, reason }, `${text}. ${reasonTexts[reason]}`);
}

interface StepChanges extends Pick<RunChanges, 'state' | 'reason' | 'endedAt'> {
  readonly row?: Partial<RunRow>;
  readonly passed?: true;
}

/** A person's change may come between a delivery and its result, and seldom a second one. */
const changeTriesMax = 5;

/** If another process changed the run first, the next step reads it again. Only the result of a delivery cannot be read again. */
async function change(
  deps: ActivityDeps,
  run: CertificationRunRecord,
  changes: StepChanges,
  text: string,
): Promise<CertificationStep> {
  const { store, clock, settings } = deps;
  const ends = changes.state !== undefined;
  const dueAt = new Date(clock().getTime() + settings.checkMarginMs);
  let latest: CertificationRunRecord | undefined = run;
  for (let tries = 0; latest !== undefined && tries < changeTriesMax; tries += 1) {
    const wanted = runChangesOf(latest, changes, dueAt);
    const changed = await store.changeRun(latest, wanted, ends ? ['dueAt'] : []);
    if (changed.outcome === 'done') return { text, waits: false, ends };
    latest = await findRunWithoutResult(deps, latest);
  }
  return { text, waits: false, ends: false };
}

function runChangesOf(
  run: CertificationRunRecord,
  { row, passed, ...changes }: StepChanges,
  dueAt: Date,
): RunChanges {
  return {
    ...changes,
    ...(row && { rows: withRow(run, row) }),
    ...(passed && { next: run.next + 1 }),
    // A run that a person has paused stays paused.
    ...(changes.state === undefined && run.state === 'running' && { dueAt }),
  };
}

/** The run as it is now. Undefined: its row was not delivered, or another process has recorded the result of the delivery. */
async function findRunWithoutResult(
  { store }: ActivityDeps,
  { companyId, _id, rows, next }: CertificationRunRecord,
): Promise<CertificationRunRecord | undefined> {
  const delivered = rows[next];
  if (delivered?.signed === undefined) return undefined;
  const latest = await store.findRun(companyId, _id);
  const row = latest?.next === next ? latest.rows[next] : undefined;
  const sameTry = row?.tries === delivered.tries && row?.signed?.sha256 === delivered.signed.sha256;
  return sameTry && row.outcome === undefined ? latest : undefined;
}
