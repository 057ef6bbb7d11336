/** The types whose numbers run out or expire, and how long they last at the pace of this month. */
import { Link } from '@tanstack/react-router';
import { ecfTypes } from '../../../ecf/model/ecf-types.js';
import type { Figures, Summary } from '../../api/answers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { shortType } from '../../parts/voucher/cells.js';
import { count } from '../../shared/format.js';
import { useNow } from '../../shared/use-now.js';
import { lastDayOf } from '../numbers/pace.js';
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
              <Pace range={range} figures={figures} />
            </span>
            <Warnings warnings={range.advertencias} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Pace({
  range,
  figures,
}: {
  readonly range: Summary['ranges'][number];
  readonly figures: Figures | undefined;
}) {
  const day = lastDayOf(range, figures, useNow());
  return day === undefined ? null : ` · ${texts.lastsUntil(day)}`;
}
