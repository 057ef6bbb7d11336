/** What the pages call the parameters of a query, for a person who gets them from an old link or changes them in the address. */
const names: Readonly<Record<string, string>> = {
  action: 'Acción',
  after: 'Después de',
  amountFrom: 'Monto desde',
  amountTo: 'Monto hasta',
  atBuyer: 'Con el comprador',
  attempt: 'Intento',
  correlationId: 'Id de correlación',
  cursor: 'Página',
  decision: 'Aprobación comercial',
  dgii: 'En la DGII',
  encf: 'e-NCF',
  encfs: 'e-NCF elegidos',
  externalReference: 'Referencia externa',
  fileName: 'Nombre del archivo',
  format: 'Papel',
  from: 'Desde',
  issuedFrom: 'Emitido desde',
  issuedTo: 'Emitido hasta',
  kind: 'Pruebas',
  limit: 'Filas por página',
  olderThanHours: 'Horas desde que se entregó',
  order: 'Orden',
  pending: 'Solo sin resultado final',
  person: 'Persona',
  reason: 'En espera por',
  rncComprador: 'RNC del comprador',
  rncEmisor: 'RNC del suplidor',
  search: 'Buscar',
  source: 'De dónde',
  state: 'Estado',
  status: 'Estado de la entrega',
  to: 'Hasta',
  type: 'Tipo',
  wait: 'Espera',
  xmlSha256: 'SHA-256 del XML',
};

const anyName = new RegExp(`(?<![\\w«.])(?:${Object.keys(names).join('|')})(?![\\w»])`, 'g');

/** The text of a refusal about a query, as people read it. The values of a list are names of the service, too, so it leaves them out. */
export function withParameterNames(mensaje: string): string {
  return mensaje
    .replace(/ debe ser uno de: .*$/s, ' no admite ese valor: elíjalo en los filtros.')
    .replace(anyName, (name) => `«${names[name]}»`);
}

export const namedParameters: ReadonlySet<string> = new Set(Object.keys(names));
