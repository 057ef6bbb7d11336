/** The certification runs of a company, and the form that uploads DGII's workbook for another one. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { CertificationRunRow } from '../../../api/answers.js';
import { runsQuery } from '../../../api/certification.js';
import type { Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { LoadedPages } from '../../../parts/loaded.js';
import { Notice } from '../../../parts/notice.js';
import { Page, Table } from '../../../parts/page.js';
import { when } from '../../../shared/format.js';
import { useMay } from '../../../shell/use-session.js';
import { CertificationOnly } from './certification-tabs.js';
import { RunBadge } from './run-badge.js';
import { UploadForm } from './upload-form.js';
import { certificationRuns as texts } from '../../../texts/certification-runs.js';
import { annulments as annulmentsTexts } from '../../../texts/annulments.js';
import { certification as certificationTexts } from '../../../texts/certification.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/certificacion/corridas');

export function Screen() {
  const place = route.useParams();
  return (
    <Page title={texts.title} intro={texts.intro}>
      <CertificationOnly place={place} elsewhere={texts.wrongEnvironment}>
        <Runs place={place} />
      </CertificationOnly>
    </Page>
  );
}

function Runs({ place }: { readonly place: Place }) {
  const mayRun = useMay('certification', place.companyId);
  const runs = useInfiniteQuery(runsQuery(place.companyId));
  return (
    <>
      {mayRun ? <UploadForm place={place} /> : <Notice tone="info">{certificationTexts.notAllowed}</Notice>}
      <section className="card" aria-labelledby="runs">
        <h2 id="runs">{texts.list}</h2>
        <LoadedPages query={runs} empty={texts.empty}>
          {(rows) => <RunRows place={place} rows={rows} />}
        </LoadedPages>
      </section>
    </>
  );
}

interface RowsProps {
  readonly place: Place;
  readonly rows: readonly CertificationRunRow[];
}

function RunRows({ place, rows }: RowsProps) {
  return (
    <Table
      label={texts.list}
      widthRem={62}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        [
          texts.uploaded,
          ({ id, createdAt }) => (
            <Link
              to="/empresas/$companyId/$environment/certificacion/corridas/$runId"
              params={{ ...place, runId: id }}
            >
              {when(createdAt)}
            </Link>
          ),
          'nowrap',
        ],
        [texts.kind, ({ kind }) => texts.kinds[kind]],
        [es.vouchers.state, ({ state }) => <RunBadge state={state} />],
        [texts.acceptedHead, (run) => texts.accepted(run.acceptedCount, run.rowCount), 'nowrap'],
        [texts.fileName, ({ fileName }) => fileName, 'wrap'],
        [annulmentsTexts.by, ({ by }) => by],
      ]}
    />
  );
}
