/** A person of a company at the running service: logged in by its API, or in a browser. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { request } from 'undici';
import type { CompanyRole } from '../../../src/ledger/people/person.js';
import { cheapHash } from '../../harness/samples/cheap-hash.js';
import type { Service } from '../../harness/service.js';

export const clave = 'una-clave-de-prueba';
const passwordHash = cheapHash(clave);

export interface LoggedIn {
  readonly personId: string;
  readonly email: string;
  call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Said>;
  /** Sends a file as it is. */
  upload(path: string, file: Uint8Array): Promise<Said>;
}

export interface Said {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export async function logIn(service: Service, companyId: number, role: CompanyRole): Promise<LoggedIn> {
  const email = `${randomUUID()}@prueba.example`;
  const person = {
    personId: randomUUID(),
    email,
    name: 'Persona de prueba',
    memberships: [{ companyId, role }],
  };
  // People of the demo need no second factor.
  const added = { ...person, support: false, generation: 0, secondFactor: false, demo: true } as const;
  if (!(await service.store.addPerson(added, passwordHash))) throw new Error(`${email} exists`);
  let cookie = '';
  const send = async (
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    type?: string,
    body?: string | Uint8Array,
  ) => {
    const response = await request(`${service.apiUrl}/app/api${path}`, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(cookie !== '' && { cookie }),
        ...(type !== undefined && { 'content-type': type }),
      },
      body: body ?? null,
    });
    const [set] = [response.headers['set-cookie'] ?? []].flat();
    if (set !== undefined) cookie = set.split(';', 1).join('');
    const text = await response.body.text();
    const json = String(response.headers['content-type']).startsWith('application/json');
    return { status: response.statusCode, text, body: (json ? JSON.parse(text) : {}) as Said['body'] };
  };
  const call: LoggedIn['call'] = (method, path, body) =>
    body === undefined ? send(method, path) : send(method, path, 'application/json', JSON.stringify(body));
  const upload: LoggedIn['upload'] = (path, file) => send('POST', path, 'application/octet-stream', file);
  const { body } = await call('POST', '/session', { email, password: clave });
  if (body['next'] !== 'done') throw new Error(`No login: ${JSON.stringify(body)}`);
  return { personId: person.personId, email, call, upload };
}

/** For a test in a browser. The person's password is `clave`. */
export async function addPersonOf(
  { store }: Pick<Service, 'store'>,
  companyId: number,
  email: string,
  role: CompanyRole = 'operador',
): Promise<void> {
  const person = {
    personId: randomUUID(),
    email,
    name: 'Persona de prueba',
    memberships: [{ companyId, role }],
  };
  const added = { ...person, support: false, generation: 0, secondFactor: false };
  if (!(await store.addPerson(added, passwordHash))) throw new Error(`${email} exists`);
}

/** Opens the address, which asks for the login first. */
export async function logInAt(page: Page, address: string, email: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Clave').fill(clave);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Salir' }).waitFor();
}
