/** Saves all vouchers of a list's filter as CSV or as an Excel file: the list follows its pages, up to a limit. */
import { useState, type ReactNode } from 'react';
import type { Page } from '../api/answers.js';
import type { Place } from '../api/vouchers.js';
import { es } from '../es.js';
import { Button } from '../parts/button.js';
import { Notice, Problem } from '../parts/notice.js';
import { useAction } from '../parts/use-action.js';
import { allRows, type PageAsked } from '../shared/spreadsheets/all-rows.js';
import { listFileName, tableCsv } from '../shared/spreadsheets/csv.js';
import { count } from '../shared/format.js';
import type { Days } from '../shared/list-filters.js';
import { saveFile } from '../shared/spreadsheets/save-file.js';
import { saveXlsx } from '../shared/spreadsheets/save-xlsx.js';
import type { Table } from '../shared/spreadsheets/table.js';
import { useRnc } from './use-company.js';

/** A hundred pages, which take some seconds. A spreadsheet opens as many rows at once. */
const rowsMax = 10_000;

interface ListFiles<Row> {
  readonly place: Place;
  readonly list?: string;
  readonly days: Days;
  readonly pageAt: (asked: PageAsked) => Promise<Page<Row>>;
  readonly tableOf: (rows: readonly Row[]) => Table;
  readonly disabled: boolean;
}

type Form = 'csv' | 'xlsx';

export function useListFiles<Row>({ place, list, days, pageAt, tableOf, disabled }: ListFiles<Row>): {
  readonly buttons: ReactNode;
  readonly message: ReactNode;
} {
  const rnc = useRnc(place.companyId);
  const [isCut, setIsCut] = useState(false);
  const [form, setForm] = useState<Form>();
  const { run, pending, error } = useAction(
    (wanted: Form) => {
      setIsCut(false);
      setForm(wanted);
      return allRows(pageAt, rowsMax);
    },
    (all, wanted) => {
      setIsCut(all.isCut);
      const table = tableOf(all.rows);
      const name = listFileName([rnc, place.environment, list], days, wanted);
      if (wanted === 'xlsx') return saveXlsx(name, { name: 'Comprobantes', table });
      saveFile(name, 'text/csv', tableCsv(table));
      return undefined;
    },
  );
  const button = (wanted: Form) => (
    <Button
      onPress={() => void run(wanted)}
      pending={pending && form === wanted}
      disabled={disabled || (pending && form !== wanted)}
    >
      {es.vouchers[wanted]}
    </Button>
  );
  return {
    buttons: (
      <>
        {button('csv')}
        {button('xlsx')}
      </>
    ),
    message: (
      <>
        <Problem error={error} />
        {isCut ? (
          <Notice tone="warn" urgent>
            {es.vouchers.csvCut(count(rowsMax))}
          </Notice>
        ) : null}
      </>
    ),
  };
}
