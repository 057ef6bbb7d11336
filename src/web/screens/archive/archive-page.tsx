/** The evidence archive: the closed days of a month, and their export. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { archiveAddress, archiveQuery } from '../../api/archive.js';
import { es } from '../../es.js';
import { SelectField } from '../../parts/form/field.js';
import { Loaded, Rows } from '../../parts/loaded.js';
import { Page, Table } from '../../parts/page.js';
import { count, whenExactly } from '../../shared/format.js';
import { keptMonths, monthAt, monthName } from '../../shared/months.js';
import { useNow } from '../../shared/use-now.js';
import { archive as texts } from '../../texts/archive.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/archivo');

export function Screen() {
  const place = route.useParams();
  const options = lastMonths(useNow());
  const { mes = '' } = route.useSearch();
  const [month, setMonth] = useState(mes in options ? mes : (Object.keys(options)[0] ?? ''));
  const closed = useQuery(archiveQuery(place, month));
  return (
    <Page title={es.nav.archive} intro={`${es.environments[place.environment]}. ${texts.intro}`}>
      <div className="narrow">
        <SelectField label={texts.month} value={month} options={options} onChange={setMonth} />
      </div>
      <Loaded query={closed}>
        {({ days }) => (
          <Rows rows={days} empty={texts.empty}>
            {(rows) => (
              <>
                <p>
                  <Export href={archiveAddress(place, month)} text={texts.export} main />
                </p>
                <Table
                  label={es.nav.archive}
                  widthRem={60}
                  rows={rows}
                  keyOf={({ day }) => day}
                  columns={[
                    [texts.day, ({ day }) => day, 'nowrap'],
                    [texts.files, ({ files }) => count(files), 'number'],
                    [texts.stamp, ({ stampedAt, stampFault }) => stampText(stampedAt, stampFault)],
                    [texts.hash, ({ sha256 }) => <span className="mono small wrap">{sha256}</span>],
                    [
                      es.master.actions,
                      ({ day }) => (
                        <Export href={archiveAddress(place, day)} text={texts.exportDay} of={day} />
                      ),
                    ],
                  ]}
                />
              </>
            )}
          </Rows>
        )}
      </Loaded>
    </Page>
  );
}

interface ExportProps {
  readonly href: string;
  readonly text: string;
  readonly of?: string;
  readonly main?: boolean;
}

/** The browser's own download: a month may be larger than what a page can hold. */
function Export({ href, text, of, main = false }: ExportProps) {
  return (
    <a
      className={main ? 'button primary' : 'button small'}
      href={href}
      download
      aria-label={of === undefined ? undefined : `${text} ${of}`}
    >
      {text}
    </a>
  );
}

function stampText(stampedAt: string | null, fault: string | null): string {
  if (stampedAt !== null) return whenExactly(stampedAt);
  return fault === null ? texts.noStamp : texts.stampFault(fault);
}

/** By AAAA-MM, this month first. */
function lastMonths(now: number): Readonly<Record<string, string>> {
  return Object.fromEntries(keptMonths(monthAt(now)).map((month) => [month, monthName(month)]));
}
