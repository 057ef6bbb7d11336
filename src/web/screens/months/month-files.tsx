/** The files of a month: its totals, its vouchers, and its evidence. */
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { listPurchases, monthCustomersQuery, type Form606Line, type Month } from '../../api/months.js';
import type { Place } from '../../api/vouchers.js';
import { Icon } from '../../parts/icon.js';
import { Notice, Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';
import { allRows } from '../../shared/spreadsheets/all-rows.js';
import { tableCsv } from '../../shared/spreadsheets/csv.js';
import { count } from '../../shared/format.js';
import { saveFile } from '../../shared/spreadsheets/save-file.js';
import { saveXlsx } from '../../shared/spreadsheets/save-xlsx.js';
import { useRnc } from '../../shell/use-company.js';
import { monthTexts as texts } from '../../texts/months.js';
import { customerTable, dayTable, form606Table, monthTable } from './month-table.js';
import { vouchersOf } from './vouchers-of.js';

export function MonthFiles({ place, month }: { readonly place: Place; readonly month: Month }) {
  const [said, setSaid] = useState<string>();
  const name = `totales_${place.environment}_${month.month}`;
  const client = useQueryClient();
  const { sheets } = texts;
  const xlsx = useAction(async (_: undefined) => {
    const customers = await client.query(monthCustomersQuery(place, month.month));
    await saveXlsx(
      `${name}.xlsx`,
      { name: sheets.types, table: monthTable(month) },
      { name: sheets.days, table: dayTable(month) },
      { name: sheets.customers, table: customerTable(customers) },
    );
  });
  const rnc = useRnc(place.companyId);
  const form606 = useAction(
    (_: undefined) => linesOf606(place, month.month),
    async ({ rows, isCut }) => {
      setSaid(rows.length === 0 ? texts.form606None : isCut ? texts.form606Cut(count(linesMax)) : undefined);
      if (rows.length > 0)
        await saveXlsx(`606_${rnc}_${month.month.replace('-', '')}.xlsx`, {
          name: '606',
          table: form606Table(rows),
        });
    },
  );
  return (
    <section aria-labelledby="month-files" className="home-part">
      <div className="section-head">
        <h2 id="month-files">{texts.downloads}</h2>
      </div>
      <ul className="plain-list files">
        <li>
          <button type="button" aria-busy={xlsx.pending} onClick={() => void xlsx.run(undefined)}>
            <About name={texts.xlsx} detail={texts.xlsxDetail} />
          </button>
        </li>
        <li>
          <button
            type="button"
            onClick={() => saveFile(`${name}.csv`, 'text/csv', tableCsv(monthTable(month)))}
          >
            <About name={texts.csv} detail={texts.csvDetail} />
          </button>
        </li>
        <li>
          <button type="button" aria-busy={form606.pending} onClick={() => void form606.run(undefined)}>
            <About name={texts.form606} detail={texts.form606Detail} />
          </button>
        </li>
        <li>
          <Link to="/empresas/$companyId/$environment/comprobantes" params={place} search={vouchersOf(month)}>
            <About name={texts.vouchers} detail={texts.vouchersDetail} icon="next" />
          </Link>
        </li>
        <li>
          <Link to="/empresas/$companyId/$environment/archivo" params={place} search={{ mes: month.month }}>
            <About name={texts.archive} detail={texts.archiveDetail} icon="next" />
          </Link>
        </li>
      </ul>
      <Problem error={xlsx.error ?? form606.error} />
      {said === undefined ? null : (
        <Notice tone="info" urgent>
          {said}
        </Notice>
      )}
    </section>
  );
}

/** As many as DGII takes in one form. */
const linesMax = 10_000;

async function linesOf606(place: Place, month: string) {
  const rows: Form606Line[] = [];
  let isCut = false;
  for (const source of ['received', '41', '43'] as const) {
    const all = await allRows((asked) => listPurchases(place, month, { ...asked, source }), linesMax);
    rows.push(...all.rows);
    isCut ||= all.isCut;
  }
  return { rows: rows.slice(0, linesMax), isCut: isCut || rows.length > linesMax };
}

interface AboutProps {
  readonly name: string;
  readonly detail: string;
  readonly icon?: 'download' | 'next';
}

function About({ name, detail, icon = 'download' }: AboutProps): ReactNode {
  return (
    <>
      <span>
        <span className="file-name">{name}</span> <span className="small soft">{detail}</span>
      </span>
      <Icon name={icon} />
    </>
  );
}
