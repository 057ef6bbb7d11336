/** A month of the company: what to do before it is closed, its totals, files, a comparison with the books, and the closing. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { monthFrom } from '../../../ecf/model/dates.js';
import { monthQuery, type Month } from '../../api/months.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { IconButton } from '../../parts/icon-button.js';
import { Loaded } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { count, daysUntil, when } from '../../shared/format.js';
import { keptMonths, monthAt, monthAtWork, monthName } from '../../shared/months.js';
import { useNow } from '../../shared/use-now.js';
import { monthTexts as texts } from '../../texts/months.js';
import { BeforeClosing } from './before-closing.js';
import { Closing } from './closing.js';
import { Compare } from './compare.js';
import { MonthFiles } from './month-files.js';
import { SupplierExpenses } from './supplier-expenses.js';
import { Totals } from './totals.js';
import '../../style/month.css';

const route = getRouteApi('/frame/empresas/$companyId/$environment/cierre');

export function Screen() {
  const place = route.useParams();
  const now = useNow();
  const month = route.useSearch().mes ?? monthAtWork(now);
  const query = useQuery(monthQuery(place, month));
  return (
    <Page
      title={es.nav.closing}
      intro={es.environments[place.environment]}
      actions={<MonthChoice month={month} latest={monthAt(now)} data={query.data} now={now} />}
    >
      <Loaded query={query}>
        {(data) => (
          // What a person typed about one month says nothing about another.
          <div className="month-page" key={data.month}>
            <div className="month-main">
              {data.outdated === 0 ? null : (
                <Notice tone="info">{texts.outdated(count(data.outdated))}</Notice>
              )}
              <BeforeClosing place={place} month={data} />
              <Totals place={place} month={data} />
              <SupplierExpenses place={place} month={data} />
            </div>
            <div className="month-side">
              <MonthFiles place={place} month={data} />
              <Compare place={place} month={data} />
              <Closing place={place} month={data} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

interface MonthChoiceProps {
  readonly month: string;
  /** The last one that can be chosen. */
  readonly latest: string;
  readonly data: Month | undefined;
  readonly now: number;
}

function MonthChoice({ month, latest, data, now }: MonthChoiceProps) {
  const navigate = useNavigate();
  const open = (mes: string) =>
    void navigate({ from: '/empresas/$companyId/$environment/cierre', search: { mes } });
  const options = keptMonths(latest);
  return (
    <>
      <div className="month-choice">
        <IconButton icon="back" label={texts.earlier} onPress={() => open(monthFrom(month, -1))} />
        <select
          className="control"
          aria-label={texts.month}
          value={month}
          onChange={(event) => open(event.target.value)}
        >
          {(options.includes(month) ? options : [month, ...options]).map((one) => (
            <option key={one} value={one}>
              {monthName(one)}
            </option>
          ))}
        </select>
        <IconButton
          icon="next"
          label={texts.later}
          disabled={month >= latest}
          onPress={() => open(monthFrom(month, 1))}
        />
      </div>
      {data === undefined ? null : <MonthState month={data} now={now} />}
    </>
  );
}

function MonthState({
  month: { closing, isOver, to },
  now,
}: {
  readonly month: Month;
  readonly now: number;
}) {
  if (closing !== null) return <Badge tone="good">{texts.closed(when(closing.at))}</Badge>;
  if (isOver) return <Badge tone="warn">{texts.over}</Badge>;
  const left = daysUntil(to, now);
  return (
    <Badge tone="info" sign="clock">
      {left < 1 ? texts.lastDay : texts.open(count(left), left === 1)}
    </Badge>
  );
}
