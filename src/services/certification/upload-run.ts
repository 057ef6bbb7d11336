/** A workbook becomes a certification run: each row is checked, and nothing is sent before a person starts it. */
import { randomUUID } from 'node:crypto';
import { checkForPerson, type PersonDeps } from '../vouchers/issue-by-person.js';
import { companyInCertification } from './company-in-certification.js';
import type { CertificationRunRecord, RunKind, RunRow } from '../../ledger/certification/run-record.js';
import type { Company } from '../../ledger/companies/company.js';
import { errorTable } from '../../shared/errors.js';
import { refused, type Refused } from '../../shared/refused.js';
import type { RunDeps } from './run-deps.js';

export interface WorkbookRow {
  readonly row: number;
  readonly encf: string;
  readonly content: string;
  /** What an earlier run with the same workbook knows about this approval. */
  readonly known?: Pick<RunRow, 'outcome' | 'mayHaveArrived' | 'confirmation'>;
}

interface Workbook {
  readonly kind: RunKind;
  readonly fileName: string;
  /** SHA-256 of the file, hex. */
  readonly sha256: string;
  readonly rows: readonly WorkbookRow[];
}

/** A row with more faults than this has one cause. */
const faultsMax = 10;

type RunCreated =
  | { readonly outcome: 'done'; readonly run: CertificationRunRecord }
  | Refused<'COMPANY_NOT_FOUND' | 'NOT_IN_CERTIFICATION'>;

/** Checks every row as `validate` does, and keeps the run. Nothing is sent before a person starts it. */
export async function createRun(
  deps: RunDeps & Pick<PersonDeps, 'store' | 'checker' | 'log'>,
  company: Company,
  { rows, ...workbook }: Workbook,
  by: string,
): Promise<RunCreated> {
  const certified = await companyInCertification(deps, company.companyId);
  if ('outcome' in certified) return certified;
  const encfs = new Set(rows.map(({ encf }) => encf));
  const checked: RunRow[] = [];
  for (const { row, encf, content, known } of rows) {
    // The note's voucher is another row, which is issued first.
    const toCheck = { body: Buffer.from(content), comesBefore: (other: string) => encfs.has(other) };
    checked.push({
      row,
      encf,
      ...(workbook.kind === 'vouchers' ? await checkRow(deps, certified, toCheck) : { faults: [], ...known }),
    });
  }
  const run = await deps.store.putRun({
    ...workbook,
    _id: randomUUID(),
    companyId: company.companyId,
    by,
    createdAt: deps.clock(),
    rows: checked,
    contents: rows.map(({ content }) => content),
  });
  return { outcome: 'done', run };
}

async function checkRow(
  deps: Pick<PersonDeps, 'store' | 'checker' | 'clock' | 'log'>,
  company: Company,
  toCheck: Omit<Parameters<typeof checkForPerson>[2], 'conditionalConfirmed'>,
): Promise<Pick<RunRow, 'faults' | 'contentHash'>> {
  // With the person's consent, conditional faults are warnings. Here the person sees both kinds.
  const found = await checkForPerson(deps, company, { ...toCheck, conditionalConfirmed: true });
  if ('outcome' in found) {
    const { refusal: code, facts } = found.why;
    const { campo = '', mensaje = errorTable[code].mensaje } = facts;
    return { faults: [{ code, campo, mensaje, severidad: 'rechazo' }] };
  }
  const { errores, advertencias, contentHash } = found.checked;
  const faults = [...errores, ...advertencias].slice(0, faultsMax);
  return { faults, ...(contentHash !== undefined && { contentHash }) };
}

/**
 * A new run with the same workbook, checked again. Of approvals it sends only the rest, because DGII may refuse one that it has. If DGII
 * has approved all of them, the person wants to send all of them again.
 */
export async function repeatRun(
  deps: Parameters<typeof createRun>[0],
  company: Company,
  id: string,
  by: string,
): Promise<RunCreated | Refused<'RUN_NOT_FOUND'>> {
  const run = await deps.store.findRun(company.companyId, id);
  if (run === undefined) return refused('RUN_NOT_FOUND');
  const { kind, fileName, sha256, rows } = run;
  const contents = await deps.store.runContents(run);
  const rest = kind === 'approvals' && rows.some(({ outcome }) => outcome !== 'accepted');
  const sameRows = rows.map((one, index) => {
    const same = { row: one.row, encf: one.encf, content: contents[index] ?? '' };
    return rest ? { ...same, known: knownAbout(one) } : same;
  });
  return createRun(deps, company, { kind, fileName, sha256, rows: sameRows }, by);
}

function knownAbout({ outcome, mayHaveArrived, confirmation }: RunRow): NonNullable<WorkbookRow['known']> {
  return {
    ...(outcome === 'accepted' && { outcome, ...(confirmation && { confirmation }) }),
    ...(mayHaveArrived !== undefined && { mayHaveArrived }),
  };
}
