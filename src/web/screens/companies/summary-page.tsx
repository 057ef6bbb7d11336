/** The first page of a company: what a person must do, whether the company can issue, and what it has issued this month. */
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { figuresQuery, summaryQuery } from '../../api/companies.js';
import { es } from '../../es.js';
import { Loaded, Updated } from '../../parts/loaded.js';
import { Notice, NotProcessing } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';
import { longDay } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';
import { Latest, latestQuery } from '../home/latest.js';
import { LowNumbers } from '../home/low-numbers.js';
import { Month } from '../home/month.js';
import { Readiness } from '../home/readiness.js';
import { ToAttend } from '../home/to-attend.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/resumen');

export function Screen() {
  const place = route.useParams();
  const summary = useQuery(summaryQuery(place));
  const figures = useQuery(figuresQuery(place));
  const latest = useQuery(latestQuery(place));
  return (
    <Page
      title={es.nav.summary}
      intro={longDay(useNow())}
      actions={<AllUpdated queries={[summary, figures, latest]} />}
    >
      <Loaded query={summary} undated>
        {(data) => (
          <>
            {data.suspended === null ? null : (
              <Notice tone="bad" title={es.summary.suspended}>
                {es.companies.suspensions[data.suspended] ?? data.suspended}
              </Notice>
            )}
            {data.processing ? null : <NotProcessing />}
            <ToAttend place={place} summary={data} figures={figures.data} />
            <Readiness place={place} summary={data} />
            <div className="home">
              <div className="home-part">
                <Loaded query={figures} undated>
                  {(sums) => <Month place={place} figures={sums} />}
                </Loaded>
              </div>
              <div className="home-last">
                <Latest place={place} query={latest} />
                <LowNumbers place={place} summary={data} figures={figures.data} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface AllUpdatedProps {
  readonly queries: readonly Pick<UseQueryResult, 'data' | 'dataUpdatedAt' | 'isError' | 'refetch'>[];
}

/** When the parts of the page came: the oldest of them, so that no part is older than what the page says. */
function AllUpdated({ queries }: AllUpdatedProps) {
  const known = queries.filter(({ data }) => data !== undefined);
  if (known.length === 0) return null;
  return (
    <Updated
      atMs={Math.min(...known.map(({ dataUpdatedAt }) => dataUpdatedAt))}
      isFailing={queries.some(({ isError }) => isError)}
      onRefresh={() => {
        for (const query of queries) void query.refetch();
      }}
    />
  );
}
