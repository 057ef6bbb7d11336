/** Holds the values of a form and sends them. A refusal about no field on the screen appears below the form. */
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { useAction } from '../use-action.js';

interface FormOptions<Values, Output> {
  /** A field has the name that the service's refusals give as `campo`. */
  readonly start: Values;
  readonly send: (values: Values) => Promise<Output>;
  /** Queries to repeat after the form was sent, because their answers are out of date. */
  readonly refreshes?: readonly { readonly queryKey: QueryKey }[];
  readonly done?: (output: Output) => unknown;
}

export interface FieldState<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error: string | undefined;
}

export interface FormState {
  readonly submit: () => Promise<boolean>;
  readonly pending: boolean;
  readonly problem: () => unknown;
}

interface FormOf<Values> extends FormState {
  readonly values: Values;
  readonly submit: (change?: Partial<Values>) => Promise<boolean>;
  readonly field: <Name extends keyof Values & string>(name: Name) => FieldState<Values[Name]>;
}

export function useForm<Values extends object, Output>(options: FormOptions<Values, Output>): FormOf<Values> {
  const { start, send, refreshes = [], done } = options;
  const queries = useQueryClient();
  const [values, setValues] = useState(start);
  const refresh = () => Promise.all(refreshes.map(({ queryKey }) => queries.invalidateQueries({ queryKey })));
  const action = useAction(
    async (given: Values) => {
      try {
        return await send(given);
      } catch (error) {
        const status = error instanceof ApiError ? error.status : undefined;
        // The page must show what the service found. Without an answer, the message does not wait.
        if (status === 409) await refresh();
        else if (status === 0 || (status !== undefined && status >= 500)) void refresh();
        throw error;
      }
    },
    async (output) => {
      await refresh();
      await done?.(output);
    },
  );
  // The screen fills this set while it draws its fields. A refusal about any other field is then shown below the form and not lost.
  const shown = new Set<string>();
  return {
    values,
    field: (name) => {
      shown.add(name);
      return {
        value: values[name],
        onChange: (value) => setValues((before) => ({ ...before, [name]: value })),
        error: action.errorAt(name),
      };
    },
    submit: (change) => action.run({ ...values, ...change }),
    pending: action.pending,
    problem: () => action.errorBeside(...shown),
  };
}
