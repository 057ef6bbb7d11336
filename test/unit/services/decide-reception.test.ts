/** The reason of a rejection goes into an XML, and the first decision stays: so it must be one that the XML can hold. */
import { decideReception } from '../../../src/services/received/decide-reception.js';
import type { Decision } from '../../../src/ledger/received/reception-record.js';

const key = {
  companyId: 1,
  environment: 'production',
  rncEmisor: '131880681',
  encf: 'E310000000001',
} as const;

/** @returns the outcome, and the reason that was kept */
async function reject(motivo: string) {
  const kept: Decision[] = [];
  const store = {
    decideReception: (_key: object, decision: Decision) => {
      kept.push(decision);
      return Promise.resolve({ outcome: 'decided', reception: { decision } });
    },
  };
  const deps = { store, clock: () => new Date() } as unknown as Parameters<typeof decideReception>[0];
  const decided = await decideReception(deps, key, { estado: 'rechazado', motivo, by: 'prueba' });
  return [decided.outcome, kept[0]?.motivo];
}

test('what XML cannot hold becomes a space', async () => {
  expect(await reject('No\u0000llegó\u0007')).toEqual(['decided', 'No llegó']);
  expect(await reject('Año 2026, sí 😀')).toEqual(['decided', 'Año 2026, sí 😀']);
});

test('nothing else is no reason', async () => {
  expect(await reject('\u0000\u0001')).toEqual(['refused', undefined]);
});
