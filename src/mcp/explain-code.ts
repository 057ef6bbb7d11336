/** What a stable code of the service means: a validation rule, a structure fault, or an error of the API. */
import { waitingReasons } from '../ecf/model/document-states.js';
import { structureFaults } from '../ecf/model/fault.js';
import { rules } from '../ecf/rules/rules.js';
import { errorRows } from '../shared/errors.js';
import type { ErrorRow } from '../shared/errors/error-row.js';

export interface Explained {
  readonly codigo: string;
  readonly exige: string;
  readonly fuente: string;
  readonly queHacer?: string;
}

const xsdSource = 'XSD oficiales y Formato e-CF v1.0';

const errors: Readonly<Record<string, ErrorRow>> = errorRows;

/** @returns undefined for a code that the service does not have */
export function explainCode(code: string): Explained | undefined {
  const rule = rules.find((one) => one.code === code);
  if (rule !== undefined)
    return { codigo: code, exige: rule.descripcion, fuente: rule.source, queHacer: gradeText(rule) };
  const structure = Object.values(structureFaults).find((one) => one.code === code);
  if (structure !== undefined) return { codigo: code, exige: structure.nombre, fuente: xsdSource };
  const row = Object.hasOwn(errors, code) ? errors[code] : undefined;
  const text = row?.api ?? row?.people ?? row?.web;
  if (row !== undefined && text !== undefined)
    return {
      codigo: code,
      exige: text,
      fuente: 'servicio (docs: integrar/errores.md)',
      ...(row.help === undefined ? {} : { queHacer: row.help }),
    };
  if (Object.hasOwn(waitingReasons, code))
    return {
      codigo: code,
      exige: waitingReasons[code as keyof typeof waitingReasons],
      fuente: 'servicio: razón por la que un comprobante espera (docs: integrar/errores.md)',
    };
  return undefined;
}

function gradeText({ severidad }: { readonly severidad: 'rechazo' | 'condicional' }): string {
  return severidad === 'rechazo'
    ? 'La DGII rechazaría el comprobante: corríjalo.'
    : 'La DGII lo aceptaría condicionalmente, o no consta que lo rechace.';
}
