/**
 * An action that changes something. A double click sends once; a dialog asks for a fresh proof; every failure is seen,
 * by the form, or above the page if the form is gone.
 */
import { useContext, useEffect, useRef, useState, createContext } from 'react';
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
  readonly run: (input: Input) => Promise<boolean>;
  readonly pending: boolean;
  readonly error: unknown;
  readonly errorAt: (campo: string) => string | undefined;
  /** The error, unless it is about one of these fields. */
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
  const unseen = useUnseen();

  const run = async (input: Input): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setPending(true);
    setError(undefined);
    unseen.forget();
    const page = document.title;
    try {
      const output = await withFreshProof(() => action(input), askForProof);
      if (output === undefined) return false;
      await done?.(output.value, input);
      return true;
    } catch (caught) {
      setError(caught);
      unseen.keep({ error: caught, page });
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

interface Failure {
  readonly error: unknown;
  readonly page: string;
}

/** After this long a person has seen a message. A press that comes sooner may be the second one of a double click. */
const seenAfterMs = 1_000;

/**
 * A refusal makes the page read anew what it shows. What another person did meanwhile may remove the form, and with it the refusal that the
 * person waits for. So a failure that goes off the screen before the person has pressed anything is shown above the page.
 */
function useUnseen() {
  const { showFailure } = useContext(AbovePage);
  const isShown = useRef(false);
  const kept = useRef<Failure>(undefined);
  const stop = useRef<() => void>(undefined);
  const forget = () => {
    kept.current = undefined;
    stop.current?.();
  };
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      stop.current?.();
      if (kept.current !== undefined) showFailure(kept.current);
    };
  }, [showFailure]);
  const keep = (failure: Failure) => {
    if (!isShown.current) {
      showFailure(failure);
      return;
    }
    const failedAtMs = performance.now();
    kept.current = failure;
    stop.current = onPress(() => {
      if (performance.now() - failedAtMs >= seenAfterMs) forget();
    });
  };
  return { keep, forget };
}

function onPress(act: () => void): () => void {
  const options = { capture: true } as const;
  const presses = ['pointerdown', 'keydown'] as const;
  for (const name of presses) document.addEventListener(name, act, options);
  return () => {
    for (const name of presses) document.removeEventListener(name, act, options);
  };
}

interface Above {
  /** Must stay the same function. */
  readonly showFailure: (failure: Failure) => void;
  /** A dialog went away although the person neither sent nor closed it. Must stay the same function. */
  readonly showClosed: (title: string) => void;
}

/** What the shell shows above the page. Outside the shell nothing takes a form away from the person. */
export const AbovePage = createContext<Above>({ showFailure: () => undefined, showClosed: () => undefined });

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
export type AskForProof = (wanted: Proof) => Promise<boolean>;
export const FreshProof = createContext<AskForProof>(() => Promise.resolve(false));
