/** What the vouchers of a filtered list add up to, below the list. */
import { useQuery } from '@tanstack/react-query';
import type { QueryOf, VoucherSums } from '../../api/answers.js';
import { sumsQuery, type Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Problem } from '../../parts/notice.js';
import { Unindexed } from '../../parts/list/unindexed.js';
import { amount, count } from '../../shared/format.js';

interface SumsProps {
  readonly place: Place;
  readonly question: QueryOf<'listVouchers'>;
}

export function Sums({ place, question }: SumsProps) {
  const { data, error } = useQuery(sumsQuery(place, question));
  if (data === undefined) return <Problem error={error} />;
  const { count: found, isCut, ventas, compras, unindexed } = data;
  return (
    <>
      <Unindexed vouchers={unindexed} />
      <section className="card sums-bar" aria-label={es.search.sums}>
        <p>
          <strong>{isCut ? es.search.cut(count(found)) : es.search.found(count(found), found === 1)}</strong>
        </p>
        <Side label={es.search.ventas} sums={ventas} />
        <Side label={es.search.compras} sums={compras} />
      </section>
    </>
  );
}

interface SideProps {
  readonly label: string;
  readonly sums: VoucherSums['ventas'];
}

function Side({ label, sums }: SideProps) {
  const [first] = sums;
  if (first === undefined) return null;
  return (
    <p>
      <span className="soft">
        {label} ({count(first.count)}):{' '}
      </span>
      {sums.map(sumText).join(' · ')}
    </p>
  );
}

function sumText({ tipoMoneda, montoTotal, totalITBIS }: VoucherSums['ventas'][number]): string {
  const total = `${tipoMoneda ?? es.search.pesos} ${amount(montoTotal)}`;
  return totalITBIS === null ? total : `${total} · ${es.search.itbis} ${amount(totalITBIS)}`;
}
