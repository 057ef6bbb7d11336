/** The sample voucher as clients of `issue` send it: without its number. */
import { sampleEcf, type SampleOptions } from './sample-ecf.js';

export function unnumberedEcf({
  type = 31,
  ...options
}: Omit<SampleOptions, 'encf'> & { type?: 31 | 32 } = {}) {
  return withoutNumber(sampleEcf({ encf: `E${type}0000000001`, ...options }));
}

export function withoutNumber({ ECF }: ReturnType<typeof sampleEcf>) {
  const { IdDoc, ...encabezado } = ECF.Encabezado;
  const { eNCF: _encf, FechaVencimientoSecuencia: _expiry, ...idDoc } = IdDoc as Record<string, unknown>;
  return { ECF: { ...ECF, Encabezado: { ...encabezado, IdDoc: idDoc } } };
}
