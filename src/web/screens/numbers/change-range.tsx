/** Extends, corrects, closes and reopens a range. The form sends only what the person changed. */
import { useState } from 'react';
import type { EcfType } from '../../../ecf/model/ecf-types.js';
import { serialIn } from '../../../ecf/model/encf.js';
import type { Authorization } from '../../api/answers.js';
import { changeRange, sequencesQuery, type RangeChange } from '../../api/numbers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Dialog } from '../../parts/dialog.js';
import { Check, DateField, TextField } from '../../parts/form/field.js';
import { Form } from '../../parts/form/form.js';
import { count, swapDay } from '../../shared/format.js';
import { Notice } from '../../parts/notice.js';
import { useForm } from '../../parts/form/use-form.js';
import { expiryOf, serialOf } from './serial.js';

interface ChangeRangeProps {
  readonly place: Place;
  readonly ecfType: EcfType;
  readonly range: Authorization;
  readonly onClose: () => void;
}

export function ChangeRange({ place, ecfType, range, onClose }: ChangeRangeProps) {
  const [lastBefore, firstBefore] = [serialIn(range.to), serialIn(range.first)];
  const form = useForm({
    start: {
      to: String(lastBefore),
      first: String(firstBefore),
      expiresOn: range.expiresOn === null ? '' : swapDay(range.expiresOn),
      authorizationNumber: range.authorizationNumber,
    },
    send: async ({ expiresOn, authorizationNumber, ...typed }) => {
      const day = range.expiresOn === null ? null : expiryOf(expiresOn);
      const to = serialOf(typed.to, ecfType, 'to');
      const first = serialOf(typed.first, ecfType, 'first');
      const wanted: RangeChange = {
        ...(to === lastBefore ? {} : { to }),
        ...(first === firstBefore ? {} : { first }),
        ...(day === range.expiresOn ? {} : { expiresOn: day }),
        ...(authorizationNumber.trim() === range.authorizationNumber
          ? {}
          : { authorizationNumber: authorizationNumber.trim() }),
      };
      if (Object.keys(wanted).length > 0) await changeRange({ ...place, ecfType, id: range.id }, wanted);
    },
    refreshes: [sequencesQuery(place)],
    done: onClose,
  });
  const title = `${es.master.change} ${range.id}`;
  const [skips, setSkips] = useState(false);
  const skipped = skippedBy(form.values.first, range);
  return (
    <Dialog title={title} open onClose={onClose} firm={form.pending}>
      <Form form={form} submit={es.actions.save} onCancel={onClose} blocked={skipped > 0 && !skips}>
        <div className="form-row">
          <TextField
            label={es.master.to}
            hint={es.master.extendHint}
            inputMode="numeric"
            required
            {...form.field('to')}
          />
          <TextField
            label={es.master.firstFree}
            hint={es.master.firstHint}
            inputMode="numeric"
            required
            {...form.field('first')}
          />
        </div>
        <div className="form-row">
          <TextField
            label={es.master.authorizationNumber}
            maxLength={40}
            required
            {...form.field('authorizationNumber')}
          />
          {range.expiresOn === null ? null : (
            <DateField label={es.master.expires} required {...form.field('expiresOn')} />
          )}
        </div>
        {skipped > 0 ? (
          <Check label={es.master.skips(count(skipped))} checked={skips} onChange={setSkips} />
        ) : null}
      </Form>
      <CloseOrReopen place={place} ecfType={ecfType} range={range} onClose={onClose} />
    </Dialog>
  );
}

function skippedBy(first: string, { next }: Authorization): number {
  const typed = /^\d{1,10}$/.test(first) ? Number(first) : 0;
  return next === null ? 0 : Math.max(0, typed - serialIn(next));
}

function CloseOrReopen({ place, ecfType, range, onClose }: ChangeRangeProps) {
  const form = useForm({
    start: { last: String(range.next === null ? serialIn(range.last) : serialIn(range.next) - 1) },
    send: async ({ last }) =>
      changeRange(
        { ...place, ecfType, id: range.id },
        { last: range.closed ? serialIn(range.to) : serialOf(last, ecfType, 'last') },
      ),
    refreshes: [sequencesQuery(place)],
    done: onClose,
  });
  if (range.closed)
    return (
      <Notice tone="plain" title={es.master.closed}>
        <p>{es.master.reopenText}</p>
        <Form form={form} submit={es.master.reopen} kind="plain" />
      </Notice>
    );
  return (
    <details className="more">
      <summary>{es.master.close}</summary>
      <Form form={form} submit={es.master.close} kind="danger">
        <p className="soft">{es.master.closeText}</p>
        <TextField label={es.master.last} inputMode="numeric" required {...form.field('last')} />
      </Form>
    </details>
  );
}
