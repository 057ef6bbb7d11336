/**
 * The only body that DGII's POSTs accept: multipart/form-data with a single part `xml`, a file name and `text/xml`.
 * Source: Descripción técnica de servicios DGII, "Ejemplo curl" of each POST.
 */

export interface Multipart {
  readonly contentType: string;
  /** One buffer, so that it goes out with Content-Length. Without that header DGII answers "Multipart cannot be empty". */
  readonly body: Buffer;
}

const fileNamePattern = /^[A-Za-z0-9]{1,40}\.xml$/;

/** @throws Error on a file name or a byte-order mark that DGII refuses (codes 81, 3243 and 001): a broken invariant */
export async function multipartXml(fileName: string, xml: string): Promise<Multipart> {
  if (!fileNamePattern.test(fileName))
    throw new Error('The file name of a submission must be {RNC}{eNCF}.xml');
  if (!xml.startsWith('<'))
    throw new Error('A submission must begin with its first tag, without a byte-order mark');
  const form = new FormData();
  form.append('xml', new Blob([xml], { type: 'text/xml' }), fileName);
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type');
  if (contentType === null) throw new Error('The multipart body has no content type');
  return { contentType, body: Buffer.from(await encoded.arrayBuffer()) };
}
