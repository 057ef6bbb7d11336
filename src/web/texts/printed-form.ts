/** The texts about printed vouchers: on the page of one voucher, and in the company's settings. */
export const printedForm = {
  title: 'Representación impresa',
  paper: 'Papel',
  papers: { a4: 'A4', letter: 'Carta', '80mm': 'Recibo de 80 mm', '58mm': 'Recibo de 58 mm' },
  asNow: 'Muestra el comprobante como está ahora; sin resultado final lleva una leyenda o «Borrador».',
  view: 'Ver el PDF',
  download: 'Descargar el PDF',
  link: 'Enlace para el comprador',
  copyLink: 'Copiar el enlace del comprador',
} as const;
