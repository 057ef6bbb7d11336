/** One endpoint: its state, what a person may do with it, and what became of each event. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { AnswerOf, Webhook, WebhookDelivery } from '../../api/answers.js';
import {
  allDeliveries,
  deliveriesQuery,
  redeliverEvent,
  testWebhook,
  webhookQuery,
  webhooksQuery,
  type DeliveryFilter,
  type WebhookOf,
} from '../../api/events.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { SelectField } from '../../parts/form/field.js';
import { Loaded, LoadedPages } from '../../parts/loaded.js';
import { Done, Notice, Problem } from '../../parts/notice.js';
import { FactList, Page, Table, type Fact } from '../../parts/page.js';
import { useAction } from '../../parts/use-action.js';
import { count, when, whenExactly } from '../../shared/format.js';
import { useMay } from '../../shell/use-session.js';
import { events as texts } from '../../texts/events.js';
import { EventName, Wanted } from './events-page.js';
import { isTaken, wordsOf } from './try-words.js';
import {
  ChangeWebhook,
  DisableWebhook,
  EnableWebhook,
  RecoverWebhook,
  RemoveWebhook,
  RotateSecret,
} from './webhook-dialogs.js';
import { WebhookState } from './webhook-state.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/eventos/$webhookId');

export function Screen() {
  const path = route.useParams();
  const mayChange = useMay('webhooks', path.companyId, path.environment);
  const found = useQuery(webhookQuery(path));
  const [recovered, setRecovered] = useState<number>();
  return (
    <Page title={texts.webhook} intro={es.environments[path.environment]}>
      <Loaded query={found}>
        {(webhook) => (
          <>
            <Facts webhook={webhook} />
            {mayChange ? <Actions path={path} webhook={webhook} onRecovered={setRecovered} /> : null}
            <Done>{recovered === undefined ? undefined : texts.recovered(count(recovered))}</Done>
            <Deliveries path={path} mayOrder={mayChange && webhook.active} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Facts({ webhook }: { readonly webhook: Webhook }) {
  const { url, description, createdAt, secretGraceUntil } = webhook;
  const facts: readonly Fact[] = [
    [texts.state, <WebhookState key="state" {...webhook} />],
    [texts.description, description === '' ? null : description, 'wrap'],
    [texts.url, url, 'mono wrap'],
    [texts.wanted, <Wanted key="wanted" {...webhook} />, 'wrap'],
    [texts.madeAt, when(createdAt)],
    [texts.graceUntil, secretGraceUntil === null ? null : when(secretGraceUntil)],
  ];
  return (
    <section className="card">
      <FactList facts={facts} />
    </section>
  );
}

type Asking = 'change' | 'switch' | 'rotate' | 'recover' | 'remove';

interface ActionsProps {
  readonly path: WebhookOf;
  readonly webhook: Webhook;
  readonly onRecovered: (retried: number) => void;
}

function Actions({ path, webhook, onRecovered }: ActionsProps) {
  const { active } = webhook;
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Asking>();
  const [tested, setTested] = useState<AnswerOf<'testWebhook'>>();
  const test = useAction(
    () => {
      setTested(undefined);
      return testWebhook(path);
    },
    async (answer) => {
      setTested(answer);
      await queries.invalidateQueries(webhookQuery(path));
      await queries.invalidateQueries(webhooksQuery(path));
    },
  );
  const dialog = { path, onClose: () => setAsking(undefined) };
  return (
    <>
      <div className="actions">
        <Button pending={test.pending} onPress={() => void test.run(undefined)}>
          {test.pending ? texts.testing : texts.test}
        </Button>
        <Button onPress={() => setAsking('change')}>{texts.change}</Button>
        {active ? <Button onPress={() => setAsking('recover')}>{texts.recover}</Button> : null}
        <Button onPress={() => setAsking('rotate')}>{texts.rotate}</Button>
        <Button onPress={() => setAsking('switch')}>{active ? texts.disable : texts.enable}</Button>
        <Button kind="danger" onPress={() => setAsking('remove')}>
          {texts.remove}
        </Button>
      </div>
      <Problem error={test.error} />
      <div role="status">{tested === undefined ? null : <TestResult tested={tested} />}</div>
      {asking === 'change' ? <ChangeWebhook {...dialog} webhook={webhook} /> : null}
      {asking === 'switch' ? active ? <DisableWebhook {...dialog} /> : <EnableWebhook {...dialog} /> : null}
      {asking === 'rotate' ? <RotateSecret {...dialog} /> : null}
      {asking === 'recover' ? <RecoverWebhook {...dialog} onDone={onRecovered} /> : null}
      {asking === 'remove' ? (
        <RemoveWebhook
          {...dialog}
          onRemoved={() =>
            void navigate({
              to: '/empresas/$companyId/$environment/eventos',
              params: { companyId: path.companyId, environment: path.environment },
            })
          }
        />
      ) : null}
    </>
  );
}

function TestResult({ tested }: { readonly tested: AnswerOf<'testWebhook'> }) {
  const isGood = isTaken(tested);
  const said = wordsOf(tested);
  return (
    <Notice tone={isGood ? 'good' : 'bad'} title={isGood ? texts.testGood(said) : texts.testBad(said)}>
      {tested.response === null || tested.response === '' ? undefined : (
        <code className="wrap">{tested.response}</code>
      )}
    </Notice>
  );
}

interface DeliveriesProps {
  readonly path: WebhookOf;
  readonly mayOrder: boolean;
}

const tones = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const;

function Deliveries({ path, mayOrder }: DeliveriesProps) {
  const [status, setStatus] = useState<DeliveryFilter | ''>('');
  const found = useInfiniteQuery(deliveriesQuery(path, status === '' ? undefined : status));
  const queries = useQueryClient();
  const [ordered, setOrdered] = useState<string>();
  const again = useAction(
    (eventId: string) => redeliverEvent(path, { eventId }),
    async (_done, eventId) => {
      setOrdered(eventId);
      await queries.invalidateQueries(allDeliveries(path));
    },
  );
  return (
    <>
      <h2>{texts.deliveries}</h2>
      <SelectField
        label={texts.state}
        hint={texts.deliveriesHint}
        empty={texts.anyStatus}
        options={texts.statuses}
        value={status}
        onChange={setStatus}
      />
      <Problem error={again.error} />
      <Done>{ordered === undefined ? undefined : texts.ordered(ordered)}</Done>
      <LoadedPages query={found} empty={texts.deliveriesEmpty}>
        {(rows) => (
          <Table
            label={texts.deliveries}
            widthRem={56}
            rows={rows}
            keyOf={({ eventId }) => eventId}
            columns={[
              [
                texts.event,
                ({ type, eventId }) => (
                  <>
                    <EventName type={type} />
                    <div className="small mono wrap">{eventId}</div>
                  </>
                ),
              ],
              [
                texts.state,
                ({ status: state, nextAttemptAt }) => (
                  <>
                    <Badge tone={tones[state]}>{texts.statuses[state]}</Badge>
                    {nextAttemptAt === null ? null : (
                      <div className="small">{texts.nextAt(whenExactly(nextAttemptAt))}</div>
                    )}
                  </>
                ),
              ],
              [texts.attempts, (delivery) => <Tries {...delivery} />],
              mayOrder && [
                es.master.actions,
                ({ eventId }) => (
                  <Button
                    small
                    once
                    label={`${texts.again}: ${eventId}`}
                    pending={again.pending}
                    onPress={() => void again.run(eventId)}
                  >
                    {texts.again}
                  </Button>
                ),
              ],
            ]}
          />
        )}
      </LoadedPages>
    </>
  );
}

/** The latest one first. The service keeps some of many. */
function Tries({ tries, attempts }: Pick<WebhookDelivery, 'tries' | 'attempts'>) {
  const earlier = attempts - tries.length;
  if (attempts === 0) return es.none;
  return (
    <>
      {tries.toReversed().map((one) => (
        <div key={one.at} className="small">
          {whenExactly(one.at)} · {wordsOf(one)}
          {isTaken(one) || one.response === null || one.response === '' ? null : (
            <div className="mono soft wrap">{one.response.slice(0, 200)}</div>
          )}
        </div>
      ))}
      {earlier > 0 ? <div className="small soft">{texts.oneMore(count(earlier))}</div> : null}
    </>
  );
}
