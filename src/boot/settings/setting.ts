/**
 * A setting is one row: it reads its variable, and says what docs/operate/settings.md says of it. This file has the common kinds.
 * Every error names the variable and says what it may be.
 */

export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** `start` is npm start itself, for what it starts and decides. It passes on to each role only what the role reads. */
export const settingReaders = ['api', 'worker', 'cli', 'start', 'simulator'] as const;
export type SettingReader = (typeof settingReaders)[number];

/** What a row says to an operator. */
interface About {
  /** The effect, in at most three sentences. */
  readonly text: string;
  readonly readers: readonly SettingReader[];
  /** What else holds with ECF_ALLOW_PRODUCTION=true. */
  readonly production?: string;
  /** What happens without the variable, where the value of `fallback` does not say it. */
  readonly unset?: string;
}

export interface Setting<Value = unknown> extends About {
  readonly name: string;
  /** What the variable may be. */
  readonly allowed: string;
  /** The value without the variable, as an operator would write it; empty: no value. */
  readonly fallback: string;
  readonly secret?: true;
  /** The value is not below that of this setting. */
  readonly atLeast?: Setting<number>;
  /** @throws ConfigError */
  readonly read: (env: Environment) => Value;
}

export type Rows = Readonly<Record<string, Setting>>;

/** A part of the configuration, and a chapter of docs/operate/settings.md. */
export interface Chapter<R extends Rows = Rows> {
  readonly title: string;
  readonly rows: R;
}

/** Keeps the type of each row. */
export function chapter<R extends Rows>(title: string, rows: R): Chapter<R> {
  return { title, rows };
}

export function rowsOf(chapters: Readonly<Record<string, Chapter>>): readonly Setting[] {
  return Object.values(chapters).flatMap(({ rows }) => Object.values(rows));
}

export type ValuesOf<R extends Rows> = {
  readonly [K in keyof R]: R[K] extends Setting<infer Value> ? Value : never;
};

/** @throws ConfigError */
export function readChapters<C extends Readonly<Record<string, Chapter>>>(env: Environment, chapters: C) {
  const parts = Object.entries(chapters).map(([name, { rows }]) => [name, readRows(env, rows)]);
  return Object.fromEntries(parts) as { readonly [K in keyof C]: ValuesOf<C[K]['rows']> };
}

function readRows(env: Environment, rows: Rows): Readonly<Record<string, unknown>> {
  for (const row of Object.values(rows)) if (row.atLeast !== undefined) refuseBelow(env, row, row.atLeast);
  return Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, row.read(env)]));
}

/** Pauses grow from the first to the longest. */
function refuseBelow(env: Environment, longest: Setting, first: Setting): void {
  const valueOf = ({ name, fallback }: Setting) => Number(given(env, name) || fallback);
  if (valueOf(longest) < valueOf(first)) throw new ConfigError(`${longest.name} is less than ${first.name}`);
}

/** Empty means the same as not set, because docker-compose.yml passes unset variables as empty ones. */
export function given(env: Environment, name: string): string {
  return env[name] ?? '';
}

export function text(name: string, fallback: string, allowed: string, about: About): Setting<string> {
  return { ...about, name, allowed, fallback, read: (env) => given(env, name) || fallback };
}

export const secret = <S extends Setting>(row: S): S => ({ ...row, secret: true });

/** `off` means the same as no value, for files where an empty variable means a default, such as docker-compose.yml. */
export function givenOrOff(env: Environment, name: string): string {
  const value = given(env, name);
  return value === 'off' ? '' : value;
}

type Range = readonly [min: number, max: number];

export function wholeNumber(name: string, value: string, [min, max]: Range): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw new ConfigError(`${name}=${value} is not a whole number from ${min} to ${max}`);
  return number;
}

export function integer(name: string, fallback: number, range: Range, about: About): Setting<number> {
  return {
    ...about,
    name,
    allowed: `a whole number from ${range[0]} to ${range[1]}`,
    fallback: String(fallback),
    read: (env) => wholeNumber(name, given(env, name) || String(fallback), range),
  };
}

/** @param about with `atLeast`, the shortest of the pauses that this one is the longest of */
export function milliseconds(
  name: string,
  fallback: number,
  range: Range,
  about: About & Pick<Setting, 'atLeast'>,
): Setting<number> {
  const row = integer(name, fallback, range, about);
  return { ...row, allowed: row.allowed.replace('a whole number', 'milliseconds, a whole number') };
}

export function port(name: string, fallback: number, about: About): Setting<number> {
  return { ...integer(name, fallback, [0, 65_535], about), allowed: 'a port, from 0 to 65535' };
}

export function oneOf<const T extends string>(
  name: string,
  fallback: T,
  allowed: readonly T[],
  about: About,
): Setting<T> {
  return {
    ...about,
    name,
    allowed: oneOfText(allowed),
    fallback,
    read: (env) => choice(name, given(env, name) || fallback, allowed),
  };
}

export function oneOfText(allowed: readonly string[]): string {
  return `one of ${allowed.map((one) => `\`${one}\``).join(', ')}`;
}

export function choice<const T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new ConfigError(`${name}=${value} is not one of ${allowed.join(', ')}`);
  return found;
}

/** @param allowed the word for yes, then the word for no */
export function yesOrNo<Yes extends string, No extends string>(
  name: string,
  fallback: Yes | No,
  [yes, no]: readonly [yes: Yes, no: No],
  about: About,
): Setting<boolean> {
  const row = oneOf<string>(name, fallback, [yes, no], about);
  return { ...row, read: (env) => row.read(env) === yes };
}

export function timeOfDay(name: string, fallback: string, about: About) {
  return {
    ...about,
    name,
    allowed: 'a time of the day, such as `04:30`',
    fallback,
    read: (env: Environment) => {
      const value = given(env, name) || fallback;
      const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value);
      if (match === null) throw new ConfigError(`${name}=${value} is not a time of the day such as 04:30`);
      return { hour: Number(match[1]), minute: Number(match[2]) };
    },
  } satisfies Setting;
}

/** Reads `name:value,name:value` with unique names. Its errors never contain a value. */
function pairs(env: Environment, name: string): readonly (readonly [string, string])[] {
  const value = given(env, name);
  if (value === '') return [];
  const found = value.split(',').map((pair, index) => {
    const at = pair.indexOf(':');
    if (at < 1 || !/^[A-Za-z0-9_-]{1,32}$/.test(pair.slice(0, at))) {
      throw new ConfigError(`${name}: entry ${index + 1} is not of the form id:value`);
    }
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  if (new Set(found.map(([id]) => id)).size !== found.length)
    throw new ConfigError(`${name}: an id is given twice`);
  return found;
}

/** With one token or cookie an attacker can guess a shorter secret offline. */
const secretBytesMin = 32;

/** Secrets of the form `kid:secret`, comma-separated. Like all errors about secrets, its errors never contain a value. */
export function namedSecrets(name: string, about: About) {
  return {
    ...about,
    name,
    allowed: `\`id:secret\`, at least ${secretBytesMin} bytes; several by comma`,
    fallback: '',
    secret: true,
    read: (env: Environment): readonly { readonly kid: string; readonly secret: string }[] =>
      pairs(env, name).map(([kid, secret]) => {
        if (Buffer.byteLength(secret) < secretBytesMin) {
          throw new ConfigError(`${name}: the secret ${kid} has fewer than ${secretBytesMin} bytes`);
        }
        return { kid, secret };
      }),
  } satisfies Setting;
}

const masterKeyBytes = 32;

export function masterKeys(name: string, about: About) {
  return {
    ...about,
    name,
    allowed: `${masterKeyBytes} bytes in Base64; several by comma`,
    fallback: '',
    secret: true,
    read: (env: Environment): readonly Buffer[] => {
      const value = given(env, name);
      if (value === '') return [];
      return value.split(',').map((encoded, index) => {
        const key = Buffer.from(encoded, 'base64');
        if (key.length !== masterKeyBytes)
          throw new ConfigError(`${name}: key ${index + 1} is not ${masterKeyBytes} bytes in Base64`);
        return key;
      });
    },
  } satisfies Setting;
}
