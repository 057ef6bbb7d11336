/** Seeds and tokens of the receiver: how long they are valid, and where they are not valid. */
import { createReceiverTokens } from '../../../src/api/receiver/tokens.js';
import { createTokens } from '../../../src/api/session/tokens.js';

const config = { secrets: [{ kid: 'a', secret: 'x'.repeat(32) }], issuer: 'i', audience: 'a' };
const tokens = createReceiverTokens(config);
const now = new Date('2026-11-20T12:00:00Z');
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

test('a seed is valid for five minutes', () => {
  const { text } = tokens.seed(now);
  const seed = tokens.readSeed(text, after(4));
  expect(seed.id).toMatch(/./);
  // A used seed is remembered as long as it would be accepted, which is a little longer than its life.
  const last = seed.expiresAt.getTime();
  expect(tokens.readSeed(text, new Date(last - 1_000)).id).toBe(seed.id);
  expect(() => tokens.readSeed(text, new Date(last))).toThrow(
    expect.objectContaining({ code: 'TOKEN_EXPIRED' }),
  );
  expect(() => tokens.readSeed(text, after(6))).toThrow(expect.objectContaining({ code: 'TOKEN_EXPIRED' }));
});

test('a token is valid for an hour', () => {
  const bearer = `Bearer ${tokens.issue('certificate', now).text}`;
  expect(() => tokens.verify(bearer, after(59))).not.toThrow();
  expect(() => tokens.verify(bearer, after(61))).toThrow(expect.objectContaining({ code: 'TOKEN_EXPIRED' }));
});

test.each<[string, string]>([
  ['a seed', tokens.seed(now).text],
  [
    'a token of another secret',
    createReceiverTokens({ ...config, secrets: [{ kid: 'a', secret: 'y'.repeat(32) }] }).issue('c', now).text,
  ],
  [
    'a token of the api',
    createTokens(config).issue(
      {
        usuario: 'u',
        rnc: '1',
        companyId: 1,
        environment: 'certification',
        userGeneration: 0,
        companyGeneration: 0,
      },
      now,
    ).token,
  ],
  ['no token', 'abc'],
])('%s is not accepted', (_, text) => {
  expect(() => tokens.verify(`Bearer ${text}`, now)).toThrow(
    expect.objectContaining({ code: 'TOKEN_INVALID' }),
  );
});
