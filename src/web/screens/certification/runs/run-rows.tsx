/** The rows of a run in the order of sending: the state of each, and what DGII and the service said about it. */
import type { CertificationRow, CertificationRun } from '../../../api/answers.js';
import { runFiles } from '../../../api/certification.js';
import type { Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { Badge } from '../../../parts/badge.js';
import { Button } from '../../../parts/button.js';
import { Download } from '../../../parts/download.js';
import { Table } from '../../../parts/page.js';
import { ShortType, VoucherLink } from '../../../parts/voucher/cells.js';
import { saveFile } from '../../../shared/spreadsheets/save-file.js';
import { runCsv } from './csv.js';
import { isRejection } from '../../../../ecf/model/fault.js';
import { rowState, saidAbout, waitingText } from './run-states.js';
import { certificationRuns as texts } from '../../../texts/certification-runs.js';

interface RowsProps {
  readonly place: Place;
  readonly run: CertificationRun;
}

export function RunRows({ place, run }: RowsProps) {
  const { id, kind, state, rows } = run;
  const isVouchers = kind === 'vouchers';
  const hasFiles = isVouchers && rows.some(({ attempt }) => attempt !== null);
  const showsTurn = state === 'running' || state === 'paused';
  return (
    <section className="card" aria-labelledby="rows">
      <header>
        <h2 id="rows">{texts.rows}</h2>
        <div className="actions">
          {hasFiles ? (
            <Download href={runFiles({ companyId: place.companyId, runId: id })} name="certificacion.zip">
              {texts.zip}
            </Download>
          ) : null}
          <Button small onPress={() => saveFile('certificacion.csv', 'text/csv', runCsv(run))}>
            {texts.csv}
          </Button>
        </div>
      </header>
      <Table
        label={texts.rows}
        widthRem={60}
        rows={rows}
        keyOf={({ row, encf }) => `${row}-${encf}`}
        nameAt={1}
        columns={[
          [
            texts.position,
            ({ row }, index) => (
              <>
                {index + 1}
                <div className="soft small">{texts.sheetRow(row)}</div>
              </>
            ),
            'nowrap',
          ],
          [es.vouchers.encf, (row) => <Voucher place={place} row={row} />, 'encf'],
          [es.vouchers.type, ({ ecfType }) => <ShortType ecfType={ecfType} />],
          [es.vouchers.state, (row) => <RowState row={row} isOnTurn={showsTurn && row.isNext} />],
          isVouchers && [es.voucher.trackIds, ({ trackId }) => trackId, 'mono wrap small'],
          [texts.messages, (row) => <Said row={row} />, 'wrap'],
        ]}
      />
    </section>
  );
}

function Voucher({
  place,
  row: { encf, attempt },
}: {
  readonly place: Place;
  readonly row: CertificationRow;
}) {
  if (attempt === null) return encf;
  return (
    <>
      <VoucherLink place={place} encf={encf} attempt={attempt} />
      {attempt > 1 ? <div className="soft">{es.vouchers.attempt(attempt)}</div> : null}
    </>
  );
}

function RowState({ row, isOnTurn }: { readonly row: CertificationRow; readonly isOnTurn: boolean }) {
  const { tone, text } = rowState(row);
  const waiting = waitingText(row);
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {waiting === '' ? null : <div className="soft">{waiting}</div>}
      {isOnTurn ? <div className="turn">{texts.onTurn}</div> : null}
    </>
  );
}

function Said({ row }: { readonly row: CertificationRow }) {
  const { faults } = row;
  const errors = faults.filter(isRejection).length;
  const said = saidAbout(row);
  if (said.length === 0 && faults.length === 0) return null;
  return (
    <>
      {said.map((text, index) => (
        <p key={index}>{text}</p>
      ))}
      {faults.length === 0 ? null : (
        <details className={errors > 0 ? 'more' : undefined} open={errors > 0}>
          <summary>{texts.faultCount(errors, faults.length - errors)}</summary>
          <ul className="plain-list">
            {faults.map((fault, index) => (
              <li key={index}>
                <span className="mono">{fault.code}</span> {fault.mensaje}
                {fault.campo === '' ? null : <div className="soft mono small">{fault.campo}</div>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
