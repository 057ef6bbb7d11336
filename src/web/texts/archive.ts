/** Texts of the evidence archive. */
export const archive = {
  intro:
    'Lo que cada día tuvo resultado final o llegó, con su lista de hashes. Descargue el mes y guárdelo: cualquiera lo comprueba sin este servicio.',
  month: 'Mes',
  export: 'Descargar el mes',
  exportDay: 'Descargar',
  day: 'Día',
  files: 'Archivos',
  stamp: 'Sello de tiempo',
  noStamp: 'sin sello',
  stampFault: (fault: string) => `sin sello todavía (${fault})`,
  hash: 'Hash de la lista (SHA-256)',
  empty: 'Este mes no tiene días cerrados. Un día se cierra minutos después de medianoche.',
};
