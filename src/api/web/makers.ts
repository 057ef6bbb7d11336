/** The names of those who made users and invitations, for the people of the company. */
import type { Maker } from '../../ledger/people/person.js';
import type { RouteDeps } from './web-route.js';

export async function findMakers(
  { store }: Pick<RouteDeps, 'store'>,
  makers: readonly (Maker | undefined)[],
) {
  const ids = new Set(makers.flatMap((maker) => maker?.personId ?? []));
  const people = new Map((await store.findPeople([...ids])).map((person) => [person.personId, person]));
  return {
    people,
    /** The address of a person, or an operator's name. Null if nobody was recorded or the person is gone. */
    nameOf: (maker: Maker | undefined): string | null => {
      if (maker === undefined) return null;
      return maker.operator ?? people.get(maker.personId)?.email ?? null;
    },
  };
}
