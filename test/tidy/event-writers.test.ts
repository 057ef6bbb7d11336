/** Each type of event has a place that adds it, a test that fails without it, and words for clients. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventTypes } from '../../src/ecf/messages/event-types.js';
import { projectFile } from '../../src/shared/project-file.js';

/** The tests of the events of vouchers make the types from the states. */
const ofVouchers = 'ecf.';

function textsUnder(folder: string): readonly string[] {
  const root = projectFile(folder);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(root, name), 'utf8'));
}

const inSource = textsUnder('src/ledger').join('\n');
const inTests = textsUnder('test/flow').join('\n');

test.each(eventTypes)('the event %s is added by the ledger, and a flow test expects it', (type) => {
  const isTested = type.startsWith(ofVouchers) || inTests.includes(`'${type}'`);
  expect([inSource.includes(`'${type}'`), isTested]).toEqual([true, true]);
});
