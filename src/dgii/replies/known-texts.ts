/** The DGII codes and texts that change the next step. The table is src/ecf/messages/dgii-messages.ts. */
import { messageCause } from '../../ecf/messages/dgii-messages.js';
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';
import type { RefusalCause } from './answers.js';

/** The subject of a set of messages. The first message with a known code or text decides. */
export function causeOf(mensajes: readonly DgiiMessage[]): RefusalCause {
  return messageCause(mensajes) ?? 'other';
}
