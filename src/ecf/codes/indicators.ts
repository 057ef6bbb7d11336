/** Short code tables and indicators of the e-CF (Formato e-CF v1.0 pp.7-57). */
import { codeTable } from './code-table.js';

export const version = codeTable('Version', [['1.0', 'Versión 1.0 del formato']]);

export const tipoIngresos = codeTable('TipoIngresos', [
  ['01', 'Ingresos por operaciones (no financieros)'],
  ['02', 'Ingresos financieros'],
  ['03', 'Ingresos extraordinarios'],
  ['04', 'Ingresos por arrendamientos'],
  ['05', 'Ingresos por venta de activo depreciable'],
  ['06', 'Otros ingresos'],
]);

export const tipoPago = codeTable('TipoPago', [
  ['1', 'Contado'],
  ['2', 'Crédito'],
  ['3', 'Gratuito'],
]);

export const formaPago = codeTable('FormaPago', [
  ['1', 'Efectivo'],
  ['2', 'Cheque, transferencia o depósito'],
  ['3', 'Tarjeta de débito o crédito'],
  ['4', 'Venta a crédito'],
  ['5', 'Bonos o certificados de regalo'],
  ['6', 'Permuta'],
  ['7', 'Nota de crédito'],
  ['8', 'Otras formas de pago'],
]);

export const tipoCuentaPago = codeTable('TipoCuentaPago', [
  ['CT', 'Cuenta corriente'],
  ['AH', 'Ahorro'],
  ['OT', 'Otra'],
]);

export const indicadorNotaCredito = codeTable('IndicadorNotaCredito', [
  ['0', 'Emitida hasta 30 días después del comprobante afectado'],
  ['1', 'Emitida más de 30 días después'],
]);

export const indicadorMontoGravado = codeTable('IndicadorMontoGravado', [
  ['0', 'Los montos de las líneas no incluyen el ITBIS'],
  ['1', 'Los montos de las líneas incluyen el ITBIS'],
]);

/** Indicators that are either absent or 1: IndicadorEnvioDiferido, IndicadorServicioTodoIncluido. */
export const siempreUno = codeTable('SiempreUno', [['1', 'Sí']]);

export const indicadorFacturacion = codeTable('IndicadorFacturacion', [
  ['0', 'No facturable'],
  ['1', 'ITBIS 1 (18 %)'],
  ['2', 'ITBIS 2 (16 %)'],
  ['3', 'ITBIS 3 (0 %)'],
  ['4', 'Exento'],
]);

/** Of an exempt line. The printed form shows no other indicator, and this one as the letter E (Decreto 254-06 art. 8). */
export const exemptIndicator = '4';

export const indicadorFacturacionAjuste = codeTable('IndicadorFacturacionDescuentooRecargo', [
  ['1', 'ITBIS 1 (18 %)'],
  ['2', 'ITBIS 2 (16 %)'],
  ['3', 'ITBIS 3 (0 %)'],
  ['4', 'Exento'],
]);

export const agenteRetencion = codeTable('IndicadorAgenteRetencionoPercepcion', [
  ['1', 'Retención'],
  ['2', 'Percepción'],
]);

export const bienOServicio = codeTable('IndicadorBienoServicio', [
  ['1', 'Bien'],
  ['2', 'Servicio'],
]);

export const indicadorNorma1007 = codeTable('IndicadorNorma1007', [
  ['0', 'No'],
  ['1', 'Descuento de la Norma General 10-07'],
]);

export const tipoAjuste = codeTable('TipoAjuste', [
  ['D', 'Descuento'],
  ['R', 'Recargo'],
]);

export const tipoValor = codeTable('TipoValor', [
  ['$', 'Monto'],
  ['%', 'Porcentaje'],
]);

export const tipoAfiliacion = codeTable('TipoAfiliacion', [
  ['1', 'Afiliada'],
  ['2', 'No afiliada'],
]);

export const liquidacion = codeTable('Liquidacion', [
  ['1', 'Provisional'],
  ['2', 'Final'],
]);

export const viaTransporte = codeTable('ViaTransporte', [
  ['01', 'Terrestre'],
  ['02', 'Marítimo'],
  ['03', 'Aérea'],
]);

export const codigoModificacion = codeTable('CodigoModificacion', [
  ['1', 'Anula el NCF modificado'],
  ['2', 'Corrige texto del comprobante modificado'],
  ['3', 'Corrige montos del NCF modificado'],
  ['4', 'Reemplazo de NCF emitido en contingencia'],
  ['5', 'Referencia a una factura de consumo electrónica'],
]);
