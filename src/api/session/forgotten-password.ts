/** The routes of a person who forgot the password. They need no session. Their answers do not say who has an account, nor does their time. */
import {
  chooseForgottenPassword,
  findForgetful,
  findPasswordLink,
  mailPasswordLink,
  mayAskForLink,
} from '../../services/people/forgotten-password.js';
import { countInHour, hashedName } from '../../services/count-in-hour.js';
import { ServiceError } from '../../shared/errors.js';
import { errorForLog } from '../error-for-log.js';
import { beginRouteAct } from '../web/audit.js';
import { WebError } from '../web/web-error.js';
import { get, type RouteDeps, type WebRequest, type WebRoute } from '../web/web-route.js';
import { postSecret, withoutSession, type LoginParts } from './web/login-parts.js';

const path = '/session/forgotten-password';
/** Links that one network may ask for in an hour. An office behind one address needs a few. */
const ofNetworkMax = 20;

export function forgottenPasswordRoutes({ deps, notices }: LoginParts): readonly WebRoute[] {
  return [
    get(path, 'anyone', () => Promise.resolve({ mail: deps.mailEnabled === true })),
    postSecret(path, 'anyone', 'password.forgotten', (request) => askForLink(deps, request)),
    get(`${path}/:token`, 'anyone', async ({ params }) => {
      const person = await findPasswordLink(deps, params['token'] ?? '');
      if (person === undefined) throw linkInvalid();
      return { email: person.email };
    }),
    postSecret(`${path}/:token`, 'anyone', 'password.choose', async (request) => {
      const person = await choose(deps, request);
      await notices.passwordChanged(person);
      return {};
    }),
  ];
}

/** Known or not, the request counts twice and is answered. What depends on the person happens after the answer. */
async function askForLink(deps: RouteDeps, request: WebRequest): Promise<object> {
  if (deps.mailEnabled !== true)
    throw new WebError('MAIL_OFF', {
      mensaje: 'El servicio no envía correos: pida un enlace nuevo a quien lo opera.',
    });
  const { email } = request.body as { readonly email: string };
  await limitNetwork(deps, request.client.network);
  if (await mayAskForLink(deps, email)) mailLater(deps, email, request);
  return {};
}

async function limitNetwork(deps: RouteDeps, network: string): Promise<void> {
  const name = `password-forgotten-from:${hashedName(network)}`;
  const { count, leftSeconds } = await countInHour(deps, name, 1);
  if (count > ofNetworkMax) throw new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: leftSeconds });
}

/** Not awaited, because the time of the answer would show whether the person exists. It takes the turn of its network. */
function mailLater(deps: RouteDeps, email: string, request: WebRequest): void {
  const send = async () => {
    const person = await findForgetful(deps, email);
    if (person === undefined) return;
    const act = await beginRouteAct(deps, {
      action: 'password.forgotten',
      ...withoutSession(person, request),
    });
    await mailPasswordLink(deps, person);
    await act.done();
  };
  deps.limits.changes
    .run(request.client.network, send)
    .catch((error: unknown) =>
      deps.log.error(errorForLog(error), 'the link for a forgotten password was not sent'),
    );
}

async function choose(deps: RouteDeps, request: WebRequest) {
  const token = request.params['token'] ?? '';
  const { password } = request.body as { readonly password: string };
  const owner = await findPasswordLink(deps, token);
  if (owner === undefined) throw linkInvalid();
  await request.identified(owner);
  const chosen = await deps.limits.newPasswords.run(request.client.network, () =>
    chooseForgottenPassword(deps, token, password, deps.passwordThreads),
  );
  if (chosen.outcome === 'chosen') return chosen.person;
  if (chosen.refusal === 'INVITATION_NOT_FOUND') throw linkInvalid();
  throw new WebError(chosen.refusal, { campo: 'password' });
}

function linkInvalid(): WebError {
  return new WebError('INVITATION_NOT_FOUND', {
    mensaje: 'El enlace no existe, ya se usó o venció. Pida otro en la página de entrada.',
  });
}
