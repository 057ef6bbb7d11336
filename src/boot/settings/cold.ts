/** Settings of the object store that takes old bodies: docs/operate/cold.md. */
import type { ObjectStoreOptions } from '../../ledger/cold/object-store.js';
import {
  chapter,
  ConfigError,
  givenOrOff,
  milliseconds,
  secret,
  wholeNumber,
  yesOrNo,
  type Setting,
  type SettingReader,
} from './setting.js';

/** The worker moves and checks. All three read. */
const readers: readonly SettingReader[] = ['api', 'worker', 'cli'];

function optional(
  name: string,
  allowed: string,
  form: RegExp,
  { fallback = '', ...about }: Pick<Setting, 'text' | 'unset'> & Partial<Pick<Setting, 'fallback'>>,
): Setting<string> {
  return {
    ...about,
    name,
    allowed,
    fallback,
    readers,
    read: (env) => {
      const value = givenOrOff(env, name) || fallback;
      // A key must not appear in an error.
      if (value !== '' && !form.test(value)) throw new ConfigError(`${name} is not ${allowed}`);
      return value;
    },
  };
}

const daysRange = [1, 3_650] as const;

export const cold = chapter('Old bodies in an object store', {
  endpoint: {
    name: 'COLD_ENDPOINT',
    text: 'The address of an S3-compatible object store. It switches the store on, in each role that has it: [old bodies](cold.md).',
    allowed: 'an https address without a path (http on this machine), or `off`',
    fallback: '',
    readers,
    unset: 'all bodies stay in MongoDB',
    read: (env) => endpointOf('COLD_ENDPOINT', givenOrOff(env, 'COLD_ENDPOINT')),
  } satisfies Setting<string>,
  bucket: optional('COLD_BUCKET', 'the name of a bucket', /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
    text: 'The bucket. It must exist.',
    unset: 'required with `COLD_ENDPOINT`',
  }),
  region: optional('COLD_REGION', 'the name of a region', /^[a-z0-9-]{1,40}$/, {
    text: 'The region in the signatures of requests. Most stores other than AWS accept the default.',
    fallback: 'us-east-1',
  }),
  accessKey: secret(
    optional('COLD_ACCESS_KEY', 'an access key', /^[\x21-\x7e]{1,200}$/, {
      text: 'The access key. It may read and write objects and list the bucket, and must not delete.',
      unset: 'required with `COLD_ENDPOINT`',
    }),
  ),
  secretKey: secret(
    optional('COLD_SECRET_KEY', 'a secret key', /^[\x21-\x7e]{1,200}$/, {
      text: 'The secret of the access key.',
      unset: 'required with `COLD_ENDPOINT`',
    }),
  ),
  pathStyle: yesOrNo('COLD_PATH_STYLE', 'on', ['on', 'off'], {
    text: '`on`: the bucket is in the path of addresses. `off`: it is in front of the host, as AWS wants it for new buckets.',
    readers,
  }),
  prefix: optional('COLD_PREFIX', 'a path of letters, digits, `.`, `-`, `_`', /^[\w.-]+(\/[\w.-]+)*$/, {
    text: "The beginning of all objects' keys, for a bucket that is shared. Never change it while bodies are in the store.",
    unset: 'keys begin with the company',
  }),
  afterDays: {
    name: 'COLD_AFTER_DAYS',
    text: 'The worker moves bodies of vouchers that ended, and did not change for this many days, into the store.',
    allowed: `a whole number from ${daysRange[0]} to ${daysRange[1]}, or \`off\``,
    fallback: '',
    readers: ['worker'],
    unset: 'nothing is moved; what was moved is still read',
    read: (env) => {
      const value = givenOrOff(env, 'COLD_AFTER_DAYS');
      return value === '' ? undefined : wholeNumber('COLD_AFTER_DAYS', value, daysRange);
    },
  } satisfies Setting<number | undefined>,
  timeoutMs: milliseconds('COLD_TIMEOUT_MS', 10_000, [100, 60_000], {
    text: 'The longest request to the store.',
    readers,
  }),
});

/** What a role reads and writes old bodies with; undefined: it has no store. @throws ConfigError */
export function objectStoreOf({
  cold: given,
}: {
  readonly cold: ColdSettings;
}): ObjectStoreOptions | undefined {
  const { endpoint, bucket, accessKey, secretKey, afterDays, ...others } = given;
  if (endpoint === '') {
    if (afterDays !== undefined)
      throw new ConfigError('COLD_AFTER_DAYS needs COLD_ENDPOINT: the object store');
    return undefined;
  }
  for (const [name, value] of Object.entries({
    COLD_BUCKET: bucket,
    COLD_ACCESS_KEY: accessKey,
    COLD_SECRET_KEY: secretKey,
  }))
    if (value === '') throw new ConfigError(`COLD_ENDPOINT needs ${name}`);
  return { endpoint, bucket, accessKey, secretKey, ...others };
}

interface ColdSettings extends ObjectStoreOptions {
  readonly afterDays: number | undefined;
}

const local = ['127.0.0.1', 'localhost', '[::1]'];

function endpointOf(name: string, value: string): string {
  if (value === '') return '';
  const refuse = (what: string) => new ConfigError(`${name} ${what}`);
  if (!URL.canParse(value)) throw refuse('is not an address such as https://s3.example');
  const url = new URL(value);
  if (url.username !== '' || url.password !== '')
    throw refuse('must not carry keys: set COLD_ACCESS_KEY and COLD_SECRET_KEY');
  const isPlain = url.protocol === 'http:' && local.includes(url.hostname);
  if (url.protocol !== 'https:' && !isPlain) throw refuse('must use https (http only on this machine)');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw refuse('must not carry a path, a query or a fragment');
  return url.origin;
}
