/** The two routes behind an invitation link. Its token is the only proof, so it needs no session. */
import { acceptInvitation, findInvitation } from '../../services/people/accept-invitation.js';
import type { LoginLimit } from '../session/login-limit.js';
import { doneOr } from '../web/operator-refusal.js';
import { WebError } from '../web/web-error.js';
import { get, type RouteDeps, type WebRequest, type WebRoute } from '../web/web-route.js';
import { postSecret, triedBy } from '../session/web/login-parts.js';

export function invitationRoutes(deps: RouteDeps, limit: LoginLimit): readonly WebRoute[] {
  return [
    get('/invitations/:token', 'anyone', ({ params }) => show(deps, params['token'] ?? '')),
    postSecret('/invitations/:token', 'anyone', 'invitation.accept', (request) =>
      accept(deps, limit, request),
    ),
  ];
}

async function show(deps: RouteDeps, token: string): Promise<object> {
  const { email, known, membership, support } = doneOr(await findInvitation(deps, token));
  const company = membership === undefined ? undefined : await deps.store.findCompany(membership.companyId);
  const razonSocial = company?.razonSocial ?? null;
  return { email, known, razonSocial, role: membership?.role ?? null, support };
}

async function accept(deps: RouteDeps, limit: LoginLimit, request: WebRequest): Promise<object> {
  const token = request.params['token'] ?? '';
  const { name = '', password } = request.body as { readonly name?: string; readonly password: string };
  const { email, person, membership } = doneOr(await findInvitation(deps, token));
  if (membership === undefined) await request.identified(person);
  else {
    // The act belongs to the company that gives the role, and to no other company of the person.
    await request.identified({ ...person, memberships: [membership] });
    request.about(membership.role);
  }
  const accepted = await limit.guard(triedBy(email, 'password', request.client), async () => {
    const outcome = await deps.limits.newPasswords.run(request.client.network, () =>
      acceptInvitation(deps, token, { name: name.trim(), password }, deps.passwordThreads),
    );
    if (outcome.outcome === 'accepted') return outcome;
    if (outcome.refusal !== 'LOGIN_INVALID') throw new WebError(outcome.refusal, fieldOf[outcome.refusal]);
    return undefined;
  });
  if (accepted === undefined) throw new WebError('LOGIN_INVALID', { campo: 'password' });
  return {};
}

const fieldOf = {
  PERSON_NAME_INVALID: { campo: 'name' },
  PASSWORD_INVALID: { campo: 'password' },
  PASSWORD_IS_EMAIL: { campo: 'password' },
  PASSWORD_COMMON: { campo: 'password' },
  INVITATION_NOT_FOUND: {},
  PERSON_EXISTS: {
    mensaje: 'Usted ya pertenece a la empresa con otro rol. Un administrador puede cambiarlo.',
  },
} as const;
