/** Logo, colour and variant of the printed form. The form sends only what changed. */
import { useState } from 'react';
import type { PrintedFormSettings } from '../../api/answers.js';
import { changePrintedForm, printedFormQuery, type PrintedFormChange } from '../../api/companies.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { SelectField, Field, FileInput } from '../../parts/form/field.js';
import { Form } from '../../parts/form/form.js';
import { useForm, type FieldState } from '../../parts/form/use-form.js';
import { base64Of, otherKind } from '../../shared/chosen-file.js';

interface LookFormProps {
  readonly companyId: number;
  readonly saved: PrintedFormSettings;
  readonly onSaved: () => void;
}

export function LookForm({ companyId, saved: settings, onSaved }: LookFormProps) {
  // What the form started from. If another person changes the settings meanwhile, this form must not undo that.
  const [saved] = useState(settings);
  const form = useForm({
    start: valuesOf(saved),
    send: (values) => changePrintedForm(companyId, changeOf(values, saved)),
    refreshes: [printedFormQuery(companyId)],
    done: onSaved,
  });
  const isUnchanged = Object.keys(changeOf(form.values, saved)).length === 0;
  return (
    <Form form={form} submit={es.actions.save} kind="plain" blocked={isUnchanged}>
      <LogoField {...form.field('logo')} />
      <ColorField {...form.field('color')} usual={saved.usualColor} />
      <SelectField
        label={es.printedForm.valueColumn}
        hint={es.printedForm.valueColumnHint}
        options={es.printedForm.valueColumns}
        {...form.field('valueColumn')}
      />
    </Form>
  );
}

interface Look extends Pick<PrintedFormSettings, 'color' | 'valueColumn'> {
  readonly logo: Logo;
}

function valuesOf({ logo, color, valueColumn }: PrintedFormSettings): Look {
  return { logo: logo === null ? undefined : { type: 'image/png', base64: logo }, color, valueColumn };
}

function changeOf({ logo, color, valueColumn }: Look, saved: PrintedFormSettings): PrintedFormChange {
  return {
    ...(logo?.base64 === (saved.logo ?? undefined) ? {} : { logo: logo?.base64 ?? null }),
    ...(color === saved.color ? {} : { color: color === saved.usualColor ? null : color.trim() }),
    ...(valueColumn === saved.valueColumn ? {} : { valueColumn }),
  };
}

interface ColorFieldProps extends FieldState<string> {
  readonly usual: string;
}

function ColorField({ value: color, usual, onChange, error }: ColorFieldProps) {
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

type Logo = { readonly type: 'image/png' | 'image/svg+xml'; readonly base64: string } | undefined;

const fileBytesMax = 100 * 1024;

/** A chosen file is checked and shown at once. The service checks it again when the form is saved. */
function LogoField({ value: logo, onChange, error }: FieldState<Logo>) {
  const [fault, setFault] = useState<string>();
  const unreadable = () => {
    setFault(es.printedForm.logoUnreadable);
    onChange(undefined);
  };
  const choose = async (file: File) => {
    setFault(undefined);
    const kind = await otherKind(file, ['image', 'xml']);
    if (kind !== undefined) setFault(es.files.wrongKind(file.name, kind, es.printedForm.logoWanted));
    else if (file.size > fileBytesMax) setFault(es.printedForm.logoTooLarge);
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
  const [first] = new Uint8Array(await file.slice(0, 1).arrayBuffer());
  // Some systems give SVG files no type, so the first byte decides: 0x89 begins a PNG.
  const type = first === 0x89 ? 'image/png' : 'image/svg+xml';
  return { type, base64: await base64Of(file) };
}
