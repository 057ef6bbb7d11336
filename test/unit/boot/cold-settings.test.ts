/** The settings of the object store: what is refused, and that no error shows a key. */
import { readConfig } from '../../../src/boot/config.js';
import { objectStoreOf } from '../../../src/boot/settings/cold.js';

const whole = {
  COLD_ENDPOINT: 'https://s3.example',
  COLD_BUCKET: 'comprobantes',
  COLD_ACCESS_KEY: 'AKIAEXAMPLE',
  COLD_SECRET_KEY: 'secreto/de+prueba=',
};
const storeOf = (env: Readonly<Record<string, string>>) => objectStoreOf(readConfig(env));

test.each([{}, { COLD_ENDPOINT: 'off', COLD_BUCKET: 'off', COLD_AFTER_DAYS: 'off' }])(
  'without an address there is no store: %j',
  (env) => expect(storeOf(env)).toBeUndefined(),
);

test('the settings of a store are read, with their defaults', () => {
  expect(
    storeOf({ ...whole, COLD_PATH_STYLE: 'off', COLD_PREFIX: 'ecf/uno', COLD_AFTER_DAYS: '365' }),
  ).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'comprobantes',
    region: 'us-east-1',
    accessKey: 'AKIAEXAMPLE',
    secretKey: 'secreto/de+prueba=',
    pathStyle: false,
    prefix: 'ecf/uno',
    timeoutMs: 10_000,
  });
});

test.each([
  ...['COLD_BUCKET', 'COLD_ACCESS_KEY', 'COLD_SECRET_KEY'].map((name) => ({
    change: { [name]: '' },
    says: `COLD_ENDPOINT needs ${name}`,
  })),
  { change: { COLD_ENDPOINT: '', COLD_AFTER_DAYS: '90' }, says: 'COLD_AFTER_DAYS needs COLD_ENDPOINT' },
  { change: { COLD_ENDPOINT: 'http://s3.example' }, says: 'COLD_ENDPOINT must use https' },
  { change: { COLD_ENDPOINT: 'https://k:secreto@s3.example' }, says: 'COLD_ENDPOINT must not carry keys' },
  { change: { COLD_ENDPOINT: 'https://s3.example/b' }, says: 'COLD_ENDPOINT must not carry a path' },
  { change: { COLD_ENDPOINT: 's3.example' }, says: 'COLD_ENDPOINT is not an address' },
  { change: { COLD_BUCKET: 'A/b' }, says: 'COLD_BUCKET is not the name of a bucket' },
  { change: { COLD_REGION: 'us east' }, says: 'COLD_REGION is not the name of a region' },
  { change: { COLD_PREFIX: '/a/../' }, says: 'COLD_PREFIX is not a path' },
  { change: { COLD_SECRET_KEY: 'secreto con blancos' }, says: 'COLD_SECRET_KEY is not a secret key' },
  { change: { COLD_AFTER_DAYS: '0' }, says: 'COLD_AFTER_DAYS=0 is not a whole number from 1 to 3650' },
])('refused: $says', ({ change, says }) => {
  const read = () => storeOf({ ...whole, ...change });
  expect(read).toThrow(says);
  expect(read).toThrow(expect.objectContaining({ message: expect.not.stringMatching('secreto') as string }));
});
