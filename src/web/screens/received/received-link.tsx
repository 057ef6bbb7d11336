/** The link to another voucher that the same issuer sent. */
import { Link } from '@tanstack/react-router';
import type { ReceivedOf } from '../../api/received.js';

export function ReceivedLink({ path, encf }: { readonly path: ReceivedOf; readonly encf: string }) {
  return (
    <Link to="/empresas/$companyId/$environment/recibidos/$rncEmisor/$encf" params={{ ...path, encf }}>
      {encf}
    </Link>
  );
}
