/** Logo, colour and variant of the printed form. The form sends only what changed. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { valueColumns } from '../../../ecf/codes/value-columns.js';
import type { PrintedFormSettings } from '../../api/answers.js';
import { changePrintedForm, printedFormQuery, type PrintedFormChange } from '../../api/printed-form.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { SelectField } from '../../parts/field.js';
import { Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';
import { ColorField } from './color-field.js';
import { LogoField, type Logo } from './logo-field.js';

interface LookFormProps {
  readonly companyId: number;
  readonly saved: PrintedFormSettings;
  readonly onSaved: () => void;
}

const variants = valueColumns.map((name) => [name, es.printedForm.valueColumns[name]] as const);

export function LookForm({ companyId, saved, onSaved }: LookFormProps) {
  const queries = useQueryClient();
  const [logo, setLogo] = useState<Logo>(
    saved.logo === null ? undefined : { type: 'image/png', base64: saved.logo },
  );
  const [color, setColor] = useState(saved.color);
  const [valueColumn, setValueColumn] = useState(saved.valueColumn);
  const save = useAction(
    (change: PrintedFormChange) => changePrintedForm(companyId, change),
    async () => {
      await queries.invalidateQueries(printedFormQuery(companyId));
      onSaved();
    },
  );
  const change: PrintedFormChange = {
    ...(logo?.base64 === (saved.logo ?? undefined) ? {} : { logo: logo?.base64 ?? null }),
    ...(color === saved.color ? {} : { color: color === saved.usualColor ? null : color.trim() }),
    ...(valueColumn === saved.valueColumn ? {} : { valueColumn }),
  };
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run(change);
      }}
    >
      <LogoField logo={logo} onChange={setLogo} error={save.errorAt('logo')} />
      <ColorField color={color} usual={saved.usualColor} onChange={setColor} error={save.errorAt('color')} />
      <SelectField
        label={es.printedForm.valueColumn}
        hint={es.printedForm.valueColumnHint}
        options={variants}
        value={valueColumn}
        onChange={setValueColumn}
      />
      {save.errorBeside('logo', 'color') === undefined ? null : <Problem error={save.error} />}
      <div>
        <Button type="submit" pending={save.pending} disabled={Object.keys(change).length === 0}>
          {es.actions.save}
        </Button>
      </div>
    </form>
  );
}
