/** Registries of fictitious taxpayers, as DGII writes them. */

export const csvHeading =
  '"RNC","RAZÓN SOCIAL","ACTIVIDAD ECONÓMICA","FECHA DE INICIO OPERACIONES","ESTADO","RÉGIMEN DE PAGO"';

/** `count` rows, numbered from 100000000; `name` distinguishes one file from another. */
export function csvOf(count: number, name: string): string {
  const rows = Array.from(
    { length: count },
    (_, i) => `"${100_000_000 + i}","${name} ${i} SRL","SERVICIOS","01/02/2003","ACTIVO","NORMAL"`,
  );
  return `${[csvHeading, ...rows].join('\r\n')}\r\n`;
}

export function txtOf(count: number, name: string): string {
  const rows = Array.from(
    { length: count },
    (_, i) => `${100_000_000 + i}|${name} ${i} SRL|LA PRUEBA ${i}|SERVICIOS| | | | |01/02/2003|ACTIVO|RST`,
  );
  return `${rows.join('\r\n')}\r\n`;
}
