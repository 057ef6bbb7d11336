/** What a page of the audit log reads in a ledger of many acts, with each combination of filters. */
import type { AuditQuery } from '../../../src/ledger/people/audit.js';
import { auditPlan } from '../../../src/ledger/people/audit.js';
import { openLedger, type TestLedger } from '../../harness/ledger.js';

const companyId = 7;
const first = Date.UTC(2026, 10, 20, 12);
const count = 4_000;
const limit = 50;

let ledger: TestLedger;

const idOf = (n: number) => `a-${String(n).padStart(5, '0')}`;

/** Of 4,000 acts, every second one is of this company too, two in each moment; every fifth one changes a range; ten people act in turn. */
beforeAll(async () => {
  ledger = await openLedger();
  const acts = Array.from({ length: count }, (_, n) => ({
    _id: idOf(n) as never,
    actId: idOf(n),
    kind: 'act',
    at: new Date(first + Math.floor(n / 4) * 1_000),
    action: n % 10 < 2 ? 'range.change' : 'range.add',
    personId: `p-${Math.floor(n / 20) % 10}`,
    companyIds: n % 2 === 0 ? [companyId, 8] : [8],
  }));
  const results = acts.map(({ actId, at }) => ({ _id: `${actId}:result` as never, kind: 'result', at }));
  await ledger.db.collection('audit').insertMany([...acts, ...results]);
});

type Filters = Omit<AuditQuery, 'companyId' | 'limit'>;

const days = { from: new Date(first + 200_000), before: new Date(first + 800_000) };
const cursor = { at: new Date(first + 500_000), id: idOf(2_002) };

const filters: readonly (Filters & { readonly name: string; readonly hint: string })[] = [
  { name: 'no filter', hint: 'company' },
  { name: 'days', hint: 'company', ...days },
  { name: 'an action', hint: 'action', action: 'range.change' },
  { name: 'an action and days', hint: 'action', action: 'range.change', ...days },
  { name: 'a person', hint: 'person', personId: 'p-3' },
  { name: 'a person and days', hint: 'person', personId: 'p-3', ...days },
  { name: 'a person and an action', hint: 'personAction', personId: 'p-3', action: 'range.change' },
  { name: 'all filters', hint: 'personAction', personId: 'p-3', action: 'range.change', ...days },
];
const pages = filters.flatMap(({ name, ...one }) => [
  { name, ...one },
  { name: `${name}, a later page`, ...one, cursor },
]);

test.each(pages)('a page reads no more than it shows: $name', async ({ name: _name, hint, ...asked }) => {
  const plan = auditPlan({ companyId, ...asked, limit });
  expect(plan.hint).toBe(hint);
  const explained = await ledger.db
    .collection('audit')
    .find(plan.filter as object, { hint })
    .sort({ at: -1, _id: -1 })
    .limit(limit)
    .explain('executionStats');
  const text = JSON.stringify(explained);
  expect(text).not.toContain('COLLSCAN');
  expect(text).not.toContain('"stage":"SORT"');
  const { executionStats } = explained as {
    executionStats: { nReturned: number; totalKeysExamined: number; totalDocsExamined: number };
  };
  expect(executionStats.nReturned).toBeGreaterThan(0);
  expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(executionStats.nReturned + 2);
  expect(executionStats.totalKeysExamined).toBeLessThanOrEqual(executionStats.nReturned + 5);
});

test.each(filters)(
  'the pages together have every act once, newest first: $name',
  async ({ name: _name, hint: _hint, ...asked }) => {
    const found: { actId: string; at: Date }[] = [];
    for (let last: AuditQuery['cursor'] | undefined; ;) {
      const page = await ledger.store.listActs({
        companyId,
        ...asked,
        limit: 37,
        ...(last && { cursor: last }),
      });
      found.push(...page.rows);
      last = page.next;
      if (last === undefined) break;
    }
    const numbers = found.map(({ actId }) => Number(actId.slice(2)));
    const expected = Array.from({ length: count }, (_, n) => count - 1 - n).filter((n) => {
      const at = first + Math.floor(n / 4) * 1_000;
      return (
        n % 2 === 0 &&
        (asked.from === undefined || at >= asked.from.getTime()) &&
        (asked.before === undefined || at < asked.before.getTime()) &&
        (asked.action === undefined || n % 10 < 2) &&
        (asked.personId === undefined || Math.floor(n / 20) % 10 === 3)
      );
    });
    expect(numbers).toEqual(expected);
  },
);
