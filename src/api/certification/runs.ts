/** Certification runs: DGII's workbooks, sent row by row. Only a person's session starts one. */
import { createHash } from 'node:crypto';
import type {
  ApprovalConfirmation,
  CertificationRunRecord,
  RunKind,
} from '../../ledger/certification/run-record.js';
import {
  confirmApproval,
  pauseRun,
  resumeRun,
  type ConfirmedRow,
} from '../../services/certification/change-run.js';
import { startRun, type RunStart } from '../../services/certification/start-run.js';
import { createRun, repeatRun, type WorkbookRow } from '../../services/certification/upload-run.js';
import { findDocument } from '../../services/vouchers/find-voucher.js';
import { doneOr } from '../web/operator-refusal.js';
import { WebError } from '../web/web-error.js';
import {
  download,
  get,
  post,
  type OwnTurn,
  type RouteDeps,
  type WebRequest,
  type WebRoute,
} from '../web/web-route.js';
import { pageAnswer, pageCursor, pageSize } from '../web/list-page.js';
import { listedRun, shownRun } from './run-answer.js';
import { createVoucherFiles, foldersText, stopIfLeft } from './voucher-files.js';

const list = '/companies/:companyId/certification-runs';
const one = `${list}/:runId`;

interface Upload {
  readonly kind: RunKind;
  readonly fileName: string;
}

type ConfirmBody = ConfirmedRow & Pick<ApprovalConfirmation, 'found' | 'note'>;
type StartBody = Partial<Pick<RunStart, 'conditionalConfirmed' | 'again'>>;

export function certificationRunRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, limits, issuing } = deps;
  const startWorkflowAndShow = async (run: CertificationRunRecord, { leaveTurn }: WebRequest) => {
    leaveTurn();
    await issuing.certify({ companyId: run.companyId, runId: run._id });
    return shownRun(deps, run);
  };
  /** The check of all rows takes as long as that of several large vouchers. */
  const turn: OwnTurn = ({ company: { companyId }, hasLeft }, work) =>
    limits.uploads.run(companyId, () =>
      limits.largeVouchers.run(companyId, async () => {
        stopIfLeft(hasLeft);
        return work();
      }),
    );
  return [
    get(list, 'read', async ({ company: { companyId }, query }) =>
      pageAnswer(await store.listRuns(companyId, pageSize(query), pageCursor(query)), listedRun),
    ),
    post(
      list,
      { permission: 'certification', audit: 'certification.upload', body: 'file', turn },
      (request) => upload(deps, request),
    ),
    get(one, 'read', async (request) => shownRun(deps, await findRun(deps, request))),
    post(`${one}/start`, { permission: 'certification', audit: 'certification.start' }, async (request) => {
      const { company, actor, correlationId } = request;
      const { conditionalConfirmed = false, again } = request.body as StartBody;
      const order = { by: actor.by, correlationId, conditionalConfirmed, ...(again && { again }) };
      const { run } = doneOr(await startRun(deps, company, runIdOf(request), order), ({ refusal }) =>
        refusal === 'NOTE_INVALID' ? { campo: 'again.note' } : {},
      );
      return startWorkflowAndShow(run, request);
    }),
    post(`${one}/pause`, { permission: 'certification', audit: 'certification.pause' }, async (request) => {
      const { company } = request;
      return shownRun(deps, doneOr(await pauseRun(deps, company.companyId, runIdOf(request))).run);
    }),
    post(`${one}/resume`, { permission: 'certification', audit: 'certification.resume' }, async (request) => {
      const { company } = request;
      const { conditionalConfirmed } = request.body as { readonly conditionalConfirmed?: ConfirmedRow };
      const which = { companyId: company.companyId, id: runIdOf(request) };
      return startWorkflowAndShow(doneOr(await resumeRun(deps, which, conditionalConfirmed)).run, request);
    }),
    post(
      `${one}/confirm`,
      { permission: 'certification', audit: 'certification.confirm' },
      async (request) => {
        const { company, actor, about } = request;
        const { found, note, ...seen } = request.body as ConfirmBody;
        const which = { companyId: company.companyId, id: runIdOf(request) };
        about(`${which.id} ${seen.encf} ${found}`);
        const said = { found, note, by: actor.by };
        const { run } = doneOr(await confirmApproval(deps, which, seen, said), ({ refusal }) =>
          refusal === 'NOTE_INVALID' ? { campo: 'note' } : {},
        );
        return startWorkflowAndShow(run, request);
      },
    ),
    post(
      `${one}/repeat`,
      { permission: 'certification', audit: 'certification.repeat', turn },
      async (request) => {
        const { company, actor, about } = request;
        const { run } = doneOr(await repeatRun(deps, company, runIdOf(request), actor.by));
        about(`${runIdOf(request)} ${run._id}`);
        return shownRun(deps, run);
      },
    ),
    get(`${one}/files`, { permission: 'read', turn: 'none' }, async (request) => {
      const run = await findRun(deps, request);
      const zip = await limits.zips.run(run.companyId, () => filesOf(deps, run, request.hasLeft));
      return download('certificacion.zip', 'application/zip', zip);
    }),
  ];
}

function runIdOf({ params }: WebRequest): string {
  return params['runId'] ?? '';
}

async function findRun({ store }: RouteDeps, request: WebRequest): Promise<CertificationRunRecord> {
  const run = await store.findRun(request.company.companyId, runIdOf(request));
  if (run === undefined) throw new WebError('RUN_NOT_FOUND');
  return run;
}

async function upload(deps: RouteDeps, request: WebRequest) {
  const { company, actor, about, hasLeft } = request;
  if (company.environment !== 'certification') throw new WebError('NOT_IN_CERTIFICATION');
  const { kind, fileName } = request.query as unknown as Upload;
  const bytes = request.body as Uint8Array;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  about(`${kind} ${sha256}`);
  const rows = await readWorkbook(deps, company, kind, bytes);
  stopIfLeft(hasLeft);
  const created = await createRun(deps, company, { kind, fileName, sha256, rows }, actor.by);
  return shownRun(deps, doneOr(created).run);
}

/** Throws WORKBOOK_INVALID, which names every cell that is wrong, or says what is wrong with the whole file. */
async function readWorkbook(
  { checker }: RouteDeps,
  { companyId, rnc }: WebRequest['company'],
  kind: RunKind,
  bytes: Uint8Array,
): Promise<readonly WorkbookRow[]> {
  const read =
    kind === 'vouchers'
      ? await checker.readTestSet(companyId, bytes, rnc)
      : await checker.readApprovalSet(companyId, bytes, rnc);
  if (!read.ok) {
    const { faults } = read;
    const ofFile = faults.every(({ cell }) => cell === undefined);
    throw new WebError('WORKBOOK_INVALID', {
      campo: 'workbook',
      ...(ofFile && { mensaje: faults.map(({ mensaje }) => mensaje).join(' ') }),
      detalle: { faults },
    });
  }
  return read.rows.map((row) => ({
    row: row.row,
    encf: row.encf,
    content: 'content' in row ? row.content : JSON.stringify(row),
  }));
}

async function filesOf(
  deps: RouteDeps,
  run: CertificationRunRecord,
  hasLeft: () => boolean,
): Promise<Buffer> {
  const { companyId, rows } = run;
  const files = createVoucherFiles(deps, hasLeft);
  for (const { encf, attempt } of rows) {
    if (attempt === undefined) continue;
    const found = await findDocument(deps, { companyId, environment: 'certification', encf, attempt });
    if (found.outcome === 'found') await files.addXml(found.document);
  }
  return files.zip(foldersText);
}
