/** Encabezado.InformacionesAdicionales and Transporte (Formato e-CF v1.0 pp.16-19). */
import { unidades } from '../codes/long-tables.js';
import { viaTransporte } from '../codes/indicators.js';
import { field, group, type CatalogueEntry } from './entries.js';
import {
  byType,
  country,
  date,
  digits20,
  money,
  numberCode,
  positiveMoney,
  text,
  textCode,
  words,
} from './field-types.js';

const informaciones = group('InformacionesAdicionales', '????--???-', 'Informaciones adicionales', [
  field('FechaEmbarque', '????--???-', date, 'Fecha de embarque'),
  field('NumeroEmbarque', '????--???-', text(25), 'Número de embarque'),
  field('NumeroContenedor', '????--???-', text(100), 'Número de contenedor'),
  field('NumeroReferencia', '????--???-', byType(digits20, { 45: text(20) }), 'Número de referencia'),
  field('NombrePuertoEmbarque', '--------?-', text(40), 'Puerto de embarque'),
  field('CondicionesEntrega', '--------?-', country(3, 'FOB'), 'Condiciones de entrega'),
  field('TotalFob', '--------?-', positiveMoney, 'Total FOB'),
  field('Seguro', '--------?-', positiveMoney, 'Seguro'),
  field('Flete', '--------?-', positiveMoney, 'Flete'),
  field('OtrosGastos', '--------?-', positiveMoney, 'Otros gastos'),
  field('TotalCif', '--------?-', money, 'Total CIF'),
  field('RegimenAduanero', '--------?-', country(35, 'Exportación definitiva'), 'Régimen aduanero'),
  field('NombrePuertoSalida', '--------?-', text(40), 'Puerto de salida'),
  field('NombrePuertoDesembarque', '--------?-', text(40), 'Puerto de desembarque'),
  field('PesoBruto', '????--???-', money, 'Peso bruto'),
  field('PesoNeto', '????--???-', money, 'Peso neto'),
  field('UnidadPesoBruto', '????--???-', numberCode(unidades), 'Unidad del peso bruto'),
  field('UnidadPesoNeto', '????--???-', numberCode(unidades), 'Unidad del peso neto'),
  field('CantidadBulto', '????--???-', money, 'Cantidad de bultos'),
  field('UnidadBulto', '????--???-', numberCode(unidades), 'Unidad de los bultos'),
  field('VolumenBulto', '????--???-', positiveMoney, 'Volumen de los bultos'),
  field('UnidadVolumen', '????--???-', numberCode(unidades), 'Unidad del volumen'),
]);

const transporte = group('Transporte', '????--????', 'Transporte', [
  field('ViaTransporte', '--------?-', textCode(viaTransporte), 'Vía de transporte'),
  field('PaisOrigen', '--------?-', country(60, 'República Dominicana'), 'País de origen'),
  field('DireccionDestino', '--------?-', text(100), 'Dirección de destino'),
  field(
    'PaisDestino',
    '--------??',
    byType(country(60, 'Estados Unidos'), { 47: words(60, 'Estados Unidos') }),
    'País de destino',
  ),
  field(
    'RNCIdentificacionCompaniaTransportista',
    '--------?-',
    text(20),
    'RNC o identificación del transportista',
  ),
  field('NombreCompaniaTransportista', '--------?-', text(150), 'Nombre del transportista'),
  field('NumeroViaje', '--------?-', text(20), 'Número de viaje'),
  field('Conductor', '????--???-', text(20), 'Conductor'),
  field('DocumentoTransporte', '????--???-', digits20, 'Documento de transporte'),
  field('Ficha', '????--???-', text(10), 'Ficha del vehículo'),
  field('Placa', '????--???-', text(7), 'Placa del vehículo'),
  field('RutaTransporte', '????--???-', text(20), 'Ruta de transporte'),
  field('ZonaTransporte', '????--???-', text(20), 'Zona de transporte'),
  field('NumeroAlbaran', '????--???-', text(20), 'Número de albarán'),
]);

export const informacionesYTransporte: readonly CatalogueEntry[] = [informaciones, transporte];
