/** The report of a run as CSV: one line for each row of the workbook. */
import { ecfTypes } from '../../../../ecf/model/ecf-types.js';
import type { CertificationRun } from '../../../api/answers.js';
import { csvText } from '../../../shared/spreadsheets/csv.js';
import { rowState, saidAbout } from './run-states.js';
import { certificationRuns as certificationRunsTexts } from '../../../texts/certification-runs.js';

export function runCsv({ rows }: Pick<CertificationRun, 'rows'>): string {
  const lines = rows.map((row) => [
    ...[{ number: row.row }, { code: row.encf }, ecfTypes[row.ecfType].nombre],
    ...[{ number: row.attempt ?? '' }, rowState(row).text, row.trackId ?? ''],
    [...saidAbout(row), ...row.faults.map(({ code, mensaje }) => `${code} ${mensaje}`)].join(' | '),
  ]);
  return csvText([certificationRunsTexts.csvHeads, ...lines]);
}
