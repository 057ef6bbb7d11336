/** The first lines of a voucher, where a person looks at it beside a list. */
import type { Content } from '../../api/answers.js';
import { count } from '../../shared/format.js';
import { list } from '../../texts/list.js';

const texts = list.vouchers;
/** A look needs no more. */
const linesMax = 5;

export function VoucherLines({ content: { lines } }: { readonly content: Content }) {
  const { total } = lines;
  if (total === 0) return null;
  const shown = lines.shown.slice(0, linesMax);
  return (
    <table className="look-lines" aria-label={texts.lines}>
      <thead>
        <tr>
          <th scope="col">{texts.line}</th>
          <th scope="col" className="number">
            {texts.quantity}
          </th>
          <th scope="col" className="number">
            {texts.lineAmount}
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ number, name, quantity, amount }) => (
          <tr key={number}>
            <td>{name}</td>
            <td className="number">{quantity}</td>
            <td className="number">{amount}</td>
          </tr>
        ))}
      </tbody>
      {total <= shown.length ? null : (
        <tfoot>
          <tr>
            <td colSpan={3} className="faint">
              {texts.moreLines(count(total - shown.length))}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
