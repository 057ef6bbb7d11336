/** A received voucher as a list has it. */
import type { Received } from '../../../src/web/api/answers.js';

const fecha = '2026-11-20T14:05:09.000Z';

export const receivedRow = {
  rncEmisor: '101000001',
  razonSocialEmisor: 'UNO, SRL',
  encf: 'E310000000501',
  tipoeCF: 31,
  ncfModificado: null,
  montoTotal: 1180,
  totalITBIS: 180,
  fechaEmision: '20-11-2026',
  receivedAt: fecha,
  dgii: { estado: 'Aceptado', fecha, state: 'accepted' },
  decision: { estado: 'aprobado', motivo: null, por: 'a@demo.example', fecha },
} as Received;
