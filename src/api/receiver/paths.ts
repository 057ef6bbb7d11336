/**
 * The paths of a receiver, as DGII fixes them (Descripción técnica de servicios de emisores, pp.8-12). They may have any prefix before
 * `/fe/`, in upper or lower case, and DGII once prints `recepción`. Express compares the path as it was sent, still encoded.
 */
const anO = '(?:o|ó|%c3%b3|o%cc%81|%f3)';

export const receiverPaths = {
  semilla: /\/fe\/autenticacion\/api\/semilla\/?$/i,
  validacion: /\/fe\/autenticacion\/api\/validacioncertificado\/?$/i,
  recepcion: new RegExp(`/fe/recepci${anO}n/api/ecf/?$`, 'i'),
  aprobacion: /\/fe\/aprobacioncomercial\/api\/ecf\/?$/i,
} as const;
