/** A file as DGII's portal generates it in step 1 of the certification. The taxpayer is invented. */

/** In the shape that the portal gives: two namespaces on the root, indented. */
export const postulacion = `<?xml version="1.0" encoding="utf-8"?>
<Postulacion xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <PostulacionID>12345</PostulacionID>
  <Contribuyente>
    <RNCContribuyente>999999992</RNCContribuyente>
    <RazonSocial>EMPRESA DE PRUEBA SRL</RazonSocial>
    <NombreComercial></NombreComercial>
  </Contribuyente>
  <FechaSolicitud>2026-11-20T10:00:00.0000000-04:00</FechaSolicitud>
</Postulacion>
`;
