/** Registers a range that DGII authorized. */
import { useState } from 'react';
import { ecfTypes, parseEcfType, type EcfType } from '../../../ecf/model/ecf-types.js';
import { addRange, sequencesQuery } from '../../api/numbers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { DateField, SelectField, TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form.js';
import { useForm } from '../../parts/use-form.js';
import { typeOptions } from '../../parts/voucher-cells.js';
import { expiryOf, serialOf } from './serial.js';

interface AddRangeProps {
  readonly place: Place;
  readonly ecfType: EcfType;
  readonly onClose: () => void;
}

export function AddRange({ place, ecfType: asked, onClose }: AddRangeProps) {
  const [ecfType, setType] = useState(asked);
  const { sequenceExpires } = ecfTypes[ecfType];
  const form = useForm({
    start: { from: '', to: '', next: '', expiresOn: '', authorizationNumber: '' },
    send: async ({ from, to, next, expiresOn, authorizationNumber }) =>
      addRange(place, ecfType, {
        from: serialOf(from, ecfType, 'from'),
        to: serialOf(to, ecfType, 'to'),
        ...(next.trim() === '' ? {} : { next: serialOf(next, ecfType, 'next') }),
        expiresOn: sequenceExpires ? expiryOf(expiresOn) : null,
        authorizationNumber: authorizationNumber.trim(),
      }),
    refreshes: [sequencesQuery(place)],
    done: onClose,
  });
  const serial = { inputMode: 'numeric' } as const;
  return (
    <FormDialog title={es.master.add} form={form} submit={es.master.add} onClose={onClose}>
      <SelectField
        label={es.vouchers.type}
        options={typeOptions}
        value={String(ecfType)}
        onChange={(text) => setType(parseEcfType(text) ?? ecfType)}
      />
      <div className="form-row">
        <TextField
          label={es.master.from}
          hint={es.master.serialHint}
          required
          {...serial}
          {...form.field('from')}
        />
        <TextField label={es.master.to} required {...serial} {...form.field('to')} />
      </div>
      <div className="form-row">
        <TextField
          label={es.master.authorizationNumber}
          maxLength={40}
          required
          {...form.field('authorizationNumber')}
        />
        {sequenceExpires ? (
          <DateField label={es.master.expires} required {...form.field('expiresOn')} />
        ) : (
          <p className="soft">{es.master.noExpiry}</p>
        )}
      </div>
      <TextField
        label={es.master.firstFree}
        hint={es.master.firstFreeHint}
        {...serial}
        {...form.field('next')}
      />
    </FormDialog>
  );
}
