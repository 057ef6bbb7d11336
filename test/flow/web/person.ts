/** A person of a company, logged in at the running service. */
import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import type { CompanyRole } from '../../../src/ledger/people/person.js';
import { cheapHash } from '../../harness/samples/cheap-hash.js';
import type { Service } from '../../harness/service.js';

const clave = 'una-clave-de-prueba';
const passwordHash = cheapHash(clave);

export interface LoggedIn {
  readonly email: string;
  call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Said>;
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
  const call: LoggedIn['call'] = async (method, path, body) => {
    const response = await request(`${service.apiUrl}/app/api${path}`, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(cookie !== '' && { cookie }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const [set] = [response.headers['set-cookie'] ?? []].flat();
    if (set !== undefined) cookie = set.split(';', 1).join('');
    const text = await response.body.text();
    const json = String(response.headers['content-type']).startsWith('application/json');
    return { status: response.statusCode, text, body: (json ? JSON.parse(text) : {}) as Said['body'] };
  };
  const { body } = await call('POST', '/session', { email, password: clave });
  if (body['next'] !== 'done') throw new Error(`No login: ${JSON.stringify(body)}`);
  return { email, call };
}
