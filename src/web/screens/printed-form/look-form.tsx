/** Logo, colour and variant of the printed form. The form sends only what changed. */
import type { PrintedFormSettings } from '../../api/answers.js';
import { changePrintedForm, printedFormQuery, type PrintedFormChange } from '../../api/printed-form.js';
import { es } from '../../es.js';
import { SelectField } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { useForm } from '../../parts/use-form.js';
import { ColorField } from './color-field.js';
import { LogoField, type Logo } from './logo-field.js';

interface LookFormProps {
  readonly companyId: number;
  readonly saved: PrintedFormSettings;
  readonly onSaved: () => void;
}

export function LookForm({ companyId, saved, onSaved }: LookFormProps) {
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
