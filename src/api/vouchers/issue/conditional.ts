/** Decides whether conditional faults stop a voucher: the query parameter `condicional` decides, else the company's setting. */
import type { Company } from '../../../ledger/companies/company.js';

type Conditional = NonNullable<Company['conditional']>;

const values: ReadonlyMap<unknown, Conditional> = new Map([
  ['permitir', 'allow'],
  ['bloquear', 'block'],
]);

/** Undefined: the request does not have the parameter. */
export function readConditional(text: unknown): Conditional | 'invalid' | undefined {
  return text === undefined ? undefined : (values.get(text) ?? 'invalid');
}

export function conditionalAllowed(asked: Conditional | undefined, company: Company): boolean {
  return (asked ?? company.conditional ?? 'block') === 'allow';
}
