/** The page that shows every part of the application. Only those who build it open it. */
export const system = {
  title: 'Sistema',
  intro: 'Las piezas de todas las pantallas',
  type: 'Letra',
  states: 'Estados',
  buttons: 'Botones',
  notices: 'Avisos',
  fields: 'Campos',
  icons: 'Iconos',
  rows: 'Filas',
  sample: 'Texto de muestra',
  customer: 'Cliente',
  choose: 'Papel',
  invalid: 'El último dígito no corresponde.',
  accepted: 'La DGII lo aceptó.',
  noRows: 'Ninguno coincide.',
} as const;
