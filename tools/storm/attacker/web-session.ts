/** An administrator of the attacking company in the web application, whose requests come from several networks. */
import { request } from 'undici';
import { demoUser } from '../../../src/boot/demo-users.js';
import type { Met } from './orders.js';
import type { Strangers } from './strangers.js';

const networks = 40;
/** A person of the platform, who may invite people into every company. */
const inviter = 'soporte@demo.example';
const password = 'clave-de-la-tormenta';

export interface WebCall {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
}

/** @returns a function that sends a request of the session; `loop` chooses its network. @throws Error if no administrator can log in */
export async function enterWeb(
  apiUrl: string,
  companyId: number,
  strangers: Strangers,
): Promise<(call: WebCall, loop?: number) => Promise<Met>> {
  const company = `/companies/${companyId}`;
  const email = `tormenta-${Date.now()}@storm.example`;
  const { cookie: ofInviter } = await done('/session', { email: inviter, password: demoUser.clave });
  const invited = await done(`${company}/people`, { email, role: 'administrador' }, ofInviter);
  const { invitationUrl } = JSON.parse(invited.text) as { readonly invitationUrl: string };
  const token = invitationUrl.split('/').at(-1) ?? '';
  await done(`/invitations/${token}`, { name: 'Tormenta', password });
  const { cookie } = await done('/session', { email, password });
  return async ({ path, ...rest }, loop = 0) => {
    try {
      const call = { ...rest, path: company + path };
      const { statusCode, body: answer } = await send(call, { cookie }, loop % networks);
      await answer.dump();
      return statusCode;
    } catch {
      return 'broken';
    }
  };

  function send({ method, path, body }: WebCall, more: Readonly<Record<string, string>>, network = 0) {
    const { headers: named, dispatcher } = strangers.from(network);
    const headers = {
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...named,
      ...more,
    };
    const options = {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
      ...(dispatcher && { dispatcher }),
    };
    return request(`${apiUrl}/app/api${path}`, options);
  }

  async function done(path: string, body: object, cookie?: string) {
    const answer = await send({ method: 'POST', path, body }, cookie === undefined ? {} : { cookie });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`POST ${path}: HTTP ${answer.statusCode} ${text}`);
    const [set = ''] = [answer.headers['set-cookie'] ?? []].flat();
    return { text, cookie: set.split(';', 1).join('') };
  }
}
