/** An amount that leads a page or a part of it. The decimals are smaller, so that the eye meets the thousands first. */
import { amountText } from '../shared/format.js';

interface MoneyProps {
  /** A decimal. */
  readonly text: string;
  readonly className: string;
}

export function Money({ text, className }: MoneyProps) {
  const [whole = '', decimals = '00'] = amountText(text).split('.');
  return (
    <p className={`amount ${className}`}>
      <span className="currency">RD$</span> {whole}
      <span className="cents">.{decimals}</span>
    </p>
  );
}
