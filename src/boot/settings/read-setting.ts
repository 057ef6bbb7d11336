/** Reads one environment variable of each form. Every error names the variable and says what it may be. */

export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function text(env: Environment, name: string, fallback: string): string {
  const value = env[name];
  return value === undefined || value === '' ? fallback : value;
}

/** Empty: not set. `off` means the same, for files where an empty variable means a default, such as docker-compose.yml. */
export function textOrOff(env: Environment, name: string): string {
  const given = text(env, name, '');
  return given === 'off' ? '' : given;
}

export function timeOfDay(env: Environment, name: string, fallback: string) {
  const value = text(env, name, fallback);
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value);
  if (match === null) throw new ConfigError(`${name}=${value} is not a time of the day such as 04:30`);
  return { hour: Number(match[1]), minute: Number(match[2]) };
}

type Range = readonly [min: number, max: number];

export function integer(env: Environment, name: string, fallback: number, [min, max]: Range): number {
  const value = text(env, name, String(fallback));
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new ConfigError(`${name}=${value} is not a whole number from ${min} to ${max}`);
  }
  return number;
}

type Setting = readonly [name: string, fallback: number];

/** Throws when the longest pause is below the first one: pauses grow from the first to the longest. */
export function notBelow(env: Environment, longest: Setting, first: Setting): void {
  const valueOf = ([name, fallback]: Setting) => Number(text(env, name, String(fallback)));
  if (valueOf(longest) < valueOf(first)) throw new ConfigError(`${longest[0]} is less than ${first[0]}`);
}

export function port(env: Environment, name: string, fallback: number): number {
  return integer(env, name, fallback, [0, 65_535]);
}

export function oneOf<const T extends string>(
  env: Environment,
  name: string,
  fallback: T,
  allowed: readonly T[],
): T {
  const value = text(env, name, fallback);
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new ConfigError(`${name}=${value} is not one of ${allowed.join(', ')}`);
  return found;
}

/** Reads `name:value,name:value` with unique names. Its errors never contain a value. */
function pairs(env: Environment, name: string): readonly (readonly [string, string])[] {
  const given = text(env, name, '');
  if (given === '') return [];
  const found = given.split(',').map((pair, index) => {
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
export function namedSecrets(
  env: Environment,
  name: string,
): readonly { readonly kid: string; readonly secret: string }[] {
  return pairs(env, name).map(([kid, secret]) => {
    if (Buffer.byteLength(secret) < secretBytesMin) {
      throw new ConfigError(`${name}: the secret ${kid} has fewer than ${secretBytesMin} bytes`);
    }
    return { kid, secret };
  });
}

/** Keys of 32 bytes in Base64, comma-separated. */
export function masterKeys(env: Environment, name: string): readonly Buffer[] {
  const given = text(env, name, '');
  if (given === '') return [];
  return given.split(',').map((encoded, index) => {
    const key = Buffer.from(encoded, 'base64');
    if (key.length !== 32) throw new ConfigError(`${name}: key ${index + 1} is not 32 bytes in Base64`);
    return key;
  });
}
