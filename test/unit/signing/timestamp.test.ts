/** Timestamps of RFC 3161 against replies that openssl makes: what is stamped, for which request, by whom. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readAuthorities } from '../../../src/signing/verify/chain.js';
import { checkStamp, stampRequest } from '../../../src/signing/verify/timestamp.js';
import { startStampAuthority, type StampAuthority } from '../../harness/stamp-authority.js';

const sha256 = 'ab'.repeat(32);
/** DER writes a number without zeros at its front, and with one before a high bit. */
const nonces = ['00000000000000000000000000000001', '80ffffffffffffffffffffffffffffff', '00'.repeat(16)];

let authority: StampAuthority;
let other: StampAuthority;
let authorities: ReturnType<typeof readAuthorities>;

beforeAll(async () => {
  [authority, other] = await Promise.all([startStampAuthority(), startStampAuthority()]);
  authorities = readAuthorities(readFileSync(authority.caFile, 'utf8'));
}, 60_000);

test.each(nonces)('a stamp for the request with the nonce %s is good', (hex) => {
  const nonce = Buffer.from(hex, 'hex');
  const before = Date.now();
  const stamp = checkStamp(authority.reply(stampRequest(sha256, nonce)), { sha256, nonce, authorities });
  expect(stamp).toEqual({ ok: true, at: expect.any(Date) as Date });
  // Whole seconds.
  expect(stamp.ok && stamp.at.getTime()).toBeGreaterThanOrEqual(before - 1_000);
});

const nonce = randomBytes(16);
const good = () => authority.reply(stampRequest(sha256, nonce));

test.each([
  {
    of: 'another hash',
    fault: 'OTHER_IMPRINT',
    reply: () => authority.reply(stampRequest('cd'.repeat(32), nonce)),
  },
  {
    of: 'another request',
    fault: 'OTHER_NONCE',
    reply: () => authority.reply(stampRequest(sha256, randomBytes(16))),
  },
  { of: 'another authority', fault: 'NOT_TRUSTED', reply: () => other.reply(stampRequest(sha256, nonce)) },
  {
    of: 'a changed signature',
    fault: 'SIGNATURE_WRONG',
    reply: () => {
      const bytes = good();
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
      return bytes;
    },
  },
  // A status of 2, and no token.
  { of: 'a refusal', fault: 'REFUSED', reply: () => Buffer.from('30053003020102', 'hex') },
  { of: 'half a reply', fault: 'UNREADABLE', reply: () => good().subarray(0, 500) },
  { of: 'nothing', fault: 'UNREADABLE', reply: () => Buffer.alloc(0) },
])('a stamp of $of: $fault', ({ fault, reply }) => {
  expect(checkStamp(reply(), { sha256, nonce, authorities })).toEqual({ ok: false, fault });
});
