/** Leads to the page of a person who forgot the password. */
import { Link } from '@tanstack/react-router';
import { es } from '../../es.js';

/** @param ofLostSession opens another tab, because the page behind the dialog has what the person typed */
export function ForgottenLink({ ofLostSession = false }: { readonly ofLostSession?: boolean }) {
  return (
    <p>
      <Link to="/olvide-mi-clave" {...(ofLostSession && { target: '_blank', rel: 'noreferrer' })}>
        {es.login.forgotten}
      </Link>
    </p>
  );
}
