/** The server's own check. It also knows the ledger, so it may find faults that the check in the browser cannot find. */
import { useState } from 'react';
import type { Fault } from '../../../ecf/model/fault.js';
import type { Validation } from '../../api/answers.js';
import { validateOnServer, type NumberSource } from '../../api/certification.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Notice, Problem } from '../../parts/notice.js';
import { useAction, type Action } from '../../parts/use-action.js';
import { isRejection } from './faults.js';

interface ServerCheckState {
  readonly action: Action<undefined>;
  /** What the server found in the voucher on the screen. Undefined if it was not asked about this text. */
  readonly found: Validation | undefined;
}

export function useServerCheck(place: Place, text: string, number: NumberSource): ServerCheckState {
  const [checked, setChecked] = useState<{ readonly text: string; readonly validation: Validation }>();
  const action = useAction(
    (_: undefined) => validateOnServer(place, { ecf: text, number }),
    (validation) => setChecked({ text, validation }),
  );
  return { action, found: checked?.text === text ? checked.validation : undefined };
}

export function ServerCheck({ action, found }: ServerCheckState) {
  const faults = [...(found?.errores ?? []), ...(found?.advertencias ?? [])];
  return (
    <>
      {action.error === undefined ? null : <Problem error={action.error} />}
      {found === undefined ? null : (
        <Notice tone={faults.some(isRejection) ? 'bad' : faults.length > 0 ? 'warn' : 'good'} urgent>
          {faults.length === 0 ? es.certification.serverValid : <FaultTexts faults={faults} />}
        </Notice>
      )}
      <div>
        <Button small pending={action.pending} onPress={() => void action.run(undefined)}>
          {es.certification.validate}
        </Button>
      </div>
    </>
  );
}

export function FaultTexts({ faults }: { readonly faults: readonly Fault[] }) {
  return faults.map((fault, index) => (
    <p key={`${fault.code}${fault.campo}${index}`}>
      {isRejection(fault) ? null : `${es.warning}: `}
      <span className="mono">{fault.code}</span> {fault.mensaje}
    </p>
  ));
}
