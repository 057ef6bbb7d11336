/** What counts in the simulation of the certification: kinds, their order, conditional acceptances, and what a person sees of many. */
import {
  acceptedInTurn,
  countKinds,
  simulationKinds,
  simulationOf,
  type SimulationKind,
} from '../../../src/services/certification/count-simulation.js';
import type { DocumentState } from '../../../src/ecf/model/document-states.js';
import type { EcfType } from '../../../src/ecf/model/ecf-types.js';
import type { SimulationVoucher } from '../../../src/ledger/certification/simulation-vouchers.js';

let serial = 0;
beforeEach(() => {
  serial = 0;
});

function voucher(
  tipoeCF: EcfType,
  state: DocumentState = 'accepted',
  montoTotal = '1180.00',
): SimulationVoucher {
  serial += 1;
  return {
    encf: `E${tipoeCF}${String(serial).padStart(10, '0')}`,
    tipoeCF,
    attempt: 1,
    montoTotal,
    state,
    final: true,
    receivedAt: new Date(serial * 1_000),
  };
}

/** Newest first, as the ledger lists them. */
const vouchers = (tipoeCF: EcfType, ...states: DocumentState[]) =>
  states.map((state) => voucher(tipoeCF, state)).reverse();

function countOf(kind: SimulationKind, found: readonly SimulationVoucher[]) {
  const count = countKinds(found).find((one) => one.kind === kind);
  return { ...count, states: count?.vouchers.map(({ state }) => state) };
}

test('DGII wants 25 vouchers, and the small consumption invoices come last', () => {
  expect(simulationKinds.map(({ kind, needed }) => `${kind}×${needed}`)).toEqual([
    ...['31×4', '32-full×2', '33×1', '34×2', '41×2', '43×2', '44×2', '45×2', '46×2', '47×2'],
    '32-summary×4',
  ]);
  expect(countKinds([]).map(({ accepted, vouchers: none, more }) => [accepted, none, more])).toEqual(
    Array(11).fill([0, [], false]),
  );
});

test.each([
  { montoTotal: '249999.99', kind: '32-summary' },
  { montoTotal: '250000', kind: '32-full' },
  { montoTotal: '1180000.00', kind: '32-full' },
] as const)('a type 32 of $montoTotal is of the kind $kind', ({ montoTotal, kind }) => {
  expect(countOf(kind, [voucher(32, 'accepted', montoTotal)])).toMatchObject({ accepted: 1 });
  expect(
    countOf(kind === '32-full' ? '32-summary' : '32-full', [voucher(32, 'accepted', montoTotal)]),
  ).toMatchObject({ accepted: 0 });
});

test.each<{ state: DocumentState; accepted: number }>([
  { state: 'accepted', accepted: 1 },
  { state: 'conditionally-accepted', accepted: 1 },
  { state: 'rejected', accepted: 0 },
  { state: 'submitted', accepted: 0 },
  { state: 'annulled', accepted: 0 },
  { state: 'refused', accepted: 0 },
])('a voucher that is $state: $accepted accepted', ({ state, accepted }) => {
  expect(countOf('44', vouchers(44, state))).toMatchObject({ accepted, states: [state] });
});

test('the list has six vouchers more than DGII wants, the newest first; the answer says if there are others', () => {
  const seven = Array<DocumentState>(7).fill('accepted');
  expect(countOf('33', vouchers(33, ...seven))).toMatchObject({ accepted: 7, more: false });
  const count = countOf('33', vouchers(33, ...seven, 'accepted'));
  expect(count).toMatchObject({ accepted: 8, more: true });
  expect(count.vouchers?.map(({ receivedAt }) => receivedAt.getTime())).toEqual(
    [15, 14, 13, 12, 11, 10, 9].map((second) => second * 1_000),
  );
});

test('rejected vouchers that are newer hide no accepted one', () => {
  const rejected = Array<DocumentState>(9).fill('rejected');
  expect(countOf('33', vouchers(33, 'accepted', ...rejected))).toMatchObject({
    accepted: 1,
    more: true,
    states: [...rejected.slice(0, 6), 'accepted'],
  });
});

test('the files take one accepted voucher of each kind before a second one of any kind', () => {
  const found = [
    ...vouchers(31, 'accepted', 'accepted', 'rejected'),
    ...vouchers(44, 'conditionally-accepted'),
    ...vouchers(47, 'submitted'),
    ...vouchers(32, 'accepted', 'accepted'),
  ];
  expect(acceptedInTurn(countKinds(found)).map(({ encf }) => encf)).toEqual([
    ...['E310000000002', 'E440000000004', 'E320000000007'],
    ...['E310000000001', 'E320000000006'],
  ]);
  expect(acceptedInTurn(countKinds([]))).toEqual([]);
});

test('each type is read once', async () => {
  const asked: number[] = [];
  const store = {
    findSimulationVouchers: ({ ecfType }: { ecfType: EcfType }) => {
      asked.push(ecfType);
      return Promise.resolve(vouchers(ecfType, 'accepted'));
    },
  };
  const kinds = await simulationOf({ store }, 1, new Date(0));
  expect(asked).toEqual([31, 32, 33, 34, 41, 43, 44, 45, 46, 47]);
  expect(kinds.map(({ accepted }) => accepted)).toEqual([1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
});
