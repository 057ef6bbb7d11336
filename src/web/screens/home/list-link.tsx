/** The one action of a thing to attend to: it opens the list that has what is meant, or the voucher if it is only one. */
import { Link } from '@tanstack/react-router';
import type { Place } from '../../api/vouchers.js';
import type { ReceivedFilters } from '../received/filters.js';
import type { Filters } from '../vouchers/filters.js';

export type ListAddress =
  | { readonly page: 'comprobantes'; readonly search: Filters }
  | { readonly page: 'recibidos'; readonly search: ReceivedFilters }
  | { readonly page: 'comprobante'; readonly encf: string }
  | { readonly page: 'recibido'; readonly rncEmisor: string; readonly encf: string }
  | { readonly page: 'certificados' }
  | { readonly page: 'maestro' | 'sin-usar' };

interface ListLinkProps {
  readonly place: Place;
  readonly to: ListAddress;
  readonly action: string;
  /** What it is about. A screen reader says it after the action. */
  readonly name: string;
}

export function ListLink({ place, to, action, name }: ListLinkProps) {
  const shared = { className: 'button small', params: place, 'aria-label': `${action}: ${name}` };
  switch (to.page) {
    case 'comprobantes':
      return (
        <Link {...shared} to="/empresas/$companyId/$environment/comprobantes" search={to.search}>
          {action}
        </Link>
      );
    case 'recibidos':
      return (
        <Link {...shared} to="/empresas/$companyId/$environment/recibidos" search={to.search}>
          {action}
        </Link>
      );
    case 'comprobante':
      return (
        <Link
          {...shared}
          to="/empresas/$companyId/$environment/comprobantes/$encf"
          params={{ ...place, encf: to.encf }}
        >
          {action}
        </Link>
      );
    case 'recibido':
      return (
        <Link
          {...shared}
          to="/empresas/$companyId/$environment/recibidos/$rncEmisor/$encf"
          params={{ ...place, rncEmisor: to.rncEmisor, encf: to.encf }}
        >
          {action}
        </Link>
      );
    case 'certificados':
      return (
        <Link {...shared} to="/empresas/$companyId/certificados">
          {action}
        </Link>
      );
    default:
      return (
        <Link {...shared} to={`/empresas/$companyId/$environment/${to.page}`}>
          {action}
        </Link>
      );
  }
}
