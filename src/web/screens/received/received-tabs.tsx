/** Tabs: the vouchers that the company received, and those that it refused to receive. */
import { Link } from '@tanstack/react-router';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { received as receivedTexts } from '../../texts/received.js';

const tabs = [
  ['/empresas/$companyId/$environment/recibidos', es.nav.received],
  ['/empresas/$companyId/$environment/recibidos/no-recibidos', receivedTexts.refused],
] as const;

export function ReceivedTabs({ place }: { readonly place: Place }) {
  return (
    <nav className="tabs" aria-label={es.nav.received}>
      {tabs.map(([to, name]) => (
        <Link key={to} to={to} params={place} activeOptions={{ exact: true, includeSearch: false }}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
