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
  readonly found: readonly Fault[] | undefined;
}

export function useServerCheck(place: Place, text: string, number: NumberSource): ServerCheckState {
  const [checked, setChecked] = useState<{ readonly text: string; readonly validation: Validation }>();
  const action = useAction(
    (_: undefined) => validateOnServer(place, { ecf: text, number }),
    (validation) => setChecked({ text, validation }),
  );
  const current = checked?.text === text ? checked.validation : undefined;
  return { action, found: current && [...current.errores, ...current.advertencias] };
}

export function ServerCheck({ action, found }: ServerCheckState) {
  return (
    <>
      {action.error === undefined ? null : <Problem error={action.error} />}
      {found === undefined ? null : (
        <Notice tone={found.some(isRejection) ? 'bad' : found.length > 0 ? 'warn' : 'good'} urgent>
          {found.length === 0 ? es.certification.serverValid : <FaultTexts faults={found} />}
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
