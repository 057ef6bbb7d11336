/**
 * An action that changes something. A second press while the first one runs does nothing, so a double click sends once. If the service asks
 * for a fresh code of the second factor, or for the password, a dialog asks the person for it, and the action runs again.
 */
import { useContext, useRef, useState, createContext } from 'react';
import {
  ApiError,
  freshCodeRequired,
  freshPasswordRequired,
  isRefusal,
  repeatAfterLogin,
  sessionRequired,
} from '../api/api-error.js';
import { useSessionLost } from '../api/session-lost.js';
import { capitalized } from '../shared/format.js';

export interface Action<Input> {
  /** Resolves to true if the action succeeded. */
  readonly run: (input: Input) => Promise<boolean>;
  readonly pending: boolean;
  readonly error: unknown;
  /** The message of the refusal, if the refusal is about this field. */
  readonly errorAt: (campo: string) => string | undefined;
  /** The error, unless it is about one of these fields. Such a field shows the error itself. */
  readonly errorBeside: (...fields: readonly string[]) => unknown;
  readonly reset: () => void;
}

export function useAction<Input, Output>(
  action: (input: Input) => Promise<Output>,
  done?: (output: Output, input: Input) => unknown,
): Action<Input> {
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const [refusal, setError] = useState<unknown>(undefined);
  const isLost = useSessionLost();
  const error = !isLost && isRefusal(refusal, sessionRequired) ? repeatAfterLogin() : refusal;
  const askForProof = useContext(FreshProof);

  const run = async (input: Input): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setPending(true);
    setError(undefined);
    try {
      const output = await withFreshProof(() => action(input), askForProof);
      if (output === undefined) return false;
      await done?.(output.value, input);
      return true;
    } catch (caught) {
      setError(caught);
      return false;
    } finally {
      running.current = false;
      setPending(false);
    }
  };

  const campo = error instanceof ApiError ? error.campo : undefined;
  return {
    run,
    pending,
    error,
    errorAt: (name) => (campo === name && error instanceof ApiError ? besideLabel(error) : undefined),
    errorBeside: (...fields) => (campo !== undefined && fields.includes(campo) ? undefined : error),
    reset: () => setError(undefined),
  };
}

/** Removes the property's name from the start of the service's message: beside the field, its label already names it. */
function besideLabel({ message, campo = '' }: ApiError): string {
  if (!message.startsWith(`${campo} `)) return message;
  return capitalized(message.slice(campo.length + 1));
}

/** Undefined if the person closed the dialog that asked for the proof. */
async function withFreshProof<Output>(
  action: () => Promise<Output>,
  askForProof: AskForProof,
): Promise<{ readonly value: Output } | undefined> {
  try {
    return { value: await action() };
  } catch (error) {
    const wanted = isRefusal(error, freshCodeRequired)
      ? 'code'
      : isRefusal(error, freshPasswordRequired)
        ? 'password'
        : undefined;
    if (wanted === undefined) throw error;
    return (await askForProof(wanted)) ? { value: await action() } : undefined;
  }
}

export type Proof = 'code' | 'password';
/** Resolves to false if the person closes the dialog. */
export type AskForProof = (wanted: Proof) => Promise<boolean>;
export const FreshProof = createContext<AskForProof>(() => Promise.resolve(false));
