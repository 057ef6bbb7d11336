/**
 * `RECEIVER_SECRET=whsec_… npm run receiver -- 8095`: receives a webhook's events, verifies and prints each of them.
 */
import { isWebhookSecret, startReceiver } from './receiver.js';

const portDefault = '8095';
const secret = process.env['RECEIVER_SECRET'] ?? '';
const port = Number(process.argv[2] ?? portDefault);

if (!isWebhookSecret(secret)) fail('RECEIVER_SECRET no es el secreto de un webhook (whsec_…).');
if (!Number.isInteger(port) || port < 1 || port > 65_535) fail('El puerto es un número de 1 a 65535.');

startReceiver({
  port,
  secretFor: () => secret,
  received: ({ id, text }) => process.stdout.write(`${id} ${text}\n`),
}).then(
  ({ url }) => process.stdout.write(`Recibe eventos en ${url}; Ctrl-C lo termina.\n`),
  (error: unknown) => fail(`No se puede usar el puerto ${port}: ${(error as NodeJS.ErrnoException).code}`),
);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
