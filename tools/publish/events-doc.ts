/** Builds docs/integrar/tipos-de-evento.md: every type of event, from the tables of types and members. */
import { eventMembers, eventNotes } from '../../src/ecf/messages/event-members.js';
import { eventTypeTexts, eventTypes, type EventType } from '../../src/ecf/messages/event-types.js';
import { table } from './markdown.js';

const head = `# Los tipos de evento

Cada evento tiene \`type\`, el momento en que ocurrió y \`data\`. En \`data\` están los campos de la tabla, con los nombres de la consulta que muestra lo mismo; uno sin valor falta o es \`null\`. Nunca hay datos del comprador ni montos: pídalos con el e-NCF.

Un tipo nuevo, o un campo nuevo en \`data\`, puede aparecer en cualquier versión: ignore los que no conozca.

`;

const groups: readonly (readonly [string, string])[] = [
  ['Comprobantes emitidos', 'ecf'],
  ['Comprobantes recibidos', 'received'],
  ['Numeración', 'sequence'],
  ['Anulaciones', 'annulment'],
  ['Certificado y empresa', 'certificate'],
  ['', 'company'],
  ['La DGII', 'dgii'],
  ['Certificación', 'certification'],
  ['Webhooks y claves', 'webhook'],
  ['', 'key'],
];

/** @throws if a type is in no group */
export function eventsDoc(): string {
  const left = new Set<EventType>(eventTypes);
  const sections: { readonly title: string; readonly rows: string[][] }[] = [];
  for (const [title, group] of groups) {
    const rows = eventTypes.filter((type) => type.startsWith(`${group}.`)).map(rowOf);
    for (const type of eventTypes) if (type.startsWith(`${group}.`)) left.delete(type);
    if (title === '') sections.at(-1)?.rows.push(...rows);
    else sections.push({ title, rows });
  }
  if (left.size > 0) throw new Error(`No group has ${[...left].join(', ')}`);
  const shown = sections.map(
    ({ title, rows }) => `## ${title}\n\n${table(['Tipo', 'Cuándo', '`data`'], rows)}`,
  );
  return head + shown.join('\n');
}

function rowOf(type: EventType): string[] {
  const when = [eventTypeTexts[type], eventNotes[type]].filter((text) => text !== undefined).join(' ');
  return [`\`${type}\``, when, eventMembers[type].map((name) => `\`${name}\``).join(' ')];
}
