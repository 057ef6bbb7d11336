/** Vouchers a shop would send: valid, small, with fictitious parties. */

export interface SampleOptions {
  readonly encf: string;
  readonly rncEmisor?: string;
  readonly correlation?: string;
  /** Unit price of the one line, before ITBIS; 1,000.00 for a type 31, 250,000.00 for a type 32. */
  readonly price?: number;
}

/** A type 31 or 32 voucher of one taxed line at 18 %. */
export function sampleEcf({ encf, rncEmisor = '999999992', price }: SampleOptions) {
  const tipo = Number(encf.slice(1, 3));
  const base = price ?? (tipo === 32 ? 250_000 : 1_000);
  const itbis = Math.round(base * 18) / 100;
  return {
    ECF: {
      Encabezado: {
        Version: '1.0',
        IdDoc: {
          TipoeCF: tipo,
          eNCF: encf,
          ...(tipo === 32 ? {} : { FechaVencimientoSecuencia: '31-12-2028' }),
          IndicadorMontoGravado: 0,
          TipoIngreso: '01',
          TipoPago: 1,
        },
        Emisor: {
          RNCEmisor: rncEmisor,
          RazonSocialEmisor: 'EMPRESA DE PRUEBA SRL',
          DireccionEmisor: 'CALLE PRIMERA NO. 1, SANTO DOMINGO',
          FechaEmision: '20-11-2026',
        },
        Comprador: { RNCComprador: '131880681', RazonSocialComprador: 'COMPRADOR DE PRUEBA SRL' },
        Totales: {
          MontoGravadoTotal: base,
          MontoGravadoI1: base,
          ITBIS1: 18,
          TotalITBIS: itbis,
          TotalITBIS1: itbis,
          MontoTotal: base + itbis,
        },
      },
      DetallesItems: {
        Item: [
          {
            NumeroLinea: 1,
            IndicadorFacturacion: 1,
            NombreItem: 'SERVICIO DE PRUEBA',
            IndicadorBienoServicio: 2,
            CantidadItem: 1,
            PrecioUnitarioItem: base,
            MontoItem: base,
          },
        ],
      },
    },
  };
}

/** A note on the voucher `on`, with one line like the samples'. */
export function sampleNote({ on, codigo = 3, ...options }: SampleOptions & { on: string; codigo?: number }) {
  const { ECF } = sampleEcf(options);
  const credit = options.encf.startsWith('E34');
  const { FechaVencimientoSecuencia, ...idDoc } = ECF.Encabezado.IdDoc;
  const IdDoc = credit ? { ...idDoc, IndicadorNotaCredito: 0 } : { ...idDoc, FechaVencimientoSecuencia };
  return {
    ECF: {
      ...ECF,
      Encabezado: { ...ECF.Encabezado, IdDoc },
      InformacionReferencia: {
        NCFModificado: on,
        FechaNCFModificado: ECF.Encabezado.Emisor.FechaEmision,
        CodigoModificacion: codigo,
      },
    },
  };
}

/** Numbers for one test file: distinct, in ascending order. */
export function encfs(type: 31 | 32 | 33 | 34): () => string {
  let serial = 0;
  return () => {
    serial += 1;
    return `E${type}${String(serial).padStart(10, '0')}`;
  };
}
