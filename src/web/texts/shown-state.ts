/** Texts about what a page shows: how old it is, whether the service answers, and what kind of file a person chose. */

export const updated = {
  /** @param time the time of today, or a day and a time */
  at: (time: string) => (/^\d{2}:\d{2}$/.test(time) ? `Actualizado a las ${time}` : `Actualizado el ${time}`),
  old: (age: string) => `hace ${age}: puede haber cambiado`,
  refresh: 'Actualizar',
  earlier: 'Buscando… Lo que se ve todavía es de los filtros anteriores.',
} as const;

/** Why a field is not valid. */
export const validity = {
  missing: 'Complete este campo.',
  email: 'Escriba un correo completo, como nombre@empresa.do.',
  other: 'Este dato no tiene la forma esperada.',
} as const;

export const files = {
  choose: 'Elegir archivo',
  none: 'Ninguno todavía',
  wrongKind: (name: string, kind: string, wanted: string) => `${name} es ${kind}. Elija ${wanted}.`,
} as const;

export const connection = {
  lost: 'Sin conexión con el servicio',
  lostText: (time: string) =>
    `Desde las ${time} el servicio no responde. Lo que se ve es de entonces o de antes, y lo que se pulse ahora puede no hacerse.`,
} as const;
