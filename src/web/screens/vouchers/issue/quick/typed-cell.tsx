/** A cell of the lines. While a person types it shows the text as typed, and the voucher gets what the text means. */
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';

interface CellProps {
  /** For a screen reader: the column and the line. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly path?: string;
  readonly number?: boolean;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** Id of the `datalist` with what it suggests. */
  readonly list?: string;
  readonly invalid?: boolean;
  readonly onEnter?: () => void;
  readonly onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
}

export function Cell(props: CellProps) {
  const {
    label,
    value,
    onChange,
    path,
    number = false,
    placeholder,
    maxLength,
    list,
    invalid,
    onEnter,
    onPaste,
  } = props;
  const [typed, setTyped] = useState<string>();
  return (
    <input
      aria-label={label}
      aria-invalid={invalid === true ? true : undefined}
      className={number ? 'number' : undefined}
      inputMode={number ? 'decimal' : undefined}
      autoComplete="off"
      spellCheck={false}
      data-path={path}
      placeholder={placeholder}
      maxLength={maxLength}
      list={list}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value);
      }}
      // As in a sheet, what a person types takes the place of the number: a price may be there because the item is known.
      onFocus={({ currentTarget }) => {
        if (number) currentTarget.select();
      }}
      onBlur={() => setTyped(undefined)}
      onPaste={onPaste}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || onEnter === undefined) return;
        event.preventDefault();
        onEnter();
      }}
    />
  );
}
