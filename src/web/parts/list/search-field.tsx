/** The field that searches a list by everything people know of a row. It applies by itself when a person stops typing. */
import { useEffect, useRef, useState } from 'react';
import { isForPage, usesLetters } from '../../shared/typing.js';
import { Field } from '../form/field.js';

/** Long enough to type the next letter, short enough not to be noticed. */
const idleMs = 300;
/** As in openapi-web.yaml. */
const lengthMax = 100;

interface SearchFieldProps {
  readonly texts: { readonly label: string; readonly hint: string; readonly placeholder: string };
  readonly applied: string;
  readonly onApply: (text: string) => void;
}

export function SearchField({ texts, applied, onApply }: SearchFieldProps) {
  const [{ text, of }, setTyped] = useState({ text: applied, of: applied });
  // A link, or the button that removes the filters, may change what is applied.
  if (of !== applied) setTyped({ text: text.trim() === applied ? text : applied, of: applied });
  const input = useSlashKey();
  const wanted = text.trim();
  const apply = useRef(onApply);
  useEffect(() => {
    apply.current = onApply;
  });
  useEffect(() => {
    if (wanted === applied) return undefined;
    const timer = setTimeout(() => apply.current(wanted), idleMs);
    return () => clearTimeout(timer);
  }, [wanted, applied]);
  return (
    <form
      role="search"
      className="search"
      aria-label={texts.label}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== applied) onApply(wanted);
      }}
    >
      <Field label={texts.label} hint={texts.hint}>
        {(control) => (
          <input
            {...control}
            ref={input}
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            placeholder={texts.placeholder}
            maxLength={lengthMax}
            value={text}
            onChange={({ target }) => setTyped({ text: target.value, of: applied })}
          />
        )}
      </Field>
    </form>
  );
}

/** The key `/` puts the focus into the field, unless a person is typing somewhere or a dialog is open. */
function useSlashKey() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !usesLetters() || !isForPage(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return input;
}
