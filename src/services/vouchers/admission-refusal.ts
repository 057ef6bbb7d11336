/** Why a voucher is not admitted, as a value. The api turns it into the error with the same code; a certification run records it. */
import type { Fault } from '../../ecf/model/fault.js';
import type { ErrorCode } from '../../shared/errors.js';
import type { Refused } from '../../shared/refused.js';

export type AdmissionRefusal = Refused<
  ErrorCode,
  {
    readonly campo?: string;
    /** More precise than the text of the code. */
    readonly mensaje?: string;
    readonly errores?: readonly Fault[];
    /** The refusal ends by itself after about this time. */
    readonly retryAfterSeconds?: number;
  }
>;
