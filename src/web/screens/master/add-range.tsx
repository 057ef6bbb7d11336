/** Registering a range that DGII authorized. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ecfTypeList, ecfTypes, parseEcfType, type EcfType } from '../../../ecf/model/ecf-types.js';
import { addRange, sequencesQuery } from '../../api/numbering.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { SelectField, TextField } from '../../parts/field.js';
import { swapDay } from '../../shared/format.js';
import { Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';
import { serialOf } from './serial.js';

interface AddRangeProps {
  readonly place: Place;
  readonly ecfType: EcfType;
  readonly onClose: () => void;
}

const types = ecfTypeList.map((type) => [String(type), `${type} · ${ecfTypes[type].nombre}`] as const);
const fields = ['from', 'to', 'next', 'expiresOn', 'authorizationNumber'];

export function AddRange({ place, ecfType: asked, onClose }: AddRangeProps) {
  const queries = useQueryClient();
  const [ecfType, setType] = useState(asked);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [next, setNext] = useState('');
  const [expires, setExpires] = useState('');
  const [authorizationNumber, setAuthorizationNumber] = useState('');
  const { sequenceExpires } = ecfTypes[ecfType];
  const add = useAction(
    () =>
      addRange(place, ecfType, {
        from: serialOf(from),
        to: serialOf(to),
        ...(next.trim() === '' ? {} : { next: serialOf(next) }),
        expiresOn: sequenceExpires ? swapDay(expires) : null,
        authorizationNumber: authorizationNumber.trim(),
      }).then(() => true),
    async () => {
      await queries.invalidateQueries(sequencesQuery(place));
      onClose();
    },
  );
  return (
    <Dialog title={es.master.add} open onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void add.run(undefined);
        }}
      >
        <SelectField
          label={es.vouchers.type}
          options={types}
          value={String(ecfType)}
          onChange={(text) => setType(parseEcfType(text) ?? ecfType)}
        />
        <div className="form-row">
          <TextField
            label={es.master.from}
            hint={es.master.serialHint}
            inputMode="numeric"
            maxLength={13}
            required
            value={from}
            onChange={setFrom}
            error={add.errorAt('from')}
          />
          <TextField
            label={es.master.to}
            inputMode="numeric"
            maxLength={13}
            required
            value={to}
            onChange={setTo}
            error={add.errorAt('to')}
          />
        </div>
        <div className="form-row">
          <TextField
            label={es.master.authorizationNumber}
            maxLength={40}
            required
            value={authorizationNumber}
            onChange={setAuthorizationNumber}
            error={add.errorAt('authorizationNumber')}
          />
          {sequenceExpires ? (
            <TextField
              label={es.master.expires}
              type="date"
              required
              value={expires}
              onChange={setExpires}
              error={add.errorAt('expiresOn')}
            />
          ) : (
            <p className="soft">{es.master.noExpiry}</p>
          )}
        </div>
        <TextField
          label={es.master.firstFree}
          hint={es.master.firstFreeHint}
          inputMode="numeric"
          maxLength={13}
          value={next}
          onChange={setNext}
          error={add.errorAt('next')}
        />
        {add.errorBeside(...fields) === undefined ? null : <Problem error={add.error} />}
        <div className="actions">
          <Button kind="primary" type="submit" pending={add.pending}>
            {es.master.add}
          </Button>
          <Button onPress={onClose}>{es.actions.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
