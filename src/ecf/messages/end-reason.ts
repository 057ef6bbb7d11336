/** Why a voucher ended without being accepted: the stable code and the field to correct. */
import type { DocumentState } from '../model/document-states.js';
import { parseEcfType } from '../model/ecf-types.js';
import { rejectionReason, type DgiiMessage, type RejectionReason } from './dgii-messages.js';
import { isRefusal, refusals } from './refusals.js';

interface Ended {
  readonly state: DocumentState;
  readonly tipoeCF: unknown;
  readonly mensajes: readonly DgiiMessage[];
}

export function endReason({ state, tipoeCF, mensajes }: Ended): RejectionReason {
  if (state === 'annulled') return { code: 'ENCF_ANNULLED', campo: null };
  // We refused it, so the verdict is ours and its first message carries our code.
  if (state === 'refused') return refusalOf(mensajes[0]?.codigo ?? '');
  return rejectionReason(mensajes, parseEcfType(tipoeCF));
}

function refusalOf(code: string): RejectionReason {
  return { code, campo: isRefusal(code) ? refusals[code].campo : null };
}
