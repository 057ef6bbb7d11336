/** The month's money: what was invoiced and whether it grows, by type, and by day. */
import { Link } from '@tanstack/react-router';
import { ecfTypes, type EcfType } from '../../../ecf/model/ecf-types.js';
import type { Figures } from '../../api/answers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Icon } from '../../parts/icon.js';
import { Money } from '../../parts/money.js';
import { shortType } from '../../parts/voucher/cells.js';
import { amountText, capitalized, count, swapDay } from '../../shared/format.js';
import { DayChart } from './day-chart.js';

const texts = es.summary;

/** Sales. The rest is notes, purchases and expenses. */
const sales: readonly EcfType[] = [31, 32, 44, 45, 46];

interface MonthProps {
  readonly place: Place;
  readonly figures: Figures;
}

export function Month({ place, figures }: MonthProps) {
  const { types, days, to } = figures;
  const ofSales = types.filter(({ tipoeCF }) => sales.includes(tipoeCF)).sort((a, b) => +b.total - +a.total);
  const others = types.filter(({ tipoeCF }) => !sales.includes(tipoeCF));
  const most = Math.max(1, ...ofSales.map(({ total }) => Number(total)));
  return (
    <div className="month">
      <section aria-labelledby="month">
        <div className="section-head">
          <h2 id="month">
            {capitalized(texts.monthUntilToday(es.months[Number(to.slice(3, 5)) - 1] ?? ''))}
          </h2>
          <Link
            to="/empresas/$companyId/$environment/cierre"
            params={place}
            search={{ mes: swapDay(to).slice(0, 7) }}
          >
            {texts.closing}
          </Link>
        </div>
        <p className="small soft">{texts.invoiced}</p>
        <Money text={figures.invoiced} className="figure" />
        <Trend figures={figures} />
        <dl className="sums">
          <div>
            <dt>{es.vouchers.itbis}</dt>
            <dd>{amountText(figures.itbis)}</dd>
          </div>
          {others.map(({ tipoeCF, count: number, total }) => (
            <div key={tipoeCF}>
              <dt>
                {shortType(tipoeCF)} ({count(number)})
              </dt>
              <dd>{tipoeCF === 34 ? `−${amountText(total)}` : amountText(total)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="by-type">
        <div className="section-head">
          <h2 id="by-type">{texts.byType}</h2>
        </div>
        {ofSales.length === 0 ? <p className="soft">{texts.noSales}</p> : null}
        <ul className="by-type">
          {ofSales.map(({ tipoeCF, total }) => (
            <li key={tipoeCF}>
              <span title={ecfTypes[tipoeCF].nombre}>
                <span className="code-tag">{tipoeCF}</span> {shortType(tipoeCF)}
              </span>
              <span className="bar" aria-hidden="true">
                <span style={{ width: `${(100 * Number(total)) / most}%` }} />
              </span>
              <span className="number">{amountText(total)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="by-day">
        <DayChart days={days} to={to} />
      </section>
    </div>
  );
}

function Trend({ figures: { invoiced, earlier } }: { readonly figures: Figures }) {
  const month = es.months[Number(earlier.to.slice(3, 5)) - 1] ?? '';
  const before = Number(earlier.invoiced);
  if (before <= 0) return <p className="small faint">{texts.nothingBefore(month)}</p>;
  const grown = (100 * (Number(invoiced) - before)) / before;
  const isMore = grown >= 0;
  return (
    <p className="small trend">
      <span className={isMore ? 'more' : 'less'}>
        <Icon name={isMore ? 'up' : 'down'} /> {Math.abs(grown).toFixed(1)} %
      </span>{' '}
      <span className="faint">{texts.thanBefore(isMore, month)}</span>
    </p>
  );
}
