/** The DGII codes and texts that change the next step. The table is src/ecf/messages/dgii-messages.ts. */
import { messageCause } from '../../ecf/messages/dgii-messages.js';
import type { DgiiMessage } from '../../ecf/messages/dgii-messages.js';
import { phrase, says, wordsOf } from '../../ecf/messages/phrases.js';
import type { RefusalCause } from './answers.js';

/** The first message with a known code or text decides. */
export function causeOf(mensajes: readonly DgiiMessage[]): RefusalCause {
  return messageCause(mensajes) ?? 'other';
}

const notAllowed = phrase('no esta autorizado a consultar');

/**
 * DGII does not answer this question to the signer: "El RNC del token no está autorizado a consultar el trackid de este e-NCF, favor
 * verificar que se encuentre delegado por el emisor" (Descripción técnica de servicios, consulta de trackIds). It is about the question
 * only, so it does not show that DGII refuses the signer's deliveries.
 */
export function mayNotAsk(mensajes: readonly DgiiMessage[]): boolean {
  return mensajes.some(({ valor }) => says(wordsOf(valor), notAllowed));
}
