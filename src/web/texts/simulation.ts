/** The texts about the simulation of the certification: steps 4 and 5 of DGII's portal. */
export const simulation = {
  title: 'Simulación',
  intro:
    'Paso 4 del portal: comprobantes con los datos reales de la empresa, emitidos aquí. Paso 5: sus representaciones impresas.',
  wrongEnvironment: 'La simulación existe solo en el ambiente de certificación.',
  since: 'Contar desde',
  sinceHint: 'El día en que comenzó el paso 4, o en que la DGII lo reinició.',
  count: 'Contar',
  kinds: 'Comprobantes que pide la DGII',
  kindsHint:
    'Los de las corridas del set de pruebas no cuentan. Compare con los contadores del portal: son los que valen.',
  kind: 'Clase',
  needed: 'Pide',
  accepted: 'Aceptados',
  missing: 'Faltan',
  vouchers: 'Comprobantes',
  full32: 'desde RD$250,000',
  summary32: 'de menos de RD$250,000: la DGII recibe su resumen',
  total: (accepted: number, needed: number) => `${accepted} de ${needed} aceptados`,
  complete: 'La DGII aceptó todos los que pide',
  correct: 'Corríjalo antes de producción.',
  more: 'Hay otros en la lista de comprobantes.',
  issueOf: (kind: string) => `Emitir: ${kind}`,
  order: 'Orden de envío',
  orderSteps: [
    'Primero, los tipos 31, 32 desde RD$250,000, 41, 43, 44, 45, 46 y 47.',
    'Después, las notas 33 y 34, cuando la DGII haya aceptado las facturas que modifican.',
    'Al final, las facturas de consumo de menos de RD$250,000: la DGII recibe su resumen.',
    'Cuando la DGII acepte los resúmenes, suba esas facturas completas en el portal, una por una.',
  ],
  orderHint:
    'Use el nombre, la dirección y los productos reales: la DGII rechaza representaciones impresas con nombres de prueba.',
  files: 'Archivos para el portal',
  noFiles: 'Aquí estarán los archivos de los comprobantes que la DGII acepte.',
  uploads: 'Paso 4: facturas de consumo completas',
  noUploads: 'Todavía no hay facturas de consumo de menos de RD$250,000 aceptadas.',
  prints: 'Paso 5: representaciones impresas',
  printsHint:
    'Suba los 11 PDF, uno por clase; en total hasta 10 MB. Cada uno debe ser de un comprobante enviado en el paso 4. Están en el ZIP, en la carpeta representacion-impresa.',
  zip: 'XML y PDF (ZIP)',
} as const;
