/** Sends a voucher to the company's customer, for a person and for a program, and shows what became of the mails. */
import type { VoucherMailRecord } from '../../ledger/mail/mail-record.js';
import type { DocumentRecord } from '../../ledger/vouchers/document-record.js';
import {
  mailToCustomer,
  type CustomerMailOrder,
  type CustomerMailRefusal,
} from '../../services/mail/mail-customer.js';
import { mailReasonOf } from '../../services/mail/mail-reason.js';
import { ServiceError } from '../../shared/errors.js';
import type { ApiDeps } from '../deps.js';

type Deps = Pick<ApiDeps, 'store' | 'clock' | 'config'>;

/** Throws a ServiceError if nothing was queued. */
export async function sendToCustomer(
  { store, clock, config: { customerMailsPerDay } }: Deps,
  document: DocumentRecord,
  order: CustomerMailOrder,
): Promise<readonly VoucherMailRecord[]> {
  const sent = await mailToCustomer({ store, clock, customerMailsPerDay }, document, order);
  if (sent.outcome === 'queued') return sent.mails;
  throw errorOf(sent);
}

const limitTexts = {
  company: 'La empresa ya envió hoy los correos a clientes que admite el servicio. Siga mañana.',
  address: 'A esa dirección ya se enviaron hoy los correos que admite el servicio. Siga mañana.',
  queue: 'Hay muchos correos de la empresa sin salir. Espere un momento y repita.',
} as const;

function errorOf(refusal: CustomerMailRefusal): ServiceError {
  switch (refusal.refusal) {
    case 'CUSTOMER_MAIL_ADDRESS_INVALID':
      return new ServiceError('CUSTOMER_MAIL_ADDRESS_INVALID', { campo: `correos[${refusal.facts.at}]` });
    case 'CUSTOMER_MAIL_LIMIT': {
      const { of, retryAfterSeconds } = refusal.facts;
      return new ServiceError('CUSTOMER_MAIL_LIMIT', { mensaje: limitTexts[of], retryAfterSeconds });
    }
    case 'IDEMPOTENCY_KEY_REUSED':
      return new ServiceError('IDEMPOTENCY_KEY_REUSED', {
        mensaje: 'Esta clave ya se usó para otro envío, y este no se hizo.',
      });
    default:
      return new ServiceError(refusal.refusal);
  }
}

const states = { queued: 'en-cola', sending: 'en-cola', sent: 'entregado', failed: 'fallido' } as const;

export function mailAnswer({ to, state, code, data, createdAt, endedAt }: VoucherMailRecord) {
  return {
    correo: to,
    estado: states[state],
    motivo: code === undefined ? null : mailReasonOf(code),
    por: data.by,
    fecha: createdAt,
    entregadoAt: state === 'sent' ? (endedAt ?? null) : null,
  };
}
