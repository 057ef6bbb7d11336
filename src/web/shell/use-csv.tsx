/** Saves all vouchers of a list's filter as CSV: the list follows its pages, up to a limit. */
import { useState, type ReactNode } from 'react';
import type { Page } from '../api/answers.js';
import type { Place } from '../api/vouchers.js';
import { es } from '../es.js';
import { Button } from '../parts/button.js';
import { Notice, Problem } from '../parts/notice.js';
import { useAction } from '../parts/use-action.js';
import { allRows, type PageAsked } from '../shared/all-rows.js';
import { csvName } from '../shared/csv.js';
import { count } from '../shared/format.js';
import type { Days } from '../shared/list-filters.js';
import { saveFile } from '../shared/save-file.js';
import { useCompany } from './use-company.js';
import { useSession } from './use-session.js';

/** A hundred pages, which take some seconds. A spreadsheet opens as many rows at once. */
const rowsMax = 10_000;

interface CsvOf<Row> {
  readonly place: Place;
  readonly list?: string;
  readonly days: Days;
  readonly pageAt: (asked: PageAsked) => Promise<Page<Row>>;
  readonly csvOf: (rows: readonly Row[]) => string;
  readonly disabled: boolean;
}

export function useCsv<Row>({ place, list, days, pageAt, csvOf, disabled }: CsvOf<Row>): {
  readonly button: ReactNode;
  readonly message: ReactNode;
} {
  const addressed = useCompany(useSession(), place.companyId);
  const rnc = addressed.outcome === 'known' ? addressed.company.rnc : String(place.companyId);
  const [isCut, setIsCut] = useState(false);
  const { run, pending, error } = useAction(
    () => {
      setIsCut(false);
      return allRows(pageAt, rowsMax);
    },
    (all) => {
      setIsCut(all.isCut);
      saveFile(csvName([rnc, place.environment, list], days), 'text/csv', csvOf(all.rows));
    },
  );
  return {
    button: (
      <Button onPress={() => void run(undefined)} pending={pending} disabled={disabled}>
        {es.vouchers.csv}
      </Button>
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
