/** The settings that are secrets. No error contains a value. */
import { ConfigError, pairs, text, type Environment } from './read-setting.js';

/** With one token or cookie an attacker can guess a shorter secret offline. */
const secretBytesMin = 32;

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

export function masterKeys(env: Environment, name: string): readonly Buffer[] {
  const given = text(env, name, '');
  if (given === '') return [];
  return given.split(',').map((encoded, index) => {
    const key = Buffer.from(encoded, 'base64');
    if (key.length !== 32) throw new ConfigError(`${name}: key ${index + 1} is not 32 bytes in Base64`);
    return key;
  });
}
