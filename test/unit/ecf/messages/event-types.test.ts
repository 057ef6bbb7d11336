/** The types of events are the same in the code, in openapi.yaml and in docs/integrar/tipos-de-evento.md. */
import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { eventTypes, isEventType } from '../../../../src/ecf/messages/event-types.js';
import { projectFile } from '../../../../src/shared/project-file.js';

const read = (path: string) => readFileSync(projectFile(path), 'utf8');

test('openapi.yaml lists every type of event, in the same order', () => {
  const { components } = load(read('openapi.yaml')) as {
    components: { schemas: { Event: { properties: { type: { enum: string[] } } } } };
  };
  expect(components.schemas.Event.properties.type.enum).toEqual(eventTypes);
});

test('docs/integrar/tipos-de-evento.md explains every type of event, and no other one', () => {
  const text = read('docs/integrar/tipos-de-evento.md');
  const explained = [...text.matchAll(/^\| `([a-z]+\.[a-z_]+)`/gm)].map(([, type]) => type);
  expect(explained.sort()).toEqual([...eventTypes].sort());
});

test('a type has a name that Standard Webhooks allows', () => {
  for (const type of eventTypes) expect(type).toMatch(/^[a-zA-Z0-9_]+\.[a-zA-Z0-9_]+$/);
  expect(['ecf.accepted', 'toString', 'webhook.test'].map(isEventType)).toEqual([true, false, false]);
});
