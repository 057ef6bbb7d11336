/**
 * `npm run receiver`: a receiver of webhooks on this machine, as an integrator would write one. It verifies each event and prints it.
 *
 *   RECEIVER_SECRET=whsec_… npm run receiver -- 8095
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

/** Standard Webhooks 1.0.0: an event is smaller than this. */
const bodyBytesMax = 20 * 1024;
const toleranceSeconds = 300;

const secret = process.env['RECEIVER_SECRET'] ?? '';
const port = Number(process.argv[2] ?? 8095);
if (!secret.startsWith('whsec_')) {
  process.stderr.write('RECEIVER_SECRET no es un secreto de webhook (whsec_…).\n');
  process.exit(1);
}

createServer((req, res) => {
  void bodyOf(req).then((body) => {
    const genuine = body !== undefined && isGenuine(req, body);
    res.writeHead(genuine ? 204 : 401).end();
    if (genuine) process.stdout.write(`${textOf(req, 'webhook-id')} ${body.toString('utf8')}\n`);
  });
}).listen(port, '127.0.0.1', () => process.stdout.write(`Recibe en http://127.0.0.1:${port}/\n`));

/** Undefined: too long, or cut off. */
async function bodyOf(req: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > bodyBytesMax) return undefined;
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}

/** One valid signature is enough: during a rotation there are two. */
function isGenuine(req: IncomingMessage, body: Buffer): boolean {
  const timestamp = textOf(req, 'webhook-timestamp');
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${textOf(req, 'webhook-id')}.${timestamp}.`)
    .update(body)
    .digest();
  return textOf(req, 'webhook-signature')
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
}

function textOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
