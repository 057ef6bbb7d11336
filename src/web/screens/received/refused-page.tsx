/** What others sent and the company refused to receive, with the code and the reason of each refusal. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { RefusedRow } from '../../api/answers.js';
import { refusedQuery } from '../../api/received.js';
import { es } from '../../es.js';
import { LoadedPages } from '../../parts/loaded.js';
import { Page, Table, type Column } from '../../parts/page.js';
import { when } from '../../shared/format.js';
import { ReceivedTabs } from './received-tabs.js';
import { received as texts } from '../../texts/received.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/recibidos/no-recibidos');
const columns: readonly Column<RefusedRow>[] = [
  [es.vouchers.encf, ({ encf }) => encf, 'encf'],
  [texts.issuerRnc, ({ rncEmisor }) => rncEmisor],
  [es.vouchers.buyer, ({ rncComprador }) => rncComprador],
  [
    texts.reason,
    ({ codigo, motivo, detalle }) => (
      <>
        {`${codigo}: ${motivo}`}
        <span className="small block soft">{detalle}</span>
      </>
    ),
  ],
  [es.buyer.acknowledgement, ({ acuse }) => (acuse === null ? texts.notSigned : when(acuse.fecha)), 'nowrap'],
  [texts.arrived, ({ receivedAt }) => when(receivedAt), 'nowrap'],
];

export function Screen() {
  const place = route.useParams();
  const refused = useInfiniteQuery(refusedQuery(place));
  return (
    <Page title={texts.refused} intro={`${es.environments[place.environment]}. ${texts.refusedIntro}`}>
      <ReceivedTabs place={place} shown="refused" />
      <LoadedPages query={refused} empty={texts.refusedEmpty}>
        {(rows) => (
          <Table label={texts.refused} rows={rows} keyOf={({ id }) => id} columns={columns} widthRem={60} />
        )}
      </LoadedPages>
    </Page>
  );
}
