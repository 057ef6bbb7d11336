/** Why a file of DGII's portal is not signed, in words for a person. `signing/verify/portal-xml.ts` finds out. */
export const portalXmlMessages = {
  XML_ALREADY_SIGNED: 'El archivo ya está firmado. Elija el que generó el portal.',
  XML_EMPTY: 'El archivo no contiene datos. Elija el que generó el portal.',
  XML_FISCAL:
    'El archivo es un comprobante u otro documento fiscal, o lo contiene. Aquí solo se firman los XML que genera el portal.',
  XML_FORBIDDEN: 'El archivo tiene partes que un XML del portal no lleva. Descárguelo otra vez del portal.',
  XML_ENCODING_WRONG: 'El archivo no está en UTF-8.',
  XML_TOO_LARGE: 'El archivo tiene más de 100 KB o miles de elementos: los del portal son más pequeños.',
  XML_UNREADABLE: 'El archivo no se puede leer: no es XML bien formado.',
} as const;

export type PortalXmlRefusal = keyof typeof portalXmlMessages;
