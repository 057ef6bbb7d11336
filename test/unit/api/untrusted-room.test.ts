/** What strangers may store in an hour. */
import { refusalRoom, untrustedRoom } from '../../../src/api/receiver/untrusted-room.js';

const hourMs = 3_600_000;

/** @param max bytes in an hour */
function open(max: number) {
  const counters = new Map<string, number>();
  let now = 0;
  const deps = {
    clock: () => new Date(now),
    config: { untrustedBytesPerHour: max },
    store: {
      counted: async (ids: readonly string[]) => ids.map((id) => counters.get(id) ?? 0),
      count: async (id: string, by: number) => {
        counters.set(id, (counters.get(id) ?? 0) + by);
        return counters.get(id) ?? 0;
      },
    },
  } as unknown as Parameters<typeof untrustedRoom>[0];
  return {
    store: async (network: string, bytes: number) => (await untrustedRoom(deps, network, bytes))(),
    ask: (network: string, bytes: number) => untrustedRoom(deps, network, bytes),
    refuse: async (network: string, companyId: number) => (await refusalRoom(deps, network, companyId))(),
    later: (ms: number) => (now += ms),
  };
}

const noRoom = { code: 'RECEPTION_NO_ROOM' };

test('one network may store a quarter of the hour’s bytes, and other networks the rest', async () => {
  const room = open(400);
  await room.store('flood', 100);
  await expect(room.ask('flood', 1)).rejects.toMatchObject(noRoom);
  for (const network of ['a', 'b', 'c']) await room.store(network, 100);
  await expect(room.ask('d', 1)).rejects.toMatchObject(noRoom);
});

test('bytes that were announced and not stored do not count', async () => {
  const room = open(400);
  await room.ask('one', 100);
  await room.store('one', 100);
});

test('a full room is empty again in the next hour', async () => {
  const room = open(400);
  await room.store('one', 100);
  room.later(hourMs - 1);
  await expect(room.ask('one', 1)).rejects.toMatchObject(noRoom);
  room.later(1);
  await room.store('one', 100);
});

test('0 sets no limit', async () => {
  const room = open(0);
  await room.store('one', 10 ** 12);
  await room.store('one', 10 ** 12);
});

test('refusals have their own room: one network cannot use up a company’s share, nor a flood against one company that of others', async () => {
  // 64 refusals of 4 KB: 16 for each company, 4 of each network.
  const room = open(64 * 64 * 4_096);
  const refuseFour = async (network: string, companyId: number) => {
    for (let n = 0; n < 4; n += 1) await room.refuse(network, companyId);
    await expect(room.refuse(network, companyId)).rejects.toMatchObject(noRoom);
  };
  await refuseFour('a', 1);
  for (const network of ['b', 'c', 'd']) await refuseFour(network, 1);
  await expect(room.refuse('e', 1)).rejects.toMatchObject(noRoom);
  await refuseFour('e', 2);
  await room.store('one', 64 * 16 * 4_096);
  room.later(hourMs);
  await refuseFour('a', 1);
});
