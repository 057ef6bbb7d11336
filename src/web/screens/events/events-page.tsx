/** The company's endpoints for events, and the latest events. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { eventTypeTexts } from '../../../ecf/messages/event-types.js';
import type { FeedEvent, Webhook } from '../../api/answers.js';
import { eventsQuery, webhooksQuery } from '../../api/events.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Loaded, Rows } from '../../parts/loaded.js';
import { Page, Table } from '../../parts/page.js';
import { whenExactly } from '../../shared/format.js';
import { useMay } from '../../shell/use-session.js';
import { events as texts } from '../../texts/events.js';
import { AddWebhook } from './webhook-dialogs.js';
import { WebhookState } from './webhook-state.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/eventos');

export function Screen() {
  const place = route.useParams();
  const mayChange = useMay('webhooks', place.companyId, place.environment);
  const webhooks = useQuery(webhooksQuery(place));
  const latest = useQuery(eventsQuery(place));
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title={es.nav.events}
      intro={`${es.environments[place.environment]}. ${texts.intro}`}
      actions={
        mayChange ? (
          <Button kind="primary" onPress={() => setAdding(true)}>
            {texts.add}
          </Button>
        ) : undefined
      }
    >
      <h2>{texts.webhooks}</h2>
      <Loaded query={webhooks}>
        {(items) => (
          <Rows rows={items} empty={texts.webhooksEmpty}>
            {(rows) => (
              <Table
                label={texts.webhooks}
                widthRem={54}
                rows={rows}
                keyOf={({ id }) => id}
                columns={[
                  [texts.target, (webhook) => <Target place={place} webhook={webhook} />, 'wrap party'],
                  [texts.wanted, (webhook) => <Wanted {...webhook} />],
                  [texts.state, (webhook) => <WebhookState {...webhook} />],
                ]}
              />
            )}
          </Rows>
        )}
      </Loaded>
      <h2>{texts.latest}</h2>
      <Loaded query={latest}>
        {({ items }) => (
          <Rows rows={items} empty={texts.latestEmpty}>
            {(rows) => (
              <Table
                label={texts.latest}
                widthRem={50}
                rows={rows}
                keyOf={({ id }) => id}
                nameAt={1}
                columns={[
                  [texts.at, ({ timestamp }) => whenExactly(timestamp), 'nowrap'],
                  [texts.event, ({ type }) => <EventName type={type} />],
                  [texts.about, (event) => <About place={place} event={event} />, 'wrap'],
                ]}
              />
            )}
          </Rows>
        )}
      </Loaded>
      {adding ? <AddWebhook place={place} onClose={() => setAdding(false)} /> : null}
    </Page>
  );
}

function Target({ place, webhook }: { readonly place: Place; readonly webhook: Webhook }) {
  const { id, description, url } = webhook;
  return (
    <>
      <Link
        to="/empresas/$companyId/$environment/eventos/$webhookId"
        params={{ ...place, webhookId: id }}
        className="wrap"
      >
        {description === '' ? url : description}
      </Link>
      {description === '' ? null : <div className="small mono wrap">{url}</div>}
    </>
  );
}

export function Wanted({ types }: Pick<Webhook, 'types'>) {
  return types.length === 0 ? texts.every : <span className="mono small">{types.join(', ')}</span>;
}

export function EventName({ type }: Pick<FeedEvent, 'type'>) {
  return (
    <>
      <span className="mono">{type}</span>
      <div className="small soft">{eventTypeTexts[type]}</div>
    </>
  );
}

interface AboutProps {
  readonly place: Place;
  readonly event: FeedEvent;
}

/** Which thing the event is about (docs/integrar/tipos-de-evento.md). */
function About({ place, event: { type, data } }: AboutProps) {
  const { ecf, encf, rncEmisor, desde, hasta } = data;
  if (typeof ecf === 'string')
    return (
      <Link
        to="/empresas/$companyId/$environment/comprobantes/$encf"
        params={{ ...place, encf: ecf }}
        className="encf"
      >
        {ecf}
      </Link>
    );
  if (typeof encf === 'string' && typeof rncEmisor === 'string') {
    // It was never received, so it has no page.
    if (type === 'received.refused') return encf;
    return (
      <Link
        to="/empresas/$companyId/$environment/recibidos/$rncEmisor/$encf"
        params={{ ...place, rncEmisor, encf }}
        className="encf"
      >
        {encf}
      </Link>
    );
  }
  if (typeof desde === 'string' && typeof hasta === 'string') return `${desde} – ${hasta}`;
  return es.none;
}
