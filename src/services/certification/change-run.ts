/** A person pauses a certification run, lets it go on, or says whether DGII has an approval. */
import type {
  ApprovalConfirmation,
  CertificationRunRecord,
  RunRow,
} from '../../ledger/certification/run-record.js';
import type { RunChanges } from '../../ledger/certification/runs.js';
import type { Store } from '../../ledger/ledger.js';
import { isNote } from '../../ledger/numbers/numbers.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { RunDeps, RunOutcome } from './run-deps.js';

/** A worker also changes the record after each row, so a person's change may lose a few times. */
const changeTriesMax = 5;

/** Pauses the run at once. A voucher that was admitted already goes on by itself. */
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

/** The row and its try that a person saw. About another row, or a later try, the person has said nothing. */
export type ConfirmedRow = Pick<RunRow, 'encf'> & Required<Pick<RunRow, 'tries'>>;

/**
 * Lets a paused run go on. A row that could not be sent is tried again. The caller then starts its workflow.
 * @param confirmed the row on turn, if the person saw its conditional faults and sends it all the same
 */
export async function resumeRun(
  deps: RunDeps,
  { companyId, id }: { readonly companyId: number; readonly id: string },
  confirmed?: ConfirmedRow,
): Promise<RunOutcome | Refused<'RUN_NOT_PAUSED'>> {
  const changed = await changeState(deps, { companyId, id }, (run) => {
    if (run.state !== 'paused') return 'other-state';
    if (confirmed !== undefined && !isOnTurn(run, confirmed)) return 'other-row';
    const again = rowTriedAgain(run, confirmed !== undefined);
    return { changes: { state: 'running', dueAt: deps.clock(), ...again }, remove: ['reason'] };
  });
  return changed === 'other-state' ? refused('RUN_NOT_PAUSED') : changed;
}

/**
 * Records what a person saw in DGII's portal. If DGII has the approval, the row is over; if not, it is signed and sent anew. The caller
 * then starts the workflow.
 */
export async function confirmApproval(
  deps: RunDeps,
  { companyId, id }: { readonly companyId: number; readonly id: string },
  seen: ConfirmedRow,
  said: Omit<ApprovalConfirmation, 'at'>,
): Promise<RunOutcome | Refused<'RUN_NOT_PAUSED' | 'NOTE_INVALID'>> {
  const note = said.note.trim();
  if (note === '' || !isNote(note)) return refused('NOTE_INVALID');
  const at = deps.clock();
  const confirmation = { ...said, note, at };
  const changed = await changeState(deps, { companyId, id }, (run) => {
    if (run.state !== 'paused') return 'other-state';
    if (!isOnTurn(run, seen) || run.rows[run.next]?.mayHaveArrived !== true) return 'other-row';
    const again = rowConfirmed(run, confirmation);
    return { changes: { state: 'running', dueAt: at, ...again }, remove: ['reason'] };
  });
  return changed === 'other-state' ? refused('RUN_NOT_PAUSED') : changed;
}

function rowConfirmed(run: CertificationRunRecord, confirmation: ApprovalConfirmation): RunChanges {
  const isAccepted = confirmation.found === 'accepted';
  const { rows = run.rows } = isAccepted ? run : rowTriedAgain(run, false);
  const confirmed = rows.map((row, index): RunRow => {
    if (index !== run.next) return row;
    const { mayHaveArrived: _m, refusal: _r, ...rest } = row;
    return { ...rest, confirmation, ...(isAccepted && { outcome: 'accepted' }) };
  });
  return { rows: confirmed, ...(isAccepted && { next: run.next + 1 }) };
}

function isOnTurn({ rows, next }: CertificationRunRecord, { encf, tries }: ConfirmedRow): boolean {
  const row = rows[next];
  return row?.outcome === 'not-sent' && row.encf === encf && (row.tries ?? 0) === tries;
}

/** The next try is signed anew, perhaps with another certificate. Its attempt follows the one that could not be sent. */
function rowTriedAgain(
  { rows, next, newAttempts }: CertificationRunRecord,
  conditionalConfirmed: boolean,
): RunChanges {
  const row = rows[next];
  if (row?.outcome !== 'not-sent') return {};
  const { attempt, outcome: _o, refusal: _r, signed: _s, unread: _u, tries = 0, ...rest } = row;
  const again = { ...rest, tries: tries + 1, ...(conditionalConfirmed && { conditionalConfirmed }) };
  const replaced = newAttempts?.attempts[row.encf] === undefined ? undefined : attempt;
  return {
    rows: rows.map((one, index) => (index === next ? again : one)),
    ...(newAttempts !== undefined &&
      replaced !== undefined && {
        newAttempts: { ...newAttempts, attempts: { ...newAttempts.attempts, [row.encf]: replaced } },
      }),
  };
}

interface StateChange {
  readonly changes: RunChanges;
  readonly remove: Parameters<Store['changeRun']>[2];
}

async function changeState(
  { store }: RunDeps,
  { companyId, id }: { readonly companyId: number; readonly id: string },
  changeOf: (run: CertificationRunRecord) => StateChange | 'other-state' | 'other-row',
): Promise<RunOutcome | 'other-state'> {
  for (let tries = 0; tries < changeTriesMax; tries += 1) {
    const run = await store.findRun(companyId, id);
    if (run === undefined) return refused('RUN_NOT_FOUND');
    const wanted = changeOf(run);
    if (wanted === 'other-state') return wanted;
    if (wanted === 'other-row') return refused('RUN_CHANGED');
    const changed = await store.changeRun(run, wanted.changes, wanted.remove);
    if (changed.outcome === 'done' || changed.refusal !== 'RUN_CHANGED') return changed;
  }
  return refused('RUN_CHANGED');
}
