/** The texts about the content of a voucher. The labels of its fields come from the service. */
export const content = {
  noBuyer: 'El comprobante no identifica al comprador.',
  lines: (total: string) => `Líneas (${total})`,
  number: 'N.º',
  name: 'Nombre',
  quantity: 'Cantidad',
  unitPrice: 'Precio unitario',
  billing: 'Facturación',
  amount: 'Monto',
  firstLines: (shown: string, total: string) =>
    `Aquí están las primeras ${shown} de ${total} líneas. Las demás están en los archivos para descargar.`,
  currency: 'RD$',
} as const;
