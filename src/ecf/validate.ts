/** Validates a voucher before it is sent: first its structure against the catalogue, then the rules. Pure. */
import { expectedInstead } from './json/check-value.js';
import type { Ecf } from './model/ecf.js';
import { ecfTypeList, parseEcfType, type EcfType } from './model/ecf-types.js';
import { parseEncf } from './model/encf.js';
import type { Facts } from './model/facts.js';
import { isRejection, memberPath, rejection, structureFault, type Fault } from './model/fault.js';
import { inDocumentOrder } from './json/fault-order.js';
import type { Gaps } from './json/gaps.js';
import { blocks } from './rules/rule.js';
import { rules } from './rules/rules.js';
import { Voucher } from './rules/voucher.js';
import { sentPath } from './json/sent-path.js';
import { checkStructure, isObject, member, own } from './json/structure.js';
import { besideEcfHint } from './json/unknown-field.js';

export interface Validation {
  readonly valido: boolean;
  /**
   * What stops the voucher: all `rechazo` faults, then the conditional faults that have evidence, unless the issuer permits
   * them. Each of the two groups is in document order.
   */
  readonly errores: Fault[];
  readonly advertencias: Fault[];
  /** Present when the structure is sound enough to build the XML. */
  readonly ecf: Ecf | undefined;
}

/** The most faults reported in one group; one more says that others follow. Ten thousand lines may repeat one mistake. */
export const faultsMax = 1000;

/** `input` is the parsed body, `jsonFaults` what the JSON reader found. Never throws, whatever the input. */
export function validate(input: unknown, facts: Facts, jsonFaults: readonly Fault[] = []): Validation {
  const { faults, type, ecf } = checkInput(input, facts);
  const all = inDocumentOrder([...jsonFaults, ...faults], type);
  const rejected = all.filter(isRejection);
  const stopping = all.filter((fault) => stops(fault, facts) && fault.severidad === 'condicional');
  const errores = [...bounded(rejected), ...bounded(stopping)];
  const advertencias = bounded(all.filter((fault) => !stops(fault, facts)));
  return { valido: errores.length === 0, errores, advertencias, ecf };
}

const withEvidence: ReadonlySet<string> = new Set(
  rules.filter((rule) => rule.severidad === 'condicional' && blocks(rule)).map(({ code }) => code),
);

function stops({ code, severidad }: Fault, { conditionalAllowed = false }: Facts): boolean {
  return severidad === 'rechazo' || (!conditionalAllowed && withEvidence.has(code));
}

/** Faults that depend on the voucher this one modifies, and stop it. That voucher may have changed since validation. */
export function ledgerFaults(ecf: Ecf, facts: Facts): Fault[] {
  const voucher = new Voucher(ecf, facts);
  return (
    rules
      .filter(({ byLedger, types }) => byLedger === true && types?.includes(ecf.type) !== false)
      .flatMap(({ code, severidad, check }) =>
        [...check(voucher)].map(({ campo, mensaje }): Fault => ({ code, campo, mensaje, severidad })),
      )
      .filter((fault) => stops(fault, facts))
      // Rejections come first: the caller refuses the voucher with the first fault.
      .sort((a, b) => Number(a.severidad === 'condicional') - Number(b.severidad === 'condicional'))
  );
}

interface Checked {
  readonly faults: Fault[];
  /** Undefined when neither TipoeCF nor the e-NCF gives a type. */
  readonly type: EcfType | undefined;
  readonly ecf: Ecf | undefined;
}

function checkInput(input: unknown, facts: Facts): Checked {
  if (!isObject(input))
    return refusal(structureFault('wrongType', '', 'Se esperaba un objeto con el campo ECF.'));
  const value = own(input, 'ECF');
  const strangers = Object.keys(input)
    .filter((key) => key !== 'ECF')
    .slice(0, faultsMax + 1)
    .map((key) => structureFault('unknownField', memberPath('', key), besideEcfHint(key)));
  if (value === undefined)
    return refusal(structureFault('missing', 'ECF', 'El comprobante va dentro de ECF.'), ...strangers);
  if (!isObject(value))
    return refusal(structureFault('wrongType', 'ECF', 'Se esperaba un objeto.'), ...strangers);
  const checked = checkEcf(value, facts);
  return { ...checked, faults: [...strangers, ...checked.faults] };
}

function checkEcf(value: Readonly<Record<string, unknown>>, facts: Facts): Checked {
  const encabezado = own(value, 'Encabezado');
  const idDoc = member(encabezado, 'IdDoc');
  // The type decides which fields exist. If TipoeCF is missing or invalid, the e-NCF may still give the type.
  const type = parseEcfType(member(idDoc, 'TipoeCF')) ?? parseEncf(member(idDoc, 'eNCF'))?.type;
  if (type === undefined) {
    if (!isObject(encabezado)) return refusal(noObject('ECF.Encabezado', encabezado));
    if (!isObject(idDoc)) return refusal(noObject('ECF.Encabezado.IdDoc', idDoc));
    const mensaje = `TipoeCF debe ser uno de ${ecfTypeList.join(', ')}.`;
    return refusal(rejection('ECF_TYPE_INVALID', 'ECF.Encabezado.IdDoc.TipoeCF', mensaje));
  }
  const { faults, ecf, readable, gaps } = checkStructure(value, type, faultsMax + 1);
  if (readable === undefined) return { faults, type, ecf };
  return {
    faults: [...faults, ...broken(new Voucher(readable, facts, gaps), gaps, faults, value)],
    type,
    ecf,
  };
}

/**
 * Runs the rules on `voucher`, which was read from `sent`. Each rule stops one fault after the bound; that fault shows that
 * there are more. Two kinds of finding are skipped: those on a field that the structure check already reported, and those
 * that depend on a field that cannot be read.
 */
function broken(
  voucher: Voucher,
  gaps: Gaps | undefined,
  reported: readonly Fault[],
  sent: unknown,
): Fault[] {
  const faulty = new Set(reported.map(({ campo }) => campo));
  const found: Fault[] = [];
  for (const { code, severidad, types, check } of rules) {
    if (types?.includes(voucher.type) === false) continue;
    let count = 0;
    gaps?.forget();
    for (const finding of check(voucher)) {
      if (gaps?.under(finding.campo) === true) continue;
      const { mensaje } = finding;
      const campo = sentPath(finding.campo, sent, voucher.type);
      if (faulty.has(campo)) continue;
      found.push({ code, campo, mensaje, severidad });
      if (++count > faultsMax) break;
    }
  }
  return found;
}

function noObject(campo: string, value: unknown): Fault {
  const hint = 'Sin TipoeCF no se puede revisar lo demás.';
  return value === undefined
    ? structureFault('missing', campo, hint)
    : structureFault('wrongType', campo, `${expectedInstead('un objeto', value)} ${hint}`);
}

function refusal(...faults: Fault[]): Checked {
  return { faults, type: undefined, ecf: undefined };
}

function bounded(faults: Fault[]): Fault[] {
  const [first] = faults;
  if (first === undefined || faults.length <= faultsMax) return faults;
  const closing = structureFault('tooManyFaults', '', `Se muestran los primeros ${faultsMax}.`);
  return [...faults.slice(0, faultsMax), { ...closing, severidad: first.severidad }];
}
