/** A small valid voucher for the demo, the benches and the tests. The parties are fictitious, and each line is taxed at 18 %. */

export interface SampleVoucherOptions {
  readonly encf: string;
  readonly issuer: { readonly rnc: string; readonly razonSocial: string };
  /** DD-MM-YYYY. */
  readonly issuedOn: string;
  /** The amount of each line, before ITBIS. */
  readonly prices: readonly number[];
  /** When the sequence expires, DD-MM-YYYY. Default: 31-12-2028. Types 32 and 34 do not have it. */
  readonly expiresOn?: string | null;
}

export function sampleVoucher({ encf, issuer, issuedOn, prices, expiresOn }: SampleVoucherOptions) {
  const type = Number(encf.slice(1, 3));
  return {
    ECF: {
      Encabezado: {
        Version: '1.0',
        IdDoc: {
          TipoeCF: type,
          eNCF: encf,
          ...(type === 32 || type === 34 ? {} : { FechaVencimientoSecuencia: expiresOn ?? '31-12-2028' }),
          IndicadorMontoGravado: 0,
          TipoIngreso: '01',
          TipoPago: 1,
        },
        Emisor: {
          RNCEmisor: issuer.rnc,
          RazonSocialEmisor: issuer.razonSocial,
          DireccionEmisor: 'CALLE PRIMERA NO. 1, SANTO DOMINGO',
          FechaEmision: issuedOn,
        },
        Comprador: { RNCComprador: '131880681', RazonSocialComprador: 'COMPRADOR DE PRUEBA SRL' },
        Totales: totalsOf(prices),
      },
      DetallesItems: { Item: prices.map(lineOf) },
    },
  };
}

function totalsOf(prices: readonly number[]) {
  const base = toCents(prices.reduce((sum, price) => sum + price, 0));
  const itbis = Math.round(base * 18) / 100;
  return {
    MontoGravadoTotal: base,
    MontoGravadoI1: base,
    ITBIS1: 18,
    TotalITBIS: itbis,
    TotalITBIS1: itbis,
    MontoTotal: toCents(base + itbis),
  };
}

function lineOf(price: number, index: number) {
  return {
    NumeroLinea: index + 1,
    IndicadorFacturacion: 1,
    NombreItem: 'SERVICIO DE PRUEBA',
    IndicadorBienoServicio: 2,
    CantidadItem: 1,
    PrecioUnitarioItem: price,
    MontoItem: price,
  };
}

function toCents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
