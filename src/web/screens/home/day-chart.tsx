/** Accepted and rejected vouchers of each day of the month. The bar of today is hollow, because the day is not over. */
import type { Figures } from '../../api/answers.js';
import { es } from '../../es.js';
import { count } from '../../shared/format.js';

const texts = es.summary;

/** In the units of the drawing. */
const [left, width, top, floor] = [30, 410, 8, 132];
const daysMax = 31;
const step = width / daysMax;
const bar = 9;
/** Rejections hang below the line, one mark each, and no more than there is room for. */
const marksMax = 4;

interface ChartProps {
  readonly days: Figures['days'];
  /** DD-MM-YYYY. */
  readonly to: string;
}

export function DayChart({ days, to }: ChartProps) {
  const accepted = days.reduce((sum, one) => sum + one.accepted, 0);
  const rejected = days.reduce((sum, one) => sum + one.rejected, 0);
  const most = roundAbove(Math.max(1, ...days.map((one) => one.accepted)));
  const heightOf = (number: number) => ((floor - top) * number) / most;
  const lines = [most / 4, most / 2, (3 * most) / 4, most].filter((line) => Number.isInteger(line));
  const label = texts.dayChart(count(accepted), count(rejected));
  return (
    <>
      <div className="section-head">
        <h2 id="by-day">{texts.byDay}</h2>
        <ul className="legend">
          <li className="ok">{texts.accepted(count(accepted))}</li>
          {rejected === 0 ? null : (
            <li className="bad">{texts.rejectedOfMonth(count(rejected), rejected === 1)}</li>
          )}
        </ul>
      </div>
      {days.length === 0 ? (
        <p className="soft">{texts.noDays}</p>
      ) : (
        <svg className="chart" viewBox="0 0 440 178" role="img" aria-label={label}>
          {lines.map((line) => (
            <g key={line}>
              <path className="grid" d={`M${left} ${floor - heightOf(line)}H${left + width}`} />
              <text x={left - 6} y={floor - heightOf(line) + 4} textAnchor="end">
                {count(line)}
              </text>
            </g>
          ))}
          {days.map((one) => {
            const x = placeOf(one.day);
            const height = heightOf(one.accepted);
            const marks = Math.min(marksMax, one.rejected);
            return (
              <g key={one.day}>
                <title>{texts.ofDay(one.day, count(one.accepted), count(one.rejected))}</title>
                <rect
                  className={one.day === to ? 'ok today' : 'ok'}
                  x={x}
                  y={floor - height}
                  width={bar}
                  height={height}
                  rx="2"
                />
                {Array.from({ length: marks }, (_, at) => (
                  <rect key={at} className="bad" x={x} y={floor + 5 + 9 * at} width={bar} height="7" rx="2" />
                ))}
              </g>
            );
          })}
          <path className="axis" d={`M${left} ${floor + 0.5}H${left + width}`} />
          {[1, 5, 10, 15, 20, 25, 30].map((day) => (
            <text key={day} x={left + (day - 0.5) * step} y="176" textAnchor="middle">
              {day}
            </text>
          ))}
        </svg>
      )}
    </>
  );
}

function placeOf(day: string): number {
  return left + (Number(day.slice(0, 2)) - 0.5) * step - bar / 2;
}

/** 1, 2, 4 or 8 times a power of ten, so that the lines stand at whole numbers. */
function roundAbove(number: number): number {
  const power = 10 ** Math.floor(Math.log10(number));
  const factor = [1, 2, 4, 8, 10].find((one) => one * power >= number) ?? 10;
  return factor * power;
}
