/**
 * The errors of the command line, with the words for an operator (shared/errors.ts).
 * Exit 1: refused or failed; nothing was changed unless the message says so. Exit 2: the command is not written correctly.
 */
import { errorsFor, type CodeFor } from '../../shared/errors.js';

export type CliErrorCode = CodeFor<'cli' | 'people'>;

export const cliErrors = Object.fromEntries(
  Object.entries(errorsFor('cli', 'people')).map(([code, { mensaje, usage }]) => [
    code,
    { exit: usage === true ? 2 : 1, mensaje },
  ]),
) as Readonly<Record<CliErrorCode, { readonly exit: 1 | 2; readonly mensaje: string }>>;

export class CliError extends Error {
  readonly code: CliErrorCode;
  readonly exit: 1 | 2;
  readonly data: Readonly<Record<string, unknown>>;

  /** @param mensaje replaces the table's message with a more specific one; in Spanish, without secrets. */
  constructor(code: CliErrorCode, mensaje?: string, data: Readonly<Record<string, unknown>> = {}) {
    super(mensaje ?? cliErrors[code].mensaje);
    this.name = 'CliError';
    this.code = code;
    this.exit = cliErrors[code].exit;
    this.data = data;
  }
}
