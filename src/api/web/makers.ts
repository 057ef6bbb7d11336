/** The names of those who made users, invitations and keys, for the people of the company. */
import type { Maker } from '../../ledger/people/person.js';
import type { RouteDeps } from './web-route.js';

export async function findMakers(
  { store }: Pick<RouteDeps, 'store'>,
  makers: readonly (Maker | undefined)[],
) {
  const ids = new Set(makers.flatMap((maker) => maker?.personId ?? []));
  const keyIds = new Set(makers.flatMap((maker) => maker?.keyId ?? []));
  const [found, foundKeys] = await Promise.all([
    store.findPeople([...ids]),
    keyIds.size === 0 ? [] : store.findApiKeys([...keyIds]),
  ]);
  const people = new Map(found.map((person) => [person.personId, person]));
  const keys = new Map(foundKeys.map((key) => [key.keyId, key]));
  return {
    people,
    /** The address of a person, an operator's name, or a key's. Null if nobody was recorded or the person is gone. */
    nameOf: (maker: Maker | undefined): string | null => {
      if (maker === undefined) return null;
      if (maker.operator !== undefined) return maker.operator;
      if (maker.personId !== undefined) return people.get(maker.personId)?.email ?? null;
      return keys.get(maker.keyId)?.name ?? null;
    },
  };
}
