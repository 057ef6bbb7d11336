/** The types whose numbers run out or expire, and how long they last at the pace of this month. */
import { Link } from '@tanstack/react-router';
import { dayMs } from '../../../ecf/durations.js';
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { Figures, Summary } from '../../api/answers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { shortType } from '../../parts/voucher-cells.js';
import { count, when } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';
import { Expiry, StockBadge, UsedBar, Warnings } from '../numbers/range-state.js';

const texts = es.summary;

interface LowNumbersProps {
  readonly place: Place;
  readonly summary: Summary;
  /** Absent until the sums of the month are here. */
  readonly figures: Figures | undefined;
}

export function LowNumbers({ place, summary: { ranges, numbers }, figures }: LowNumbersProps) {
  const fine =
    numbers === 'left' ? (
      <Badge tone="good">{texts.rangesFine}</Badge>
    ) : (
      <Badge tone="plain">{texts.noRanges}</Badge>
    );
  return (
    <section aria-labelledby="ranges" className="home-part">
      <div className="section-head">
        <h2 id="ranges">{texts.ranges}</h2>
        <Link to="/empresas/$companyId/$environment/maestro" params={place}>
          {es.nav.master}
        </Link>
      </div>
      {ranges.length === 0 ? <p>{fine}</p> : null}
      <ul className="plain-list low">
        {ranges.map((range) => (
          <li key={range.ecfType}>
            <p className="line">
              <span title={ecfTypes[range.ecfType].nombre}>
                <span className="code-tag">{range.ecfType}</span> {shortType(range.ecfType)}
              </span>
              <StockBadge {...range} />
            </p>
            <UsedBar sequence={range} />
            <span className="small soft">
              {texts.left(count(range.available))} · {es.master.expires}:{' '}
              <Expiry day={range.expiresOn} isSoon={false} />
              <Pace available={range.available} issued={issuedOf(figures, range.ecfType)} />
            </span>
            <Warnings warnings={range.advertencias} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many vouchers of the type the company issued a day this month. */
function issuedOf(figures: Figures | undefined, ecfType: number): number {
  const issued = figures?.types.find(({ tipoeCF }) => tipoeCF === ecfType)?.count ?? 0;
  return figures === undefined ? 0 : issued / Number(figures.to.slice(0, 2));
}

/** Further ahead than a year the pace of one month says nothing. */
const aheadMaxDays = 365;

function Pace({ available, issued }: { readonly available: number; readonly issued: number }) {
  const now = useNow();
  const days = issued === 0 ? Infinity : available / issued;
  if (available === 0 || days > aheadMaxDays) return null;
  return ` · ${texts.lastsUntil(when(new Date(now + days * dayMs).toISOString()).slice(0, 10))}`;
}
