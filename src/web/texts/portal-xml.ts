/** Texts of the card that signs an XML of DGII's portal. */
export const portalXml = {
  title: 'Firmar un XML del portal',
  hint: 'Pasos 1 y 13: la postulación y la declaración jurada. Elija el archivo tal como lo generó el portal de la DGII. Se firma con el certificado de la empresa, que debe ser del representante que el archivo nombra. Suba después el archivo firmado sin abrirlo ni cambiarlo.',
  file: 'Archivo XML',
  wanted: 'el XML que generó el portal de la DGII',
  sign: 'Firmar y descargar',
  suffix: '-firmado',
  signed: (root: string) => `Firmado: ${root}`,
  saved: (name: string) => `El navegador lo guardó como ${name}.`,
  again: 'Descargar otra vez',
  tooLarge: 'El archivo tiene más de 100 KB: los del portal son más pequeños.',
  unreadable: 'El archivo no se puede leer: se movió o cambió. Elíjalo de nuevo.',
} as const;
