/** A person starts a certification run, and says what becomes of numbers that are spent. */
import { companyInCertification } from './company-in-certification.js';
import { isRejection, type Fault } from '../../ecf/model/fault.js';
import type { CertificationRunRecord, NewAttempts } from '../../ledger/certification/run-record.js';
import type { Store } from '../../ledger/ledger.js';
import { isNote } from '../../ledger/numbers/numbers.js';
import type { Company } from '../../ledger/companies/company.js';
import type { RunVoucher } from '../../ledger/certification/runs.js';
import { leavesNumberFree } from '../../ledger/vouchers/live-document.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { RunDeps, RunOutcome } from './run-deps.js';

export interface RunStart {
  readonly by: string;
  readonly correlationId: string;
  readonly conditionalConfirmed: boolean;
  /**
   * Sends numbers again that are spent. `all`: every voucher. `ecf`: DGII has started the set again, and it keeps the summaries that it
   * accepted, because it counts them apart. `unaccepted`: only the vouchers that DGII has not accepted.
   */
  readonly again?: { readonly note: string; readonly which: 'all' | 'ecf' | 'unaccepted' };
}

type RunStarted =
  | RunOutcome
  | Refused<
      'RUN_ALREADY_STARTED' | 'RUN_HAS_FAULTS' | 'NOTE_INVALID' | 'COMPANY_NOT_FOUND' | 'NOT_IN_CERTIFICATION'
    >
  | Refused<'CONDITIONAL_FAULTS', { readonly advertencias: readonly Fault[] }>
  /** Numbers of the workbook are spent, and the person did not order another attempt. */
  | Refused<'REPETITION_NEEDED', { readonly encfs: readonly string[] }>
  | Refused<'NUMBER_ANNULLED' | 'ATTEMPT_NOT_FINAL', { readonly encf: string }>;

/** The caller starts the run's workflow afterwards. */
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
  const certified = await companyInCertification(deps, companyId);
  if ('outcome' in certified) return certified;
  if (run.state !== 'ready') return refused('RUN_ALREADY_STARTED');
  const faults = run.rows.flatMap((row) => row.faults);
  if (faults.some(isRejection)) return refused('RUN_HAS_FAULTS');
  if (faults.length > 0 && !conditionalConfirmed)
    return refused('CONDITIONAL_FAULTS', { advertencias: faults });
  const newAttempts = await attemptsToReplace(deps, run, again);
  if ('refusal' in newAttempts) return newAttempts;
  const now = clock();
  return store.changeRun(
    run,
    {
      state: 'running',
      startedAt: now,
      startedBy: by,
      correlationId,
      dueAt: now,
      ...(conditionalConfirmed && { conditionalConfirmed }),
      ...(again !== undefined && { newAttempts: { note: again.note.trim(), ...newAttempts } }),
    },
    ['expiresAt'],
  );
}

async function attemptsToReplace(
  { store }: RunDeps,
  run: CertificationRunRecord,
  again: RunStart['again'],
): Promise<Pick<NewAttempts, 'attempts'> | Exclude<RunStarted, { readonly outcome: 'done' }>> {
  if (again !== undefined && (again.note.trim() === '' || !isNote(again.note)))
    return refused('NOTE_INVALID');
  if (run.kind === 'approvals') return { attempts: {} };
  const found = await vouchersWithRowNumbers({ store }, run);
  const annulled = found.find(({ use }) => use === 'annulled');
  if (annulled !== undefined) return refused('NUMBER_ANNULLED', { encf: annulled.document.encf });
  const open = found.find(({ use }) => use === 'open');
  if (open !== undefined) return refused('ATTEMPT_NOT_FINAL', { encf: open.document.encf });
  const spent = found.filter(({ use }) => use === 'spent');
  if (again === undefined && spent.length > 0)
    return refused('REPETITION_NEEDED', { encfs: spent.map(({ document }) => document.encf) });
  const ended = found.filter(({ document }) => document.final);
  const keptByDgii = ({ use, document }: RowVoucher) =>
    use === 'same' && document.signed?.summary !== undefined;
  const wanted = {
    all: ended,
    ecf: ended.filter((one) => !keptByDgii(one)),
    unaccepted: spent,
  }[again?.which ?? 'unaccepted'];
  return { attempts: Object.fromEntries(wanted.map(({ document: { encf, attempt } }) => [encf, attempt])) };
}

/**
 * What a voucher means for the run's row with the same number. `same`: it is the row's voucher, accepted or under way, and the run follows
 * it. `free`: its number is free. `open`: another voucher, under way. `spent`: only another attempt can send the row.
 */
export type RowVoucherUse = 'same' | 'free' | 'annulled' | 'open' | 'spent';

interface RowVoucher {
  readonly document: RunVoucher;
  readonly use: RowVoucherUse;
}

export async function vouchersWithRowNumbers(
  { store }: { readonly store: Pick<Store, 'findRunVouchers' | 'findAttemptsAtDgii'> },
  { companyId, rows }: CertificationRunRecord,
): Promise<readonly RowVoucher[]> {
  const documents = await store.findRunVouchers(
    companyId,
    rows.map(({ encf }) => encf),
  );
  // DGII rejected a repetition because the number is used, so an earlier attempt tells what became of the voucher.
  const atDgii = await store.findAttemptsAtDgii(companyId, documents);
  return documents.map((document) => {
    const row = rows.find(({ encf }) => encf === document.encf);
    const standing = atDgii.find(({ encf }) => encf === document.encf) ?? document;
    return { document, use: useOf(standing, row?.contentHash) };
  });
}

function useOf(document: RunVoucher, rowHash: string | undefined): RowVoucherUse {
  const { state, final, contentHash } = document;
  if (state === 'annulled') return 'annulled';
  const same = contentHash === rowHash;
  // DGII would reject the same content again.
  if (leavesNumberFree(document) && (state === 'refused' || !same)) return 'free';
  if (same && state !== 'rejected') return 'same';
  return final ? 'spent' : 'open';
}
