/** DGII's codes and texts as the client reads them: what changes the next step. The table is src/ecf/messages/dgii-messages.ts. */
import { messageCause } from '../../ecf/messages/dgii-messages.js';
import type { DgiiMessage, RefusalCause } from './answers.js';

export { plain } from '../../ecf/messages/phrases.js';

/** What a set of messages is about: the first message with a known code or text decides. */
export function causeOf(mensajes: readonly DgiiMessage[]): RefusalCause {
  return messageCause(mensajes) ?? 'other';
}
