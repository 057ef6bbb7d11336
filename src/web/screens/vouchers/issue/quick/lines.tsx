/** The lines of a sale as a sheet: Tab goes on, Enter in the last cell adds a line, and rows of a spreadsheet can be pasted. */
import { memo, useEffect, useRef, useState, type ClipboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { EcfType } from '../../../../../ecf/model/ecf-types.js';
import type { SoldItem } from '../../../../api/answers.js';
import { soldItemsQuery, type Place } from '../../../../api/vouchers.js';
import { es } from '../../../../es.js';
import { Button } from '../../../../parts/button.js';
import { Segments } from '../../../../parts/segments.js';
import {
  numberOrText,
  parseJson,
  typedText,
  type Json,
  type JsonObject,
} from '../../../../shared/exact-json.js';
import { amountText } from '../../../../shared/format.js';
import { typedNumber } from '../../../../shared/typed/typed-amount.js';
import { inOneLine } from '../../../../shared/typed/typed-text.js';
import type { FaultsByField } from '../faults.js';
import { textAt, type FieldChange } from '../put-fields.js';
import type { IssueFormState } from '../use-issue-form.js';
import { discountFields, discountText } from './discount.js';
import { fieldsOfItem } from './known-item.js';
import { pastedLines } from './pasted-lines.js';
import { hasField, linesIn, newLine, taxes, taxesOf, withLines } from './quick-start.js';
import { Cell } from './typed-cell.js';
import { issueTexts } from '../../../../texts/issue.js';
import { certification as certificationTexts } from '../../../../texts/certification.js';

interface LinesProps {
  readonly place: Place;
  readonly form: IssueFormState;
  readonly faults: FaultsByField;
}

const texts = issueTexts.lines;
const itemsPath = 'ECF.DetallesItems.Item';
const nameMax = 80;
const itemList = 'sold-items';
const noItems: readonly SoldItem[] = [];
/** A form with more rows answers slowly; the other form shows them a few at a time. */
const shownMax = 200;

export function Lines({ place, form, faults }: LinesProps) {
  const { draft, tree, type, changeFields } = form;
  const lines = linesIn(tree);
  const [isTyping, setTyping] = useState(false);
  const { data: items = noItems } = useQuery({ ...soldItemsQuery(place), enabled: isTyping });
  const table = useRef<HTMLTableElement>(null);
  const wanted = useRef<number>(undefined);
  // The new line is on the screen only after the next drawing.
  useEffect(() => {
    if (wanted.current === undefined || wanted.current >= lines.length) return;
    focusName(table.current, wanted.current);
    wanted.current = undefined;
  }, [lines.length]);
  const setLines = (change: (now: readonly JsonObject[]) => readonly JsonObject[]) =>
    draft.change((now) => ({ text: withLines(now.text, type, change(linesOf(now.text))) }));
  const add = () => {
    wanted.current = lines.length;
    setLines((now) => [...now, newLine(type, now.length + 1)]);
  };
  const paste = (index: number) => (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = pastedLines(event.clipboardData.getData('text/plain'));
    if (pasted === undefined) return;
    event.preventDefault();
    const made = pasted.map((line) => newLine(type, 0, line));
    setLines((now) => {
      const isEmpty = typedText(now[index]?.['NombreItem']) === '';
      return now.toSpliced(isEmpty ? index : index + 1, isEmpty ? 1 : 0, ...made);
    });
  };
  const withTax = textAt(tree, 'ECF.Encabezado.IdDoc.IndicadorMontoGravado') === '1';
  return (
    <section className="card lines sale-lines" aria-labelledby="lines">
      <header>
        <h2 id="lines">{texts.title}</h2>
        {hasField(type, ['Encabezado', 'IdDoc', 'IndicadorMontoGravado']) && taxesOf(type).includes(1) ? (
          <Segments
            label={texts.prices}
            value={withTax ? '1' : '0'}
            options={[
              ['0', texts.withoutTax],
              ['1', texts.withTax],
            ]}
            onChange={(value) =>
              changeFields([['ECF.Encabezado.IdDoc.IndicadorMontoGravado', numberOrText(value)]])
            }
          />
        ) : null}
      </header>
      <table className="sheet" ref={table}>
        <caption className="visually-hidden">{texts.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col" className="number">
              {texts.quantity}
            </th>
            <th scope="col" className="number">
              {texts.price}
            </th>
            <th scope="col" className="number">
              {texts.discount}
            </th>
            <th scope="col">{texts.tax}</th>
            <th scope="col">{texts.kind}</th>
            <th scope="col" className="number">
              {texts.amount}
            </th>
            <th>
              <span className="visually-hidden">{texts.remove}</span>
            </th>
          </tr>
        </thead>
        <tbody onFocus={() => setTyping(true)}>
          {lines.slice(0, shownMax).map((line, index) => (
            <Line
              // A line has no other identity than its place.
              key={index}
              index={index}
              line={line}
              type={type}
              faults={faults}
              items={items}
              withTax={withTax}
              onChange={changeFields}
              onPaste={paste(index)}
              onEnter={() => (index === lines.length - 1 ? add() : focusName(table.current, index + 1))}
              onRemove={lines.length > 1 ? () => setLines((now) => now.toSpliced(index, 1)) : undefined}
            />
          ))}
        </tbody>
      </table>
      <KnownItems items={items} />
      {lines.length > shownMax ? <p className="hint">{texts.more(lines.length - shownMax)}</p> : null}
      <div className="actions">
        <Button small onPress={add}>
          {texts.add}
        </Button>
        <span className="hint">{texts.hint}</span>
      </div>
    </section>
  );
}

/** Hundreds of options, which stay while a person types. */
const KnownItems = memo(function KnownItems({ items }: { readonly items: readonly SoldItem[] }) {
  return (
    <datalist id={itemList}>
      {items.map(({ name, price }) => (
        <option key={name} value={name} label={price === '' ? '' : amountText(price)} />
      ))}
    </datalist>
  );
});

function linesOf(text: string): readonly JsonObject[] {
  return linesIn(parseJson(text));
}

function focusName(table: HTMLTableElement | null, index: number): void {
  table?.querySelector<HTMLInputElement>(`tbody tr:nth-child(${index + 1}) input`)?.focus();
}

interface LineProps {
  readonly index: number;
  readonly line: JsonObject;
  readonly type: EcfType;
  readonly faults: FaultsByField;
  readonly items: readonly SoldItem[];
  readonly withTax: boolean;
  readonly onChange: (changes: readonly FieldChange[]) => void;
  readonly onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
  readonly onEnter: () => void;
  readonly onRemove: (() => void) | undefined;
}

function Line({
  index,
  line,
  type,
  faults,
  items,
  withTax,
  onChange,
  onPaste,
  onEnter,
  onRemove,
}: LineProps) {
  const path = (name: string) => `${itemsPath}[${index}].${name}`;
  const of = (name: string) => `${name}, ${texts.line(index + 1)}`;
  const put = (name: string, value: Json | undefined) => onChange([[path(name), value]]);
  const amount = typedText(line['MontoItem']);
  const nameIt = (text: string) => {
    const name = inOneLine(text.trim());
    const item = items.find((one) => one.name === name);
    const known = item === undefined ? [] : fieldsOfItem(item, line, { type, withTax });
    const changes: readonly FieldChange[] = [['NombreItem', name === '' ? undefined : name], ...known];
    onChange(changes.map(([field, value]) => [path(field), value]));
  };
  const isWrong = (name: string) => faults.get(path(name)) !== undefined;
  const number = (name: string, label: string, shown = (text: string) => text) => (
    <Cell
      label={of(label)}
      number
      value={shown(typedText(line[name]))}
      path={path(name)}
      invalid={isWrong(name)}
      onEnter={onEnter}
      onChange={(text) => put(name, text.trim() === '' ? undefined : numberOrText(typedNumber(text)))}
    />
  );
  return (
    <tr>
      <td className="name" data-label={texts.name}>
        <Cell
          label={of(texts.name)}
          value={typedText(line['NombreItem'])}
          path={path('NombreItem')}
          placeholder={texts.placeholder}
          maxLength={nameMax}
          list={itemList}
          invalid={isWrong('NombreItem')}
          onEnter={onEnter}
          onPaste={onPaste}
          onChange={nameIt}
        />
      </td>
      <td className="quantity" data-label={texts.quantity}>
        {number('CantidadItem', texts.quantity)}
      </td>
      <td className="price" data-label={texts.price}>
        {number('PrecioUnitarioItem', texts.price, amountText)}
      </td>
      <td className="discount" data-label={texts.discount}>
        <Cell
          label={of(texts.discountLong)}
          number
          value={discountText(line)}
          path={path('DescuentoMonto')}
          placeholder={es.none}
          invalid={isWrong('DescuentoMonto')}
          onEnter={onEnter}
          onChange={(text) => onChange(discountFields(path(''), text))}
        />
      </td>
      <td className="tax" data-label={texts.tax}>
        <Choice
          label={of(texts.tax)}
          value={typedText(line['IndicadorFacturacion'])}
          options={taxesOf(type).map((code) => [String(code), taxes[code]])}
          onChange={(code) => put('IndicadorFacturacion', numberOrText(code))}
        />
      </td>
      <td className="kind" data-label={texts.kind}>
        <Choice
          label={of(texts.kindLong)}
          value={typedText(line['IndicadorBienoServicio'])}
          options={[
            ['1', texts.goods],
            ['2', texts.service],
          ]}
          onChange={(code) => put('IndicadorBienoServicio', numberOrText(code))}
        />
      </td>
      <td className="amount number" data-label={texts.amount}>
        {amount === '' ? es.none : amountText(amount)}
      </td>
      <td className="remove">
        {onRemove === undefined ? null : (
          <button
            type="button"
            className="icon-button"
            aria-label={`${texts.remove} ${texts.line(index + 1)}`}
            onClick={onRemove}
          >
            <span aria-hidden="true">×</span>
          </button>
        )}
      </td>
    </tr>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [code: string, text: string])[];
  readonly onChange: (code: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const known = options.some(([code]) => code === value);
  return (
    <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {known ? null : <option value={value}>{value === '' ? certificationTexts.choose : value}</option>}
      {options.map(([code, text]) => (
        <option key={code} value={code}>
          {text}
        </option>
      ))}
    </select>
  );
}
