/** Structured logs. Secrets and buyers' data never reach a log line: log references (company, e-NCF, codes) only. */
import { pino, type DestinationStream } from 'pino';

export type Log = ReturnType<typeof createLog>;

/** The last protection: a field whose name is one of these is not logged, up to two levels deep. */
const secrets = ['token', 'clave', 'password', 'secret', 'privateKey', 'authorization', 'xml', 'content'];
const redacted = secrets.flatMap((name) => [name, `*.${name}`]);

export function createLog(options: {
  role: string;
  level: string;
  destination?: DestinationStream | undefined;
}) {
  const settings = {
    level: options.level,
    base: { role: options.role },
    redact: { paths: redacted, censor: '***' },
    serializers: { err: shownError, outage: shownOutage },
  };
  return options.destination === undefined ? pino(settings) : pino(settings, options.destination);
}

interface ShownError {
  readonly type: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: string | number;
  readonly cause?: ShownError;
}

const messageCharsMax = 500;
const stackCharsMax = 4_000;
const causesMax = 5;

/**
 * Returns the name, text, code and stack of an error and no other field, because the errors of the driver contain whole records. The text
 * of a duplicate-key error quotes values, so those are removed.
 */
export function shownError(error: unknown, depth = 0): ShownError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  const code: unknown = (error as { code?: unknown }).code;
  const { cause } = error;
  const message = withoutValues(error.message).slice(0, messageCharsMax);
  // The stack begins with the error's text, so only its frames are kept.
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message,
    stack: frames?.join('\n').slice(0, stackCharsMax),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(cause === undefined || depth >= causesMax ? {} : { cause: shownError(cause, depth + 1) }),
  };
}

/** An error that we expect while another part of the system is away: where in our code it surfaced says nothing. */
function shownOutage(error: unknown): Omit<ShownError, 'stack'> {
  return withoutStacks(shownError(error));
}

function withoutStacks({ stack: _stack, cause, ...shown }: ShownError): Omit<ShownError, 'stack'> {
  return { ...shown, ...(cause === undefined ? {} : { cause: withoutStacks(cause) }) };
}

/** A person's identity number: eleven digits, with or without hyphens. */
const cedula = /(?<!\d)\d{3}-?\d{7}-?\d(?!\d)/g;

function withoutValues(message: string): string {
  return message
    .replace(/dup key: .*/s, 'dup key')
    .replace(/(mongodb(?:\+srv)?:\/\/)[^@/\s]*@/g, '$1***@')
    .replace(cedula, '***');
}
