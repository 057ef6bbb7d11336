/** The texts of the settings of a company that its own people change, and of its consent to production. */
export const companySettings = {
  title: 'Ajustes de la empresa',
  saved: 'Guardado.',
  changes: 'Cambios sin guardar',
  changed: (number: number) => (number === 1 ? '1 ajuste cambiado' : `${number} ajustes cambiados`),
  discard: 'Deshacer los cambios',
  leave: 'Hay cambios sin guardar',
  leaveText: 'Si sale de esta página, se pierden.',
  stay: 'Seguir aquí',
  leaveAnyway: 'Salir sin guardar',
  changeEnvironment: 'Cambiar el ambiente',
  nameText:
    'La que muestran las páginas y llevan los comprobantes nuevos de esta aplicación. Los emitidos conservan la suya.',
  deferred: 'Envío diferido',
  deferredChoices: { refuse: 'La DGII no lo autorizó', allow: 'La DGII lo autorizó' },
  deferredText:
    'La DGII autoriza a algunas empresas, como las que venden en ruta sin conexión, a enviar sus comprobantes después de emitirlos. ' +
    'Elija «La DGII lo autorizó» solo cuando la empresa tenga esa autorización: entonces sus comprobantes pueden llevar ' +
    'IndicadorEnvioDiferido 1. Para la contingencia no hace falta.',
  annulRejected: 'Números de comprobantes rechazados',
  annulRejectedChoices: { refuse: 'No se anulan', allow: 'Se pueden anular' },
  annulRejectedText:
    'A veces la DGII rechaza un comprobante y deja libre su número, que se puede usar otra vez. Elija «Se pueden anular» si la empresa no ' +
    'va a usar esos números y quiere pedir a la DGII que los anule. Un número que la DGII dio por usado no se anula nunca.',
  consent: 'Consentimiento a producción',
  consentGiven: 'La empresa permite que sus comprobantes vayan a producción.',
  consentMissing: 'La empresa no lo ha dado. Se da al cambiar el ambiente a Producción.',
  withdraw: 'Retirar el consentimiento',
  withdrawn: 'Consentimiento retirado. La empresa no emite en producción.',
  withdrawLeaves:
    'La empresa deja de emitir en producción ahora mismo y pasa al ambiente que usted elija. Sus integraciones inician sesión de nuevo.',
  withdrawStays: (environment: string) => `La empresa sigue en ${environment}.`,
  withdrawFollows: [
    'Lo que quede por enviar de producción se detiene: entregas a compradores, aprobaciones y anulaciones de números.',
    'Los rangos y los comprobantes de producción se conservan.',
    'Para volver, la empresa tiene que consentir otra vez.',
  ],
  withdrawTo: 'Ambiente al que pasa',
  withdrawBlocked: (vouchers: string) =>
    `Todavía no se puede retirar. Comprobantes de producción sin resultado final: ${vouchers}. Sin el consentimiento no terminarían.`,
  originDone: {
    start: 'Cambio comenzado. La emisión está detenida.',
    finish: 'Cambio completado.',
    cancel: 'Cambio cancelado. La emisión continúa como antes.',
  },
} as const;
