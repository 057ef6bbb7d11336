/**
 * The users of the demo, whose password is public. tools/demo creates them. The product must recognise them, to keep them out of
 * production and away from other machines.
 */
import type { Store } from '../ledger/mongo/connect.js';
import { verifyPassword } from '../shared/passwords.js';

export const demoUser = { usuario: 'integracion', clave: 'demo-2026' } as const;
export const demoRncs = ['999999992', '999999982', '999999974'] as const;

/**
 * Whether anyone can log in here with the demo's password. The mark in the user record decides, not the name. Earlier versions
 * stored the demo's users without the mark, so we recognise those by their password.
 */
export async function hasDemoUsers(store: Pick<Store, 'hasDemoUsers' | 'findUser'>): Promise<boolean> {
  if (await store.hasDemoUsers()) return true;
  for (const rnc of demoRncs) {
    const user = await store.findUser(demoUser.usuario, rnc);
    if (user !== undefined && (await verifyPassword(demoUser.clave, user.passwordHash))) return true;
  }
  return false;
}
