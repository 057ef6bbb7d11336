/** The lines of the voucher: of each, how much was invoiced, how much other notes took, and how much this one takes. */
import { useState } from 'react';
import { itemsOf } from '../../../../../ecf/notes/credited.js';
import { amountIn, textIn } from '../../../../../ecf/notes/note-lines.js';
import { amountOf } from '../../../../../ecf/model/amounts.js';
import { es } from '../../../../es.js';
import { Button } from '../../../../parts/button.js';
import { amountText } from '../../../../shared/format.js';
import { Cell } from '../quick/typed-cell.js';
import type { NoteChoice, TypedLine } from './choice.js';
import { issueTexts } from '../../../../texts/issue.js';

interface NoteLinesProps {
  readonly title: string;
  readonly content: unknown;
  readonly taken: Readonly<Record<string, string>>;
  readonly chosen: NoteChoice['lines'];
  readonly isCredit: boolean;
  readonly onLines: (lines: NoteChoice['lines']) => void;
}

const texts = issueTexts.note;
/** A voucher may have ten thousand lines; those beyond are in the form with all fields. */
const shownMax = 200;

export function NoteLines({ title, content, taken, chosen, isCredit, onLines }: NoteLinesProps) {
  const items = itemsOf(content);
  const [by, setBy] = useState<TypedLine['by']>(
    Object.values(chosen)[0]?.by ?? (isCredit ? 'quantity' : 'amount'),
  );
  const put = (line: string, text: string) => {
    const { [line]: _before, ...others } = chosen;
    onLines(text.trim() === '' ? others : { ...others, [line]: { by, text } });
  };
  const all = () =>
    onLines(
      Object.fromEntries(
        items.map((item) => {
          const line = textIn(item, 'NumeroLinea') ?? '';
          return [line, { by: 'quantity', text: leftOf(item, taken[line]).toFixed() }] as const;
        }),
      ),
    );
  return (
    <section className="card lines" aria-labelledby="note-lines">
      <header>
        <h2 id="note-lines">{title}</h2>
        <div className="actions">
          {isCredit && by === 'quantity' ? (
            <Button small kind="quiet" onPress={all}>
              {texts.all}
            </Button>
          ) : null}
          <Button
            small
            kind="quiet"
            onPress={() => {
              setBy(by === 'quantity' ? 'amount' : 'quantity');
              onLines({});
            }}
          >
            {by === 'quantity' ? texts.byAmount[isCredit ? 34 : 33] : texts.byQuantity}
          </Button>
        </div>
      </header>
      <table className="sheet note-lines">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.line}</th>
            <th scope="col" className="number">
              {texts.invoiced}
            </th>
            <th scope="col" className="number">
              {texts.taken}
            </th>
            <th scope="col" className="number">
              {by === 'quantity' ? texts.units : texts.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.slice(0, shownMax).map((item) => {
            const line = textIn(item, 'NumeroLinea') ?? '';
            const name = textIn(item, 'NombreItem') ?? '';
            const left = leftOf(item, taken[line]);
            return (
              <tr key={line} className={chosen[line] === undefined ? undefined : 'chosen'}>
                <th scope="row">
                  {name}{' '}
                  <span className="faint">
                    {texts.at(amountText(textIn(item, 'PrecioUnitarioItem') ?? ''))}
                  </span>
                </th>
                <td className="number" data-label={texts.invoiced}>
                  {amountOfUnits(textIn(item, 'CantidadItem') ?? '')}
                </td>
                <td className="number faint" data-label={texts.taken}>
                  {taken[line] === undefined ? es.none : amountOfUnits(taken[line])}
                </td>
                <td className="number take" data-label={by === 'quantity' ? texts.units : texts.amount}>
                  <Cell
                    label={texts.take(by === 'quantity' ? texts.units : texts.amount, name)}
                    number
                    placeholder="0"
                    value={chosen[line]?.text ?? ''}
                    onChange={(text) => put(line, text)}
                  />
                  {by === 'quantity' && isCredit ? (
                    <span className="faint">{texts.of(amountOfUnits(left.toFixed()))}</span>
                  ) : null}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {items.length > shownMax ? <p className="hint">{texts.moreLines(items.length - shownMax)}</p> : null}
    </section>
  );
}

function leftOf(item: unknown, taken: string | undefined) {
  return amountIn(item, 'CantidadItem').minus(amountOf(taken));
}

const units = new Intl.NumberFormat('es-DO', { maximumFractionDigits: 2 });

function amountOfUnits(text: string): string {
  return text === '' ? es.none : units.format(text as `${number}`);
}
