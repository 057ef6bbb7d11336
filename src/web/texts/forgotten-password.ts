/** The two pages of a person who forgot the password. */
export const forgottenPassword = {
  title: 'Olvidé mi clave',
  intro: 'Escriba el correo con que entra. Le enviamos un enlace para elegir otra clave.',
  submit: 'Enviar el enlace',
  sent: 'Revise su correo',
  sentText:
    'Si esa dirección tiene una cuenta, el enlace llega en unos minutos y vale una hora. Mire también en el correo no deseado.',
  noMail: 'Este servicio no envía correos',
  noMailText:
    'Pida a quien opera el servicio un enlace nuevo. Quitarlo de la empresa e invitarlo otra vez no cambia su clave.',
  back: 'Volver a entrar',
  newTitle: 'Clave nueva',
  account: 'Su correo',
  factor: 'Se cierran todas sus sesiones. Su segundo factor, si lo tiene, sigue igual.',
  password: 'Elija una clave',
  passwordHint: 'Al menos 12 caracteres, y no su correo ni una clave fácil de adivinar.',
  change: 'Cambiar la clave',
  done: 'Listo: entre con su clave nueva.',
  again: 'Pedir otro enlace',
} as const;
