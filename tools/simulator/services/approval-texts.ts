/** DGII's official texts for a refused commercial approval (Descripción técnica p. 33), by the fault that orders each of them. */

/** The text about a document that its schema refuses. */
export const structureText =
  'La estructura del archivo XML no es válido, favor proveer un XML con una estructura válida, verificar el XSD correspondiente.';

export const approvalTexts = {
  'approval-file-invalid': 'Archivo no válido',
  'approval-file-type': 'Tipo de archivo no válido, favor proveer un XML',
  'approval-structure': structureText,
  'approval-signature': 'La firma del XML no es válida',
  'approval-not-delegated':
    'El RNC del certificado no está delegado para realizar transacciones para el RNC: 999999999',
  'approval-voucher-unknown': 'Factura no encontrada para esta Aprobación comercial.',
  'approval-not-required': 'Aprobación Comercial no es requerida para este tipo de e-CF',
  'approval-not-required-referenced': 'Aprobación Comercial no es requerida para el e-CF Referenciado',
  'approval-voucher-not-valid': 'No se encuentra un e-CF válido para esta aprobación comercial',
  /** The only one after which the same file may succeed. */
  'approval-try-again': 'No fue posible procesar la Aprobación comercial. Favor intentar nuevamente',
} as const;

export type ApprovalFault = keyof typeof approvalTexts;

export function approvalRefusal(text: string): object {
  return { mensaje: [text], estado: 'Aprobacion Comercial Rechazada.', codigo: '02' };
}

export function isApprovalFault(action: string): action is ApprovalFault {
  return Object.hasOwn(approvalTexts, action);
}
