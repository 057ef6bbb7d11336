/**
 * A small voucher of each type, like the first one of a shop. The published OpenAPI document shows them. Each is valid
 * without changes for the company it names. Parties are fictitious. The notes (types 33 and 34) modify the type 31.
 */
import { ecfTypeList, ecfTypes, type EcfType } from '../model/ecf-types.js';

export interface EcfExample {
  readonly type: EcfType;
  readonly resumen: string;
  readonly body: ReturnType<typeof bodyOf>;
}

interface Parts {
  readonly resumen: string;
  /** The fields after eNCF and, if the type has it, FechaVencimientoSecuencia. */
  readonly idDoc?: object;
  readonly comprador?: object;
  readonly totales: object;
  readonly items: readonly object[];
  readonly referencia?: object;
}

const emisor = {
  RNCEmisor: '999999992',
  RazonSocialEmisor: 'EMPRESA DE PRUEBA SRL',
  DireccionEmisor: 'CALLE PRIMERA NO. 1, SANTO DOMINGO',
  FechaEmision: '01-07-2026',
};

const comprador = { RNCComprador: '131880681', RazonSocialComprador: 'COMPRADOR DE PRUEBA SRL' };

const sale = { IndicadorMontoGravado: 0, TipoIngreso: '01', TipoPago: 1 };

/**
 * The reference of both notes: the example of type 31, of the same date. The demo issues E310000000001 with another date.
 */
const invoice31 = { NCFModificado: 'E310000000011', FechaNCFModificado: '01-07-2026', CodigoModificacion: 3 };

const parts: Readonly<Record<EcfType, Parts>> = {
  31: {
    resumen: 'Factura de crédito fiscal: diez artículos gravados al 18 %',
    idDoc: sale,
    comprador,
    totales: taxedAt18(1000),
    items: [item({ indicador: 1, bien: 'Resma de papel', cantidad: 10, precio: 100 })],
  },
  32: {
    resumen: 'Factura de consumo desde RD$ 250,000.00, que lleva los datos del comprador',
    idDoc: sale,
    comprador,
    totales: taxedAt18(250_000),
    items: [item({ indicador: 1, bien: 'Planta eléctrica', cantidad: 1, precio: 250_000 })],
  },
  33: {
    resumen: 'Nota de débito: un cargo que faltó en la factura',
    idDoc: sale,
    comprador,
    totales: taxedAt18(150),
    items: [item({ indicador: 1, servicio: 'Entrega a domicilio', cantidad: 1, precio: 150 })],
    referencia: { ...invoice31, RazonModificacion: 'Entrega no facturada' },
  },
  34: {
    resumen: 'Nota de crédito: devolución de un artículo dentro de los 30 días',
    idDoc: { IndicadorNotaCredito: 0, ...sale },
    comprador,
    totales: taxedAt18(100),
    items: [item({ indicador: 1, bien: 'Resma de papel', cantidad: 1, precio: 100 })],
    referencia: { ...invoice31, RazonModificacion: 'Devolución de un artículo' },
  },
  41: {
    resumen: 'Compras: un servicio de un proveedor informal, con ITBIS e ISR retenidos',
    idDoc: { IndicadorMontoGravado: 0, TipoPago: 1 },
    comprador: { RNCComprador: '131880681', RazonSocialComprador: 'PROVEEDOR DE PRUEBA' },
    totales: {
      ...taxedAt18(10_000),
      TotalITBISRetenido: 1800,
      TotalISRRetencion: 1000,
    },
    items: [
      item({
        indicador: 1,
        servicio: 'Pintura de oficina',
        cantidad: 1,
        precio: 10_000,
        retencion: {
          IndicadorAgenteRetencionoPercepcion: 1,
          MontoITBISRetenido: 1800,
          MontoISRRetenido: 1000,
        },
      }),
    ],
  },
  43: {
    resumen: 'Gasto menor: siempre exento y sin comprador',
    totales: { MontoExento: 350, MontoTotal: 350 },
    items: [item({ indicador: 4, servicio: 'Parqueo', cantidad: 1, precio: 350 })],
  },
  44: {
    resumen: 'Régimen especial: venta exenta a una empresa de zona franca',
    idDoc: { TipoIngreso: '01', TipoPago: 1 },
    comprador: { RNCComprador: '131880681', RazonSocialComprador: 'ZONA FRANCA DE PRUEBA SRL' },
    totales: { MontoExento: 25_000, MontoTotal: 25_000 },
    items: [item({ indicador: 4, bien: 'Caja de cartón corrugado', cantidad: 1000, precio: 25 })],
  },
  45: {
    resumen: 'Gubernamental: venta a una institución del Estado',
    idDoc: sale,
    comprador: { RNCComprador: '131880681', RazonSocialComprador: 'INSTITUCIÓN DE PRUEBA' },
    totales: taxedAt18(40_000),
    items: [
      item({ indicador: 1, servicio: 'Mantenimiento de aires acondicionados', cantidad: 8, precio: 5000 }),
    ],
  },
  46: {
    resumen: 'Exportación: bienes a tasa cero para un comprador extranjero',
    idDoc: { TipoIngreso: '01', TipoPago: 1 },
    comprador: {
      IdentificadorExtranjero: 'EX-0001',
      RazonSocialComprador: 'TEST BUYER LLC',
      PaisComprador: 'Estados Unidos',
    },
    totales: {
      MontoGravadoTotal: 120_000,
      MontoGravadoI3: 120_000,
      ITBIS3: 0,
      TotalITBIS: 0,
      TotalITBIS3: 0,
      MontoTotal: 120_000,
    },
    items: [item({ indicador: 3, bien: 'Cacao orgánico en grano, saco', cantidad: 10, precio: 12_000 })],
  },
  47: {
    resumen: 'Pagos al exterior: un servicio exento con ISR retenido',
    idDoc: { TipoPago: 1 },
    comprador: { IdentificadorExtranjero: 'EX-0002', RazonSocialComprador: 'TEST SUPPLIER INC' },
    totales: { MontoExento: 60_000, MontoTotal: 60_000, TotalISRRetencion: 16_200 },
    items: [
      item({
        indicador: 4,
        servicio: 'Licencia de software',
        cantidad: 1,
        precio: 60_000,
        retencion: { IndicadorAgenteRetencionoPercepcion: 1, MontoISRRetenido: 16_200 },
      }),
    ],
  },
};

export const ecfExamples: readonly EcfExample[] = ecfTypeList.map((type) => ({
  type,
  resumen: parts[type].resumen,
  body: bodyOf(type, parts[type]),
}));

function bodyOf(type: EcfType, { idDoc, comprador: buyer, totales, items, referencia }: Parts) {
  return {
    ECF: {
      Encabezado: {
        Version: '1.0',
        IdDoc: {
          TipoeCF: type,
          eNCF: type === 31 ? invoice31.NCFModificado : `E${type}0000000001`,
          ...(ecfTypes[type].sequenceExpires ? { FechaVencimientoSecuencia: '31-12-2028' } : {}),
          ...idDoc,
        },
        Emisor: emisor,
        ...(buyer === undefined ? {} : { Comprador: buyer }),
        Totales: totales,
      },
      DetallesItems: { Item: items.map((item, index) => ({ NumeroLinea: index + 1, ...item })) },
      ...(referencia === undefined ? {} : { InformacionReferencia: referencia }),
    },
  };
}

function taxedAt18(gravado: number): object {
  const itbis = (gravado * 18) / 100;
  return {
    MontoGravadoTotal: gravado,
    MontoGravadoI1: gravado,
    ITBIS1: 18,
    TotalITBIS: itbis,
    TotalITBIS1: itbis,
    MontoTotal: gravado + itbis,
  };
}

interface Item {
  /** IndicadorFacturacion: 1 for 18 %, 3 for 0 %, 4 exempt. */
  readonly indicador: 1 | 3 | 4;
  readonly bien?: string;
  readonly servicio?: string;
  readonly cantidad: number;
  readonly precio: number;
  readonly retencion?: object;
}

function item({ indicador, bien, servicio, cantidad, precio, retencion }: Item): object {
  return {
    IndicadorFacturacion: indicador,
    ...(retencion === undefined ? {} : { Retencion: retencion }),
    NombreItem: bien ?? servicio,
    IndicadorBienoServicio: bien === undefined ? 2 : 1,
    CantidadItem: cantidad,
    PrecioUnitarioItem: precio,
    MontoItem: cantidad * precio,
  };
}
