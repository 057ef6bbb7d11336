/** The sample voucher as suites send it: their usual issuer, date and prices. */
import { sampleVoucher } from '../../../tools/demo/sample-voucher.js';

export interface SampleOptions {
  readonly encf: string;
  readonly rncEmisor?: string;
  /** Unit price of the one line, before ITBIS; 1,000.00 for a type 31, 250,000.00 for a type 32. */
  readonly price?: number;
}

/** A type 31 or 32 voucher of one taxed line at 18 %. */
export function sampleEcf({ encf, rncEmisor = '999999992', price }: SampleOptions) {
  return sampleVoucher({
    encf,
    issuer: { rnc: rncEmisor, razonSocial: 'EMPRESA DE PRUEBA SRL' },
    issuedOn: '20-11-2026',
    prices: [price ?? (encf.startsWith('E32') ? 250_000 : 1_000)],
  });
}

/** A note on the voucher `on`, with one line like the samples'. */
export function sampleNote({ on, codigo = 3, ...options }: SampleOptions & { on: string; codigo?: number }) {
  const { ECF } = sampleEcf(options);
  const credit = options.encf.startsWith('E34');
  const IdDoc = { ...ECF.Encabezado.IdDoc, ...(credit ? { IndicadorNotaCredito: 0 } : {}) };
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
