/** Code tables of ARECF and ACECF (Formato ARECF v1.0 p.5, Formato ACECF v1.0 p.5). */
import { codeTable } from './code-table.js';

export const estadoAcuse = codeTable('EstadoAcuseRecibo', [
  ['0', 'e-CF recibido'],
  ['1', 'e-CF no recibido'],
]);

export const motivoNoRecibido = codeTable('CodigoMotivoNoRecibido', [
  ['1', 'Error de especificación'],
  ['2', 'Error de firma digital'],
  ['3', 'Envío duplicado'],
  ['4', 'RNC comprador no corresponde'],
]);

export const estadoAprobacion = codeTable('EstadoAprobacionComercial', [
  ['1', 'e-CF aceptado'],
  ['2', 'e-CF rechazado'],
]);
