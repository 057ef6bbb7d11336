/** The texts of the search for vouchers, and of the sums of what it finds. */
export const search = {
  label: 'Buscar comprobantes',
  placeholder: 'Nombre, RNC, e-NCF, monto, factura o referencia',
  hint: 'Nombre, RNC, e-NCF o sus últimos dígitos, monto, número interno o referencia. La tecla / lleva aquí.',
  noMatch: (text: string) => `Ningún comprobante con «${text}».`,
  noMatchFiltered: (text: string) => `Ningún comprobante con «${text}» y los demás filtros.`,
  unindexed: (vouchers: string, isOne: boolean) =>
    isOne
      ? 'La búsqueda todavía no incluye 1 comprobante anterior a la actualización; se añade solo.'
      : `La búsqueda todavía no incluye ${vouchers} comprobantes anteriores a la actualización; se añaden solos.`,
  amountFrom: 'Monto desde (RD$)',
  amountTo: 'Monto hasta (RD$)',
  amountForm: 'Escriba un monto, como 54,876.60.',
  sums: 'Sumas de lo filtrado',
  found: (vouchers: string, isOne: boolean) => (isOne ? '1 comprobante' : `${vouchers} comprobantes`),
  cut: (vouchers: string) => `Los primeros ${vouchers} comprobantes; hay más`,
  ventas: 'Ventas aceptadas, menos notas de crédito',
  compras: 'Compras y gastos aceptados',
  pesos: 'RD$',
  itbis: 'ITBIS',
};
