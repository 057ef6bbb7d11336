/** One of a few, side by side. Each is a button that says whether it is the chosen one. */
import type { ReactNode } from 'react';

interface SegmentsProps<Value extends string> {
  /** What a person chooses. */
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: ReactNode])[];
  readonly onChange: (value: Value) => void;
  readonly className?: string;
}

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, options, onChange, className = '' } = props;
  return (
    <div className={`segments ${className}`.trim()} role="group" aria-label={label}>
      {options.map(([one, text]) => (
        <button key={one} type="button" aria-pressed={one === value} onClick={() => onChange(one)}>
          {text}
        </button>
      ))}
    </div>
  );
}
