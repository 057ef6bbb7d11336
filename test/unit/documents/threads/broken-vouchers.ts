/** Broken variants of a valid voucher, one of each kind of fault. */
import type { Json } from '../../ecf/samples.js';

const changes: readonly ((ecf: Json) => void)[] = [
  (ecf) => delete ecf.Encabezado.Totales,
  (ecf) => (ecf.Encabezado.Totales.MontoTotal = 1),
  (ecf) => (ecf.Encabezado.Emisor.RNCEmisor = 7),
  (ecf) => (ecf.Encabezado.IdDoc.eNCF = 'E31'),
  (ecf) => (ecf.DetallesItems.Item[0].NombreItem = '\u0000'),
  (ecf) => (ecf.DetallesItems.Item[0].NombreItem = `"&<>'©€® ñ 😀`),
  (ecf) => (ecf.Sobra = { Encabezado: [1, null] }),
];

export function mutate(voucher: Json): Json[] {
  return changes.map((change) => {
    const { ECF } = structuredClone(voucher);
    change(ECF);
    return { ECF };
  });
}
