/** Turns the admission's refusal of a voucher into the error that a client gets. */
import type { AdmissionRefusal } from '../services/vouchers/admission-refusal.js';
import { ServiceError } from '../shared/errors.js';

export function throwRefused({ refusal, facts: { errores, ...detail } }: AdmissionRefusal): never {
  throw new ServiceError(refusal, { ...detail, ...(errores && { data: { errores } }) });
}
