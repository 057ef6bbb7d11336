/** The texts of the menu that leads anywhere (Ctrl K). */
export const menu = {
  open: 'Buscar o ir a…',
  title: 'Buscar o ir a una página',
  placeholder: 'Página, empresa, cliente, RNC, e-NCF, monto o factura',
  close: 'Cerrar',
  groups: {
    actions: 'Acciones',
    sections: 'Ir a',
    companies: 'Empresas',
    vouchers: 'Comprobantes',
  },
  results: 'Resultados',
  all: (text: string) => `Ver en Comprobantes todo lo que tiene «${text}»`,
  searching: 'Buscando comprobantes…',
  failed: 'No se pudieron buscar los comprobantes.',
  none: (text: string) => `Nada con «${text}».`,
  found: (entries: number) => (entries === 1 ? '1 resultado' : `${entries} resultados`),
  actions: {
    addRange: 'Añadir un rango de números',
    annul: 'Anular números',
    invite: 'Invitar a una persona',
    importCertificate: 'Importar un certificado',
    addKey: 'Crear una clave de API',
  },
};
