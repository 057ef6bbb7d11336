/**
 * What a row of the error table says. The key is the stable code. A row has one text for each kind of reader, in Spanish for a person; a
 * reader without a text never gets the code.
 */
export interface ErrorRow {
  /** The HTTP status. Absent if only the command line refuses so. */
  readonly status?: number;
  /** For clients of the public API. */
  readonly api?: string;
  /** For people at a screen. */
  readonly web?: string;
  /** For operators: the words name the options of the command line. */
  readonly cli?: string;
  /** For both, where the same words fit. */
  readonly people?: string;
  /** For the systems of other taxpayers that send us vouchers and approvals. */
  readonly receiver?: string;
  /** The field to correct, where it is always the same one. */
  readonly campo?: string;
  /** The command is not written correctly: the command line exits with 2. */
  readonly usage?: true;
  /** For integrators, in docs/integrar/errores.md: when the api answers so, and what to do. */
  readonly help?: string;
}

export type ErrorRows = Readonly<Record<string, ErrorRow>>;
export type Reader = 'api' | 'web' | 'cli' | 'people' | 'receiver';
