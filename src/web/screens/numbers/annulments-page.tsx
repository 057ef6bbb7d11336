/** Annulments at DGII: the numbers that may be voided, the form for a request, and the earlier requests. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { annulmentNumbersMax } from '../../../ecf/annulment/check-ranges.js';
import { countOf, rangeOf, readRange, type EncfRange } from '../../../ecf/annulment/encf-ranges.js';
import type { AnnulmentRow } from '../../api/answers.js';
import { annulmentsQuery, candidatesQuery } from '../../api/numbers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Loaded, LoadedPages } from '../../parts/loaded.js';
import { Notice } from '../../parts/notice.js';
import { Page, Table } from '../../parts/page.js';
import { count, when } from '../../shared/format.js';
import { useMay } from '../../shell/use-session.js';
import { AnnulmentState } from './annulment-states.js';
import { Candidates } from './candidates.js';
import { RequestForm } from './request-form.js';
import { annulments as texts } from '../../texts/annulments.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/maestro/anulaciones');

export function Screen() {
  const place = route.useParams();
  const isOffered = place.environment !== 'certification';
  return (
    <Page title={texts.title} intro={`${es.environments[place.environment]}. ${texts.intro}`}>
      {isOffered ? <Annulments place={place} /> : <Notice tone="info">{texts.notOffered}</Notice>}
    </Page>
  );
}

function Annulments({ place }: { readonly place: Place }) {
  const mayAnnul = useMay('annulments', place.companyId);
  const candidates = useQuery(candidatesQuery(place));
  const [ranges, setRanges] = useState<readonly EncfRange[]>([]);
  // As the form's key, this count gives an empty form after each request.
  const [requests, setRequests] = useState(0);
  const take = (range: EncfRange) => {
    const room = annulmentNumbersMax - ranges.reduce((taken, one) => taken + countOf(one), 0);
    // In a full request the range shows which numbers come next, and the request says that they are too many.
    setRanges([...ranges, firstOf(range, room > 0 ? room : annulmentNumbersMax)]);
  };
  return (
    <>
      <Loaded query={candidates}>
        {(found) => <Candidates candidates={found} taken={ranges} {...(mayAnnul ? { onTake: take } : {})} />}
      </Loaded>
      {mayAnnul ? (
        <RequestForm
          key={requests}
          place={place}
          ranges={ranges}
          onRanges={setRanges}
          onDone={() => {
            setRanges([]);
            setRequests(requests + 1);
          }}
        />
      ) : null}
      <History place={place} />
    </>
  );
}

function firstOf(range: EncfRange, most: number): EncfRange {
  const run = readRange(range);
  return run === undefined ? range : rangeOf({ ...run, to: Math.min(run.to, run.from + most - 1) });
}

function History({ place }: { readonly place: Place }) {
  const annulments = useInfiniteQuery(annulmentsQuery(place));
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">{texts.history}</h2>
      <LoadedPages query={annulments} empty={texts.empty}>
        {(rows) => <Rows place={place} rows={rows} />}
      </LoadedPages>
    </section>
  );
}

function Rows({ place, rows }: { readonly place: Place; readonly rows: readonly AnnulmentRow[] }) {
  return (
    <Table
      label={texts.history}
      rows={rows}
      keyOf={({ annulmentId }) => annulmentId}
      columns={[
        [
          texts.asked,
          ({ annulmentId, fecha }) => (
            <Link
              to="/empresas/$companyId/$environment/maestro/anulaciones/$annulmentId"
              params={{ ...place, annulmentId }}
            >
              {when(fecha)}
            </Link>
          ),
          'nowrap',
        ],
        [es.vouchers.state, ({ estado }) => <AnnulmentState estado={estado} />],
        [texts.numbers, ({ solicitados }) => count(solicitados), 'number'],
        [es.voucher.note, ({ nota }) => nota],
        [texts.by, ({ por }) => por],
      ]}
    />
  );
}
