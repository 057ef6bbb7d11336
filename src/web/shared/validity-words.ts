/** Says in Spanish why a field is not valid. The browser would say it in its own language, which may be another. */
import { validity as texts } from '../texts/shown-state.js';

type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The fields that have our words now. A field with words of its own keeps them. */
const told = new Set<FormField>();

export function speakSpanish(): void {
  document.addEventListener(
    'invalid',
    ({ target }) => {
      if (!isField(target) || target.validity.customError) return;
      target.setCustomValidity(wordsFor(target.validity));
      told.add(target);
    },
    true,
  );
  // Words make a field invalid. So they go before anything that can change the field or send its form.
  for (const type of ['pointerdown', 'keydown', 'click', 'input'])
    document.addEventListener(type, forget, true);
}

function forget(): void {
  for (const field of told) field.setCustomValidity('');
  told.clear();
}

function wordsFor({ valueMissing, typeMismatch }: ValidityState): string {
  if (valueMissing) return texts.missing;
  return typeMismatch ? texts.email : texts.other;
}

function isField(target: EventTarget | null): target is FormField {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}
