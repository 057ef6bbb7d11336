/** What needs attention today: open and waiting vouchers, ranges, the certificate, DGII. Each figure leads to its list. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { Summary } from '../../api/answers.js';
import { summaryQuery } from '../../api/company.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Loaded } from '../../parts/loaded.js';
import { Notice, NotProcessing } from '../../parts/notice.js';
import { FactList, Page } from '../../parts/page.js';
import { count, swapDay, when } from '../../shared/format.js';
import { Expiry, toneOf } from '../master/range-state.js';
import type { ReceivedFilters } from '../received/filters.js';
import type { Filters } from '../vouchers/filters.js';

const route = getRouteApi('/frame/empresas/$companyId/$environment/resumen');

export function Screen() {
  const place = route.useParams();
  const summary = useQuery(summaryQuery(place));
  return (
    <Page title={es.nav.summary} intro={es.environments[place.environment]}>
      <Loaded query={summary}>{(data) => <Cards place={place} summary={data} />}</Loaded>
    </Page>
  );
}

interface CardsProps {
  readonly place: Place;
  readonly summary: Summary;
}

function Cards({ place, summary }: CardsProps) {
  return (
    <>
      {summary.suspended === null ? null : (
        <Notice tone="bad" title={es.summary.suspended}>
          {es.companies.suspensions[summary.suspended] ?? summary.suspended}
        </Notice>
      )}
      {summary.processing ? null : <NotProcessing />}
      <div className="cards">
        <Vouchers place={place} summary={summary} />
        <Waiting place={place} summary={summary} />
        <Ranges place={place} summary={summary} />
        <Readiness place={place} summary={summary} />
      </div>
    </>
  );
}

const listAddress = '/empresas/$companyId/$environment/comprobantes';

function Vouchers({ place, summary }: CardsProps) {
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
    </section>
  );
}

function Waiting({ place, summary: { waiting, processing, open } }: CardsProps) {
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
    </section>
  );
}

function Ranges({ place, summary: { ranges, numbers } }: CardsProps) {
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
        {ranges.map(({ ecfType, available, expiresOn, state }) => (
          <li key={ecfType}>
            <span>
              {ecfType} · {ecfTypes[ecfType].nombre}
              <span className="small block">
                {es.summary.left(count(available))} · <Expiry day={expiresOn} />
              </span>
            </span>
            <Badge tone={toneOf[state]}>{state}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Readiness({ place, summary }: CardsProps) {
  const { dgii, processing } = summary;
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
          {dgii === null ? (
            <span className="soft">{processing ? es.summary.asking : es.summary.unknown}</span>
          ) : (
            <Badge tone={dgii.available ? 'good' : 'bad'}>{dgii.text}</Badge>
          )}
        </li>
      </ul>
      <p className="hint">{es.vouchers.issuedIn(place.environment)}</p>
    </section>
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
