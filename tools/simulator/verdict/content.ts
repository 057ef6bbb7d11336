/** More content rules whose codes were observed at DGII (web services §3.3), one row per rule. */
import { amountAt } from './arithmetic.js';
import type { TaxpayerProblem } from '../settings.js';
import type { Finding } from './verdict.js';
import { find, textAt, type Element } from './xml-tree.js';

interface Rule {
  readonly codigo: number;
  readonly effect: Finding['effect'];
  readonly check: (ecf: Element, lines: readonly Element[]) => readonly string[];
}

const withTaxIndicator: readonly string[] = ['31', '32', '33', '34', '41', '45'];

const rules: readonly Rule[] = [
  {
    codigo: 176,
    effect: 'rejected',
    check: (ecf, lines) =>
      withTaxIndicator.includes(typeOf(ecf)) &&
      textAt(ecf, 'Encabezado/IdDoc/IndicadorMontoGravado') === '' &&
      lines.some((line) => ['1', '2'].includes(textAt(line, 'IndicadorFacturacion')))
        ? ['IndicadorMontoGravado no es válido.']
        : [],
  },
  {
    // An exempt line with withholding must state it as 0 (Formato e-CF, note 53).
    codigo: 260,
    effect: 'rejected',
    check: (ecf, lines) =>
      typeOf(ecf) === '47'
        ? []
        : about(
            lines,
            (line) =>
              textAt(line, 'IndicadorFacturacion') === '4' &&
              textAt(line, 'Retencion/IndicadorAgenteRetencionoPercepcion') === '1' &&
              find(line, 'Retencion/MontoITBISRetenido') === undefined,
            (n) => `MontoITBISRetenido de la línea ${n} no es válido.`,
          ),
  },
  {
    codigo: 294,
    effect: 'rejected',
    check: (ecf, lines) =>
      typeOf(ecf) !== '47'
        ? []
        : about(
            lines,
            (line) => textAt(line, 'IndicadorBienoServicio') !== '2',
            (n) =>
              `IndicadorBienoServicio de la línea ${n} no es válido: pagos al exterior solo permite servicio.`,
          ),
  },
  {
    codigo: 2020,
    effect: 'rejected',
    check: (_ecf, lines) =>
      about(
        lines,
        (line) => !coherent(line, 'DescuentoMonto', 'TablaSubDescuento', 'MontoSubDescuento'),
        (n) => `TablaSubDescuento y/o DescuentoMonto de la línea ${n} no es válido.`,
      ),
  },
  {
    codigo: 2030,
    effect: 'rejected',
    check: (_ecf, lines) =>
      about(
        lines,
        (line) => !coherent(line, 'RecargoMonto', 'TablaSubRecargo', 'MontoSubRecargo'),
        (n) => `TablaSubRecargo y/o RecargoMonto de la línea ${n} no es válido.`,
      ),
  },
  {
    codigo: 2150,
    effect: 'rejected',
    check: (_ecf, lines) =>
      about(
        lines,
        (line) =>
          (find(line, 'TablaSubcantidad')?.children ?? []).some(
            (row) => (textAt(row, 'Subcantidad') === '') !== (textAt(row, 'CodigoSubcantidad') === ''),
          ),
        (n) => `TablaSubcantidad de la línea ${n} no es válido.`,
      ),
  },
  {
    codigo: 11170,
    effect: 'rejected',
    check: (ecf, lines) => {
      if (typeOf(ecf) !== '47') return [];
      const withheld = lines.reduce(
        (total, line) => total.plus(amountAt(line, 'Retencion/MontoISRRetenido')),
        amountAt(undefined, ''),
      );
      const stated = amountAt(ecf, 'Encabezado/Totales/TotalISRRetencion');
      return stated.minus(withheld).abs().gt(lines.length)
        ? ['TotalISRRetencion no coincide con la sumatoria de las retenciones del detalle.']
        : [];
    },
  },
];

export function contentFindings(ecf: Element, buyer: TaxpayerProblem | undefined): Finding[] {
  const lines = find(ecf, 'DetallesItems')?.children ?? [];
  const found = rules.flatMap(({ codigo, effect, check }) =>
    check(ecf, lines).map((valor) => ({ codigo, valor, effect })),
  );
  return buyer === 'unknown' || buyer === 'inactive'
    ? [...found, { codigo: 1385, valor: 'RNCComprador no es válido.', effect: 'conditional' }]
    : found;
}

function typeOf(ecf: Element): string {
  return textAt(ecf, 'Encabezado/IdDoc/TipoeCF');
}

function about(
  lines: readonly Element[],
  isWrong: (line: Element) => boolean,
  text: (n: number) => string,
): readonly string[] {
  return lines.flatMap((line, index) => (isWrong(line) ? [text(index + 1)] : []));
}

/** A discount or surcharge and its table: either both or neither, with the same amount except for rounding. */
function coherent(line: Element, amount: string, table: string, part: string): boolean {
  const stated = find(line, amount);
  const rows = find(line, table)?.children;
  if (stated === undefined && rows === undefined) return true;
  if (stated === undefined || rows === undefined) return false;
  const parts = rows.reduce((total, row) => total.plus(amountAt(row, part)), amountAt(undefined, ''));
  return amountAt(line, amount).minus(parts).abs().lte(1);
}
