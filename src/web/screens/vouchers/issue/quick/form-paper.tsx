/** How the customer will see the voucher, while a person types. The printed form itself comes when it is signed, with its QR code. */
import { unidades } from '../../../../../ecf/codes/long-tables.js';
import { codigoModificacion, exemptIndicator } from '../../../../../ecf/codes/indicators.js';
import { issueTexts } from '../../../../texts/issue.js';
import { paper } from '../../../../texts/paper.js';
import { typedText } from '../../../../shared/exact-json.js';
import { amountText } from '../../../../shared/format.js';
import { Paper, type ReadField } from '../../../../parts/voucher/paper.js';
import { useCompanyLook } from '../../../../parts/voucher/use-paper.js';
import type { IssueFormState } from '../use-issue-form.js';
import { textAt } from '../put-fields.js';
import { linesIn } from './quick-start.js';

const texts = issueTexts.paper;

interface FormPaperProps {
  readonly companyId: number;
  readonly form: IssueFormState;
}

export function FormPaper({ companyId, form: { tree, type, draft, checked } }: FormPaperProps) {
  const { look } = useCompanyLook(companyId);
  const read: ReadField = (section, field) => {
    // The form has only their codes.
    if (field === 'Municipio' || field === 'Provincia') return '';
    const isAfterHeader = section === 'InformacionReferencia';
    const text = textAt(tree, `ECF.${isAfterHeader ? '' : 'Encabezado.'}${section}.${field}`);
    if (field === 'CodigoModificacion') return codigoModificacion.codes.get(text) ?? text;
    return section === 'Totales' || section === 'OtraMoneda' ? amountText(text) : text;
  };
  const number = draft.values.number === 'given' ? read('IdDoc', 'eNCF') : '';
  const hasItbis = read('Totales', 'TotalITBIS') !== '';
  const lines = linesIn(tree).map((line, index) => ({
    quantity: typedText(line['CantidadItem']),
    name: typedText(line['NombreItem']),
    unit: unidades.codes.get(typedText(line['UnidadMedida'])) ?? null,
    price: amountText(typedText(line['PrecioUnitarioItem'])),
    isExempt: typedText(line['IndicadorFacturacion']) === exemptIndicator,
    discount: amountText(typedText(line['DescuentoMonto'])),
    surcharge: amountText(typedText(line['RecargoMonto'])),
    amount: amountText(typedText(line['MontoItem'])),
    amountWithTaxes: checked?.taxCells?.[index]?.amountWithTaxes ?? '',
    itbis: hasItbis ? (checked?.taxCells?.[index]?.itbis ?? '') : null,
  }));
  const reason = read('InformacionReferencia', 'RazonModificacion');
  return (
    <Paper
      label={texts.label}
      look={look}
      type={type}
      encf={number === '' ? <em>{texts.numberLater}</em> : number}
      read={read}
      lines={lines}
      more={(shown) => (lines.length > shown ? <p>{texts.more(lines.length - shown)}</p> : null)}
      code={<p className="paper-code">{paper.codeLater}</p>}
    >
      {reason === '' ? null : <p>{reason}</p>}
    </Paper>
  );
}
