/** What an imitated buyer does with a document that arrives. One table: which part of its answer is unusual. */
import type { AcknowledgementForm } from './acknowledgement.js';

interface AnswerEntry {
  /** False: the document has no effect at the buyer. Default: the buyer takes it, whatever it answers. */
  readonly taken?: false;
  /** The reason of a refusal (CodigoMotivoNoRecibido), although nothing is wrong with the voucher. */
  readonly motivo?: '1' | '2' | '4';
  readonly form?: AcknowledgementForm;
  /** Default: whole and at once, with status 200. */
  readonly sends?: 'late' | 'in-pieces' | 'nothing' | 'endless' | 'other-body' | 'twice' | 'elsewhere';
  readonly status?: number;
  /** The document is handled two times; the answer is the second one. */
  readonly handledTwice?: true;
  /** Only vouchers are acknowledged; a commercial approval is answered with a status alone. */
  readonly vouchersOnly?: true;
}

const buyerAnswers = {
  acknowledge: {},
  late: { sends: 'late' },
  'in-pieces': { sends: 'in-pieces' },
  'close-after-reading': { sends: 'nothing' },
  'close-untaken': { sends: 'nothing', taken: false },
  unavailable: { sends: 'other-body', status: 503, taken: false },
  /** 200 with a page that is no acknowledgement. */
  garbage: { sends: 'other-body' },
  /** 307 to another address of the simulator, where nothing is. */
  redirect: { sends: 'elsewhere', status: 307, taken: false },
  /** A body that is too large for any acknowledgement. */
  endless: { sends: 'endless' },
  /** 400 that carries the acknowledgement. */
  'status-400': { status: 400 },
  'received-twice': { handledTwice: true, vouchersOnly: true },
  /** Two acknowledgements in one body. */
  'answered-twice': { sends: 'twice', vouchersOnly: true },
  'reason-1': { motivo: '1', vouchersOnly: true },
  'reason-2': { motivo: '2', vouchersOnly: true },
  'reason-4': { motivo: '4', vouchersOnly: true },
  indented: { form: 'indented', vouchersOnly: true },
  'empty-reason': { form: 'empty-reason', vouchersOnly: true },
  'lower-case': { form: 'lower-case', vouchersOnly: true },
  unsigned: { form: 'unsigned', vouchersOnly: true },
  altered: { form: 'altered', vouchersOnly: true },
  'other-voucher': { form: 'other-voucher', vouchersOnly: true },
} as const satisfies Record<string, AnswerEntry>;

export type BuyerAnswer = keyof typeof buyerAnswers;
export const buyerAnswerNames = Object.keys(buyerAnswers) as readonly BuyerAnswer[];
export const approvalAnswerNames = buyerAnswerNames.filter((name) => entryOf(name).vouchersOnly !== true);

export function entryOf(answer: BuyerAnswer): AnswerEntry {
  return buyerAnswers[answer];
}
