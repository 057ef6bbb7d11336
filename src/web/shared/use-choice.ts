/** A select that acts by itself, for example one that opens another page. */
import { useRef, useState } from 'react';

/**
 * In a closed select each arrow key is a change, so a person with a keyboard would act at each option on the way (WCAG
 * 3.2.2). What a key chose waits for Enter, or until the person leaves the select.
 */
export function useChoice(value: string, act: (chosen: string) => void) {
  const [pending, setPending] = useState<string>();
  const isByKey = useRef(false);
  const choose = (chosen: string | undefined) => {
    setPending(undefined);
    if (chosen !== undefined && chosen !== value) act(chosen);
  };
  return {
    value: pending ?? value,
    onPointerDown: () => {
      isByKey.current = false;
    },
    onKeyDown: ({ key }: { readonly key: string }) => {
      isByKey.current = key !== 'Enter';
      if (key === 'Enter') choose(pending);
      if (key === 'Escape') setPending(undefined);
    },
    onBlur: () => choose(pending),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => {
      if (isByKey.current) setPending(target.value);
      else choose(target.value);
    },
  };
}
