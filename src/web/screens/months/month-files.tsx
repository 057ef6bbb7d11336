/** The files of a month: its totals, its vouchers, and its evidence. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Month } from '../../api/months.js';
import type { Place } from '../../api/vouchers.js';
import { Icon } from '../../parts/icon.js';
import { Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';
import { tableCsv } from '../../shared/csv.js';
import { swapDay } from '../../shared/format.js';
import { saveFile } from '../../shared/save-file.js';
import { saveXlsx } from '../../shared/save-xlsx.js';
import { monthTexts as texts } from '../../texts/months.js';
import { monthTable } from './month-table.js';

export function MonthFiles({ place, month }: { readonly place: Place; readonly month: Month }) {
  const name = `totales_${place.environment}_${month.month}`;
  const xlsx = useAction((_: undefined) => saveXlsx(`${name}.xlsx`, monthTable(month), texts.sheet));
  const days = { desde: swapDay(month.from), hasta: swapDay(month.to), dia: 'emision' } as const;
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
          <Link to="/empresas/$companyId/$environment/comprobantes" params={place} search={days}>
            <About name={texts.vouchers} detail={texts.vouchersDetail} icon="next" />
          </Link>
        </li>
        <li>
          <Link to="/empresas/$companyId/$environment/archivo" params={place}>
            <About name={texts.archive} detail={texts.archiveDetail} icon="next" />
          </Link>
        </li>
      </ul>
      <Problem error={xlsx.error} />
    </section>
  );
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
