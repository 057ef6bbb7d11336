/** What the voucher adds up to, by our own rules, while a person types. */
import { es } from '../../../../es.js';
import { amountOf, sum, zero } from '../../../../../ecf/model/amounts.js';
import { typedText, type Json } from '../../../../shared/exact-json.js';
import { amountText } from '../../../../shared/format.js';
import { linesIn } from './quick-start.js';
import { textAt } from '../put-fields.js';
import { issueTexts } from '../../../../texts/issue.js';

const texts = issueTexts.sums;
const totals = 'ECF.Encabezado.Totales';
const rates = [
  { rate: '18 %', base: 'MontoGravadoI1', tax: 'TotalITBIS1' },
  { rate: '16 %', base: 'MontoGravadoI2', tax: 'TotalITBIS2' },
  { rate: '0 %', base: 'MontoGravadoI3', tax: 'TotalITBIS3' },
] as const;

/** Decimal text; `''` while there is no total. */
export function totalIn(tree: Json | undefined): string {
  return textAt(tree, `${totals}.MontoTotal`);
}

export function Sums({ tree, total }: { readonly tree: Json | undefined; readonly total: string }) {
  const of = (name: string) => textAt(tree, `${totals}.${name}`);
  const discounts = sum(linesIn(tree).map((line) => decimalOf(typedText(line['DescuentoMonto']))));
  const shown = rates.filter(({ base }) => of(base) !== '');
  const exempt = of('MontoExento');
  return (
    <dl className="issue-sums" aria-live="polite">
      {discounts.gt(zero) ? (
        <Row name={texts.discounts} value={`−${amountText(discounts.toFixed())}`} />
      ) : null}
      {shown.map(({ rate, base, tax }) => (
        <Row key={rate} name={texts.taxOf(rate, amountText(of(base)))} value={amountText(of(tax) || '0')} />
      ))}
      {exempt === '' ? null : <Row name={texts.exempt} value={amountText(exempt)} />}
      {of('MontoImpuestoAdicional') === '' ? null : (
        <Row name={texts.additional} value={amountText(of('MontoImpuestoAdicional'))} />
      )}
      <div className="sums-total">
        <dt>{total}</dt>
        <dd>
          <span className="currency">RD$</span> {totalIn(tree) === '' ? es.none : amountText(totalIn(tree))}
        </dd>
      </div>
    </dl>
  );
}

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

export function decimalOf(text: string) {
  return /^-?\d+(\.\d+)?$/.test(text) ? amountOf(text) : zero;
}
