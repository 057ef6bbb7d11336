/**
 * An action that changes something. A second press while the first one runs does nothing, so a double click sends once. If the
 * service wants a recent code of the second factor, a dialog asks for it, and the action runs again.
 */
import { useCallback, useContext, useRef, useState } from 'react';
import { ApiError, freshCodeRequired, isRefusal } from '../api/api-error.js';
import { FreshCode } from './fresh-code-context.js';

export interface Action<Input> {
  /** Resolves to whether the action was done. */
  readonly run: (input: Input) => Promise<boolean>;
  readonly pending: boolean;
  readonly error: unknown;
  /** The refusal, if it is about this field of the form. */
  readonly errorAt: (campo: string) => string | undefined;
  /** The error, unless it is about one of these fields, which show it themselves. */
  readonly errorBeside: (...fields: readonly string[]) => unknown;
  readonly reset: () => void;
}

export function useAction<Input, Output>(
  action: (input: Input) => Promise<Output>,
  done?: (output: Output, input: Input) => unknown,
): Action<Input> {
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const askForCode = useContext(FreshCode);

  const run = async (input: Input): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setPending(true);
    setError(undefined);
    try {
      const output = await withFreshCode(() => action(input), askForCode);
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
    reset: useCallback(() => setError(undefined), []),
  };
}

/** The service begins with the name of the property. Beside the field, its label says more. */
function besideLabel({ message, campo = '' }: ApiError): string {
  if (!message.startsWith(`${campo} `)) return message;
  const rest = message.slice(campo.length + 1);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Undefined: the person closed the dialog that asked for the code. */
async function withFreshCode<Output>(
  action: () => Promise<Output>,
  askForCode: () => Promise<boolean>,
): Promise<{ readonly value: Output } | undefined> {
  try {
    return { value: await action() };
  } catch (error) {
    if (!isRefusal(error, freshCodeRequired)) throw error;
    return (await askForCode()) ? { value: await action() } : undefined;
  }
}
