/** Steps through the list from which a person opened a voucher: two buttons, and the keys J and K. */
import { StepButtons } from '../list/step-buttons.js';
import { useListKeys } from '../list/use-list-keys.js';

interface StepsProps {
  /** Of the rows of the list, in its order. */
  readonly keys: readonly string[];
  readonly shown: string;
  /** Whose voucher is shown: a screen reader says it after each step. Undefined: it is not known yet. */
  readonly name: string | undefined;
  readonly onShow: (key: string) => void;
}

export function Steps({ keys, shown, name, onShow }: StepsProps) {
  useListKeys({ keys, shown, onShow, onClose: () => false });
  const at = keys.indexOf(shown);
  return (
    <span className="steps" data-steps>
      <StepButtons
        at={at}
        of={keys.length}
        onMove={(step) => {
          const other = keys[at + step];
          if (other !== undefined) onShow(other);
        }}
      />
      <span className="visually-hidden" aria-live="polite">
        {name}
      </span>
    </span>
  );
}
