/** Filters as chips. One that is set says its value and can be removed; one that is not asks for it. */
import type { ReactNode } from 'react';
import { es } from '../../es.js';
import type { VoucherDays } from '../../shared/list-filters.js';
import { shownDay } from '../../shared/typed/typed-day.js';
import { useChoice } from '../../shared/use-choice.js';
import { list as texts } from '../../texts/list.js';
import type { FilterChange } from '../form/form.js';
import { Icon } from '../icon.js';

interface ChipProps {
  readonly label: string;
  readonly text: ReactNode;
  readonly onRemove: () => void;
}

/** The chip of a filter that has none unless it is set. */
export function SetChip({ text, ...chip }: Omit<ChipProps, 'text'> & { readonly text: string | undefined }) {
  return text === undefined ? null : <Chip text={text} {...chip} />;
}

interface DaysChipProps {
  readonly days: VoucherDays;
  readonly put: (change: FilterChange<VoucherDays>) => void;
}

export function DaysChip({ days: { desde, hasta, dia }, put }: DaysChipProps) {
  return (
    <SetChip
      label={dia === undefined ? es.vouchers.received : es.vouchers.issued}
      text={daysText(desde, hasta)}
      onRemove={() => put({ desde: undefined, hasta: undefined, dia: undefined })}
    />
  );
}

function daysText(from: string | undefined, to: string | undefined): string | undefined {
  const [first, last] = [from, to].map((day) => (day === undefined ? undefined : shownDay(day)));
  if (first === undefined) return last === undefined ? undefined : texts.daysTo(last);
  return last === undefined ? texts.daysFrom(first) : `${first} – ${last}`;
}

export function Chip({ label, text, onRemove }: ChipProps) {
  return (
    <span className="chip on">
      <Set label={label} text={text} />
      <Remove label={label} onRemove={onRemove} />
    </span>
  );
}

function Set({ label, text }: Pick<ChipProps, 'label' | 'text'>) {
  return (
    <span>
      {label}: <b>{text}</b>
    </span>
  );
}

function Remove({ label, onRemove }: Pick<ChipProps, 'label' | 'onRemove'>) {
  return (
    <button type="button" aria-label={texts.removeFilter(label)} onClick={onRemove}>
      <Icon name="close" />
    </button>
  );
}

interface ChoiceChipProps {
  readonly label: string;
  readonly value: string;
  readonly options: Readonly<Record<string, string>>;
  /** @param chosen empty: any value */
  readonly onChange: (chosen: string) => void;
}

/** The list of the browser lies, unseen, above our text, so keyboard and telephone work as people expect. */
export function ChoiceChip({ label, value, options, onChange }: ChoiceChipProps) {
  const choice = useChoice(value, onChange);
  const text = options[value];
  return (
    <span className={text === undefined ? 'chip' : 'chip on'}>
      <span className="chip-choice">
        <span aria-hidden="true">{text === undefined ? label : <Set label={label} text={text} />}</span>
        {text === undefined ? <Icon name="down" /> : null}
        <select aria-label={label} {...choice}>
          <option value="">{es.vouchers.all}</option>
          {Object.entries(options).map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      </span>
      {text === undefined ? null : <Remove label={label} onRemove={() => onChange('')} />}
    </span>
  );
}

interface ChipButtonProps {
  readonly children: ReactNode;
  readonly expanded: boolean;
  readonly onPress: () => void;
}

export function ChipButton({ children, expanded, onPress }: ChipButtonProps) {
  return (
    <button type="button" className="chip" aria-expanded={expanded} onClick={onPress}>
      {children}
      <Icon name={expanded ? 'up' : 'down'} />
    </button>
  );
}
