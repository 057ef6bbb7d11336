/**
 * The users and people of the demo, whose password is public. tools/demo creates them. The product must recognise them, to keep them out of
 * production and away from other machines.
 */
import type { Store } from '../ledger/ledger.js';

export const demoUser = { usuario: 'integracion', clave: 'demo-2026' } as const;
export const demoRncs = ['999999992', '999999982', '999999974'] as const;

/** `role` null: of the platform. */
export const demoPeople = [
  { email: 'soporte@demo.example', name: 'Soporte de la demostración', role: null },
  { email: 'admin@demo.example', name: 'Administradora de la demostración', role: 'administrador' },
  { email: 'operador@demo.example', name: 'Operador de la demostración', role: 'operador' },
  { email: 'consulta@demo.example', name: 'Contadora de la demostración', role: 'consulta' },
] as const;

/** The mark in the records decides, not the name. */
export async function hasDemoUsers(store: Pick<Store, 'hasDemoUsers' | 'hasDemoPeople'>): Promise<boolean> {
  return (await store.hasDemoUsers()) || (await store.hasDemoPeople());
}
