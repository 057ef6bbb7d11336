/** `event list`: the feed of a company in pages, by type, and cursors that no longer work. */
import type { EventRecord } from '../../src/ledger/events/event-record.js';
import { openLedgerOf } from '../flow/events/feeds.js';
import { openCli, type Cli } from './harness.js';

let cli: Cli;
const companyId = 7;
const environment = 'pre-certification';
const idOf = (seq: number) => `evt_${companyId}_${environment}_${seq}`;

/** Three acceptances and one rejection; the first two events have expired. */
beforeAll(async () => {
  cli = await openCli();
  await cli.json([
    'company',
    'add',
    '101000007',
    '--name',
    'EMPRESA DE PRUEBA SRL',
    '--id',
    String(companyId),
  ]);
  const { events, feeds } = await openLedgerOf(cli.database);
  const types = ['ecf.accepted', 'ecf.rejected', 'ecf.accepted', 'ecf.accepted'] as const;
  await events.insertMany(
    types.map((type, index): EventRecord => {
      const seq = index + 3;
      const encf = `E31${String(seq).padStart(10, '0')}`;
      const at = new Date(Date.UTC(2026, 10, 29, 12, 0, seq));
      return {
        _id: `${companyId}:${environment}:${seq}`,
        companyId,
        environment,
        seq,
        key: `${encf}:1:end`,
        type,
        at,
        createdAt: at,
        data: { ecf: encf, attempt: 1 },
      };
    }),
  );
  await feeds.insertOne({ _id: `${companyId}:${environment}`, companyId, last: 6 });
});

const listed = async (...args: readonly string[]) => {
  const { data, error } = await cli.json(['event', 'list', '--company', String(companyId), ...args]);
  if (error !== undefined) return error;
  const { items, cursor } = data as unknown as { items: readonly { id: string }[]; cursor: string };
  return { ids: items.map(({ id }) => id), cursor };
};

test('event list shows the oldest first, in pages, and the cursor goes on after the last one', async () => {
  expect(await listed('--limit', '3')).toEqual({ ids: [3, 4, 5].map(idOf), cursor: idOf(5) });
  expect(await listed('--cursor', idOf(5))).toEqual({ ids: [idOf(6)], cursor: idOf(6) });
  expect(await listed('--cursor', idOf(6))).toEqual({ ids: [], cursor: idOf(6) });
});

test('event list shows only the wanted types, and the cursor passes the others', async () => {
  expect(await listed('--types', 'ecf.rejected,ecf.refused')).toEqual({ ids: [idOf(4)], cursor: idOf(6) });
});

test('event list shows what programs read, and a table to people', async () => {
  const { data } = await cli.json(['event', 'list', '--company', String(companyId), '--limit', '1']);
  expect((data as unknown as { items: readonly object[] }).items).toEqual([
    {
      id: idOf(3),
      type: 'ecf.accepted',
      timestamp: '2026-11-29T12:00:03.000Z',
      data: { ecf: 'E310000000003', attempt: 1 },
    },
  ]);
  const { stdout } = await cli.run(['event', 'list', '--company', String(companyId), '--limit', '1']);
  expect(stdout).toMatch(/ecf\.accepted +E310000000003/);
  expect(stdout).toContain(`Hay más: --cursor ${idOf(3)}`);
});

test.each([
  { name: 'an expired cursor', cursor: idOf(1), code: 'EVENTS_CURSOR_EXPIRED' },
  { name: 'a cursor beyond the end', cursor: idOf(7), code: 'EVENTS_CURSOR_EXPIRED' },
  { name: 'the cursor of another company', cursor: `evt_8_${environment}_4`, code: 'EVENTS_CURSOR_EXPIRED' },
  {
    name: 'the cursor of another environment',
    cursor: `evt_${companyId}_production_4`,
    code: 'EVENTS_CURSOR_EXPIRED',
  },
  { name: 'what is no cursor', cursor: 'latest', code: 'USAGE' },
])('event list refuses $name with $code', async ({ cursor, code }) => {
  expect(await listed('--cursor', cursor)).toBe(code);
});

test('event list refuses a type that does not exist', async () => {
  expect(await listed('--types', 'ecf.accepted,ecf.lost')).toBe('USAGE');
});
