/**
 * The token of a buyer's link. It names the voucher and has 128 bits that only the company's link key can give. Nothing is stored, so the
 * same voucher always has the same link, and a new key ends all earlier links of the company. The attempt is part of the name: a number
 * whose voucher was rejected may be sent again for another buyer, and the first buyer's link must not open that voucher.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { formatEncf, parseEncf } from '../../ecf/model/encf.js';
import { parseEcfType } from '../../ecf/model/ecf-types.js';
import { environments, type Environment } from '../../ecf/model/environments.js';

interface LinkedVoucher {
  readonly companyId: number;
  readonly environment: Environment;
  readonly encf: string;
  readonly attempt: number;
}

interface OpenedToken {
  readonly voucher: LinkedVoucher;
  readonly madeWith: (key: string) => boolean;
}

/** The order of the numbers in tokens. A new environment must go to the end. */
const environmentNames = Object.keys(environments) as Environment[];
/** Company 4 bytes, environment 1, type 1, serial 5, attempt 3. */
const voucherBytes = 14;
const proofBytes = 16;
/** Part of the computation, so that the key serves only this purpose in this version. */
const purpose = 'consulta-v2';

export function tokenOf(voucher: LinkedVoucher, key: string): string {
  const packed = pack(voucher);
  return Buffer.concat([packed, proofOf(packed, key)]).toString('base64url');
}

/** Undefined if no key can have made this text. */
export function openToken(text: string): OpenedToken | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // A voucher has exactly one token: other spellings of the same bytes are refused.
  if (bytes.length !== voucherBytes + proofBytes || bytes.toString('base64url') !== text) return undefined;
  const packed = bytes.subarray(0, voucherBytes);
  const voucher = unpack(packed);
  return (
    voucher && {
      voucher,
      madeWith: (key) => timingSafeEqual(proofOf(packed, key), bytes.subarray(voucherBytes)),
    }
  );
}

function proofOf(packed: Buffer, key: string): Buffer {
  const proof = createHmac('sha256', Buffer.from(key, 'base64')).update(purpose).update(packed).digest();
  return proof.subarray(0, proofBytes);
}

function pack({ companyId, environment, encf, attempt }: LinkedVoucher): Buffer {
  const parsed = parseEncf(encf);
  if (parsed === undefined) throw new Error('A document has no e-NCF');
  const packed = Buffer.alloc(voucherBytes);
  packed.writeUInt32BE(companyId, 0);
  packed.writeUInt8(environmentNames.indexOf(environment), 4);
  packed.writeUInt8(parsed.type, 5);
  packed.writeUIntBE(parsed.serial, 6, 5);
  packed.writeUIntBE(attempt, 11, 3);
  return packed;
}

function unpack(packed: Buffer): LinkedVoucher | undefined {
  const environment = environmentNames[packed.readUInt8(4)];
  const type = parseEcfType(packed.readUInt8(5));
  if (environment === undefined || type === undefined) return undefined;
  const encf = parseEncf(formatEncf(type, packed.readUIntBE(6, 5)));
  const attempt = packed.readUIntBE(11, 3);
  return encf && { companyId: packed.readUInt32BE(0), environment, encf: encf.text, attempt };
}
