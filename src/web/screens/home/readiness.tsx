/** Whether the company can issue now, and what that depends on. */
import { Link } from '@tanstack/react-router';
import type { Summary } from '../../api/answers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Icon } from '../../parts/icon.js';
import { count, timeOf, when } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';

const texts = es.summary;

interface ReadinessProps {
  readonly place: Place;
  readonly summary: Summary;
}

export function Readiness({ place, summary }: ReadinessProps) {
  const { processing, open, waiting } = summary;
  const can = canIssue(summary);
  // The worker records why a voucher waits, so without a worker the list may be empty although vouchers wait.
  const unseen = !processing && open > 0 && waiting.length === 0;
  return (
    <section className={can ? 'ready' : 'ready not'} aria-labelledby="readiness">
      <h2 id="readiness" className="visually-hidden">
        {texts.readiness}
      </h2>
      <p className="answer">
        <Icon name={can ? 'check' : 'cross'} />
        <b>{can ? texts.can : texts.cannot}</b>
      </p>
      <ul>
        <li>
          <Link to="/empresas/$companyId/certificados" params={place}>
            {texts.certificate}
          </Link>
          <CertificateBadge summary={summary} />
        </li>
        {summary.numbers === 'missing' ? (
          <li>
            <Link to="/empresas/$companyId/$environment/maestro" params={place}>
              {texts.numbers}
            </Link>
            <Badge tone="bad">{texts.numbersMissing}</Badge>
          </li>
        ) : null}
        <li>
          <span>{texts.dgii}</span>
          {summary.dgii === null ? (
            <span className="soft">{processing ? texts.asking : texts.unknown}</span>
          ) : (
            <DgiiState dgii={summary.dgii} waiting={waiting} />
          )}
        </li>
        {open === 0 ? null : (
          <li>
            <span>{texts.open}</span>
            <Link
              to="/empresas/$companyId/$environment/comprobantes"
              params={place}
              search={{ pendientes: true }}
            >
              {count(open)}
            </Link>
          </li>
        )}
        <li>
          <span>{texts.finalToday}</span>
          <b>{count(summary.finalToday)}</b>
        </li>
      </ul>
      {unseen ? <p>{texts.allWait}</p> : null}
    </section>
  );
}

/** A voucher that is sent now would be signed. DGII's state does not matter: what it does not take now is sent later. */
function canIssue({ certificate, suspended, numbers, processing }: Summary): boolean {
  const signs = certificate !== null && certificate.daysLeft >= 0;
  return signs && suspended === null && numbers !== 'missing' && processing;
}

interface DgiiProps {
  readonly dgii: NonNullable<Summary['dgii']>;
  readonly waiting: Summary['waiting'];
}

/** What DGII says of itself. Its services may fail for our vouchers all the same, and then the badge must not look good. */
function DgiiState({ dgii: { available, text, at }, waiting }: DgiiProps) {
  const now = useNow();
  const unreached = waiting.find(({ reason }) => reason === 'DGII_UNAVAILABLE')?.count ?? 0;
  const tone = !available ? 'bad' : unreached > 0 ? 'warn' : 'good';
  return (
    <span className="state">
      <Badge tone={tone}>{available && unreached > 0 ? texts.dgiiSays(text) : text}</Badge>
      {available && unreached > 0 ? (
        <span className="small block">{texts.unreached(count(unreached), unreached === 1)}</span>
      ) : null}
      <span className="small soft asked">{texts.askedAt(timeOf(Date.parse(at), now))}</span>
    </span>
  );
}

const soonDays = 30;

function CertificateBadge({ summary: { certificate, suspended } }: Pick<ReadinessProps, 'summary'>) {
  if (certificate === null) return <Badge tone="bad">{texts.noCertificate}</Badge>;
  const { daysLeft, notAfter, revokedAt } = certificate;
  if (daysLeft < 0) return <Badge tone="bad">{es.master.expired}</Badge>;
  if (revokedAt !== null) return <Badge tone="bad">{es.certificates.revoked}</Badge>;
  if (suspended === 'CERTIFICATE_REFUSED') return <Badge tone="bad">{texts.certificateRefused}</Badge>;
  const until = when(notAfter).slice(0, 10);
  return (
    <Badge tone={daysLeft < soonDays ? 'warn' : 'good'}>
      {daysLeft < soonDays ? `${es.master.daysLeft(daysLeft)} (${until})` : texts.validUntil(until)}
    </Badge>
  );
}
