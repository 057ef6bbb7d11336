/** What needs attention today: open and waiting vouchers, ranges, the certificate, DGII. Each figure leads to its list. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { Summary } from '../../api/answers.js';
import { summaryQuery } from '../../api/companies.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Loaded, Updated } from '../../parts/loaded.js';
import { Notice, NotProcessing } from '../../parts/notice.js';
import { FactList, Page } from '../../parts/page.js';
import { count, swapDay, when } from '../../shared/format.js';
import { Expiry, StockBadge, Warnings } from '../numbers/range-state.js';
import type { ReceivedFilters } from '../received/filters.js';
import type { Filters } from '../vouchers/filters.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/resumen');

export function Screen() {
  const place = route.useParams();
  const summary = useQuery(summaryQuery(place));
  return (
    <Page title={es.nav.summary} intro={es.environments[place.environment]}>
      <Loaded query={summary} undated>
        {(data) => (
          <Cards
            place={place}
            summary={data}
            updated={<Updated atMs={summary.dataUpdatedAt} isFailing={summary.isError} />}
          />
        )}
      </Loaded>
    </Page>
  );
}

interface CardsProps {
  readonly place: Place;
  readonly summary: Summary;
  readonly updated: ReactNode;
}

function Cards(props: CardsProps) {
  const { summary } = props;
  return (
    <>
      {summary.suspended === null ? null : (
        <Notice tone="bad" title={es.summary.suspended}>
          {es.companies.suspensions[summary.suspended] ?? summary.suspended}
        </Notice>
      )}
      {summary.processing ? null : <NotProcessing />}
      <div className="cards">
        <Vouchers {...props} />
        <Waiting {...props} />
        <Ranges {...props} />
        <Readiness {...props} />
      </div>
    </>
  );
}

const listAddress = '/empresas/$companyId/$environment/comprobantes';

function Vouchers({ place, summary, updated }: CardsProps) {
  const { lately, buyers, decisions } = summary;
  const issued = (number: number, search: Filters) => (
    <Link to={listAddress} params={place} search={search}>
      {count(number)}
    </Link>
  );
  const received = (number: number, search: ReceivedFilters) => (
    <Link to="/empresas/$companyId/$environment/recibidos" params={place} search={search}>
      {count(number)}
    </Link>
  );
  const sinceLately = { desde: swapDay(lately.from) };
  const sinceBuyers = { desde: swapDay(buyers.from) };
  const figures: readonly (readonly [string, ReactNode])[] = [
    [es.summary.open, issued(summary.open, { pendientes: true })],
    [es.summary.finalToday, count(summary.finalToday)],
    [es.summary.rejected, issued(lately.rejected, { estado: 'rejected', ...sinceLately })],
    [
      es.summary.conditional,
      issued(lately.conditional, { estado: 'conditionally-accepted', ...sinceLately }),
    ],
    [es.summary.buyerRejected, issued(buyers.rejected, { entrega: 'rejected', ...sinceBuyers })],
    [es.summary.undelivered, issued(buyers.undelivered, { entrega: 'undelivered', ...sinceBuyers })],
    [es.summary.undecided, received(summary.undecided, { decision: 'por-decidir' })],
    [
      es.summary.overdue,
      summary.overdue === null ? null : received(summary.overdue, { decision: 'atrasado' }),
    ],
    [
      es.summary.decisionsUndelivered,
      received(decisions.undelivered, { decision: 'no-llego', desde: swapDay(decisions.from) }),
    ],
  ];
  return (
    <section className="card" aria-labelledby="open">
      <h2 id="open">{es.nav.vouchers}</h2>
      <FactList facts={figures.map(([name, value]) => [name, value, 'figure'])} />
      {updated}
    </section>
  );
}

function Waiting({ place, summary: { waiting, processing, open }, updated }: CardsProps) {
  // The worker records why a voucher waits, so without a worker the list may be empty although vouchers wait.
  const unseen = !processing && open > 0;
  return (
    <section className="card" aria-labelledby="waiting">
      <h2 id="waiting">{es.summary.waiting}</h2>
      {unseen ? <p>{es.summary.allWait}</p> : null}
      {waiting.length === 0 && !unseen ? <Badge tone="good">{es.summary.nothingWaits}</Badge> : null}
      <ul className="plain-list rows">
        {waiting.map(({ reason, count: number }) => (
          <li key={reason}>
            <Link to={listAddress} params={place} search={{ espera: reason }}>
              {es.waiting[reason]}
            </Link>
            <span className="number">{count(number)}</span>
          </li>
        ))}
      </ul>
      {updated}
    </section>
  );
}

function Ranges({ place, summary: { ranges, numbers }, updated }: CardsProps) {
  const fine =
    numbers === 'left' ? (
      <Badge tone="good">{es.summary.rangesFine}</Badge>
    ) : (
      <Badge tone="plain">{es.summary.noRanges}</Badge>
    );
  return (
    <section className="card" aria-labelledby="ranges">
      <header>
        <h2 id="ranges">{es.summary.ranges}</h2>
        <Link to="/empresas/$companyId/$environment/maestro" params={place}>
          {es.nav.master}
        </Link>
      </header>
      {ranges.length === 0 ? fine : null}
      <ul className="plain-list rows">
        {ranges.map(({ ecfType, available, expiresOn, state, advertencias }) => (
          <li key={ecfType}>
            <span>
              {ecfType} · {ecfTypes[ecfType].nombre}
              <span className="small block">
                {es.summary.left(count(available))} · {es.master.expires}:{' '}
                <Expiry day={expiresOn} isSoon={false} />
              </span>
              <Warnings warnings={advertencias} />
            </span>
            <StockBadge state={state} advertencias={advertencias} />
          </li>
        ))}
      </ul>
      {updated}
    </section>
  );
}

function Readiness({ place, summary, updated }: CardsProps) {
  const { processing } = summary;
  return (
    <section className="card" aria-labelledby="readiness">
      <h2 id="readiness">{es.summary.readiness}</h2>
      <ul className="plain-list rows">
        <li>
          <Link to="/empresas/$companyId/certificados" params={place}>
            {es.summary.certificate}
          </Link>
          <CertificateBadge summary={summary} />
        </li>
        {summary.numbers === 'missing' ? (
          <li>
            <Link to="/empresas/$companyId/$environment/maestro" params={place}>
              {es.summary.numbers}
            </Link>
            <Badge tone="bad">{es.summary.numbersMissing}</Badge>
          </li>
        ) : null}
        <li>
          <span>{es.summary.dgii}</span>
          {summary.dgii === null ? (
            <span className="soft">{processing ? es.summary.asking : es.summary.unknown}</span>
          ) : (
            <DgiiState dgii={summary.dgii} waiting={summary.waiting} />
          )}
        </li>
      </ul>
      <p className="hint">{es.vouchers.issuedIn(place.environment)}</p>
      {updated}
    </section>
  );
}

interface DgiiProps {
  readonly dgii: NonNullable<Summary['dgii']>;
  readonly waiting: Summary['waiting'];
}

/** What DGII says of itself. Its services may fail for our vouchers all the same, and then the badge must not look good. */
function DgiiState({ dgii: { available, text, at }, waiting }: DgiiProps) {
  const unreached = waiting.find(({ reason }) => reason === 'DGII_UNAVAILABLE')?.count ?? 0;
  const tone = !available ? 'bad' : unreached > 0 ? 'warn' : 'good';
  return (
    <span className="state">
      <Badge tone={tone}>{available && unreached > 0 ? es.summary.dgiiSays(text) : text}</Badge>
      {available && unreached > 0 ? (
        <span className="small block">{es.summary.unreached(count(unreached), unreached === 1)}</span>
      ) : null}
      <span className="small block soft">{es.summary.askedAt(when(at))}</span>
    </span>
  );
}

const soonDays = 30;

function CertificateBadge({ summary: { certificate, suspended } }: Pick<CardsProps, 'summary'>) {
  if (certificate === null) return <Badge tone="bad">{es.summary.noCertificate}</Badge>;
  const { daysLeft, notAfter } = certificate;
  if (daysLeft < 0) return <Badge tone="bad">{es.master.expired}</Badge>;
  if (suspended === 'CERTIFICATE_REFUSED') return <Badge tone="bad">{es.summary.certificateRefused}</Badge>;
  return (
    <Badge tone={daysLeft < soonDays ? 'warn' : 'good'}>
      {`${es.master.daysLeft(daysLeft)} (${when(notAfter).slice(0, 10)})`}
    </Badge>
  );
}
