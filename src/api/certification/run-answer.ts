/** A certification run as the web application shows it: each row with its voucher's state and with what DGII said. */
import { messageTexts } from '../../ecf/messages/dgii-messages.js';
import type { CertificationRunRecord, RunRow } from '../../ledger/certification/run-record.js';
import type { RunVoucher } from '../../ledger/certification/runs.js';
import type { Store } from '../../ledger/ledger.js';
import { vouchersWithRowNumbers, type RowVoucherUse } from '../../services/certification/start-run.js';
import { statusOf } from '../../services/vouchers/find-voucher.js';
import { messageOf } from '../web/web-error.js';

export function listedRun(run: CertificationRunRecord) {
  const { _id: id, kind, fileName, by, createdAt, state, reason = null, rows } = run;
  const { startedAt = null, endedAt = null } = run;
  return {
    id,
    kind,
    fileName,
    by,
    state,
    reason,
    rowCount: rows.length,
    createdAt,
    startedAt,
    endedAt,
    acceptedCount: rows.filter(({ outcome }) => outcome === 'accepted' || outcome === 'conditional').length,
  };
}

export async function shownRun(
  { store }: { readonly store: Pick<Store, 'findRunVouchers' | 'findAttemptsAtDgii' | 'findRunAttempts'> },
  run: CertificationRunRecord,
) {
  const inUse = run.kind === 'vouchers' ? await vouchersWithRowNumbers({ store }, run) : [];
  const vouchers = await rowVouchers(
    store,
    run,
    inUse.map(({ document }) => document),
  );
  const { newAttempts } = run;
  return {
    ...listedRun(run),
    sha256: run.sha256,
    startedBy: run.startedBy ?? null,
    repetitionNote: newAttempts?.note ?? null,
    rows: run.rows.map((row, index) =>
      shownRow(row, vouchers[index], {
        isNext: index === run.next,
        use:
          run.state === 'ready'
            ? (inUse.find(({ document }) => document.encf === row.encf)?.use ?? null)
            : null,
      }),
    ),
  };
}

/** For each row the attempt that belongs to it. A later run may have made another one. */
async function rowVouchers(
  store: Pick<Store, 'findRunAttempts'>,
  { companyId, rows }: CertificationRunRecord,
  latest: readonly RunVoucher[],
): Promise<readonly (RunVoucher | undefined)[]> {
  const attemptIn = (vouchers: readonly RunVoucher[], row: RunRow) =>
    vouchers.find(({ encf, attempt }) => encf === row.encf && attempt === row.attempt);
  const replaced = rows.flatMap((row) => {
    const { encf, attempt } = row;
    return attempt === undefined || attemptIn(latest, row) !== undefined ? [] : [{ encf, attempt }];
  });
  const earlier = await store.findRunAttempts(companyId, replaced);
  return rows.map((row) => attemptIn(latest, row) ?? attemptIn(earlier, row));
}

interface RowContext {
  readonly isNext: boolean;
  readonly use: RowVoucherUse | null;
}

function shownRow(row: RunRow, document: RunVoucher | undefined, { isNext, use }: RowContext) {
  const { row: sheetRow, encf, attempt, tries, outcome, refusal, confirmation, faults } = row;
  return {
    row: sheetRow,
    encf,
    ecfType: Number(encf.slice(1, 3)),
    attempt: attempt ?? null,
    tries: tries ?? 0,
    outcome: outcome ?? null,
    isNext,
    faults,
    status: document === undefined ? null : statusOf(document),
    ...(document?.waiting && { reason: document.waiting.reason }),
    trackId: document?.trackIds.at(-1) ?? null,
    mensajesDgii: messageTexts(document?.verdict?.mensajes),
    refusal: refusal === undefined ? null : shownRefusal(refusal),
    confirmation: confirmation ?? null,
    // DGII gets a summary of it, and a person uploads the full invoice in DGII's portal.
    isSummary: document?.signed?.summary !== undefined,
    use,
  };
}

function shownRefusal({ code, mensaje }: NonNullable<RunRow['refusal']>) {
  return { code, mensaje: mensaje || (messageOf(code) ?? 'El comprobante no se envió. Vea su página.') };
}
