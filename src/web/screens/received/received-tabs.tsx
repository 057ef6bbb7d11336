/** Tabs: what the company received, by its decision, and what it refused to receive. */
import { Link } from '@tanstack/react-router';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { received as texts } from '../../texts/received.js';
import type { ReceivedFilters } from './filters.js';

const listed = [
  [texts.all, undefined],
  [texts.decidedFilter['por-decidir'], 'por-decidir'],
  [texts.decidedFilter.aprobado, 'aprobado'],
  [texts.decidedFilter.rechazado, 'rechazado'],
] as const;

interface ReceivedTabsProps {
  readonly place: Place;
  /** Of the list; `refused`: the page shows what was not received. */
  readonly shown: ReceivedFilters['decision'] | 'refused';
}

export function ReceivedTabs({ place, shown }: ReceivedTabsProps) {
  const current = (isShown: boolean) =>
    ({ activeProps: {}, 'aria-current': isShown ? 'page' : undefined }) as const;
  return (
    <nav className="tabs" aria-label={es.nav.received}>
      {listed.map(([name, decision]) => (
        <Link
          key={name}
          to="/empresas/$companyId/$environment/recibidos"
          params={place}
          search={decision === undefined ? {} : { decision }}
          activeOptions={{ exact: true, includeSearch: true }}
          {...current(shown === decision)}
        >
          {name}
        </Link>
      ))}
      <Link
        to="/empresas/$companyId/$environment/recibidos/no-recibidos"
        params={place}
        {...current(shown === 'refused')}
      >
        {texts.refused}
      </Link>
    </nav>
  );
}
