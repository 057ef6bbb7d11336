/**
 * The vouchers as clients send them to validate and send, in the contract's spelling. Generated from the field catalogue
 * by `npm run generate`: change that. Types cannot express lengths, decimals, the calendar or the rules: validation
 * checks them.
 */

/** Bodies of validate and send by type of e-CF. */
export interface EcfBodies {
  readonly 31: { readonly ECF: Ecf31 };
  readonly 32: { readonly ECF: Ecf32 };
  readonly 33: { readonly ECF: Ecf33 };
  readonly 34: { readonly ECF: Ecf34 };
  readonly 41: { readonly ECF: Ecf41 };
  readonly 43: { readonly ECF: Ecf43 };
  readonly 44: { readonly ECF: Ecf44 };
  readonly 45: { readonly ECF: Ecf45 };
  readonly 46: { readonly ECF: Ecf46 };
  readonly 47: { readonly ECF: Ecf47 };
}

/** The body of one type, or of any. */
export type EcfBody<T extends keyof EcfBodies = keyof EcfBodies> = EcfBodies[T];

/** Factura de crédito fiscal electrónica (tipo 31). */
export interface Ecf31 {
  /** Encabezado. */
  readonly Encabezado: Encabezado31;
  /** Detalle de bienes y servicios. */
  readonly DetallesItems: DetallesItems31;
  /** Subtotales informativos. */
  readonly Subtotales?: Subtotales31;
  /** Descuentos y recargos globales. */
  readonly DescuentosORecargos?: DescuentosORecargos31;
  /** Paginación. */
  readonly Paginacion?: Paginacion31;
  /** Comprobante que se modifica o reemplaza. */
  readonly InformacionReferencia?: InformacionReferencia31;
}

/** Encabezado. */
export interface Encabezado31 {
  /** Versión del formato. */
  readonly Version: Version;
  /** Identificación del comprobante. */
  readonly IdDoc: IdDoc31;
  /** Emisor. */
  readonly Emisor: Emisor31;
  /** Comprador. */
  readonly Comprador: Comprador31;
  /** Informaciones adicionales. */
  readonly InformacionesAdicionales?: InformacionesAdicionales31;
  /** Transporte. */
  readonly Transporte?: Transporte31;
  /** Totales. */
  readonly Totales: Totales31;
  /** Totales en otra moneda. */
  readonly OtraMoneda?: OtraMoneda31;
}

/** Identificación del comprobante. */
export interface IdDoc31 {
  /** Tipo de e-CF. */
  readonly TipoeCF: 31;
  /** Número del comprobante (e-NCF). */
  readonly eNCF: string;
  /** Fecha de vencimiento de la secuencia. DD-MM-AAAA. */
  readonly FechaVencimientoSecuencia: string;
  /** Indicador de envío diferido. */
  readonly IndicadorEnvioDiferido?: SiempreUno;
  /** Indica si los montos de las líneas incluyen el ITBIS. */
  readonly IndicadorMontoGravado?: IndicadorMontoGravado;
  /** Indicador de servicio todo incluido. */
  readonly IndicadorServicioTodoIncluido?: SiempreUno;
  /** Tipo de ingresos. En el XML: TipoIngresos. */
  readonly TipoIngreso: TipoIngresos;
  /** Tipo de pago. */
  readonly TipoPago: TipoPago;
  /** Fecha límite de pago. DD-MM-AAAA. */
  readonly FechaLimitePago?: string;
  /** Término de pago. Solo letras, dígitos, espacios y símbolos como $ o +, sin signos de puntuación. */
  readonly TerminoPago?: string;
  /** Formas de pago. */
  readonly TablaFormasPago?: TablaFormasPago;
  /** Tipo de cuenta de pago. */
  readonly TipoCuentaPago?: TipoCuentaPago;
  /** Número de la cuenta de pago. Hasta 28 caracteres. */
  readonly NumeroCuentaPago?: string;
  /** Banco de la cuenta de pago. Hasta 75 caracteres. */
  readonly BancoPago?: string;
  /** Inicio del período facturado. DD-MM-AAAA. */
  readonly FechaDesde?: string;
  /** Fin del período facturado. DD-MM-AAAA. */
  readonly FechaHasta?: string;
  /** Total de páginas. De 2 a 9999. */
  readonly TotalPaginas?: number;
}

/** Formas de pago. */
export interface TablaFormasPago {
  /** Forma de pago y su monto. Hasta 7. En el XML: FormaDePago. */
  readonly FormasDePago: readonly FormaDePago[];
}

/** Forma de pago y su monto. */
export interface FormaDePago {
  /** Código de la forma de pago. */
  readonly FormaPago: FormaPago;
  /** Monto pagado de esta forma. Hasta 16 enteros y 2 decimales. */
  readonly MontoPago: number;
}

/** Emisor. */
export interface Emisor31 {
  /** RNC del emisor. 9 u 11 dígitos, sin guiones. */
  readonly RNCEmisor: string;
  /** Razón social del emisor. Hasta 150 caracteres. */
  readonly RazonSocialEmisor: string;
  /** Nombre comercial del emisor. Hasta 150 caracteres. */
  readonly NombreComercial?: string;
  /** Sucursal. Hasta 20 caracteres. */
  readonly Sucursal?: string;
  /** Dirección del emisor. Hasta 100 caracteres. */
  readonly DireccionEmisor: string;
  /** Municipio del emisor. Código de la tabla ProvinciaMunicipio. */
  readonly Municipio?: string;
  /** Provincia del emisor. Código de la tabla ProvinciaMunicipio. */
  readonly Provincia?: string;
  /** Teléfonos del emisor. */
  readonly TablaTelefonoEmisor?: TablaTelefonoEmisor;
  /** Correo electrónico del emisor. Un correo electrónico. */
  readonly CorreoEmisor?: string;
  /** Página web del emisor. Hasta 50 caracteres. */
  readonly WebSite?: string;
  /** Actividad económica del emisor. Hasta 100 caracteres. */
  readonly ActividadEconomica?: string;
  /** Código del vendedor. Hasta 60 caracteres. */
  readonly CodigoVendedor?: string;
  /** Número interno de la factura. Hasta 20 caracteres. */
  readonly NumeroFacturaInterna?: string;
  /** Número interno del pedido. Solo dígitos. */
  readonly NumeroPedidoInterno?: string;
  /** Zona de venta. Hasta 20 caracteres. */
  readonly ZonaVenta?: string;
  /** Ruta de venta. Hasta 20 caracteres. */
  readonly RutaVenta?: string;
  /** Información adicional del emisor. Hasta 250 caracteres. */
  readonly InformacionAdicionalEmisor?: string;
  /** Fecha de emisión. DD-MM-AAAA. */
  readonly FechaEmision: string;
}

/** Teléfonos del emisor. */
export interface TablaTelefonoEmisor {
  /** Teléfono del emisor. Un teléfono en la forma 809-555-0100. Hasta 3. */
  readonly TelefonoEmisor: readonly string[];
}

/** Comprador. */
export interface Comprador31 {
  /** RNC o cédula del comprador. 9 u 11 dígitos, sin guiones. */
  readonly RNCComprador: string;
  /** Razón social o nombre del comprador. Hasta 150 caracteres. */
  readonly RazonSocialComprador: string;
  /** Contacto del comprador. Hasta 80 caracteres. */
  readonly ContactoComprador?: string;
  /** Correo electrónico del comprador. Un correo electrónico. */
  readonly CorreoComprador?: string;
  /** Dirección del comprador. Hasta 100 caracteres. */
  readonly DireccionComprador?: string;
  /** Municipio del comprador. Código de la tabla ProvinciaMunicipio. */
  readonly MunicipioComprador?: string;
  /** Provincia del comprador. Código de la tabla ProvinciaMunicipio. */
  readonly ProvinciaComprador?: string;
  /** Fecha de entrega. DD-MM-AAAA. */
  readonly FechaEntrega?: string;
  /** Contacto para la entrega. Hasta 100 caracteres. */
  readonly ContactoEntrega?: string;
  /** Dirección de entrega. Hasta 100 caracteres. */
  readonly DireccionEntrega?: string;
  /** Teléfono adicional. Un teléfono en la forma 809-555-0100. */
  readonly TelefonoAdicional?: string;
  /** Fecha de la orden de compra. DD-MM-AAAA. */
  readonly FechaOrdenCompra?: string;
  /** Número de la orden de compra. Hasta 20 caracteres. */
  readonly NumeroOrdenCompra?: string;
  /** Código interno del comprador. Hasta 20 caracteres. */
  readonly CodigoInternoComprador?: string;
  /** Responsable del pago. Solo letras, comas y espacios. */
  readonly ResponsablePago?: string;
  /** Información adicional del comprador. Hasta 150 caracteres. */
  readonly InformacionAdicionalComprador?: string;
}

/** Informaciones adicionales. */
export interface InformacionesAdicionales31 {
  /** Fecha de embarque. DD-MM-AAAA. */
  readonly FechaEmbarque?: string;
  /** Número de embarque. Hasta 25 caracteres. */
  readonly NumeroEmbarque?: string;
  /** Número de contenedor. Hasta 100 caracteres. */
  readonly NumeroContenedor?: string;
  /** Número de referencia. Solo dígitos. */
  readonly NumeroReferencia?: string;
  /** Peso bruto. Hasta 16 enteros y 2 decimales. */
  readonly PesoBruto?: number;
  /** Peso neto. Hasta 16 enteros y 2 decimales. */
  readonly PesoNeto?: number;
  /** Unidad del peso bruto. Código de la tabla UnidadMedida. */
  readonly UnidadPesoBruto?: number;
  /** Unidad del peso neto. Código de la tabla UnidadMedida. */
  readonly UnidadPesoNeto?: number;
  /** Cantidad de bultos. Hasta 16 enteros y 2 decimales. */
  readonly CantidadBulto?: number;
  /** Unidad de los bultos. Código de la tabla UnidadMedida. */
  readonly UnidadBulto?: number;
  /** Volumen de los bultos. Hasta 16 enteros y 2 decimales. */
  readonly VolumenBulto?: number;
  /** Unidad del volumen. Código de la tabla UnidadMedida. */
  readonly UnidadVolumen?: number;
}

/** Transporte. */
export interface Transporte31 {
  /** Conductor. Hasta 20 caracteres. */
  readonly Conductor?: string;
  /** Documento de transporte. Solo dígitos. */
  readonly DocumentoTransporte?: string;
  /** Ficha del vehículo. Hasta 10 caracteres. */
  readonly Ficha?: string;
  /** Placa del vehículo. Hasta 7 caracteres. */
  readonly Placa?: string;
  /** Ruta de transporte. Hasta 20 caracteres. */
  readonly RutaTransporte?: string;
  /** Zona de transporte. Hasta 20 caracteres. */
  readonly ZonaTransporte?: string;
  /** Número de albarán. Hasta 20 caracteres. */
  readonly NumeroAlbaran?: string;
}

/** Totales. */
export interface Totales31 {
  /** Monto gravado total. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoTotal?: number;
  /** Monto gravado con ITBIS 1 (18 %). Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoI1?: number;
  /** Monto gravado con ITBIS 2 (16 %). Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoI2?: number;
  /** Monto gravado con ITBIS 3 (0 %). Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoI3?: number;
  /** Monto exento. Hasta 16 enteros y 2 decimales. */
  readonly MontoExento?: number;
  /** Tasa de ITBIS 1, en por ciento (18). De 0 a 99. */
  readonly ITBIS1?: number;
  /** Tasa de ITBIS 2, en por ciento (16). De 0 a 99. */
  readonly ITBIS2?: number;
  /** Tasa de ITBIS 3, en por ciento (0). De 0 a 99. */
  readonly ITBIS3?: number;
  /** Total de ITBIS. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS?: number;
  /** Total de ITBIS 1. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS1?: number;
  /** Total de ITBIS 2. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS2?: number;
  /** Total de ITBIS 3. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS3?: number;
  /** Total de impuestos adicionales. Hasta 16 enteros y 2 decimales. */
  readonly MontoImpuestoAdicional?: number;
  /** Impuestos adicionales. */
  readonly ImpuestosAdicionales?: ImpuestosAdicionales31;
  /** Monto total. Hasta 16 enteros y 2 decimales. */
  readonly MontoTotal: number;
  /** Monto no facturable. Hasta 16 enteros y 2 decimales. */
  readonly MontoNoFacturable?: number;
  /** Monto del período. Hasta 16 enteros y 2 decimales. */
  readonly MontoPeriodo?: number;
  /** Saldo anterior. Hasta 16 enteros y 2 decimales. */
  readonly SaldoAnterior?: number;
  /** Monto del avance de pago. Hasta 16 enteros y 2 decimales. */
  readonly MontoAvancePago?: number;
  /** Valor a pagar. Hasta 16 enteros y 2 decimales. */
  readonly ValorPagar?: number;
  /** Total de ITBIS retenido. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBISRetenido?: number;
  /** Total de ISR retenido. Hasta 16 enteros y 2 decimales. */
  readonly TotalISRRetencion?: number;
  /** Total de ITBIS percibido. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBISPercepcion?: number;
  /** Total de ISR percibido. Hasta 16 enteros y 2 decimales. */
  readonly TotalISRPercepcion?: number;
}

/** Impuestos adicionales. */
export interface ImpuestosAdicionales31 {
  /** Impuesto adicional. Hasta 20. */
  readonly ImpuestoAdicional: readonly ImpuestosAdicionalesImpuestoAdicional31[];
}

/** Impuesto adicional. */
export interface ImpuestosAdicionalesImpuestoAdicional31 {
  /** Código del impuesto adicional. Código de la tabla TipoImpuesto. */
  readonly TipoImpuesto: string;
  /** Tasa del impuesto adicional. Hasta 3 enteros y 2 decimales. */
  readonly TasaImpuestoAdicional: number;
  /** Impuesto selectivo al consumo específico. Hasta 16 enteros y 2 decimales. */
  readonly MontoImpuestoSelectivoConsumoEspecifico?: number;
  /** Impuesto selectivo al consumo ad valorem. Hasta 16 enteros y 2 decimales. */
  readonly MontoImpuestoSelectivoConsumoAdvalorem?: number;
  /** Otros impuestos adicionales. Hasta 16 enteros y 2 decimales. */
  readonly OtrosImpuestosAdicionales?: number;
}

/** Totales en otra moneda. */
export interface OtraMoneda31 {
  /** Código de la moneda. */
  readonly TipoMoneda?: TipoMoneda;
  /** Tipo de cambio. Hasta 3 enteros y 4 decimales. */
  readonly TipoCambio?: number;
  /** Monto gravado total en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoTotalOtraMoneda?: number;
  /** Monto gravado con ITBIS 1 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravado1OtraMoneda?: number;
  /** Monto gravado con ITBIS 2 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravado2OtraMoneda?: number;
  /** Monto gravado con ITBIS 3 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravado3OtraMoneda?: number;
  /** Monto exento en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoExentoOtraMoneda?: number;
  /** Total de ITBIS en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBISOtraMoneda?: number;
  /** Total de ITBIS 1 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS1OtraMoneda?: number;
  /** Total de ITBIS 2 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS2OtraMoneda?: number;
  /** Total de ITBIS 3 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS3OtraMoneda?: number;
  /** Total de impuestos adicionales en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoImpuestoAdicionalOtraMoneda?: number;
  /** Impuestos adicionales en otra moneda. */
  readonly ImpuestosAdicionalesOtraMoneda?: ImpuestosAdicionalesOtraMoneda31;
  /** Monto total en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoTotalOtraMoneda?: number;
}

/** Impuestos adicionales en otra moneda. */
export interface ImpuestosAdicionalesOtraMoneda31 {
  /** Impuesto adicional en otra moneda. Hasta 20. */
  readonly ImpuestoAdicionalOtraMoneda: readonly ImpuestoAdicionalOtraMoneda31[];
}

/** Impuesto adicional en otra moneda. */
export interface ImpuestoAdicionalOtraMoneda31 {
  /** Código del impuesto adicional. Código de la tabla TipoImpuesto. */
  readonly TipoImpuestoOtraMoneda: string;
  /** Tasa del impuesto adicional. Hasta 3 enteros y 2 decimales. */
  readonly TasaImpuestoAdicionalOtraMoneda: number;
  /** Impuesto selectivo específico en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoImpuestoSelectivoConsumoEspecificoOtraMoneda?: number;
  /** Impuesto selectivo ad valorem en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoImpuestoSelectivoConsumoAdvaloremOtraMoneda?: number;
  /** Otros impuestos adicionales en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly OtrosImpuestosAdicionalesOtraMoneda?: number;
}

/** Detalle de bienes y servicios. */
export interface DetallesItems31 {
  /** Línea de detalle. Hasta 1000. */
  readonly Item: readonly Item31[];
}

/** Línea de detalle. */
export interface Item31 {
  /** Número de línea. De 1 a 1000. */
  readonly NumeroLinea: number;
  /** Códigos del ítem. */
  readonly TablaCodigosItem?: TablaCodigosItem;
  /** Indicador de facturación. */
  readonly IndicadorFacturacion: IndicadorFacturacion;
  /** Retención o percepción. */
  readonly Retencion?: Retencion31;
  /** Nombre del ítem. Hasta 80 caracteres. */
  readonly NombreItem: string;
  /** Bien o servicio. */
  readonly IndicadorBienoServicio: IndicadorBienoServicio;
  /** Descripción del ítem. Hasta 1000 caracteres. */
  readonly DescripcionItem?: string;
  /** Cantidad. Hasta 16 enteros y 2 decimales. */
  readonly CantidadItem: number;
  /** Unidad de medida. Código de la tabla UnidadMedida. */
  readonly UnidadMedida?: number;
  /** Cantidad de referencia. Hasta 16 enteros y 2 decimales. */
  readonly CantidadReferencia?: number;
  /** Unidad de referencia. Código de la tabla UnidadMedida. */
  readonly UnidadReferencia?: number;
  /** Subcantidades. */
  readonly TablaSubcantidad?: TablaSubcantidad;
  /** Grados de alcohol. Hasta 3 enteros y 2 decimales. */
  readonly GradosAlcohol?: number;
  /** Precio unitario de referencia. Hasta 16 enteros y 2 decimales. */
  readonly PrecioUnitarioReferencia?: number;
  /** Fecha de elaboración. DD-MM-AAAA. */
  readonly FechaElaboracion?: string;
  /** Fecha de vencimiento del ítem. DD-MM-AAAA. */
  readonly FechaVencimientoItem?: string;
  /** Precio unitario. Hasta 16 enteros y 4 decimales. */
  readonly PrecioUnitarioItem: number;
  /** Descuento de la línea. Hasta 16 enteros y 2 decimales. */
  readonly DescuentoMonto?: number;
  /** Descuentos de la línea. */
  readonly TablaSubDescuento?: TablaSubDescuento;
  /** Recargo de la línea. Hasta 16 enteros y 2 decimales. */
  readonly RecargoMonto?: number;
  /** Recargos de la línea. */
  readonly TablaSubRecargo?: TablaSubRecargo;
  /** Impuestos adicionales de la línea. */
  readonly TablaImpuestoAdicional?: TablaImpuestoAdicional;
  /** Línea en otra moneda. */
  readonly OtraMonedaDetalle?: OtraMonedaDetalle;
  /** Monto de la línea. Hasta 16 enteros y 2 decimales. */
  readonly MontoItem: number;
}

/** Códigos del ítem. */
export interface TablaCodigosItem {
  /** Código del ítem y su tipo. Hasta 5. */
  readonly CodigosItem: readonly CodigosItem[];
}

/** Código del ítem y su tipo. */
export interface CodigosItem {
  /** Tipo de código. Hasta 14 caracteres. */
  readonly TipoCodigo: string;
  /** Código del ítem. Hasta 35 caracteres. */
  readonly CodigoItem: string;
}

/** Retención o percepción. */
export interface Retencion31 {
  /** Indicador de retención o percepción. */
  readonly IndicadorAgenteRetencionoPercepcion?: IndicadorAgenteRetencionoPercepcion;
  /** ITBIS retenido. Hasta 16 enteros y 2 decimales. */
  readonly MontoITBISRetenido?: number;
  /** ISR retenido. Hasta 16 enteros y 2 decimales. */
  readonly MontoISRRetenido?: number;
}

/** Subcantidades. */
export interface TablaSubcantidad {
  /** Subcantidad y su unidad. Hasta 5. */
  readonly SubcantidadItem: readonly SubcantidadItem[];
}

/** Subcantidad y su unidad. */
export interface SubcantidadItem {
  /** Subcantidad. Hasta 16 enteros y 3 decimales. */
  readonly Subcantidad?: number;
  /** Unidad de la subcantidad. Código de la tabla UnidadMedida. */
  readonly CodigoSubcantidad?: number;
}

/** Descuentos de la línea. */
export interface TablaSubDescuento {
  /** Descuento. Hasta 12. */
  readonly SubDescuento: readonly SubDescuento[];
}

/** Descuento. */
export interface SubDescuento {
  /** Descuento por monto o porcentaje. */
  readonly TipoSubDescuento: TipoValor;
  /** Porcentaje del descuento. Hasta 3 enteros y 2 decimales. */
  readonly SubDescuentoPorcentaje?: number;
  /** Monto del descuento. Hasta 16 enteros y 2 decimales. */
  readonly MontoSubDescuento?: number;
}

/** Recargos de la línea. */
export interface TablaSubRecargo {
  /** Recargo. Hasta 12. */
  readonly SubRecargo: readonly SubRecargo[];
}

/** Recargo. */
export interface SubRecargo {
  /** Recargo por monto o porcentaje. */
  readonly TipoSubRecargo: TipoValor;
  /** Porcentaje del recargo. Hasta 3 enteros y 2 decimales. */
  readonly SubRecargoPorcentaje?: number;
  /** Monto del recargo. Hasta 16 enteros y 2 decimales. */
  readonly MontoSubRecargo?: number;
}

/** Impuestos adicionales de la línea. */
export interface TablaImpuestoAdicional {
  /** Impuesto adicional. Hasta 2. */
  readonly ImpuestoAdicional: readonly TablaImpuestoAdicionalImpuestoAdicional[];
}

/** Impuesto adicional. */
export interface TablaImpuestoAdicionalImpuestoAdicional {
  /** Código del impuesto adicional. Código de la tabla TipoImpuesto. */
  readonly TipoImpuesto: string;
}

/** Línea en otra moneda. */
export interface OtraMonedaDetalle {
  /** Precio unitario en otra moneda. Hasta 16 enteros y 4 decimales. */
  readonly PrecioOtraMoneda?: number;
  /** Descuento en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly DescuentoOtraMoneda?: number;
  /** Recargo en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly RecargoOtraMoneda?: number;
  /** Monto de la línea en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoItemOtraMoneda?: number;
}

/** Subtotales informativos. */
export interface Subtotales31 {
  /** Subtotal informativo. Hasta 20. */
  readonly Subtotal: readonly Subtotal31[];
}

/** Subtotal informativo. */
export interface Subtotal31 {
  /** Número del subtotal. De 0 a 99. */
  readonly NumeroSubTotal?: number;
  /** Descripción del subtotal. Hasta 40 caracteres. */
  readonly DescripcionSubtotal?: string;
  /** Orden del subtotal. De 0 a 99. */
  readonly Orden?: number;
  /** Subtotal del monto gravado. Hasta 16 enteros y 2 decimales. */
  readonly SubTotalMontoGravadoTotal?: number;
  /** Subtotal del monto gravado con ITBIS 1. Hasta 16 enteros y 2 decimales. */
  readonly SubTotalMontoGravadoI1?: number;
  /** Subtotal del monto gravado con ITBIS 2. Hasta 16 enteros y 2 decimales. */
  readonly SubTotalMontoGravadoI2?: number;
  /** Subtotal del monto gravado con ITBIS 3. Hasta 16 enteros y 2 decimales. */
  readonly SubTotalMontoGravadoI3?: number;
  /** Subtotal de ITBIS. Hasta 16 enteros y 2 decimales. */
  readonly SubTotaITBIS?: number;
  /** Subtotal de ITBIS 1. Hasta 16 enteros y 2 decimales. */
  readonly SubTotaITBIS1?: number;
  /** Subtotal de ITBIS 2. Hasta 16 enteros y 2 decimales. */
  readonly SubTotaITBIS2?: number;
  /** Subtotal de ITBIS 3. Hasta 16 enteros y 2 decimales. */
  readonly SubTotaITBIS3?: number;
  /** Subtotal de impuestos adicionales. Hasta 16 enteros y 2 decimales. */
  readonly SubTotalImpuestoAdicional?: number;
  /** Subtotal exento. Hasta 16 enteros y 2 decimales. */
  readonly SubTotalExento?: number;
  /** Monto del subtotal. Hasta 16 enteros y 2 decimales. */
  readonly MontoSubTotal?: number;
  /** Líneas del subtotal. De 0 a 99. */
  readonly Lineas?: number;
}

/** Descuentos y recargos globales. */
export interface DescuentosORecargos31 {
  /** Descuento o recargo global. Hasta 20. */
  readonly DescuentoORecargo: readonly DescuentoORecargo31[];
}

/** Descuento o recargo global. */
export interface DescuentoORecargo31 {
  /** Número de línea. De 0 a 99. */
  readonly NumeroLinea: number;
  /** Descuento (D) o recargo (R). */
  readonly TipoAjuste: TipoAjuste;
  /** Indicador de la Norma General 10-07. */
  readonly IndicadorNorma1007?: IndicadorNorma1007;
  /** Descripción del descuento o recargo. Hasta 45 caracteres. */
  readonly DescripcionDescuentooRecargo?: string;
  /** Por monto o porcentaje. */
  readonly TipoValor?: TipoValor;
  /** Porcentaje del descuento o recargo. Hasta 3 enteros y 2 decimales. */
  readonly ValorDescuentooRecargo?: number;
  /** Monto del descuento o recargo. Hasta 16 enteros y 2 decimales. */
  readonly MontoDescuentooRecargo?: number;
  /** Monto del descuento o recargo en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoDescuentooRecargoOtraMoneda?: number;
  /** Indicador de facturación que afecta. */
  readonly IndicadorFacturacionDescuentooRecargo?: IndicadorFacturacionDescuentooRecargo;
}

/** Paginación. */
export interface Paginacion31 {
  /** Página. Hasta 1000. */
  readonly Pagina: readonly Pagina31[];
}

/** Página. */
export interface Pagina31 {
  /** Número de página. De 1 a 1000. */
  readonly PaginaNo?: number;
  /** Primera línea de la página. De 1 a 1000. */
  readonly NoLineaDesde?: number;
  /** Última línea de la página. De 1 a 1000. */
  readonly NoLineaHasta?: number;
  /** Monto gravado de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravadoPagina?: number;
  /** Monto gravado con ITBIS 1 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravado1Pagina?: number;
  /** Monto gravado con ITBIS 2 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravado2Pagina?: number;
  /** Monto gravado con ITBIS 3 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravado3Pagina?: number;
  /** Monto exento de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalExentoPagina?: number;
  /** ITBIS de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbisPagina?: number;
  /** ITBIS 1 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbis1Pagina?: number;
  /** ITBIS 2 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbis2Pagina?: number;
  /** ITBIS 3 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbis3Pagina?: number;
  /** Impuestos adicionales de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalImpuestoAdicionalPagina?: number;
  /** Desglose de impuestos adicionales de la página. */
  readonly SubtotalImpuestoAdicional?: SubtotalImpuestoAdicional31;
  /** Monto subtotal de la página. Hasta 16 enteros y 2 decimales. */
  readonly MontoSubtotalPagina?: number;
  /** Monto no facturable de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoNoFacturablePagina?: number;
}

/** Desglose de impuestos adicionales de la página. */
export interface SubtotalImpuestoAdicional31 {
  /** Impuesto selectivo específico de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalImpuestoSelectivoConsumoEspecificoPagina?: number;
  /** Otros impuestos de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalOtrosImpuesto?: number;
}

/** Comprobante que se modifica o reemplaza. */
export interface InformacionReferencia31 {
  /** NCF o e-NCF modificado. Hasta 19 caracteres. */
  readonly NCFModificado?: string;
  /** RNC de otro contribuyente. 9 u 11 dígitos, sin guiones. */
  readonly RNCOtroContribuyente?: string;
  /** Fecha del NCF modificado. DD-MM-AAAA. */
  readonly FechaNCFModificado?: string;
  /** Código de modificación. */
  readonly CodigoModificacion?: CodigoModificacion;
}

/** Factura de consumo electrónica (tipo 32). */
export interface Ecf32 {
  /** Encabezado. */
  readonly Encabezado: Encabezado32;
  /** Detalle de bienes y servicios. */
  readonly DetallesItems: DetallesItems32;
  /** Subtotales informativos. */
  readonly Subtotales?: Subtotales31;
  /** Descuentos y recargos globales. */
  readonly DescuentosORecargos?: DescuentosORecargos31;
  /** Paginación. */
  readonly Paginacion?: Paginacion32;
  /** Comprobante que se modifica o reemplaza. */
  readonly InformacionReferencia?: InformacionReferencia31;
}

/** Encabezado. */
export interface Encabezado32 {
  /** Versión del formato. */
  readonly Version: Version;
  /** Identificación del comprobante. */
  readonly IdDoc: IdDoc32;
  /** Emisor. */
  readonly Emisor: Emisor31;
  /** Comprador. */
  readonly Comprador?: Comprador32;
  /** Informaciones adicionales. */
  readonly InformacionesAdicionales?: InformacionesAdicionales31;
  /** Transporte. */
  readonly Transporte?: Transporte31;
  /** Totales. */
  readonly Totales: Totales32;
  /** Totales en otra moneda. */
  readonly OtraMoneda?: OtraMoneda31;
}

/** Identificación del comprobante. */
export interface IdDoc32 {
  /** Tipo de e-CF. */
  readonly TipoeCF: 32;
  /** Número del comprobante (e-NCF). */
  readonly eNCF: string;
  /** Indicador de envío diferido. */
  readonly IndicadorEnvioDiferido?: SiempreUno;
  /** Indica si los montos de las líneas incluyen el ITBIS. */
  readonly IndicadorMontoGravado?: IndicadorMontoGravado;
  /** Indicador de servicio todo incluido. */
  readonly IndicadorServicioTodoIncluido?: SiempreUno;
  /** Tipo de ingresos. En el XML: TipoIngresos. */
  readonly TipoIngreso: TipoIngresos;
  /** Tipo de pago. */
  readonly TipoPago: TipoPago;
  /** Fecha límite de pago. DD-MM-AAAA. */
  readonly FechaLimitePago?: string;
  /** Término de pago. Solo letras, dígitos, espacios y símbolos como $ o +, sin signos de puntuación. */
  readonly TerminoPago?: string;
  /** Formas de pago. */
  readonly TablaFormasPago?: TablaFormasPago;
  /** Tipo de cuenta de pago. */
  readonly TipoCuentaPago?: TipoCuentaPago;
  /** Número de la cuenta de pago. Hasta 28 caracteres. */
  readonly NumeroCuentaPago?: string;
  /** Banco de la cuenta de pago. Hasta 75 caracteres. */
  readonly BancoPago?: string;
  /** Inicio del período facturado. DD-MM-AAAA. */
  readonly FechaDesde?: string;
  /** Fin del período facturado. DD-MM-AAAA. */
  readonly FechaHasta?: string;
  /** Total de páginas. De 2 a 9999. */
  readonly TotalPaginas?: number;
}

/** Comprador. */
export interface Comprador32 {
  /** RNC o cédula del comprador. 9 u 11 dígitos, sin guiones. */
  readonly RNCComprador?: string;
  /** Identificación del comprador extranjero. Hasta 20 caracteres. */
  readonly IdentificadorExtranjero?: string;
  /** Razón social o nombre del comprador. Hasta 150 caracteres. */
  readonly RazonSocialComprador?: string;
  /** Contacto del comprador. Hasta 80 caracteres. */
  readonly ContactoComprador?: string;
  /** Correo electrónico del comprador. Un correo electrónico. */
  readonly CorreoComprador?: string;
  /** Dirección del comprador. Hasta 100 caracteres. */
  readonly DireccionComprador?: string;
  /** Municipio del comprador. Código de la tabla ProvinciaMunicipio. */
  readonly MunicipioComprador?: string;
  /** Provincia del comprador. Código de la tabla ProvinciaMunicipio. */
  readonly ProvinciaComprador?: string;
  /** Fecha de entrega. DD-MM-AAAA. */
  readonly FechaEntrega?: string;
  /** Contacto para la entrega. Hasta 100 caracteres. */
  readonly ContactoEntrega?: string;
  /** Dirección de entrega. Hasta 100 caracteres. */
  readonly DireccionEntrega?: string;
  /** Teléfono adicional. Un teléfono en la forma 809-555-0100. */
  readonly TelefonoAdicional?: string;
  /** Fecha de la orden de compra. DD-MM-AAAA. */
  readonly FechaOrdenCompra?: string;
  /** Número de la orden de compra. Hasta 20 caracteres. */
  readonly NumeroOrdenCompra?: string;
  /** Código interno del comprador. Hasta 20 caracteres. */
  readonly CodigoInternoComprador?: string;
  /** Responsable del pago. Solo letras, comas y espacios. */
  readonly ResponsablePago?: string;
  /** Información adicional del comprador. Hasta 150 caracteres. */
  readonly InformacionAdicionalComprador?: string;
}

/** Totales. */
export interface Totales32 {
  /** Monto gravado total. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoTotal?: number;
  /** Monto gravado con ITBIS 1 (18 %). Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoI1?: number;
  /** Monto gravado con ITBIS 2 (16 %). Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoI2?: number;
  /** Monto gravado con ITBIS 3 (0 %). Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoI3?: number;
  /** Monto exento. Hasta 16 enteros y 2 decimales. */
  readonly MontoExento?: number;
  /** Tasa de ITBIS 1, en por ciento (18). De 0 a 99. */
  readonly ITBIS1?: number;
  /** Tasa de ITBIS 2, en por ciento (16). De 0 a 99. */
  readonly ITBIS2?: number;
  /** Tasa de ITBIS 3, en por ciento (0). De 0 a 99. */
  readonly ITBIS3?: number;
  /** Total de ITBIS. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS?: number;
  /** Total de ITBIS 1. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS1?: number;
  /** Total de ITBIS 2. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS2?: number;
  /** Total de ITBIS 3. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS3?: number;
  /** Total de impuestos adicionales. Hasta 16 enteros y 2 decimales. */
  readonly MontoImpuestoAdicional?: number;
  /** Impuestos adicionales. */
  readonly ImpuestosAdicionales?: ImpuestosAdicionales31;
  /** Monto total. Hasta 16 enteros y 2 decimales. */
  readonly MontoTotal: number;
  /** Monto no facturable. Hasta 16 enteros y 2 decimales. */
  readonly MontoNoFacturable?: number;
  /** Monto del período. Hasta 16 enteros y 2 decimales. */
  readonly MontoPeriodo?: number;
  /** Saldo anterior. Hasta 16 enteros y 2 decimales. */
  readonly SaldoAnterior?: number;
  /** Monto del avance de pago. Hasta 16 enteros y 2 decimales. */
  readonly MontoAvancePago?: number;
  /** Valor a pagar. Hasta 16 enteros y 2 decimales. */
  readonly ValorPagar?: number;
}

/** Detalle de bienes y servicios. */
export interface DetallesItems32 {
  /** Línea de detalle. Hasta 10000. */
  readonly Item: readonly Item32[];
}

/** Línea de detalle. */
export interface Item32 {
  /** Número de línea. De 1 a 10000. */
  readonly NumeroLinea: number;
  /** Códigos del ítem. */
  readonly TablaCodigosItem?: TablaCodigosItem;
  /** Indicador de facturación. */
  readonly IndicadorFacturacion: IndicadorFacturacion;
  /** Nombre del ítem. Hasta 80 caracteres. */
  readonly NombreItem: string;
  /** Bien o servicio. */
  readonly IndicadorBienoServicio: IndicadorBienoServicio;
  /** Descripción del ítem. Hasta 1000 caracteres. */
  readonly DescripcionItem?: string;
  /** Cantidad. Hasta 16 enteros y 2 decimales. */
  readonly CantidadItem: number;
  /** Unidad de medida. Código de la tabla UnidadMedida. */
  readonly UnidadMedida?: number;
  /** Cantidad de referencia. Hasta 16 enteros y 2 decimales. */
  readonly CantidadReferencia?: number;
  /** Unidad de referencia. Código de la tabla UnidadMedida. */
  readonly UnidadReferencia?: number;
  /** Subcantidades. */
  readonly TablaSubcantidad?: TablaSubcantidad;
  /** Grados de alcohol. Hasta 3 enteros y 2 decimales. */
  readonly GradosAlcohol?: number;
  /** Precio unitario de referencia. Hasta 16 enteros y 2 decimales. */
  readonly PrecioUnitarioReferencia?: number;
  /** Fecha de elaboración. DD-MM-AAAA. */
  readonly FechaElaboracion?: string;
  /** Fecha de vencimiento del ítem. DD-MM-AAAA. */
  readonly FechaVencimientoItem?: string;
  /** Datos de minería. */
  readonly Mineria?: Mineria;
  /** Precio unitario. Hasta 16 enteros y 4 decimales. */
  readonly PrecioUnitarioItem: number;
  /** Descuento de la línea. Hasta 16 enteros y 2 decimales. */
  readonly DescuentoMonto?: number;
  /** Descuentos de la línea. */
  readonly TablaSubDescuento?: TablaSubDescuento;
  /** Recargo de la línea. Hasta 16 enteros y 2 decimales. */
  readonly RecargoMonto?: number;
  /** Recargos de la línea. */
  readonly TablaSubRecargo?: TablaSubRecargo;
  /** Impuestos adicionales de la línea. */
  readonly TablaImpuestoAdicional?: TablaImpuestoAdicional;
  /** Línea en otra moneda. */
  readonly OtraMonedaDetalle?: OtraMonedaDetalle;
  /** Monto de la línea. Hasta 16 enteros y 2 decimales. */
  readonly MontoItem: number;
}

/** Datos de minería. */
export interface Mineria {
  /** Peso neto en kilogramos. Hasta 16 enteros y 3 decimales. */
  readonly PesoNetoKilogramo?: number;
  /** Peso neto en la unidad de minería. Hasta 16 enteros y 3 decimales. */
  readonly PesoNetoMineria?: number;
  /** Tipo de afiliación. */
  readonly TipoAfiliacion?: TipoAfiliacion;
  /** Tipo de liquidación. */
  readonly Liquidacion?: Liquidacion;
}

/** Paginación. */
export interface Paginacion32 {
  /** Página. Hasta 1000. */
  readonly Pagina: readonly Pagina32[];
}

/** Página. */
export interface Pagina32 {
  /** Número de página. De 1 a 1000. */
  readonly PaginaNo?: number;
  /** Primera línea de la página. De 1 a 10000. */
  readonly NoLineaDesde?: number;
  /** Última línea de la página. De 1 a 10000. */
  readonly NoLineaHasta?: number;
  /** Monto gravado de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravadoPagina?: number;
  /** Monto gravado con ITBIS 1 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravado1Pagina?: number;
  /** Monto gravado con ITBIS 2 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravado2Pagina?: number;
  /** Monto gravado con ITBIS 3 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravado3Pagina?: number;
  /** Monto exento de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalExentoPagina?: number;
  /** ITBIS de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbisPagina?: number;
  /** ITBIS 1 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbis1Pagina?: number;
  /** ITBIS 2 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbis2Pagina?: number;
  /** ITBIS 3 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbis3Pagina?: number;
  /** Impuestos adicionales de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalImpuestoAdicionalPagina?: number;
  /** Desglose de impuestos adicionales de la página. */
  readonly SubtotalImpuestoAdicional?: SubtotalImpuestoAdicional31;
  /** Monto subtotal de la página. Hasta 16 enteros y 2 decimales. */
  readonly MontoSubtotalPagina?: number;
  /** Monto no facturable de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoNoFacturablePagina?: number;
}

/** Nota de débito electrónica (tipo 33). */
export interface Ecf33 {
  /** Encabezado. */
  readonly Encabezado: Encabezado33;
  /** Detalle de bienes y servicios. */
  readonly DetallesItems: DetallesItems33;
  /** Subtotales informativos. */
  readonly Subtotales?: Subtotales31;
  /** Descuentos y recargos globales. */
  readonly DescuentosORecargos?: DescuentosORecargos31;
  /** Paginación. */
  readonly Paginacion?: Paginacion33;
  /** Comprobante que se modifica o reemplaza. */
  readonly InformacionReferencia: InformacionReferencia33;
}

/** Encabezado. */
export interface Encabezado33 {
  /** Versión del formato. */
  readonly Version: Version;
  /** Identificación del comprobante. */
  readonly IdDoc: IdDoc33;
  /** Emisor. */
  readonly Emisor: Emisor31;
  /** Comprador. */
  readonly Comprador?: Comprador32;
  /** Informaciones adicionales. */
  readonly InformacionesAdicionales?: InformacionesAdicionales31;
  /** Transporte. */
  readonly Transporte?: Transporte31;
  /** Totales. */
  readonly Totales: Totales31;
  /** Totales en otra moneda. */
  readonly OtraMoneda?: OtraMoneda31;
}

/** Identificación del comprobante. */
export interface IdDoc33 {
  /** Tipo de e-CF. */
  readonly TipoeCF: 33;
  /** Número del comprobante (e-NCF). */
  readonly eNCF: string;
  /** Fecha de vencimiento de la secuencia. DD-MM-AAAA. */
  readonly FechaVencimientoSecuencia: string;
  /** Indicador de envío diferido. */
  readonly IndicadorEnvioDiferido?: SiempreUno;
  /** Indica si los montos de las líneas incluyen el ITBIS. */
  readonly IndicadorMontoGravado?: IndicadorMontoGravado;
  /** Indicador de servicio todo incluido. */
  readonly IndicadorServicioTodoIncluido?: SiempreUno;
  /** Tipo de ingresos. En el XML: TipoIngresos. */
  readonly TipoIngreso?: TipoIngresos;
  /** Tipo de pago. */
  readonly TipoPago: TipoPago;
  /** Fecha límite de pago. DD-MM-AAAA. */
  readonly FechaLimitePago?: string;
  /** Término de pago. Solo letras, dígitos, espacios y símbolos como $ o +, sin signos de puntuación. */
  readonly TerminoPago?: string;
  /** Formas de pago. */
  readonly TablaFormasPago?: TablaFormasPago;
  /** Tipo de cuenta de pago. */
  readonly TipoCuentaPago?: TipoCuentaPago;
  /** Número de la cuenta de pago. Hasta 28 caracteres. */
  readonly NumeroCuentaPago?: string;
  /** Banco de la cuenta de pago. Hasta 75 caracteres. */
  readonly BancoPago?: string;
  /** Inicio del período facturado. DD-MM-AAAA. */
  readonly FechaDesde?: string;
  /** Fin del período facturado. DD-MM-AAAA. */
  readonly FechaHasta?: string;
  /** Total de páginas. De 2 a 99999. */
  readonly TotalPaginas?: number;
}

/** Detalle de bienes y servicios. */
export interface DetallesItems33 {
  /** Línea de detalle. Hasta 10000. */
  readonly Item: readonly Item33[];
}

/** Línea de detalle. */
export interface Item33 {
  /** Número de línea. De 1 a 10000. */
  readonly NumeroLinea: number;
  /** Códigos del ítem. */
  readonly TablaCodigosItem?: TablaCodigosItem;
  /** Indicador de facturación. */
  readonly IndicadorFacturacion: IndicadorFacturacion;
  /** Retención o percepción. */
  readonly Retencion?: Retencion31;
  /** Nombre del ítem. Hasta 80 caracteres. */
  readonly NombreItem: string;
  /** Bien o servicio. */
  readonly IndicadorBienoServicio: IndicadorBienoServicio;
  /** Descripción del ítem. Hasta 1000 caracteres. */
  readonly DescripcionItem?: string;
  /** Cantidad. Hasta 16 enteros y 2 decimales. */
  readonly CantidadItem: number;
  /** Unidad de medida. Código de la tabla UnidadMedida. */
  readonly UnidadMedida?: number;
  /** Cantidad de referencia. Hasta 16 enteros y 2 decimales. */
  readonly CantidadReferencia?: number;
  /** Unidad de referencia. Código de la tabla UnidadMedida. */
  readonly UnidadReferencia?: number;
  /** Subcantidades. */
  readonly TablaSubcantidad?: TablaSubcantidad;
  /** Grados de alcohol. Hasta 3 enteros y 2 decimales. */
  readonly GradosAlcohol?: number;
  /** Precio unitario de referencia. Hasta 16 enteros y 2 decimales. */
  readonly PrecioUnitarioReferencia?: number;
  /** Fecha de elaboración. DD-MM-AAAA. */
  readonly FechaElaboracion?: string;
  /** Fecha de vencimiento del ítem. DD-MM-AAAA. */
  readonly FechaVencimientoItem?: string;
  /** Datos de minería. */
  readonly Mineria?: Mineria;
  /** Precio unitario. Hasta 16 enteros y 4 decimales. */
  readonly PrecioUnitarioItem: number;
  /** Descuento de la línea. Hasta 16 enteros y 2 decimales. */
  readonly DescuentoMonto?: number;
  /** Descuentos de la línea. */
  readonly TablaSubDescuento?: TablaSubDescuento;
  /** Recargo de la línea. Hasta 16 enteros y 2 decimales. */
  readonly RecargoMonto?: number;
  /** Recargos de la línea. */
  readonly TablaSubRecargo?: TablaSubRecargo;
  /** Impuestos adicionales de la línea. */
  readonly TablaImpuestoAdicional?: TablaImpuestoAdicional;
  /** Línea en otra moneda. */
  readonly OtraMonedaDetalle?: OtraMonedaDetalle;
  /** Monto de la línea. Hasta 16 enteros y 2 decimales. */
  readonly MontoItem: number;
}

/** Paginación. */
export interface Paginacion33 {
  /** Página. Hasta 10000. */
  readonly Pagina: readonly Pagina33[];
}

/** Página. */
export interface Pagina33 {
  /** Número de página. De 1 a 10000. */
  readonly PaginaNo?: number;
  /** Primera línea de la página. De 1 a 10000. */
  readonly NoLineaDesde?: number;
  /** Última línea de la página. De 1 a 10000. */
  readonly NoLineaHasta?: number;
  /** Monto gravado de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravadoPagina?: number;
  /** Monto gravado con ITBIS 1 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravado1Pagina?: number;
  /** Monto gravado con ITBIS 2 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravado2Pagina?: number;
  /** Monto gravado con ITBIS 3 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravado3Pagina?: number;
  /** Monto exento de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalExentoPagina?: number;
  /** ITBIS de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbisPagina?: number;
  /** ITBIS 1 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbis1Pagina?: number;
  /** ITBIS 2 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbis2Pagina?: number;
  /** ITBIS 3 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbis3Pagina?: number;
  /** Impuestos adicionales de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalImpuestoAdicionalPagina?: number;
  /** Desglose de impuestos adicionales de la página. */
  readonly SubtotalImpuestoAdicional?: SubtotalImpuestoAdicional31;
  /** Monto subtotal de la página. Hasta 16 enteros y 2 decimales. */
  readonly MontoSubtotalPagina?: number;
  /** Monto no facturable de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoNoFacturablePagina?: number;
}

/** Comprobante que se modifica o reemplaza. */
export interface InformacionReferencia33 {
  /** NCF o e-NCF modificado. Hasta 19 caracteres. */
  readonly NCFModificado: string;
  /** RNC de otro contribuyente. 9 u 11 dígitos, sin guiones. */
  readonly RNCOtroContribuyente?: string;
  /** Fecha del NCF modificado. DD-MM-AAAA. */
  readonly FechaNCFModificado: string;
  /** Código de modificación. */
  readonly CodigoModificacion: CodigoModificacion;
  /** Razón de la modificación. Hasta 90 caracteres. */
  readonly RazonModificacion?: string;
}

/** Nota de crédito electrónica (tipo 34). */
export interface Ecf34 {
  /** Encabezado. */
  readonly Encabezado: Encabezado34;
  /** Detalle de bienes y servicios. */
  readonly DetallesItems: DetallesItems33;
  /** Subtotales informativos. */
  readonly Subtotales?: Subtotales31;
  /** Descuentos y recargos globales. */
  readonly DescuentosORecargos?: DescuentosORecargos31;
  /** Paginación. */
  readonly Paginacion?: Paginacion33;
  /** Comprobante que se modifica o reemplaza. */
  readonly InformacionReferencia: InformacionReferencia33;
}

/** Encabezado. */
export interface Encabezado34 {
  /** Versión del formato. */
  readonly Version: Version;
  /** Identificación del comprobante. */
  readonly IdDoc: IdDoc34;
  /** Emisor. */
  readonly Emisor: Emisor31;
  /** Comprador. */
  readonly Comprador?: Comprador32;
  /** Informaciones adicionales. */
  readonly InformacionesAdicionales?: InformacionesAdicionales31;
  /** Transporte. */
  readonly Transporte?: Transporte31;
  /** Totales. */
  readonly Totales: Totales34;
  /** Totales en otra moneda. */
  readonly OtraMoneda?: OtraMoneda31;
}

/** Identificación del comprobante. */
export interface IdDoc34 {
  /** Tipo de e-CF. */
  readonly TipoeCF: 34;
  /** Número del comprobante (e-NCF). */
  readonly eNCF: string;
  /** Indicador de nota de crédito emitida después de 30 días. */
  readonly IndicadorNotaCredito: IndicadorNotaCredito;
  /** Indicador de envío diferido. */
  readonly IndicadorEnvioDiferido?: SiempreUno;
  /** Indica si los montos de las líneas incluyen el ITBIS. */
  readonly IndicadorMontoGravado?: IndicadorMontoGravado;
  /** Indicador de servicio todo incluido. */
  readonly IndicadorServicioTodoIncluido?: SiempreUno;
  /** Tipo de ingresos. En el XML: TipoIngresos. */
  readonly TipoIngreso?: TipoIngresos;
  /** Tipo de pago. */
  readonly TipoPago: TipoPago;
  /** Fecha límite de pago. DD-MM-AAAA. */
  readonly FechaLimitePago?: string;
  /** Inicio del período facturado. DD-MM-AAAA. */
  readonly FechaDesde?: string;
  /** Fin del período facturado. DD-MM-AAAA. */
  readonly FechaHasta?: string;
  /** Total de páginas. De 2 a 99999. */
  readonly TotalPaginas?: number;
}

/** Totales. */
export interface Totales34 {
  /** Monto gravado total. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoTotal?: number;
  /** Monto gravado con ITBIS 1 (18 %). Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoI1?: number;
  /** Monto gravado con ITBIS 2 (16 %). Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoI2?: number;
  /** Monto gravado con ITBIS 3 (0 %). Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoI3?: number;
  /** Monto exento. Hasta 16 enteros y 2 decimales. */
  readonly MontoExento?: number;
  /** Tasa de ITBIS 1, en por ciento (18). De 0 a 99. */
  readonly ITBIS1?: number;
  /** Tasa de ITBIS 2, en por ciento (16). De 0 a 99. */
  readonly ITBIS2?: number;
  /** Tasa de ITBIS 3, en por ciento (0). De 0 a 99. */
  readonly ITBIS3?: number;
  /** Total de ITBIS. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS?: number;
  /** Total de ITBIS 1. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS1?: number;
  /** Total de ITBIS 2. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS2?: number;
  /** Total de ITBIS 3. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS3?: number;
  /** Total de impuestos adicionales. Hasta 16 enteros y 2 decimales. */
  readonly MontoImpuestoAdicional?: number;
  /** Impuestos adicionales. */
  readonly ImpuestosAdicionales?: ImpuestosAdicionales34;
  /** Monto total. Hasta 16 enteros y 2 decimales. */
  readonly MontoTotal: number;
  /** Monto no facturable. Hasta 16 enteros y 2 decimales. */
  readonly MontoNoFacturable?: number;
  /** Monto del período. Hasta 16 enteros y 2 decimales. */
  readonly MontoPeriodo?: number;
  /** Saldo anterior. Hasta 16 enteros y 2 decimales. */
  readonly SaldoAnterior?: number;
  /** Monto del avance de pago. Hasta 16 enteros y 2 decimales. */
  readonly MontoAvancePago?: number;
  /** Valor a pagar. Hasta 16 enteros y 2 decimales. */
  readonly ValorPagar?: number;
  /** Total de ITBIS retenido. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBISRetenido?: number;
  /** Total de ISR retenido. Hasta 16 enteros y 2 decimales. */
  readonly TotalISRRetencion?: number;
  /** Total de ITBIS percibido. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBISPercepcion?: number;
  /** Total de ISR percibido. Hasta 16 enteros y 2 decimales. */
  readonly TotalISRPercepcion?: number;
}

/** Impuestos adicionales. */
export interface ImpuestosAdicionales34 {
  /** Impuesto adicional. Hasta 20. */
  readonly ImpuestoAdicional: readonly ImpuestosAdicionalesImpuestoAdicional34[];
}

/** Impuesto adicional. */
export interface ImpuestosAdicionalesImpuestoAdicional34 {
  /** Código del impuesto adicional. Código de la tabla TipoImpuesto. */
  readonly TipoImpuesto?: string;
  /** Tasa del impuesto adicional. Hasta 3 enteros y 2 decimales. */
  readonly TasaImpuestoAdicional?: number;
  /** Impuesto selectivo al consumo específico. Hasta 16 enteros y 2 decimales. */
  readonly MontoImpuestoSelectivoConsumoEspecifico?: number;
  /** Impuesto selectivo al consumo ad valorem. Hasta 16 enteros y 2 decimales. */
  readonly MontoImpuestoSelectivoConsumoAdvalorem?: number;
  /** Otros impuestos adicionales. Hasta 16 enteros y 2 decimales. */
  readonly OtrosImpuestosAdicionales?: number;
}

/** Comprobante electrónico de compras (tipo 41). */
export interface Ecf41 {
  /** Encabezado. */
  readonly Encabezado: Encabezado41;
  /** Detalle de bienes y servicios. */
  readonly DetallesItems: DetallesItems41;
  /** Subtotales informativos. */
  readonly Subtotales?: Subtotales31;
  /** Descuentos y recargos globales. */
  readonly DescuentosORecargos?: DescuentosORecargos41;
  /** Paginación. */
  readonly Paginacion?: Paginacion41;
  /** Comprobante que se modifica o reemplaza. */
  readonly InformacionReferencia?: InformacionReferencia31;
}

/** Encabezado. */
export interface Encabezado41 {
  /** Versión del formato. */
  readonly Version: Version;
  /** Identificación del comprobante. */
  readonly IdDoc: IdDoc41;
  /** Emisor. */
  readonly Emisor: Emisor41;
  /** Comprador. */
  readonly Comprador: Comprador41;
  /** Totales. */
  readonly Totales: Totales41;
  /** Totales en otra moneda. */
  readonly OtraMoneda?: OtraMoneda41;
}

/** Identificación del comprobante. */
export interface IdDoc41 {
  /** Tipo de e-CF. */
  readonly TipoeCF: 41;
  /** Número del comprobante (e-NCF). */
  readonly eNCF: string;
  /** Fecha de vencimiento de la secuencia. DD-MM-AAAA. */
  readonly FechaVencimientoSecuencia: string;
  /** Indica si los montos de las líneas incluyen el ITBIS. */
  readonly IndicadorMontoGravado?: IndicadorMontoGravado;
  /** Tipo de pago. */
  readonly TipoPago?: TipoPago;
  /** Fecha límite de pago. DD-MM-AAAA. */
  readonly FechaLimitePago?: string;
  /** Término de pago. Solo letras, dígitos, espacios y símbolos como $ o +, sin signos de puntuación. */
  readonly TerminoPago?: string;
  /** Formas de pago. */
  readonly TablaFormasPago?: TablaFormasPago;
  /** Tipo de cuenta de pago. */
  readonly TipoCuentaPago?: TipoCuentaPago;
  /** Número de la cuenta de pago. Hasta 28 caracteres. */
  readonly NumeroCuentaPago?: string;
  /** Banco de la cuenta de pago. Hasta 75 caracteres. */
  readonly BancoPago?: string;
  /** Total de páginas. De 2 a 9999. */
  readonly TotalPaginas?: number;
}

/** Emisor. */
export interface Emisor41 {
  /** RNC del emisor. 9 u 11 dígitos, sin guiones. */
  readonly RNCEmisor: string;
  /** Razón social del emisor. Hasta 150 caracteres. */
  readonly RazonSocialEmisor: string;
  /** Nombre comercial del emisor. Hasta 150 caracteres. */
  readonly NombreComercial?: string;
  /** Sucursal. Hasta 20 caracteres. */
  readonly Sucursal?: string;
  /** Dirección del emisor. Hasta 100 caracteres. */
  readonly DireccionEmisor: string;
  /** Municipio del emisor. Código de la tabla ProvinciaMunicipio. */
  readonly Municipio?: string;
  /** Provincia del emisor. Código de la tabla ProvinciaMunicipio. */
  readonly Provincia?: string;
  /** Teléfonos del emisor. */
  readonly TablaTelefonoEmisor?: TablaTelefonoEmisor;
  /** Correo electrónico del emisor. Un correo electrónico. */
  readonly CorreoEmisor?: string;
  /** Página web del emisor. Hasta 50 caracteres. */
  readonly WebSite?: string;
  /** Actividad económica del emisor. Hasta 100 caracteres. */
  readonly ActividadEconomica?: string;
  /** Número interno de la factura. Hasta 20 caracteres. */
  readonly NumeroFacturaInterna?: string;
  /** Número interno del pedido. Solo dígitos. */
  readonly NumeroPedidoInterno?: string;
  /** Información adicional del emisor. Hasta 250 caracteres. */
  readonly InformacionAdicionalEmisor?: string;
  /** Fecha de emisión. DD-MM-AAAA. */
  readonly FechaEmision: string;
}

/** Comprador. */
export interface Comprador41 {
  /** RNC o cédula del comprador. 9 u 11 dígitos, sin guiones. */
  readonly RNCComprador: string;
  /** Razón social o nombre del comprador. Hasta 150 caracteres. */
  readonly RazonSocialComprador: string;
  /** Contacto del comprador. Hasta 80 caracteres. */
  readonly ContactoComprador?: string;
  /** Correo electrónico del comprador. Un correo electrónico. */
  readonly CorreoComprador?: string;
  /** Dirección del comprador. Hasta 100 caracteres. */
  readonly DireccionComprador?: string;
  /** Municipio del comprador. Código de la tabla ProvinciaMunicipio. */
  readonly MunicipioComprador?: string;
  /** Provincia del comprador. Código de la tabla ProvinciaMunicipio. */
  readonly ProvinciaComprador?: string;
  /** Código interno del comprador. Hasta 20 caracteres. */
  readonly CodigoInternoComprador?: string;
  /** Responsable del pago. Solo letras, comas y espacios. */
  readonly ResponsablePago?: string;
  /** Información adicional del comprador. Hasta 150 caracteres. */
  readonly InformacionAdicionalComprador?: string;
}

/** Totales. */
export interface Totales41 {
  /** Monto gravado total. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoTotal?: number;
  /** Monto gravado con ITBIS 1 (18 %). Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoI1?: number;
  /** Monto gravado con ITBIS 2 (16 %). Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoI2?: number;
  /** Monto gravado con ITBIS 3 (0 %). Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoI3?: number;
  /** Monto exento. Hasta 16 enteros y 2 decimales. */
  readonly MontoExento?: number;
  /** Tasa de ITBIS 1, en por ciento (18). De 0 a 99. */
  readonly ITBIS1?: number;
  /** Tasa de ITBIS 2, en por ciento (16). De 0 a 99. */
  readonly ITBIS2?: number;
  /** Tasa de ITBIS 3, en por ciento (0). De 0 a 99. */
  readonly ITBIS3?: number;
  /** Total de ITBIS. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS?: number;
  /** Total de ITBIS 1. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS1?: number;
  /** Total de ITBIS 2. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS2?: number;
  /** Total de ITBIS 3. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS3?: number;
  /** Monto total. Hasta 16 enteros y 2 decimales. */
  readonly MontoTotal: number;
  /** Monto del período. Hasta 16 enteros y 2 decimales. */
  readonly MontoPeriodo?: number;
  /** Saldo anterior. Hasta 16 enteros y 2 decimales. */
  readonly SaldoAnterior?: number;
  /** Monto del avance de pago. Hasta 16 enteros y 2 decimales. */
  readonly MontoAvancePago?: number;
  /** Valor a pagar. Hasta 16 enteros y 2 decimales. */
  readonly ValorPagar?: number;
  /** Total de ITBIS retenido. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBISRetenido?: number;
  /** Total de ISR retenido. Hasta 16 enteros y 2 decimales. */
  readonly TotalISRRetencion?: number;
  /** Total de ITBIS percibido. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBISPercepcion?: number;
  /** Total de ISR percibido. Hasta 16 enteros y 2 decimales. */
  readonly TotalISRPercepcion?: number;
}

/** Totales en otra moneda. */
export interface OtraMoneda41 {
  /** Código de la moneda. */
  readonly TipoMoneda?: TipoMoneda;
  /** Tipo de cambio. Hasta 3 enteros y 4 decimales. */
  readonly TipoCambio?: number;
  /** Monto gravado total en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoTotalOtraMoneda?: number;
  /** Monto gravado con ITBIS 1 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravado1OtraMoneda?: number;
  /** Monto gravado con ITBIS 2 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravado2OtraMoneda?: number;
  /** Monto gravado con ITBIS 3 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravado3OtraMoneda?: number;
  /** Monto exento en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoExentoOtraMoneda?: number;
  /** Total de ITBIS en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBISOtraMoneda?: number;
  /** Total de ITBIS 1 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS1OtraMoneda?: number;
  /** Total de ITBIS 2 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS2OtraMoneda?: number;
  /** Total de ITBIS 3 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS3OtraMoneda?: number;
  /** Monto total en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoTotalOtraMoneda?: number;
}

/** Detalle de bienes y servicios. */
export interface DetallesItems41 {
  /** Línea de detalle. Hasta 1000. */
  readonly Item: readonly Item41[];
}

/** Línea de detalle. */
export interface Item41 {
  /** Número de línea. De 1 a 1000. */
  readonly NumeroLinea: number;
  /** Códigos del ítem. */
  readonly TablaCodigosItem?: TablaCodigosItem;
  /** Indicador de facturación. */
  readonly IndicadorFacturacion: IndicadorFacturacion;
  /** Retención o percepción. */
  readonly Retencion: Retencion41;
  /** Nombre del ítem. Hasta 80 caracteres. */
  readonly NombreItem: string;
  /** Bien o servicio. */
  readonly IndicadorBienoServicio: IndicadorBienoServicio;
  /** Descripción del ítem. Hasta 1000 caracteres. */
  readonly DescripcionItem?: string;
  /** Cantidad. Hasta 16 enteros y 2 decimales. */
  readonly CantidadItem: number;
  /** Unidad de medida. Código de la tabla UnidadMedida. */
  readonly UnidadMedida?: number;
  /** Fecha de elaboración. DD-MM-AAAA. */
  readonly FechaElaboracion?: string;
  /** Fecha de vencimiento del ítem. DD-MM-AAAA. */
  readonly FechaVencimientoItem?: string;
  /** Precio unitario. Hasta 16 enteros y 4 decimales. */
  readonly PrecioUnitarioItem: number;
  /** Descuento de la línea. Hasta 16 enteros y 2 decimales. */
  readonly DescuentoMonto?: number;
  /** Descuentos de la línea. */
  readonly TablaSubDescuento?: TablaSubDescuento;
  /** Recargo de la línea. Hasta 16 enteros y 2 decimales. */
  readonly RecargoMonto?: number;
  /** Recargos de la línea. */
  readonly TablaSubRecargo?: TablaSubRecargo;
  /** Línea en otra moneda. */
  readonly OtraMonedaDetalle?: OtraMonedaDetalle;
  /** Monto de la línea. Hasta 16 enteros y 2 decimales. */
  readonly MontoItem: number;
}

/** Retención o percepción. */
export interface Retencion41 {
  /** Indicador de retención o percepción. */
  readonly IndicadorAgenteRetencionoPercepcion: IndicadorAgenteRetencionoPercepcion;
  /** ITBIS retenido. Hasta 16 enteros y 2 decimales. */
  readonly MontoITBISRetenido?: number;
  /** ISR retenido. Hasta 16 enteros y 2 decimales. */
  readonly MontoISRRetenido?: number;
}

/** Descuentos y recargos globales. */
export interface DescuentosORecargos41 {
  /** Descuento o recargo global. Hasta 20. */
  readonly DescuentoORecargo: readonly DescuentoORecargo41[];
}

/** Descuento o recargo global. */
export interface DescuentoORecargo41 {
  /** Número de línea. De 0 a 99. */
  readonly NumeroLinea: number;
  /** Descuento (D) o recargo (R). */
  readonly TipoAjuste: TipoAjuste;
  /** Descripción del descuento o recargo. Hasta 45 caracteres. */
  readonly DescripcionDescuentooRecargo?: string;
  /** Por monto o porcentaje. */
  readonly TipoValor?: TipoValor;
  /** Porcentaje del descuento o recargo. Hasta 3 enteros y 2 decimales. */
  readonly ValorDescuentooRecargo?: number;
  /** Monto del descuento o recargo. Hasta 16 enteros y 2 decimales. */
  readonly MontoDescuentooRecargo?: number;
  /** Monto del descuento o recargo en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoDescuentooRecargoOtraMoneda?: number;
  /** Indicador de facturación que afecta. */
  readonly IndicadorFacturacionDescuentooRecargo?: IndicadorFacturacionDescuentooRecargo;
}

/** Paginación. */
export interface Paginacion41 {
  /** Página. Hasta 1000. */
  readonly Pagina: readonly Pagina41[];
}

/** Página. */
export interface Pagina41 {
  /** Número de página. De 1 a 1000. */
  readonly PaginaNo?: number;
  /** Primera línea de la página. De 1 a 1000. */
  readonly NoLineaDesde?: number;
  /** Última línea de la página. De 1 a 1000. */
  readonly NoLineaHasta?: number;
  /** Monto gravado de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravadoPagina?: number;
  /** Monto gravado con ITBIS 1 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravado1Pagina?: number;
  /** Monto gravado con ITBIS 2 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravado2Pagina?: number;
  /** Monto gravado con ITBIS 3 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravado3Pagina?: number;
  /** Monto exento de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalExentoPagina?: number;
  /** ITBIS de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbisPagina?: number;
  /** ITBIS 1 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbis1Pagina?: number;
  /** ITBIS 2 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbis2Pagina?: number;
  /** ITBIS 3 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbis3Pagina?: number;
  /** Monto subtotal de la página. Hasta 16 enteros y 2 decimales. */
  readonly MontoSubtotalPagina?: number;
}

/** Comprobante electrónico para gastos menores (tipo 43). */
export interface Ecf43 {
  /** Encabezado. */
  readonly Encabezado: Encabezado43;
  /** Detalle de bienes y servicios. */
  readonly DetallesItems: DetallesItems43;
  /** Subtotales informativos. */
  readonly Subtotales?: Subtotales43;
  /** Paginación. */
  readonly Paginacion?: Paginacion43;
  /** Comprobante que se modifica o reemplaza. */
  readonly InformacionReferencia?: InformacionReferencia31;
}

/** Encabezado. */
export interface Encabezado43 {
  /** Versión del formato. */
  readonly Version: Version;
  /** Identificación del comprobante. */
  readonly IdDoc: IdDoc43;
  /** Emisor. */
  readonly Emisor: Emisor41;
  /** Totales. */
  readonly Totales: Totales43;
  /** Totales en otra moneda. */
  readonly OtraMoneda?: OtraMoneda43;
}

/** Identificación del comprobante. */
export interface IdDoc43 {
  /** Tipo de e-CF. */
  readonly TipoeCF: 43;
  /** Número del comprobante (e-NCF). */
  readonly eNCF: string;
  /** Fecha de vencimiento de la secuencia. DD-MM-AAAA. */
  readonly FechaVencimientoSecuencia: string;
  /** Tipo de pago. */
  readonly TipoPago?: TipoPago;
  /** Total de páginas. De 2 a 9999. */
  readonly TotalPaginas?: number;
}

/** Totales. */
export interface Totales43 {
  /** Monto exento. Hasta 16 enteros y 2 decimales. */
  readonly MontoExento?: number;
  /** Monto total. Hasta 16 enteros y 2 decimales. */
  readonly MontoTotal: number;
  /** Monto del período. Hasta 16 enteros y 2 decimales. */
  readonly MontoPeriodo?: number;
  /** Saldo anterior. Hasta 16 enteros y 2 decimales. */
  readonly SaldoAnterior?: number;
  /** Monto del avance de pago. Hasta 16 enteros y 2 decimales. */
  readonly MontoAvancePago?: number;
  /** Valor a pagar. Hasta 16 enteros y 2 decimales. */
  readonly ValorPagar?: number;
}

/** Totales en otra moneda. */
export interface OtraMoneda43 {
  /** Código de la moneda. */
  readonly TipoMoneda?: TipoMoneda;
  /** Tipo de cambio. Hasta 3 enteros y 4 decimales. */
  readonly TipoCambio?: number;
  /** Monto exento en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoExentoOtraMoneda?: number;
  /** Monto total en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoTotalOtraMoneda?: number;
}

/** Detalle de bienes y servicios. */
export interface DetallesItems43 {
  /** Línea de detalle. Hasta 1000. */
  readonly Item: readonly Item43[];
}

/** Línea de detalle. */
export interface Item43 {
  /** Número de línea. De 1 a 1000. */
  readonly NumeroLinea: number;
  /** Códigos del ítem. */
  readonly TablaCodigosItem?: TablaCodigosItem;
  /** Indicador de facturación. */
  readonly IndicadorFacturacion: IndicadorFacturacion;
  /** Nombre del ítem. Hasta 80 caracteres. */
  readonly NombreItem: string;
  /** Bien o servicio. */
  readonly IndicadorBienoServicio: IndicadorBienoServicio;
  /** Descripción del ítem. Hasta 1000 caracteres. */
  readonly DescripcionItem?: string;
  /** Cantidad. Hasta 16 enteros y 2 decimales. */
  readonly CantidadItem: number;
  /** Unidad de medida. Código de la tabla UnidadMedida. */
  readonly UnidadMedida?: number;
  /** Precio unitario. Hasta 16 enteros y 4 decimales. */
  readonly PrecioUnitarioItem: number;
  /** Línea en otra moneda. */
  readonly OtraMonedaDetalle?: OtraMonedaDetalle;
  /** Monto de la línea. Hasta 16 enteros y 2 decimales. */
  readonly MontoItem: number;
}

/** Subtotales informativos. */
export interface Subtotales43 {
  /** Subtotal informativo. Hasta 20. */
  readonly Subtotal: readonly Subtotal43[];
}

/** Subtotal informativo. */
export interface Subtotal43 {
  /** Número del subtotal. De 0 a 99. */
  readonly NumeroSubTotal?: number;
  /** Descripción del subtotal. Hasta 40 caracteres. */
  readonly DescripcionSubtotal?: string;
  /** Orden del subtotal. De 0 a 99. */
  readonly Orden?: number;
  /** Subtotal exento. Hasta 16 enteros y 2 decimales. */
  readonly SubTotalExento?: number;
  /** Monto del subtotal. Hasta 16 enteros y 2 decimales. */
  readonly MontoSubTotal?: number;
  /** Líneas del subtotal. De 0 a 99. */
  readonly Lineas?: number;
}

/** Paginación. */
export interface Paginacion43 {
  /** Página. Hasta 1000. */
  readonly Pagina: readonly Pagina43[];
}

/** Página. */
export interface Pagina43 {
  /** Número de página. De 1 a 1000. */
  readonly PaginaNo?: number;
  /** Primera línea de la página. De 1 a 1000. */
  readonly NoLineaDesde?: number;
  /** Última línea de la página. De 1 a 1000. */
  readonly NoLineaHasta?: number;
  /** Monto exento de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalExentoPagina?: number;
  /** Monto subtotal de la página. Hasta 16 enteros y 2 decimales. */
  readonly MontoSubtotalPagina?: number;
}

/** Comprobante electrónico para regímenes especiales (tipo 44). */
export interface Ecf44 {
  /** Encabezado. */
  readonly Encabezado: Encabezado44;
  /** Detalle de bienes y servicios. */
  readonly DetallesItems: DetallesItems44;
  /** Subtotales informativos. */
  readonly Subtotales?: Subtotales44;
  /** Descuentos y recargos globales. */
  readonly DescuentosORecargos?: DescuentosORecargos41;
  /** Paginación. */
  readonly Paginacion?: Paginacion44;
  /** Comprobante que se modifica o reemplaza. */
  readonly InformacionReferencia?: InformacionReferencia31;
}

/** Encabezado. */
export interface Encabezado44 {
  /** Versión del formato. */
  readonly Version: Version;
  /** Identificación del comprobante. */
  readonly IdDoc: IdDoc44;
  /** Emisor. */
  readonly Emisor: Emisor31;
  /** Comprador. */
  readonly Comprador: Comprador44;
  /** Informaciones adicionales. */
  readonly InformacionesAdicionales?: InformacionesAdicionales31;
  /** Transporte. */
  readonly Transporte?: Transporte31;
  /** Totales. */
  readonly Totales: Totales44;
  /** Totales en otra moneda. */
  readonly OtraMoneda?: OtraMoneda44;
}

/** Identificación del comprobante. */
export interface IdDoc44 {
  /** Tipo de e-CF. */
  readonly TipoeCF: 44;
  /** Número del comprobante (e-NCF). */
  readonly eNCF: string;
  /** Fecha de vencimiento de la secuencia. DD-MM-AAAA. */
  readonly FechaVencimientoSecuencia: string;
  /** Indicador de envío diferido. */
  readonly IndicadorEnvioDiferido?: SiempreUno;
  /** Indicador de servicio todo incluido. */
  readonly IndicadorServicioTodoIncluido?: SiempreUno;
  /** Tipo de ingresos. En el XML: TipoIngresos. */
  readonly TipoIngreso: TipoIngresos;
  /** Tipo de pago. */
  readonly TipoPago: TipoPago;
  /** Fecha límite de pago. DD-MM-AAAA. */
  readonly FechaLimitePago?: string;
  /** Término de pago. Solo letras, dígitos, espacios y símbolos como $ o +, sin signos de puntuación. */
  readonly TerminoPago?: string;
  /** Formas de pago. */
  readonly TablaFormasPago?: TablaFormasPago;
  /** Tipo de cuenta de pago. */
  readonly TipoCuentaPago?: TipoCuentaPago;
  /** Número de la cuenta de pago. Hasta 28 caracteres. */
  readonly NumeroCuentaPago?: string;
  /** Banco de la cuenta de pago. Hasta 75 caracteres. */
  readonly BancoPago?: string;
  /** Inicio del período facturado. DD-MM-AAAA. */
  readonly FechaDesde?: string;
  /** Fin del período facturado. DD-MM-AAAA. */
  readonly FechaHasta?: string;
  /** Total de páginas. De 2 a 9999. */
  readonly TotalPaginas?: number;
}

/** Comprador. */
export interface Comprador44 {
  /** RNC o cédula del comprador. 9 u 11 dígitos, sin guiones. */
  readonly RNCComprador?: string;
  /** Identificación del comprador extranjero. Hasta 20 caracteres. */
  readonly IdentificadorExtranjero?: string;
  /** Razón social o nombre del comprador. Hasta 150 caracteres. */
  readonly RazonSocialComprador: string;
  /** Contacto del comprador. Hasta 80 caracteres. */
  readonly ContactoComprador?: string;
  /** Correo electrónico del comprador. Un correo electrónico. */
  readonly CorreoComprador?: string;
  /** Dirección del comprador. Hasta 100 caracteres. */
  readonly DireccionComprador?: string;
  /** Municipio del comprador. Código de la tabla ProvinciaMunicipio. */
  readonly MunicipioComprador?: string;
  /** Provincia del comprador. Código de la tabla ProvinciaMunicipio. */
  readonly ProvinciaComprador?: string;
  /** Fecha de entrega. DD-MM-AAAA. */
  readonly FechaEntrega?: string;
  /** Contacto para la entrega. Hasta 100 caracteres. */
  readonly ContactoEntrega?: string;
  /** Dirección de entrega. Hasta 100 caracteres. */
  readonly DireccionEntrega?: string;
  /** Teléfono adicional. Un teléfono en la forma 809-555-0100. */
  readonly TelefonoAdicional?: string;
  /** Fecha de la orden de compra. DD-MM-AAAA. */
  readonly FechaOrdenCompra?: string;
  /** Número de la orden de compra. Hasta 20 caracteres. */
  readonly NumeroOrdenCompra?: string;
  /** Código interno del comprador. Hasta 20 caracteres. */
  readonly CodigoInternoComprador?: string;
  /** Responsable del pago. Solo letras, comas y espacios. */
  readonly ResponsablePago?: string;
  /** Información adicional del comprador. Hasta 150 caracteres. */
  readonly InformacionAdicionalComprador?: string;
}

/** Totales. */
export interface Totales44 {
  /** Monto exento. Hasta 16 enteros y 2 decimales. */
  readonly MontoExento?: number;
  /** Total de impuestos adicionales. Hasta 16 enteros y 2 decimales. */
  readonly MontoImpuestoAdicional?: number;
  /** Impuestos adicionales. */
  readonly ImpuestosAdicionales?: ImpuestosAdicionales44;
  /** Monto total. Hasta 16 enteros y 2 decimales. */
  readonly MontoTotal: number;
  /** Monto no facturable. Hasta 16 enteros y 2 decimales. */
  readonly MontoNoFacturable?: number;
  /** Monto del período. Hasta 16 enteros y 2 decimales. */
  readonly MontoPeriodo?: number;
  /** Saldo anterior. Hasta 16 enteros y 2 decimales. */
  readonly SaldoAnterior?: number;
  /** Monto del avance de pago. Hasta 16 enteros y 2 decimales. */
  readonly MontoAvancePago?: number;
  /** Valor a pagar. Hasta 16 enteros y 2 decimales. */
  readonly ValorPagar?: number;
}

/** Impuestos adicionales. */
export interface ImpuestosAdicionales44 {
  /** Impuesto adicional. Hasta 20. */
  readonly ImpuestoAdicional: readonly ImpuestosAdicionalesImpuestoAdicional44[];
}

/** Impuesto adicional. */
export interface ImpuestosAdicionalesImpuestoAdicional44 {
  /** Código del impuesto adicional. Código de la tabla TipoImpuesto. */
  readonly TipoImpuesto: string;
  /** Tasa del impuesto adicional. Hasta 3 enteros y 2 decimales. */
  readonly TasaImpuestoAdicional: number;
  /** Otros impuestos adicionales. Hasta 16 enteros y 2 decimales. */
  readonly OtrosImpuestosAdicionales: number;
}

/** Totales en otra moneda. */
export interface OtraMoneda44 {
  /** Código de la moneda. */
  readonly TipoMoneda?: TipoMoneda;
  /** Tipo de cambio. Hasta 3 enteros y 4 decimales. */
  readonly TipoCambio?: number;
  /** Monto exento en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoExentoOtraMoneda?: number;
  /** Total de impuestos adicionales en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoImpuestoAdicionalOtraMoneda?: number;
  /** Impuestos adicionales en otra moneda. */
  readonly ImpuestosAdicionalesOtraMoneda?: ImpuestosAdicionalesOtraMoneda44;
  /** Monto total en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoTotalOtraMoneda?: number;
}

/** Impuestos adicionales en otra moneda. */
export interface ImpuestosAdicionalesOtraMoneda44 {
  /** Impuesto adicional en otra moneda. Hasta 20. */
  readonly ImpuestoAdicionalOtraMoneda: readonly ImpuestoAdicionalOtraMoneda44[];
}

/** Impuesto adicional en otra moneda. */
export interface ImpuestoAdicionalOtraMoneda44 {
  /** Código del impuesto adicional. Código de la tabla TipoImpuesto. */
  readonly TipoImpuestoOtraMoneda?: string;
  /** Tasa del impuesto adicional. Hasta 3 enteros y 2 decimales. */
  readonly TasaImpuestoAdicionalOtraMoneda?: number;
  /** Otros impuestos adicionales en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly OtrosImpuestosAdicionalesOtraMoneda?: number;
}

/** Detalle de bienes y servicios. */
export interface DetallesItems44 {
  /** Línea de detalle. Hasta 1000. */
  readonly Item: readonly Item44[];
}

/** Línea de detalle. */
export interface Item44 {
  /** Número de línea. De 1 a 1000. */
  readonly NumeroLinea: number;
  /** Códigos del ítem. */
  readonly TablaCodigosItem?: TablaCodigosItem;
  /** Indicador de facturación. */
  readonly IndicadorFacturacion: IndicadorFacturacion;
  /** Nombre del ítem. Hasta 80 caracteres. */
  readonly NombreItem: string;
  /** Bien o servicio. */
  readonly IndicadorBienoServicio: IndicadorBienoServicio;
  /** Descripción del ítem. Hasta 1000 caracteres. */
  readonly DescripcionItem?: string;
  /** Cantidad. Hasta 16 enteros y 2 decimales. */
  readonly CantidadItem: number;
  /** Unidad de medida. Código de la tabla UnidadMedida. */
  readonly UnidadMedida?: number;
  /** Fecha de elaboración. DD-MM-AAAA. */
  readonly FechaElaboracion?: string;
  /** Fecha de vencimiento del ítem. DD-MM-AAAA. */
  readonly FechaVencimientoItem?: string;
  /** Precio unitario. Hasta 16 enteros y 4 decimales. */
  readonly PrecioUnitarioItem: number;
  /** Descuento de la línea. Hasta 16 enteros y 2 decimales. */
  readonly DescuentoMonto?: number;
  /** Descuentos de la línea. */
  readonly TablaSubDescuento?: TablaSubDescuento;
  /** Recargo de la línea. Hasta 16 enteros y 2 decimales. */
  readonly RecargoMonto?: number;
  /** Recargos de la línea. */
  readonly TablaSubRecargo?: TablaSubRecargo;
  /** Impuestos adicionales de la línea. */
  readonly TablaImpuestoAdicional?: TablaImpuestoAdicional;
  /** Línea en otra moneda. */
  readonly OtraMonedaDetalle?: OtraMonedaDetalle;
  /** Monto de la línea. Hasta 16 enteros y 2 decimales. */
  readonly MontoItem: number;
}

/** Subtotales informativos. */
export interface Subtotales44 {
  /** Subtotal informativo. Hasta 20. */
  readonly Subtotal: readonly Subtotal44[];
}

/** Subtotal informativo. */
export interface Subtotal44 {
  /** Número del subtotal. De 0 a 99. */
  readonly NumeroSubTotal?: number;
  /** Descripción del subtotal. Hasta 40 caracteres. */
  readonly DescripcionSubtotal?: string;
  /** Orden del subtotal. De 0 a 99. */
  readonly Orden?: number;
  /** Subtotal de impuestos adicionales. Hasta 16 enteros y 2 decimales. */
  readonly SubTotalImpuestoAdicional?: number;
  /** Subtotal exento. Hasta 16 enteros y 2 decimales. */
  readonly SubTotalExento?: number;
  /** Monto del subtotal. Hasta 16 enteros y 2 decimales. */
  readonly MontoSubTotal?: number;
  /** Líneas del subtotal. De 0 a 99. */
  readonly Lineas?: number;
}

/** Paginación. */
export interface Paginacion44 {
  /** Página. Hasta 1000. */
  readonly Pagina: readonly Pagina44[];
}

/** Página. */
export interface Pagina44 {
  /** Número de página. De 1 a 1000. */
  readonly PaginaNo?: number;
  /** Primera línea de la página. De 1 a 1000. */
  readonly NoLineaDesde?: number;
  /** Última línea de la página. De 1 a 1000. */
  readonly NoLineaHasta?: number;
  /** Monto exento de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalExentoPagina?: number;
  /** Impuestos adicionales de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalImpuestoAdicionalPagina?: number;
  /** Desglose de impuestos adicionales de la página. */
  readonly SubtotalImpuestoAdicional?: SubtotalImpuestoAdicional44;
  /** Monto subtotal de la página. Hasta 16 enteros y 2 decimales. */
  readonly MontoSubtotalPagina?: number;
  /** Monto no facturable de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoNoFacturablePagina?: number;
}

/** Desglose de impuestos adicionales de la página. */
export interface SubtotalImpuestoAdicional44 {
  /** Otros impuestos de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalOtrosImpuesto?: number;
}

/** Comprobante electrónico gubernamental (tipo 45). */
export interface Ecf45 {
  /** Encabezado. */
  readonly Encabezado: Encabezado45;
  /** Detalle de bienes y servicios. */
  readonly DetallesItems: DetallesItems45;
  /** Subtotales informativos. */
  readonly Subtotales?: Subtotales31;
  /** Descuentos y recargos globales. */
  readonly DescuentosORecargos?: DescuentosORecargos31;
  /** Paginación. */
  readonly Paginacion?: Paginacion31;
  /** Comprobante que se modifica o reemplaza. */
  readonly InformacionReferencia?: InformacionReferencia31;
}

/** Encabezado. */
export interface Encabezado45 {
  /** Versión del formato. */
  readonly Version: Version;
  /** Identificación del comprobante. */
  readonly IdDoc: IdDoc45;
  /** Emisor. */
  readonly Emisor: Emisor31;
  /** Comprador. */
  readonly Comprador: Comprador31;
  /** Informaciones adicionales. */
  readonly InformacionesAdicionales?: InformacionesAdicionales45;
  /** Transporte. */
  readonly Transporte?: Transporte31;
  /** Totales. */
  readonly Totales: Totales32;
  /** Totales en otra moneda. */
  readonly OtraMoneda?: OtraMoneda45;
}

/** Identificación del comprobante. */
export interface IdDoc45 {
  /** Tipo de e-CF. */
  readonly TipoeCF: 45;
  /** Número del comprobante (e-NCF). */
  readonly eNCF: string;
  /** Fecha de vencimiento de la secuencia. DD-MM-AAAA. */
  readonly FechaVencimientoSecuencia: string;
  /** Indicador de envío diferido. */
  readonly IndicadorEnvioDiferido?: SiempreUno;
  /** Indica si los montos de las líneas incluyen el ITBIS. */
  readonly IndicadorMontoGravado?: IndicadorMontoGravado;
  /** Indicador de servicio todo incluido. */
  readonly IndicadorServicioTodoIncluido?: SiempreUno;
  /** Tipo de ingresos. En el XML: TipoIngresos. */
  readonly TipoIngreso: TipoIngresos;
  /** Tipo de pago. */
  readonly TipoPago: TipoPago;
  /** Fecha límite de pago. DD-MM-AAAA. */
  readonly FechaLimitePago?: string;
  /** Término de pago. Solo letras, dígitos, espacios y símbolos como $ o +, sin signos de puntuación. */
  readonly TerminoPago?: string;
  /** Formas de pago. */
  readonly TablaFormasPago?: TablaFormasPago;
  /** Tipo de cuenta de pago. */
  readonly TipoCuentaPago?: TipoCuentaPago;
  /** Número de la cuenta de pago. Hasta 28 caracteres. */
  readonly NumeroCuentaPago?: string;
  /** Banco de la cuenta de pago. Hasta 75 caracteres. */
  readonly BancoPago?: string;
  /** Inicio del período facturado. DD-MM-AAAA. */
  readonly FechaDesde?: string;
  /** Fin del período facturado. DD-MM-AAAA. */
  readonly FechaHasta?: string;
  /** Total de páginas. De 2 a 9999. */
  readonly TotalPaginas?: number;
}

/** Informaciones adicionales. */
export interface InformacionesAdicionales45 {
  /** Fecha de embarque. DD-MM-AAAA. */
  readonly FechaEmbarque?: string;
  /** Número de embarque. Hasta 25 caracteres. */
  readonly NumeroEmbarque?: string;
  /** Número de contenedor. Hasta 100 caracteres. */
  readonly NumeroContenedor?: string;
  /** Número de referencia. Hasta 20 caracteres. */
  readonly NumeroReferencia?: string;
  /** Peso bruto. Hasta 16 enteros y 2 decimales. */
  readonly PesoBruto?: number;
  /** Peso neto. Hasta 16 enteros y 2 decimales. */
  readonly PesoNeto?: number;
  /** Unidad del peso bruto. Código de la tabla UnidadMedida. */
  readonly UnidadPesoBruto?: number;
  /** Unidad del peso neto. Código de la tabla UnidadMedida. */
  readonly UnidadPesoNeto?: number;
  /** Cantidad de bultos. Hasta 16 enteros y 2 decimales. */
  readonly CantidadBulto?: number;
  /** Unidad de los bultos. Código de la tabla UnidadMedida. */
  readonly UnidadBulto?: number;
  /** Volumen de los bultos. Hasta 16 enteros y 2 decimales. */
  readonly VolumenBulto?: number;
  /** Unidad del volumen. Código de la tabla UnidadMedida. */
  readonly UnidadVolumen?: number;
}

/** Totales en otra moneda. */
export interface OtraMoneda45 {
  /** Código de la moneda. */
  readonly TipoMoneda?: TipoMoneda;
  /** Tipo de cambio. Hasta 3 enteros y 4 decimales. */
  readonly TipoCambio?: number;
  /** Monto gravado total en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoTotalOtraMoneda?: number;
  /** Monto gravado con ITBIS 1 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravado1OtraMoneda?: number;
  /** Monto gravado con ITBIS 2 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravado2OtraMoneda?: number;
  /** Monto gravado con ITBIS 3 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravado3OtraMoneda?: number;
  /** Monto exento en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoExentoOtraMoneda?: number;
  /** Total de ITBIS en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBISOtraMoneda?: number;
  /** Total de ITBIS 1 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS1OtraMoneda?: number;
  /** Total de ITBIS 2 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS2OtraMoneda?: number;
  /** Total de ITBIS 3 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS3OtraMoneda?: number;
  /** Total de impuestos adicionales en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoImpuestoAdicionalOtraMoneda?: number;
  /** Impuestos adicionales en otra moneda. */
  readonly ImpuestosAdicionalesOtraMoneda?: ImpuestosAdicionalesOtraMoneda45;
  /** Monto total en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoTotalOtraMoneda?: number;
}

/** Impuestos adicionales en otra moneda. */
export interface ImpuestosAdicionalesOtraMoneda45 {
  /** Impuesto adicional en otra moneda. Hasta 20. */
  readonly ImpuestoAdicionalOtraMoneda: readonly ImpuestoAdicionalOtraMoneda45[];
}

/** Impuesto adicional en otra moneda. */
export interface ImpuestoAdicionalOtraMoneda45 {
  /** Código del impuesto adicional. Código de la tabla TipoImpuesto. */
  readonly TipoImpuestoOtraMoneda?: string;
  /** Tasa del impuesto adicional. Hasta 3 enteros y 2 decimales. */
  readonly TasaImpuestoAdicionalOtraMoneda?: number;
  /** Impuesto selectivo específico en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoImpuestoSelectivoConsumoEspecificoOtraMoneda?: number;
  /** Impuesto selectivo ad valorem en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoImpuestoSelectivoConsumoAdvaloremOtraMoneda?: number;
  /** Otros impuestos adicionales en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly OtrosImpuestosAdicionalesOtraMoneda?: number;
}

/** Detalle de bienes y servicios. */
export interface DetallesItems45 {
  /** Línea de detalle. Hasta 1000. */
  readonly Item: readonly Item45[];
}

/** Línea de detalle. */
export interface Item45 {
  /** Número de línea. De 1 a 1000. */
  readonly NumeroLinea: number;
  /** Códigos del ítem. */
  readonly TablaCodigosItem?: TablaCodigosItem;
  /** Indicador de facturación. */
  readonly IndicadorFacturacion: IndicadorFacturacion;
  /** Nombre del ítem. Hasta 80 caracteres. */
  readonly NombreItem: string;
  /** Bien o servicio. */
  readonly IndicadorBienoServicio: IndicadorBienoServicio;
  /** Descripción del ítem. Hasta 1000 caracteres. */
  readonly DescripcionItem?: string;
  /** Cantidad. Hasta 16 enteros y 2 decimales. */
  readonly CantidadItem: number;
  /** Unidad de medida. Código de la tabla UnidadMedida. */
  readonly UnidadMedida?: number;
  /** Cantidad de referencia. Hasta 16 enteros y 2 decimales. */
  readonly CantidadReferencia?: number;
  /** Unidad de referencia. Código de la tabla UnidadMedida. */
  readonly UnidadReferencia?: number;
  /** Subcantidades. */
  readonly TablaSubcantidad?: TablaSubcantidad;
  /** Grados de alcohol. Hasta 3 enteros y 2 decimales. */
  readonly GradosAlcohol?: number;
  /** Precio unitario de referencia. Hasta 16 enteros y 2 decimales. */
  readonly PrecioUnitarioReferencia?: number;
  /** Fecha de elaboración. DD-MM-AAAA. */
  readonly FechaElaboracion?: string;
  /** Fecha de vencimiento del ítem. DD-MM-AAAA. */
  readonly FechaVencimientoItem?: string;
  /** Precio unitario. Hasta 16 enteros y 4 decimales. */
  readonly PrecioUnitarioItem: number;
  /** Descuento de la línea. Hasta 16 enteros y 2 decimales. */
  readonly DescuentoMonto?: number;
  /** Descuentos de la línea. */
  readonly TablaSubDescuento?: TablaSubDescuento;
  /** Recargo de la línea. Hasta 16 enteros y 2 decimales. */
  readonly RecargoMonto?: number;
  /** Recargos de la línea. */
  readonly TablaSubRecargo?: TablaSubRecargo;
  /** Impuestos adicionales de la línea. */
  readonly TablaImpuestoAdicional?: TablaImpuestoAdicional;
  /** Línea en otra moneda. */
  readonly OtraMonedaDetalle?: OtraMonedaDetalle;
  /** Monto de la línea. Hasta 16 enteros y 2 decimales. */
  readonly MontoItem: number;
}

/** Comprobante electrónico para exportaciones (tipo 46). */
export interface Ecf46 {
  /** Encabezado. */
  readonly Encabezado: Encabezado46;
  /** Detalle de bienes y servicios. */
  readonly DetallesItems: DetallesItems46;
  /** Subtotales informativos. */
  readonly Subtotales?: Subtotales46;
  /** Descuentos y recargos globales. */
  readonly DescuentosORecargos?: DescuentosORecargos41;
  /** Paginación. */
  readonly Paginacion?: Paginacion46;
  /** Comprobante que se modifica o reemplaza. */
  readonly InformacionReferencia?: InformacionReferencia31;
}

/** Encabezado. */
export interface Encabezado46 {
  /** Versión del formato. */
  readonly Version: Version;
  /** Identificación del comprobante. */
  readonly IdDoc: IdDoc46;
  /** Emisor. */
  readonly Emisor: Emisor31;
  /** Comprador. */
  readonly Comprador: Comprador46;
  /** Informaciones adicionales. */
  readonly InformacionesAdicionales?: InformacionesAdicionales46;
  /** Transporte. */
  readonly Transporte?: Transporte46;
  /** Totales. */
  readonly Totales: Totales46;
  /** Totales en otra moneda. */
  readonly OtraMoneda?: OtraMoneda46;
}

/** Identificación del comprobante. */
export interface IdDoc46 {
  /** Tipo de e-CF. */
  readonly TipoeCF: 46;
  /** Número del comprobante (e-NCF). */
  readonly eNCF: string;
  /** Fecha de vencimiento de la secuencia. DD-MM-AAAA. */
  readonly FechaVencimientoSecuencia: string;
  /** Indicador de envío diferido. */
  readonly IndicadorEnvioDiferido?: SiempreUno;
  /** Tipo de ingresos. En el XML: TipoIngresos. */
  readonly TipoIngreso: TipoIngresos;
  /** Tipo de pago. */
  readonly TipoPago: TipoPago;
  /** Fecha límite de pago. DD-MM-AAAA. */
  readonly FechaLimitePago?: string;
  /** Término de pago. Solo letras, dígitos, espacios y símbolos como $ o +, sin signos de puntuación. */
  readonly TerminoPago?: string;
  /** Formas de pago. */
  readonly TablaFormasPago?: TablaFormasPago;
  /** Tipo de cuenta de pago. */
  readonly TipoCuentaPago?: TipoCuentaPago;
  /** Número de la cuenta de pago. Hasta 28 caracteres. */
  readonly NumeroCuentaPago?: string;
  /** Banco de la cuenta de pago. Hasta 75 caracteres. */
  readonly BancoPago?: string;
  /** Inicio del período facturado. DD-MM-AAAA. */
  readonly FechaDesde?: string;
  /** Fin del período facturado. DD-MM-AAAA. */
  readonly FechaHasta?: string;
  /** Total de páginas. De 2 a 9999. */
  readonly TotalPaginas?: number;
}

/** Comprador. */
export interface Comprador46 {
  /** RNC o cédula del comprador. 9 u 11 dígitos, sin guiones. */
  readonly RNCComprador?: string;
  /** Identificación del comprador extranjero. Hasta 20 caracteres. */
  readonly IdentificadorExtranjero?: string;
  /** Razón social o nombre del comprador. Hasta 150 caracteres. */
  readonly RazonSocialComprador: string;
  /** Contacto del comprador. Hasta 80 caracteres. */
  readonly ContactoComprador?: string;
  /** Correo electrónico del comprador. Un correo electrónico. */
  readonly CorreoComprador?: string;
  /** Dirección del comprador. Hasta 100 caracteres. */
  readonly DireccionComprador?: string;
  /** Municipio del comprador. Código de la tabla ProvinciaMunicipio. */
  readonly MunicipioComprador?: string;
  /** Provincia del comprador. Código de la tabla ProvinciaMunicipio. */
  readonly ProvinciaComprador?: string;
  /** País del comprador. Un texto de tres caracteres o más, sin dígitos y con una letra al final. */
  readonly PaisComprador?: string;
  /** Fecha de entrega. DD-MM-AAAA. */
  readonly FechaEntrega?: string;
  /** Contacto para la entrega. Hasta 100 caracteres. */
  readonly ContactoEntrega?: string;
  /** Dirección de entrega. Hasta 100 caracteres. */
  readonly DireccionEntrega?: string;
  /** Teléfono adicional. Un teléfono en la forma 809-555-0100. */
  readonly TelefonoAdicional?: string;
  /** Fecha de la orden de compra. DD-MM-AAAA. */
  readonly FechaOrdenCompra?: string;
  /** Número de la orden de compra. Hasta 20 caracteres. */
  readonly NumeroOrdenCompra?: string;
  /** Código interno del comprador. Hasta 20 caracteres. */
  readonly CodigoInternoComprador?: string;
  /** Responsable del pago. Solo letras, comas y espacios. */
  readonly ResponsablePago?: string;
  /** Información adicional del comprador. Hasta 150 caracteres. */
  readonly InformacionAdicionalComprador?: string;
}

/** Informaciones adicionales. */
export interface InformacionesAdicionales46 {
  /** Fecha de embarque. DD-MM-AAAA. */
  readonly FechaEmbarque?: string;
  /** Número de embarque. Hasta 25 caracteres. */
  readonly NumeroEmbarque?: string;
  /** Número de contenedor. Hasta 100 caracteres. */
  readonly NumeroContenedor?: string;
  /** Número de referencia. Solo dígitos. */
  readonly NumeroReferencia?: string;
  /** Puerto de embarque. Hasta 40 caracteres. */
  readonly NombrePuertoEmbarque?: string;
  /** Condiciones de entrega. Un texto de tres caracteres o más, sin dígitos y con una letra al final. */
  readonly CondicionesEntrega?: string;
  /** Total FOB. Hasta 16 enteros y 2 decimales. */
  readonly TotalFob?: number;
  /** Seguro. Hasta 16 enteros y 2 decimales. */
  readonly Seguro?: number;
  /** Flete. Hasta 16 enteros y 2 decimales. */
  readonly Flete?: number;
  /** Otros gastos. Hasta 16 enteros y 2 decimales. */
  readonly OtrosGastos?: number;
  /** Total CIF. Hasta 16 enteros y 2 decimales. */
  readonly TotalCif?: number;
  /** Régimen aduanero. Un texto de tres caracteres o más, sin dígitos y con una letra al final. */
  readonly RegimenAduanero?: string;
  /** Puerto de salida. Hasta 40 caracteres. */
  readonly NombrePuertoSalida?: string;
  /** Puerto de desembarque. Hasta 40 caracteres. */
  readonly NombrePuertoDesembarque?: string;
  /** Peso bruto. Hasta 16 enteros y 2 decimales. */
  readonly PesoBruto?: number;
  /** Peso neto. Hasta 16 enteros y 2 decimales. */
  readonly PesoNeto?: number;
  /** Unidad del peso bruto. Código de la tabla UnidadMedida. */
  readonly UnidadPesoBruto?: number;
  /** Unidad del peso neto. Código de la tabla UnidadMedida. */
  readonly UnidadPesoNeto?: number;
  /** Cantidad de bultos. Hasta 16 enteros y 2 decimales. */
  readonly CantidadBulto?: number;
  /** Unidad de los bultos. Código de la tabla UnidadMedida. */
  readonly UnidadBulto?: number;
  /** Volumen de los bultos. Hasta 16 enteros y 2 decimales. */
  readonly VolumenBulto?: number;
  /** Unidad del volumen. Código de la tabla UnidadMedida. */
  readonly UnidadVolumen?: number;
}

/** Transporte. */
export interface Transporte46 {
  /** Vía de transporte. */
  readonly ViaTransporte?: ViaTransporte;
  /** País de origen. Un texto de tres caracteres o más, sin dígitos y con una letra al final. */
  readonly PaisOrigen?: string;
  /** Dirección de destino. Hasta 100 caracteres. */
  readonly DireccionDestino?: string;
  /** País de destino. Un texto de tres caracteres o más, sin dígitos y con una letra al final. */
  readonly PaisDestino?: string;
  /** RNC o identificación del transportista. Hasta 20 caracteres. */
  readonly RNCIdentificacionCompaniaTransportista?: string;
  /** Nombre del transportista. Hasta 150 caracteres. */
  readonly NombreCompaniaTransportista?: string;
  /** Número de viaje. Hasta 20 caracteres. */
  readonly NumeroViaje?: string;
  /** Conductor. Hasta 20 caracteres. */
  readonly Conductor?: string;
  /** Documento de transporte. Solo dígitos. */
  readonly DocumentoTransporte?: string;
  /** Ficha del vehículo. Hasta 10 caracteres. */
  readonly Ficha?: string;
  /** Placa del vehículo. Hasta 7 caracteres. */
  readonly Placa?: string;
  /** Ruta de transporte. Hasta 20 caracteres. */
  readonly RutaTransporte?: string;
  /** Zona de transporte. Hasta 20 caracteres. */
  readonly ZonaTransporte?: string;
  /** Número de albarán. Hasta 20 caracteres. */
  readonly NumeroAlbaran?: string;
}

/** Totales. */
export interface Totales46 {
  /** Monto gravado total. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoTotal?: number;
  /** Monto gravado con ITBIS 3 (0 %). Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoI3?: number;
  /** Tasa de ITBIS 3, en por ciento (0). De 0 a 99. */
  readonly ITBIS3?: number;
  /** Total de ITBIS. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS?: number;
  /** Total de ITBIS 3. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS3?: number;
  /** Monto total. Hasta 16 enteros y 2 decimales. */
  readonly MontoTotal: number;
  /** Monto no facturable. Hasta 16 enteros y 2 decimales. */
  readonly MontoNoFacturable?: number;
  /** Monto del período. Hasta 16 enteros y 2 decimales. */
  readonly MontoPeriodo?: number;
  /** Saldo anterior. Hasta 16 enteros y 2 decimales. */
  readonly SaldoAnterior?: number;
  /** Monto del avance de pago. Hasta 16 enteros y 2 decimales. */
  readonly MontoAvancePago?: number;
  /** Valor a pagar. Hasta 16 enteros y 2 decimales. */
  readonly ValorPagar?: number;
}

/** Totales en otra moneda. */
export interface OtraMoneda46 {
  /** Código de la moneda. */
  readonly TipoMoneda?: TipoMoneda;
  /** Tipo de cambio. Hasta 3 enteros y 4 decimales. */
  readonly TipoCambio?: number;
  /** Monto gravado total en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravadoTotalOtraMoneda?: number;
  /** Monto gravado con ITBIS 3 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoGravado3OtraMoneda?: number;
  /** Total de ITBIS en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBISOtraMoneda?: number;
  /** Total de ITBIS 3 en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly TotalITBIS3OtraMoneda?: number;
  /** Monto total en otra moneda. Hasta 16 enteros y 2 decimales. */
  readonly MontoTotalOtraMoneda?: number;
}

/** Detalle de bienes y servicios. */
export interface DetallesItems46 {
  /** Línea de detalle. Hasta 1000. */
  readonly Item: readonly Item46[];
}

/** Línea de detalle. */
export interface Item46 {
  /** Número de línea. De 1 a 1000. */
  readonly NumeroLinea: number;
  /** Códigos del ítem. */
  readonly TablaCodigosItem?: TablaCodigosItem;
  /** Indicador de facturación. */
  readonly IndicadorFacturacion: IndicadorFacturacion;
  /** Nombre del ítem. Hasta 80 caracteres. */
  readonly NombreItem: string;
  /** Bien o servicio. */
  readonly IndicadorBienoServicio: IndicadorBienoServicio;
  /** Descripción del ítem. Hasta 1000 caracteres. */
  readonly DescripcionItem?: string;
  /** Cantidad. Hasta 16 enteros y 2 decimales. */
  readonly CantidadItem: number;
  /** Unidad de medida. Código de la tabla UnidadMedida. */
  readonly UnidadMedida?: number;
  /** Fecha de elaboración. DD-MM-AAAA. */
  readonly FechaElaboracion?: string;
  /** Fecha de vencimiento del ítem. DD-MM-AAAA. */
  readonly FechaVencimientoItem?: string;
  /** Datos de minería. */
  readonly Mineria?: Mineria;
  /** Precio unitario. Hasta 16 enteros y 4 decimales. */
  readonly PrecioUnitarioItem: number;
  /** Descuento de la línea. Hasta 16 enteros y 2 decimales. */
  readonly DescuentoMonto?: number;
  /** Descuentos de la línea. */
  readonly TablaSubDescuento?: TablaSubDescuento;
  /** Recargo de la línea. Hasta 16 enteros y 2 decimales. */
  readonly RecargoMonto?: number;
  /** Recargos de la línea. */
  readonly TablaSubRecargo?: TablaSubRecargo;
  /** Línea en otra moneda. */
  readonly OtraMonedaDetalle?: OtraMonedaDetalle;
  /** Monto de la línea. Hasta 16 enteros y 2 decimales. */
  readonly MontoItem: number;
}

/** Subtotales informativos. */
export interface Subtotales46 {
  /** Subtotal informativo. Hasta 20. */
  readonly Subtotal: readonly Subtotal46[];
}

/** Subtotal informativo. */
export interface Subtotal46 {
  /** Número del subtotal. De 0 a 99. */
  readonly NumeroSubTotal?: number;
  /** Descripción del subtotal. Hasta 40 caracteres. */
  readonly DescripcionSubtotal?: string;
  /** Orden del subtotal. De 0 a 99. */
  readonly Orden?: number;
  /** Subtotal del monto gravado. Hasta 16 enteros y 2 decimales. */
  readonly SubTotalMontoGravadoTotal?: number;
  /** Subtotal del monto gravado con ITBIS 3. Hasta 16 enteros y 2 decimales. */
  readonly SubTotalMontoGravadoI3?: number;
  /** Subtotal de ITBIS. Hasta 16 enteros y 2 decimales. */
  readonly SubTotaITBIS?: number;
  /** Subtotal de ITBIS 3. Hasta 16 enteros y 2 decimales. */
  readonly SubTotaITBIS3?: number;
  /** Monto del subtotal. Hasta 16 enteros y 2 decimales. */
  readonly MontoSubTotal?: number;
  /** Líneas del subtotal. De 0 a 99. */
  readonly Lineas?: number;
}

/** Paginación. */
export interface Paginacion46 {
  /** Página. Hasta 1000. */
  readonly Pagina: readonly Pagina46[];
}

/** Página. */
export interface Pagina46 {
  /** Número de página. De 1 a 1000. */
  readonly PaginaNo?: number;
  /** Primera línea de la página. De 1 a 1000. */
  readonly NoLineaDesde?: number;
  /** Última línea de la página. De 1 a 1000. */
  readonly NoLineaHasta?: number;
  /** Monto gravado de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravadoPagina?: number;
  /** Monto gravado con ITBIS 3 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoGravado3Pagina?: number;
  /** ITBIS de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbisPagina?: number;
  /** ITBIS 3 de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalItbis3Pagina?: number;
  /** Monto subtotal de la página. Hasta 16 enteros y 2 decimales. */
  readonly MontoSubtotalPagina?: number;
  /** Monto no facturable de la página. Hasta 16 enteros y 2 decimales. */
  readonly SubtotalMontoNoFacturablePagina?: number;
}

/** Comprobante electrónico para pagos al exterior (tipo 47). */
export interface Ecf47 {
  /** Encabezado. */
  readonly Encabezado: Encabezado47;
  /** Detalle de bienes y servicios. */
  readonly DetallesItems: DetallesItems47;
  /** Subtotales informativos. */
  readonly Subtotales?: Subtotales43;
  /** Paginación. */
  readonly Paginacion?: Paginacion43;
  /** Comprobante que se modifica o reemplaza. */
  readonly InformacionReferencia?: InformacionReferencia31;
}

/** Encabezado. */
export interface Encabezado47 {
  /** Versión del formato. */
  readonly Version: Version;
  /** Identificación del comprobante. */
  readonly IdDoc: IdDoc47;
  /** Emisor. */
  readonly Emisor: Emisor41;
  /** Comprador. */
  readonly Comprador?: Comprador47;
  /** Transporte. */
  readonly Transporte?: Transporte47;
  /** Totales. */
  readonly Totales: Totales47;
  /** Totales en otra moneda. */
  readonly OtraMoneda?: OtraMoneda43;
}

/** Identificación del comprobante. */
export interface IdDoc47 {
  /** Tipo de e-CF. */
  readonly TipoeCF: 47;
  /** Número del comprobante (e-NCF). */
  readonly eNCF: string;
  /** Fecha de vencimiento de la secuencia. DD-MM-AAAA. */
  readonly FechaVencimientoSecuencia: string;
  /** Tipo de pago. */
  readonly TipoPago?: TipoPago;
  /** Fecha límite de pago. DD-MM-AAAA. */
  readonly FechaLimitePago?: string;
  /** Término de pago. Solo letras, dígitos, espacios y símbolos como $ o +, sin signos de puntuación. */
  readonly TerminoPago?: string;
  /** Formas de pago. */
  readonly TablaFormasPago?: TablaFormasPago;
  /** Tipo de cuenta de pago. */
  readonly TipoCuentaPago?: TipoCuentaPago;
  /** Número de la cuenta de pago. Hasta 28 caracteres. */
  readonly NumeroCuentaPago?: string;
  /** Banco de la cuenta de pago. Hasta 75 caracteres. */
  readonly BancoPago?: string;
  /** Inicio del período facturado. DD-MM-AAAA. */
  readonly FechaDesde?: string;
  /** Fin del período facturado. DD-MM-AAAA. */
  readonly FechaHasta?: string;
  /** Total de páginas. De 2 a 9999. */
  readonly TotalPaginas?: number;
}

/** Comprador. */
export interface Comprador47 {
  /** Identificación del comprador extranjero. Hasta 20 caracteres. */
  readonly IdentificadorExtranjero?: string;
  /** Razón social o nombre del comprador. Hasta 150 caracteres. */
  readonly RazonSocialComprador?: string;
}

/** Transporte. */
export interface Transporte47 {
  /** País de destino. Solo letras, comas y espacios. */
  readonly PaisDestino?: string;
}

/** Totales. */
export interface Totales47 {
  /** Monto exento. Hasta 16 enteros y 2 decimales. */
  readonly MontoExento?: number;
  /** Monto total. Hasta 16 enteros y 2 decimales. */
  readonly MontoTotal: number;
  /** Monto del período. Hasta 16 enteros y 2 decimales. */
  readonly MontoPeriodo?: number;
  /** Saldo anterior. Hasta 16 enteros y 2 decimales. */
  readonly SaldoAnterior?: number;
  /** Monto del avance de pago. Hasta 16 enteros y 2 decimales. */
  readonly MontoAvancePago?: number;
  /** Valor a pagar. Hasta 16 enteros y 2 decimales. */
  readonly ValorPagar?: number;
  /** Total de ISR retenido. Hasta 16 enteros y 2 decimales. */
  readonly TotalISRRetencion?: number;
}

/** Detalle de bienes y servicios. */
export interface DetallesItems47 {
  /** Línea de detalle. Hasta 1000. */
  readonly Item: readonly Item47[];
}

/** Línea de detalle. */
export interface Item47 {
  /** Número de línea. De 1 a 1000. */
  readonly NumeroLinea: number;
  /** Códigos del ítem. */
  readonly TablaCodigosItem?: TablaCodigosItem;
  /** Indicador de facturación. */
  readonly IndicadorFacturacion: IndicadorFacturacion;
  /** Retención o percepción. */
  readonly Retencion: Retencion47;
  /** Nombre del ítem. Hasta 80 caracteres. */
  readonly NombreItem: string;
  /** Bien o servicio. */
  readonly IndicadorBienoServicio: IndicadorBienoServicio;
  /** Descripción del ítem. Hasta 1000 caracteres. */
  readonly DescripcionItem?: string;
  /** Cantidad. Hasta 16 enteros y 2 decimales. */
  readonly CantidadItem: number;
  /** Unidad de medida. Código de la tabla UnidadMedida. */
  readonly UnidadMedida?: number;
  /** Precio unitario. Hasta 16 enteros y 4 decimales. */
  readonly PrecioUnitarioItem: number;
  /** Línea en otra moneda. */
  readonly OtraMonedaDetalle?: OtraMonedaDetalle;
  /** Monto de la línea. Hasta 16 enteros y 2 decimales. */
  readonly MontoItem: number;
}

/** Retención o percepción. */
export interface Retencion47 {
  /** Indicador de retención o percepción. */
  readonly IndicadorAgenteRetencionoPercepcion: IndicadorAgenteRetencionoPercepcion;
  /** ISR retenido. Hasta 16 enteros y 2 decimales. */
  readonly MontoISRRetenido: number;
}

/**
 * Tabla Version:
 * - `1.0` Versión 1.0 del formato
 */
export type Version = '1.0';

/**
 * Tabla SiempreUno:
 * - `1` Sí
 */
export type SiempreUno = 1;

/**
 * Tabla IndicadorMontoGravado:
 * - `0` Los montos de las líneas no incluyen el ITBIS
 * - `1` Los montos de las líneas incluyen el ITBIS
 */
export type IndicadorMontoGravado = 0 | 1;

/**
 * Tabla TipoIngresos:
 * - `01` Ingresos por operaciones (no financieros)
 * - `02` Ingresos financieros
 * - `03` Ingresos extraordinarios
 * - `04` Ingresos por arrendamientos
 * - `05` Ingresos por venta de activo depreciable
 * - `06` Otros ingresos
 */
export type TipoIngresos = '01' | '02' | '03' | '04' | '05' | '06';

/**
 * Tabla TipoPago:
 * - `1` Contado
 * - `2` Crédito
 * - `3` Gratuito
 */
export type TipoPago = 1 | 2 | 3;

/**
 * Tabla TipoCuentaPago:
 * - `CT` Cuenta corriente
 * - `AH` Ahorro
 * - `OT` Otra
 */
export type TipoCuentaPago = 'CT' | 'AH' | 'OT';

/**
 * Tabla FormaPago:
 * - `1` Efectivo
 * - `2` Cheque, transferencia o depósito
 * - `3` Tarjeta de débito o crédito
 * - `4` Venta a crédito
 * - `5` Bonos o certificados de regalo
 * - `6` Permuta
 * - `7` Nota de crédito
 * - `8` Otras formas de pago
 */
export type FormaPago = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/**
 * Tabla TipoMoneda:
 * - `BRL` REAL BRASILENO
 * - `CAD` DOLAR CANADIENSE
 * - `CHF` FRANCO SUIZO
 * - `CHY` YUAN CHINO
 * - `XDR` DERECHO ESPECIAL DE GIRO
 * - `DKK` CORONA DANESA
 * - `EUR` EURO
 * - `GBP` LIBRA ESTERLINA
 * - `JPY` YEN JAPONES
 * - `NOK` CORONA NORUEGA
 * - `SCP` LIBRA ESCOCESA
 * - `SEK` CORONA SUECA
 * - `USD` DOLAR ESTADOUNIDENSE
 * - `VEF` BOLIVAR FUERTE VENEZOLANO
 * - `HTG` GURDA HAITIANA
 * - `MXN` PESO MEXICANO
 * - `COP` PESO COLOMBIANO
 */
export type TipoMoneda =
  | 'BRL'
  | 'CAD'
  | 'CHF'
  | 'CHY'
  | 'XDR'
  | 'DKK'
  | 'EUR'
  | 'GBP'
  | 'JPY'
  | 'NOK'
  | 'SCP'
  | 'SEK'
  | 'USD'
  | 'VEF'
  | 'HTG'
  | 'MXN'
  | 'COP';

/**
 * Tabla IndicadorFacturacion:
 * - `0` No facturable
 * - `1` ITBIS 1 (18 %)
 * - `2` ITBIS 2 (16 %)
 * - `3` ITBIS 3 (0 %)
 * - `4` Exento
 */
export type IndicadorFacturacion = 0 | 1 | 2 | 3 | 4;

/**
 * Tabla IndicadorBienoServicio:
 * - `1` Bien
 * - `2` Servicio
 */
export type IndicadorBienoServicio = 1 | 2;

/**
 * Tabla IndicadorAgenteRetencionoPercepcion:
 * - `1` Retención
 * - `2` Percepción
 */
export type IndicadorAgenteRetencionoPercepcion = 1 | 2;

/**
 * Tabla TipoValor:
 * - `$` Monto
 * - `%` Porcentaje
 */
export type TipoValor = '$' | '%';

/**
 * Tabla TipoAjuste:
 * - `D` Descuento
 * - `R` Recargo
 */
export type TipoAjuste = 'D' | 'R';

/**
 * Tabla IndicadorNorma1007:
 * - `0` No
 * - `1` Descuento de la Norma General 10-07
 */
export type IndicadorNorma1007 = 0 | 1;

/**
 * Tabla IndicadorFacturacionDescuentooRecargo:
 * - `1` ITBIS 1 (18 %)
 * - `2` ITBIS 2 (16 %)
 * - `3` ITBIS 3 (0 %)
 * - `4` Exento
 */
export type IndicadorFacturacionDescuentooRecargo = 1 | 2 | 3 | 4;

/**
 * Tabla CodigoModificacion:
 * - `1` Anula el NCF modificado
 * - `2` Corrige texto del comprobante modificado
 * - `3` Corrige montos del NCF modificado
 * - `4` Reemplazo de NCF emitido en contingencia
 * - `5` Referencia a una factura de consumo electrónica
 */
export type CodigoModificacion = 1 | 2 | 3 | 4 | 5;

/**
 * Tabla TipoAfiliacion:
 * - `1` Afiliada
 * - `2` No afiliada
 */
export type TipoAfiliacion = 1 | 2;

/**
 * Tabla Liquidacion:
 * - `1` Provisional
 * - `2` Final
 */
export type Liquidacion = 1 | 2;

/**
 * Tabla IndicadorNotaCredito:
 * - `0` Emitida hasta 30 días después del comprobante afectado
 * - `1` Emitida más de 30 días después
 */
export type IndicadorNotaCredito = 0 | 1;

/**
 * Tabla ViaTransporte:
 * - `01` Terrestre
 * - `02` Marítimo
 * - `03` Aérea
 */
export type ViaTransporte = '01' | '02' | '03';
