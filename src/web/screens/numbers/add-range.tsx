/** Registers a range that DGII authorized. */
import { useState } from 'react';
import { ecfTypes, parseEcfType, type EcfType } from '../../../ecf/model/ecf-types.js';
import { addRange, sequencesQuery } from '../../api/numbers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { DateField, SelectField, TextField } from '../../parts/form/field.js';
import { Form, FormDialog } from '../../parts/form/form.js';
import { useForm } from '../../parts/form/use-form.js';
import { typeOptions } from '../../parts/voucher/cells.js';
import { expiryOf, serialOf } from './serial.js';

interface AddRangeProps {
  readonly place: Place;
  readonly ecfType: EcfType;
  readonly onClose: () => void;
  readonly onAdded: (ecfType: EcfType) => void;
}

/** For any type. */
export function AddRange({ place, ecfType: asked, onClose, onAdded }: AddRangeProps) {
  const [ecfType, setType] = useState(asked);
  const form = useRangeForm({ place, ecfType, onClose, onAdded });
  return (
    <FormDialog title={es.master.add} form={form} submit={es.master.add} onClose={onClose}>
      <SelectField
        label={es.vouchers.type}
        options={typeOptions}
        value={String(ecfType)}
        onChange={(text) => setType(parseEcfType(text) ?? ecfType)}
      />
      {rangeFields(ecfType, form)}
    </FormDialog>
  );
}

interface AddRangeHereProps extends AddRangeProps {
  /** DGII goes on counting, so the next range probably begins there; `undefined`: the type has no range yet. */
  readonly following: number | undefined;
}

/** In the row of its type. */
export function AddRangeHere({ following, ...props }: AddRangeHereProps) {
  const { ecfType, onClose } = props;
  const form = useRangeForm(props, following);
  return (
    <section className="in-row" aria-label={`${es.master.addHere} ${ecfType}`}>
      <Form form={form} submit={es.master.add} onCancel={onClose}>
        {rangeFields(ecfType, form, following === undefined ? 'from' : 'to')}
      </Form>
    </section>
  );
}

function useRangeForm({ place, ecfType, onClose, onAdded }: AddRangeProps, following?: number) {
  const { sequenceExpires } = ecfTypes[ecfType];
  return useForm({
    start: {
      from: following === undefined ? '' : String(following),
      to: '',
      next: '',
      expiresOn: '',
      authorizationNumber: '',
    },
    send: async ({ from, to, next, expiresOn, authorizationNumber }) =>
      addRange(place, ecfType, {
        from: serialOf(from, ecfType, 'from'),
        to: serialOf(to, ecfType, 'to'),
        ...(next.trim() === '' ? {} : { next: serialOf(next, ecfType, 'next') }),
        expiresOn: sequenceExpires ? expiryOf(expiresOn) : null,
        authorizationNumber: authorizationNumber.trim(),
      }),
    refreshes: [sequencesQuery(place)],
    done: () => {
      onClose();
      onAdded(ecfType);
    },
  });
}

const serial = { inputMode: 'numeric' } as const;

/**
 * Not a component: the form has to know its fields before it shows what the service refused (use-form.ts).
 * @param focused where a person begins, if the form is no dialog
 */
function rangeFields(ecfType: EcfType, form: ReturnType<typeof useRangeForm>, focused?: 'from' | 'to') {
  return (
    <>
      <div className="form-row">
        <TextField
          label={es.master.from}
          hint={es.master.serialHint}
          required
          autoFocus={focused === 'from'}
          {...serial}
          {...form.field('from')}
        />
        <TextField
          label={es.master.to}
          required
          autoFocus={focused === 'to'}
          {...serial}
          {...form.field('to')}
        />
      </div>
      <div className="form-row">
        <TextField
          label={es.master.authorizationNumber}
          maxLength={40}
          required
          {...form.field('authorizationNumber')}
        />
        {ecfTypes[ecfType].sequenceExpires ? (
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
    </>
  );
}
