/** Extending, correcting, closing and reopening a range. Only what the person changed is sent. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EcfType } from '../../../ecf/model/ecf-types.js';
import type { Authorization } from '../../api/answers.js';
import { changeRange, sequencesQuery, type RangeChange } from '../../api/numbering.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Dialog } from '../../parts/dialog.js';
import { TextField } from '../../parts/field.js';
import { swapDay } from '../../shared/format.js';
import { Notice, Problem } from '../../parts/notice.js';
import { useAction } from '../../parts/use-action.js';
import { serialOf } from './serial.js';

interface ChangeRangeProps {
  readonly place: Place;
  readonly ecfType: EcfType;
  readonly range: Authorization;
  readonly onClose: () => void;
}

const fields = ['to', 'first', 'last', 'expiresOn', 'authorizationNumber'];

export function ChangeRange({ place, ecfType, range, onClose }: ChangeRangeProps) {
  const queries = useQueryClient();
  const [to, setTo] = useState(String(range.to));
  const [first, setFirst] = useState(String(range.first));
  const [expires, setExpires] = useState(range.expiresOn === null ? '' : swapDay(range.expiresOn));
  const [authorizationNumber, setAuthorizationNumber] = useState(range.authorizationNumber);
  const change = useAction(
    (wanted: RangeChange) => changeRange(place, ecfType, range.id, wanted).then(() => true),
    async () => {
      await queries.invalidateQueries(sequencesQuery(place));
      onClose();
    },
  );
  const wanted: RangeChange = {
    ...(serialOf(to) === range.to ? {} : { to: serialOf(to) }),
    ...(serialOf(first) === range.first ? {} : { first: serialOf(first) }),
    ...(range.expiresOn === null || swapDay(expires) === range.expiresOn
      ? {}
      : { expiresOn: swapDay(expires) }),
    ...(authorizationNumber.trim() === range.authorizationNumber
      ? {}
      : { authorizationNumber: authorizationNumber.trim() }),
  };
  return (
    <Dialog title={`${es.master.change} ${range.id}`} open onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (Object.keys(wanted).length === 0) onClose();
          else void change.run(wanted);
        }}
      >
        <div className="form-row">
          <TextField
            label={es.master.to}
            hint={es.master.extendHint}
            inputMode="numeric"
            required
            value={to}
            onChange={setTo}
            error={change.errorAt('to')}
          />
          <TextField
            label={es.master.firstFree}
            hint={es.master.firstHint}
            inputMode="numeric"
            required
            value={first}
            onChange={setFirst}
            error={change.errorAt('first')}
          />
        </div>
        <div className="form-row">
          <TextField
            label={es.master.authorizationNumber}
            maxLength={40}
            required
            value={authorizationNumber}
            onChange={setAuthorizationNumber}
            error={change.errorAt('authorizationNumber')}
          />
          {range.expiresOn === null ? null : (
            <TextField
              label={es.master.expires}
              type="date"
              required
              value={expires}
              onChange={setExpires}
              error={change.errorAt('expiresOn')}
            />
          )}
        </div>
        {change.errorBeside(...fields) === undefined ? null : <Problem error={change.error} />}
        <div className="actions">
          <Button kind="primary" type="submit" pending={change.pending}>
            {es.actions.save}
          </Button>
          <Button onPress={onClose}>{es.actions.cancel}</Button>
        </div>
      </form>
      <CloseOrReopen range={range} change={change} />
    </Dialog>
  );
}

interface CloseProps {
  readonly range: Authorization;
  readonly change: ReturnType<typeof useAction<RangeChange, boolean>>;
}

function CloseOrReopen({ range, change }: CloseProps) {
  const [last, setLast] = useState(String(range.next === null ? range.last : range.next - 1));
  if (range.closed)
    return (
      <Notice tone="plain" title={es.master.closed}>
        <p>{es.master.reopenText}</p>
        <Button small pending={change.pending} onPress={() => void change.run({ last: range.to })}>
          {es.master.reopen}
        </Button>
      </Notice>
    );
  return (
    <details className="more">
      <summary>{es.master.close}</summary>
      <div className="form">
        <p className="soft">{es.master.closeText}</p>
        <TextField
          label={es.master.last}
          inputMode="numeric"
          value={last}
          onChange={setLast}
          error={change.errorAt('last')}
        />
        <div>
          <Button
            kind="danger"
            pending={change.pending}
            onPress={() => void change.run({ last: serialOf(last) })}
          >
            {es.master.close}
          </Button>
        </div>
      </div>
    </details>
  );
}
