/** A colour, typed in hexadecimal or chosen in the browser's picker. */
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Field } from '../../parts/field.js';
import type { FieldState } from '../../parts/use-form.js';

interface ColorFieldProps extends FieldState<string> {
  readonly usual: string;
}

export function ColorField({ value: color, usual, onChange, error }: ColorFieldProps) {
  const isColor = /^#[0-9a-f]{6}$/i.test(color);
  return (
    <Field label={es.printedForm.color} hint={es.printedForm.colorHint} error={error}>
      {(control) => (
        <div className="actions">
          <input
            {...control}
            className="mono short"
            maxLength={7}
            spellCheck={false}
            value={color}
            onChange={(event) => onChange(event.target.value)}
          />
          <input
            type="color"
            aria-label={es.printedForm.pickColor}
            // The picker would show black for a text that is not a colour.
            value={isColor ? color.toLowerCase() : usual}
            onChange={(event) => onChange(event.target.value)}
          />
          {color === usual ? null : (
            <Button kind="quiet" onPress={() => onChange(usual)}>
              {es.printedForm.usualColor}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
