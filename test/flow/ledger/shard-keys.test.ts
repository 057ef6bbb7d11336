/** Checks that the ledger can be sharded as docs/develop/scaling.md says: each unique index begins with its collection's shard key. */
import { shardKeys } from '../../../src/ledger/indexes.js';
import { openLedger } from '../../harness/ledger.js';
import { fileAt } from '../../tidy/project-files.js';

/** Small, and read by every request or round: they stay unsharded. */
const whole = ['companies', 'people', 'webhooks'];

test('every unique index begins with the shard key that docs/develop/scaling.md names', async () => {
  const { db } = await openLedger();
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const unique: string[] = [];
  for (const { name } of collections.filter((one) => !whole.includes(one.name))) {
    for (const index of await db.collection(name).indexes()) {
      if (index.unique !== true) continue;
      unique.push(name);
      const shardKey: readonly string[] = shardKeys[name as keyof typeof shardKeys];
      expect({ name, begins: Object.keys(index.key).slice(0, shardKey.length) }).toEqual({
        name,
        begins: shardKey,
      });
    }
  }
  expect(unique).toEqual(expect.arrayContaining(Object.keys(shardKeys)));
  const { text } = fileAt('docs/develop/scaling.md');
  for (const [name, shardKey] of Object.entries(shardKeys)) {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${name}\``));
    expect(row).toContain(`| ${shardKey.map((field) => `\`${field}\``).join(', ')} `);
  }
});
