/** The requests of a recording: as a company's program, as a person in the web application, and as what controls the simulated DGII. */
import { demoUser } from '../../../src/boot/demo-users.js';
import type { OwnStack } from '../../own-stack/own-stack.js';

type Said = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;
type Send = (method: 'POST' | 'PUT', path: string, body: object, headers?: Headers) => Promise<Said>;

/** @throws Error for any other answer than 200 */
async function ask(url: string, method: string, body: object, headers: Headers = {}) {
  const isFile = body instanceof Uint8Array;
  const answer = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': isFile ? 'application/octet-stream' : 'application/json' },
    body: isFile ? new Uint8Array(body) : JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${method} ${url}: HTTP ${answer.status} ${text}`);
  return { said: JSON.parse(text) as Said, cookie: answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' };
}

/** @returns a function that answers with `data` */
export async function openProgram({ apiUrl }: Pick<OwnStack, 'apiUrl'>, rnc: string): Promise<Send> {
  const { said } = await ask(`${apiUrl}/api/v2/Auth/login`, 'POST', { ...demoUser, rnc });
  const authorization = `Bearer ${String(said['token'])}`;
  return async (method, path, body, headers = {}) => {
    const answer = await ask(`${apiUrl}/api/v2${path}`, method, body, { authorization, ...headers });
    return answer.said['data'] as Said;
  };
}

export async function openPerson({ apiUrl }: Pick<OwnStack, 'apiUrl'>, email: string): Promise<Send> {
  const web = `${apiUrl}/app/api`;
  const own = { 'sec-fetch-site': 'same-origin' };
  const { cookie } = await ask(`${web}/session`, 'POST', { email, password: demoUser.clave }, own);
  return async (method, path, body) => (await ask(web + path, method, body, { ...own, cookie })).said;
}

export function openDgii({ simulatorUrl }: Pick<OwnStack, 'simulatorUrl'>): Send {
  return async (method, path, body) => (await ask(`${simulatorUrl}/_simulator${path}`, method, body)).said;
}
