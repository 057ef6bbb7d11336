/** LEAME.txt of an export: what it has, and how anybody checks it. */
import type { ManifestRecord } from '../../ledger/archive/manifest-record.js';
import type { FeedRef } from '../../ledger/events/feed-reader.js';

export function readmeText(
  { rnc, environment }: FeedRef & { readonly rnc: string },
  manifests: readonly ManifestRecord[],
): string {
  const unstamped = manifests.filter(({ stamp }) => stamp === undefined).map(({ day }) => day);
  return `Archivo de evidencia de comprobantes fiscales electrónicos
RNC ${rnc}, ambiente ${environment}
Días: ${manifests.map(({ day }) => day).join(', ')}

Para comprobarlo: sh verify.sh
Necesita sha256sum (o shasum), openssl y, para las firmas de los XML, xmlsec1.
El certificado de la autoridad del sello puede indicarse aparte: sh verify.sh /ruta/de/tsa-ca.pem

issued/     emitidos: ecf.xml, rfce.xml (resumen), answer-*.json (resultado de la DGII),
            arecf-*.xml (acuse del comprador), acecf-*.xml (su aprobación o rechazo comercial)
received/   recibidos: ecf.xml, arecf.xml (nuestro acuse), acecf-*.xml (nuestra decisión)
annulled/   anulaciones de números: anecf.xml y las respuestas de la DGII
days/       por día: .sha256, los hashes de lo que ese día llegó o tuvo resultado final;
            .events.jsonl, lo que pasó; .tsr, el sello de tiempo (RFC 3161)
certs/      certificados con que firma la empresa; en authorities/, los de las autoridades que los emitieron
crl/        listas de revocación (CRL) de esas autoridades; index.csv dice cuál era la de cada día
index.csv   una línea por comprobante

Cada archivo .sha256 nombra el hash del día anterior: nadie puede cambiar un día sin cambiar los siguientes.
Lo que tuvo resultado después del cierre de su día está en el día siguiente.
${unstamped.length === 0 ? 'Todos los días tienen sello de tiempo.' : `Sin sello de tiempo: ${unstamped.join(', ')}.`}
`;
}
