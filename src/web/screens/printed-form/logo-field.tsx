/** The company's logo. A chosen file is checked and shown at once. The service checks it again when the form is saved. */
import { useState } from 'react';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Field, FileInput } from '../../parts/field.js';
import type { FieldState } from '../../parts/use-form.js';

export type Logo = { readonly type: 'image/png' | 'image/svg+xml'; readonly base64: string } | undefined;

const fileBytesMax = 100 * 1024;

export function LogoField({ value: logo, onChange, error }: FieldState<Logo>) {
  const [fault, setFault] = useState<string>();
  const unreadable = () => {
    setFault(es.printedForm.logoUnreadable);
    onChange(undefined);
  };
  const choose = async (file: File) => {
    setFault(undefined);
    if (file.size > fileBytesMax) setFault(es.printedForm.logoTooLarge);
    else await logoOf(file).then(onChange, () => setFault(es.printedForm.logoUnreadable));
  };
  return (
    <Field label={es.printedForm.logo} hint={es.printedForm.logoHint} error={fault ?? error}>
      {(control) => (
        <>
          {logo === undefined ? (
            <p className="soft">{es.printedForm.noLogo}</p>
          ) : (
            <div className="actions">
              <img
                className="logo"
                alt={es.printedForm.logo}
                src={`data:${logo.type};base64,${logo.base64}`}
                onError={unreadable}
              />
              <Button kind="quiet" onPress={() => onChange(undefined)}>
                {es.printedForm.removeLogo}
              </Button>
            </div>
          )}
          <FileInput {...control} accept=".png,.svg,image/png,image/svg+xml" onFile={choose} />
        </>
      )}
    </Field>
  );
}

/** The page shows the file as an image, so the browser runs no script of an SVG and loads nothing for it. */
async function logoOf(file: File): Promise<Logo> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A PNG begins with this byte; some systems give SVG files no type.
  const type = bytes[0] === 0x89 ? 'image/png' : 'image/svg+xml';
  return { type, base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
}
