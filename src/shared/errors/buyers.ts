/** Errors about the delivery of vouchers to their buyers. ../errors.ts says what a row means. */
import type { ErrorRows } from './error-row.js';

export const buyerErrors = {
  NOT_ACKNOWLEDGED: {
    status: 404,
    web: 'El comprobante todavía no tiene acuse de recibo.',
    cli: 'El comprobante no tiene acuse de recibo del comprador.',
  },
  ALREADY_DELIVERED: {
    status: 409,
    web: 'El comprador ya tiene el comprobante.',
    cli: 'El comprador ya lo tiene.',
  },
  BUYER_DELIVERY_OFF: {
    status: 409,
    web: 'La empresa no entrega estos comprobantes a sus compradores: actívelo en sus datos.',
    cli: 'La empresa no entrega estos comprobantes a sus compradores: «company delivery set».',
  },
  NOT_FOR_BUYER: {
    status: 409,
    web: 'Este comprobante no se entrega a un comprador.',
    cli: 'No va a un comprador: no está aceptado, es de otro tipo, no tiene RNC del comprador o es de certificación.',
  },
} as const satisfies ErrorRows;
