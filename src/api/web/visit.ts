/** What the steps of a request of the web application leave for each other: who asks, and about which company. */
import type { Request, Response } from 'express';
import type { ApiKey } from '../../ledger/people/api-key.js';
import type { Person } from '../../ledger/people/person.js';
import type { Company } from '../../ledger/companies/company.js';
import type { ShownKey } from '../session/api-keys.js';
import type { RouteDeps, WebActor } from './web-route.js';

export interface Visit {
  /** The key that the request shows. Then no session is read. */
  shown?: ShownKey;
  key?: ApiKey;
  person?: Person;
  actor?: WebActor;
  company?: Company;
}

export function visitOf(res: Response): Visit {
  const locals = res.locals as { visit?: Visit };
  return (locals.visit ??= {});
}

/** The company that the path names, even if it is not the actor's. */
export async function companyNamed({ params }: Request, { store }: RouteDeps) {
  const text = String(params['companyId']);
  return /^[1-9]\d{0,14}$/.test(text) ? store.findCompany(Number(text)) : undefined;
}

export function environmentIn({ params }: Request): string | undefined {
  const { environment } = params;
  return typeof environment === 'string' ? environment : undefined;
}
