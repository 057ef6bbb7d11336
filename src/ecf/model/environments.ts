/** DGII's environments and the path segment each has on both hosts (Descripción técnica de servicios, "Ambientes"). */
export const environments = {
  'pre-certification': { segment: 'testecf' },
  certification: { segment: 'certecf' },
  production: { segment: 'ecf' },
} as const;

export type Environment = keyof typeof environments;

export const environmentList = Object.keys(environments) as Environment[];

export const testNotice = 'Es un comprobante de prueba, sin valor fiscal.';
