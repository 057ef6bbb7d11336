/** What others sent and the company refused to receive, with the code and the reason of each refusal. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { RefusedRow } from '../../api/answers.js';
import { refusedQuery } from '../../api/received.js';
import { es } from '../../es.js';
import { LoadedPages } from '../../parts/loaded.js';
import { Cell, Page, Row, RowHead, Table } from '../../parts/page.js';
import { when } from '../../shared/format.js';
import { ReceivedTabs } from './received-tabs.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/recibidos/no-recibidos');
const texts = es.received;
const { issuerRnc, buyer, reason, acknowledgement, arrived } = texts;
const heads = [es.vouchers.encf, issuerRnc, buyer, reason, acknowledgement, arrived];

export function RefusedPage() {
  const place = route.useParams();
  const refused = useInfiniteQuery(refusedQuery(place));
  return (
    <Page title={texts.refused} intro={`${es.environments[place.environment]}. ${texts.refusedIntro}`}>
      <ReceivedTabs place={place} />
      <LoadedPages query={refused} empty={texts.refusedEmpty}>
        {(rows) => <Refused rows={rows} />}
      </LoadedPages>
    </Page>
  );
}

function Refused({ rows }: { readonly rows: readonly RefusedRow[] }) {
  return (
    <Table label={texts.refused} heads={heads} widthRem={60}>
      {rows.map(({ id, encf, rncEmisor, buyerRnc, code, reason, detail, acknowledgedAt, receivedAt }) => (
        <Row key={id}>
          <RowHead className="encf">{encf}</RowHead>
          <Cell>{rncEmisor}</Cell>
          <Cell>{buyerRnc}</Cell>
          <Cell>
            {`${code}: ${reason}`}
            <span className="small block soft">{detail}</span>
          </Cell>
          <Cell className="nowrap">{acknowledgedAt === null ? texts.notSigned : when(acknowledgedAt)}</Cell>
          <Cell className="nowrap">{when(receivedAt)}</Cell>
        </Row>
      ))}
    </Table>
  );
}
